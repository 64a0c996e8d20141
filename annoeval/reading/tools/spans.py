"""Files of spans of text, which are not compared here: WebAnno's tables, UIMA's CAS as JSON, brat's standoff."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from annoeval.reading.table import ReadError, Reading
from annoeval.reading.tool import Json, Source, Tool

_STANDOFF = re.compile(rb"(?:T\d+\t\S+ \d+ \d+(?:;\d+ \d+)*\t|[REAMN]\d+\t\S+|#\d+\t|\*\t)")


def is_webanno(text: bytes) -> bool:
    """Whether a text says in its first line that it is a WebAnno TSV."""
    return text.lstrip()[:60].startswith(b"#FORMAT=WebAnno TSV")


def is_brat(text: bytes) -> bool:
    """Whether every line is a span with its places, or what is said of one, and one at least is a span."""
    lines = [line for line in text[:20_000].splitlines()[:50] if line.strip()]
    return any(line.startswith(b"T") for line in lines) and all(map(_STANDOFF.match, lines))


def is_cas(content: Json) -> bool:
    """Types, views and feature structures."""
    return isinstance(content.value, Mapping) and {"%TYPES", "%FEATURE_STRUCTURES"} <= content.value.keys()


def _refused(what: str) -> Callable[[Any, Source], Reading]:
    def refuse(content: Any, source: Source) -> Reading:
        raise ReadError(
            f"{source.file} is {what}: spans of text are not read. Export labels of whole documents or sentences as a "
            "table with a row for each annotator and text."
        )

    return refuse


WEBANNO = Tool("WebAnno", "text", is_webanno, _refused("a WebAnno TSV of INCEpTION"))
BRAT = Tool("brat", "text", is_brat, _refused("a standoff file of brat"))
CAS = Tool("UIMA CAS", "json", is_cas, _refused("a UIMA CAS as JSON, as INCEpTION exports it"))
