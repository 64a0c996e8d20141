"""Tables written down in a test and opened: as they are, or, where it is asked, as they most likely are."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import xlsxwriter

from annoeval import Study, load
from annoeval.evaluation.agreement import agreement
from annoeval.opening import readings_of
from annoeval.protocols import detect
from annoeval.ways import NotSure, Question


def likeliest(
    *files: tuple[str, bytes], protocol: str | None = None, options: Mapping[str, Any] | None = None
) -> Study:
    """The study under the likeliest reading of files; fails where they would open without a question."""
    try:
        load(*files, protocol=protocol, options=options)
    except NotSure as error:
        return load(*files, options={**(options or {}), **error.question.ways[0].options})
    raise AssertionError("it opens without a question")


def of_text(text: str | bytes, name: str = "answers.csv", **options: Any) -> Study:
    return load((name, text.encode() if isinstance(text, str) else text), options=options)


def likely(text: str | bytes, name: str = "answers.csv", **options: Any) -> Study:
    return likeliest((name, text.encode() if isinstance(text, str) else text), options=options)


def sure(text: str | bytes, name: str = "answers.csv") -> float:
    """How likely the likeliest reading is."""
    return detect(readings_of([(name, text.encode() if isinstance(text, str) else text)]))[0].confidence


def _table(header: str, rows: Iterable[Iterable[object]]) -> str:
    return "\n".join([header, *(",".join(map(str, r)) for r in rows)])


def of_rows(header: str, rows: Iterable[Iterable[object]], name: str = "t.csv") -> Study:
    return of_text(_table(header, rows), name)


def likely_rows(header: str, rows: Iterable[Iterable[object]], name: str = "t.csv") -> Study:
    return likely(_table(header, rows), name)


def sure_of_rows(header: str, rows: Iterable[Iterable[object]]) -> float:
    return sure(_table(header, rows))


def load_asked(header: str, rows: Iterable[Iterable[object]]) -> Question:
    """The question that a table raises."""
    try:
        of_rows(header, rows)
    except NotSure as error:
        return error.question
    raise AssertionError("it opens without a question")


def wide(*rows: str, header: str = "item_id,A1,A2") -> Study:
    return of_text("\n".join([header, *rows]) + "\n")


def value(s: Study, coefficient: str, dimension: str = "label", raters: Sequence[str] | None = None) -> float:
    """A coefficient over all items."""
    found = agreement(s, dimension=dimension, raters=raters) if raters else agreement(s, dimension=dimension)
    return found.loc[(found["coefficient"] == coefficient) & (found["by"] == ""), "value"].iloc[0]


def responses(s: Study, rater: str) -> dict[str, object]:
    """Item to a rater's value."""
    mine = s.ratings[s.ratings["rater"] == rater]
    return dict(zip(mine["item_id"], mine["value"], strict=True))


def said_by(s: Study) -> dict[tuple[str, str], object]:
    """(item, rater) to value."""
    return dict(zip(zip(s.ratings["item_id"], s.ratings["rater"], strict=True), s.ratings["value"], strict=True))


def lines(*records: object) -> str:
    return "\n".join(map(json.dumps, records))


def json_lines(*records: object) -> bytes:
    return lines(*records).encode()


def workbook(**sheets: Sequence[Sequence[object]]) -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for n, row in enumerate(rows):
                sheet.write_row(n, 0, row)
    return out.getvalue()
