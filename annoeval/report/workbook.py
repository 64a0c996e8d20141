"""A report as a workbook: one sheet a table, and a first one that says what they are about."""

from __future__ import annotations

import pandas as pd

from annoeval.export import Sheet, workbook
from annoeval.report.content import Column, Kind, Report, Table, Text

FORMATS: dict[Kind, str] = {
    "count": "#,##0",
    "number": "0.00",
    "fine": "0.000",
    "share": "0.0%",
    "p": "[<0.001]0.0E+00;0.000",
    "interval": "0.00",
    "shares": "0.0%",
}
ABOUT = "About"


def as_workbook(report: Report) -> bytes:
    """The workbook. Numbers stand in it at full precision; each row says the filter, seeds, software and data."""
    return workbook([_about(report), *(_sheet(t, report.carried) for t in report.tables)])


def _about(report: Report) -> Sheet:
    rows = [("Study", report.title), *report.facts]
    rows += [(s.title, p.words.replace("**", "")) for s in report.sections for p in s.parts if isinstance(p, Text)]
    rows += [(f"Sheet {t.name}", " ".join(w for w in (f"{t.title}.", t.note) if w)) for t in report.tables]
    return Sheet(ABOUT, pd.DataFrame(rows, columns=["what", "words"]), {"what": "What", "words": "Words"})


def _sheet(table: Table, carried: tuple[tuple[str, str], ...]) -> Sheet:
    titles: dict[str, str] = {}
    formats: dict[str, str] = {}
    for column in table.columns:
        for name, title in _ends(column):
            titles[name] = title
            if column.kind in FORMATS:
                formats[name] = FORMATS[column.kind]
    rest = [c for c in table.frame.columns if c not in titles]  # saved and not shown
    frame = table.frame[[*titles, *rest]]
    beside = {f"{what}_": words for what, words in carried}
    return Sheet(table.name, frame.assign(**beside), titles | {f"{w}_": w for w, _ in carried}, formats)


def _ends(column: Column) -> list[tuple[str, str]]:
    """The columns of the frame behind a column, with their titles: an interval has two."""
    if not column.high:
        return [(column.name, column.title)]
    return [(column.name, f"{column.title}, low"), (column.high, f"{column.title}, high")]
