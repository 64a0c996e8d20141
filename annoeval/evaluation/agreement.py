"""Do the raters agree? The table `agreement` of a study."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from annoeval.evaluation.clusters import codes_of
from annoeval.evaluation.raters import UNKNOWN, Numbers, by_number, judged, rater_sets
from annoeval.scale import Scale
from annoeval.statistics.agreement.bands import span
from annoeval.statistics.agreement.panel import Panel, Resampling, panel
from annoeval.statistics.agreement.recommend import recommend
from annoeval.statistics.intervals import REPLICATES, SEED
from annoeval.study import Study
from annoeval.tables.joining import UNJOINED

AGREEMENT = (
    "dimension", "by", "group", "coefficient", "raters", "n_items", "n_ratings", "value", "low", "high", "method",
    "words", "recommended", "reason", "observed", "expected", "se",
)  # fmt: skip
_OF_KNOWN = ("cohen_", "conger_", "light_", "icc2", "icc3")
_MOST_GROUPS = 30


def agreement(
    study: Study,
    dimension: str | None = None,
    raters: Sequence[str] | None = None,
    by: Sequence[str] | None = None,
    cluster: str | None = None,
    replicates: int = REPLICATES,
    seed: int = SEED,
) -> pd.DataFrame:
    """Table `agreement`: dimension × group × set of raters × coefficient.

    A rater's first independent rating of an item counts (`annoeval.ratings.first_independent`), so that agreement is
    not that of people who talked to each other.

    raters: one set instead of people, and people and AI. by: item columns to group by, default the study's groups with
        up to 30 values; () for none. cluster: item column whose values hold items that may be alike (a paper, an
        image): intervals then resample whole clusters. replicates: 0 for no intervals.
    """
    rows: list[dict[str, object]] = []
    unjoined = any(p.problem == UNJOINED for p in study.problems)
    for name in judged(study, dimension):
        sets = {"chosen": list(raters)} if raters is not None else rater_sets(study, name)
        for members in sets.values():
            given = by_number(study, name, members)
            rated = (given.codes >= 0).any(axis=1)
            given = replace(given, place=given.place[rated], codes=given.codes[rated])
            for column, group, at in _groups(study, given.place, by):
                part = given if column == "" else replace(given, place=given.place[at], codes=given.codes[at])
                found = _panel(study, name, members, part, cluster, replicates, seed)
                if not found.n_items and unjoined:
                    found = replace(found, estimates=tuple(replace(e, reason=UNJOINED) for e in found.estimates))
                unknown = not set(members).isdisjoint(study.of_kind("anonymous"))
                rows += _agreement_rows(study.dimensions[name], name, column, group, members, found, unknown)
    return _typed(rows, AGREEMENT, ("value", "low", "high", "observed", "expected", "se"))


def _typed(rows: list[dict[str, object]], columns: Sequence[str], numbers: Sequence[str]) -> pd.DataFrame:
    """A result table whose number columns are floats even where every value is undefined."""
    frame = pd.DataFrame(rows, columns=list(columns))
    return frame.astype(dict.fromkeys(numbers, "float64"))


def _groups(study: Study, place: np.ndarray, by: Sequence[str] | None) -> Iterable[tuple[str, str, np.ndarray]]:
    """Column, group, and which of the items stand in it."""
    yield "", "all", np.arange(len(place))
    for column in study.groups if by is None else by:
        if column not in study.items:
            continue
        codes, labels = pd.factorize(study.items[column].array[place])
        if by is None and not 1 < len(labels) <= _MOST_GROUPS:
            continue
        for n, label in enumerate(labels):
            yield column, str(label), np.flatnonzero(codes == n)


def _panel(
    study: Study,
    dimension: str,
    raters: Sequence[str],
    given: Numbers,
    cluster: str | None,
    replicates: int,
    seed: int,
) -> Panel:
    scale = study.dimensions[dimension]
    ids = study.items.index
    codes, unit = codes_of(study, ids[given.place], cluster) if cluster is not None else (None, "items")
    how = Resampling(codes, unit, replicates, seed)
    if scale.level in ("interval", "ratio"):
        values = np.append(given.labels, np.nan)[given.codes]
        return panel(pd.DataFrame(values, columns=list(raters)), scale.level, scale.categories, how)
    numbers = pd.DataFrame(given.codes, columns=list(raters))
    return panel(numbers, scale.level, scale.categories, how, labels=given.labels)


def _agreement_rows(
    scale: Scale, dimension: str, by: str, group: str, members: list[str], found: Panel, unknown: bool
) -> list[dict[str, object]]:
    r = len(found.raters)
    best, why = recommend(scale.level, r, found.complete, unknown) if r > 1 else ("", "")
    names = {e.coefficient for e in found.estimates}
    if best not in names:  # two labels have no weights, so the plain coefficient is the same
        best = best.removesuffix("_quadratic") if best.removesuffix("_quadratic") in names else "krippendorff_alpha"
    rows = []
    for e in found.estimates:
        n = found.n_complete if e.coefficient.startswith("icc") else found.n_items  # items that all rated
        if unknown and e.coefficient.startswith(_OF_KNOWN):
            e = replace(e, value=None, low=None, high=None, method="", reason=UNKNOWN)
        chosen = e.coefficient == best
        rows.append(
            {
                "dimension": dimension,
                "by": by,
                "group": group,
                "coefficient": e.coefficient,
                "raters": ", ".join(members),
                "n_items": n,
                "n_ratings": n * r if e.coefficient.startswith("icc") else found.n_ratings,
                "value": e.value,
                "low": e.low,
                "high": e.high,
                "method": "; ".join(t for t in (e.variant, e.method) if t),
                "words": "" if e.coefficient == "percent" else span(e.value, e.low, e.high, n),
                "recommended": chosen,
                "reason": "; ".join(t for t in (e.reason, why if chosen else "") if t),
                "observed": e.observed,
                "expected": e.expected,
                "se": e.se,
            }
        )
    return rows
