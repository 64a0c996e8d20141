"""The right side of Review: the question, its scale with definitions and keys, note, correction, tags."""

from __future__ import annotations

from html import escape
from typing import Any

import streamlit as st

from annoeval.review.audit_progress import Progress, progress_of
from annoeval.scoring.account import account
from annoeval.study import Scale, Study
from annoeval.ui import state
from annoeval.ui.review import actions, entry, more
from annoeval.ui.review.desk import Desk, ai_scores, why_not_scored
from annoeval.ui.review.keys import help_dialog
from annoeval.ui.review.labels import known
from annoeval.words import ago, listed, missing, number, plain, title

COLOURS = ("red", "gray", "blue")
ICONS = ("close", "contrast", "check")
MORE = "History, send back, leave out"


def show(desk: Desk) -> None:
    """Progress, the card, and the way back and forth."""
    _progress(desk)
    with st.container(border=True, key="ae_judge", gap="small"):
        if not desk.person:
            _who()
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


@st.fragment(run_every=8.0)
def _progress(desk: Desk) -> None:
    """How far the queue is, who else is at it, and whether someone has just answered what is on screen."""
    desk.standing = state.store().standing(desk.study_id)
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
            said = desk.study.dimensions[desk.focus].describe(newest.value)
            return f'<span class="ae-just">{escape(newest.reviewer)} just said <b>{escape(said)}</b></span>'
    here = desk.standing.at_work(desk.person)
    words = f"{listed(here, 3)} {'is' if len(here) == 1 else 'are'} here" if here else ""
    return f'<span class="ae-quiet">{escape(words)}</span>'


def _who() -> None:
    st.markdown("#### Who is reviewing?")
    with st.form("ae_who", border=False):
        name = st.text_input("Your name", max_chars=60, placeholder="As it should stand beside your decisions")
        if st.form_submit_button("Start reviewing", type="primary") and name.strip():
            state.set_person(name)
            st.rerun()


def _card(desk: Desk) -> None:
    scale = desk.study.dimensions[desk.focus]
    if len(desk.dimensions) > 1:
        _questions(desk)
    st.markdown(f"**{plain(scale.question or f'{scale.title or title(desk.focus)}?')}**")
    categories = list(scale.categories)
    if entry.buttons(scale):
        keys = _keys(categories)
        with st.container(gap="xsmall", key="ae_scores"):
            for place, value in enumerate(categories):
                _score_button(desk, scale, value, keys[place], place, len(categories))
    else:
        _entry(desk, scale)
    _said(desk, scale)
    _words(desk)


def _questions(desk: Desk) -> None:
    """The item's questions side by side, the one in focus chosen, answered ones with their answer."""
    mine, sent = desk.mine, desk.standing.sent_back(desk.person, desk.item or "")
    key = f"ae_focus_{desk.item}_{desk.focus}"
    st.session_state[key] = desk.focus

    def words(dimension: str) -> str:
        name = plain(desk.study.dimensions[dimension].title or dimension, 24)
        name = f":material/reply: {name}" if dimension in sent else name
        return f"{name} **{plain(_short(mine[dimension].value), 12)}**" if dimension in mine else name

    st.segmented_control(
        "Question",
        list(desk.dimensions),
        key=key,
        format_func=words,
        label_visibility="collapsed",
        on_change=actions.focus,
        args=(desk, key),
        required=True,
    )


def _score_button(desk: Desk, scale: Scale, value: Any, key: str | None, place: int, of: int) -> None:
    colour, icon = _look(place, of) if scale.level == "ordinal" or of == 2 else ("gray", "radio_button_unchecked")
    name = scale.names.get(value)
    label = f":{colour}[:material/{icon}:] {plain(name or _short(value), 40)}"
    definition = scale.definitions.get(value)
    if definition:
        label += f"  \n:small[:gray[{plain(definition, 140)}]]"
    chosen = desk.focus in desk.mine and desk.mine[desk.focus].value == value
    st.button(
        label,
        key=f"ae_answer_{desk.mark}_{place}",
        shortcut=key,
        width="stretch",
        wrap=True,
        type="primary" if chosen else "secondary",
        on_click=actions.score,
        args=(desk, value),
    )


def _look(place: int, of: int) -> tuple[str, str]:
    if place == 0:
        return COLOURS[0], ICONS[0]
    return (COLOURS[2], ICONS[2]) if place == of - 1 else (COLOURS[1], ICONS[1])


def _keys(categories: list[Any]) -> list[str | None]:
    """Keys that say what they score: 0 1 2, 5 for a half; else the place, 1 to 9."""
    keys = [_digit(c) for c in categories]
    if None in keys or len(set(keys)) < len(keys):
        return [str(n) for n in range(1, len(categories) + 1)]
    return keys


def _digit(value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if value == 0.5:
        return "5"
    return str(int(value)) if float(value).is_integer() and 0 <= value <= 9 else None


def _entry(desk: Desk, scale: Scale) -> None:
    """A scale that no row of buttons can hold: a number, a long list of labels, a text."""
    mine = desk.mine.get(desk.focus)

    lines = entry.several_lines(desk.study.digest, desk.focus, desk.study)
    entry.form(
        scale,
        desk.mark,
        lambda value: actions.score(desk, value),
        mine.value if mine else None,
        lines,
        known=known(desk.study_id, desk.focus),
    )


def _said(desk: Desk, scale: Scale) -> None:
    """What the AI and others said, or that it is hidden until the reviewer has answered."""
    if not desk.open_eyed:
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown(":small[:gray[Hidden until you answer]]", width="stretch")
            st.button("Show", shortcut="B", type="tertiary", on_click=actions.reveal, args=(desk,), key="ae_reveal")
        return
    scores = ai_scores(desk.study_id, desk.study.digest, desk.focus)
    ai = scores.get(desk.item or "")
    parts = []
    why = why_not_scored(desk.study_id, desk.study.digest, desk.focus).get(desk.item or "")
    if ai is None and why:
        parts.append(f":gray[{plain(why, 300)}]")
    elif (
        scores and ai is None and not scale.about
    ):  # an AI scores what the question is about, and that stands in the evidence
        parts.append(":gray[Not scored by the AI]")
    elif ai is not None:
        said = f":material/smart_toy: AI said **{plain(scale.describe(ai['value']), 40)}**"
        extra = [f"similarity {number(ai['signal'], 3)}"] if ai["signal"] == ai["signal"] else []
        extra += [f"confidence {number(ai['confidence'])}"] if ai["confidence"] == ai["confidence"] else []
        parts.append(f"{said} :small[:gray[{' · '.join(extra)}]]" if extra else said)
    if ai is not None and (told := account(ai["response"])):
        note = "" if missing(ai["note"]) else f"{plain(ai['note'], 200)}  \n"
        parts.append(f":small[:gray[{note}{plain(told.sentence, 500)}]]")
    for who, event in list(desk.others(desk.focus).items())[:4]:
        said = f":material/person: {plain(who, 24)} said **{plain(scale.describe(event.value), 40)}**"
        parts.append(f"{said} :small[:gray[{ago(event.time)}]]")
    if parts:
        st.markdown("  \n".join(parts))


def _words(desk: Desk) -> None:
    """Correct text, note and tags; kept with the score, or at once beside an answer already given."""
    own, mine = actions.draft(desk), desk.mine.get(desk.focus)

    def value(what: str, stored: Any) -> Any:
        return own.get(what, stored) or ""

    for what, label, placeholder, stored in (
        (
            "correction",
            "Correct text",
            "Correct text, where it differs",
            mine.correction if mine else "",
        ),
        ("note", "Note", "Note for the others", mine.note if mine else ""),
    ):
        key = actions.field_key(desk, what)
        with st.container(key=f"ae_{what}", gap=None):
            st.text_input(
                label,
                value=value(what, stored),
                key=key,
                placeholder=placeholder,
                label_visibility="collapsed",
                on_change=actions.keep,
                args=(desk, what, key),
            )
    if desk.rubric.tags:
        key = actions.field_key(desk, "tags")
        chosen = [t for t in own.get("tags", mine.tags if mine else ()) if t in desk.rubric.tags]
        st.multiselect(
            "Tags",
            list(desk.rubric.tags),
            default=chosen,
            key=key,
            placeholder="Tags: what is wrong",
            on_change=actions.keep,
            args=(desk, "tags", key),
            label_visibility="collapsed",
            select_all=False,
        )


def _short(value: Any) -> str:
    return f"{value:g}" if isinstance(value, (int, float)) else str(value)
