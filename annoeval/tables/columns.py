"""Which rater and which question a column's name names: "human_fluency", "score_ai", "Rater A / caption"."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from annoeval.tables.languages import bare
from annoeval.tables.raters import kind_of
from annoeval.tables.vocabulary import (
    ASKED,
    PARTS,
    PREDICTED,
    QUALITY,
    RIGHT,
    WHO,
    describes,
    is_metric,
    is_named,
    says,
)
from annoeval.vocabulary import PEOPLE

_HOLDS = re.compile(rf"(?:^|[\W_])(?:{WHO})(?:$|[\W_\d])", re.IGNORECASE)
_ALONE = re.compile(
    rf"^(?:(?:llm|ai|human|auto|expert|crowd)[ _-])?(?:{WHO})(?:[ _-]?(?:\d{{1,3}}|[A-Za-z]))?"
    r"(?:[ _-](?:label|rating|score|annotation|answer))?$|^ann[ _-]?[1-9]\d?$",
    re.I,
)
_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
_CALLED = re.compile(rf"(?i:{PEOPLE})[ _.:-]+(?P<who>[^\W\d_a-z][^\d_]{{1,40}})")
_SHORT = re.compile(r"^[abdehijklmnoprsuw][ _-]?[1-9]\d?$", re.I)  # not q1, x1, b0: questions, coordinates
_BEFORE = re.compile(rf"^(?P<who>(?:{WHO})(?:[ _-]?(?:\d{{1,3}}|[A-Z]))?)[ _.:-]+(?P<what>.+)$", re.I)
_AFTER = re.compile(rf"^(?P<what>.+?)[ _.:-]+(?P<who>(?:{WHO})(?:[ _-]?(?:\d{{1,3}}|[A-Z]))?)$", re.I)
_SHORT_AFTER = re.compile(r"^(?P<what>.+?)[ _.:-]+(?P<who>[A-Za-z]{0,3}\d{1,2}|[A-Z])$")
_SHORT_BEFORE = re.compile(r"^(?P<who>[A-Za-z]{1,3}\d{1,2})[ _.:-]+(?P<what>.+)$")
_SCORED = re.compile(r"^scores\.(?P<who>[^.]+)\.(?P<what>value|answer|explanation)$")
_AGAIN = re.compile(r"^(?P<what>.+) \((?P<who>\d+)\)$")
_ENDING = re.compile(r"^(?P<stem>.+?)[ _.:-](?P<end>" + "|".join(p for p in PARTS.values()) + r")$", re.IGNORECASE)


@dataclass(frozen=True)
class Place:
    """Where a column belongs: its rater, its dimension, and whether it holds the `rating` itself or a
    `confidence`, `note`, `time` or `seconds` that goes with it."""

    rater: str
    dimension: str
    part: str = "rating"


@dataclass(frozen=True)
class Way:
    """One way of reading raters out of columns' names. weight: how telling it is, in doublings of the odds."""

    places: Mapping[str, Place]
    weight: float
    words: str

    @property
    def raters(self) -> list[str]:
        return list(dict.fromkeys(p.rater for p in self.places.values() if p.part == "rating"))


def ways(columns: Sequence[str]) -> Sequence[Way]:
    """Every way in which names of columns name raters, alone or with what they judged.

    A title over columns ("Rater A / caption"), a rater's word before or after what is judged ("human_fluency",
    "score_ai"), a stem with two endings ("gpt-4_correctness", "gpt-4_confidence"), the rater alone ("annotator_1",
    "A2"), a letter or number for each rater ("fluency_A"), a name that stands twice ("score (1)", "score (2)"); else
    the one rater that a column names.
    """
    return _ways(tuple(filter(is_named, columns)))


@functools.lru_cache(maxsize=32)  # a table's names are looked at for every shape
def _ways(columns: tuple[str, ...]) -> tuple[Way, ...]:
    found = []
    for way, weight, words in (
        (_scorers, 5.0, "scores of several scorers stand in each record"),
        (_titled, 5.5, "titles over the columns are raters"),
        (_stems, 4.0, "names come with a rating and with a confidence"),
        (_against, 5.5, "what is right stands beside what was predicted"),
        (_alone, 4.0, "the columns are named after raters"),
        (_called, 2.0, "each name holds a rater's word and a name"),
        (_worded, 5.0, "each name holds a rater's word and what was judged"),
        (_numbered, 1.5, "each name ends or begins with a letter or number that may be a rater"),
        (_again, 1.2, "a name stands several times in the header"),
    ):
        places = way(columns)
        if len({p.rater for p in places.values() if p.part == "rating"}) < 2:
            continue
        if way is _titled and not any(_is_alone(p.rater) for p in places.values()):
            weight = 3.5 if all(ASKED.match(p.dimension) for p in places.values()) else 0.5
        if way is _numbered and not any(_is_judged(p.dimension) for p in places.values()):
            weight, words = -1.0, f"{words}, of what no name says that it is judged"
        found.append(Way(places, weight, words))
    if not found:
        one = {c: _place(*two) for c in columns if (two := _parted(_BEFORE, c) or _parted(_AFTER, c))}
        if len({p.rater for p in one.values() if p.part == "rating"}) == 1:
            found.append(Way(one, 1.5, "its name holds a rater's word"))
    return tuple(found)


def _is_judged(name: str) -> bool:
    """Whether a name is of what people judge ("label", "fluency"), and not of anything that is numbered ("run")."""
    return "label" in says(name) or bool(ASKED.match(name) or QUALITY.fullmatch(name)) or is_metric(name)


def holds_rater(column: str) -> bool:
    """Whether a name holds a word for one who judges among others: "student-asst 07", "LLM judge run b"."""
    return _HOLDS.search(bare(column)) is not None


def _is_alone(column: str) -> bool:
    """Whether a name is that of a rater and of nothing else."""
    return _ALONE.match(bare(column)) is not None


def _parted(way: re.Pattern[str], column: str) -> tuple[str, str] | None:
    """A rater's word and what was judged, of a name that has both in the order of `_BEFORE` or `_AFTER`."""
    m = way.match(bare(column))
    return m and (column[slice(*m.span("who"))], column[slice(*m.span("what"))])


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
    return next((p for p, words in PARTS.items() if re.fullmatch(words, name.strip(), re.IGNORECASE)), "rating")


def _own_part(column: str) -> str:
    m = _ENDING.match(column.strip())
    return _part(m["end"]) if m else "rating"


def _scorers(columns: Sequence[str]) -> dict[str, Place]:
    """Scores of several scorers in one record, as evaluation logs hold them: "scores.match.value"."""
    found = {c: m for c in columns if (m := _SCORED.match(c))}
    return {
        c: Place(f"{m['who']} (auto)", "score", "rating" if m["what"] == "value" else "note")
        for c, m in found.items()
        if m["what"] != "answer"
    }


def _titled(columns: Sequence[str]) -> dict[str, Place]:
    split = {c: c.split(" / ", 1) for c in columns if " / " in c}
    asked = all(ASKED.match(over) for over, _ in split.values()) and not any(
        ASKED.match(under) or _part(under) != "rating" for _, under in split.values()
    )
    found = {}
    for c, (over, under) in split.items():
        swapped = (_is_alone(under) and not _is_alone(over)) or asked
        who, what = (under, over) if swapped else (over, under)
        found[c] = Place(who.strip(), what.strip())
    rated: dict[str, set[str]] = {}
    for place in found.values():
        if _part(place.dimension) == "rating":
            rated.setdefault(place.rater, set()).add(place.dimension)
    for c, place in found.items():
        part, others = _part(place.dimension), rated.get(place.rater, set())
        if part != "rating" and len(others) == 1:
            found[c] = Place(place.rater, next(iter(others)), part)
    return found


def _against(columns: Sequence[str]) -> dict[str, Place]:
    """The label that is right beside the one that was predicted."""
    right = [c for c in columns if RIGHT.match(c.strip())]
    guessed = [c for c in columns if PREDICTED.match(c.strip())]
    if len(right) != 1 or len(guessed) != 1:
        return {}
    return {right[0]: Place("reference", "label"), guessed[0]: Place("prediction", "label")}


def _alone(columns: Sequence[str]) -> dict[str, Place]:
    found = {
        c: Place(c.strip(), "label")
        for c in columns
        if (_is_alone(c.strip()) and _own_part(c) == "rating") or _MAIL.fullmatch(c.strip())
    }
    short = {c: Place(c.strip(), "label") for c in columns if is_short(c)}
    if len(short) > 1 and not _crossing(short):
        found |= short
    kinds = {kind_of(p.rater) for p in found.values()}
    if len(found) > 1 and len(found) < 3 and kinds == {"human"} and len(short) == 1:
        return {}
    return found | beside_raters(columns, found)


def is_short(column: str) -> bool:
    """Whether a name is a letter and a number alone, which may be a rater ("A2") or a measure ("R1", ROUGE-1)."""
    return _SHORT.match(column.strip()) is not None


def _crossing(names: Iterable[str]) -> bool:
    """Whether letters and numbers cross ("b1, e1, b2, e2": where two things begin and end), as no raters' do."""
    letters: dict[str, set[str]] = {}
    for name in names:
        letters.setdefault(name.strip().rstrip("0123456789").casefold(), set()).add(re.sub(r"\D", "", name))
    return len(letters) > 1 and any(len(a & b) > 1 for a, b in itertools.combinations(letters.values(), 2))


def _called(columns: Sequence[str]) -> dict[str, Place]:
    """ "Rater Anna", "Rater Ben": one word for who judges beside names, which are no qualities."""
    found: dict[str, Place] = {}
    for c in columns:
        m = _CALLED.fullmatch(c.strip())
        name = m["who"] if m else ""
        if (
            not name
            or describes(name)
            or ASKED.match(name)
            or QUALITY.fullmatch(name)
            or says(name)
            or _part(name) != "rating"
        ):
            continue
        found[c] = Place(c.strip(), "label")
    return found if len(found) > 1 else {}


def _worded(columns: Sequence[str]) -> dict[str, Place]:
    for ways in ((_BEFORE,), (_AFTER,), (_BEFORE, _AFTER)):
        found: dict[str, Place] = {}
        for c in columns:
            two = next((two for w in ways if (two := _parted(w, c.strip()))), None)
            if two and " / " not in c:
                found[c] = _place(*two)
        if len({p.rater for p in found.values() if p.part == "rating"}) > 1 and _cross(found):
            return _one_dimension(found)
    return {}


def _cross(found: Mapping[str, Place]) -> bool:
    """Whether raters were asked the same: half of the questions or more are judged by two of them.

    "student-asst 07" and "LLM judge run b" are two names, and no "asst 07" by a student.
    """
    by_dimension: dict[str, set[str]] = {}
    for p in found.values():
        if p.part == "rating":
            by_dimension.setdefault(p.dimension.casefold(), set()).add(p.rater)
    return 2 * sum(len(raters) > 1 for raters in by_dimension.values()) >= len(by_dimension)


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
    rated: dict[str, list[str]] = {}
    for q in found.values():
        if q.part == "rating" and q.dimension not in rated.setdefault(q.rater, []):
            rated[q.rater].append(q.dimension)
    for c, p in found.items():
        mine = rated.get(p.rater, [])
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
        found = {
            c: _place(m["who"], m["what"])
            for c in columns
            if not ASKED.match(c.strip()) and (m := way.match(c.strip()))
        }
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
