"""On which scale was confidence stated? Recognised once for a family of columns, never cell by cell."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from annoeval.statistics.outcome import Array

KNOWN = {"0-1": (0.0, 1.0), "0-10": (0.0, 10.0), "1-100": (0.0, 100.0)}
_NUMBER = re.compile(r"^[+]?(\d+(?:[.,]\d+)?|[.,]\d+)\s*(%?)$")


@dataclass(frozen=True)
class ConfidenceScale:
    """A stated scale: `name` (`0-1`, `0-10`, `1-100`, or any `low-high`), its ends, and why it was taken.

    `1-100` divides by 100, so 0 is 0.00, 1 is 0.01 and 100 is 1.00; of other scales the low end is 0 and the high
    end 1. Cells with a percent sign state their own unit and mean the same on every scale.
    """

    name: str
    low: float
    high: float
    because: str = "as set"
    fractions: bool = True  # whether values such as 0.85 are a matter of course here

    @classmethod
    def named(cls, name: str) -> ConfidenceScale:
        """The scale of a name: `0-1`, `0-10`, `1-100`, `0-100`, `percent`, or two numbers as `1-5`.

        Raises ValueError for anything else.
        """
        plain = name.strip().replace("–", "-").replace(" ", "").lower()
        plain = {"percent": "1-100", "%": "1-100", "0-100": "1-100"}.get(plain, plain)
        if plain in KNOWN:
            return cls(plain, *KNOWN[plain])
        ends = re.fullmatch(r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)", plain)
        if not ends or float(ends[1]) >= float(ends[2]):
            raise ValueError(f"unknown confidence scale {name!r}; use 0-1, 0-10, 1-100, percent, or two numbers as 1-5")
        return cls(plain, float(ends[1]), float(ends[2]))


def recognise(cells: Iterable[Any]) -> ConfidenceScale | None:
    """The scale on which a family of cells states confidence; None where no cell holds a number.

    cells: those of all columns that belong together, as text or numbers. The smallest of 0–1, 0–10 and 1–100 that
    holds every plain number is taken; cells with a percent sign do not speak for a scale unless they are all.
    """
    plain, percent = _read(cells)
    numbers = plain[np.isfinite(plain)]
    if not len(numbers):
        return ConfidenceScale("1-100", 0.0, 100.0, "every value has a percent sign") if percent.any() else None
    top = float(numbers.max())
    name = next((name for name, (_, high) in KNOWN.items() if top <= high), "1-100")
    low, high = KNOWN[name]
    above_one = numbers[numbers > 1]
    fractions = name == "0-1" or bool((above_one % 1 != 0).any())
    return ConfidenceScale(name, low, high, f"the largest of {len(numbers):,} values is {top:g}", fractions)


def to_unit(cells: Iterable[Any], scale: ConfidenceScale) -> tuple[Array, dict[int, str]]:
    """Confidence from 0 to 1, missing as NaN, and by position why a cell that holds something was left out.

    A value between 0 and 1 among whole numbers of a larger scale is ambiguous (0.85 may be 85 % or below 1 %), so it
    is left out and said, not guessed. The ends of the scale are values like any other.
    """
    held = list(cells)
    plain, percent = _read(held)
    unit = np.where(percent, plain_or_nan(held) / 100, (plain - scale.low) / (scale.high - scale.low))
    reasons: dict[int, str] = {}
    for i, cell in enumerate(held):
        value = plain[i]
        if _empty(cell):
            continue
        if np.isnan(unit[i]):
            reasons[i] = "no number"
        elif unit[i] < 0 or unit[i] > 1:
            reasons[i] = f"outside the scale {scale.name}"
        elif not percent[i] and not scale.fractions and 0 < value < 1 < scale.high:
            reasons[i] = f"ambiguous on the scale {scale.name}: {value:g} may be meant as {value:.0%}"
    unit[list(reasons)] = np.nan
    return unit, reasons


def _empty(cell: Any) -> bool:
    return cell is None or (isinstance(cell, float) and np.isnan(cell)) or not str(cell).strip() or str(cell) == "<NA>"


def _read(cells: Iterable[Any]) -> tuple[Array, Array]:
    """Plain numbers (NaN for others and for percents) and where a percent sign stands."""
    numbers, signs = [], []
    for cell in cells:
        found = None if _empty(cell) else _NUMBER.match(str(cell).strip())
        sign = bool(found and found[2])
        numbers.append(float(found[1].replace(",", ".")) if found and not sign else np.nan)
        signs.append(sign)
    return np.array(numbers, dtype=float), np.array(signs, dtype=bool)


def plain_or_nan(cells: Iterable[Any]) -> Array:
    """Numbers with any percent sign taken off, NaN where there is none."""
    found = (None if _empty(c) else _NUMBER.match(str(c).strip()) for c in cells)
    return np.array([float(f[1].replace(",", ".")) if f else np.nan for f in found], dtype=float)
