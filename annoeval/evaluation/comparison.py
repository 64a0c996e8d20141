"""Table `comparison`: do groups, raters or dimensions differ, and by how much?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from annoeval.evaluation.clusters import clusters_of, said
from annoeval.evaluation.compare_groups import MOST_GROUPS, Pair, group_rows
from annoeval.evaluation.compare_pairs import paired_rows
from annoeval.evaluation.current import current_values, raters_of, rest_of_key
from annoeval.evaluation.mixed import unchecked, untested
from annoeval.scale import Scale
from annoeval.statistics.comparison.multiple import Method, adjust
from annoeval.statistics.outcome import as_floats
from annoeval.study import Study

COLUMNS = [
    "dimension", "rater", "what", "a", "b", "n_a", "n_b", "estimate", "low", "high", "statistic", "df", "p",
    "p_adjusted", "effect", "effect_name", "test", "recommended", "reason", "method", "effect_low", "effect_high",
]  # fmt: skip
NUMBERS = [c for c in COLUMNS[7:] if c not in ("effect_name", "test", "recommended", "reason", "method")]
RATER, DIMENSION = "rater", "dimension"


def comparison(
    study: Study,
    *,
    dimension: str | None = None,
    raters: Sequence[str] | None = None,
    by: Sequence[str] | None = None,
    pair: Pair | None = None,
    every: bool = True,
    method: Method = "holm",
    cluster: str | None = None,
) -> pd.DataFrame:
    """Every comparison the study allows, one test of each `recommended`; the other tests stand beside it where there
    are two sides, of more than two for all at once and for the `pair` named; nowhere without `every`.

    Columns `COLUMNS`. `what` is a group column (a, b: two of its values, different items), `rater` (two raters on the
    same items; the column `rater` is then empty) or `dimension` (two dimensions of one scale on the same items; the
    column `dimension` is then empty). a and b stand in alphabetical order, `estimate` is a minus b in the scale's
    unit where a test has one; a row with a = "all" asks whether all of them are equal.
    `p_adjusted` is Holm's (or `method`'s) over a family. Of two sides the recommended tests of all dimensions are one,
    of more than two those of all pairs of a dimension; each further test has its own, and so have the tests of all at
    once. `resolved` has no test where people's values and unchecked ones of the AI are together. dimension, raters, by
    narrow the work; `by` may hold `rater` and `dimension` too.
    cluster: item column whose values hold items that may be alike; tests and intervals are then by whole clusters
    (except between the clusters themselves), and tests that have no such form are left out.
    """
    names = [dimension] if dimension else list(study.dimensions)
    values = {name: _compared(study, name, raters) for name in names}
    mixed = {name: int(unchecked(study, name).sum()) for name in names}
    of = clusters_of(study, pd.Series(study.items.index, index=study.items.index), cluster)
    rows: list[dict[str, object]] = []
    for name in names:
        own = values[name]
        for column in study.groups if by is None else [c for c in by if c in study.items]:
            groups, rest = study.items[column], rest_of_key(study, column)
            for rater, part in own.groupby("rater", sort=False):
                keys = {"dimension": name, "rater": rater, "what": column}
                own_of = None if column == cluster else of
                found = _of_groups(part, part["item_id"].map(groups), rest, study.dimensions[name], pair, every, own_of)
                if rater == "resolved" and mixed[name]:
                    found = untested(found, mixed[name])
                rows += [keys | r for r in found]
        if by is None or RATER in by:
            wide = _wide(own[own["kind"] != "derived"], "rater")
            keys = {"dimension": name, "rater": "", "what": RATER}
            rows += [keys | r for r in paired_rows(wide, study.dimensions[name], pair, every, _of(of, wide))]
    if by is None or DIMENSION in by:
        for members in _alike(study, names):
            long = pd.concat([values[m].assign(dimension=m) for m in members])
            several = sum(mixed[m] for m in members)
            for rater, part in long.groupby("rater", sort=False):
                keys = {"dimension": "", "rater": rater, "what": DIMENSION}
                wide = _wide(part, "dimension")
                found = paired_rows(wide, study.dimensions[members[0]], pair, every, _of(of, wide))
                rows += [keys | r for r in (untested(found, several) if rater == "resolved" and several else found)]
    rows = [row | {"method": said(str(row["method"]), cluster)} for row in rows]
    return adjusted(as_table(rows), method)


def _of(clusters: pd.Series | None, wide: pd.DataFrame) -> pd.Series | None:
    return None if clusters is None else clusters.loc[wide.index]


def _of_groups(
    part: pd.DataFrame,
    groups: pd.Series,
    rest: pd.Series | None,
    scale: Scale,
    pair: Pair | None,
    every: bool,
    clusters: pd.Series | None,
) -> Iterator[dict[str, object]]:
    """Rows of one rater's values by group: of the same things where groups share them, else of different items."""
    if rest is not None:
        own = part.assign(rest=part["item_id"].map(rest), group=groups.astype("str"))
        wide = own.pivot(index="rest", columns="group", values="value")
        if wide.notna().sum(axis=1).gt(1).any():
            first = own.drop_duplicates("rest").set_index("rest")["item_id"]  # whose cluster stands for all of them
            whole = None if clusters is None else first.loc[wide.index].map(clusters)
            yield from paired_rows(wide, scale, pair, every, whole)
            return
    whole = None if clusters is None else part["item_id"].map(clusters)
    yield from group_rows(part["value"], groups, scale, pair, every, whole)


def comparable(study: Study) -> dict[str, list[str]]:
    """What `comparison` can compare, without comparing: `what` and the raters whose values could be (for raters: "").

    Group columns with two to sixty values first, then `rater` and `dimension`.
    """
    known = {name: raters_of(study, name) for name, scale in study.dimensions.items() if _usable(scale)}
    raters = [r for of in known.values() for r, kind in of.items() if kind != "reference"]
    numeric = [
        r for name, of in known.items() if study.dimensions[name].numeric for r, k in of.items() if k != "reference"
    ]
    found = {}
    for column in study.groups:
        if numeric and 1 < study.items[column].nunique() <= MOST_GROUPS:
            found[column] = list(dict.fromkeys(numeric))
    if any(sum(kind not in ("reference", "derived") for kind in of.values()) > 1 for of in known.values()):
        found[RATER] = [""]
    alike = [m for members in _alike(study, list(known)) for m in members]
    shared = [r for r in dict.fromkeys(raters) if sum(r in known[m] for m in alike) > 1]
    if shared:
        found[DIMENSION] = shared
    return found


def choices(study: Study, what: str, rater: str) -> list[str]:
    """The dimensions of which one is looked at, where `what` has more than two sides; none where all are shown."""
    known = {name: raters_of(study, name) for name, scale in study.dimensions.items() if _usable(scale)}
    if what == RATER:
        alone = {d: [r for r, kind in of.items() if kind not in ("reference", "derived")] for d, of in known.items()}
        return [d for d, of in alone.items() if len(of) > 1] if any(len(of) > 2 for of in alone.values()) else []
    if what == DIMENSION or study.items[what].nunique() <= 2:
        return []
    return [d for d, of in known.items() if study.dimensions[d].numeric and rater in of]


def _usable(scale: Scale) -> bool:
    return scale.level not in ("text", "set")


def as_table(rows: Sequence[dict[str, object]]) -> pd.DataFrame:
    """Rows as the table, numbers as float64 and undefined ones missing."""
    table = pd.DataFrame(list(rows), columns=COLUMNS)
    return table.astype(dict.fromkeys(NUMBERS, "float64") | {"n_a": "Int64", "n_b": "Int64", "recommended": bool})


def adjusted(table: pd.DataFrame, method: Method = "holm") -> pd.DataFrame:
    """The table with `p_adjusted` over the families that `comparison` names."""
    table = table.copy()
    whole = table["b"] == ""
    couples = table["a"] + "\x1f" + table["b"]
    several = couples.where(~whole).groupby([table["rater"], table["what"]]).transform("nunique") > 1
    family = [
        table["rater"], table["what"], table["dimension"].where(several, ""), whole,
        table["test"].where(~table["recommended"], ""),
    ]  # fmt: skip
    p, found = table["p"].to_numpy(), np.full(len(table), np.nan)
    for rows in table.groupby(family, dropna=False, sort=False).indices.values():
        found[rows] = as_floats(adjust(p[rows], method)[0])
    table["p_adjusted"] = found
    return table


def _compared(study: Study, dimension: str, raters: Sequence[str] | None) -> pd.DataFrame:
    """Values of raters that can be compared: no text, no reference."""
    values = current_values(study, dimension, raters)
    return values[(values["kind"] != "reference") & _usable(study.dimensions[dimension])]


def _wide(values: pd.DataFrame, columns: str) -> pd.DataFrame:
    return values.pivot(index="item_id", columns=columns, values="value")


def _alike(study: Study, names: Sequence[str]) -> list[list[str]]:
    """Groups of two or more numeric dimensions on one scale, as the slots of a recall experiment."""
    found: dict[tuple[object, ...], list[str]] = {}
    for name in names:
        scale: Scale = study.dimensions[name]
        if scale.numeric and scale.range is not None:
            found.setdefault((scale.level, scale.categories, scale.range, scale.role), []).append(name)
    return [members for members in found.values() if len(members) > 1]
