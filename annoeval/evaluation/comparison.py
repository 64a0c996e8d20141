"""Table `comparison`: do groups differ, and by how much?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import pandas as pd

from annoeval.evaluation.current import MOST_GROUPS, current_values
from annoeval.statistics.effects import cliff_delta, hedges_g
from annoeval.statistics.multiple import adjust
from annoeval.statistics.outcome import Array, Outcome
from annoeval.statistics.permutation import permutation_test
from annoeval.statistics.two_groups import mann_whitney, student, welch
from annoeval.study import Study

COLUMNS = [
    "dimension", "rater", "what", "a", "b", "n_a", "n_b", "estimate", "low", "high", "statistic", "df", "p",
    "p_adjusted", "effect", "effect_name", "test", "recommended", "reason", "method", "effect_low", "effect_high",
]  # fmt: skip
MOST_PAIRS = 12  # levels of a group column up to which every pair is compared


def comparison(
    study: Study, *, dimension: str | None = None, raters: Sequence[str] | None = None, by: Sequence[str] | None = None
) -> pd.DataFrame:
    """Every comparison the study allows: groups of items, by dimension and rater.

    Columns `COLUMNS`; `what` names the group column and `a`, `b` two of its values in alphabetical order; `estimate`
    is the mean of a minus that of b (for `mann_whitney` the Hodges–Lehmann shift). One test of each comparison is
    `recommended`. `p_adjusted` is Holm's over the rows with the same rater, `what` and test.
    dimension, raters, by narrow the work.
    """
    rows = []
    for name in [dimension] if dimension else study.dimensions:
        if study.dimensions[name].numeric:
            values = current_values(study, name, raters)
            values = values[values["kind"] != "reference"]
            for rater, own in values.groupby("rater", sort=False):
                for column in study.groups if by is None else by:
                    keys = {"dimension": name, "rater": rater, "what": column}
                    rows += [keys | row for row in _groups(own, own["item_id"].map(study.items[column]))]
    return adjusted(pd.DataFrame(rows, columns=COLUMNS))


def adjusted(table: pd.DataFrame) -> pd.DataFrame:
    """The table with `p_adjusted`: Holm's within the rows of the same rater, `what` and test."""
    if table.empty:
        return table
    for _, rows in table.groupby(["rater", "what", "test"], dropna=False, sort=False):
        table.loc[rows.index, "p_adjusted"] = pd.Series(adjust(rows["p"])[0], index=rows.index, dtype="float64")
    return table.astype({"p_adjusted": "float64"})


def _groups(rows: pd.DataFrame, group: pd.Series) -> Iterator[dict[str, object]]:
    parts = {str(level): part["value"].to_numpy(float) for level, part in rows.groupby(group, sort=False)}
    levels = sorted(parts)
    if len(levels) > MOST_GROUPS or len(levels) > MOST_PAIRS:
        return
    for a, b in combinations(levels, 2):
        yield from _two_groups(a, b, parts[a], parts[b])


def _two_groups(a: str, b: str, x: Array, y: Array) -> Iterator[dict[str, object]]:
    size, dominance = hedges_g(x, y), cliff_delta(x, y)
    yield row(a, b, welch(x, y), size, recommended=True)
    yield row(a, b, student(x, y), size)
    yield row(a, b, permutation_test(x, y), size)
    yield row(a, b, mann_whitney(x, y), dominance)


def row(
    a: str, b: str, outcome: Outcome, effect: Outcome | None = None, recommended: bool = False
) -> dict[str, object]:
    """One row of the table from a test's outcome and the effect size that goes with it."""
    return {
        "a": a, "b": b, "n_a": outcome.n_a, "n_b": outcome.n_b, "estimate": outcome.estimate, "low": outcome.low,
        "high": outcome.high, "statistic": outcome.statistic, "df": outcome.df, "p": outcome.p,
        "effect": effect.estimate if effect else None, "effect_name": effect.test if effect else "",
        "test": outcome.test, "recommended": recommended, "reason": outcome.reason, "method": outcome.method,
        "effect_low": effect.low if effect else None, "effect_high": effect.high if effect else None,
    }  # fmt: skip
