"""Which pages there are, in which order, and how to point at one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
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
        Entry("Help", "guide", "Guide", "help", "How everything is used, and what every figure means."),
    )
    if (FOLDER / f"{entry.name}.py").exists()
)


# what stands on a page once a study is open, and the example that shows it best
SHOWS = {
    "annotate": (
        "your items with your questions, a link for each person who answers, and who did how much",
        "recognition",
    ),
    "review": ("one doubtful item at a time: its evidence at the left, the answers at the right", "figures"),
    "scores": ("how good the output is, by rater and by group, each mean with its 95 % interval", "figures"),
    "agreement": (
        "how far people and the AI give the same answers (κ), who differs, and on which items",
        "recognition",
    ),
    "confidence": ("whether what was stated with more confidence came out right more often", "confidence"),
    "comparison": ("whether two groups or raters differ, by how much, and how sure that is", "recall"),
    "matching": ("images with what was drawn on them: matched, missed or extra, and what each cost", "boxes"),
    "report": ("every figure of a study as one document, with the data to recompute it", "figures"),
}


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


def current() -> Entry | None:
    """The page that is shown; None for Studies."""
    return next((e for e in ENTRIES if e.name == st.session_state.get("_at")), None)


def picture(entry: Entry) -> Path | None:
    """A picture of a page as the guide shows it; None where there is none."""
    path = ROOT / "docs" / "images" / f"{entry.name}.png"
    return path if path.exists() else None


def known(name: str) -> bool:
    """Whether there is such a page."""
    return name in st.session_state.get("_pages", {})
