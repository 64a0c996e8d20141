"""The queue as rows of a table: what is shown, what was typed into it, and the corrected scores to take away."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from annoeval.conclusions import resolve
from annoeval.evaluation.coverage_table import in_words
from annoeval.problem import AnnoevalError
from annoeval.questions import scale_of
from annoeval.ratings import latest, latest_of
from annoeval.reading.saved_table import Rater, Written, with_description
from annoeval.review.hidden import Hidden
from annoeval.review.ledger import plain
from annoeval.review.rule import reviewable
from annoeval.review.standing import Standing
from annoeval.review.store import on_scale
from annoeval.scale import Scale, number_in
from annoeval.study import Study
from annoeval.words import listed, missing

LONGEST = 300  # characters of a passage in a cell
_DIGITS = re.compile(r"(\d+)")


@dataclass(frozen=True)
class Edit:
    """One cell that was typed: whose item, which dimension, and the value, None where it was cleared."""

    item_id: str
    dimension: str
    value: Any


def search(study: Study, ids: Sequence[str], words: str) -> list[str]:
    """The ids whose id, evidence or groups contain the words, in any case, in the order given."""
    wanted = words.strip().lower()
    if not wanted:
        return list(ids)
    rows = study.items.loc[list(ids)]
    found = pd.Series(rows.index.astype("str"), index=rows.index).str.lower().str.contains(wanted, regex=False)
    for column in dict.fromkeys([*study.evidence, *study.groups]):
        text = rows[column].astype("object").where(rows[column].notna(), "").astype("str")
        found |= text.str.lower().str.contains(wanted, regex=False)
    return rows.index[found].tolist()


def by_id(ids: Sequence[str]) -> list[str]:
    """Ids as a person sorts them: "fig_2" before "fig_10"."""
    return sorted(ids, key=lambda i: [(0, int(p), "") if p.isdecimal() else (1, 0, p) for p in _DIGITS.split(i) if p])


def rows(
    study: Study,
    standing: Standing,
    ids: Sequence[str],
    dimensions: Sequence[str],
    person: str,
    ai: Mapping[str, Mapping[str, Mapping[str, Any]]],
    hidden: Collection[tuple[str, str]] = (),
) -> pd.DataFrame:
    """A page of the table, index `item_id`: evidence and groups as text, then per dimension `ai:`, `people:`, `mine:`.

    ai: dimension → item → the AI's rating; empty on a blind study, which leaves out others' columns too. `people:`
    holds what annotators and other reviewers said; it and `ai:` are left out where nobody said anything.
    `mine:` is the person's own standing answer as `written`.
    hidden: (item, dimension) where the AI's and others' are left blank.
    """
    items = study.items.loc[list(ids)]
    columns: dict[str, Any] = {}
    for column in [*study.groups, *study.evidence]:
        text = items[column].astype("object").where(items[column].notna(), None)
        columns[column] = [None if v is None else str(v)[:LONGEST] for v in text]
    for dimension in dimensions:
        scale = scale_of(study, dimension)
        answers = [standing.standing(i, dimension) for i in ids]
        if dimension in ai:
            seen = [(i, dimension) not in hidden for i in ids]
            given = [ai[dimension].get(i, {}).get("value") if s else None for i, s in zip(ids, seen, strict=True)]
            if ai[dimension]:
                columns[f"ai:{dimension}"] = [scale.describe(v) if v and scale.level == "set" else v for v in given]
            annotated = _annotated(study, ids, dimension)
            said = [
                {**annotated.get(i, {}), **{who: e.value for who, e in a.items() if who != person}}
                for i, a in zip(ids, answers, strict=True)
            ]
            others = [
                ", ".join(f"{who} {scale.describe(v)}" for who, v in one.items() if v is not None) or None
                if s
                else None
                for one, s in zip(said, seen, strict=True)
            ]
            if any(others):
                columns[f"people:{dimension}"] = others
        columns[f"mine:{dimension}"] = [written(scale, a[person].value if person in a else None) for a in answers]
    return pd.DataFrame(columns, index=pd.Index(list(ids), name="item_id"))


def _annotated(study: Study, ids: Sequence[str], dimension: str) -> dict[str, dict[str, Any]]:
    """What the file's annotators said of these items: item → rater → value."""
    of = study.ratings[study.ratings["item_id"].isin(ids)]
    of = of[(of["kind"] == "human") & (of["dimension"] == dimension)]
    found: dict[str, dict[str, Any]] = {}
    for (item, rater), value in latest(of).set_index(["item_id", "rater"])["value"].items():
        found.setdefault(item, {})[rater] = plain(value)
    return found


def written(scale: Scale, value: Any) -> str:
    """An answer as a field of the table holds it; "" for none."""
    if value is None:
        return ""
    if scale.level == "set":
        labels = json.loads(value)
        return ("; " if any("," in label for label in labels) else ", ").join(labels)
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def typed(study: Study, item: str, dimension: str, words: str) -> Edit:
    """What a field's words say: a value, a label or its name on the scale, several labels of a set with commas between
    (semicolons where labels have commas). Raises AnnoevalError where that can't be stored."""
    scale = scale_of(study, dimension)
    said = words.strip()
    if said and not scale.applies_to(study.items.loc[[item]]).iloc[0]:
        raise AnnoevalError(f"{scale.title or dimension} is not asked of {item}.")
    return Edit(item, dimension, on_scale(study, item, dimension, _meant(scale, dimension, said)))


def _meant(scale: Scale, dimension: str, said: str) -> Any:
    if not said:
        return None
    if scale.level == "text":
        return said
    if scale.level == "set":
        return sorted({label.strip() for label in said.split(";" if ";" in said else ",") if label.strip()})
    for category in scale.categories:
        named = (str(category), scale.names.get(category), scale.describe(category))
        if said.casefold() in [n.casefold() for n in named if n]:
            return category
    if not scale.numeric:
        return said
    found = number_in(said)
    if found is None:
        raise AnnoevalError(f"“{said[:40]}” is no answer to {scale.title or dimension} ({allowed(scale)}).")
    return int(found) if found.is_integer() else found


def allowed(scale: Scale) -> str:
    """The answers of a scale in a few words: "0, 1, 2", "0 to 100", "a number"."""
    if scale.categories:
        return listed([f"{c:g}" if isinstance(c, (int, float)) else str(c) for c in scale.categories], 9, "or")
    return "a number" if scale.range is None else f"{scale.range[0]:g} to {scale.range[1]:g}"


def corrected(study: Study, hidden: Hidden | None = None) -> pd.DataFrame:
    """The items with what everyone said and what stands, and in a last column how to read it back.

    The file's columns under their names; then per dimension `d_AI`, `d_<person>` … (a rater's column of the file keeps
    its name), each with `…_confidence` from 0 to 1 where it was said, `d_final`, `d_source`, `d_coverage` (in the first
    row, how much of all items people reviewed), and `correct_d`, `note_d` where people wrote some; `revision` is the
    digest that reports carry. Dropped again it gives the same scores (`annoeval.reading.saved_table`).
    AI scores stay as they were; people's scores replace them only in `d_final`. Where a column of the file has one of
    these names and says something else, ours is `name (annoeval)`.
    hidden: what is held back from the reader, others' answers and the final scores that follow from them.
    """
    ids, revision = study.items.index, study.digest
    if hidden:
        others = study.ratings["rater"].ne(hidden.person).to_numpy()
        study = replace(study, ratings=study.ratings[~(others & hidden.rows(study.ratings))])
    sheet = _Sheet(study.items.reset_index(drop=True))
    if "item_id" not in sheet.frame or sheet.frame["item_id"].astype("str").tolist() != ids.tolist():
        key = sheet.put("item" if "item_id" in sheet.frame else "item_id", ids.array, first=True)
    else:  # ids that repeat in the file were numbered
        key = "item_id"
    raters: list[Rater] = []
    final: dict[str, str] = {}
    remarks: list[tuple[str, str, str]] = []
    asked = reviewable(study)
    judged = [scale.judges for d in asked if (scale := study.dimensions[d]).judges in study.dimensions]
    for dimension in dict.fromkeys([*asked, *judged]):  # what is judged goes out beside its scores
        scale = study.dimensions[dimension]
        current = latest_of(study, dimension)
        stands = resolve(study, dimension).set_index("item_id").reindex(ids)
        reserved = {f"{dimension}_{what}" for what in ("final", "source", "coverage")}
        for rater, own in current.groupby("rater", sort=False):
            name = study.columns.get((dimension, str(rater)), f"{dimension}_{rater}")
            name += " (rater)" if name in reserved else ""
            own = own.set_index("item_id").reindex(ids)
            column, sure = sheet.put(name, _tidy(own["value"], scale)), None
            if own["confidence"].notna().any():
                sure = sheet.put(f"{name}_confidence", own["confidence"].array)
            raters.append(Rater(column, dimension, str(rater), str(own["kind"].dropna().iloc[-1]), sure))
        final[dimension] = sheet.put(f"{dimension}_final", _tidy(stands["value"], scale))
        sheet.put(f"{dimension}_source", stands["source"].array)
        words = in_words(study, dimension)  # in the first row, as the table's description
        sheet.put(f"{dimension}_coverage", [words or None, *[None] * (len(ids) - 1)][: len(ids)])
        people = current[current["kind"].isin(("reviewer", "decision"))].drop_duplicates("item_id", keep="last")
        for what, column in (("correct", "response"), ("note", "note")):
            told = people.set_index("item_id")[column].reindex(ids)
            if told.notna().any():
                remarks.append((sheet.put(f"{what}_{dimension}", told.array), dimension, column))
    sheet.put("revision", [revision] * len(ids))
    written = Written(key, raters, final, remarks, sheet.ours)
    return with_description(pd.concat([sheet.frame, pd.DataFrame(sheet.made)], axis=1), study, written)


class _Sheet:
    """The file's columns, and ours beside them, of which none takes the name of another."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self.frame = frame
        self.made: dict[str, pd.Series] = {}
        self.ours: list[str] = []

    def put(self, name: str, cells: Any, first: bool = False) -> str:
        """Adds a column and gives the name it got; one that the file has and that says the same stays the file's."""
        column = pd.Series(cells, index=self.frame.index)
        if name in self.frame and _written(self.frame[name]).equals(_written(column)):
            return name
        while name in self.frame or name in self.made:
            name += " (annoeval)"
        if first:
            self.frame.insert(0, name, column)
        else:
            self.made[name] = column
        self.ours.append(name)
        return name


def _written(column: pd.Series) -> pd.Series:
    """What stands in the file for each row."""
    return column.astype("object").map(lambda v: "" if missing(v) else str(v))


def _tidy(values: pd.Series, scale: Scale) -> Any:
    """Whole numbers without a decimal point, other numbers as they are."""
    if not scale.numeric:
        return values.array
    numbers = pd.to_numeric(values, errors="coerce")
    whole = (numbers.dropna() % 1 == 0).all()
    return (numbers.astype("Int64") if whole else numbers).array
