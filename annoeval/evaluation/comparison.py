"""Table `comparison`: do groups, raters or dimensions differ, and by how much?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from annoeval.evaluation.compare_groups import MOST_GROUPS, group_rows
from annoeval.evaluation.compare_pairs import paired_rows
from annoeval.evaluation.current import current_values, raters_of, rest_of_key
from annoeval.evaluation.mixed import unchecked, untested
from annoeval.statistics.comparison.multiple import Method, adjust
from annoeval.study import Scale, Study

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
    method: Method = "holm",
) -> pd.DataFrame:
    """Every comparison the study allows, several tests of each, one of them `recommended`.

    Columns `COLUMNS`. `what` is a group column (a, b: two of its values, different items), `rater` (two raters on the
    same items; the column `rater` is then empty) or `dimension` (two dimensions of one scale on the same items; the
    column `dimension` is then empty). a and b stand in alphabetical order, `estimate` is a minus b in the scale's
    unit where a test has one; a row with a = "all" asks whether all of them are equal.
    `p_adjusted` is Holm's (or `method`'s) over the family shown: the rows with the same rater, `what` and test, pairs
    and rows of "all" apart.
    `resolved` has no test where people's values and unchecked ones of the AI are together. dimension,
    raters, by narrow the work; `by` may hold `rater` and `dimension` too.
    """
    names = [dimension] if dimension else list(study.dimensions)
    values = {name: _compared(study, name, raters) for name in names}
    mixed = {name: int(unchecked(study, name).sum()) for name in names}
    rows: list[dict[str, object]] = []
    for name in names:
        own = values[name]
        for column in study.groups if by is None else [c for c in by if c in study.items]:
            groups, rest = study.items[column], rest_of_key(study, column)
            for rater, part in own.groupby("rater", sort=False):
                keys = {"dimension": name, "rater": rater, "what": column}
                found = _of_groups(part, part["item_id"].map(groups), rest, study.dimensions[name])
                if rater == "resolved" and mixed[name]:
                    found = untested(found, mixed[name])
                rows += [keys | r for r in found]
        if by is None or RATER in by:
            wide = _wide(own[own["kind"] != "derived"], "rater")
            keys = {"dimension": name, "rater": "", "what": RATER}
            rows += [keys | r for r in paired_rows(wide, study.dimensions[name])]
    if by is None or DIMENSION in by:
        for members in _alike(study, names):
            long = pd.concat([values[m].assign(dimension=m) for m in members])
            several = sum(mixed[m] for m in members)
            for rater, part in long.groupby("rater", sort=False):
                keys = {"dimension": "", "rater": rater, "what": DIMENSION}
                found = paired_rows(_wide(part, "dimension"), study.dimensions[members[0]])
                rows += [keys | r for r in (untested(found, several) if rater == "resolved" and several else found)]
    return adjusted(as_table(rows), method)


def _of_groups(
    part: pd.DataFrame, groups: pd.Series, rest: pd.Series | None, scale: Scale
) -> Iterator[dict[str, object]]:
    """Rows of one rater's values by group: of the same things where groups share them, else of different items.

    The pairs of a pair of groups are those both have; how many each has alone stands in `method`.
    """
    if rest is not None:
        own = part.assign(rest=part["item_id"].map(rest), group=groups.astype("str"))
        wide = own.pivot(index="rest", columns="group", values="value")
        if not wide.notna().sum(axis=1).gt(1).any():
            rest = None
    if rest is None:
        yield from group_rows(part["value"], groups, scale)
        return
    given = wide.notna()
    for row in paired_rows(wide, scale):
        if row["b"]:
            a, b = given[str(row["a"])], given[str(row["b"])]
            alone = [f"{int(n)} only in {name}" for n, name in (((a & ~b).sum(), row["a"]), ((b & ~a).sum(), row["b"]))]
            row["method"] = f"{row['method']}; {int((a & b).sum())} that both have, {', '.join(alone)}"
        yield row


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


def _usable(scale: Scale) -> bool:
    return scale.level not in ("text", "set")


def as_table(rows: Sequence[dict[str, object]]) -> pd.DataFrame:
    """Rows as the table, numbers as float64 and undefined ones missing."""
    table = pd.DataFrame(list(rows), columns=COLUMNS)
    return table.astype(dict.fromkeys(NUMBERS, "float64") | {"n_a": "Int64", "n_b": "Int64", "recommended": bool})


def adjusted(table: pd.DataFrame, method: Method = "holm") -> pd.DataFrame:
    """The table with `p_adjusted` over its families: same rater, `what` and test, rows of "all" apart from pairs."""
    table = table.copy()
    whole = table["b"] == ""
    for _, rows in table.groupby(["rater", "what", "test", whole], dropna=False, sort=False):
        table.loc[rows.index, "p_adjusted"] = pd.Series(adjust(rows["p"], method)[0], index=rows.index, dtype="float64")
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
