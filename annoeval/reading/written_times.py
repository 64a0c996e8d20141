"""What one cell says of a time: its date, clock and zone, in the forms that programs and people write."""

from __future__ import annotations

import datetime as dt
import functools
import re
import unicodedata
from dataclasses import dataclass

_LONGEST = 80  # characters; a longer text is no time
_UNIX = re.compile(r"\d{9,11}(?:\.\d+)?|\d{13}|\d{16}|\d{19}")
_CLOCK = re.compile(
    r"(?:^|[\sT,:日]|\bat\b)\s*(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,](?P<part>\d{1,9}))?)?"
    r"\s*(?:(?P<half>[ap])\.?m\.?(?![a-z]))?"
    r"\s*(?P<zone>(?:Z|UTC|GMT|[A-Z]{3,4})?\s*(?:[+-]\d{1,2}(?::?\d{2})?)?)(?=$|[\s,(])(?:\s*\([^)]*\))?",
    re.IGNORECASE,
)
_ZONE = re.compile(r"(?P<name>[A-Z]*)\s*(?:(?P<sign>[+-])(?P<hours>\d{1,2})(?::?(?P<minutes>\d{2}))?)?")
# hours east of Greenwich; names of which two zones share one (IST, BST) are none
_ZONES = {
    "": 0,
    "Z": 0,
    "UTC": 0,
    "GMT": 0,
    "EST": -5,
    "EDT": -4,
    "CST": -6,
    "CDT": -5,
    "MST": -7,
    "MDT": -6,
    "PST": -8,
    "PDT": -7,
    "CET": 1,
    "CEST": 2,
    "MEZ": 1,
    "MESZ": 2,
    "JST": 9,
    "KST": 9,
}
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})|(\d{4})(\d{2})(\d{2})|(\d{4})年(\d{1,2})月(\d{1,2})日?")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})")
_WEEKDAY = re.compile(r"^[^\W\d_]{2,10}\.?,?\s+(?=\S)")
_DAY_NAMED = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th|\.|º)?[\s/-]*(?:de\s+)?([^\W\d_]{3,10})\.?[\s,/-]*(?:de\s+)?(\d{4}|\d{2})"
)
_MONTH_NAMED = re.compile(r"([^\W\d_]{3,10})\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})")
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan gen ene",
            "feb fev",
            "mar mrt maa",
            "apr abr avr",
            "may mai mei mag maj",
            "jun giu",
            "jul lug jui",
            "aug ago aou",
            "sep set",
            "oct okt ott out",
            "nov",
            "dec dez dic",
        ),
        1,
    )
    for name in names.split()
}


@dataclass(frozen=True, slots=True)
class Written:
    """A time as it stands in a cell, without its zone.

    day_first, month_first: the time by either order of day and month; equal where the cell leaves no choice, None where
    an order gives no date. east: minutes that its zone is ahead of UTC; None where it names none.
    """

    day_first: dt.datetime | None
    month_first: dt.datetime | None
    east: int | None

    @property
    def order(self) -> str:
        """The order of day and month that a cell shows: `day_first`, `month_first`, `either`; "" where none matters."""
        if self.day_first == self.month_first:
            return ""
        return "month_first" if self.day_first is None else "day_first" if self.month_first is None else "either"


def is_digits(text: str) -> bool:
    """Whether a text is a bare number that may be a Unix time or a date without marks: 1700000000, 20260305."""
    return _UNIX.fullmatch(text.strip()) is not None or re.fullmatch(r"\d{8}", text.strip()) is not None


def written_time(text: str) -> Written | None:
    """The time in a cell; None where it holds no whole date.

    ISO 8601, RFC 2822, Unix seconds to nanoseconds, and dates of numbers or with the month's name in several
    languages, each with or without a clock (24 hours, AM and PM) and a zone.
    """
    text = text.strip()
    if len(text) > _LONGEST or not any(map(str.isdigit, text)):
        return None
    if _UNIX.fullmatch(text):
        return _unix(text)
    east, clock = None, dt.time()
    found = _CLOCK.search(text)
    if found:
        told = _clock(found)
        if told is None:
            return None
        clock, east = told
        text = f"{text[: found.start()]} {text[found.end() :]}"
    day_first, month_first = _dates(" ".join(text.split()).strip(" ,"))
    if day_first is None and month_first is None:
        return None
    first = dt.datetime.combine(day_first, clock) if day_first else None
    return Written(first, dt.datetime.combine(month_first, clock) if month_first else None, east)


def _unix(text: str) -> Written | None:
    whole = text.split(".")[0]
    ticks = 10 ** max(0, len(whole) - 10 if len(whole) > 11 else 0)
    micros = int(text) * 10**6 // ticks if whole == text else round(float(text) * 10**6)
    at = dt.datetime(1970, 1, 1) + dt.timedelta(microseconds=micros)
    return Written(at, at, 0)


def _clock(found: re.Match[str]) -> tuple[dt.time, int | None] | None:
    hour, half = int(found["hour"]), (found["half"] or "").lower()
    if half and not 1 <= hour <= 12:
        return None
    hour = hour % 12 + (12 if half == "p" else 0) if half else hour
    try:
        at = dt.time(
            hour, int(found["minute"]), int(found["second"] or 0), int((found["part"] or "0")[:6].ljust(6, "0"))
        )
    except ValueError:
        return None
    zone = found["zone"].strip().upper()
    if not zone:
        return at, None
    said = _ZONE.fullmatch(zone)
    if said is None or said["name"] not in _ZONES:
        return None
    ahead = int(said["hours"] or 0) * 60 + int(said["minutes"] or 0)
    return at, _ZONES[said["name"]] * 60 + (-ahead if said["sign"] == "-" else ahead)


@functools.lru_cache(10_000)
def _dates(text: str) -> tuple[dt.date | None, dt.date | None]:
    """The date by either order of day and month."""
    if m := _YEAR_FIRST.fullmatch(text):
        year, month, day = (int(g) for g in m.groups() if g is not None and g.isdigit())
        return (_date(year, month, day),) * 2
    if m := _YEAR_LAST.fullmatch(text):
        first, second, year = int(m[1]), int(m[3]), _year(m[4])
        day_first = _date(year, second, first)
        return (day_first, day_first if m[2] == "." else _date(year, first, second))
    for candidate in (text, _WEEKDAY.sub("", text)):
        if m := _DAY_NAMED.fullmatch(candidate):
            return (_date(_year(m[3]), _month(m[2]), int(m[1])),) * 2
        if m := _MONTH_NAMED.fullmatch(candidate):
            return (_date(int(m[3]), _month(m[1]), int(m[2])),) * 2
        text = candidate
    return _dates(text) if _YEAR_FIRST.fullmatch(text) or _YEAR_LAST.fullmatch(text) else (None, None)


def _date(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def _year(digits: str) -> int:
    """Of two digits, those up to 68 belong to this century, as POSIX has it."""
    return int(digits) if len(digits) == 4 else int(digits) + (2000 if int(digits) < 69 else 1900)


def _month(name: str) -> int:
    bare = "".join(c for c in unicodedata.normalize("NFD", name.casefold()) if not unicodedata.combining(c))
    return 6 if bare == "juin" else _MONTHS.get(bare[:3], 0)
