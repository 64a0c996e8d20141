"""What changed between two texts: runs of kept, deleted and inserted words or characters."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from rapidfuzz.distance import Levenshtein

Change = Literal["same", "deleted", "inserted"]
By = Literal["word", "character"]

_TOKENS = re.compile(r"\s+|\w+|[^\w\s]")


@dataclass(frozen=True)
class Run:
    """A stretch of text and what became of it, seen from the reference."""

    change: Change
    text: str


def changes(reference: str, prediction: str, by: By = "word") -> list[Run]:
    """Runs that lead from reference to prediction, in reading order: deleted runs stand only in the reference,
    inserted ones only in the prediction, so the runs that are not `inserted` spell the reference.

    by: `word` compares words, spaces and punctuation marks as units; `character` compares code points.
    """
    a = _TOKENS.findall(reference) if by == "word" else list(reference)
    b = _TOKENS.findall(prediction) if by == "word" else list(prediction)
    runs: list[Run] = []
    for op in Levenshtein.opcodes(a, b):
        old, new = "".join(a[op.src_start : op.src_end]), "".join(b[op.dest_start : op.dest_end])
        if op.tag == "equal":
            _add(runs, "same", old)
            continue
        _add(runs, "deleted", old)
        _add(runs, "inserted", new)
    return runs


def _add(runs: list[Run], change: Change, text: str) -> None:
    if not text:
        return
    if runs and runs[-1].change == change:
        runs[-1] = Run(change, runs[-1].text + text)
    elif len(runs) > 1 and change != "same" and runs[-1].change != "same" and runs[-2].change == change:
        runs[-2] = Run(change, runs[-2].text + text)  # one deletion then one insertion, not a mixture
    else:
        runs.append(Run(change, text))
