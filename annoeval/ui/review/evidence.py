"""The left side of Review: the item's evidence. People's texts are shown as they are, never as markup."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import streamlit as st

from annoeval.answers.items import item_names
from annoeval.protocols import protocols
from annoeval.reading.pictures import ENDINGS
from annoeval.review import evidence
from annoeval.review.evidence import Facts, Grid, Part, Picture, Text
from annoeval.review.pictures import picture
from annoeval.review.present import Present
from annoeval.scoring.changes import By
from annoeval.ui import state
from annoeval.ui.review import paper
from annoeval.words import missing, without_ending

MOST_ROWS, MOST_CELLS = 40, 12


def show(study_id: str, now: Present, item: str, why: str, raw: bool, dimension: str = "", mark: str = "") -> None:
    """The item's name and why it is here, then the parts of the evidence in their order.

    raw: whether raters' own words may be shown. mark: of the answer buttons that belong to what is shown.
    """
    study = now.asked
    name, known = item_names(study).get(item, item), study.cells(item, study.groups[:3]).values()
    where = " · ".join(str(g) for g in known if not missing(g) and (name == item or without_ending(str(g)) not in name))
    st.html(
        f'<div class="ae-item" data-mark="{mark}"><span title="{escape(item)} {escape(where)}">'
        f'<b class="ae-id" dir="auto">{escape(name)}</b> <span class="ae-quiet">{escape(where)}</span></span>'
        f'<span class="ae-why" title="Why this item is here">{escape(why)}</span></div>'
    )
    by: By = "word"
    protocol = protocols().get(study.protocol)
    against = protocol is not None and bool(protocol.passages(study, item, dimension))  # everyone's text, side by side
    if against:
        chosen = st.segmented_control(
            "Mark differences by",
            ("word", "character"),
            default="word",
            key="ae_by",
            label_visibility="collapsed",
            format_func=lambda b: f"Differences by {b}",
            persist_state="session",
        )
        by = "character" if chosen == "character" else "word"
    found = evidence.parts(study, item, _pictures(study_id, now), dimension, by)
    file = paper.of_item(study_id, now, item)
    seen, texts = paper.beside(file)
    with texts:
        _parts(found, evidence.answers(study, item) if raw and not against else [])
    if seen is not None and file is not None:
        with seen:
            paper.show(study_id, now, item, dimension, file)


def _parts(found: list[Part], raw: list[tuple[str, str, str]]) -> None:
    for part in found:
        if isinstance(part, Picture):
            st.image(part.data, width="stretch", alt=part.title)
    texts = [p for p in found if isinstance(p, Text)]
    blocks = [_block(p, len(texts)) for p in found if not isinstance(p, Picture | Text)]
    if texts:
        blocks.insert(sum(isinstance(p, Grid) for p in found), _texts(texts))
    if raw:
        several = len({about for _, about, _ in raw}) > 1
        rows = "".join(
            f"<tr><th>{escape(f'{who}, {about}' if several else who)}</th>{_cell(text)}</tr>"
            for who, about, text in raw[:MOST_ROWS]
        )
        blocks.append(f'<div class="ae-block"><h4>Answers as given</h4><table class="ae-facts">{rows}</table></div>')
    st.html(f'<div class="ae-evidence" tabindex="0" role="region" aria-label="Evidence">{"".join(blocks)}</div>')


def _texts(texts: list[Text]) -> str:
    if len(texts) == 1:
        return f'<div class="ae-block">{_passage(texts[0])}</div>'
    longest = max(len(t.text or "") for t in texts[:2]) or 1
    wide = [0.75 + 0.5 * len(t.text or "") / longest for t in texts[:2]]
    columns = " ".join(f"{w:.2f}fr" for w in wide)
    pair = "".join(f"<div>{_passage(t)}</div>" for t in texts[:2])
    more = "".join(f'<div class="ae-block">{_passage(t)}</div>' for t in texts[2:])
    return f'<div class="ae-pair" style="grid-template-columns:{columns}">{pair}</div>{more}'


def _passage(text: Text) -> str:
    if text.text is None:
        body = '<p class="ae-none">None in the file</p>'
    elif not text.text.strip():
        body = '<p class="ae-none">Empty</p>'
    else:
        runs = text.runs or (evidence.Run(text.text, False),)
        body = "".join(f"<mark>{escape(r.text)}</mark>" if r.differs else escape(r.text) for r in runs)
        body = f'<p class="ae-passage" dir="auto">{body}</p>'
    return f"<h4>{escape(text.title)}</h4>{body}"


def _cell(text: str) -> str:
    """A cell in the direction that its own text is written in."""
    return f'<td dir="auto">{escape(text)}</td>'


def _block(part: Part, others: int) -> str:
    if isinstance(part, Grid):
        head, *rows = [row[:MOST_CELLS] for row in part.cells[:MOST_ROWS]]
        cells = "<tr>" + "".join(f"<th>{escape(c)}</th>" for c in head) + "</tr>"
        cells += "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows)
        return f'<div class="ae-block"><h4>{escape(part.title)}</h4><table class="ae-grid">{cells}</table></div>'
    assert isinstance(part, Facts)
    head_row = ""
    if part.columns:
        head_row = "<tr><th></th>" + "".join(f"<th>{escape(c)}</th>" for c in part.columns) + "</tr>"
    body = "".join(
        f"<tr><th>{escape(title)}</th>"
        + "".join(_cell(v) if v is not None else "<td><i>none</i></td>" for v in values)
        + "</tr>"
        for title, values in part.rows
    )
    return f'<div class="ae-block"><table class="ae-facts">{head_row}{body}</table></div>'


def _pictures(study_id: str, now: Present) -> Callable[[str], bytes | None]:
    """What gives a picture of the study by its name or its item's; where no file holds any, nothing is looked for."""
    if not any(name.lower().endswith((*ENDINGS, ".zip")) for name in now.files):
        return lambda name: None
    return lambda name: _picture(study_id, now.kept, name)


@st.cache_data(max_entries=200, show_spinner=False)
def _picture(study_id: str, kept: str, name: str) -> bytes | None:
    return picture(state.store(), study_id, name)
