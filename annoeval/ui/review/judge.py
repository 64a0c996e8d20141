"""The right side of Review: the question, its scale with definitions and keys, note, correction, tags."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any

import streamlit as st

from annoeval.questions import about, scale_of
from annoeval.review.audit_progress import Progress, progress_of
from annoeval.review.roles import Role
from annoeval.scale import Scale
from annoeval.study import Study
from annoeval.ui import allowed, state
from annoeval.ui.components.answer_card import answer_card
from annoeval.ui.page import quiet, say
from annoeval.ui.review import actions, card, entry, fields, labels, more
from annoeval.ui.review.desk import Desk
from annoeval.ui.review.keys import help_dialog
from annoeval.ui.review.seat import now_of
from annoeval.words import listed, plain, title

MOST_ANSWERS = 8  # answers that stand one under another; more are a list to open
MOST_BESIDE = 4  # questions that stand on one line; more are a list to open
MORE = "History, send back, leave out"


def show(desk: Desk) -> None:
    """Progress, the card, and the way back and forth."""
    _progress(desk)
    with st.container(border=True, key="ae_judge", gap="small"):
        if not allowed.may():
            _seen_only(desk)
        elif not desk.person:
            ask_name("Start reviewing")
        else:
            _card(desk)
    with st.container(horizontal=True, horizontal_alignment="distribute", gap="xsmall", key="ae_nav"):
        st.button("Back", shortcut="Left", type="tertiary", on_click=actions.step, args=(desk, -1), key="ae_back")
        st.button("Skip", shortcut="S", type="tertiary", on_click=actions.skip, args=(desk,), key="ae_skip")
        if st.button("Keys", icon=":material/keyboard:", shortcut="H", type="tertiary", key="ae_help"):
            help_dialog()
        if desk.person and st.button("More", icon=":material/more_horiz:", type="tertiary", key="ae_more", help=MORE):
            more.dialog(desk)
        st.button("Next", shortcut="Right", type="tertiary", on_click=actions.step, args=(desk, 1), key="ae_next")


@st.fragment(run_every=2.0)
def _progress(desk: Desk) -> None:
    """How far the queue is, who else is at it, and whether someone has just answered what is on screen."""
    if desk.drawn:  # later than the page
        desk.now = now_of(desk.study_id)
    desk.drawn = True
    done, of = desk.progress()
    share = 100 * done / of if of else 0
    st.html(
        f'<div class="ae-done"><span><b>{done:,}</b> of {of:,} checked</span>{_others(desk)}'
        f'<div role="progressbar" aria-label="Checked" aria-valuenow="{share:.0f}">'
        f'<i style="width:{share:.1f}%"></i></div>{_audit(desk)}</div>'
    )


def _audit(desk: Desk) -> str:
    """How narrow an audit under way is by now, and how many items are left to what it was drawn for."""
    lines = [audit_words(desk.study, p) for p in progress_of(desk.study, desk.standing)]
    return "".join(f'<span class="ae-quiet ae-audit">{escape(words)}</span>' for words in lines)


def audit_words(study: Study, found: Progress) -> str:
    """ "Audit of caption: ± 0.08 now, 12 more to ± 0.06"."""
    scale = study.dimensions[found.dimension]
    return f"Audit of {(scale.title or title(found.dimension)).lower()}: {found.words}"


def _others(desk: Desk) -> str:
    """Who else is at it, or that someone has answered the question on screen since it was shown."""
    version = desk.standing.versions.get((desk.item or "", desk.focus), 0)
    if desk.open_eyed and version > desk.seen.get(desk.focus, 0):
        newest = max(desk.others(desk.focus).values(), key=lambda e: e.number, default=None)
        if newest is not None and newest.version == version:
            said = scale_of(desk.study, desk.focus).describe(newest.value)
            return f'<span class="ae-just">{escape(newest.reviewer)} just said <b>{escape(said)}</b></span>'
    here = desk.standing.at_work(desk.person)
    words = f"{listed(here, 3)} {'is' if len(here) == 1 else 'are'} here" if here else ""
    return f'<span class="ae-quiet">{escape(words)}</span>'


def ask_name(do: str) -> None:
    """Asks who sits here, where the answer will be given. do: the words of the button."""
    st.markdown("#### Who is reviewing?")
    with st.form("ae_who", border=False):
        name = st.text_input("Your name", max_chars=60, placeholder="As it should stand beside your decisions")
        if st.form_submit_button(do, type="primary") and name.strip():
            state.set_person(name)
            st.rerun()


def _seen_only(desk: Desk) -> None:
    """The question and what was said of it, for a visitor who only looks."""
    if not desk.focus:
        return
    _asked(desk)
    for said in card.said(desk, scale_of(desk.study, desk.focus)) if desk.open_eyed else ():
        say(" ".join(w for w in (said.who, f"**{said.words}**" if said.words else "", said.more) if w))
    quiet(allowed.WHOSE[Role.REVIEWER].replace("press this", "judge"))
    if not desk.open_eyed:
        st.button("Show", shortcut="B", type="tertiary", on_click=actions.reveal, args=(desk,), key="ae_reveal")


def _asked(desk: Desk) -> None:
    scale = scale_of(desk.study, desk.focus)
    apart = [d for d in desk.dimensions if about(desk.study, desk.item or "", d)]
    if 1 < len(desk.dimensions) == len(apart) <= MOST_ANSWERS:
        _answers(desk, scale)
    elif len(desk.dimensions) > 1:
        _questions(desk)
    question = plain(scale.question or f"{scale.title or title(desk.focus)}?")
    st.markdown(f"**{question}** {whose(desk.study, desk.item or '', desk.focus)}")


def whose(study: Study, item: str, question: str) -> str:
    """The answer that a question is about, where it is about a rater's own, as Markdown; else ""."""
    answer = about(study, item, question)
    return "" if answer is None else f"{plain(answer.rater, 40)}: “{plain(answer.text, 300)}”"


def _answers(desk: Desk, scale: Scale) -> None:
    """The item's answers one under another, each with its score: the reviewer's own, else the file's."""
    mine, sent = desk.mine, desk.standing.sent_back(desk.person, desk.item or "")
    with st.container(key="ae_answers", gap=None):
        for n, asked in enumerate(desk.dimensions):
            answer = about(desk.study, desk.item or "", asked)
            assert answer is not None
            label = f"{plain(answer.rater, 24)}: {plain(answer.text, 40)}"
            if asked in mine:
                label += f" **{plain(scale.names.get(mine[asked].value) or mine[asked].value, 20)}**"
            elif not desk.hides(asked):
                label += f" :gray[{plain(scale.names.get(answer.score) or 'not scored', 20)}]"
            icon = "reply" if asked in sent else "check" if asked in mine else "radio_button_unchecked"
            st.button(
                label,
                icon=f":material/{icon}:",
                type="secondary" if asked == desk.focus else "tertiary",
                width="stretch",
                on_click=actions.ask,
                args=(desk, asked),
                key=f"ae_answer_{n}",
            )


def _card(desk: Desk) -> None:
    if not desk.focus:
        quiet("There is nothing to judge on this item.")
        return
    _asked(desk)
    scale, mine = scale_of(desk.study, desk.focus), desk.mine.get(desk.focus)
    current = {"value": fields.filled(scale, mine.value if mine else None)}
    if mine:
        current |= {"note": mine.note or "", "correction": mine.correction or "", "tags": list(mine.tags or ())}
    fields.begin(desk.mark, mine.number if mine else 0, current)
    listens = card.of_desk(desk)
    if listens.text and fields.stands(desk.mark, "correction") == listens.text:  # opened and left as it was
        fields.clear(desk.mark, "correction")
    if listens.saves:
        lines = entry.several_lines(desk.study, desk.focus)
        fields.entry(scale, desk.mark, "Answer", lines, labels.known(desk.now, desk.focus))
    st.html(
        f'<div class="aec-answers">{card.buttons(scale, mine.value if mine else None, listens.saves, "Save")}</div>'
    )
    answer_card(listens, partial(actions.take, desk))
    st.html(f'<div class="aec-said">{card.told(desk, scale)}</div>')
    fields.beside(desk.mark, desk.rubric.tags, partial(actions.keep, desk) if mine else None)
    if not desk.open_eyed:
        st.button("Show", shortcut="B", type="tertiary", on_click=actions.reveal, args=(desk,), key="ae_reveal")


def _questions(desk: Desk) -> None:
    """The item's questions on one line, the one in focus chosen, answered ones with their answer."""
    mine, sent = desk.mine, desk.standing.sent_back(desk.person, desk.item or "")
    key = f"ae_focus_{desk.item}_{desk.focus}"
    st.session_state[key] = desk.focus

    def words(dimension: str) -> str:
        name = plain(_name(desk, dimension), 24)
        name = f":material/reply: {name}" if dimension in sent else name
        return f"{name} **{plain(_short(mine[dimension].value), 12)}**" if dimension in mine else name

    def line(dimension: str) -> str:
        said = f": {_short(mine[dimension].value)}" if dimension in mine else ""
        return f"{_name(desk, dimension)}{said}{', sent back' if dimension in sent else ''}"

    change: dict[str, Any] = {"on_change": actions.focus, "args": (desk, key)}
    label, asked = "Question", list(desk.dimensions)
    if len(asked) > MOST_BESIDE:
        st.selectbox(label, asked, key=key, format_func=line, label_visibility="collapsed", **change)
    else:
        st.segmented_control(
            label, asked, key=key, format_func=words, label_visibility="collapsed", required=True, **change
        )


def _name(desk: Desk, dimension: str) -> str:
    return scale_of(desk.study, dimension).title or dimension


def _short(value: Any) -> str:
    return f"{value:g}" if isinstance(value, (int, float)) else str(value)
