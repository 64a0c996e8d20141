"""When something was said: the text of cells as UTC."""

from __future__ import annotations

import re

import pandas as pd

from annoeval.reading.values import Converted, Notes
from annoeval.study import Problem
from annoeval.vocabulary import is_missing

_DATES = (
    "%d.%m.%Y", "%d.%m.%y", "%d/%m/%Y", "%m/%d/%Y", "%d/%m/%y", "%m/%d/%y", "%d-%m-%Y", "%m-%d-%Y", "%Y/%m/%d",
    "%Y.%m.%d", "%d %b %Y", "%d %B %Y", "%b %d, %Y", "%B %d, %Y", "%Y%m%d",
    "%d%b%Y", "%d-%b-%Y", "%d-%b-%y",
)  # fmt: skip
_UNIX = r"\d{9,11}(?:\.\d+)?|\d{13}|\d{16}|\d{19}"
_DATED = (
    r"^(?:[A-Z][a-z]{2},? )?(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2})"
    r"|\d{1,2} [A-Za-z]{3,9} \d{4}|\d{1,2}(-?)(?i:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\3\d{4}\b"
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}\b)"
)
# Mechanical Turk: "Tue Sep 08 11:28:31 PDT 2020"
_ZONE_WITHIN = (
    r"^(?:[A-Z][a-z]{2} )?(?P<day>[A-Z][a-z]{2} \d{1,2}) (?P<clock>[\d:]{8}) (?P<zone>[A-Z]{3,4}) (?P<year>\d{4})$"
)
_PLAIN, _EITHER = re.compile(_DATED), re.compile(rf"{_DATED}|(?:{_UNIX}|\d{{8}})$")
_ZONES = {"UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
          "CET": 1, "CEST": 2}  # fmt: skip
_NAMED_ZONE = r"\s(?P<zone>GMT|UTC)(?P<hours>[+-]\d{1,2})?(?::?(?P<minutes>\d{2}))?$"
_CLOCKS = ("", " %H:%M:%S", " %H:%M", " %H:%M:%S.%f", " %I:%M:%S %p", " %I:%M %p", ", %H:%M:%S", ", %I:%M:%S %p",
           ":%H:%M:%S")  # fmt: skip


def times(cells: pd.Series, zone: str = "UTC", *, file: str = "") -> Converted:
    """Times as UTC. ISO 8601, Unix seconds or milliseconds, and common written dates, one format a column.

    zone: where a time without zone was written. Day and month are told apart by the column as a whole;
    where both readings fit every cell, day first is taken and said.
    """
    known = cells.dropna().astype("str").str.strip()
    values = pd.Series(pd.NaT, index=cells.index, dtype="datetime64[us, UTC]", name=cells.name)
    notes = Notes(file, str(cells.name))
    used: str | None = None
    if len(known):
        parsed, used, ambiguous = _parsed(known, zone)
        values.loc[known.index] = parsed
        bad = known.index[parsed.isna()]
        blank = known[bad].map(is_missing)
        notes.add(bad[~blank.to_numpy()], cells, "not a time", "counts as missing")
        if ambiguous:
            notes.problems.append(
                Problem("dates whose day and month could be either way round", f"read as {used} (d = day, m = month)",
                        file=file, column=str(cells.name), value=str(known.iloc[0]))
            )  # fmt: skip
    return Converted(values, tuple(notes.problems), used)


def looks_like_times(cells: pd.Series, named: bool = False) -> bool:
    """Whether nearly all of a column's first hundred values are whole dates, with or without a clock.

    named: the column is called a time, so that bare digits may be Unix time.
    """
    found = cells.dropna().iloc[:2000].unique()[:100]
    if not len(found):
        return named
    wanted = _EITHER if named else _PLAIN
    if not any(
        wanted.match(str(text).strip()) for text in found[:11]
    ):  # most columns are none, and of some there are many
        return False
    first = pd.Series(found, dtype="str").str.strip()
    dated = first.str.match(_DATED) & (first.str.len() <= 60)
    if named:
        dated |= first.str.fullmatch(_UNIX + r"|\d{8}")
    return bool(dated.mean() >= 0.9 and _parsed(first[dated], "UTC")[0].notna().sum() >= 0.9 * len(first))


def _parsed(known: pd.Series, zone: str) -> tuple[pd.Series, str, bool]:
    if known.str.fullmatch(_UNIX).all():
        seconds = known.map(_unix_seconds)
        return pd.to_datetime(seconds, unit="s", utc=True).astype("datetime64[us, UTC]"), "Unix time", False
    named = known.str.extract(_NAMED_ZONE)
    if named["zone"].notna().all():  # Google Forms: "2024/05/01 3:04:05 PM GMT+2"
        there, form, either = _parsed(known.str.replace(_NAMED_ZONE, "", regex=True), "UTC")
        sign = named["hours"].str.startswith("-", na=False).map({True: -1, False: 1})
        minutes = pd.to_numeric(named["minutes"].fillna("0")) * sign
        east = pd.to_numeric(named["hours"].fillna("0")) * 60 + minutes
        return there - pd.to_timedelta(east, unit="min"), f"{form}, with its zone", either
    within = known.str.extract(_ZONE_WITHIN)
    if within["zone"].isin(_ZONES).all():
        there = _aware(within["day"] + " " + within["year"] + " " + within["clock"], "%b %d %Y %H:%M:%S", "UTC")
        return there - pd.to_timedelta(within["zone"].map(_ZONES), unit="h"), "a date with its zone", False
    iso = _aware(known, "ISO8601", zone)
    if iso.notna().mean() >= 0.5:
        return iso, "ISO 8601", False
    best, best_format, ties = iso, "ISO 8601", 0
    sample = known.iloc[:200]
    for day in _DATES:
        for clock in _CLOCKS:
            if _aware(sample, day + clock, zone).notna().sum() == 0:
                continue
            tried = _aware(known, day + clock, zone)
            if tried.notna().sum() > best.notna().sum():
                best, best_format, ties = tried, day + clock, 0
            elif tried.notna().sum() == best.notna().sum() and _swapped(best_format) == day + clock:
                ties = int(not tried.equals(best))
    return best, best_format, bool(ties)


def _swapped(form: str) -> str:
    return form.replace("%d", "%_").replace("%m", "%d").replace("%_", "%m")


def _unix_seconds(text: str) -> float:
    whole = text.split(".")[0]
    return float(text) / 10.0 ** max(0, len(whole) - 10 if len(whole) > 11 else 0)


def _aware(texts: pd.Series, form: str, zone: str) -> pd.Series:
    if form == "ISO8601":
        zoned = texts.str.contains(r"(?:[zZ]|[+-]\d{2}:?\d{2})$", regex=True) & texts.str.contains(":")
        out = pd.Series(pd.NaT, index=texts.index, dtype="datetime64[us, UTC]")
        out.loc[zoned] = pd.to_datetime(texts[zoned], format="ISO8601", utc=True, errors="coerce")
        naive = pd.to_datetime(texts[~zoned], format="ISO8601", errors="coerce")
    else:
        out = pd.Series(pd.NaT, index=texts.index, dtype="datetime64[us, UTC]")
        zoned = pd.Series(False, index=texts.index)
        naive = pd.to_datetime(texts, format=form, errors="coerce")
    if len(naive):
        local = naive.dt.tz_localize(zone, ambiguous="NaT", nonexistent="shift_forward")
        out.loc[~zoned] = local.dt.tz_convert("UTC")
    return out
