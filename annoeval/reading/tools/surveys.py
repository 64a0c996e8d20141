"""Qualtrics, SurveyMonkey and Google Forms: each row is a person, each question a column."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from annoeval.reading.table import Reading, Table
from annoeval.reading.tool import Source, Tool, known_table
from annoeval.reading.values import addresses, looks_numeric

_QUALTRICS = {"responseid", "recordeddate", "startdate", "enddate", "distributionchannel", "userlanguage"}
_FORM_TIMES = """
timestamp zeitstempel horodateur marca_temporal carimbo_de_data/hora informazioni_cronologiche tijdstempel
sygnatura_czasowa отметка_времени zaman_damgası tidsstämpel タイムスタンプ 时间戳记 时间戳 時間戳記 타임스탬프
"""
_STAMPS = frozenset(word.replace("_", " ") for word in _FORM_TIMES.split())
_OTHER = re.compile(
    r"^(start ?date|end ?date|status|ip ?address|progress|finished|recorded ?date|recipient.*|external.*|location.*"
    r"|distribution ?channel|user ?language|.*(first click|last click|page submit|click count)"
    r"|collector ?id|first name|last name|custom data.*|.*_(browser|version|operating system|resolution))$",
    re.IGNORECASE,
)
_NOTE = re.compile(
    r"open-ended response|(any |other |further )*(note|comment|remark|reason|explanation|feedback)s?\W*", re.IGNORECASE
)
_CONFIDENCE = re.compile(r"(confidence|certainty)([ _-]?(score|level|rating))?|how (sure|confident|certain).*", re.I)
_PEOPLE = ("responseid", "respondentid", "emailaddress", "username", "name")
# what Qualtrics exports for a status where choices are written as numbers; others (0, 4, 16) are answers that count
_TURNED_DOWN = {
    "1": "Survey Preview",
    "2": "Survey Test",
    "8": "Spam",
    "9": "Spam",
    "12": "Spam",
    "17": "Survey Preview",
}
_NAMED = {"recordeddate": "time", "timestamp": "time", "duration(inseconds)": "seconds"}


def _names(table: Table) -> dict[str, str]:
    return {c.strip().lower().replace(" ", ""): c for c in table.frame.columns}


def is_qualtrics(table: Table) -> bool:
    """At least three of the columns that Qualtrics puts before the questions, and an answer."""
    return len(_QUALTRICS & _names(table).keys()) >= 3 and bool(_answers(table, {}))


def is_survey_monkey(table: Table) -> bool:
    """The numbers that SurveyMonkey gives to who answered and to where they were asked, and an answer."""
    return {"respondentid", "collectorid"} <= _names(table).keys() and bool(_answers(table, {}))


def is_google_forms(table: Table) -> bool:
    """The time of the answer in the first column, under the name that Google gives it, and two more."""
    first = table.frame.columns[0].strip().lower()
    return first in _STAMPS and len(table.frame.columns) > 2 and bool(_answers(table, {}))


def read_qualtrics(table: Table, source: Source) -> Reading:
    """The Reading of an export of answers; previews, tests and spam are told by their status, a number by its word."""
    status = _names(table).get("status")
    if status is None:
        return _survey(table, source, "Qualtrics", {})
    words = table.frame[status].replace({f"{n}{end}": word for n, word in _TURNED_DOWN.items() for end in ("", ".0")})
    table = replace(table, frame=table.frame.assign(**{status: words}))
    return _survey(table, source, "Qualtrics", {status: {"role": "status"}})


def read_survey_monkey(table: Table, source: Source) -> Reading:
    """The Reading of an export of answers; the end of each is its time."""
    end = _names(table).get("enddate")
    return _survey(table, source, "SurveyMonkey", {end: {"role": "time"}} if end else {})


def read_google_forms(table: Table, source: Source) -> Reading:
    """The Reading of a form's answers."""
    return _survey(table, source, "Google Forms", {table.frame.columns[0]: {"role": "time"}})


def _survey(table: Table, source: Source, tool: str, own: Mapping[str, Mapping[str, str]]) -> Reading:
    """Each row is a person; which columns are questions on one scale is for people to confirm."""
    names = _names(table)
    roles: dict[str, Mapping[str, str]] = {c: {"role": "ignore"} for c in table.frame.columns}
    roles |= {names[n]: {"role": role} for n, role in _NAMED.items() if n in names}
    roles |= own
    who = next((names[n] for n in _PEOPLE if n in names), None) or next(
        (c for c in table.frame if addresses(table.frame[c])), None
    )
    if who:
        roles[who] = {"role": "rater"}
    roles |= {c: {"role": "confidence"} for c in table.frame.columns if _CONFIDENCE.fullmatch(c.strip())}
    roles |= {c: {"role": "answer"} for c in _answers(table, roles)}
    because = "it is a survey: each row is a person, each question a column"
    return known_table(table, source, tool, roles, because, certain=False)


def _answers(table: Table, roles: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Columns with few different short answers, or numbers, that are neither the platform's own nor a remark."""
    found = []
    for c in table.frame.columns:
        used = roles.get(c, {"role": "ignore"})["role"] != "ignore"
        own = c.strip().lower().replace(" ", "") in (
            *_NAMED,
            *_PEOPLE,
            *_STAMPS,
        )
        if used or own or _OTHER.match(c) or _NOTE.fullmatch(c.strip()) or _CONFIDENCE.fullmatch(c.strip()):
            continue
        filled = table.frame[c].dropna()
        if addresses(filled):
            continue
        closed = len(filled) and (filled.nunique() <= max(12, len(filled) / 3) or looks_numeric(filled))
        if closed and filled.str.len().max() <= 80:
            found.append(c)
    return found


QUALTRICS = Tool("Qualtrics", "table", is_qualtrics, read_qualtrics)
SURVEY_MONKEY = Tool("SurveyMonkey", "table", is_survey_monkey, read_survey_monkey)
GOOGLE_FORMS = Tool("Google Forms", "table", is_google_forms, read_google_forms)
