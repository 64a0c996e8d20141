"""How much two labels that differ still agree: weight matrices for ordered labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

Weights = Literal["none", "linear", "quadratic", "ordinal", "radical", "ratio"]
WEIGHTS: tuple[Weights, ...] = ("none", "linear", "quadratic", "ordinal", "radical", "ratio")


def agreement_weights(kind: Weights, size: int, values: Sequence[float] | None = None) -> np.ndarray:
    """A size × size matrix of agreement: 1 on the diagonal, down to 0 between labels that differ most.

    kind: `none` (identity), `linear` (Cicchetti & Allison 1971), `quadratic` (Fleiss & Cohen 1973), `ordinal`
        (Gwet 2014, sec. 3.5: pairs of ranks between two labels; not Krippendorff's ordinal metric), `radical`, `ratio`.
    values: the labels' numbers, where distances shall be taken on values; default the ranks 1, 2, 3, …
    Raises ValueError for an unknown kind or a wrong number of values.
    """
    if kind not in WEIGHTS:
        raise ValueError(f"unknown weights {kind!r}; use one of {', '.join(WEIGHTS)}")
    x = np.arange(1, size + 1, dtype=float) if values is None else np.asarray(values, dtype=float)
    if x.shape != (size,):
        raise ValueError(f"{size} labels need {size} values, not {x.size}")
    if kind == "none" or size < 2:
        return np.eye(size)
    far = np.abs(x[:, None] - x[None, :])
    if kind == "ordinal":
        between = np.abs(np.arange(size)[:, None] - np.arange(size)[None, :]) + 1.0
        far = between * (between - 1) / 2
    elif kind == "quadratic":
        far = far**2
    elif kind == "radical":
        far = np.sqrt(far)
    elif kind == "ratio":
        total = np.abs(x[:, None] + x[None, :])
        far = np.divide(far, total, out=np.zeros_like(far), where=total > 0) ** 2
    return from_disagreement(far)


def from_disagreement(distance: np.ndarray) -> np.ndarray:
    """Agreement weights 1 − d / max(d) of a matrix of disagreements; the scale of d does not matter.

    Raises ValueError where the matrix is not square, has a negative entry or a diagonal other than 0.
    """
    d = np.asarray(distance, dtype=float)
    if d.ndim != 2 or d.shape[0] != d.shape[1]:
        raise ValueError("disagreement weights need a square matrix, one row and one column a label")
    if (d < 0).any() or np.diag(d).any():
        raise ValueError("disagreement weights must be 0 on the diagonal and nowhere negative")
    top = d.max(initial=0.0)
    return 1 - d / top if top > 0 else np.ones_like(d)
