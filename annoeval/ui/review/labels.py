"""Which labels a question without a fixed list is answered with so far, by the file and by people."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import streamlit as st

from annoeval.questions import scale_of
from annoeval.study import Study
from annoeval.ui import state


def known(study_id: str, dimension: str) -> list[str]:
    """The labels in use, sorted; none where the scale has its own list, or its answers are no sets of labels."""
    study = state.store().base(study_id)
    scale = scale_of(study, dimension)
    if scale.level != "set" or scale.categories:
        return []
    answers = state.store().standing(study_id).answers
    said = {e.value for (_, d), events in list(answers.items()) if d == dimension for e in events}
    return sorted(_of_file(study.digest, dimension, study) | _labels(said))


@st.cache_data(max_entries=100, show_spinner=False)
def _of_file(digest: str, dimension: str, _study: Study) -> set[str]:
    return _labels(_study.ratings.loc[_study.ratings["dimension"] == dimension, "value"].dropna().unique())


def _labels(sets: Iterable[Any]) -> set[str]:
    return {str(label) for one in sets if one is not None for label in json.loads(one)}
