"""Labels known to be dirty: found once a study, and named in every table of figures that is taken away."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from annoeval.answers.dirty import how_dirty
from annoeval.evaluation.dirty import Dirty, dirty
from annoeval.study import Study
from annoeval.ui import state


@st.cache_data(max_entries=60, show_spinner=False)
def _dirty(digest: str, dimension: str, raters: tuple[str, ...], _study: Study) -> Dirty | None:
    return dirty(_study, dimension, raters)


def dirt(study: Study, dimension: str, raters: Sequence[str] = ()) -> Dirty | None:
    """What merging spellings of one label would change; worked out once for each digest. raters: as in `dirty`."""
    return _dirty(study.digest, dimension, tuple(raters), study)


def noted(rows: pd.DataFrame) -> pd.DataFrame:
    """A table of figures with a column `unmerged_labels`, where spellings of one label are counted apart in some of
    its rows' dimensions."""
    study = state.study() if "dimension" in rows else None
    if study is None:
        return rows
    names = [d for d in rows["dimension"].unique() if d in study.dimensions]
    found = {d: how_dirty(own).replace("**", "") for d in names if (own := dirt(study, d)) is not None}
    return rows.assign(unmerged_labels=rows["dimension"].map(found).fillna("")) if found else rows
