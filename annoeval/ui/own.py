"""Questions that only some studies ask, of their protocol or of contestants: sections on the pages that all share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from annoeval.answers import own
from annoeval.charts.own import section_figure, section_key
from annoeval.protocols import protocol_of
from annoeval.protocols.protocol import Section
from annoeval.study import Study
from annoeval.ui.page import draw, is_narrow, say, section
from annoeval.ui.tables import table


@st.cache_data(max_entries=60, show_spinner=False)
def _sections(digest: str, _study: Study) -> Sequence[Section]:
    return own.own_sections(_study)


@st.cache_data(max_entries=60, show_spinner=False)
def _tables(digest: str, _study: Study) -> Mapping[str, pd.DataFrame]:
    return own.own_tables(_study)


@st.cache_data(max_entries=60, show_spinner=False)
def _headline(digest: str, _study: Study) -> str | None:
    return protocol_of(_study).headline(_study)


def headline(study: Study) -> str | None:
    """The protocol's answer in one sentence, computed once for each digest."""
    return _headline(study.digest, study)


def own_table(study: Study, name: str) -> pd.DataFrame | None:
    """A table of the protocol's own; None where it has none of this name."""
    return _tables(study.digest, study).get(name)


def own_sections(study: Study, page: str) -> int:
    """Draws the sections of a page that not every study has: heading, answer, plot, and the table with its download.
    Gives how many there are."""
    mine = [s for s in _sections(study.digest, study) if s.page == page]
    for number, found in enumerate(mine):
        section(found.title)
        say(found.sentence)
        figure = section_figure(found, is_narrow())
        name = f"{page}_{number}_{found.table}"
        if figure is not None:
            draw(figure, name, key=section_key(found))
        rows = _tables(study.digest, study).get(found.table)
        if rows is not None and len(rows):
            with st.expander("The numbers", key=f"_own_{name}"):
                table(rows.dropna(axis=1, how="all"), name)
    return len(mine)
