"""TEI, as GROBID writes it: the header of a paper as one record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.grid import text_array, text_frame
from annoeval.reading.table import Reading, Table
from annoeval.reading.tool import Source, Tool


def is_tei(root: Element) -> bool:
    """A TEI document."""
    return root.tag.rsplit("}", 1)[-1] == "TEI"


def read_tei(root: Element, source: Source) -> Reading:
    """A Reading of one row: id, title, authors, abstract, date, publisher, doi, keywords, each missing where absent.

    The id is the file's name without its endings; the title is the title statement's, whatever the source says.
    """
    file = source.file
    people = []
    for name in root.iterfind(".//{*}sourceDesc//{*}analytic/{*}author/{*}persName"):
        parts = [_text(e) for e in name if e.tag.rsplit("}", 1)[-1] in ("forename", "surname")]
        people.append(" ".join(p for p in parts if p))
    dois = [_text(i) for i in root.iterfind(".//{*}idno") if (i.get("type") or "").upper() == "DOI"]
    row: dict[str, str | None] = {
        "id": re.sub(r"(\.(grobid|tei|xml|header))+$", "", re.split(r"[\\/]", file)[-1], flags=re.IGNORECASE),
        "title": next(_texts(root, ".//{*}titleStmt/{*}title"), None),
        "authors": "; ".join(p for p in people if p) or None,
        "abstract": "\n".join(_texts(root, ".//{*}profileDesc/{*}abstract//{*}p"))
        or next(_texts(root, ".//{*}profileDesc/{*}abstract"), None),
        "date": next(_texts(root, ".//{*}publicationStmt/{*}date"), None),
        "publisher": next(_texts(root, ".//{*}publicationStmt/{*}publisher"), None),
        "doi": next((d for d in dois if d), None),
        "keywords": "; ".join(_texts(root, ".//{*}textClass/{*}keywords//{*}term")) or None,
    }
    frame = text_frame({k: text_array([v]) for k, v in row.items()}, pd.RangeIndex(1, 2, name="row"))
    problems = tuple(
        Problem(f"the header has no {name}", "left missing", file=file, column=name)
        for name in ("title", "abstract")
        if row[name] is None
    )
    return Reading(file, "tei", (Table(file, frame),), problems, source.facts)


def _text(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _texts(root: Element, path: str) -> Iterator[str]:
    return (t for e in root.iterfind(path) if (t := _text(e)))


TEI = Tool("TEI (GROBID)", "xml", is_tei, read_tei)
