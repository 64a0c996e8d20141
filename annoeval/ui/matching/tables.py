"""The tables of graded boxes for the page, made once for each state of the study."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from annoeval.protocols.boxes.rules import Rules
from annoeval.protocols.boxes.study import rules_of, submissions_of
from annoeval.protocols.boxes.tables import box_tables
from annoeval.study import Study


@st.cache_resource(max_entries=6, show_spinner=False)
def _tables(digest: str, _study: Study) -> Mapping[str, pd.DataFrame]:
    return box_tables(_study)


def tables_of(study: Study) -> tuple[Rules, Mapping[str, pd.DataFrame], list[str]]:
    """The rules in force, the tables (each made when first asked for), and who is graded."""
    return rules_of(study), _tables(study.digest, study), submissions_of(study)
