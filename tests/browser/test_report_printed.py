"""A report on paper: no table is cut at the edge of a page."""

from __future__ import annotations

import pandas as pd

from annoeval.report.columns import table
from annoeval.report.content import Report, Section
from annoeval.report.page import as_html

SAID = "Too far in by 5 px on the left and 2 px on the bottom and too far out by 3 px on the right."


def printed(columns: int, words: str) -> str:
    """A report whose one table has columns of words, of numbers and of sentences."""
    rows = {f"column_{n}": [words, words] if n % 2 else [1234.5, -0.25] for n in range(columns)}
    shown = table("wide", "A wide table", pd.DataFrame({**rows, "remark": [SAID, SAID]}))
    return as_html(Report("Wide", (), (), "", (Section("further", "Further tables", (shown,)),)))


def test_a_table_of_any_width_stays_on_the_paper(tab):
    page = {"ar-block ar-short": 680, "ar-block ar-short ar-wide": 1009}  # pixels between A4's margins
    seen = set()
    for columns in (4, 9, 13, 17, 21):
        tab.set_content(printed(columns, "ground_truth/street.jpg"))
        tab.emulate_media(media="print")
        kind = tab.eval_on_selector(".ar-block", "b => b.className")
        seen.add(kind)
        tab.set_viewport_size({"width": page[kind], "height": 900})
        assert tab.eval_on_selector("table", "t => t.getBoundingClientRect().width") <= page[kind] + 1, columns
    assert len(seen) == 2
