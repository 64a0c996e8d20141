"""Which pages there are, in which order, and how to point at one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from annoeval.place import ROOT

FOLDER = ROOT / "pages"


@dataclass(frozen=True)
class Entry:
    """A page of the navigation: its group, file, title, icon and the question it answers."""

    group: str
    name: str
    title: str
    icon: str
    question: str


ENTRIES = tuple(
    entry
    for entry in (
        Entry("Work", "studies", "Studies", "folder_open", "Drop a file, see what it holds, open a study."),
        Entry("Work", "annotate", "Annotate", "edit_note", "Collect answers: design the study, send links."),
        Entry("Work", "review", "Review", "checklist_rtl", "Judge the doubtful items, one after the other."),
        Entry("Results", "scores", "Scores", "straighten", "How good the output is, overall and by group."),
        Entry("Results", "agreement", "Agreement", "grid_on", "Whether raters give the same answers."),
        Entry("Results", "confidence", "Confidence", "show_chart", "Whether confidence says what comes out right."),
        Entry("Results", "comparison", "Comparison", "compare_arrows", "Whether two conditions or raters differ."),
        Entry("Results", "matching", "Matching", "select_all", "Which drawn objects match the ground truth, and why."),
        Entry("Share", "report", "Report", "description", "The figures as a document, with the data behind them."),
    )
    if (FOLDER / f"{entry.name}.py").exists()
)


def _page(entry: Entry) -> Any:
    return st.Page(
        FOLDER / f"{entry.name}.py",
        title=entry.title,
        icon=f":material/{entry.icon}:",
        url_path=entry.name,
        default=entry.name == "studies",
        help=entry.question,
    )


def navigation(hidden: bool = False) -> Any:
    """Registers every page and gives the one the address names. hidden: for a visitor to whom others aren't offered."""
    groups: dict[str, list[Any]] = {}
    pages = {}
    for entry in ENTRIES:
        pages[entry.name] = _page(entry)
        groups.setdefault(entry.group, []).append(pages[entry.name])
    st.session_state["_pages"] = pages
    return st.navigation(groups, expanded=True, position="hidden" if hidden else "sidebar")


def page(name: str) -> Any:
    """The page to hand to `st.page_link` or `st.switch_page`."""
    return st.session_state["_pages"][name]


def known(name: str) -> bool:
    """Whether there is such a page."""
    return name in st.session_state.get("_pages", {})
