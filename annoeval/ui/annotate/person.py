"""What an annotator goes through: instructions, consent, practice, the task, a last question; or withdrawal."""

from __future__ import annotations

from html import escape

import streamlit as st

from annoeval.problem import AnnoevalError
from annoeval.review import annotators
from annoeval.review.annotating import Work, answered, work_of
from annoeval.review.of_server import server_store
from annoeval.ui.annotate.ahead import make_ahead
from annoeval.ui.annotate.images import images
from annoeval.ui.page import answer, quiet
from annoeval.words import count, plain

ALONE = """<style>
[data-testid="stSidebar"], [data-testid="stHeader"] { display: none; }
[data-testid="stMainBlockContainer"] { padding: 0.75rem 1rem; max-width: none; }
[data-testid="stLayoutWrapper"]:has(> .st-key-ae_read) { margin: 1.5rem auto; }
.ae-facts :is(th, td) { padding: 0.25rem 1.5rem 0.25rem 0; text-align: left; }
</style>"""
NARROW = 720  # pixels of a page that is read


def show(token: str) -> None:
    """Where this annotator is, as the store has it; a link of nobody says so."""
    st.html(ALONE)
    store = server_store()
    try:
        work = work_of(store, annotators.by_token(store, token))
    except AnnoevalError as error:
        answer(str(error))
        return
    who = work.who
    if who.withdrawn:
        _page(work, "You have withdrawn")
        answer("Your answers are withdrawn and count no longer. Thank you all the same.")
    elif who.consented is None:
        make_ahead(store, who.study, [s.file for s in (*work.practice, *work.task) if s.file])
        _begin(work)
    elif who.practised is None and work.practice:
        _practice(work)
    elif st.session_state.get("_finished") and _open(work) == 0:
        _end(work)
    else:
        images(work, work.task, answered(store, work), "task", _finish)
        _withdrawal(work)


def _page(work: Work, step: str) -> None:
    title = work.design.title or "Study"
    st.html(f'<p class="ae-quiet">{escape(title)}</p>')
    st.title(step, anchor=False)


def _text(words: str) -> None:
    body = "".join(f'<p class="ae-text">{escape(line)}</p>' for line in words.splitlines() if line.strip())
    st.html(body)


def _begin(work: Work) -> None:
    with st.container(width=NARROW, key="ae_read"):
        if not st.session_state.get("_read"):
            _page(work, "Instructions")
            quiet("Step 1 of 4")
            _text(work.design.instructions)
            st.button("Continue", type="primary", on_click=lambda: st.session_state.update(_read=True))
            return
        _page(work, "Taking part")
        quiet("Step 2 of 4")
        _text(work.design.consent)
        with st.form("_consent", border=False):
            background = st.text_input("Field of study or work (optional)", max_chars=200)
            proficiency = st.selectbox("English", annotators.PROFICIENCY, index=None, placeholder="How well?")
            ticks = [st.checkbox(plain(words, 300), key=f"_tick_{n}") for n, words in enumerate(work.design.eligible)]
            agreed = st.checkbox("I have read this and agree to take part.")
            sent = st.form_submit_button("Agree and go on", type="primary")
        if not sent:
            return
        if not (agreed and all(ticks) and proficiency):
            st.error("Say how well you know English and tick every box; who can't may close this page.")
            return
        said = {"background": background.strip(), "proficiency": proficiency, "eligible": list(work.design.eligible)}
        annotators.consent(server_store(), work.who, said)
        st.rerun()


def _open(work: Work, practice: bool = False) -> int:
    mine = answered(server_store(), work)
    return sum(s.name not in mine for s in (work.practice if practice else work.task))


def _practice(work: Work) -> None:
    mine = answered(server_store(), work)
    if not st.session_state.get("_practised") or _open(work, practice=True):
        images(work, work.practice, mine, "practice", lambda: st.session_state.update(_practised=True))
        return
    with st.container(width=NARROW, key="ae_read"):
        _page(work, "How the practice went")
        quiet("Step 3 of 4")
        rows = "".join(
            f"<tr><th>{escape(s.name.capitalize())}</th><td>{escape(work.targets[s.id])}</td>"
            f"<td>{escape(str(mine[s.name]))}</td></tr>"
            for s in work.practice
        )
        st.html(f'<table class="ae-facts"><tr><th></th><th>The idiom</th><th>Your answer</th></tr>{rows}</table>')
        quiet("From here on no answers are shown.")
        st.button(
            f"Start with {count(len(work.task), work.noun)}",
            type="primary",
            on_click=annotators.end_practice,
            args=(server_store(), work.who),
        )


def _finish() -> None:
    st.session_state["_finished"] = True


def _end(work: Work) -> None:
    with st.container(width=NARROW, key="ae_read"):
        _page(work, "Thank you")
        answer(f"All {count(len(work.task), work.noun)} are answered, and every answer is kept.")
        if work.design.debrief:
            with st.form("_debrief", border=False):
                words = st.text_area(plain(work.design.debrief, 500), value=work.who.debrief or "", max_chars=10_000)
                if st.form_submit_button("Send", type="primary"):
                    annotators.debrief(server_store(), work.who, words)
                    quiet("Kept. You can close this page now.")
        st.button(
            f"Back to the {work.noun}s", type="tertiary", on_click=lambda: st.session_state.pop("_finished", None)
        )
        _withdrawal(work)


def _withdrawal(work: Work) -> None:
    @st.dialog("Withdraw your answers?")
    def sure() -> None:
        st.markdown("They leave every figure at once, and the link ends. This can't be taken back.")
        if st.button("Withdraw all my answers", type="primary"):
            annotators.withdraw(server_store(), work.who)
            st.rerun()

    if st.button("Withdraw from the study", type="tertiary", icon=":material/logout:", key="_withdraw"):
        sure()
