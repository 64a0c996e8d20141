"""How one comparison of speed is measured and written down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any


@dataclass(frozen=True)
class Row:
    """One task done by annoeval and by a peer.

    task: what is done, with its size. ours, theirs: seconds. peer: the library and the call.
    at_least: the ratio theirs ÷ ours that is promised, None where nothing is.
    same: whether both gave the same value (to Monte-Carlo error where draws are random).
    scaled: whether the peer did a part and its time was multiplied.
    """

    task: str
    ours: float
    peer: str
    theirs: float
    at_least: float | None = None
    same: bool = True
    scaled: bool = False

    @property
    def ratio(self) -> float:
        """How many times as long the peer takes."""
        return self.theirs / self.ours

    @property
    def holds(self) -> bool:
        """Whether the promised ratio was reached, with the same value."""
        return self.same and (self.at_least is None or self.ratio >= self.at_least)


@dataclass(frozen=True)
class Figure:
    """A figure that is promised, and the same of what it is held against.

    task: what is measured, on how much. ours: the figure. theirs: the same of what it is held against, if anything.
    at_least, at_most: what is promised.
    """

    task: str
    ours: float
    theirs: float | None = None
    at_least: float | None = None
    at_most: float | None = None
    scaled: bool = False

    @property
    def holds(self) -> bool:
        """Whether what was promised was reached."""
        low = self.at_least is None or self.ours >= self.at_least
        return low and (self.at_most is None or self.ours <= self.at_most)


def best(work: Callable[[], Any], times: int = 5) -> tuple[float, Any]:
    """The shortest of several runs in seconds, and what the work returned. One run before them is not counted.

    The shortest is the least disturbed by other programs on the machine.
    """
    result = work()
    shortest = float("inf")
    for _ in range(times):
        start = perf_counter()
        result = work()
        shortest = min(shortest, perf_counter() - start)
    return shortest, result
