"""The documentation, read in the app: one page of it at a time, links between its pages as links."""

from __future__ import annotations

import re

import streamlit as st

from annoeval.place import ROOT
from annoeval.ui.choice import choose

FOLDER = ROOT / "docs"
TITLES = {
    "guide": "Using it",
    "review": "Review",
    "sharing": "Sharing and hosting",
    "reports": "Reports",
    "formats": "File formats",
    "statistics": "Statistics",
    "truth": "True scores",
    "protocols": "Protocols",
}


def guide() -> None:
    """The chosen page of the documentation."""
    there = {name: title for name, title in TITLES.items() if (FOLDER / f"{name}.md").exists()}
    if not there:
        st.markdown("The documentation lies in the folder `docs` of the project; it was not installed with this app.")
        return
    name = choose("doc", there, "Page")
    with st.container(width=860):
        st.markdown(for_screen((FOLDER / f"{name}.md").read_text("utf-8"), set(there)))


def for_screen(text: str, pages: set[str]) -> str:
    """A page's Markdown as the app can show it: without its title and pictures; links to other pages of the guide lead
    to them, those to what is not shown here are words."""
    text = re.sub(r"\A# .*\n", "", text)
    text = re.sub(r"^!\[[^\]]*\]\([^)]*\)\s*$", "", text, flags=re.MULTILINE)

    def led(link: re.Match[str]) -> str:
        words, target = link.groups()
        if target.startswith(("http://", "https://")):
            return link.group(0)
        name = target.partition("#")[0].removesuffix(".md")
        return f"[{words}](guide?doc={name})" if name in pages else words

    return re.sub(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)", led, text)
