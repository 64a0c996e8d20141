"""Beside a headline on labels known to be dirty: what they do to it, and the repair, one click away."""

from __future__ import annotations

from collections.abc import Sequence

from annoeval.answers.dirty import how_dirty
from annoeval.review.roles import Role
from annoeval.study import Study
from annoeval.tables.repairs import applied
from annoeval.ui import allowed, state
from annoeval.ui.page import answer
from annoeval.ui.remarks import apply_options
from annoeval.ui.unmerged import dirt
from annoeval.words import plain


def said_and_mended(study: Study, dimension: str, sentence: str, raters: Sequence[str] = ()) -> None:
    """The answer of a page, and where spellings of one label are counted apart, that this is so and the repair."""
    found = dirt(study, dimension, raters) if dimension in study.dimensions else None
    if found is None:
        answer(sentence)
        return
    answer(f"{sentence} {how_dirty(found)}")
    id, whole = state.study_id(), state.whole()
    if id is not None and whole is not None:
        allowed.button(
            plain(found.repair.title),
            needs=Role.OWNER,
            key=f"_merge_{dimension}",
            icon=":material/build:",
            on_click=apply_options,
            args=(id, applied(whole.options, found.repair)),
        )
