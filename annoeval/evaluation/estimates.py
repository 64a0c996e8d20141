"""What is true of all items when people reviewed some: table `estimates`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from annoeval.evaluation.coverage_of_review import COLUMN, Coverage, coverage
from annoeval.ratings import resolve
from annoeval.statistics.partial.anytime import anytime_limits
from annoeval.statistics.partial.kappa import kappa_bounds, kappa_limits
from annoeval.statistics.partial.levels import shortfall_limits
from annoeval.statistics.partial.limits import Limits, limits
from annoeval.statistics.partial.stratum import Stratum
from annoeval.study import AnnoevalError, Scale, Study

COLUMNS = [
    "dimension", "by", "group", "what", "estimate", "low", "high", "naive", "bound_low", "bound_high",
    "n_all", "n_reviewed", "n_audited", "n_unseen", "valid", "method", "reason",
]  # fmt: skip
MOST_STRATA = 12
EXACT = "profile-exact limits of the audit"
CENSUS = "every item was reviewed"
ANYTIME = "limits at any time (Ville)"
LEVELS = "exact limits of the share below every value, put together"


def estimates(
    study: Study, dimension: str | None = None, by: Sequence[str] | None = None, anytime: bool = False
) -> pd.DataFrame:
    """Table `estimates`: per dimension, group and figure what is true of all items, at 95 %.

    what: `mean`, `share of VALUE`, and where an AI scored `accuracy`, `precision of VALUE` (of the AI's VALUEs how many
    are), `found of VALUE` (of the true ones how many the AI called so), `kappa_quadratic`.
    naive: the figure as reviewed, not corrected (people's answers where given, else the AI's). bound_low, bound_high:
    what the items nobody looked at allow. valid: whether estimate, low and high hold; else `reason` says why not.
    anytime: limits that hold however often one looks (means and shares only), instead of those of a fixed size.
    by: item columns to split by; default all groups of the study. Method and proof: docs/truth.md.
    """
    rows: list[dict[str, Any]] = []
    for name in [dimension] if dimension else study.dimensions:
        scale = study.dimensions[name]
        if scale.level in ("text", "set") or scale.role == "score":
            continue
        rows += _of_dimension(study, name, scale, by, anytime)
    return pd.DataFrame(rows, columns=COLUMNS)


def estimate(
    study: Study, dimension: str, what: str = "mean", *, group: str = "", value: str = "all", **options: Any
) -> pd.Series:
    """One row of `estimates`: a figure of a dimension, overall or of one value of a group.

    what: `mean`, `share of 2`, `accuracy`, `kappa_quadratic`, …; options: as of `estimates`. Raises AnnoevalError where
    there is no such figure.
    """
    if dimension not in study.dimensions:
        raise AnnoevalError(f"There is no dimension {dimension!r}; {study.name} has {', '.join(study.dimensions)}.")
    table = estimates(study, dimension, [group] if group else [], **options)
    row = table[(table["by"] == group) & (table["group"] == value) & (table["what"] == what)]
    if row.empty:
        known = ", ".join(dict.fromkeys(table["what"])) or "nothing"
        raise AnnoevalError(f"There is no {what!r} of {dimension} here; there is {known}.")
    return row.iloc[0]


def _of_dimension(
    study: Study, dimension: str, scale: Scale, by: Sequence[str] | None, anytime: bool
) -> list[dict[str, Any]]:
    found = coverage(study, dimension)
    if not len(found.items):
        return []
    merged = resolve(study, dimension).set_index("item_id")["value"]
    groups = [g for g in study.groups if str(g).casefold() != COLUMN]
    first = next((g for g in groups if study.items[g].nunique() <= MOST_STRATA), None)
    strata = _strata(found.items, study.items[first].reindex(found.items.index) if first else None)
    rows = _figures(found, found.items, merged, strata, scale, anytime)
    out = [{"dimension": dimension, "by": "", "group": "all", **r} for r in rows]
    for column in groups if by is None else by:
        for value, part in found.items.groupby(study.items[column].reindex(found.items.index), sort=False):
            own = _figures(found, part, merged, pd.Series(0, index=part.index), scale, anytime, small=True)
            out += [{"dimension": dimension, "by": column, "group": str(value), **r} for r in own]
    return out


def _strata(items: pd.DataFrame, group: pd.Series | None) -> pd.Series:
    """The stratum of every item: its group's value; groups without an audited item join the largest that has one."""
    if group is None:
        return pd.Series(0, index=items.index)
    code = pd.Series(pd.factorize(group)[0], index=items.index)
    frame = items["part"].ne("known")
    drawn = code[items["part"].eq("drawn")].unique()
    if not len(drawn):
        return pd.Series(0, index=items.index)
    sizes = code[frame].value_counts()
    return code.where(code.isin(drawn), sizes.reindex(drawn).idxmax())


class _Part:
    """Items of which some figures are wanted: what is known, and the audit of the rest by stratum."""

    def __init__(self, items: pd.DataFrame, strata: pd.Series, anytime: bool) -> None:
        self.items, self.anytime = items, anytime
        self.known = items.loc[items["part"] == "known"]
        frame = items["part"] != "known"
        self.frames = [items[frame & (strata == s)] for s in strata[frame].unique()]
        self.drawn = [f[f["part"] == "drawn"] for f in self.frames]
        self.size = sum(map(len, self.frames))
        self.audited = all(len(d) for d in self.drawn)

    def count(self, right: Callable[[pd.Series], pd.Series]) -> Limits:
        """Limits of how many of the items outside the known part satisfy `right` (of people's answers)."""
        parts = [
            Stratum(len(f), len(d), int(right(d["value"]).sum())) for f, d in zip(self.frames, self.drawn, strict=True)
        ]
        return anytime_limits(parts, 1) if self.anytime and self.size else limits(parts, 1)


def _figures(
    found: Coverage,
    items: pd.DataFrame,
    merged: pd.Series,
    strata: pd.Series,
    scale: Scale,
    anytime: bool,
    small: bool = False,
) -> list[dict[str, Any]]:
    part = _Part(items, strata, anytime)
    unseen = int((items["part"] == "unseen").sum())
    reason = found.reason if unseen else ""
    if unseen and not reason and not part.audited:
        reason = "no item of this group was audited"
    shared: dict[str, Any] = {
        "n_all": len(items),
        "n_reviewed": len(items) - unseen,
        "n_audited": int((items["part"] == "drawn").sum()),
        "n_unseen": unseen,
        "valid": not reason,
        "reason": reason,
        "method": CENSUS if not unseen else "" if reason else ANYTIME if anytime else EXACT,
    }
    rows = []
    naive = merged.reindex(items.index)
    if scale.numeric and scale.range is not None:
        rows.append(_mean(part, scale, naive, not reason))
    labels = list(scale.categories)
    for label in labels:
        is_label = lambda x, label=label: x == label  # noqa: E731
        rows.append(_share(f"share of {label}", part, is_label, len(items), float((naive == label).mean()), not reason))
    if not small and items["ai"].notna().any():
        rows += _of_ai(part, labels, not reason)
        rows.append(_kappa(part, scale, not reason))
    return [{**shared, **{k: v for k, v in r.items() if v is not None}} for r in rows]


def _row(what: str, found: tuple[float, float, float] | None, naive: float | None, bounds: tuple[float, float]) -> dict:
    low, high, estimate = found or (np.nan, np.nan, np.nan)
    return {
        "what": what,
        "estimate": estimate,
        "low": low,
        "high": high,
        "naive": naive,
        "bound_low": bounds[0],
        "bound_high": bounds[1],
    }


def _share(
    what: str, part: _Part, is_label: Callable[[pd.Series], pd.Series], of: int, naive: float, valid: bool
) -> dict[str, Any]:
    sure = int(is_label(part.items["value"]).sum())
    unseen = int((part.items["part"] == "unseen").sum())
    found = None
    if valid:
        base, rest = int(is_label(part.known["value"]).sum()), part.count(is_label)
        found = ((base + rest.low) / of, (base + rest.high) / of, (base + rest.estimate) / of)
    return _row(what, found, naive, (sure / of, (sure + unseen) / of))


def _mean(part: _Part, scale: Scale, naive: pd.Series, valid: bool) -> dict[str, Any]:
    assert scale.range is not None
    bottom, top = map(float, scale.range)
    of, values = len(part.items), part.items["value"].astype("float64")
    unseen = int(values.isna().sum())
    bounds = ((values.sum() + bottom * unseen) / of, (values.sum() + top * unseen) / of)
    known = float(part.known["value"].astype("float64").sum())
    merged = float(pd.to_numeric(naive, errors="coerce").mean())
    if not valid:
        return _row("mean", None, merged, bounds)
    drawn = [d["value"].astype("float64").to_numpy() for d in part.drawn]
    sizes = [len(f) for f in part.frames]
    step = (top - bottom) / 2
    method = None
    if not part.size:
        short = (0.0, 0.0, 0.0)
    elif list(scale.categories) == [bottom, bottom + step, top]:
        strata = [
            Stratum(n, len(x), int((x == bottom).sum()), int((x == bottom + step).sum()))
            for x, n in zip(drawn, sizes, strict=True)
        ]
        got = anytime_limits(strata, 2) if part.anytime else limits(strata, 2)
        short = (step * got.low, step * got.high, step * got.estimate)
    elif list(scale.categories) == [bottom, top]:
        got = part.count(lambda x: x == bottom)
        short = ((top - bottom) * got.low, (top - bottom) * got.high, (top - bottom) * got.estimate)
    else:
        short, method = shortfall_limits(drawn, sizes, bottom, top), LEVELS
    whole = known + top * part.size
    found = ((whole - short[1]) / of, (whole - short[0]) / of, (whole - short[2]) / of)
    return _row("mean", found, merged, bounds) | {"method": method}


def _of_ai(part: _Part, labels: list[Any], valid: bool) -> list[dict[str, Any]]:
    """The AI's accuracy, precision and share found: exact where all unseen items bear one AI score."""
    items, of = part.items, len(part.items)
    frame = items[items["part"] != "known"]
    unseen = items["part"].eq("unseen")
    answered = items[~unseen]
    agree = answered["ai"] == answered["value"]
    naive = float(agree.mean()) if len(answered) else None
    sure = int(agree.sum())
    one = frame["ai"].iloc[0] if len(frame) and frame["ai"].nunique(dropna=False) == 1 else None
    more: dict[str, Any] = {}
    if len(frame) and one is None:
        more = {"valid": False, "reason": "the items nobody looked at bear several AI scores", "method": ""}
    can = valid and not more
    got = part.count(lambda x: x == one) if can else None
    known = int((part.known["ai"] == part.known["value"]).sum())
    found = None if got is None else ((known + got.low) / of, (known + got.high) / of, (known + got.estimate) / of)
    rows = [_row("accuracy", found, naive, (sure / of, (sure + int(unseen.sum())) / of)) | more]
    for label in labels:
        rows += _of_label(part, label, one, can, more)
    return rows


def _of_label(part: _Part, label: Any, one: Any, can: bool, more: dict[str, Any]) -> list[dict[str, Any]]:
    items, known = part.items, part.known
    said, true = items["ai"] == label, items["value"] == label
    hidden = items["part"].eq("unseen")
    hit, called, there = int((said & true).sum()), int(said.sum()), int(true.sum())
    unseen, unseen_said = int(hidden.sum()), int((hidden & said).sum())
    bounds = (hit / called, (hit + unseen_said) / called) if called else (np.nan, np.nan)
    worst = hit / (there + (unseen - unseen_said)) if there + unseen - unseen_said else np.nan
    best = (hit + unseen_said) / (there + unseen_said) if there + unseen_said else np.nan
    precision = found = None
    if can:
        got = part.count(lambda x: x == label)
        base = int(((known["ai"] == label) & (known["value"] == label)).sum())
        total = int((known["value"] == label).sum())
        mine = one is not None and label == one

        def share(m: float) -> float:
            whole = total + m
            return (base + (m if mine else 0)) / whole if whole else np.nan

        ends = sorted((share(got.low), share(got.high)))
        found = (ends[0], ends[1], share(got.estimate))
        if called:
            moved = (got.low, got.high, got.estimate) if mine else (0.0, 0.0, 0.0)
            low, high, point = ((base + m) / called for m in moved)
            precision = (low, high, point)
    answered = int((said & ~hidden).sum())
    rows = [
        _row(f"precision of {label}", precision, hit / answered if answered else None, bounds),
        _row(f"found of {label}", found, hit / there if there else None, (worst, best)),
    ]
    if not called:
        rows[0] |= {"valid": False, "method": "", "reason": f"the AI never said {label}"}
    return [r | more for r in rows]


def _kappa(part: _Part, scale: Scale, valid: bool) -> dict[str, Any]:
    """Quadratic κ of AI and truth on a scale of three equal steps; the AI gave all unseen items the highest."""
    labels = list(scale.categories)
    none = _row("kappa_quadratic", None, None, (np.nan, np.nan))

    def refused(reason: str) -> dict[str, Any]:
        return none | {"valid": False, "method": "", "reason": reason}

    if not scale.numeric or len(labels) != 3 or labels[1] - labels[0] != labels[2] - labels[1]:
        return refused("κ from an audit is worked out for scales of three equal steps")
    frame = part.items[part.items["part"] != "known"]
    if not (frame["ai"] == labels[2]).all():
        return refused("κ from an audit needs all items outside the review to bear the AI's highest score")
    known = part.items[part.items["part"].eq("known") & part.items["ai"].notna()]
    table = [[int(((known["ai"] == a) & (known["value"] == b)).sum()) for b in labels] for a in labels]
    drawn = pd.concat(part.drawn) if part.drawn else known.iloc[:0]
    sure = [list(row) for row in table]
    for at, label in enumerate(labels):
        sure[2][at] += int((drawn["value"] == label).sum())
    bounds = kappa_bounds(sure, int((frame["part"] == "unseen").sum()))
    ends = (bounds.low if bounds.low is not None else np.nan, bounds.high if bounds.high is not None else np.nan)
    if not valid:
        return _row("kappa_quadratic", None, None, ends)
    if part.anytime:
        return refused("κ has no limits at any time yet")
    if not part.size:
        values = kappa_bounds(table, 0)
        point = values.low
        found = (point, point, point)
    else:
        strata = [
            Stratum(len(f), len(d), int((d["value"] == labels[0]).sum()), int((d["value"] == labels[1]).sum()))
            for f, d in zip(part.frames, part.drawn, strict=True)
        ]
        k = kappa_limits(table, strata)
        found = (k.low, k.high, k.value)
    if any(x is None for x in found):
        return refused("AI and people used one score only, so chance agreement is 1")
    return _row("kappa_quadratic", found, None, ends)  # type: ignore[arg-type]
