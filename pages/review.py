"""Review: judge the doubtful items, one after the other, in a table, or together."""

from pathlib import Path

import streamlit as st

from annoeval.ui import state
from annoeval.ui.needed import needed
from annoeval.ui.page import no_study
from annoeval.ui.review import head, item, meeting, past, table, team, variants
from annoeval.ui.review.seat import sit_down

study, study_id = state.study(), state.study_id()
st.html(Path(item.__file__).parents[1] / "static" / "review.css")
if study is None or study_id is None:
    st.title("Review", anchor=False)
    no_study()
    st.stop()
if not study.dimensions:
    st.title("Review", anchor=False)
    needed("review", study, "Here items are judged one after the other, the doubtful first.")
    st.stop()
view = st.query_params.get("view", "")
head.show(state.store().base(study_id), view)
if view == "table":
    table.show(study_id, state.current_filter())
elif view == "meeting":
    meeting.show(study_id)
elif view == "variants" and head.has_variants(study):
    variants.show(study_id)
elif view == "history":
    past.show(study_id)
elif view == "team":
    team.show(study_id, state.store().base(study_id), sit_down(study_id, state.current_filter()).walk)
else:
    item.show(study_id, state.current_filter())
