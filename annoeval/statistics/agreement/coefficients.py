"""Agreement coefficients of labels as functions of sums over items (see `contributions`).

Each takes totals (… × quantities) and returns the value, the observed and the expected agreement or disagreement
(each …), NaN where undefined: the layer below tables and pages, which turn NaN into None with a reason.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from annoeval.statistics.agreement.contributions import Contributions
from annoeval.statistics.agreement.correction import Parts, chance_corrected, one_minus, ratio

Matrix = np.ndarray | None  # agreement weights, None for plain equality
Function = Callable[[Contributions, np.ndarray, Matrix, str], Parts]


def _chance(p: np.ndarray, w: Matrix) -> np.ndarray:
    return (p**2).sum(axis=-1) if w is None else ((p @ w) * p).sum(axis=-1)


def _weight_sum(w: Matrix, q: int) -> float:
    return float(q) if w is None else float(w.sum())


def _agreeing(c: Contributions, t: np.ndarray, name: str) -> np.ndarray:
    return ratio(c.part(t, f"agree:{name}"), c.part(t, "paired"))


def percent(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> Parts:
    """Mean over items of the share of pairs of ratings that agree (weighted)."""
    observed = _agreeing(c, t, name)
    return observed, observed, np.full_like(observed, np.nan)


def _shares(c: Contributions, t: np.ndarray) -> np.ndarray:
    """Each label's mean share of an item's ratings, over all rated items (Gwet 2014, eq. 2.10)."""
    return ratio(c.part(t, "share"), c.part(t, "rated")[..., None])


def _pooled(c: Contributions, t: np.ndarray) -> np.ndarray:
    """Each label's share of all ratings on items with two or more."""
    return ratio(c.part(t, "label"), c.part(t, "ratings")[..., None])


def fleiss(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> Parts:
    """Fleiss' kappa: chance from each label's share of all ratings (Fleiss 1971, Psychol. Bull. 76, 378–382, eq. 2).

    He has equally many ratings on each item; where there are more on some, an item with one rating counts for the
    shares as every rating does, and agreement is that of the items with two or more.
    """
    given = c.part(t, "given" if "given" in c.blocks else "label")
    return chance_corrected(_agreeing(c, t, name), _chance(ratio(given, given.sum(axis=-1)[..., None]), w))


def scott(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> Parts:
    """Scott's pi: two raters, chance from both raters' labels on the items both rated (1955, Public Opin. Q. 19)."""
    return chance_corrected(_agreeing(c, t, name), _chance(_pooled(c, t), w))


def fleiss_gwet(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> Parts:
    """Fleiss' kappa, chance from the mean of the items' own label shares (Gwet 2014, Handbook, 4th ed., ch. 2–3)."""
    return chance_corrected(_agreeing(c, t, name), _chance(_shares(c, t), w))


def gwet_ac(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> Parts:
    """Gwet's AC1, with weights AC2: pe = Σw · Σ π(1 − π) / (q(q − 1)).

    Gwet (2008), Br. J. Math. Stat. Psychol. 61, 29–48.
    """
    p = _shares(c, t)
    q = p.shape[-1]
    if q < 2:
        return chance_corrected(_agreeing(c, t, name), np.full(p.shape[:-1], np.nan))
    chance = _weight_sum(w, q) * (p * (1 - p)).sum(axis=-1) / (q * (q - 1))
    return chance_corrected(_agreeing(c, t, name), chance)


def brennan_prediger(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> Parts:
    """Chance is Σw / q²: every label equally likely (Brennan & Prediger 1981; Randolph 2005; two labels: PABAK)."""
    q = c.blocks["label"][1][0]
    observed = _agreeing(c, t, name)
    return chance_corrected(observed, np.full(observed.shape, _weight_sum(w, q) / q**2 if q else 1.0))


def alpha(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> Parts:
    """Krippendorff's alpha, 1 − Do / De, with the distance 1 − w (Krippendorff 2011, Computing Alpha-Reliability)."""
    n_k = c.part(t, "label")
    n = n_k.sum(axis=-1)
    return one_minus(1 - ratio(c.part(t, f"coincide:{name}"), n), ratio(n**2 - _chance(n_k, w), n * (n - 1)))


def alpha_ordinal(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> Parts:
    """Krippendorff's alpha with his ordinal metric; `w` and `name` are not used.

    The ordinal distance between two labels, the ratings between them less half of their own, is the difference of
    their mid-ranks among all ratings, so this is interval alpha on mid-ranks.
    """
    o = c.part(t, "matrix")
    n_k = o.sum(axis=-1)
    n = n_k.sum(axis=-1)
    rank = np.cumsum(n_k, axis=-1) - n_k / 2
    rank = rank - (ratio((n_k * rank).sum(axis=-1), n))[..., None]  # centred: no loss of digits
    square = rank**2
    observed = 2 * ((n_k * square).sum(axis=-1) - np.einsum("...k,...kl,...l->...", rank, o, rank, optimize=True))
    return one_minus(ratio(observed, n), ratio(2 * (n_k * square).sum(axis=-1), n - 1))


def conger(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> Parts:
    """Conger's kappa: chance from the raters' own label shares (Conger 1980, Psychol. Bull. 88, 322–328).

    pe = Σ w (mean shares' product − covariance of shares / raters), as in Gwet (2014, ch. 2).
    """
    return _by_rater(c, t, w, name, "rater")


def cohen(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> Parts:
    """Cohen's kappa of two raters on the items both rated (Cohen 1960, 1968): there Conger's."""
    return _by_rater(c, t, w, name, "both")


def _by_rater(c: Contributions, t: np.ndarray, w: Matrix, name: str, block: str) -> Parts:
    given = c.part(t, block)
    p = ratio(given, given.sum(axis=-1)[..., None])
    absent = np.isnan(p).all(axis=-1)  # a rater without a rating here is none of the raters
    p = np.where(absent[..., None], 0.0, p)
    r = (~absent).sum(axis=-1).astype(float)
    total = p.sum(axis=-2)
    own = _chance(p, w).sum(axis=-1)
    return chance_corrected(_agreeing(c, t, name), ratio(_chance(total, w) - own, r * (r - 1)))


def light(c: Contributions, t: np.ndarray, w: Matrix, name: str) -> Parts:
    """Light's kappa: the mean of the pairs' Cohen kappas; undefined pairs do not count.

    Light (1971), Psychol. Bull. 76, 365–377.
    """
    table = c.part(t, "pair")
    n = table.sum(axis=(-1, -2))
    a, b = table.sum(axis=-1), table.sum(axis=-2)
    same = np.trace(table, axis1=-2, axis2=-1) if w is None else (table * w).sum(axis=(-1, -2))
    observed = ratio(same, n)
    kappa = chance_corrected(observed, ratio((a * b if w is None else (a @ w) * b).sum(axis=-1), n**2))[0]
    defined = np.isfinite(kappa)
    mean = ratio(np.where(defined, kappa, 0.0).sum(axis=-1), defined.sum(axis=-1).astype(float))
    return mean, *np.full((2, *mean.shape), np.nan)
