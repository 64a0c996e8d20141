"""What an extractor wrote down of each paper, beside the table that people annotate: evidence, never items of its own.

Its records are JSON lines of `element_id, type, content`, mostly with `page`, `context` and `metadata`, one file a
paper: headings and passages as well as figures and tables.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.table import Table

NESTED = "metadata."
SHOWN = ("table_markdown", "context", "image_path")  # what a record adds to an item's evidence,
PLACE = ("page", "section")  # and where it stands in the paper
TOLD_BY = ("caption", "vlm_description", "content")
CUT = 40  # characters from which a text that another begins with is the same one, cut off by the table

_ENDING = re.compile(r"\.[a-z]\w{1,4}$", re.IGNORECASE)


def is_records(table: Table, kinds: tuple[str, ...]) -> bool:
    """Whether a table lists everything in a paper and not what is to be judged.

    kinds: how the types of figures and tables begin.
    """
    columns = [c.strip().lower() for c in table.frame.columns]
    if not {"element_id", "type", "content"} <= set(columns):
        return False
    types = table.frame[table.frame.columns[columns.index("type")]].dropna().str.strip().str.lower()
    return any(c.startswith(NESTED) for c in columns) or not types.str.startswith(kinds).all()


def flattened(table: Table) -> pd.DataFrame:
    """The records with what stood in `metadata` as columns of their own, and the paper they are of."""
    frame = table.frame.rename(columns=lambda c: c.strip())
    lower = {c: c.lower().removeprefix(NESTED) for c in frame.columns}
    own = set(frame.columns)
    frame = frame.rename(columns={c: new for c, new in lower.items() if new == c.lower() or new not in own})
    return frame if "pdf" in frame else frame.assign(pdf=paper_of(table.name))


def joined(items: pd.DataFrame, tables: Sequence[Table], problems: list[Problem]) -> pd.DataFrame:
    """The items with what the records say of them, columns of `SHOWN` and `PLACE` that the items lack.

    A record is an item's where paper and type are the same and either its texts are those of this item alone, or there
    are as many of the one as of the other and no text speaks against their order. Others stay in the files, and
    that is said.
    """
    records = pd.concat([flattened(t) for t in tables], ignore_index=True)
    new = [c for c in (*SHOWN, *PLACE) if c in records and c not in items]
    found = pd.Series(-1, index=items.index)
    papers = items["pdf"].map(paper_of, na_action="ignore") if "pdf" in items else pd.Series(pd.NA, index=items.index)
    if papers.isna().all() and records["pdf"].nunique() == 1:
        papers = papers.fillna(paper_of(records["pdf"].iloc[0]))
    there = records["pdf"].map(paper_of), records["type"].str.strip().str.lower()
    for (paper, kind), rows in items.groupby([papers, items["type"].str.strip().str.lower()], sort=False):
        theirs = records[(there[0] == paper) & (there[1] == kind)]
        for row, record in _pairs(rows, theirs):
            found[row] = record
    known = found[found >= 0]
    for column in new:
        items[column] = records[column].reindex(known).set_axis(known.index).reindex(items.index)
    alone = len(records) - known.nunique()
    file = tables[0].name if len(tables) == 1 else f"{len(tables)} files"
    if len(known):
        said = f"shown beside the items: {', '.join(new)}" if new else "not used: the table has it all"
        problems.append(Problem("an extractor's records of the items", said, file, count=len(known)))
    if alone:
        what = "an extractor's records of other passages, or of figures that can't be told apart"
        problems.append(Problem(what, "kept in the study's files, no items", file, count=alone))
    return items


def _pairs(rows: pd.DataFrame, records: pd.DataFrame) -> Iterator[tuple[str, int]]:
    """(item, record) where it is sure that they are one thing."""
    items, others = _texts(rows), _texts(records)
    if len(items) == len(others):
        in_order = list(zip(items, others, strict=True))
        if all(_agree(items[i], others[r]) is not False for i, r in in_order):
            yield from in_order
            return
    beginning: dict[tuple[str, str], list[int]] = {}
    for record, texts in others.items():
        for column, text in texts.items():
            beginning.setdefault((column, text[:CUT]), []).append(record)
    agreeing = {}
    for item, texts in items.items():
        near = {r for column, text in texts.items() for r in beginning.get((column, text[:CUT]), ())}
        agreeing[item] = [r for r in near if _agree(texts, others[r])]
    claimed = Counter(r for mine in agreeing.values() for r in mine)
    yield from ((item, mine[0]) for item, mine in agreeing.items() if len(mine) == 1 and claimed[mine[0]] == 1)


def _texts(rows: pd.DataFrame) -> dict[Any, dict[str, str]]:
    """By row the texts that tell what it is, without differences of spaces."""
    told = rows[[c for c in TOLD_BY if c in rows]].to_dict("index")
    return {
        row: {c: " ".join(t.split()) for c, t in cells.items() if isinstance(t, str)} for row, cells in told.items()
    }


def _agree(item: dict[str, str], record: dict[str, str]) -> bool | None:
    """Whether two descriptions share a text and contradict each other in none; None where there is none to compare."""
    both = [c for c in item if c in record]
    return all(_same(item[c], record[c]) for c in both) if both else None


def _same(a: str, b: str) -> bool:
    a, b = sorted((a, b), key=len)
    return a == b or (len(a) >= CUT and b.startswith(a))


def paper_of(name: str) -> str:
    """What tells a paper by a file's name: neither folder nor ending nor case counts."""
    return _ENDING.sub("", name.rsplit("/", 1)[-1]).strip().casefold()
