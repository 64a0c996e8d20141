"""What goes out of a study of open answers: its folder, and the results section of a paper."""

from __future__ import annotations

import streamlit as st

from annoeval.review.study_folder import section_of, study_folder
from annoeval.study import Study
from annoeval.ui import state


def taken_away(id: str, study: Study) -> None:
    """Draws the downloads; nothing for a study without open answers to targets."""
    if not {"target", "answers"} <= set(study.items) or not len(study.ratings):
        return
    store = state.store()
    with st.container(horizontal=True, gap="small"):
        st.download_button(
            "Study folder",
            lambda: study_folder(store, id),
            f"{study.name}.zip",
            "application/zip",
            icon=":material/folder_zip:",
            on_click="ignore",
            key="_folder",
            help="README, answers, tables, pictures, and ten lines of Python that recompute the tables.",
        )
        for form, ending in (("markdown", "md"), ("latex", "tex")):
            st.download_button(
                f"Results section, {'LaTeX' if form == 'latex' else 'Markdown'}",
                lambda form=form: section_of(study, form).encode(),  # type: ignore[misc]
                f"results.{ending}",
                "text/plain",
                icon=":material/article:",
                on_click="ignore",
                key=f"_section_{form}",
            )
