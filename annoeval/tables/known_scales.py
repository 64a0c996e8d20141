"""Published scales that a column's name names in any table: scores of captions, descriptions and tables, 0 to 2."""

from __future__ import annotations

import re

import pandas as pd

from annoeval.reading.values import number
from annoeval.scale import Scale

QUESTIONS = {
    "caption": "Is the caption right?",
    "vlm": "Is the description right?",
    "table": "Is the table right?",
}
NAMES = {0: "Incorrect", 1: "Partial", 2: "Accurate"}
DEFINITIONS = {
    "caption": {0: "Misaligned or unrelated", 1: "Minor truncation or paraphrase", 2: "Faithful"},
    "vlm": {0: "Incorrect or irrelevant", 1: "Key elements missing", 2: "Accurate and coherent"},
    "table": {0: "Incorrect or unreadable", 1: "Minor misalignment", 2: "Layout and data right"},
}


def rubric_of(name: str, written: pd.Series) -> Scale | None:
    """The published rubric of a column such as `caption_score` in a table that is no figures file otherwise.

    None where the name is another, or where the answers, as written, are on another scale: some outside 0, 1, 2
    although no 0 or fewer than half of them are on the rubric.
    """
    named = re.fullmatch(r"(caption|vlm|table)(_description)?_score", name.strip(), re.IGNORECASE)
    if not named:
        return None
    answers = [a for t in written.dropna() if (a := number(t)) is not None]
    on = [a for a in answers if a in (0, 1, 2)]
    if not on or (len(on) < len(answers) and (0 not in on or 2 * len(on) < len(answers))):
        return None
    dimension = named[1].lower()
    return Scale("ordinal", (0, 1, 2), names=NAMES, definitions=DEFINITIONS[dimension], question=QUESTIONS[dimension])
