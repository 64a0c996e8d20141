"""Close calls: scores that a measure a little higher or lower would have changed. They go to a person."""

from __future__ import annotations

from collections.abc import Callable

NEAR = 0.03
SAID = f"a measure lies within {NEAR:g} of a cut"


def close_call(score: Callable[[float], int]) -> bool:
    """Whether another score comes out where all cuts are moved by `NEAR`, up or down. score: with cuts so moved."""
    return len({score(shift) for shift in (-NEAR, 0.0, NEAR)}) > 1
