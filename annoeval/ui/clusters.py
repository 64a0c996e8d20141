"""Which items are taken together in intervals and tests: asked on every page of results, kept in the address."""

from __future__ import annotations

import streamlit as st

from annoeval.evaluation.clusters import cluster_columns, proposed
from annoeval.study import Study
from annoeval.ui.choice import choose
from annoeval.words import noun


def chosen(study: Study) -> str | None:
    """The item column whose items may be alike, so that intervals and tests take them together; None for single items.

    Where a column is named like what holds several items and none is chosen, the page says what that means."""
    columns = cluster_columns(study)
    if not columns:
        return None
    options = {"": "Items taken one by one", **{c: f"Items of one {noun(c)} taken together" for c in columns}}
    found = choose("cluster", options, "How intervals are drawn") or None
    likely = proposed(study)
    if found is None and likely is not None:
        what = noun(likely)
        st.caption(
            f"Items of one {what} may be alike. Take them together, or intervals may be too short and p too small."
        )
    return found
