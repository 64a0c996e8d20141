"""`ratings`: any table of who gave which label to what, long (a row a rating) or wide (a column a rater)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from annoeval.protocols.protocol import Detection, Protocol
from annoeval.protocols.raters import kind_of
from annoeval.reading.table import ReadError, Reading, Table
from annoeval.study import Problem, Scale, Study, ratings_table, unique_ids

ROLES = ("item", "rater", "label", "rating of", "group", "confidence", "time", "evidence", "ignore")
NAMES = {
    "item": r"(item|image|doc(ument)?|text|task|sample|example|question|unit|trial|record|case)?[ _-]?"
    r"(id|key|index|number|nr)|item|unit|image|document",
    "rater": r"(rater|annotator|coder|worker|labell?er|reviewer|judge|user|participant|assessor|model"
    r"|annotated[ _]by|completed[ _]by)([ _-]?(id|name))?",
    "label": r"(label|rating|score|category|class|value|annotation|judge?ment|choice|code|answer|verdict|decision"
    r"|majority_correct)s?",
    "confidence": r"(confidence|certainty|probability|prob)([ _-]?score)?",
    "time": r"(time(stamp)?|date|created([ _]at)?|updated([ _]at)?|submitted([ _]at)?)",
}
WIDE = re.compile(
    r"^((annotator|rater|coder|judge|reviewer|labell?er|worker|expert|human|person|student|label|rating|score|anno)"
    r"[ _-]?([\dA-Za-z]{1,2})?"
    r"|[A-Za-z]\d{1,2}|r(ater)?[ _-]?\d+|ai|model|gpt.*|gold|reference|truth|.+[ _](label|rating|score))$",
    re.IGNORECASE,
)


class Ratings(Protocol):
    """Any table of raters and labels."""

    name = "ratings"
    title = "Ratings"
    summary = "Any table of raters and labels: one row a rating, or one column a rater"

    def detect(self, readings: Sequence[Reading]) -> Detection | None:
        table = _first(readings)
        if table is None:
            return None
        mapping = guess(table)
        roles = list(mapping.values())
        if "rater" in roles and "label" in roles:
            who, what = (next(c for c, r in mapping.items() if r == role) for role in ("rater", "label"))
            return Detection(
                self.name, 0.85 if "item" in roles else 0.5, f"each row is one rating: '{who}' gave '{what}'"
            )
        raters = [c for c, r in mapping.items() if r == "rating of"]
        if len(raters) > 1:
            named = ", ".join(f"'{c}'" for c in raters[:4]) + (" …" if len(raters) > 4 else "")
            return Detection(self.name, 0.85, f"each of {len(raters)} columns is a rater ({named})")
        if raters or "label" in roles:
            return Detection(self.name, 0.4, "it has one column of labels")
        return None

    def build(self, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
        table = _first(readings)
        if table is None:
            raise ReadError(f"{readings[0].file} has no rows.")
        problems = [p for r in readings for p in r.problems]
        mapping = dict(options.get("mapping") or guess(table))
        unknown = [c for c in mapping if c not in table.frame]
        if unknown:
            raise ReadError(
                f"{table.name} has no column {unknown[0]!r}; it has {', '.join(map(repr, table.frame.columns[:12]))}."
            )
        by_role = {role: [c for c, r in mapping.items() if r == role] for role in ROLES}
        long = bool(by_role["rater"]) and bool(by_role["label"])
        if not long and not by_role["rating of"] and not by_role["label"]:
            raise ReadError(f"{table.name} has no column of labels; say which columns hold item, rater and label.")
        build = _long if long else _wide
        items, ratings = build(table, by_role, problems)
        ratings, scale = _on_scale(ratings)
        groups = [c for c in by_role["group"] if c in items]
        return Study(
            name=str(options.get("name") or readings[0].file),
            protocol=self.name,
            items=items,
            ratings=ratings,
            dimensions={"label": scale},
            groups=tuple(groups),
            evidence=tuple(c for c in items if c not in groups and c != "confidence"),
            problems=tuple(problems),
            options=dict(options),
        )


def _first(readings: Sequence[Reading]) -> Table | None:
    return next((t for r in readings for t in r.tables if len(t.frame)), None)


def guess(table: Table) -> dict[str, str]:
    """What each column of a table holds, by its name and its values: {column: role of `ROLES`}."""
    frame = table.frame
    roles: dict[str, str] = {}
    for role, pattern in NAMES.items():
        for column in frame:
            if (
                column not in roles
                and re.fullmatch(pattern, column.strip(), re.IGNORECASE)
                and role not in roles.values()
            ):
                roles[column] = role
    if "rater" not in roles.values():
        alike = [
            c for c in frame if WIDE.match(c.strip()) and roles.get(c) in (None, "label", "rater") and _few(frame[c])
        ]
        if len(alike) > 1 and _share_labels(frame, alike):
            roles = {c: r for c, r in roles.items() if r != "label"} | dict.fromkeys(alike, "rating of")
    for column in frame:
        if column not in roles:
            few = frame[column].nunique() <= min(30, max(2, len(frame) / 3))
            roles[column] = "group" if few and frame[column].notna().any() else "evidence"
    return {c: roles[c] for c in frame}


def _few(column: pd.Series) -> bool:
    return column.notna().any() and (
        column.nunique() <= max(20, len(column) / 5) or pd.to_numeric(column.dropna(), errors="coerce").notna().all()
    )


def _share_labels(frame: pd.DataFrame, columns: Sequence[str]) -> bool:
    """Whether the columns use labels in common, as raters of one thing do."""
    sets = [set(frame[c].dropna()) for c in columns]
    used = [s for s in sets if s]
    return len(used) > 1 and (bool(set.intersection(*used)) or all(_numeric(frame[c]) for c in columns))


def _numeric(column: pd.Series) -> bool:
    filled = column.dropna()
    return len(filled) > 0 and bool(pd.to_numeric(filled, errors="coerce").notna().all())


def _long(table: Table, roles: Mapping[str, list[str]], problems: list[Problem]) -> tuple[pd.DataFrame, pd.DataFrame]:
    frame = table.frame
    rater, label = roles["rater"][0], roles["label"][0]
    if roles["item"]:
        item = frame[roles["item"][0]].str.strip()
        lost = item.isna()
        if lost.any():
            problems.append(
                Problem(
                    "rating without an item", "left out", table.name, column=roles["item"][0], count=int(lost.sum())
                )
            )
    else:
        shown = [*roles["evidence"], *roles["group"]]
        if not shown:
            raise ReadError(f"{table.name} has no column that says which item a row is about; name it under [Change].")
        item = (
            frame[shown]
            .fillna("")
            .agg(" ".join, axis=1)
            .map({t: f"item#{i}" for i, t in enumerate(sorted(set(frame[shown].fillna("").agg(" ".join, axis=1))), 1)})
        )
        lost = item.isna()
    frame, item = frame[~lost], item[~lost]
    names = frame[rater].str.strip().fillna("unknown")
    again = pd.DataFrame({"i": item, "r": names}).duplicated().sum()
    if again:
        problems.append(
            Problem("the same rater rated the same item again", "the latest counts", table.name, count=int(again))
        )
    per_item = frame[[*roles["group"], *roles["evidence"]]]
    steady = [c for c in per_item if per_item[c].groupby(item).nunique().max() <= 1]
    items = per_item[steady].set_axis(pd.Index(item, name="item_id")).loc[lambda f: ~f.index.duplicated()]
    ratings = ratings_table(
        {
            "item_id": item,
            "dimension": "label",
            "rater": names,
            "kind": names.map(kind_of),
            "value": frame[label],
            "response": frame[label],
            "confidence": _unit(frame[roles["confidence"][0]]) if roles["confidence"] else None,
            "time": frame[roles["time"][0]] if roles["time"] else None,
        }
    )
    return items, ratings


def _unit(column: pd.Series) -> pd.Series:
    """Confidence as 0–1: the whole column is judged together, never a cell."""
    value = pd.to_numeric(column.str.rstrip(" %").str.replace(",", ".", regex=False), errors="coerce")
    top = value.max()
    return value / (1 if top <= 1 else 10 if top <= 10 else 100)


def _wide(table: Table, roles: Mapping[str, list[str]], problems: list[Problem]) -> tuple[pd.DataFrame, pd.DataFrame]:
    frame = table.frame
    raters = roles["rating of"] or roles["label"]
    shown = [*roles["group"], *roles["evidence"]]
    keys = frame[roles["item"][0]].str.strip() if roles["item"] else pd.Series(None, index=frame.index, dtype="str")
    ids, repeated = unique_ids(keys, frame)
    if repeated:
        column = roles["item"][0] if roles["item"] else None
        problems.append(
            Problem(
                "item ids are absent or occur more than once",
                "numbered by content (#1, #2, …)",
                table.name,
                column=column,
                count=repeated,
            )
        )
    items = frame[shown].set_axis(ids)
    parts = [
        ratings_table(
            {
                "item_id": ids,
                "dimension": "label",
                "rater": c,
                "kind": kind_of(c),
                "value": frame[c],
                "response": frame[c],
            }
        )
        for c in raters
    ]
    ratings = pd.concat(parts, ignore_index=True)
    return items, ratings[ratings["value"].notna()].reset_index(drop=True)


def _on_scale(ratings: pd.DataFrame) -> tuple[pd.DataFrame, Scale]:
    """Labels as numbers on an ordinal or interval scale where all are numbers, else as given on a nominal one."""
    text = ratings["value"].dropna().astype("str").str.strip()
    ratings = ratings.assign(
        value=pd.Series(text, index=ratings.index, dtype=object).where(ratings["value"].notna(), None)
    )
    number = pd.to_numeric(text.str.replace(",", ".", regex=False), errors="coerce")
    if len(text) and number.notna().all():
        values = pd.Series(number, index=ratings.index, dtype=object).where(ratings["value"].notna(), None)
        levels = sorted(number.unique())
        whole = all(float(v).is_integer() for v in levels)
        scaled = ratings.assign(value=values)
        if levels == [0.0, 1.0] or (whole and len(levels) == 1 and levels[0] in (0.0, 1.0)):
            return scaled, Scale(level="nominal", categories=(0, 1), title="Label")
        if whole and levels[-1] - levels[0] <= 10:
            return scaled, Scale(
                level="ordinal", categories=tuple(range(int(levels[0]), int(levels[-1]) + 1)), title="Label"
            )
        return scaled, Scale(level="interval", bounds=None, title="Label")
    return ratings, Scale(level="nominal", categories=tuple(sorted(text.unique())), title="Label")
