"""What one column holds by its name, and by its values where the name leaves it open."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from annoeval.reading.times import looks_like_times
from annoeval.reading.values import looks_numeric
from annoeval.study import fingerprints
from annoeval.tables.header_words import GRADE_OR_NOTE, folded, role_of
from annoeval.tables.mapping import Column
from annoeval.vocabulary import MARKS, NO, YES, is_status

NAMES = {
    "item": r"(item|image|img|doc(ument)?|text|task|sample|example|question|unit|trial|record|case|hit|sentence|tweet"
    r"|post|comment|figure|element|pair|stimulus|video|clip)?[ _-]?(id|key|index|idx|number|nr|no)|item|unit|image"
    r"|document|filename|file[ _-]?name|image[ _-]?name|key|trial|case|sample|question|doc|example|record|pair"
    r"|stimulus",
    "rater": r"(rater|annotator|coder|worker|labell?er|reviewer|judge|user|participant|assessor|model|expert|grader"
    r"|evaluator|respondent|bewerter(in)?|prüfer(in)?|gutachter(in)?|kodierer(in)?|annotateur|évaluateur|codeur|juge"
    r"|anotador|evaluador|juez|codificador"
    r"|(judge|grader|evaluator|rater|annotator|scorer)[ _.-]?(model|llm)|annotated[ _]by"
    r"|completed[ _]by|created[ _]by|email[ _]address)([ _-]?(id|name|email))?",
    "confidence": r"(confidence|certainty|probability|prob|conf)([ _-]?(score|level|rating))?"
    r"|konfidenz|sicherheit|confiance|certitude|confianza|certeza|how (sure|confident|certain).*",
    "time": r"(time(stamp)?|date([ _]?time)?|when|(created|updated|submitted|annotated|rated|labell?ed|completed"
    r"|finished|saved)([ _](at|on|time|date))?|submit ?time|recorded ?date|end ?date)",
    "seconds": r"(seconds|duration|lead[ _]?time|time[ _](spent|taken)|elapsed|work ?time ?in ?seconds"
    r"|duration \(in seconds\))([ _](s|sec|seconds))?",
    "status": r"(assignment|submission)?[ _-]?status",
    "note": r"(note|comment|remark|reason|explanation|rationale|justification|feedback)s?",
    "label": r"(final[ _])?(label|rating|score|category|class|value|annotation|judge?ment|choice|code|answer|verdict"
    r"|bewertung|urteil|kategorie|etikett|jugement|étiquette|catégorie|etiqueta|categoría|juicio|puntuación"
    r"|decision|sentiment|grade|rank|is[ _].+|has[ _].+|correct(ness)?|majority[ _]correct)s?"
    r"([ _](label|value|score))?|.+[ _](label|score|rating|grade|judge?ment|verdict)"
    r"|.+\.(score|rating|grade|judge?ment|verdict)",
}
_SUBJECT = r"(subject|subj|patient|vp|vpnr|proband|case)[ _-]?(id|nr|no|number)?"
QUESTION = re.compile(
    r"(criteri(on|a)|dimension|aspect|metric|quality|attribute|facet|measure|rubric|question|scale|category|indicator"
    r"|merkmal|kriterium|critère|criterio|critério|критерий|kryterium|kriter|标准|维度|指标|観点|項目|기준)"
    r"([ _-]?(name|type|id))?",
    re.IGNORECASE,
)
_INDICATOR = re.compile(r"^(?P<of>label|is|class|tag|cat|category|topic|has)[ _.:-](?P<label>.+)$", re.IGNORECASE)
_OWN_DATE = re.compile(r"publi|birth|dob|post|tweet|releas|event|due|expir|deadline|issued|document|article", re.I)
_CONTENT = re.compile(
    r"text|prompt|sentence|input|content|title|caption|tweet|post|comment|answer|response|question|quer", re.I
)
_CASES = re.compile(r"trial|case|sample|question|example|record|pair|key|stimulus|item|unit", re.IGNORECASE)


def by_name(frame: pd.DataFrame) -> dict[str, Column]:
    """Roles by name, one a column (labels: all), the most telling name first; times also by what they look like."""
    roles: dict[str, Column] = {}
    grades = [c for c in frame.columns if folded(c) in GRADE_OR_NOTE and looks_numeric(frame[c])]
    said = {c: "label" if c in grades else role_of(c) for c in frame.columns}
    for role, pattern in NAMES.items():
        for column in frame.columns:
            named = re.fullmatch(pattern, column.strip(), re.IGNORECASE) and column not in grades
            if column in roles or not (named or said[column] == role):
                continue
            if role == "time" and not looks_like_times(frame[column], named=True):
                continue
            if role == "status" and not is_status(answers_of(frame[column])):
                continue
            if role in ("item", "rater") and (frame[column].isna().all() or frame[column].str.len().max() > 200):
                continue
            if role == "label":
                roles[column] = Column("label", dimension=column.strip())
            elif role not in {w.role for w in roles.values()}:
                roles[column] = Column(role)
    if not {"item"} & {w.role for w in roles.values()}:
        apart = [c for c in frame.columns if c not in roles and re.fullmatch(_SUBJECT, c.strip(), re.IGNORECASE)]
        roles |= {c: Column("item") for c in apart[:1] if frame[c].notna().all()}
    return roles | _only_times(frame, roles)


def names_items(column: str) -> bool:
    """Whether a column's name says that it holds what the rows are about."""
    named = re.fullmatch(NAMES["item"], column.strip(), re.IGNORECASE)
    return named is not None or role_of(column) == "item"


def first_key(frame: pd.DataFrame) -> str | None:
    """The first column, where its short texts tell all rows apart: ids under another name, or under none.

    Not numbers that only count the rows, since items must never be joined by their position.
    """
    name = str(frame.columns[0])
    cells = frame[name]
    if _CONTENT.search(name) or cells.isna().any() or len(cells) < 2 or cells.str.strip().str.contains(r"\s").any():
        return None
    if cells.str.len().max() > 40 or cells.str.strip().duplicated().any():
        return None
    return None if cells.str.fullmatch(r"\s*[-+]?[\d.,]+\s*").all() else name


def _only_times(frame: pd.DataFrame, roles: Mapping[str, Column]) -> dict[str, Column]:
    """The one column of dates or times, where none is named so: when the rating was given, whatever it is called.

    Not where its name says that the date is the thing's own, or where it is the same in all ratings of every item.
    """
    if any(w.role == "time" for w in roles.values()):
        return {}
    free = [c for c in frame.columns if c not in roles and not _OWN_DATE.search(c) and looks_like_times(frame[c])]
    if len(free) != 1:
        return {}
    item = next((c for c, w in roles.items() if w.role == "item"), None)
    if item is not None and frame[item].duplicated().any() and not varies(frame[free[0]], pd.factorize(frame[item])[0]):
        return {}
    return {free[0]: Column("time")}


def varies(column: pd.Series, codes: np.ndarray) -> bool:
    """Whether a column has two different values within one group (codes number the groups of its cells)."""
    known = column.notna().to_numpy() & (codes >= 0)
    values, codes = fingerprints(column)[known], codes[known]
    if not len(codes):
        return False
    any_of = np.zeros(codes.max() + 1, "uint64")
    any_of[codes] = values
    return bool((any_of[codes] != values).any())


def answers_of(column: pd.Series) -> set[str]:
    """The distinct answers of a column, without case and spaces around them."""
    return {str(t).strip().casefold() for t in column.dropna().unique().tolist()}


def rest(frame: pd.DataFrame, column: str) -> Column:
    if not frame[column].str.len().max() <= 60:  # also where nothing is filled in
        return Column("evidence")
    few = 1 < distinct(frame[column]) <= min(30, max(2, len(frame) / 3))
    return Column("group" if few else "evidence")


def distinct(column: pd.Series) -> int:
    """How many different texts a column holds, counted without a copy of long ones."""
    if len(column) > 10_000 and column.str.len().mean() > 40:
        return len(np.unique(fingerprints(column)[column.notna()]))
    return int(pc.count_distinct(pa.array(column.array, pa.large_string()), "only_valid").as_py())


def indicators(frame: pd.DataFrame, roles: Mapping[str, Column]) -> dict[str, Column]:
    """Columns of yes and no that are labels: of one prefix, or such that every row has exactly one 1."""
    binary = [
        c
        for c in frame.columns
        if roles.get(c, Column("label")).role == "label"
        and answers_of(frame[c].head(100)) <= YES | NO  # a look first: counting long texts takes memory
        and answers_of(frame[c]) <= YES | NO
        and frame[c].notna().any()
    ]
    marked = [c for c in frame.columns if c not in roles and answers_of(frame[c].head(100)) <= MARKS]
    marked = [c for c in marked if frame[c].notna().any() and answers_of(frame[c]) <= MARKS]
    if len(marked) >= 2 and frame[marked].isna().any(axis=None):
        return {c: Column("indicator", dimension="label") for c in marked}
    prefixed = {c: m for c in binary if (m := _INDICATOR.match(c))}
    words = {m["of"].lower() for m in prefixed.values()}
    if len(prefixed) >= 3 and len(words) == 1:
        return {c: Column("indicator", dimension=m["of"].lower() if m["of"].lower() not in ("is", "has") else "label")
                for c, m in prefixed.items()}  # fmt: skip
    if len(binary) >= 3:
        ones = (frame[binary].apply(lambda s: s.str.strip().str.casefold()).isin(YES)).sum(axis=1)
        if (ones == 1).all():
            return {c: Column("indicator", dimension="label") for c in binary}
    return {}


def indicator_label(column: str) -> str:
    """The label that an indicator column stands for: "label_cat" is cat, as is "Answer.label.cat"."""
    match = re.fullmatch(r"Answer\.[^.]+\.(?P<label>[^.]+)", column) or _INDICATOR.match(column)
    return match["label"] if match else column


def names_cases(frame: pd.DataFrame, column: str, roles: Mapping[str, Column]) -> bool:
    """Whether a column named like items rather tells a few kinds of row apart: A, A, A, B, B, B with nobody to name.

    Without a column of raters a row is an item, so an id that most rows share with others, also where everything else
    that could tell them apart is the same, is a group to compare by. An id or a file stays one.
    """
    if roles[column].role != "item" or not _CASES.fullmatch(column.strip()) or rest(frame, column).role != "group":
        return False
    apart = [column, *(c for c in frame.columns if c not in roles and rest(frame, c).role == "group")]
    return bool(frame.duplicated(apart, keep=False).mean() > 0.5)
