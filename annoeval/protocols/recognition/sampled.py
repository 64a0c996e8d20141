"""A study before any answer: the sampled ids with their targets, and which of them people see."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pandas as pd

from annoeval.problem import Problem
from annoeval.protocols.protocol import Detection
from annoeval.protocols.recognition.columns import (
    CORRECT,
    ITEM,
    MODEL_ANSWER,
    MODEL_CORRECT,
    NUMBER_CORRECT,
    RATER,
    RESPONSE,
    TARGET,
    column,
    has_summary,
)
from annoeval.reading.labels import bare
from annoeval.reading.table import ReadError, Table

IDIOM = ("target_idiom", "idiom")  # what only this protocol calls its target
_LATER = (RATER, RESPONSE, CORRECT, MODEL_ANSWER, MODEL_CORRECT, NUMBER_CORRECT)
ONLY_IDS = 0.5  # a list of ids alone may be the list of anything


def sampled_from(ids: Sequence[str], n: int, seed: int = 42) -> list[str]:
    """The protocol's sample: `random.seed(seed); sorted(random.sample(range(len(ids)), n))` as places in a list.

    Raises ValueError where the list is shorter than the sample.
    """
    if not 0 < n <= len(ids):
        raise ValueError(f"A sample of {n} can't be drawn from {len(ids)} ids.")
    return [ids[i] for i in sorted(random.Random(seed).sample(range(len(ids)), n))]


def is_sample(table: Table) -> bool:
    """Whether a table lists what is to be judged, by id, and nothing that anyone said of it."""
    columns = list(table.frame.columns)
    return len(table.frame) > 0 and column(columns, ITEM) is not None and not any(column(columns, n) for n in _LATER)


def detect_sample(protocol: str, tables: Sequence[Table]) -> Detection | None:
    """A list with the protocol's own name for its targets is clear; one of ids alone is asked about."""
    lists = [t for t in tables if is_sample(t)]
    if len(lists) != 1 or not all(t is lists[0] or has_summary(t) for t in tables):
        return None
    columns = list(lists[0].frame.columns)
    item, idiom = column(columns, ITEM), column(columns, IDIOM)
    if idiom is not None and len(columns) == 2:
        return Detection(protocol, 0.95, f"it lists ids and their targets ('{item}', '{idiom}') before any answer")
    if len(columns) == 1:
        return Detection(protocol, ONLY_IDS, f"it is a list of ids ('{item}') before any answer")
    return None


def sampled_items(table: Table, problems: list[Problem]) -> pd.DataFrame:
    """The items of a list, `target` missing where it has none; an id that repeats counts once, as it is first.

    Raises ReadError for a list without an id.
    """
    columns: list[Any] = list(table.frame.columns)
    item, target = column(columns, ITEM), column(columns, TARGET)
    frame = table.frame[table.frame[item].notna()]
    if not len(frame):
        raise ReadError(f"{table.name} has no ids in its column '{item}'; give each image an id.")
    ids = bare(frame[item]).rename("item_id")
    again = int(ids.duplicated().sum())
    if again:
        problems.append(Problem("an id that is listed again", "the first counts", table.name, column=item, count=again))
    items = frame.drop(columns=item).set_axis(pd.Index(ids), axis=0)[~ids.duplicated().to_numpy()]
    items = items.rename(columns={target: "target"}) if target else items.assign(target=pd.NA)
    items["target"] = items["target"].astype("str").where(items["target"].notna())
    return items.assign(answers=pd.Series(index=items.index, dtype="str"))
