"""The guided example: six steps over the pages, each a sentence above the page and a button to the next."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from annoeval.examples import examples
from annoeval.ui import pages, state
from annoeval.ui.intake import open_example
from annoeval.ui.page import say

_AT = "_tour"
EXAMPLE = "figures"


@dataclass(frozen=True)
class Step:
    """A page, what is to be seen or done there, and whether the example is open then."""

    page: str
    words: str
    opened: bool = True


STEPS = (
    Step(
        "studies",
        "**What became of a file.** 27 captions, descriptions and tables from three papers, scored by two people. "
        "annoeval says what it found and why; a file of yours is dropped in the same place.",
    ),
    Step(
        "review",
        "**The doubtful items come first**, here those on which the two disagree. Read at the left, answer at the "
        "right or with the keys 0, 1 and 2. Each answer is stored at once; U takes it back.",
    ),
    Step(
        "scores",
        "**A page begins with its answer**: the number, its 95 % interval, the items it rests on. Where people are "
        "tied no value is made up. The plot and the table behind it stand below.",
    ),
    Step("agreement", "**Do the two give the same answers?** A click on a cell shows its items."),
    Step("comparison", "**Do groups or raters differ, and by how much?** p is adjusted where there are several."),
    Step("studies", "**That is all.** Drop your own file, or open another example below.", opened=False),
)


def tour_button() -> None:
    """Begins the tour."""
    if any(e.name == EXAMPLE for e in examples()):
        st.button("A tour in two minutes", icon=":material/tour:", type="tertiary", key="_tour_start", on_click=_begin)


def tour() -> None:
    """The current step, above whatever page is shown; nothing where no tour is under way."""
    at = st.session_state.get(_AT)
    if at is None:
        return
    last = at == len(STEPS) - 1
    with st.container(border=True, key="ae_tour"):
        words, buttons = st.columns([5, 1], vertical_alignment="center")
        with words:
            say(f"{at + 1} of {len(STEPS)} · {STEPS[at].words}")
        with buttons.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center", gap="small"):
            st.button("Done" if last else "Leave", type="tertiary", key="_tour_leave", on_click=_leave)
            if not last and st.button("Next", type="primary", key="_tour_next"):
                _go(at + 1)


def _go(at: int) -> None:
    st.session_state[_AT] = at
    if not STEPS[at].opened:
        state.open_study(None)
    st.switch_page(pages.page(STEPS[at].page), query_params=state.address() if STEPS[at].opened else None)


def _begin() -> None:
    open_example(next(e for e in examples() if e.name == EXAMPLE))
    st.session_state[_AT] = 0


def _leave() -> None:
    st.session_state.pop(_AT, None)
