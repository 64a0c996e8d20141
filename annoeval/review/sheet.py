"""The queue as rows of a table: what is shown, what was typed into it, and the corrected scores to take away."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from annoeval.ratings import latest, of_dimension, resolve
from annoeval.review.hidden import Hidden
from annoeval.review.ledger import plain
from annoeval.review.rule import reviewable
from annoeval.review.standing import Standing
from annoeval.review.store import on_scale
from annoeval.study import AnnoevalError, Scale, Study
from annoeval.words import missing

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
    `mine:` is the person's own standing answer, sets of labels as lists.
    hidden: (item, dimension) where the AI's and others' are left blank.
    """
    items = study.items.loc[list(ids)]
    columns: dict[str, Any] = {}
    for column in [*study.groups, *study.evidence]:
        text = items[column].astype("object").where(items[column].notna(), None)
        columns[column] = [None if v is None else str(v)[:LONGEST] for v in text]
    for dimension in dimensions:
        scale = study.dimensions[dimension]
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
        mine = [a[person].value if person in a else None for a in answers]
        columns[f"mine:{dimension}"] = [json.loads(v) if v and scale.level == "set" else v for v in mine]
    return pd.DataFrame(columns, index=pd.Index(list(ids), name="item_id"))


def _annotated(study: Study, ids: Sequence[str], dimension: str) -> dict[str, dict[str, Any]]:
    """What the file's annotators said of these items: item → rater → value."""
    of = study.ratings[study.ratings["item_id"].isin(ids)]
    of = of[(of["kind"] == "human") & (of["dimension"] == dimension)]
    found: dict[str, dict[str, Any]] = {}
    for (item, rater), value in latest(of).set_index(["item_id", "rater"])["value"].items():
        found.setdefault(item, {})[rater] = plain(value)
    return found


def edits(
    study: Study, shown: pd.DataFrame, typed: Mapping[int, Mapping[str, Any]], stored: Mapping[tuple[str, str], Any]
) -> tuple[list[Edit], list[str]]:
    """What was typed since it was last stored, and a sentence for each cell that can't be stored.

    typed: row position → column → value, as the editor reports it. shown: the rows as they were shown first; the
    editor says nothing of a cell that is again as it was then.
    stored: (item, dimension) to the value last stored from this table. A cell can't be stored where its value is
    not on the scale, or the dimension does not apply to the item.
    """
    found, refused = [], []
    reported = {(shown.index[int(p)], column.removeprefix("mine:")) for p, cells in typed.items() for column in cells}
    for (item, dimension), value in stored.items():
        if (item, dimension) not in reported:
            first = on_scale(study, item, dimension, plain(shown.at[item, f"mine:{dimension}"]))
            if first != value:
                found.append(Edit(item, dimension, first))
    for position, cells in typed.items():
        item = shown.index[int(position)]
        for column, value in cells.items():
            if not column.startswith("mine:"):
                continue
            dimension = column.removeprefix("mine:")
            scale = study.dimensions[dimension]
            if value is not None and not scale.applies_to(study.items.loc[[item]]).iloc[0]:
                refused.append(f"{scale.title or dimension} is not asked of {item}.")
                continue
            try:
                edit = Edit(item, dimension, on_scale(study, item, dimension, value))
            except AnnoevalError as error:
                refused.append(f"{item}: {error}")
                continue
            if (item, dimension) not in stored or stored[item, dimension] != edit.value:
                found.append(edit)
    return found, refused


def corrected(study: Study, hidden: Hidden | None = None) -> pd.DataFrame:
    """The items with what everyone said and what stands: per dimension `d_AI`, `d_<person>` …, `d_final`, `d_source`,
    and `correct_d`, `note_d` where people wrote some; `revision` is the digest that the screen and reports carry.

    AI scores stay as they were; people's scores replace them only in `d_final`. A column of the file that has one of
    these names and says something else stays as `name (file)`; a rater called "final" or "source" is `d_final (rater)`.
    hidden: what is held back from the reader, others' answers and the final scores that follow from them.
    """
    ids, revision = study.items.index, study.digest
    if hidden:
        others = study.ratings["rater"].ne(hidden.person).to_numpy()
        study = replace(study, ratings=study.ratings[~(others & hidden.rows(study.ratings))])
    frame = study.items.reset_index(drop=True)
    if "item_id" not in frame:
        frame.insert(0, "item_id", ids)
    elif frame["item_id"].astype("str").tolist() != ids.tolist():  # ids that repeat in the file were numbered
        frame.insert(0, "item", ids)
    columns: dict[str, Any] = {}
    taken = {f"{d}_{what}" for d in reviewable(study) for what in ("final", "source")} | {"revision"}
    for dimension in reviewable(study):
        scale = study.dimensions[dimension]
        current = latest(of_dimension(study, dimension))
        for rater, own in current.groupby("rater", sort=False):
            name = f"{dimension}_{rater}"
            name += " (rater)" if name in taken or name in columns else ""
            columns[name] = _tidy(own.set_index("item_id")["value"].reindex(ids), scale)
        final = resolve(study, dimension).set_index("item_id").reindex(ids)
        columns[f"{dimension}_final"] = _tidy(final["value"], scale)
        columns[f"{dimension}_source"] = final["source"].array
        people = current[current["kind"].isin(("reviewer", "decision"))].drop_duplicates("item_id", keep="last")
        for what, column in (("correct", "response"), ("note", "note")):
            said = people.set_index("item_id")[column].reindex(ids)
            if said.notna().any():
                name = f"{what}_{dimension}"
                columns[name + (" (rater)" if name in columns else "")] = said.array
    columns["revision"] = revision
    made = pd.DataFrame(columns, index=frame.index)
    both = [c for c in made if c in frame]
    other = {c: f"{c} (file)" for c in both if not _written(frame[c]).equals(_written(made[c]))}
    frame = frame.drop(columns=[c for c in both if c not in other]).rename(columns=other)
    return pd.concat([frame, made], axis=1)


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
