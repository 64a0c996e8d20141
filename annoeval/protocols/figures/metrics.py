"""Automatic metrics of papers or domains (coverage, word error rate, hit rate, run time), beside what people judged.

Such a table has a row for each paper or domain, sometimes one for each of several variants (`baseline`), and numbers.
Nobody judged them, so they are never ratings: they join the items as columns that `correlation` holds scores against.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import pandas as pd

from annoeval.problem import Problem
from annoeval.protocols.figures.records import paper_of
from annoeval.reading.table import Table
from annoeval.reading.values import number
from annoeval.words import count, listed

UNITS = ("pdf", "domain")  # of what a metric is: a paper where the table names papers, else a domain
_WORDS = re.compile(
    r"coverage|found|expected|missing|extracted|detected|recall|precision|f1|accuracy|error|rate|hits?|top\d*|mrr|n?dcg|"
    r"map|[wc]er|bleu|rouge|meteor|bert|edit|distance|similarity|perplexity|times?|runtime|seconds?|secs?|minutes?|hours?|"
    r"ms|latency|duration|throughput|speed|memory|mb|gb|tokens?|cost|usd|pages?|words?|chars?|characters"
)
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+\d*")


def is_metrics(table: Table) -> bool:
    """Whether a table holds metrics: rows are of papers or domains, most of its numbers are named as metrics are, and
    no column lists figures or tables."""
    columns = {c.strip().lower() for c in table.frame.columns}
    if not columns & set(UNITS) or columns & {"element_id", "caption", "vlm_description", "content"}:
        return False
    numbers = list(_numbers(table.frame))
    named = [c for c in numbers if any(_WORDS.fullmatch(part.lower()) for part in _PARTS.findall(c))]
    return bool(numbers) and 2 * len(named) > len(numbers)


def metric_names(tables: Sequence[Table]) -> list[str]:
    """The columns that hold metrics."""
    return list(dict.fromkeys(c for t in tables for c in _numbers(t.frame)))


def joined_metrics(
    items: pd.DataFrame, tables: Sequence[Table], problems: list[Problem]
) -> tuple[pd.DataFrame, dict[str, str]]:
    """The items with a column for each metric, and of which unit (`UNITS`) each is.

    A metric told apart by a further column has its value in brackets: `WER (tesseract)`. One that says the same of
    every item as an earlier one is left out, and so is one whose rows can't be told apart; both are said.
    """
    found: dict[str, str] = {}
    items = items.copy() if tables else items
    for table in sorted(tables, key=lambda t: len(list(_numbers(t.frame)))):  # a summary repeats the others
        unit = _unit(table, items)
        if unit is None:
            what = "metrics of papers or domains that no item is of"
            problems.append(Problem(what, "not used", table.name, count=len(table.frame)))
            continue
        keys, mine = _keys(table.frame[_named(table.frame, unit)], unit), _keys(items[unit], unit)
        joined, again = [], []
        for name, values in _metrics(table, keys, problems):
            column = pd.to_numeric(mine.map(values)).astype("float64")
            twin = next((c for c in found if items[c].equals(column)), None)
            if twin is not None:
                again.append(name if twin == name else f"{name} (there called {twin})")
                continue
            while name in items:
                name = f"{name} ({table.name})"
            items[name], found[name] = column, unit
            joined.append(name)
        n = int(mine.isin(keys).sum())
        if joined:
            done = f"joined by {unit} to {count(n, 'item')}: {listed(joined, 6)}"
            problems.append(Problem("automatic metrics, which nobody judged", done, table.name, count=len(table.frame)))
        if again:
            what = "metrics that another file has already"
            problems.append(Problem(what, "not used again", table.name, value=listed(again, 6), count=len(again)))
        lost = int((keys.notna() & ~keys.isin(mine)).sum())
        if lost:
            problems.append(Problem(f"metrics of a {unit} that no item is of", "not used", table.name, count=lost))
    return items, found


def _numbers(frame: pd.DataFrame) -> Iterator[str]:
    """Columns in which every filled cell is a number."""
    for column in frame.columns:
        cells = frame[column].dropna()
        if column.strip().lower() not in UNITS and len(cells) and all(_number(t) is not None for t in cells.unique()):
            yield column


def _number(text: str) -> float | None:
    bare = str(text).strip().removesuffix("%")
    return number(bare, "," if re.fullmatch(r"[-+]?\d+,\d+", bare) else ".")


def _named(frame: pd.DataFrame, unit: str) -> str:
    return next(c for c in frame.columns if c.strip().lower() == unit)


def _unit(table: Table, items: pd.DataFrame) -> str | None:
    """Of what the table's rows are: the first unit that it and the items have in common."""
    theirs = {c.strip().lower() for c in table.frame.columns}
    for unit in (u for u in UNITS if u in theirs and u in items):
        if _keys(items[unit], unit).isin(_keys(table.frame[_named(table.frame, unit)], unit).dropna()).any():
            return unit
    return None


def _keys(names: pd.Series, unit: str) -> pd.Series:
    """What tells papers, or domains, by their names."""
    told = paper_of if unit == "pdf" else lambda name: " ".join(name.split()).casefold()
    return names.map(lambda name: told(str(name)), na_action="ignore")


def _metrics(table: Table, keys: pd.Series, problems: list[Problem]) -> Iterator[tuple[str, Mapping[str, float]]]:
    """(name, key → value) of each metric."""
    frame = table.frame[keys.notna()]
    keys = keys[keys.notna()]
    numbers = list(_numbers(frame))
    texts = [c for c in frame.columns if c not in numbers and c.strip().lower() not in UNITS]
    variants = pd.Series("", frame.index)
    if keys.duplicated().any():
        variants = frame[texts].fillna("").agg(" · ".join, axis=1) if texts else variants
        if pd.MultiIndex.from_arrays([keys, variants]).duplicated().any():
            what = "several rows of metrics of one paper or domain, which no column of words tells apart"
            problems.append(Problem(what, "not used", table.name, count=len(frame)))
            return
    for column in numbers:
        for variant in variants.unique():
            values = frame.loc[variants == variant, column].dropna().map(_number)
            if len(values):
                name = f"{column.strip()} ({variant})" if variant else column.strip()
                yield name, dict(zip(keys[values.index], values, strict=True))
