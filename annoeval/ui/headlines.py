"""The answer of each study in a list of several: worked out beside the page, and kept until the study changes."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import streamlit as st

from annoeval.review.store import Store

log = logging.getLogger("annoeval")
MOST_ITEMS = 20_000  # items beyond which a study's answer is worked out on its own pages only


class Headlines:
    """Answers by study and state; one is worked out at a time."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="headline")
        self._known: dict[str, tuple[str, str]] = {}

    def of(self, study: str, state: str, work_out: Callable[[], str]) -> str | None:
        """A study's answer in this state; None while it is being worked out, "" where it has none. state: changes with
        whatever the answer rests on. The answer of an earlier state is never given for it."""
        known = self._known.get(study)
        if known is None or known[0] != state:
            self._known[study] = (state, _UNDER_WAY)
            self._worker.submit(self._work_out, study, state, work_out)
            return None
        return None if known[1] is _UNDER_WAY else known[1]

    def _work_out(self, study: str, state: str, work_out: Callable[[], str]) -> None:
        try:
            said = work_out()
        except Exception:  # it may have been removed meanwhile; its own pages say what is wrong with it
            log.info("no headline of %s", study, exc_info=True)
            said = ""
        if self._known.get(study, ("",))[0] == state:
            self._known[study] = (state, said)


_UNDER_WAY = "…"


def first_sentence(said: str) -> str:
    """The first sentence of an answer, with its marks of bold figures."""
    head, stop, _ = said.partition(". ")
    return f"{head}." if stop else head


def work_out(store: Store, study: str) -> str:
    """A study's answer: its protocol's, else how far its raters agree, else how good the output is."""
    from annoeval.answers.headline import headline
    from annoeval.evaluation import evaluate

    return first_sentence(headline(evaluate(store.study(study))) or "")


@st.cache_resource
def headlines() -> Headlines:
    """The answers of this server."""
    return Headlines()
