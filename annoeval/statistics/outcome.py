"""What a test, an effect or a correlation came to: a number with its interval, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Outcome:
    """The result of one test or estimate. Undefined numbers are None, and `reason` says why in a sentence.

    test: its key (`welch`, `mcnemar_exact`, …). n_a, n_b: how many values entered on each side (pairs: equal).
    estimate, low, high: what is estimated, with its interval at `level`.
    statistic, df, p: the test's; `df` of an F test is the numerator's, `df_residual` the denominator's.
    se: the estimate's standard error, where the method has one.
    method: how p and the interval were obtained, in words that can be printed.
    """

    test: str
    n_a: int
    n_b: int = 0
    estimate: float | None = None
    low: float | None = None
    high: float | None = None
    statistic: float | None = None
    df: float | None = None
    df_residual: float | None = None
    p: float | None = None
    method: str = ""
    reason: str = ""
    level: float = 0.95
    se: float | None = None


def one_of(given: str, allowed: Iterable[str], name: str) -> None:
    """Raises ValueError where an option is none of those there are, so that no other method runs in its place."""
    options = tuple(allowed)
    if given not in options:
        raise ValueError(f"{name} is one of {', '.join(options)}; not {given!r}")


def present(values: Iterable[Any]) -> Array:
    """The values that are numbers, as float64: missing ones (None, NaN, NA, infinite) left out."""
    array = as_floats(values)
    return array[np.isfinite(array)]


def complete_pairs(a: Iterable[Any], b: Iterable[Any]) -> tuple[Array, Array]:
    """Two equally long columns restricted to the rows where both hold a number, as float64.

    Raises ValueError when their lengths differ.
    """
    x, y = as_floats(a), as_floats(b)
    if len(x) != len(y):
        raise ValueError(f"paired values must be equally many; there are {len(x)} and {len(y)}")
    both = np.isfinite(x) & np.isfinite(y)
    return x[both], y[both]


def as_floats(values: Iterable[Any]) -> Array:
    """Values as float64, whatever is no number as NaN."""
    kind = getattr(values, "dtype", None)
    if isinstance(kind, np.dtype) and kind.kind in "fiub":
        return np.array(values, dtype=np.float64)
    import pandas as pd

    return pd.to_numeric(pd.Series(list(values), dtype="object"), errors="coerce").to_numpy(np.float64, na_value=np.nan)


def constant(values: Array) -> bool:
    """Whether values do not vary, rounding noise of a mean of equal numbers aside."""
    if len(values) == 0:
        return True
    low, high = float(values.min()), float(values.max())
    return high - low <= 1e-12 * max(1e-300, abs(low), abs(high))
