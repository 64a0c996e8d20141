"""No limit of a figure leaves what the figure can be, an estimate lies within its own interval, and no p is 0."""

import math
from itertools import pairwise

import pandas as pd
from hypothesis import given, settings

from annoeval.evaluation import TABLES, evaluate
from tests.evaluation.test_thin_data import explained, studies

LEAST_P = 1e-300
SHARE = (0.0, 1.0)
COEFFICIENT = (-1.0, 1.0)
EFFECTS = {
    "cliff_delta": COEFFICIENT,
    "cohen_h": (-math.pi, math.pi),
    "odds_ratio": (0.0, math.inf),
    "eta_squared": SHARE,
    "epsilon_squared": SHARE,
    "kendall_w": SHARE,
}
ANY = (-math.inf, math.inf)
# table → (value, low, high) and what they can be: a range, or the scale's own range, or differences on it
FIGURES = {
    "scores": [("mean", "low", "high", "scale"), ("share_of_maximum", None, None, SHARE)],
    "labels": [("share", "low", "high", SHARE)],
    "win_rates": [("win_rate", "low", "high", SHARE)],
    "agreement": [("value", "low", "high", (-math.inf, 1.0))],
    "pairs": [("kappa", "low", "high", COEFFICIENT), ("observed", None, None, SHARE)],
    "classes": [("value", "low", "high", SHARE)],
    "calibration": [("accuracy", "low", "high", SHARE)],
    "calibration_summary": [(f, f"{f}_low", f"{f}_high", SHARE) for f in ("ece", "brier", "auroc")],
    "correlation": [("estimate", "low", "high", COEFFICIENT)],
    "comparison": [("estimate", "low", "high", "difference"), ("effect", "effect_low", "effect_high", "effect")],
}
WITHOUT_LIMITS = {"sources", "coverage", "estimates", "circularity", "confusion"}  # estimates: tests/statistics/partial


def can_be(row, told, study):
    if isinstance(told, tuple):
        return told
    if told == "effect":
        return EFFECTS.get(row["effect_name"], ANY)
    if row.get("test") == "mcnemar" or row.get("what") == "odds":
        return ANY
    scale = study.dimensions[row["dimension"] or next(iter(study.dimensions))]
    if scale.range is None:
        return ANY
    low, high = scale.range
    return (low, high) if told == "scale" else (low - high, high - low)


def check(name, table, study):
    for row in table.to_dict("records"):
        for value, low, high, told in FIGURES[name]:
            least, most = can_be(row, told, study)
            ends = [row[c] for c in (low, value, high) if c in row and pd.notna(row[c])]
            assert all(least - 1e-12 <= e <= most + 1e-12 for e in ends), (name, row)
            assert all(a <= b + 1e-12 for a, b in pairwise(ends)), (name, row)
        for p in ("p", "p_adjusted"):
            assert p not in row or pd.isna(row[p]) or LEAST_P / 1e10 < row[p] <= 1, (name, row)


def test_every_table_is_looked_at():
    assert set(FIGURES) | WITHOUT_LIMITS == set(TABLES)


@settings(max_examples=20, deadline=None)
@given(studies())
def test_small_and_gappy_studies_have_figures_in_their_ranges_or_reasons(study):
    found = evaluate(study)
    for name in FIGURES:
        check(name, found[name], study)
    assert explained(found["comparison"], ["p"])
    assert explained(found["correlation"], ["estimate", "p"])
    assert explained(found["calibration_summary"], ["ece", "mce", "brier", "auroc"])
    assert set(found["calibration"]["n"]) <= set(range(9))
