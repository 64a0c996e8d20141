"""Review: judge the doubtful items, one after the other, in a table, or together."""

from pathlib import Path

import streamlit as st

from annoeval.ui import state
from annoeval.ui.review import head, item

study = state.study()
st.html(Path(item.__file__).parents[1] / "static" / "review.css")
if study is None:
    st.title("Review", anchor=False)
    st.stop()
study_id = state.study_id()
view = st.query_params.get("view", "")
head.show(state.store().base(study_id), view)
item.show(study_id, state.current_filter())
