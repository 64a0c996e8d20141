"""The paper beside the texts: the page that shows the item, with its place marked."""

from __future__ import annotations

from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from annoeval.pdf import Box, PdfError
from annoeval.review.papers import Place, Sheet, paper_of_item, place_of, sheet
from annoeval.review.present import Present
from annoeval.ui import state
from annoeval.ui.page import quiet
from annoeval.ui.pictures import picture_address

ZOOMS = (1, 2, 3)


def of_item(study_id: str, now: Present, item: str) -> str | None:
    """The paper of an item among the study's files, or in an archive of them; None where there is none."""
    if not any(name.lower().endswith((".pdf", ".zip")) for name in now.files):
        return None
    names = now.base.once("papers", "names", lambda: state.store().attached(study_id).ending(".pdf"))
    return paper_of_item(now.base, item, names)


def beside(file: str | None) -> tuple[DeltaGenerator | None, DeltaGenerator]:
    """Room for the page and for the texts; only for the texts where the study has no paper of the item."""
    if file is None:
        return None, st.container(key="ae_evidence")
    left, right = st.columns([1.5, 1], gap="small")
    return left, right.container(key="ae_beside").container(key="ae_evidence")


def show(study_id: str, now: Present, item: str, dimension: str, file: str) -> None:
    """The page with the place of what is judged, the pages before and after it, and closer looks."""
    study = now.base
    place = place_of(study, item, dimension, file)
    at = f"_page_{item}"
    page = int(st.session_state.get(at) or (place.page if place else 1))
    with st.container(key="ae_paper", gap="xsmall"):
        try:
            paper = _sheet(study_id, now.kept, file, page)
        except PdfError as error:
            quiet(str(error))
            return
        zoom = _head(item, at, page, paper.pages)
        st.html(_drawn(study_id, file, page, zoom, paper, place))
        looked_for = bool(((study.ratings["item_id"] == item) & (study.ratings["kind"] == "ai")).any())
        quiet(_said(place, file, page, looked_for))


def _head(item: str, at: str, page: int, pages: int) -> int:
    """The row above the page; gives the zoom."""
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        back, on = max(page - 1, 1), min(page + 1, pages)
        st.button(
            "Previous page",
            icon=":material/chevron_left:",
            key="_page_back",
            type="tertiary",
            disabled=page <= 1,
            on_click=_turn,
            args=(at, back),
        )
        st.selectbox(
            "Page",
            range(1, pages + 1),
            page - 1,
            format_func=lambda n: f"{n} of {pages}",
            label_visibility="collapsed",
            key=f"{at}_{page}",
            on_change=_picked,
            args=(at, f"{at}_{page}"),
            width=112,
        )
        st.button(
            "Next page",
            icon=":material/chevron_right:",
            key="_page_on",
            type="tertiary",
            disabled=page >= pages,
            on_click=_turn,
            args=(at, on),
        )
        zoom = st.segmented_control(
            "Zoom",
            ZOOMS,
            default=1,
            format_func=lambda z: f"{z}×",
            key="_page_zoom",
            label_visibility="collapsed",
            persist_state="session",
            width="content",
        )
    return zoom or 1


def _turn(at: str, page: int) -> None:
    st.session_state[at] = page


def _picked(at: str, key: str) -> None:
    st.session_state[at] = st.session_state[key]


def _drawn(study_id: str, file: str, page: int, zoom: int, paper: Sheet, place: Place | None) -> str:
    address = escape(picture_address("pages", study_id, file, page=page, zoom=zoom))
    mark = ""
    if place is not None and place.page == page and place.box is not None:
        mark = _mark(place.box, paper, place.what, "<i></i>")
        if place.region is not None:
            mark += _mark(place.region, paper, f"{place.what} stands about here", "", " ae-about")
    alt = f"Page {page} of {escape(file)}"
    ratio = f"aspect-ratio:{paper.width:.1f}/{paper.height:.1f}"
    picture = f'<img src="{address}" alt="{alt}" style="{ratio}">'
    sheet_ = f'<div style="width:{100 * zoom}%">{picture}{mark}</div>'
    return f'<div class="ae-sheet" tabindex="0" role="region" aria-label="{alt}">{sheet_}</div>'


def _mark(box: Box, paper: Sheet, what: str, inner: str, more: str = "") -> str:
    x = tuple(100 * v / paper.width for v in (box[0] - 4, box[2] + 4))
    y = tuple(100 * v / paper.height for v in (box[1] - 4, box[3] + 4))
    where = f"left:{x[0]:.2f}%;top:{y[0]:.2f}%;width:{x[1] - x[0]:.2f}%;height:{y[1] - y[0]:.2f}%"
    return f'<div class="ae-place{more}" style="{where}" title="{escape(what)}">{inner}</div>'


def _said(place: Place | None, file: str, page: int, looked_for: bool) -> str:
    name = file.rsplit("/", 1)[-1]
    if place is None and not looked_for:
        return f"Scoring with AI marks the place of this item in {name}; until then look through its pages."
    if place is None:
        return f"The place of this item was not found in {name}; look through its pages."
    if place.page != page:
        return f"Page {page} of {name}; the item was found on page {place.page}."
    return f"Most like {place.what}, page {page} of {name}."


@st.cache_data(max_entries=200, show_spinner=False)
def _sheet(study_id: str, kept: str, file: str, page: int) -> Sheet:
    return sheet(state.store(), study_id, file, page)
