"""Which rater and which question a column's name names: "human_fluency", "score_ai", "Rater A / caption"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annoeval.tables.header_words import rater_words
from annoeval.tables.raters import kind_of

_WHO = (
    r"annotator|rater|coder|judge|reviewer|labell?er|worker|expert|student|person|participant|grader|evaluator|anno"
    r"|human|ai|auto|llm|vlm|model|machine|bot|system|gpt[\w.-]*?|chatgpt|claude[\w.-]*?|gemini[\w.-]*?|llama[\w.-]*?"
    r"|mistral[\w.-]*?|qwen[\w.-]*?|gold|golden|reference|ref|truth|ground[ _-]?truth|gt|final|adjudicated|consensus"
    r"|predicted|prediction|pred|true"
    r"|" + "|".join(rater_words())
)
_ALONE = re.compile(
    rf"^(?:{_WHO})(?:[ _-]?(?:\d{{1,3}}|[A-Za-z]))?(?:[ _-](?:label|rating|score|annotation|answer))?$", re.I
)
_RIGHT = re.compile(r"^(label|class|category|target|gold|y|y_true|true|expected|reference|ground_?truth)$", re.I)
_PREDICTED = re.compile(
    r"^(prediction|predicted|pred|y_pred|output|predicted_(label|class)|model_(label|answer))$", re.I
)
# what people are asked about, where a title stands over names of people: "Caption / Anna", "Fluency / Ben"
ASKED = re.compile(
    r"^(?:captions?|tables?|figures?|titles?|abstracts?|summary|text|vlm|contents?|organi[sz]ation|structure|grammar"
    r"|vocabulary|spelling|mechanics|conventions|style|tone|format(?:ting)?|.*(?:ity|ness|ency|ance|acy)"
    r"|(?:task|exercise|aufgabe|problem|criterion|part)[ _-]?\d+)$",
    re.I,
)
_METRIC = re.compile(
    r"(acc|accuracy|acc_norm|em|exact_match|f1|f1_score|bleu\d?|sacrebleu|rouge[\w-]*|meteor|chrf|ter|bert_?score[\w]*"
    r"|bleurt|comet|perplexity|ppl|mcc|auc|pass@\d+|.*(faithfulness|relevanc[ey]|precision|recall|correctness|groundedness"
    r"|similarity|toxicity|helpfulness|harmlessness|hallucination|coherence))",
    re.IGNORECASE,
)
_SHORT = re.compile(r"^(?:[abdehijklmnoprsuw]|ann)[ _-]?[1-9]\d?$", re.I)  # not q1, x1, b0: questions, coordinates
_BEFORE = re.compile(rf"^(?P<who>(?:{_WHO})(?:[ _-]?(?:\d{{1,3}}|[A-Z]))?)[ _.:-]+(?P<what>.+)$", re.I)
_AFTER = re.compile(rf"^(?P<what>.+?)[ _.:-]+(?P<who>(?:{_WHO})(?:[ _-]?(?:\d{{1,3}}|[A-Z]))?)$", re.I)
_SHORT_AFTER = re.compile(r"^(?P<what>.+?)[ _.:-]+(?P<who>[A-Za-z]{0,3}\d{1,2}|[A-Z])$")
_SHORT_BEFORE = re.compile(r"^(?P<who>[A-Za-z]{1,3}\d{1,2})[ _.:-]+(?P<what>.+)$")
_SCORED = re.compile(r"^scores\.(?P<who>[^.]+)\.(?P<what>value|answer|explanation)$")
_AGAIN = re.compile(r"^(?P<what>.+) \((?P<who>\d+)\)$")
_PARTS = {
    "confidence": r"confidence|certainty|conf|probability|prob",
    "note": r"comment|note|reason|explanation|rationale|justification",
    "time": r"time|timestamp|date|at",
    "seconds": r"seconds|duration",
    "rating": r"label|score|rating|correct|correctness|answer|judge?ment|category|class|choice|verdict|decision"
    r"|annotation|value|response",
}
_ENDING = re.compile(r"^(?P<stem>.+?)[ _.:-](?P<end>" + "|".join(p for p in _PARTS.values()) + r")$", re.IGNORECASE)


@dataclass(frozen=True)
class Place:
    """Where a column belongs: its rater, its dimension, and whether it holds the `rating` itself or a
    `confidence`, `note`, `time` or `seconds` that goes with it."""

    rater: str
    dimension: str
    part: str = "rating"


def by_rater(columns: Sequence[str]) -> tuple[dict[str, Place], float]:
    """Columns whose names name a rater, and how sure that is; empty where fewer than two raters are named.

    The first way of naming that gives two raters is taken: a title over columns ("Rater A / caption"), a
    rater's word before or after what is judged ("human_fluency", "score_ai"), a stem with two endings
    ("gpt-4_correctness", "gpt-4_confidence"), the rater alone ("annotator_1", "A2"), a name that stands
    twice ("score (1)", "score (2)").
    """
    ways = (
        (_scorers, 0.85), (_titled, 0.85), (_stems, 0.85), (_against, 0.85), (_alone, 0.9), (_worded, 0.85),
        (_numbered, 0.7), (_again, 0.6),
    )  # fmt: skip
    for way, sure in ways:
        found = way(columns)
        if len({p.rater for p in found.values() if p.part == "rating"}) > 1:
            named = way is not _titled or any(_ALONE.match(p.rater) for p in found.values())
            return found, sure if named else 0.6
    one = {c: _place(m["who"], m["what"]) for c in columns if (m := _BEFORE.match(c) or _AFTER.match(c))}
    return one, 0.5


def is_metric(column: str) -> bool:
    """Whether a column is named after a measure ("f1", "faithfulness"), which no rater is."""
    return _METRIC.fullmatch(column.strip()) is not None


def beside_raters(columns: Sequence[str], places: Mapping[str, Place]) -> dict[str, Place]:
    """Columns that hold a rater's confidence, note, time or seconds, named after the rater's column: "anna_date"."""
    found = {}
    raters = {p.rater.casefold(): p for p in places.values()}
    for c in columns:
        m = _ENDING.match(c.strip())
        if m and c not in places and m["stem"].casefold() in raters and (part := _part(m["end"])) != "rating":
            own = raters[m["stem"].casefold()]
            found[c] = Place(own.rater, own.dimension, part)
    return found


def _part(name: str) -> str:
    return next((p for p, words in _PARTS.items() if re.fullmatch(words, name.strip(), re.IGNORECASE)), "rating")


def _own_part(column: str) -> str:
    m = _ENDING.match(column.strip())
    return _part(m["end"]) if m else "rating"


def _scorers(columns: Sequence[str]) -> dict[str, Place]:
    """Scores of several scorers in one record, as evaluation logs hold them: "scores.match.value"."""
    found = {c: m for c in columns if (m := _SCORED.match(c))}
    return {
        c: Place(f"{m['who']} (auto)", "score", "rating" if m["what"] == "value" else "note")
        for c, m in found.items() if m["what"] != "answer"
    }  # fmt: skip


def _titled(columns: Sequence[str]) -> dict[str, Place]:
    split = {c: c.split(" / ", 1) for c in columns if " / " in c}
    asked = all(ASKED.match(over) for over, _ in split.values()) and not any(
        ASKED.match(under) or _part(under) != "rating" for _, under in split.values()
    )
    found = {}
    for c, (over, under) in split.items():
        swapped = (_ALONE.match(under) and not _ALONE.match(over)) or asked
        who, what = (under, over) if swapped else (over, under)
        found[c] = Place(who.strip(), what.strip())
    for c, place in found.items():
        part = _part(place.dimension)
        others = {p.dimension for p in found.values() if p.rater == place.rater and _part(p.dimension) == "rating"}
        if part != "rating" and len(others) == 1:
            found[c] = Place(place.rater, next(iter(others)), part)
    return found


def _against(columns: Sequence[str]) -> dict[str, Place]:
    """The label that is right beside the one that was predicted."""
    right = [c for c in columns if _RIGHT.match(c.strip())]
    guessed = [c for c in columns if _PREDICTED.match(c.strip())]
    if len(right) != 1 or len(guessed) != 1:
        return {}
    return {right[0]: Place("reference", "label"), guessed[0]: Place("prediction", "label")}


def _alone(columns: Sequence[str]) -> dict[str, Place]:
    found = {c: Place(c.strip(), "label") for c in columns if _ALONE.match(c.strip()) and _own_part(c) == "rating"}
    short = {c: Place(c.strip(), "label") for c in columns if _SHORT.match(c.strip())}
    if len(short) > 1:
        found |= short
    kinds = {kind_of(p.rater) for p in found.values()}
    if len(found) > 1 and len(found) < 3 and kinds == {"human"} and len(short) == 1:
        return {}
    for c in columns:
        m = _ENDING.match(c.strip())
        if c not in found and m and any(m["stem"].casefold() == p.rater.casefold() for p in found.values()):
            part = _part(m["end"])
            if part != "rating":
                found[c] = Place(next(p.rater for p in found.values() if p.rater.casefold() == m["stem"].casefold()),
                                 "label", part)  # fmt: skip
    return found


def _worded(columns: Sequence[str]) -> dict[str, Place]:
    for ways in ((_BEFORE,), (_AFTER,), (_BEFORE, _AFTER)):
        found: dict[str, Place] = {}
        for c in columns:
            m = next((m for w in ways if (m := w.match(c.strip()))), None)
            if m:
                found[c] = _place(m["who"], m["what"])
        if len({p.rater for p in found.values() if p.part == "rating"}) > 1:
            return _one_dimension(found)
    return {}


def _place(who: str, what: str) -> Place:
    part = _part(what)
    if part == "rating":
        m = _ENDING.match(what)
        if m and _part(m["end"]) != "rating":
            return Place(who.strip(), m["stem"].strip(), _part(m["end"]))
        return Place(who.strip(), what.strip())
    return Place(who.strip(), "", part)


def _one_dimension(found: dict[str, Place]) -> dict[str, Place]:
    """A confidence or note without a dimension belongs to its rater's only one."""
    out = {}
    for c, p in found.items():
        mine = list(dict.fromkeys(q.dimension for q in found.values() if q.rater == p.rater and q.part == "rating"))
        if p.part != "rating" and p.dimension not in mine and mine:
            p = Place(p.rater, mine[0], p.part)
        if p.part == "rating" or mine:
            out[c] = p
    return out


def _stems(columns: Sequence[str]) -> dict[str, Place]:
    """Stems that come with a rating and a confidence are raters ("gpt-4_correctness", "gpt-4_confidence")."""
    split = {c: m for c in columns if (m := _ENDING.match(c.strip()))}
    rated = {m["stem"]: m["end"] for m in split.values() if _part(m["end"]) == "rating"}
    backed = {m["stem"] for m in split.values() if _part(m["end"]) != "rating"}
    if len(rated) < 2 or len(set(rated) & backed) < 2 or len(set(rated.values())) != 1:
        return {}
    dimension = next(iter(rated.values())).lower()
    return {c: Place(m["stem"].strip(), dimension, _part(m["end"])) for c, m in split.items() if m["stem"] in rated}


def _numbered(columns: Sequence[str]) -> dict[str, Place]:
    """ "quality_A1", "quality_A2", or "A1_quality": the same question by numbered raters."""
    for way in (_SHORT_AFTER, _SHORT_BEFORE):
        found = {c: _place(m["who"], m["what"]) for c in columns
                 if not ASKED.match(c.strip()) and (m := way.match(c.strip()))}  # fmt: skip
        by_dimension: dict[str, set[str]] = {}
        for p in found.values():
            by_dimension.setdefault(p.dimension, set()).add(p.rater)
        lettered = any(len(p.rater) == 1 and p.rater.isalpha() for p in found.values())
        if lettered and len(by_dimension) < 2:
            continue  # "vitamin_A", "vitamin_B": of one thing there may be kinds
        if by_dimension and len(set(map(frozenset, by_dimension.values()))) == 1:
            return _one_dimension(found)
    return {}


def _again(columns: Sequence[str]) -> dict[str, Place]:
    """A name that stands several times in the header is one question asked of several raters."""
    return {c: Place(f"rater {m['who']}", m["what"]) for c in columns if (m := _AGAIN.match(c))}
