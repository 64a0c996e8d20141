"""One row of the table `comparison` from what a test and an effect size came to."""

from __future__ import annotations

from annoeval.statistics.outcome import Outcome

ALL = "all"


def outcome_row(
    a: str, b: str, outcome: Outcome, effect: Outcome | None = None, recommended: bool = False
) -> dict[str, object]:
    """A row; a = "all" and b = "" for a test of all groups at once, where `n_a` counts everything."""
    return {
        "a": a, "b": b, "n_a": outcome.n_a, "n_b": outcome.n_b if b else None, "estimate": outcome.estimate,
        "low": outcome.low, "high": outcome.high, "statistic": outcome.statistic, "df": outcome.df, "p": outcome.p,
        "effect": effect.estimate if effect else None, "effect_name": effect.test if effect else "",
        "test": outcome.test, "recommended": recommended, "reason": outcome.reason, "method": outcome.method,
        "effect_low": effect.low if effect else None, "effect_high": effect.high if effect else None,
    }  # fmt: skip


def whole_row(outcome: Outcome, effect_name: str = "", recommended: bool = False) -> dict[str, object]:
    """A row for a test of all at once; the outcome's estimate is the effect (η², ε², Kendall's W)."""
    row = outcome_row(ALL, "", outcome, None, recommended)
    return row | {"estimate": None, "effect": outcome.estimate, "effect_name": effect_name}
