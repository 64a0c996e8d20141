"""Whether anybody still waits for what is being computed: long work asks at its steps, and ends where nobody does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_wanted: ContextVar[Callable[[], bool] | None] = ContextVar("wanted", default=None)


class NobodyWaits(Exception):
    """Work that was given up, since whoever asked for it has gone."""


@contextmanager
def while_wanted(wanted: Callable[[], bool]) -> Iterator[None]:
    """Work within, in this thread, ends by `NobodyWaits` at its next step once `wanted` says False."""
    token = _wanted.set(wanted)
    try:
        yield
    finally:
        _wanted.reset(token)


def go_on() -> None:
    """A step of long work. Raises NobodyWaits where the work is not wanted any more."""
    wanted = _wanted.get()
    if wanted is not None and not wanted():
        raise NobodyWaits
