"""What each column of a table holds: who judged, what, and how; guessed from names and values, changed by people."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from annoeval.protocols.columns import Place, by_rater
from annoeval.reading.box_tables import box_columns
from annoeval.reading.table import ReadError, Table
from annoeval.reading.values import MISSING_WORDS, looks_numeric
from annoeval.study import fingerprints

ROLES = {
    "item": "Item: which thing the row is about",
    "rater": "Rater: who judged (a row is one rating)",
    "label": "Label: the judgement of the row's rater",
    "rating": "Rating by one rater (a column is a rater)",
    "answer": "Answer to one question (a column is an item, a row a rater)",
    "indicator": "Label as 0 or 1 (one column a label)",
    "confidence": "Confidence",
    "time": "Time",
    "seconds": "Seconds spent",
    "note": "Note",
    "group": "Group to compare by",
    "evidence": "Shown as evidence",
    "ignore": "Not used",
}
JUDGED = ("label", "rating", "answer", "indicator")  # roles of columns that hold judgements
_NAMES = {
    "item": r"(item|image|img|doc(ument)?|text|task|sample|example|question|unit|trial|record|case|hit|sentence|tweet"
    r"|post|comment|figure|element|pair|stimulus|video|clip)?[ _-]?(id|key|index|idx|number|nr|no)|item|unit|image"
    r"|document|filename|file[ _-]?name|image[ _-]?name|key|trial|case|sample|question|doc|example|record|pair"
    r"|stimulus",
    "rater": r"(rater|annotator|coder|worker|labell?er|reviewer|judge|user|participant|assessor|model|expert|grader"
    r"|evaluator|respondent|annotated[ _]by|completed[ _]by|created[ _]by|email[ _]address)([ _-]?(id|name|email))?",
    "confidence": r"(confidence|certainty|probability|prob|conf)([ _-]?(score|level|rating))?"
    r"|how (sure|confident|certain).*",
    "time": r"(time(stamp)?|date([ _]?time)?|created([ _]at)?|updated([ _]at)?|submitted([ _]at)?|annotated[ _]at"
    r"|submit ?time|recorded ?date|end ?date)",
    "seconds": r"(seconds|duration|lead[ _]?time|time[ _](spent|taken)|elapsed|work ?time ?in ?seconds"
    r"|duration \(in seconds\))([ _](s|sec|seconds))?",
    "note": r"(note|comment|remark|reason|explanation|rationale|justification|feedback)s?",
    "label": r"(final[ _])?(label|rating|score|category|class|value|annotation|judge?ment|choice|code|answer|verdict"
    r"|decision|sentiment|grade|rank|is[ _].+|has[ _].+|correct(ness)?|majority[ _]correct)s?"
    r"([ _](label|value|score))?|.+[ _](label|score|rating|grade|judge?ment|verdict)",
}
_INDICATOR = re.compile(r"^(?P<of>label|is|class|tag|cat|category|topic|has)[ _.:-](?P<label>.+)$", re.IGNORECASE)
_BINARY = {"0", "1", "0.0", "1.0"}
_CASES = re.compile(r"trial|case|sample|question|example|record|pair|key|stimulus|item|unit", re.IGNORECASE)
_SURVEY = {"responseid", "recordeddate", "startdate", "enddate", "distributionchannel", "userlanguage"}
_SURVEY_OTHER = re.compile(
    r"^(start ?date|end ?date|status|ip ?address|progress|finished|recorded ?date|recipient.*|external.*|location.*"
    r"|distribution ?channel|user ?language|.*(first click|last click|page submit|click count)"
    r"|.*_(browser|version|operating system|resolution))$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Column:
    """What a column holds: its role (a key of `ROLES`), and for a rating whose and on which dimension."""

    role: str
    rater: str = ""
    dimension: str = ""


@dataclass(frozen=True)
class Guess:
    """columns: for every column what it holds. sure: 0 to 1; 0.8 and more opens at once. because: why, in words."""

    columns: Mapping[str, Column]
    sure: float
    because: str

    def of(self, *roles: str) -> list[str]:
        """Columns with one of these roles, in the table's order."""
        return [c for c, what in self.columns.items() if what.role in roles]

    def plain(self) -> dict[str, Any]:
        """As options keep it: a role per column, or role, rater and dimension."""
        return {
            c: what.role if not what.rater and not what.dimension else {k: v for k, v in asdict(what).items() if v}
            for c, what in self.columns.items()
        }


def chosen(mapping: Mapping[str, Any], table: Table) -> Guess:
    """A mapping that someone chose, for the columns of this table that it names; others stay evidence.

    Values are roles, or {"role", "rater", "dimension"}. Raises ReadError for a role that does not exist.
    """
    columns: dict[str, Column] = {}
    for name in table.frame.columns:
        given = mapping.get(name, "evidence")
        what = Column(**given) if isinstance(given, Mapping) else Column(str(given))
        if what.role not in ROLES:
            raise ReadError(f"“{what.role}” is no role of a column; use one of {', '.join(ROLES)}.")
        if what.role == "rating" and not what.rater:
            what = Column("rating", name, what.dimension)
        columns[name] = what
    return Guess(columns, 1.0, "the columns were chosen by hand")


def guess(table: Table) -> Guess:
    """What the columns of a table hold, by their names and then by their values."""
    frame = table.frame
    for attempt in (_crowd, _survey, _long, _wide, _single):
        found = attempt(table)
        if found is not None:
            columns, sure, because = found
            return Guess({c: columns.get(c) or _rest(frame, c) for c in frame.columns}, sure, because)
    columns = {c: w for c, w in _by_name(frame).items() if w.role in ("item", "time")}
    every = {c: columns.get(c) or _rest(frame, c) for c in frame.columns}
    return Guess(every, 0.0, "no column says who judged what")


def _by_name(frame: pd.DataFrame, but: Sequence[str] = ()) -> dict[str, Column]:
    """Roles by name alone, one column a role (labels: all), the most telling name first."""
    roles: dict[str, Column] = {}
    for role, pattern in _NAMES.items():
        for column in frame.columns:
            if column in roles or column in but or not re.fullmatch(pattern, column.strip(), re.IGNORECASE):
                continue
            if role in ("item", "rater") and (frame[column].isna().all() or frame[column].str.len().max() > 200):
                continue
            if role == "label":
                roles[column] = Column("label", dimension=column.strip())
            elif role not in {w.role for w in roles.values()}:
                roles[column] = Column(role)
    return roles


def _words(column: pd.Series) -> set[str]:
    """The distinct answers of a column, without case and spaces around them."""
    return {str(t).strip().casefold() for t in column.dropna().unique().tolist()}


def _rest(frame: pd.DataFrame, column: str) -> Column:
    if not frame[column].str.len().max() <= 60:  # also where nothing is filled in
        return Column("evidence")
    few = 1 < distinct(frame[column]) <= min(30, max(2, len(frame) / 3))
    return Column("group" if few else "evidence")


def distinct(column: pd.Series) -> int:
    """How many different texts a column holds, counted without a copy of long ones."""
    if len(column) > 10_000 and column.str.len().mean() > 40:
        return len(np.unique(fingerprints(column)[column.notna()]))
    return int(pc.count_distinct(pa.array(column.array, pa.large_string()), "only_valid").as_py())


Found = tuple[dict[str, Column], float, str]


def _crowd(table: Table) -> Found | None:
    """Mechanical Turk: WorkerId, HITId, Input.x, Answer.y."""
    names = list(table.frame.columns)
    answers = [c for c in names if c.startswith("Answer.")]
    if "WorkerId" not in names or not answers:
        return None
    columns = {c: Column("ignore") for c in names}
    columns |= {c: Column("evidence") for c in names if c.startswith("Input.")}
    columns |= {c: Column("label", dimension=c.removeprefix("Answer.")) for c in answers}
    columns["WorkerId"] = Column("rater")
    known = {"HITId": "item", "SubmitTime": "time", "WorkTimeInSeconds": "seconds"}
    columns |= {c: Column(r) for c, r in known.items() if c in names}
    return columns, 0.85, f"it is a Mechanical Turk file: each row is a worker's answer ('{answers[0]}')"


def _survey(table: Table) -> Found | None:
    """Qualtrics and Google Forms: each row is a person, each question a column."""
    frame = table.frame
    lower = {c.strip().lower().replace(" ", ""): c for c in frame.columns}
    google = frame.columns[0].strip().lower() in ("timestamp", "zeitstempel", "horodateur", "marca temporal")
    if len(_SURVEY & lower.keys()) < 3 and not (google and len(frame.columns) > 2):
        return None
    columns = {c: Column("ignore") for c in frame.columns if _SURVEY_OTHER.match(c)}
    who = next((lower[n] for n in ("responseid", "emailaddress", "username", "name") if n in lower), None)
    for name, role in (("recordeddate", "time"), ("timestamp", "time"), ("duration(inseconds)", "seconds")):
        if name in lower:
            columns[lower[name]] = Column(role)
    if google:
        columns[frame.columns[0]] = Column("time")
    if who:
        columns[who] = Column("rater")
    for c in frame.columns:
        if re.fullmatch(rf"(any |other |further )*({_NAMES['note']})\W*", c.strip(), re.IGNORECASE):
            columns.setdefault(c, Column("ignore"))  # what people wrote at the end is no answer about an item
        if c not in columns:
            filled = frame[c].dropna()
            closed = len(filled) and (filled.nunique() <= max(12, len(filled) / 3) or looks_numeric(filled))
            columns[c] = Column("answer" if closed and filled.str.len().max() <= 80 else "ignore")
    if "answer" not in {w.role for w in columns.values()}:
        return None
    return columns, 0.6, "it is a survey: each row is a person, each question a column"


def _long(table: Table) -> Found | None:
    """One column names the rater; what then differs within an item is a judgement."""
    frame = table.frame
    roles = _by_name(frame)
    who = next((c for c, w in roles.items() if w.role == "rater"), None)
    if who is None or (distinct(frame[who]) == frame[who].count() > 3):
        return None
    item = next((c for c, w in roles.items() if w.role == "item"), None)
    if item is None:
        item = _shared_key(frame, who, roles)
        if item:
            roles[item] = Column("item")
    marks = _indicators(frame, roles)
    if marks:
        roles |= marks
    elif not any(w.role == "label" for w in roles.values()):
        within = _differing(frame, item, [c for c in frame.columns if c not in roles])
        roles |= {c: Column("label", dimension=c.strip()) for c in within}
    labels = [c for c, w in roles.items() if w.role in ("label", "indicator")]
    if not labels:
        return None
    sure = 0.85 if item else 0.5
    return roles, sure, f"each row is one rating: '{who}' gave '{labels[0]}'"


def _shared_key(frame: pd.DataFrame, who: str, roles: Mapping[str, Column]) -> str | None:
    """A column that, with the rater, tells rows apart, and that several raters share."""
    for column in frame.columns:
        if column == who or roles.get(column, Column("")).role not in ("", "item"):
            continue
        filled = frame[[column, who]].dropna()
        if len(filled) == len(frame) and not filled.duplicated().any():
            per = filled.groupby(column)[who].nunique()
            if len(per) > 1 and per.max() > 1 and len(per) < len(filled):
                return str(column)
    return None


def _differing(frame: pd.DataFrame, item: str | None, columns: Sequence[str]) -> list[str]:
    """Columns of few values that differ between the ratings of one item: judgements, not properties."""
    out = []
    for column in columns:
        filled = frame[column].count()
        few = filled and (distinct(frame[column]) <= max(20, filled / 5) or looks_numeric(frame[column]))
        if few and (item is None or frame.groupby(item)[column].nunique().max() > 1):
            out.append(column)
    return out


def _indicators(frame: pd.DataFrame, roles: Mapping[str, Column]) -> dict[str, Column]:
    """Columns of 0 and 1 that are labels: of one prefix, or such that every row has exactly one 1."""
    binary = [
        c
        for c in frame.columns
        if roles.get(c, Column("label")).role == "label"
        and _words(frame[c].head(100)) <= _BINARY  # a look first: counting long texts takes memory
        and _words(frame[c]) <= _BINARY
        and frame[c].notna().any()
    ]
    prefixed = {c: m for c in binary if (m := _INDICATOR.match(c))}
    words = {m["of"].lower() for m in prefixed.values()}
    if len(prefixed) >= 3 and len(words) == 1:
        return {c: Column("indicator", dimension=m["of"].lower() if m["of"].lower() not in ("is", "has") else "label")
                for c, m in prefixed.items()}  # fmt: skip
    if len(binary) >= 3:
        ones = (frame[binary].apply(lambda s: s.str.strip()).isin(["1", "1.0"])).sum(axis=1)
        if (ones == 1).all():
            return {c: Column("indicator", dimension="label") for c in binary}
    return {}


def indicator_label(column: str) -> str:
    """The label that an indicator column stands for: "label_cat" is cat."""
    match = _INDICATOR.match(column)
    return match["label"] if match else column


def _wide(table: Table) -> Found | None:
    """Columns named after raters, alone or with what they judged, that use labels in common."""
    frame = table.frame
    roles = _by_name(frame)
    fixed = [c for c, w in roles.items() if w.role in ("item", "time")]
    boxes = box_columns(table)
    fixed_or_box = {*fixed, *(boxes[0] if boxes else ())}
    places, sure = by_rater([c for c in frame.columns if c not in fixed_or_box])
    places = _agreeing(frame, places)
    judged = [p for p in places.values() if p.part == "rating"]
    if len({p.rater for p in judged}) == 1 and len({p.part for p in places.values()}) >= 1 and sure == 0.5:
        pass  # one rater, who is named
    elif len({p.rater for p in judged}) < 2:
        places = _same_words(frame, [c for c in frame.columns if c not in fixed_or_box])
        judged, sure = list(places.values()), 0.7
        if len(judged) < 2:
            return None
    columns = {c: Column(r.role) for c, r in roles.items() if c in fixed}
    columns |= {c: Column(p.part, p.rater, p.dimension) for c, p in places.items()}
    dimensions = {p.dimension for p in judged}
    for c, w in roles.items():
        if w.role in ("note", "confidence") and c not in columns:
            columns[c] = Column("evidence")
        elif w.role == "label" and c not in columns:
            columns[c] = Column("rating", "file", w.dimension) if w.dimension not in dimensions else Column("evidence")
    raters = list(dict.fromkeys(p.rater for p in judged))
    shown = ", ".join(f"'{r}'" for r in raters[:4]) + (" …" if len(raters) > 4 else "")
    return columns, sure, f"each of {len(raters)} columns is a rater ({shown})" if len(judged) == len(raters) else (
        f"its columns are named by {len(raters)} raters ({shown})")  # fmt: skip


def _agreeing(frame: pd.DataFrame, places: Mapping[str, Place]) -> dict[str, Place]:
    """Places whose ratings on one dimension have labels in common, as raters of one thing do."""
    out = dict(places)
    for dimension in {p.dimension for p in places.values()}:
        same = [c for c, p in places.items() if p.dimension == dimension and p.part == "rating"]
        if len(same) < 2 or max(frame[c].notna().sum() for c in same) < 5:
            continue  # too few answers to share any
        used = [s for c in same if (s := _words(frame[c]) - MISSING_WORDS)]
        numeric = all(looks_numeric(frame[c].dropna(), share=0.6) for c in same if frame[c].notna().any())
        parts = [set(re.split(r"[|;,]\s*", " | ".join(s))) for s in used]
        if used and not numeric and not any(a & b for a in used for b in used if a is not b) and not any(
            a & b for a in parts for b in parts if a is not b
        ):  # fmt: skip
            for c in same:
                out.pop(c)
    return out


def _same_words(frame: pd.DataFrame, columns: Sequence[str]) -> dict[str, Place]:
    """The largest group of columns with mostly the same few labels, whatever their names."""
    words: dict[str, set[str]] = {}
    for c in columns:
        filled = frame[c].dropna()
        few = len(filled) > 1 and filled.nunique() <= min(30, max(3, len(filled) * 0.7))
        if few and filled.str.len().max() <= 40:
            words[c] = _words(filled)
    best: list[str] = []
    plain = {"0", "1", "true", "false", "yes", "no"}
    for mine in words.values():
        group = [d for d, theirs in words.items() if len(mine & theirs) >= 0.5 * len(mine | theirs)]
        if len(group) > len(best) and (not mine <= plain or len(words) == len(group)):
            best = group
    return {c: Place(c.strip(), "label") for c in best} if len(best) > 1 else {}


def _names_cases(frame: pd.DataFrame, column: str, roles: Mapping[str, Column]) -> bool:
    """Whether a column named like items rather tells a few kinds of row apart: A, A, A, B, B, B with nobody to name.

    Without a column of raters a row is an item, so an id that most rows share with others, also where everything else
    that could tell them apart is the same, is a group to compare by. An id or a file stays one.
    """
    if roles[column].role != "item" or not _CASES.fullmatch(column.strip()) or _rest(frame, column).role != "group":
        return False
    apart = [column, *(c for c in frame.columns if c not in roles and _rest(frame, c).role == "group")]
    return bool(frame.duplicated(apart, keep=False).mean() > 0.5)


def _single(table: Table) -> Found | None:
    """One rater's table: a label column, or indicators; the rater is the file."""
    frame = table.frame
    roles = _by_name(frame)
    marks = _indicators(frame, roles)
    labels = [c for c, w in roles.items() if w.role == "label" and c not in marks and frame[c].notna().any()]
    if not labels and not marks:
        return None
    kept = {c: w for c, w in roles.items() if w.role not in ("rater", "label") and not _names_cases(frame, c, roles)}
    columns = kept | marks | {c: Column("label", dimension=c.strip()) for c in labels}
    return columns, 0.45, f"it has one rater's labels ('{[*labels, *marks][0]}')"
