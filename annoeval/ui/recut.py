"""Beside the cuts of a scorer: what those set by hand would change, and those that people's scores speak for."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from annoeval.answers.recut import what_changes, what_fits
from annoeval.answers.scores import name_of
from annoeval.evaluation.recut import changes, fitted
from annoeval.statistics.calibration.cuts import Fitted
from annoeval.study import Study
from annoeval.ui.page import quiet, say


def cut_key(id: str, name: str) -> str:
    """Where the session keeps a cut's field."""
    return f"_cut_{id}_{name}"


def recut(id: str, study: Study, scorer: str, cuts: Mapping[str, float], chosen: Mapping[str, float]) -> None:
    """Says what the chosen cuts change, and offers fitted ones; nothing before the scorer has scored.

    cuts: the usual ones. chosen: those that are set to something else.
    """
    mine = study.ratings[(study.ratings["rater"] == scorer) & study.ratings["value"].notna()]
    asked = [d for d in study.dimensions if (mine["dimension"] == d).any() and any(c.startswith(f"{d}.") for c in cuts)]
    if not asked:
        return
    titles = {d: name_of(d, study.dimensions[d]) for d in asked}
    if chosen:
        quiet(what_changes([c for c in changes(study, scorer, chosen) if c.dimension in titles], titles))
    if st.button("Fit the cuts to people's scores", icon=":material/tune:", type="tertiary", key=f"_fit_{id}"):
        with st.spinner("Fitting"):
            st.session_state[f"_fitted_{id}"] = (study.digest, {d: fitted(study, scorer, d) for d in asked})
    digest, found = st.session_state.get(f"_fitted_{id}", ("", {}))
    if digest != study.digest:
        return
    for dimension, one in found.items():
        say(what_fits(one, titles[dimension], cuts))
    better = [one for one in found.values() if one.gain is not None and not one.reason]
    if better:
        st.button("Take these cuts", key=f"_take_{id}", on_click=_take, args=(id, better))


def _take(id: str, better: list[Fitted]) -> None:
    for one in better:
        for name, cut in one.cuts.items():
            st.session_state[cut_key(id, name)] = cut
