"""How a table tells who judged what: by worker, survey, row or column; the first shape that fits is the guess."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pandas as pd

from annoeval.reading.box_tables import box_columns
from annoeval.reading.table import Table
from annoeval.reading.values import looks_numeric
from annoeval.tables.columns import ASKED, Place, beside_raters, by_rater, is_metric
from annoeval.tables.counts import counted, label_affixes
from annoeval.tables.crossing import crossed, differing, question, shared_key
from annoeval.tables.mapping import Column, Guess
from annoeval.tables.roles import (
    answers_of,
    by_name,
    distinct,
    first_key,
    indicators,
    names_cases,
    rest,
)
from annoeval.vocabulary import MISSING, yes_no
from annoeval.words import count

_IDENTITY = re.compile(r"[ _-](id|name|email|address)$", re.IGNORECASE)  # who, and not what someone said

Found = tuple[dict[str, Column], float, str]


def guess(table: Table) -> Guess:
    """What the columns of a table hold, by their names and then by their values."""
    frame = table.frame
    if table.roles:
        known = {c: Column(**table.roles[c]) if c in table.roles else rest(frame, c) for c in frame.columns}
        return Guess(known, 1.0 if table.certain else 0.6, table.because)
    named = by_name(frame)
    for attempt in (_rows_are_raters, _long, _counts, _wide, crossed, _single):
        found = attempt(table, dict(named))
        if found is not None:
            columns, sure, because = found
            return Guess({c: columns.get(c) or rest(frame, c) for c in frame.columns}, sure, because)
    columns = {c: w for c, w in named.items() if w.role in ("item", "time")}
    every = {c: columns.get(c) or rest(frame, c) for c in frame.columns}
    return Guess(every, 0.0, "no column says who judged what")


def _rows_are_raters(table: Table, roles: dict[str, Column]) -> Found | None:
    """Each row is a rater, each column an item: every rater stands once, and the columns use labels in common."""
    frame = table.frame
    who = next((c for c, w in roles.items() if w.role == "rater"), None)
    if who is None or any(w.role in ("item", "label") for w in roles.values()):
        return None
    names = frame[who].dropna()
    items = _same_words(frame, [c for c in frame.columns if c not in roles])
    if len(names) < 2 or len(names) < len(frame) or names.duplicated().any() or len(items) < 2:
        return None
    columns = {who: Column("rater"), **{c: Column("answer") for c in items}}
    columns |= {c: w for c, w in roles.items() if w.role in ("time", "seconds", "confidence")}
    return columns, 0.7, f"each row is a rater ('{who}') and each of {len(items)} columns an item"


def _long(table: Table, roles: dict[str, Column]) -> Found | None:
    """One column names the rater; what then differs within an item is a judgement."""
    frame = table.frame
    who = next((c for c, w in roles.items() if w.role == "rater"), None)
    if who is None or (distinct(frame[who]) == frame[who].count() > 3):
        return None
    item = next((c for c, w in roles.items() if w.role == "item"), None)
    numbers_rows = item is not None and not frame[item].duplicated().any()
    again = frame.duplicated([item, who]).mean() if item is not None else 0.0
    several = again > 0.3 and question(frame, item, who, [c for c, w in roles.items() if w.role == "label"]) is None
    shared = shared_key(frame, who, roles, item) if item is None or numbers_rows or several else None
    if shared is not None:
        roles |= {shared: Column("item")} | ({item: Column("ignore")} if item else {})
        item = shared
    marks = indicators(frame, roles)
    if marks:
        roles |= marks
    elif not any(w.role == "label" for w in roles.values()):
        within = differing(frame, item, [c for c in frame.columns if c not in roles])
        roles |= {c: Column("label", dimension=c.strip()) for c in within}
    labels = [c for c, w in roles.items() if w.role in ("label", "indicator")]
    if not labels:
        return None
    asked = question(frame, item, who, labels)
    if asked:
        roles[asked] = Column("question")
        labels = [c for c in labels if c != asked]
    timed = any(w.role == "time" for w in roles.values())  # who judges again does so later
    sure = 0.5 if item is None else 0.6 if several and shared is None and not timed else 0.85
    return roles, sure, f"each row is one rating: '{who}' gave '{labels[0]}'"


def _counts(table: Table, roles: dict[str, Column]) -> Found | None:
    """One column a label, in each row how many gave it."""
    frame = table.frame
    found = counted(frame, roles)
    if found is None or (_named_raters(found.labels) and not label_affixes(found.labels)):
        return None
    columns = {c: Column("count", dimension="label") for c in found.labels}
    columns |= {c: Column("ignore") for c in found.totals}
    columns |= {c: w for c, w in roles.items() if w.role in ("item", "time", "note") and c not in columns}
    columns |= {c: Column("evidence") for c, w in roles.items() if w.role == "label" and c not in columns}
    if found.numbered and "item" not in {w.role for w in columns.values()}:
        columns[found.numbered] = Column("item")
    columns = _with_key(frame, columns)
    many = "as many" if found.same else "one or more"
    because = f"each of {len(found.labels)} columns counts how many gave that label, {many} in every row"
    return columns, found.sure, because


def _with_key(frame: pd.DataFrame, columns: dict[str, Column]) -> dict[str, Column]:
    """The columns with the first one as item, where none is said to be it and its texts tell the rows apart."""
    key = first_key(frame)
    if key is None or key in columns or "item" in {w.role for w in columns.values()}:
        return columns
    return columns | {key: Column("item")}


def _named_raters(columns: Sequence[str]) -> bool:
    places, sure = by_rater(columns)
    return sure >= 0.85 and len({p.rater for p in places.values()}) > 1


def _wide(table: Table, roles: dict[str, Column]) -> Found | None:
    """Columns named after raters, alone or with what they judged, that use labels in common."""
    frame = table.frame
    fixed = [c for c, w in roles.items() if w.role in ("item", "time") or (w.role == "rater" and _IDENTITY.search(c))]
    boxes = box_columns(table)
    fixed_or_box = {*fixed, *(boxes[0] if boxes else ())}
    places, sure = by_rater([c for c in frame.columns if c not in fixed_or_box])
    places = _agreeing(frame, places)
    judged = [p for p in places.values() if p.part == "rating"]
    if len({p.rater for p in judged}) == 1 and len({p.part for p in places.values()}) >= 1 and sure == 0.5:
        pass  # one rater, who is named
    elif len({p.rater for p in judged}) < 2:
        places = _same_words(frame, [c for c in frame.columns if c not in fixed_or_box])
        if _not_of_raters(frame, roles, places):
            return None
        qualities = [c for c in frame.columns if c not in fixed_or_box and (ASKED.match(c.strip()) or is_metric(c))]
        if places and 2 * len(set(qualities) & set(places)) >= len(places):
            columns = _with_key(frame, {c: Column(w.role) for c, w in roles.items() if c in fixed})
            asked = [c for c in frame.columns if c in places or c in qualities]
            columns |= {c: Column("label", dimension=c.strip()) for c in asked}
            return columns, 0.45, f"each of {len(asked)} columns is a question that one rater answered"
        judged, sure = list(places.values()), 0.7
        if len(judged) < 2:
            return None
        places = places | beside_raters(frame.columns, places)
    columns = {c: Column(r.role) for c, r in roles.items() if c in fixed}
    if frame.columns[0] not in places:
        columns = _with_key(frame, columns)
    columns |= {c: Column(p.part, p.rater, p.dimension) for c, p in places.items()}
    dimensions = {p.dimension for p in judged}
    for c, w in roles.items():
        if w.role in ("note", "confidence") and c not in columns:
            columns[c] = Column("evidence")
        elif w.role == "label" and c not in columns:
            columns[c] = Column("rating", "file", w.dimension) if w.dimension not in dimensions else Column("evidence")
    raters = list(dict.fromkeys(p.rater for p in judged))
    shown = ", ".join(f"'{r}'" for r in raters[:4]) + (" …" if len(raters) > 4 else "")
    if len(judged) == len(raters):
        return columns, sure, f"{_each(len(raters))} a rater ({shown})"
    return columns, sure, f"its columns are named by {count(len(raters), 'rater')} ({shown})"


def _each(columns: int) -> str:
    return f"each of {columns} columns is" if columns > 1 else "one column is"


def _not_of_raters(frame: pd.DataFrame, roles: Mapping[str, Column], places: Mapping[str, Place]) -> bool:
    """Whether columns that use the same words are no raters' all the same: labels, of which every row has exactly one,
    or numbers beside a column named as the label, which holds words."""
    if len(frame) >= 4 and set(places) <= set(indicators(frame, roles)):
        return True
    labels = [c for c, w in roles.items() if w.role == "label" and c not in places and frame[c].notna().any()]
    numbers = all(looks_numeric(frame[c]) for c in places)
    return numbers and any(not looks_numeric(frame[c], share=0.6) and frame[c].str.len().max() <= 60 for c in labels)


def _agreeing(frame: pd.DataFrame, places: Mapping[str, Place]) -> dict[str, Place]:
    """Places whose ratings on one dimension have labels in common, as raters of one thing do."""
    out = dict(places)
    for dimension in {p.dimension for p in places.values()}:
        same = [c for c, p in places.items() if p.dimension == dimension and p.part == "rating"]
        if len(same) < 2 or max(frame[c].notna().sum() for c in same) < 5:
            continue  # too few answers to share any
        used = [
            s
            for c in same
            if (s := {str(yes_no(a) if yes_no(a) is not None else a) for a in answers_of(frame[c]) - MISSING})
        ]
        numeric = all(looks_numeric(frame[c].dropna(), share=0.6) for c in same if frame[c].notna().any())
        parts = [set(re.split(r"[|;,]\s*", " | ".join(s))) for s in used]
        if used and not numeric and not any(a & b for a in used for b in used if a is not b) and not any(
            a & b for a in parts for b in parts if a is not b
        ):  # fmt: skip
            for c in same:
                out.pop(c)
    return out


def _same_words(frame: pd.DataFrame, columns: Sequence[str]) -> dict[str, Place]:
    """The largest group of columns with mostly the same few labels, whatever their names."""
    words: dict[str, set[str]] = {}
    for c in columns:
        filled = frame[c].dropna()
        few = len(filled) > 1 and filled.nunique() <= min(30, max(3, len(filled) * 0.7))
        if few and filled.str.len().max() <= 40:
            words[c] = answers_of(filled)
    best: list[str] = []
    for mine in {frozenset(s): s for s in words.values()}.values():  # of thousands of columns most say the same
        group = [d for d, theirs in words.items() if len(mine & theirs) >= 0.5 * len(mine | theirs)]
        if len(group) > len(best) and (not all(yes_no(a) is not None for a in mine) or len(words) == len(group)):
            best = group
    return {c: Place(c.strip(), "label") for c in best} if len(best) > 1 else {}


def _single(table: Table, roles: dict[str, Column]) -> Found | None:
    """One rater's table: a label column, or indicators; the rater is the file."""
    frame = table.frame
    marks = indicators(frame, roles)
    labels = [c for c, w in roles.items() if w.role == "label" and c not in marks and frame[c].notna().any()]
    labels += [c for c in frame.columns if c not in roles and is_metric(c) and looks_numeric(frame[c])]
    if not labels and not marks:
        return None
    kept = {c: w for c, w in roles.items() if w.role not in ("rater", "label") and not names_cases(frame, c, roles)}
    columns = _with_key(frame, kept | marks | {c: Column("label", dimension=c.strip()) for c in labels})
    item = next((c for c, w in columns.items() if w.role == "item"), None)
    if asked := question(frame, item, None, labels):
        columns[asked] = Column("question")
    return columns, 0.45, f"it has one rater's labels ('{[*labels, *marks][0]}')"
