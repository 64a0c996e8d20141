"""Answers of one person a file, as an annotation page saves them (`image_id,text_value`): people say whose they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from annoeval.protocols.recognition.columns import ITEM, RATER, RESPONSE, TARGET, column, has_answers
from annoeval.protocols.recognition.sampled import is_sample
from annoeval.reading.labels import bare
from annoeval.reading.pictures import ENDINGS
from annoeval.reading.table import ReadError, Table

TEXT = ("text_value",)  # what only the published annotation page calls its answers


def is_unnamed(table: Table) -> bool:
    """Whether a table holds answers to images and doesn't say whose."""
    columns = list(table.frame.columns)
    return has_answers(table) and column(columns, ITEM) is not None and column(columns, RATER) is None


def is_saved_by_the_page(table: Table) -> bool:
    """Whether it has the two columns of the annotation page and no other."""
    columns = list(table.frame.columns)
    return len(columns) == 2 and column(columns, ITEM) is not None and column(columns, TEXT) is not None


def unsaid(tables: Sequence[Table], options: Mapping[str, Any]) -> list[str]:
    """The files of which nobody said who annotated. options: `annotators`, {file: name}; "" stands for the only one."""
    unnamed = [t.name for t in tables if is_unnamed(t)]
    said = dict(options.get("annotators") or {})
    if len(unnamed) == 1 and said.get(""):
        return []
    return [name for name in unnamed if not str(said.get(name) or "").strip()]


def with_annotators(tables: Sequence[Table], options: Mapping[str, Any]) -> list[Table]:
    """The tables, with annotator and target in those that lack them: who annotated as people said, the target of a
    list or of the other answers to the image. `6.jpg` is the image `6` where only that is known.

    Raises ReadError for a file of which nobody said who annotated.
    """
    if not any(map(is_unnamed, tables)):
        return list(tables)
    lacking = unsaid(tables, options)
    if lacking:
        raise ReadError(f"{lacking[0]} doesn't say who annotated; give its annotator a pseudonym.")
    said = dict(options.get("annotators") or {})
    names = [str(said.get(t.name) or said.get("")).strip() for t in tables if is_unnamed(t)]
    named = next((t for t in tables if has_answers(t) and not is_unnamed(t)), None)
    columns = list(named.frame.columns) if named else []
    targets = _targets(tables)
    item, rater, target, response = (column(columns, known) or known[0] for known in (ITEM, RATER, TARGET, RESPONSE))
    out = []
    for table in tables:
        if not is_unnamed(table):
            out.append(table)
            continue
        own = list(table.frame.columns)
        ids = bare(table.frame[column(own, ITEM)])
        ids = ids.map(lambda i: _without_ending(i, targets), na_action="ignore")
        frame = pd.DataFrame({item: ids, response: table.frame[column(own, RESPONSE)]})
        frame[rater] = names.pop(0)
        frame[target] = ids.map(targets).astype("str").where(ids.isin(list(targets)))
        out.append(replace(table, frame=frame))
    return out


def _targets(tables: Sequence[Table]) -> dict[str, str]:
    """The target of each image that a list or other answers tell."""
    found: dict[str, str] = {}
    for table in tables:
        columns = list(table.frame.columns)
        item, target = column(columns, ITEM), column(columns, TARGET)
        if item and target and (is_sample(table) or has_answers(table)):
            told = table.frame[[item, target]].dropna()
            found |= dict(zip(bare(told[item]), told[target], strict=True))
    return found


def _without_ending(id: str, known: Mapping[str, str]) -> str:
    stem = next((id[: -len(e)] for e in ENDINGS if id.lower().endswith(e)), id)
    return stem if id not in known and stem in known else id
