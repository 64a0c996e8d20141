"""The sheet that people score in: an extractor's rows with room for scores, and the rubric beside it."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from annoeval.protocols.protocol import Template
from annoeval.reading.table import Table
from annoeval.study import Study

ROWS, GUIDELINES = "annotations", "guidelines"
_HEAD = ("Question", "Column", "Score", "Meaning")


def template(study: Study, rows: pd.DataFrame) -> Template:
    """The rows with `caption_score, vlm_score, table_score` after their own columns, then each with `_ai`, as far as
    they lack them; and the rubric.

    rows: the file's, in the order of the study's items. The columns of the AI hold what the headline scorer gave;
    those of people are blank. Where a question does not apply, the cell is closed.
    """
    ai = study.headline if study.headline in study.of_kind("ai") else next(iter(study.of_kind("ai")), None)
    given = study.ratings[study.ratings["rater"] == ai] if ai is not None else study.ratings.iloc[:0]
    own = {str(c).strip().lower() for c in rows}
    made = rows.reset_index(drop=True).copy()
    choices, closed = {}, {}
    for after in ("", "_ai"):
        for name, scale in study.dimensions.items():
            column = f"{name}_score{after}"
            if column in own:
                continue
            values = pd.Series(pd.NA, study.items.index, dtype="Int64")
            if after:
                mine = given[given["dimension"] == name].drop_duplicates("item_id", keep="last").set_index("item_id")
                values = pd.to_numeric(mine["value"]).reindex(study.items.index).astype("Int64")
            made[column] = values.array
            choices[column] = scale.categories
            closed[column] = ~scale.applies_to(study.items).to_numpy()
    sheets = {ROWS: made, GUIDELINES: pd.DataFrame(list(_guidelines(study)), columns=list(_HEAD))}
    return Template(ROWS, sheets, {ROWS: choices}, {ROWS: closed})


def is_guidelines(table: Table) -> bool:
    """Whether a sheet is the rubric of such a template, which holds nothing to read."""
    return tuple(table.frame.columns) == _HEAD


def _guidelines(study: Study) -> Iterator[tuple[str, str, int | None, str]]:
    for name, scale in study.dimensions.items():
        for score in reversed(scale.categories):
            word = scale.names.get(score, "")
            yield scale.question, f"{name}_score", score, f"{word}: {scale.definitions.get(score, '')}".strip(": ")
    about = "Figures have no table score, tables no caption and no description score: these cells stay blank."
    yield "Which cells are scored?", "", None, about
    yield "What if it can't be told?", "", None, "Leave the cell blank: a blank is no score, and never a 0."
    yield "What do the columns with _ai hold?", "", None, "An AI's scores, which people leave as they are."
