"""Saying by hand whether a question's labels have an order, and which."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from annoeval.scale import Scale
from annoeval.study import Study
from annoeval.tables.ordered import placed
from annoeval.ui.components.sheet import Column, edited
from annoeval.ui.page import quiet
from annoeval.words import count, plain

WITHOUT, ORDERED = "Without order", "In order, low to high"
MOST = 30  # labels that a person would put into an order
BELOW, BESIDE = " < ", " · "


def order_form(first: Study, whole: Mapping[str, Scale], old: str | None) -> dict[str, dict[str, Any]]:
    """Draws a row for each question with labels; gives the scales of those that were changed, as options take them.

    first: the file's first rows as they are read without these changes. whole: the scales of all its rows, where they
    are known. old: the study's id, where there is one.
    """
    asked = {n: _with_all(s, whole.get(n)) for n, s in first.dimensions.items() if s.role == "judgement"}
    asked = {n: s for n, s in asked.items() if s.level in ("nominal", "ordinal") and 2 < len(s.categories) <= MOST}
    if not asked:
        return {}
    ordered = sum(s.level == "ordinal" for s in asked.values())
    told = f"{count(ordered, 'question')} in order, {len(asked) - ordered} without"
    if len(asked) == 1:
        told = plain(told_of(next(iter(asked.values()))), 200)
    with st.expander(f"Order of the labels: {told}"):
        quiet("In an order, near misses count for more than far ones; without, every difference counts the same.")
        rows = order_rows(asked)
        columns = (
            Column("question", "Question", width=140),
            Column("level", "Its labels are", "list", [WITHOUT, ORDERED], blank=False, width=170),
            Column("labels", "Labels", "text", help="Put them in order: poor < good", width=320),
        )
        typed = edited(f"_order_{old}_{hash(tuple(tuple(r.values()) for r in rows))}", columns, rows)
    return scales_from(typed, asked)


def _with_all(scale: Scale, whole: Scale | None) -> Scale:
    """The scale with labels that come only in later rows."""
    later = () if whole is None else tuple(c for c in whole.categories if c not in scale.categories)
    return replace(scale, categories=(*scale.categories, *later))


def told_of(scale: Scale) -> str:
    """The labels in one line: "poor < fair < good", or "cat · dog · cow" where they have no order."""
    return (BELOW if scale.level == "ordinal" else BESIDE).join(str(c) for c in scale.categories)


def order_rows(asked: Mapping[str, Scale]) -> list[dict[str, str]]:
    """One row a question: whether its labels have an order, and the labels from low to high."""
    return [
        {"question": n, "level": ORDERED if s.level == "ordinal" else WITHOUT, "labels": told_of(s)}
        for n, s in asked.items()
    ]


def scales_from(rows: Sequence[Mapping[str, str]], asked: Mapping[str, Scale]) -> dict[str, dict[str, Any]]:
    """The scales that edited `order_rows` say, without those that stand as they were.

    A label that was left out of the line stands beside another spelling of it, else after those in it; a word that is
    no label is passed over.
    """
    found: dict[str, dict[str, Any]] = {}
    for row, was in zip(rows, order_rows(asked), strict=True):
        if row == was:
            continue
        categories = asked[row["question"]].categories
        known: dict[str, list[Any]] = {}
        for category in categories:
            known.setdefault(str(category).strip(), []).append(category)
        said = [c for word in _words(row["labels"], known) for c in known.get(word, ())]
        line = placed(dict.fromkeys(said), [c for c in categories if c not in said])
        if row["level"] == WITHOUT:
            found[row["question"]] = {"level": "nominal"}
        else:
            found[row["question"]] = {"level": "ordinal", "categories": list(line)}
    return found


def _words(line: str, known: Collection[str]) -> Iterator[str]:
    """The labels in a line, whose marks may be a part of a label too: "<5 years < 5 to 10 years"."""
    for part in re.split(r"\s+[<·]\s+", line):
        word = part.strip()
        yield from [word] if word in known else (w.strip() for w in re.split("[<·]", word))
