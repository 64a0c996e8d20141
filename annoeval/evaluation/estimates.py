"""What is true of all items when people reviewed some: table `estimates`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from annoeval.evaluation.audited import LEVEL, Audited
from annoeval.evaluation.coverage_of_review import COLUMN, Coverage, ai_scores, coverage
from annoeval.evaluation.figures_of_ai import Figure, accuracy, found, kappa, precision
from annoeval.problem import AnnoevalError
from annoeval.rating_table import PEOPLE
from annoeval.scale import Scale
from annoeval.statistics.partial.levels import shortfall_limits
from annoeval.statistics.partial.looks import Looks, limits_at
from annoeval.study import Study

COLUMNS = [
    "dimension", "by", "group", "what", "estimate", "low", "high", "naive", "bound_low", "bound_high",
    "n_all", "n_reviewed", "n_audited", "n_unseen", "valid", "method", "reason",
]  # fmt: skip
MOST_STRATA = 12
MOST_GROUPS = 60  # a column with more values names items rather than grouping them
CENSUS = "every item was reviewed"
ONE_SCORE = "one score is all that was ever given, so where its scale begins and ends isn't known"
Figures = dict[str, Callable[[], Figure]]
LEVELS = "limits of the share below every value, put together"


def estimates(
    study: Study, dimension: str | None = None, by: Sequence[str] | None = None, looks: Looks | None = None
) -> pd.DataFrame:
    """Table `estimates`: per dimension that people judged, or an AI alone (then there are only bounds), group and
    figure what is true of all items, at 95 %.

    what: `mean`, `share of VALUE`, and where an AI scored `accuracy`, `precision of VALUE` (of the AI's VALUEs how many
    are), `found of VALUE` (of the true ones how many the AI called so), `kappa_quadratic`.
    naive: the figure as reviewed, not corrected (people's answers where given, else the AI's). bound_low, bound_high:
    what the items nobody looked at allow. valid: whether estimate, low and high hold; else `reason` says why not.
    looks: how often the audit was looked at, where the study doesn't say it: of an audit that was drawn here the limits
    are those at any time until it is complete. by: item columns to split by; default the groups of up to 60 values.
    Method and proof: docs/truth.md. Raises AnnoevalError for a dimension that there is not.
    """
    rows: list[dict[str, Any]] = []
    for name in [dimension] if dimension else _to_estimate(study):
        for row, figures in _of_dimension(study, name, by, looks):
            rows += [row | make().columns() for make in figures.values()]
    return pd.DataFrame(rows, columns=COLUMNS)


def _to_estimate(study: Study) -> list[str]:
    """Dimensions that people judged or an audit was drawn for, and those of which nobody but one AI said anything."""
    r = study.ratings
    told = {*r.loc[r["kind"].isin(PEOPLE), "dimension"].unique(), *(a.dimension for a in study.audits)}
    return [d for d in study.dimensions if d in told or only_scored(study, d)]


def only_scored(study: Study, dimension: str) -> bool:
    """Whether an AI's are the only scores of a dimension: no person judged it, no reference says what is right."""
    kinds = study.ratings.loc[study.ratings["dimension"] == dimension, "kind"].unique()
    return set(kinds) == {"ai"} and bool(ai_scores(study, dimension).notna().any())


def estimate(
    study: Study,
    dimension: str,
    what: str = "mean",
    *,
    group: str = "",
    value: str = "all",
    looks: Looks | None = None,
) -> pd.Series:
    """One row of `estimates`: a figure of a dimension, overall or of one value of a group.

    what: `mean`, `share of 2`, `accuracy`, `kappa_quadratic`, …; looks: as of `estimates`. Raises AnnoevalError where
    there is no such figure.
    """
    known: dict[str, None] = {}
    for row, figures in _of_dimension(study, dimension, [group] if group else [], looks):
        known |= dict.fromkeys(figures)
        if (row["by"], row["group"]) == (group, value) and what in figures:
            return pd.Series(row | figures[what]().columns(), index=COLUMNS)
    raise AnnoevalError(f"There is no {what!r} of {dimension} here; there is {', '.join(known) or 'nothing'}.")


def strata_of(study: Study, covered: Coverage) -> str:
    """The item column whose values are the strata: those drawn from apart, else the first group of few values; "" for
    one stratum. Limits at any time of one random order take it as it is."""
    if covered.by in study.items:
        return covered.by
    if covered.looks.kind == "any time":
        return ""
    return first_group(study)


def first_group(study: Study) -> str:
    """The first group of few values, which may be strata; "" where there is none."""
    return next((g for g in _groups(study) if 1 < study.items[g].nunique() <= MOST_STRATA), "")


def _groups(study: Study) -> list[str]:
    return [g for g in study.groups if str(g).casefold() != COLUMN]


def _of_dimension(
    study: Study, dimension: str, by: Sequence[str] | None, looks: Looks | None
) -> Iterator[tuple[dict[str, Any], Figures]]:
    """Of all items and of every group what its rows share, and its figures."""
    if dimension not in study.dimensions:
        raise AnnoevalError(f"There is no dimension {dimension!r}; {study.name} has {', '.join(study.dimensions)}.")
    scale = study.dimensions[dimension]
    if scale.level in ("text", "set") or scale.role == "score" or scale.judges:  # an audit draws items, not answers
        return
    covered = coverage(study, dimension)
    if not len(covered.items):
        return
    if looks is not None:
        covered = _looked_at(covered, looks)
    covered = _as_numbers(covered, scale)
    column, apart = strata_of(study, covered), bool(covered.by)
    group = study.items[column].reindex(covered.items.index) if column else None
    strata = _strata(covered.items, group, apart)
    whole = Audited(covered.items, strata, covered.looks, apart)
    shared = _shared(covered, whole)
    yield {"dimension": dimension, "by": "", "group": "all", **shared}, _figures(whole, scale, shared["valid"])
    for split in [g for g in _groups(study) if study.items[g].nunique() <= MOST_GROUPS] if by is None else by:
        for value, items in covered.items.groupby(study.items[split].reindex(covered.items.index), sort=False):
            inner = strata.reindex(items.index) if apart else pd.Series(0, index=items.index)
            part = Audited(items, inner, covered.looks, apart)
            shared = _shared(covered, part, small=True)
            figures = _figures(part, scale, shared["valid"], small=True)
            yield {"dimension": dimension, "by": split, "group": str(value), **shared}, figures


def figure(study: Study, dimension: str, covered: Coverage, what: str) -> Figure:
    """One figure over all items, for what `coverage` found or a part of it. what: as of `estimate`."""
    apart, covered = bool(covered.by), _as_numbers(covered, study.dimensions[dimension])
    group = study.items[covered.by].reindex(covered.items.index) if apart else None
    part = Audited(covered.items, _strata(covered.items, group, apart), covered.looks, apart)
    return _figures(part, study.dimensions[dimension], part.audited)[what]()


def _looked_at(covered: Coverage, looks: Looks) -> Coverage:
    """The coverage, looked at as often as somebody says; an audit that isn't complete keeps the limits at any time."""
    return covered if covered.looks.kind == "any time" else replace(covered, looks=looks)


def _as_numbers(covered: Coverage, scale: Scale) -> Coverage:
    """Scores as floats where they are numbers: each figure compares all of them, and objects one by one."""
    if not scale.numeric:
        return covered
    said = ["ai", "value", "final"]
    return replace(covered, items=covered.items.astype(dict.fromkeys(said, "float64")))


def _strata(items: pd.DataFrame, group: pd.Series | None, apart: bool) -> pd.Series:
    """The stratum of every item: its group's value; groups without an audited item join the largest that has one,
    unless they were drawn from apart."""
    if group is None:
        return pd.Series(0, index=items.index)
    code = pd.Series(pd.factorize(group.array)[0], index=items.index)
    drawn = pd.unique(code.to_numpy()[items["part"].eq("drawn").to_numpy()])
    if apart or not len(drawn):
        return code
    sizes = code[items["part"].ne("known")].value_counts()
    return code.where(code.isin(drawn), sizes.reindex(drawn).idxmax())


def _shared(covered: Coverage, part: Audited, small: bool = False) -> dict[str, Any]:
    """What all figures of some items have in common."""
    reason = covered.reason if part.unseen else ""
    if part.unseen and not reason and not part.audited:
        reason = "no item of this group was audited" if small else "a group of its own was not audited yet"
    of = part.n_audited + covered.waiting
    counted = f", of the first {part.n_audited} of {of} drawn" if covered.waiting and not small else ""
    return {
        "n_all": len(part.items),
        "n_reviewed": len(part.items) - part.unseen,
        "n_audited": part.n_audited,
        "n_unseen": part.unseen,
        "valid": not reason,
        "reason": reason,
        "method": "" if reason else covered.looks.method + counted if part.unseen else CENSUS,
    }


def _figures(part: Audited, scale: Scale, valid: bool, small: bool = False) -> Figures:
    """By name each figure that some items have, worked out when it is called."""
    labels = scale.categories
    made: Figures = {}
    if scale.numeric and scale.range is not None:
        made["mean"] = partial(_mean, part, scale, valid)
    made |= {f"share of {label}": partial(_share, part, label, valid) for label in labels}
    if part.items["ai"].notna().any():
        made["accuracy"] = partial(accuracy, part, valid)
        if not small:
            for label in labels:
                made[f"precision of {label}"] = partial(precision, part, label, valid)
                made[f"found of {label}"] = partial(found, part, label, valid)
            made["kappa_quadratic"] = partial(kappa, part, scale, valid)
    return made


def _share(part: Audited, label: Any, valid: bool) -> Figure:
    of, sure = len(part.items), int((part.items["value"] == label).sum())
    final = part.items["final"]
    merged = float((final == label).sum() / max(int(final.notna().sum()), 1))
    row = Figure(f"share of {label}", naive=merged, bounds=(sure / of, (sure + part.unseen) / of))
    if valid:
        usual = bool((part.frame["ai"] == label).mean() > 0.5) if len(part.frame) else False
        got = part.count(lambda x: x["value"] == label, rare=not usual)
        base = int((part.known["value"] == label).sum())
        if got is not None:
            row.found = ((base + got.low) / of, (base + got.high) / of, (base + got.estimate) / of)
    return row


def _mean(part: Audited, scale: Scale, valid: bool) -> Figure:
    assert scale.range is not None
    bottom, top = map(float, scale.range)
    of, values = len(part.items), part.items["value"].astype("float64")
    bounds = ((values.sum() + bottom * part.unseen) / of, (values.sum() + top * part.unseen) / of)
    row = Figure("mean", naive=float(pd.to_numeric(part.items["final"], errors="coerce").mean()), bounds=bounds)
    if bottom == top and part.unseen:
        row.bounds, row.reason = (np.nan, np.nan), ONE_SCORE
    if row.reason or not valid:
        return row
    whole = float(part.known["value"].astype("float64").sum()) + top * len(part.frame)
    low, high, point = _short(part, list(scale.categories), bottom, top, row)
    row.found = ((whole - high) / of, (whole - low) / of, (whole - point) / of)
    return row


def _short(part: Audited, steps: list[Any], bottom: float, top: float, row: Figure) -> tuple[float, float, float]:
    """How much the items of the frame fall short of the top together: low, high, estimate."""
    if not len(part.frame):
        return 0.0, 0.0, 0.0
    half = (top - bottom) / 2
    if steps == [bottom, bottom + half, top]:
        got = limits_at(part.steps(bottom, bottom + half), 2, part.looks, LEVEL)
        return half * got.low, half * got.high, half * got.estimate
    if steps == [bottom, top]:
        count = part.count(lambda x: x["value"] == bottom)
        assert count is not None
        span = top - bottom
        return span * count.low, span * count.high, span * count.estimate
    row.method = f"{part.looks.method}: {LEVELS}"
    return shortfall_limits(part.values(), [len(s) for s in part.strata], bottom, top, LEVEL, part.looks)
