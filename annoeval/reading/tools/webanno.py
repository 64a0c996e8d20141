"""WebAnno and INCEpTION: tables of tokens, whose spans are not compared here."""

from __future__ import annotations

from annoeval.reading.table import ReadError, Reading
from annoeval.reading.tool import Source, Tool


def fits(text: bytes) -> bool:
    """Whether a text says in its first line that it is a WebAnno TSV."""
    return text.lstrip()[:60].startswith(b"#FORMAT=WebAnno TSV")


def refused(text: bytes, source: Source) -> Reading:
    """Spans of tokens are no labels of items, and their lines no rows of a table."""
    raise ReadError(
        f"{source.file} is a WebAnno TSV of INCEpTION: spans of tokens are not read. Export labels of whole documents "
        "or sentences as a table with a row for each annotator and text."
    )


WEBANNO = Tool("WebAnno", "text", fits, refused)
