"""Whether seeing the AI's score moves people, where it is hidden from them for a random share of the items."""

from __future__ import annotations

from annoeval.review.seeing import effects_of_seeing, words
from annoeval.ui import state


def seen_or_not(dimension: str) -> list[str]:
    """The sentence about one question; none where nothing was hidden at random."""
    study_id = state.study_id()
    if study_id is None:
        return []
    store = state.store()
    return [words(f, store.base(study_id)) for f in effects_of_seeing(store, study_id) if f.dimension == dimension]
