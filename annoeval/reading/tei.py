"""TEI headers as GROBID writes them: title and abstract of one paper."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from xml.etree import ElementTree

import pandas as pd

from annoeval.reading.table import ReadError, Reading, Table
from annoeval.study import Problem

NAMESPACE = "http://www.tei-c.org/ns/1.0"
_NS = {"tei": NAMESPACE}
_DECLARATION = re.compile(rb"^\s*<\?xml[^>]*\?>")
_UNSAFE = re.compile(rb"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)


def is_tei(data: bytes) -> bool:
    """Whether the bytes are an XML document whose root is a TEI element."""
    return re.search(rb"<(?:\w+:)?TEI\b", data[:4096]) is not None


def header(data: bytes, name: str) -> dict[str, str | None]:
    """Title and abstract of a TEI header; None where the node is missing or holds no text.

    The title is the title statement's. Paragraphs of an abstract are joined by one line break. Raises ReadError where
    the document is no well-formed XML or declares entities.
    """
    if _UNSAFE.search(data):
        raise ReadError(
            f"{name} declares a document type or entities, which a GROBID answer never does; it was not read."
        )
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        line, column = error.position
        raise ReadError(f"{name} is no well-formed XML: line {line}, column {column + 1}.") from None
    title = root.find(".//tei:teiHeader//tei:titleStmt/tei:title", _NS)
    abstract = root.find(".//tei:teiHeader//tei:profileDesc/tei:abstract", _NS)
    return {
        "title": None if title is None else _text(title),
        "abstract": None if abstract is None else _paragraphs(abstract),
    }


def read_tei(data: bytes, name: str) -> Reading:
    """A Reading of one row: `id` (the file's name without its endings), `title`, `abstract`."""
    fields = header(_DECLARATION.sub(b"", data), name)  # the bytes are UTF-8 by now, whatever was declared
    identity = re.sub(
        r"(\.(grobid|tei|xml|header))+$", "", PurePosixPath(name.replace("\\", "/")).name, flags=re.IGNORECASE
    )
    frame = pd.DataFrame({"id": [identity], **{k: [v] for k, v in fields.items()}}, index=pd.Index([1], name="row"))
    problems = tuple(
        Problem(f"the header has no {field}", "left missing", file=name, column=field)
        for field, text in fields.items() if text is None
    )  # fmt: skip
    record = {"id": identity, **fields}
    return Reading(name, "tei", (Table(name, frame),), problems, {"tool": "GROBID"}, value=[record])


def _text(node: ElementTree.Element) -> str | None:
    return " ".join("".join(node.itertext()).split()) or None


def _paragraphs(abstract: ElementTree.Element) -> str | None:
    blocks = [n for n in abstract.iter() if n.tag in (f"{{{NAMESPACE}}}p", f"{{{NAMESPACE}}}head")]
    parts = [_text(b) for b in blocks] if blocks else [_text(abstract)]
    return "\n".join(p for p in parts if p) or None
