"""The forms that a report is written in, by the ending of its file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from annoeval.report.archive import Enclosed, as_archive
from annoeval.report.content import Report
from annoeval.report.material import Material
from annoeval.report.page import as_html
from annoeval.report.texts import latex, markdown
from annoeval.report.workbook import as_workbook


@dataclass(frozen=True)
class Form:
    """A form: its name on a button, its media type, and what it holds."""

    title: str
    media: str
    holds: str


FORMS = {
    ".html": Form("HTML", "text/html", "One page with everything in it, for any browser; prints as PDF"),
    ".xlsx": Form(
        "Excel",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "Every table on a sheet of its own",
    ),
    ".tex": Form("LaTeX", "application/x-tex", "Text and tables for the packages booktabs and graphicx"),
    ".md": Form("Markdown", "text/markdown", "Text and tables"),
    ".zip": Form("ZIP", "application/zip", "All forms, every table and plot, and the data to recompute them"),
}
WRITERS: dict[str, Callable[[Report], bytes]] = {
    ".html": lambda made: as_html(made).encode("utf-8", "replace"),
    ".xlsx": as_workbook,
    ".tex": lambda made: latex(made).encode("utf-8", "replace"),
    ".md": lambda made: markdown(made).encode("utf-8", "replace"),
}


def written(ending: str, material: Material, made: Callable[[], Report], enclosed: Callable[[], Enclosed]) -> bytes:
    """The report as a file of this ending, one of `FORMS`. made, enclosed: asked for only where they are needed."""
    if ending == ".zip":
        return as_archive(material, enclosed())
    return WRITERS[ending](made())
