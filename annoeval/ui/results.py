"""Result tables for pages, kept by the study's digest and the options they were made with."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pandas as pd
import streamlit as st

from annoeval.evaluation import computed
from annoeval.study import Study


def result(study: Study, name: str, **options: Hashable) -> pd.DataFrame:
    """Result table `name` of a study, narrowed by options; computed once for each digest.

    A DataFrame never enters the key: Streamlit hashes large ones from a sample, and a corrected cell would be missed.
    """
    return _result(name, study.digest, tuple(sorted(options.items())), study)


@st.cache_data(max_entries=300, show_spinner=False)
def _result(name: str, digest: str, options: tuple[tuple[str, Any], ...], _study: Study) -> pd.DataFrame:
    return computed(_study, name, **dict(options))


@st.cache_data(max_entries=64, show_spinner=False)
def _scored(digest: str, _study: Study) -> list[str]:
    given = set(_study.ratings.loc[_study.ratings["value"].notna(), "dimension"].unique())
    return [name for name, scale in _study.dimensions.items() if name in given and scale.level != "text"]


def scored(study: Study) -> list[str]:
    """The dimensions that have a value, free texts left out."""
    return _scored(study.digest, study)
