"""Qualtrics and Google Forms: each row is a person, each question a column."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from annoeval.reading.table import Reading, Table
from annoeval.reading.tool import Source, Tool, known_table
from annoeval.reading.values import looks_numeric

_QUALTRICS = {"responseid", "recordeddate", "startdate", "enddate", "distributionchannel", "userlanguage"}
_STAMPS = ("timestamp", "zeitstempel", "horodateur", "marca temporal")
_OTHER = re.compile(
    r"^(start ?date|end ?date|status|ip ?address|progress|finished|recorded ?date|recipient.*|external.*|location.*"
    r"|distribution ?channel|user ?language|.*(first click|last click|page submit|click count)"
    r"|.*_(browser|version|operating system|resolution))$",
    re.IGNORECASE,
)
_NOTE = re.compile(r"(any |other |further )*(note|comment|remark|reason|explanation|feedback)s?\W*", re.IGNORECASE)
_CONFIDENCE = re.compile(r"(confidence|certainty)([ _-]?(score|level|rating))?|how (sure|confident|certain).*", re.I)
_PEOPLE = ("responseid", "emailaddress", "username", "name")
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


def read_google_forms(table: Table, source: Source) -> Reading:
    """The Reading of a form's answers."""
    return _survey(table, source, "Google Forms", {table.frame.columns[0]: {"role": "time"}})


def _survey(table: Table, source: Source, tool: str, own: Mapping[str, Mapping[str, str]]) -> Reading:
    """Each row is a person; which columns are questions on one scale is for people to confirm."""
    names = _names(table)
    roles: dict[str, Mapping[str, str]] = {c: {"role": "ignore"} for c in table.frame.columns}
    roles |= {names[n]: {"role": role} for n, role in _NAMED.items() if n in names}
    roles |= own
    who = next((names[n] for n in _PEOPLE if n in names), None)
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
            "responseid",
            "emailaddress",
            "username",
            "name",
            *_STAMPS,
        )
        if used or own or _OTHER.match(c) or _NOTE.fullmatch(c.strip()) or _CONFIDENCE.fullmatch(c.strip()):
            continue
        filled = table.frame[c].dropna()
        closed = len(filled) and (filled.nunique() <= max(12, len(filled) / 3) or looks_numeric(filled))
        if closed and filled.str.len().max() <= 80:
            found.append(c)
    return found


QUALTRICS = Tool("Qualtrics", "table", is_qualtrics, read_qualtrics)
GOOGLE_FORMS = Tool("Google Forms", "table", is_google_forms, read_google_forms)
