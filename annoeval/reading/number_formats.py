"""Number formats that make an id of a number: "000" shows 7 as 007, and `"P"000` as P007."""

from __future__ import annotations

import re

_COLOUR = re.compile(r"\[[^\]]*\]")
_ZEROS = re.compile(r'^(?P<before>(?:"[^"]*"|\\.|[A-Za-z_-])*)(?P<zeros>0{2,})$')


def padded(number: str, code: str) -> str | None:
    """A whole number as a format of zeros shows it; None where the format is another or the number not whole.

    number: as the file writes it ("7", "7.0"). code: Excel's format code; of several sections the first counts.
    """
    match = _ZEROS.match(_COLOUR.sub("", code.split(";")[0]))
    whole = re.fullmatch(r"(\d+)(?:\.0*)?", number)
    if not match or not whole or "General" in match["before"]:
        return None
    return _plain(match["before"]) + whole[1].zfill(len(match["zeros"]))


def _plain(text: str) -> str:
    return re.sub(r'"([^"]*)"|\\(.)', lambda m: m[1] if m[1] is not None else m[2], text)
