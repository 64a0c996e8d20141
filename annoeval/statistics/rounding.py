"""What is rounding alone: the tolerances of statistics."""

from __future__ import annotations

ROUNDING = 1e-14  # a share, variance or difference of shares below this is 0
TIE = 1e-12  # values that differ by less than this, relative to their size, are equal
