"""Two by two: an example image of each way in which people and a model came out, with what was said."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from annoeval.review.pictures import all_pictures, picture
from annoeval.study import Study
from annoeval.ui import state
from annoeval.ui.own import own_table
from annoeval.ui.page import quiet, section
from annoeval.words import count, missing

GRID = (
    ("both right", "people right, model wrong"),
    ("people wrong, model right", "both wrong"),
)


def gallery(study: Study) -> None:
    """Draws it for the first model; nothing for a study without such outcomes, or without pictures."""
    found, id = own_table(study, "outcomes"), state.study_id()
    if found is None or not len(found) or id is None:
        return
    pictures = all_pictures(state.store(), id)
    found = found[(found["model"] == found["model"].iloc[0]) & found["item_id"].isin(list(pictures))]
    if not len(found):
        return
    section("An example of each")
    for line in GRID:
        for column, kind in zip(st.columns(2, gap="medium", border=True), line, strict=True):
            with column:
                _one(id, kind, found[found["kind"] == kind], pictures)


def _one(id: str, kind: str, images: pd.DataFrame, pictures: dict[str, tuple[str, ...]]) -> None:
    quiet(f"**{kind[0].upper()}{kind[1:]}** · {count(len(images), 'image')}")
    if not len(images):
        return
    row = images.iloc[0]
    data = picture(state.store(), id, pictures[row["item_id"]][-1])
    if data:
        st.image(data, width=280)
    st.text(f"Target: {row['target']}")
    st.text(row["people"])
    if not missing(row["model_said"]):
        st.text(f"{row['model']}: {row['model_said']}")
