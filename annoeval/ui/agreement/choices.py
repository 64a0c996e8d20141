"""What the page Agreement is about: which raters, weighted how, resampled over what; all kept in the address."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import pandas as pd
import streamlit as st

from annoeval.evaluation import explain
from annoeval.evaluation.raters import all_raters, rated_by_two, rater_sets
from annoeval.study import Study
from annoeval.ui.choice import choose

CHOSEN = "chosen"
_WEIGHTS = {
    "quadratic": "Quadratic",
    "linear": "Linear",
    "masi": "MASI",
    "jaccard": "Jaccard",
    "none": "Unweighted",
}


def explained(study: Study, name: str, *arguments: Hashable) -> Any:
    """What `annoeval.evaluation.explain` says, kept by the study's digest."""
    return _explained(study.digest, name, arguments, study)


@st.cache_data(max_entries=300, show_spinner=False)
def _explained(digest: str, name: str, arguments: tuple[Any, ...], _study: Study) -> Any:
    function: Callable[..., Any] = getattr(explain, name)
    return function(_study, *arguments)


def in_pairs(study: Study) -> list[str]:
    """The dimensions that two raters or more judged."""
    return _in_pairs(study.digest, study)


@st.cache_data(max_entries=64, show_spinner=False)
def _in_pairs(digest: str, _study: Study) -> list[str]:
    return rated_by_two(_study)


def among(study: Study, dimension: str) -> tuple[str, ...]:
    """The raters compared: people, people and the AI, or those chosen one by one."""
    sets = rater_sets(study, dimension)
    everyone = all_raters(study, dimension)
    titles = {name: name[:1].upper() + name[1:] for name in sets}
    if len(everyone) > 2:
        titles[CHOSEN] = "Choose …"
    name = choose("among", titles, "Raters")
    if name != CHOSEN:
        return tuple(sets[name])
    asked = [r for r in st.query_params.get_all("members") if r in everyone]
    current = asked if len(asked) > 1 else next(iter(sets.values()))
    st.session_state["_members"] = current

    def write() -> None:
        st.query_params["members"] = st.session_state["_members"]

    st.multiselect(
        "Raters",
        everyone,
        key="_members",
        on_change=write,
        label_visibility="collapsed",
        placeholder="Choose raters",
        width=360,
    )
    return tuple(current)


def weighting(pairs: pd.DataFrame) -> str:
    """How a near miss counts between two raters; ordered labels begin with quadratic weights."""
    there = set(pairs["weights"])
    return choose("weights", {w: said for w, said in _WEIGHTS.items() if w in there}, "Weights")
