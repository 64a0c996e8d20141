"""Repairs of a study that people choose: each shows its effect before it is applied, and is only an option, so that
taking it away undoes it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.grid import GAPS
from annoeval.reading.labels import ALIKE_GROUPS, ALIKE_LABELS, ALIKE_RATERS, variants
from annoeval.reading.mending import DECODED_WRONGLY
from annoeval.reading.times import OPEN_DATES
from annoeval.scale import Scale
from annoeval.study import Study
from annoeval.tables.rejected import COUNT, NOT_COUNTED
from annoeval.words import count


@dataclass(frozen=True)
class Repair:
    """What can be done; changes: ratings or cells it touches.

    option: an entry of the study's option `repairs`, with its kind under `repair`; or else other options of the study.

    title: a sentence for the button; effect: what it would change, in words.
    """

    option: Mapping[str, Any]
    title: str
    effect: str
    changes: int


def repairs_for(study: Study) -> list[Repair]:
    """The repairs that would change something in a study, with their effect."""
    out = [r for d in study.dimensions if (r := label_repair(study, d)) is not None]
    alike = variants(study.ratings["rater"].drop_duplicates())
    if alike:
        change = {s: usual for usual, spellings in alike.items() for s in spellings if s != usual}
        n = int(study.ratings["rater"].isin(list(change)).sum())
        out.append(
            Repair(
                {"repair": "merge raters", "change": change},
                "Merge raters of one name",
                f"{count(n, 'rating')} given to another name: {_merged(alike)}",
                n,
            )
        )
    for column in study.groups:
        found = variants(study.items[column].astype("str"))
        if found:
            change = {s: usual for usual, spellings in found.items() for s in spellings if s != usual}
            n = int(study.items[column].isin(list(change)).sum())
            option = {"repair": "merge groups", "column": column, "change": change}
            effect = f"{count(n, 'item')} moved to another group: {_merged(found)}"
            out.append(Repair(option, f"Merge variants of {column}", effect, n))
    copies = _copies(study.ratings)
    if copies.any():
        n = int(copies.sum())
        out.append(
            Repair(
                {"repair": "drop copies"},
                "Drop exact copies of a rating",
                f"{count(n, 'rating')} removed: the same rater said the same before",
                n,
            )
        )
    earlier = _earlier(study.ratings)
    if earlier.any():
        n = int(earlier.sum())
        out.append(
            Repair(
                {"repair": "keep latest"},
                "Keep only each rater's latest answer",
                f"{count(n, 'earlier answer')} removed from the history",
                n,
            )
        )
        n = int(_earlier(study.ratings, latest=False).sum())
        out.append(
            Repair(
                {"repair": "keep first"},
                "Keep only each rater's first answer",
                f"{count(n, 'later answer')} removed from the study",
                n,
            )
        )
    rejected = sum(p.count for p in study.problems if p.action == NOT_COUNTED)
    if rejected:
        effect = f"{count(rejected, 'rejected answer')} counted with the others"
        out.append(Repair({"repair": COUNT}, "Count rejected answers too", effect, rejected))
    return [*out, *_of_reading(study)]


def label_repair(study: Study, dimension: str) -> Repair | None:
    """The repair that merges labels of a dimension that differ only in case or spaces; None where there are none."""
    scale = study.dimensions[dimension]
    if scale.level not in ("nominal", "ordinal") or scale.numeric:
        return None
    mine = study.ratings.loc[study.ratings["dimension"] == dimension, "value"]
    found = variants(mine[mine.map(lambda v: isinstance(v, str))])
    if not found:
        return None
    change = {s: usual for usual, spellings in found.items() for s in spellings if s != usual}
    n = int(mine.isin(list(change)).sum())
    before, after = len(scale.categories), len({change.get(c, c) for c in scale.categories})
    effect = f"{count(n, 'rating')} changed, {count(before, 'label')} become {after}: {_merged(found)}"
    title = f"Merge label variants of {scale.title or dimension}"
    return Repair({"repair": "merge labels", "dimension": dimension, "change": change}, title, effect, n)


def _of_reading(study: Study) -> list[Repair]:
    """Repairs that read the files in another way."""
    out = []
    wrong = [p for p in study.problems if p.problem == DECODED_WRONGLY and p.action.startswith("kept")]
    if wrong:
        from ftfy import fix_encoding

        n = sum(p.count for p in wrong)
        effect = f"{count(n, 'cell')} changed, such as “{wrong[0].value}” → “{fix_encoding(str(wrong[0].value))}”"
        reading = {**(study.options.get("reading") or {}), "mojibake": "repair"}
        out.append(Repair({"reading": reading}, "Put wrongly decoded text right", effect, n))
    gaps = [p for p in study.problems if p.problem == GAPS and p.action.startswith("left blank")]
    if gaps:
        n = sum(p.count for p in gaps)
        effect = f"{count(n, 'blank cell')} of {', '.join(str(p.column) for p in gaps)} filled with the value above"
        reading = {**(study.options.get("reading") or {}), "gaps": "fill"}
        out.append(Repair({"reading": reading}, "Fill merged cells", effect, n))
    asked = [p for p in study.problems if p.problem.startswith(OPEN_DATES) and not study.options.get("dates")]
    asked = [p for p in asked if p.action.startswith("count as missing")]
    if asked:
        n = sum(p.count for p in asked)
        for order, title in (("day_first", "Dates have the day first"), ("month_first", "Dates have the month first")):
            effect = f"{count(n, 'time')} such as {asked[0].value} read with the {order.split('_')[0]} first"
            out.append(Repair({"dates": order}, title, effect, n))
    return out


def applied(options: Mapping[str, Any], repair: Repair) -> dict[str, Any]:
    """The options that change where a repair is chosen."""
    if "repair" in repair.option:
        return {"repairs": [*(options.get("repairs") or ()), dict(repair.option)]}
    return dict(repair.option)


def undone(options: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """What the last repair is called and the options that take it away; None where none was chosen."""
    done = options.get("repairs") or ()
    if done:
        return str(done[-1].get("repair")), {"repairs": [*done[:-1]]}
    reading = dict(options.get("reading") or {})
    for option, title in (("gaps", "fill merged cells"), ("mojibake", "put wrongly decoded text right")):
        if reading.pop(option, None):
            return title, {"reading": reading}
    return ("order of dates", {"dates": None}) if options.get("dates") else None


def _merged(alike: Mapping[str, Sequence[str]]) -> str:
    """ "“Yes”, “yes ” → “yes”", the first five of them."""
    quoted = ((", ".join(f"“{s}”" for s in spellings), usual) for usual, spellings in alike.items())
    return "; ".join(f"{spellings} → “{usual}”" for spellings, usual in list(quoted)[:5])


def repaired(study: Study, repairs: Sequence[Mapping[str, Any]]) -> Study:
    """A study after the chosen repairs, in order; each is said in its problems. The responses stay as written.

    Whether rejected answers count is settled earlier, when the ratings are read (`annoeval.tables.rejected`).
    """
    for repair in repairs:
        kind = repair.get("repair")
        ratings = study.ratings
        if kind == "merge labels":
            study = _merge(study, str(repair["dimension"]), dict(repair["change"]))
            continue
        if kind == "merge groups" and repair["column"] in study.items:
            column, change = str(repair["column"]), dict(repair["change"])
            n = int(study.items[column].isin(list(change)).sum())
            said = Problem("repair: variants of a group merged", "as chosen", column=column, count=n)
            left = (p for p in study.problems if (p.problem, p.column) != (ALIKE_GROUPS, column))
            items = study.items.assign(**{column: study.items[column].replace(change)})
            study = replace(study, items=items, problems=(*left, said), digest="")
            continue
        if kind == "merge raters":
            change = dict(repair["change"])
            said = Problem(
                "repair: raters of one name merged", "as chosen", count=int(ratings["rater"].isin(change).sum())
            )
            merged = ratings.assign(rater=ratings["rater"].replace(change).astype("str"))
            left = (p for p in study.problems if p.problem != ALIKE_RATERS)
            study = replace(study, ratings=merged, problems=(*left, said), digest="")
            continue
        gone = (
            _copies(ratings)
            if kind == "drop copies"
            else _earlier(ratings)
            if kind == "keep latest"
            else _earlier(ratings, latest=False)
            if kind == "keep first"
            else pd.Series(False, index=ratings.index)
        )
        if gone.any():
            said = Problem(f"repair: {kind}", "ratings removed as chosen", count=int(gone.sum()))
            study = replace(
                study, ratings=ratings[~gone].reset_index(drop=True), problems=(*study.problems, said), digest=""
            )
    return study


def _merge(study: Study, dimension: str, change: Mapping[str, str]) -> Study:
    scale = study.dimensions.get(dimension)
    if scale is None:
        return study
    mine = study.ratings["dimension"] == dimension

    def merged(value: Any) -> Any:
        if scale.level == "set" and isinstance(value, str):
            return json.dumps(sorted({change.get(v, v) for v in json.loads(value)}), ensure_ascii=False)
        return change.get(value, value) if isinstance(value, str) else value

    before = study.ratings["value"]
    values = before.where(~mine, before.map(merged)).astype("object")
    values = values.where(values.notna(), None)
    n = int((before[mine].astype("str") != values[mine].astype("str")).sum())
    universe = tuple(dict.fromkeys(change.get(c, c) for c in scale.categories))
    new = Scale(**{**scale.__dict__, "categories": universe})
    said = Problem("repair: label variants merged", "as chosen; responses stay as written", column=dimension, count=n)
    left = (p for p in study.problems if (p.problem, p.column) != (ALIKE_LABELS, dimension))
    return replace(
        study,
        ratings=study.ratings.assign(value=values),
        dimensions={**study.dimensions, dimension: new},
        problems=(*left, said),
        digest="",
    )


def _copies(ratings: pd.DataFrame) -> pd.Series:
    """Ratings equal to an earlier one in item, dimension, rater, value and time."""
    keys = ratings[["item_id", "dimension", "rater", "value", "time"]].assign(value=ratings["value"].astype("str"))
    return keys.duplicated() & ratings["value"].notna()


def _earlier(ratings: pd.DataFrame, latest: bool = True) -> pd.Series:
    """Ratings that another one by the same rater on the same item replaces (by time, then by order)."""
    order = ratings.sort_values("time", kind="stable", na_position="first")
    gone = order.duplicated(["item_id", "dimension", "rater"], keep="last" if latest else "first")
    return gone.reindex(ratings.index)
