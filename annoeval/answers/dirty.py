"""What a headline says of labels known to be dirty."""

from __future__ import annotations

from annoeval.evaluation.dirty import Dirty, dirty
from annoeval.study import Study
from annoeval.words import percent


def with_dirt(sentence: str, study: Study, dimension: str) -> str:
    """A headline, and where spellings of one label are counted apart in its dimension, that this is so."""
    found = dirty(study, dimension) if dimension in study.dimensions else None
    return sentence if found is None else f"{sentence} {how_dirty(found)}"


def how_dirty(found: Dirty) -> str:
    """That spellings of one label are counted apart, and what merging them would give."""
    lead = "Labels that differ only in case or spaces are counted as different ones"
    if found.before is None or found.after is None or found.before == found.after:
        return f"{lead}: {found.repair.effect}."
    gain = f"**{percent(found.after)}** of ratings are equal once they are merged, {percent(found.before)} as they are"
    return f"{lead}: {gain} ({found.repair.effect})."
