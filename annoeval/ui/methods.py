"""The paragraph for a methods section, on every page of results: the figure, and the circumstances it rests on."""

from __future__ import annotations

import streamlit as st

from annoeval import __version__
from annoeval.evaluation.design import design
from annoeval.study import Study
from annoeval.ui import state
from annoeval.ui.seeing import seen_or_not
from annoeval.words import count


@st.cache_data(max_entries=60, show_spinner=False)
def _design(digest: str, dimension: str, cluster: str | None, _study: Study) -> str:
    return design(_study, dimension, cluster, __version__)


def around(study: Study, dimension: str, cluster: str | None = None) -> str:
    """Selection, blindness, what was left out, clusters, software and data of a figure, and the page's filter."""
    whole = state.whole()
    said = " ".join([_design(study.digest, dimension, cluster, study), *seen_or_not(dimension)])
    if whole is None or len(whole.items) == len(study.items):
        return said
    return f"Figures are of {len(study.items):,} of {count(len(whole.items), 'item')}, as filtered. {said}"


def methods_text(study: Study, page: str, dimension: str, figure: str, cluster: str | None = None) -> None:
    """A fold with the paragraph. figure: how the page's figures were computed, in sentences."""
    with st.expander("Methods text", key=f"_methods_{page}", on_change="rerun") as fold:
        if fold.open:
            st.code(f"{figure} {around(study, dimension, cluster)}", language=None, wrap_lines=True)
