"""Agreement coefficients of labels as functions of sums over items (see `contributions`).

Each takes totals (… × quantities) and returns values (…), NaN where undefined: the layer below tables and pages,
which turn NaN into None with a reason.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from annoeval.statistics.agreement.contributions import Contributions

ROUNDING = 1e-14
Matrix = np.ndarray | None  # agreement weights, None for plain equality
Coefficient = Callable[[Contributions, np.ndarray, Matrix, str], np.ndarray]


def chance_corrected(observed: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """(observed − expected) / (1 − expected), NaN where chance agreement is 1.

    A difference that is rounding alone is 0, so that a coefficient of exactly 0 is neither 2e-15 nor −8e-16.
    """
    room, beyond = 1 - expected, observed - expected
    beyond = np.where(np.abs(beyond) < ROUNDING, 0.0, beyond)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(room < ROUNDING, np.nan, beyond / np.where(room < ROUNDING, 1.0, room))


def _ratio(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(b > 0, a / np.where(b > 0, b, 1.0), np.nan)


def _chance(p: np.ndarray, w: Matrix) -> np.ndarray:
    return (p**2).sum(axis=-1) if w is None else ((p @ w) * p).sum(axis=-1)


def _weight_sum(w: Matrix, q: int) -> float:
    return float(q) if w is None else float(w.sum())


def percent(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> np.ndarray:
    """Mean over items of the share of pairs of ratings that agree (weighted)."""
    return _ratio(c.part(t, f"agree:{name}"), c.part(t, "paired"))


def shares(c: Contributions, t: np.ndarray) -> np.ndarray:
    """Each label's mean share of an item's ratings, over all rated items (Gwet 2014, eq. 2.10)."""
    return _ratio(c.part(t, "share"), c.part(t, "rated")[..., None])


def pooled(c: Contributions, t: np.ndarray) -> np.ndarray:
    """Each label's share of all ratings on items with two or more."""
    return _ratio(c.part(t, "label"), c.part(t, "ratings")[..., None])


def fleiss_pooled(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> np.ndarray:
    """Fleiss' kappa, chance from pooled ratings (Fleiss 1971, Psychol. Bull. 76, 378–382).

    With two raters it is Scott's pi (1955, Public Opin. Q. 19, 321–325).
    """
    return chance_corrected(percent(c, t, w, name), _chance(pooled(c, t), w))


def fleiss_gwet(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> np.ndarray:
    """Fleiss' kappa, chance from the mean of the items' own label shares (Gwet 2014, Handbook, 4th ed., ch. 2–3)."""
    return chance_corrected(percent(c, t, w, name), _chance(shares(c, t), w))


def gwet_ac(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> np.ndarray:
    """Gwet's AC1, with weights AC2: pe = Σw · Σ π(1 − π) / (q(q − 1)).

    Gwet (2008), Br. J. Math. Stat. Psychol. 61, 29–48.
    """
    p = shares(c, t)
    q = p.shape[-1]
    if q < 2:
        return np.full(p.shape[:-1], np.nan)
    chance = _weight_sum(w, q) * (p * (1 - p)).sum(axis=-1) / (q * (q - 1))
    return chance_corrected(percent(c, t, w, name), chance)


def brennan_prediger(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> np.ndarray:
    """Chance is Σw / q²: every label equally likely (Brennan & Prediger 1981; Randolph 2005; two labels: PABAK)."""
    q = c.blocks["label"][1][0]
    return chance_corrected(percent(c, t, w, name), np.asarray(_weight_sum(w, q) / q**2 if q else 1.0))


def alpha(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> np.ndarray:
    """Krippendorff's alpha, 1 − Do / De, with the distance 1 − w (Krippendorff 2011, Computing Alpha-Reliability)."""
    observed, expected = disagreements(c, t, w, name)
    return _one_minus(observed, expected)


def disagreements(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Observed and expected disagreement, with the distance 1 − w."""
    n_k = c.part(t, "label")
    n = n_k.sum(axis=-1)
    return 1 - _ratio(c.part(t, f"coincide:{name}"), n), _ratio(n**2 - _chance(n_k, w), n * (n - 1))


def alpha_ordinal(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> np.ndarray:
    """Krippendorff's alpha with his ordinal metric; `w` and `name` are not used.

    The ordinal distance between two labels, the ratings between them less half of their own, is the difference of
    their mid-ranks among all ratings, so this is interval alpha on mid-ranks.
    """
    observed, expected = ordinal_disagreements(c, t)
    return _one_minus(observed, expected)


def ordinal_disagreements(c: Contributions, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Observed and expected squared distance of mid-ranks."""
    o = c.part(t, "matrix")
    n_k = o.sum(axis=-1)
    n = n_k.sum(axis=-1)
    rank = np.cumsum(n_k, axis=-1) - n_k / 2
    rank = rank - (_ratio((n_k * rank).sum(axis=-1), n))[..., None]  # centred: no loss of digits
    square = rank**2
    observed = 2 * ((n_k * square).sum(axis=-1) - np.einsum("...k,...kl,...l->...", rank, o, rank, optimize=True))
    return _ratio(observed, n), _ratio(2 * (n_k * square).sum(axis=-1), n - 1)


def _one_minus(observed: np.ndarray, expected: np.ndarray) -> np.ndarray:
    value = 1 - _ratio(observed, np.where(expected > ROUNDING, expected, 0.0))
    return np.where(np.abs(value) < ROUNDING, 0.0, value)


def conger(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> np.ndarray:
    """Conger's kappa: chance from the raters' own label shares (Conger 1980, Psychol. Bull. 88, 322–328).

    pe = Σ w (mean shares' product − covariance of shares / raters), as in Gwet (2014, ch. 2). Two raters: Cohen's.
    """
    given = c.part(t, "rater")
    p = _ratio(given, given.sum(axis=-1)[..., None])
    absent = np.isnan(p).all(axis=-1)  # a rater without a rating here is none of the raters
    p = np.where(absent[..., None], 0.0, p)
    r = (~absent).sum(axis=-1).astype(float)
    total = p.sum(axis=-2)
    own = _chance(p, w).sum(axis=-1)
    expected = _ratio(_chance(total, w) - own, r * (r - 1))
    return chance_corrected(percent(c, t, w, name), expected)


def light(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> np.ndarray:
    """Light's kappa: the mean of the pairs' Cohen kappas; undefined pairs do not count.

    Light (1971), Psychol. Bull. 76, 365–377.
    """
    table = c.part(t, "pair")
    n = table.sum(axis=(-1, -2))
    a, b = table.sum(axis=-1), table.sum(axis=-2)
    same = np.trace(table, axis1=-2, axis2=-1) if w is None else (table * w).sum(axis=(-1, -2))
    observed = _ratio(same, n)
    expected = _ratio((a * b if w is None else (a @ w) * b).sum(axis=-1), n**2)
    kappa = chance_corrected(observed, expected)
    defined = np.isfinite(kappa)
    return _ratio(np.where(defined, kappa, 0.0).sum(axis=-1), defined.sum(axis=-1).astype(float))
