"""What a headline says of labels known to be dirty."""

from __future__ import annotations

from annoeval.evaluation.dirty import Dirty
from annoeval.words import percent


def how_dirty(found: Dirty) -> str:
    """That spellings of one label are counted apart, and what merging them would give."""
    lead = "Labels that differ only in case or spaces are counted as different ones"
    if found.before is None or found.after is None or found.before == found.after:
        return f"{lead}: {found.repair.effect}."
    gain = f"**{percent(found.after)}** of ratings are equal once they are merged, {percent(found.before)} as they are"
    return f"{lead}: {gain} ({found.repair.effect})."
