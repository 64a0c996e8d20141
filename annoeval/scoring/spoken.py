"""Texts of papers as they are compared: without marks of layout, and the letters and words that are left."""

from __future__ import annotations

import re
import unicodedata

_LETTERS = {unicodedata.name(c).rsplit(" ", 1)[-1].lower(): c for c in "αβγδεζηθικλμνξοπρστυφχψω"}
_LABEL = re.compile(
    r"^\s*(?:figure|fig|table|tab|scheme)\.?\s*[A-Z]{0,2}\.?[\dIVXL]+(?:\.\d+)?\s*[:|–—.]?\s*", re.IGNORECASE
)


def spoken(text: str) -> str:
    """Text without marks of layout: no LaTeX commands, tags or label; Greek letters by themselves."""
    plain = unicodedata.normalize("NFKC", text)
    plain = re.sub(r"<[^>]{1,20}>", " ", plain)
    plain = re.sub(r"\\(?:mathrm|mathbf|mathit|mathcal|text|textbf|textit|operatorname)\s*", "", plain)
    plain = re.sub(r"\\([A-Za-z]+)", lambda m: _LETTERS.get(m[1].removeprefix("var").lower(), " "), plain)
    plain = re.sub(r"\\.|[{}$^_~]", "", plain)
    return _LABEL.sub("", plain.lstrip(" |:–—"), count=1).lstrip(" |:–—.")


def letters(text: str) -> str:
    """What is compared: letters, digits and %, without spaces and case."""
    return re.sub(r"[^\w%]|_", "", spoken(text)).casefold()


def words(text: str) -> list[str]:
    """The words that are compared, without case."""
    return [w for w in re.split(r"[^\w%]+", spoken(text).casefold()) if w]
