"""What a spreadsheet made of a text that it took for a number or a date: 1.58E+18 of a long id, 02-Jan of “1-2”."""

from __future__ import annotations

import re

import pandas as pd

from annoeval.reading.written_times import month_of

MADE_DATE = "a date that a spreadsheet made of something like “1-2”"
ROUNDED = "a number that a spreadsheet rounded, so that several ids may have become one"

_SCIENTIFIC = re.compile(r"[-+]?\d(?:[.,]\d+)?E\+?(\d{2})", re.IGNORECASE)
_LONG = re.compile(r"\d{15}(\d+)(?:\.0)?")
_DAY_MONTH = re.compile(r"\d{1,2}(?:[- ]|\. ?)([^\W\d_]{3,5})\.?")
_MONTH_YEAR = re.compile(r"([^\W\d_]{3,5})\.?[- ]\d{2}")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?: 00:00:00)?|\d{1,2}([/.])\d{1,2}\1\d{4}")
_PAIR = re.compile(r"\d{1,2}[-/.]\d{1,2}")


def rounded(cells: pd.Series) -> pd.Series:
    """Which cells of a column of ids lost digits: 1.58E+18, or 1580000000000000000, of which 15 digits are left.

    Zeros from the sixteenth digit on count where all numbers as long have them, and there are two or more of them.
    """
    texts = [str(t) for t in cells.dropna().unique()]
    lost = {t for t in texts if (m := _SCIENTIFIC.fullmatch(t.strip())) and int(m[1]) >= 11}
    ends = {t: m[1] for t in texts if (m := _LONG.fullmatch(t.strip()))}
    if len(ends) > 1 and not any(end.strip("0") for end in ends.values()):
        lost |= set(ends)
    return cells.isin(lost)


def made_dates(cells: pd.Series) -> pd.Series:
    """Which cells of a column of ids or labels are dates among others that are none.

    Days and months without a year count where most others are no dates, whole dates only among the likes of “1-3”.
    """
    texts = [str(t).strip() for t in cells.dropna().unique()]
    short = {t for t in texts if _is_short(t)}
    whole = {t for t in texts if _DATE.fullmatch(t)}
    pairs = any(_PAIR.fullmatch(t) for t in texts)
    made = whole if pairs else set()
    if short and (pairs or len(texts) - len(short | whole) > len(short)):
        made = made | short
    return cells.str.strip().isin(made)


def _is_short(text: str) -> bool:
    found = _DAY_MONTH.fullmatch(text) or _MONTH_YEAR.fullmatch(text)
    return found is not None and month_of(found[1]) > 0
