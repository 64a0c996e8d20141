"""What is true of all items when people reviewed some: table `estimates`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from annoeval.evaluation.audited import LEVEL, Audited
from annoeval.evaluation.coverage_of_review import COLUMN, Coverage, coverage
from annoeval.evaluation.figures_of_ai import Figure, accuracy, kappa, of_labels
from annoeval.ratings import resolve
from annoeval.statistics.partial.levels import shortfall_limits
from annoeval.statistics.partial.looks import Looks, limits_at
from annoeval.study import AnnoevalError, Scale, Study

COLUMNS = [
    "dimension", "by", "group", "what", "estimate", "low", "high", "naive", "bound_low", "bound_high",
    "n_all", "n_reviewed", "n_audited", "n_unseen", "valid", "method", "reason",
]  # fmt: skip
MOST_STRATA = 12
CENSUS = "every item was reviewed"
LEVELS = "limits of the share below every value, put together"


def estimates(
    study: Study, dimension: str | None = None, by: Sequence[str] | None = None, looks: Looks | None = None
) -> pd.DataFrame:
    """Table `estimates`: per dimension, group and figure what is true of all items, at 95 %.

    what: `mean`, `share of VALUE`, and where an AI scored `accuracy`, `precision of VALUE` (of the AI's VALUEs how many
    are), `found of VALUE` (of the true ones how many the AI called so), `kappa_quadratic`.
    naive: the figure as reviewed, not corrected (people's answers where given, else the AI's). bound_low, bound_high:
    what the items nobody looked at allow. valid: whether estimate, low and high hold; else `reason` says why not.
    looks: how often the audit was looked at, where the study doesn't say it: of an audit that was drawn here the limits
    are those at any time until it is complete. by: item columns to split by; default all groups of the study.
    Method and proof: docs/truth.md.
    """
    rows: list[dict[str, Any]] = []
    for name in [dimension] if dimension else study.dimensions:
        scale = study.dimensions[name]
        if scale.level in ("text", "set") or scale.role == "score":
            continue
        rows += _of_dimension(study, name, scale, by, looks)
    return pd.DataFrame(rows, columns=COLUMNS)


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
    if dimension not in study.dimensions:
        raise AnnoevalError(f"There is no dimension {dimension!r}; {study.name} has {', '.join(study.dimensions)}.")
    table = estimates(study, dimension, [group] if group else [], looks)
    row = table[(table["by"] == group) & (table["group"] == value) & (table["what"] == what)]
    if row.empty:
        known = ", ".join(dict.fromkeys(table["what"])) or "nothing"
        raise AnnoevalError(f"There is no {what!r} of {dimension} here; there is {known}.")
    return row.iloc[0]


def strata_of(study: Study, found: Coverage) -> str:
    """The item column whose values are the strata: those drawn from apart, else the first group of few values; "" for
    one stratum. Limits at any time of one random order take it as it is."""
    if found.by in study.items:
        return found.by
    if found.looks.kind == "any time":
        return ""
    return first_group(study)


def first_group(study: Study) -> str:
    """The first group of few values, which may be strata; "" where there is none."""
    return next((g for g in _groups(study) if 1 < study.items[g].nunique() <= MOST_STRATA), "")


def _groups(study: Study) -> list[str]:
    return [g for g in study.groups if str(g).casefold() != COLUMN]


def _of_dimension(
    study: Study, dimension: str, scale: Scale, by: Sequence[str] | None, looks: Looks | None
) -> list[dict[str, Any]]:
    found = coverage(study, dimension)
    if not len(found.items):
        return []
    if looks is not None:
        found = _looked_at(found, looks)
    merged = resolve(study, dimension).set_index("item_id")["value"]
    column = strata_of(study, found)
    group = study.items[column].reindex(found.items.index) if column else None
    strata = _strata(found.items, group, apart=bool(found.by))
    part = Audited(found.items, strata, found.looks, apart=bool(found.by))
    out = [{"dimension": dimension, "by": "", "group": "all", **r} for r in _figures(found, part, merged, scale)]
    for split in _groups(study) if by is None else by:
        for value, items in found.items.groupby(study.items[split].reindex(found.items.index), sort=False):
            inner = strata.reindex(items.index) if found.by else pd.Series(0, index=items.index)
            own = _figures(found, Audited(items, inner, found.looks, bool(found.by)), merged, scale, small=True)
            out += [{"dimension": dimension, "by": split, "group": str(value), **r} for r in own]
    return out


def figure(study: Study, dimension: str, found: Coverage, what: str) -> Figure:
    """The mean or the share of a label over all items, for what `coverage` found or a part of it."""
    scale, apart = study.dimensions[dimension], bool(found.by)
    group = study.items[found.by].reindex(found.items.index) if apart else None
    part = Audited(found.items, _strata(found.items, group, apart), found.looks, apart)
    merged = found.items["value"].where(found.items["value"].notna(), found.items["ai"])
    if what == "mean":
        return _mean(part, scale, merged, part.audited)
    label = next(c for c in scale.categories if what == f"share of {c}")
    return _share(part, label, merged, part.audited)


def _looked_at(found: Coverage, looks: Looks) -> Coverage:
    """The coverage, looked at as often as somebody says; an audit that isn't complete keeps the limits at any time."""
    return found if found.looks.kind == "any time" else replace(found, looks=looks)


def _strata(items: pd.DataFrame, group: pd.Series | None, apart: bool) -> pd.Series:
    """The stratum of every item: its group's value; groups without an audited item join the largest that has one,
    unless they were drawn from apart."""
    if group is None:
        return pd.Series(0, index=items.index)
    code = pd.Series(pd.factorize(group)[0], index=items.index)
    drawn = code[items["part"].eq("drawn")].unique()
    if apart or not len(drawn):
        return code
    sizes = code[items["part"].ne("known")].value_counts()
    return code.where(code.isin(drawn), sizes.reindex(drawn).idxmax())


def _figures(
    found: Coverage, part: Audited, merged: pd.Series, scale: Scale, small: bool = False
) -> list[dict[str, Any]]:
    reason = found.reason if part.unseen else ""
    if part.unseen and not reason and not part.audited:
        reason = "no item of this group was audited" if small else "a group of its own was not audited yet"
    counted = f", of the first {part.n_audited} of {part.n_audited + found.waiting} drawn" if found.waiting else ""
    shared: dict[str, Any] = {
        "n_all": len(part.items),
        "n_reviewed": len(part.items) - part.unseen,
        "n_audited": part.n_audited,
        "n_unseen": part.unseen,
        "valid": not reason,
        "reason": reason,
        "method": "" if reason else found.looks.method + ("" if small else counted) if part.unseen else CENSUS,
    }
    naive = merged.reindex(part.items.index)
    rows: list[Figure] = []
    if scale.numeric and scale.range is not None:
        rows.append(_mean(part, scale, naive, not reason))
    rows += [_share(part, label, naive, not reason) for label in scale.categories]
    if part.items["ai"].notna().any():
        rows.append(accuracy(part, not reason))
        if not small:
            rows += of_labels(part, list(scale.categories), not reason)
            rows.append(kappa(part, scale, not reason))
    return [{**shared, **r.columns()} for r in rows]


def _share(part: Audited, label: Any, naive: pd.Series, valid: bool) -> Figure:
    of, sure = len(part.items), int((part.items["value"] == label).sum())
    merged = float((naive == label).sum() / max(int(naive.notna().sum()), 1))
    row = Figure(f"share of {label}", naive=merged, bounds=(sure / of, (sure + part.unseen) / of))
    if valid:
        usual = bool((part.frame["ai"] == label).mean() > 0.5) if len(part.frame) else False
        found = part.count(lambda x: x["value"] == label, rare=not usual)
        base = int((part.known["value"] == label).sum())
        if found is not None:
            row.found = ((base + found.low) / of, (base + found.high) / of, (base + found.estimate) / of)
    return row


def _mean(part: Audited, scale: Scale, naive: pd.Series, valid: bool) -> Figure:
    assert scale.range is not None
    bottom, top = map(float, scale.range)
    of, values = len(part.items), part.items["value"].astype("float64")
    bounds = ((values.sum() + bottom * part.unseen) / of, (values.sum() + top * part.unseen) / of)
    row = Figure("mean", naive=float(pd.to_numeric(naive, errors="coerce").mean()), bounds=bounds)
    if not valid:
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
        found = limits_at(part.steps(bottom, bottom + half), 2, part.looks, LEVEL)
        return half * found.low, half * found.high, half * found.estimate
    if steps == [bottom, top]:
        got = part.count(lambda x: x["value"] == bottom)
        assert got is not None
        return tuple((top - bottom) * x for x in (got.low, got.high, got.estimate))  # type: ignore[return-value]
    row.method = f"{part.looks.method}: {LEVELS}"
    return shortfall_limits(part.values(), [len(s) for s in part.strata], bottom, top, LEVEL, part.looks)
