"""Which columns of a table of ratings say the item, the rater and the question, by how they cross each other."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pandas as pd

from annoeval.reading.table import Table
from annoeval.reading.values import looks_numeric
from annoeval.tables.mapping import Column
from annoeval.tables.roles import QUESTION, distinct, names_items

# names of what is judged, or under which conditions, that cross items as raters do
_CONDITION = re.compile(
    r"lang|condition|version|split|fold|run|seed|temperature|round|task|topic|domain|categor|metric|dimension|criteri"
    r"|aspect|question|group|type|source|system|prompt|year|site|country",
    re.IGNORECASE,
)
# names of what counts something up: the ratings of the table, or those of each person
_RUNNING = re.compile(
    r"(trial|position|order|row|seq\w*|rank|round|page)([ _-]?(id|key|index|idx|number|nr|no\.?))?"
    r"|index|idx|number|nr|no\.?|#",
    re.IGNORECASE,
)


def question(frame: pd.DataFrame, item: str | None, who: str | None, labels: Sequence[str]) -> str | None:
    """A column that says on what each row's judgement is, where a rater judges an item once on each: "criterion"."""
    keys = [c for c in (item, who) if c is not None]
    if item is None or not frame.duplicated(keys).any():
        return None
    for column in frame.columns:
        named = QUESTION.fullmatch(column.strip())
        if column in keys or not named or labels == [column] or frame[column].isna().any():
            continue
        if distinct(frame[column]) <= 50 and not frame.duplicated([*keys, column]).any():
            return str(column)
    return None


def shared_key(frame: pd.DataFrame, who: str, roles: Mapping[str, Column], numbering: str | None = None) -> str | None:
    """A column that, with the rater, tells rows apart, and that several raters share.

    numbering: a column that is named as the item is, and that tells all rows apart or none of a rater's. Where people
    judged things together it numbers the ratings or groups the things, so one with a name as good is taken instead, or
    one of which most values are shared.
    """
    for column in sorted(frame.columns, key=lambda c: not names_items(c)) if numbering else frame.columns:
        if column in (who, numbering) or roles.get(column, Column("")).role not in ("", "item"):
            continue
        if numbering and (_RUNNING.fullmatch(column.strip()) or not (names_items(column) or _is_text(frame[column]))):
            continue
        filled = frame[[column, who]].dropna()
        if len(filled) < len(frame) or filled.duplicated().any():
            continue
        per = filled.groupby(column)[who].nunique()
        often = numbering is None or names_items(column) or 2 * (per > 1).sum() >= len(per)
        if often and len(per) > 1 and per.max() > 1 and len(per) < len(filled):
            return str(column)
    return None


def _is_text(column: pd.Series) -> bool:
    return not looks_numeric(column.dropna())


def differing(frame: pd.DataFrame, item: str | None, columns: Sequence[str]) -> list[str]:
    """Columns of few values that differ between the ratings of one item: judgements, not properties."""
    out = []
    for column in columns:
        filled = frame[column].count()
        few = filled and (distinct(frame[column]) <= max(20, filled / 5) or looks_numeric(frame[column]))
        if few and (item is None or frame.groupby(item)[column].nunique().max() > 1):
            out.append(column)
    return out


def crossed(table: Table, roles: dict[str, Column]) -> tuple[dict[str, Column], float, str] | None:
    """Without names that say so: one column of few names, each once for an item, and another that differs within."""
    frame = table.frame
    free = [c for c in frame.columns if roles.get(c, Column("item")).role in ("item", "label")]
    short = [c for c in free if frame[c].notna().all() and frame[c].str.len().max() <= 40]
    n = len(frame)
    sizes = {c: distinct(frame[c]) for c in short}
    names = [c for c in short if 2 <= sizes[c] <= min(30, n / 3) and c not in roles and not _CONDITION.search(c)
             and not looks_numeric(frame[c])]  # fmt: skip
    items = [c for c in frame.columns if c not in roles or roles[c].role == "item"]
    for who in names:
        for item in sorted(items, key=lambda c: c not in roles):
            many = distinct(frame[item]) if item != who and frame[item].notna().all() else 0
            if not sizes[who] < many or n < 0.8 * many * sizes[who] or frame.duplicated([item, who]).any():
                continue
            others = [c for c in free if c not in (who, item)]
            judged = [c for c in differing(frame, item, others) if c in roles] or differing(frame, item, others)
            if judged:
                kept = {c: w for c, w in roles.items() if w.role not in ("item", "label", "rater")}
                columns = kept | {item: Column("item"), who: Column("rater")}
                columns |= {c: Column("label", dimension=c.strip()) for c in judged}
                return columns, 0.6, f"each of {sizes[who]} names in '{who}' stands once for each '{item}'"
    return None
