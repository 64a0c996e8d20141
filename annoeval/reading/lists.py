"""Answers in lists inside records: of who said what, of names beside what each said, of places without names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from annoeval.reading.exact_json import Number
from annoeval.vocabulary import PEOPLE

_SAID_BY = re.compile(rf"({PEOPLE}|model|[a-z]+ed[ _]by)([ _-]?(id|name|email))?", re.IGNORECASE)
_NAMES = re.compile(rf"(?:[a-z]+[ _-])?({PEOPLE})s|({PEOPLE})s?[ _-]?(ids|names)", re.IGNORECASE)
_GIVEN = "annotation|rating|judge?ment|vote|review|evaluation|assessment"
_PEOPLE = re.compile(rf"(?P<who>{PEOPLE}|professional|crowd|human|people)s?(?![a-z])|({_GIVEN})s?", re.IGNORECASE)
_ANSWERS = re.compile(rf"({_GIVEN}|{PEOPLE})s", re.IGNORECASE)
_LABELS = re.compile(
    rf"({_GIVEN}|{PEOPLE}|label|answer|choice|class|categor|verdict|opinion|decision|code|tag|score|grade|response"
    r"|emotion|sentiment|stance|crowd|human|gold|urteil|bewertung|etiquet|étiquet|метк|оценк|标注|标签|评)",
    re.IGNORECASE,
)
_MOST_PLACES = 50  # a longer list is of something else than people


def unfolded(records: Sequence[Any]) -> tuple[list[Any], str, int, frozenset[str]]:
    """Records that each hold a list of who said what, as one record per answer; the list's name, how many records had
    an empty one, and the fields that stood beside the list. Other records are given back as they are, with no name.

    The list's objects name their rater in one field ("annotator", "judge", …). Their fields stand beside the record's;
    one whose name is taken is called by its path. Of several such lists, by the same field, each is a question.
    """
    records, paired = _paired(records)
    fields = [paired] if paired else _said_by(records)
    if not fields:
        return list(records), "", 0, frozenset()
    outside = frozenset(str(k) for r in records if isinstance(r, Mapping) for k in r if k not in fields)
    if len(fields) > 1:
        return _by_question(records, fields), ", ".join(fields), 0, outside
    field = fields[0]
    out: list[Any] = []
    empty = 0
    for record in records:
        said = record.get(field) if isinstance(record, Mapping) else None
        if not isinstance(said, list):
            out.append(record)
            continue
        empty += not said
        own = {k: v for k, v in record.items() if k != field}
        out += [own | {f"{field}.{k}" if k in own else k: v for k, v in one.items()} for one in said]
    return out, field, empty, outside


def _by_question(records: Sequence[Any], fields: Sequence[str]) -> list[Any]:
    """One record per answer, the list that it stands in as its question."""
    out: list[Any] = []
    for record in records:
        own = {k: v for k, v in record.items() if k not in fields}
        asked = "question" if "question" not in own else "criterion"
        for field in fields:
            for one in record.get(field) or ():
                out.append(own | {asked: field} | {f"{field}.{k}" if k in own else k: v for k, v in one.items()})
    return out


def by_place(records: Sequence[Any]) -> tuple[str, list[dict[str, Any]], list[str]] | None:
    """Records with lists of answers by people without names, as one record a record and place.

    A list is of people where its name says so ("expert_annotations", "ratings") and its entries are objects of the same
    answers, or numbers; an object of such lists ("crowd": {"fluency": [3, 4]}) is one too. Gives the column of the
    person ("expert 1", "expert 2", …), the records, and the names of the lists; None where there is none.
    """
    held = [r for r in records if isinstance(r, Mapping)]
    fields = [f for f in dict.fromkeys(k for r in held[:100] for k in r) if _of_places(held, f)]
    if not fields or len(held) < len(records):
        return None
    column = "rater" if not any("rater" in r for r in held[:100]) else "rater by place"
    one_name = len({_who(f) for f in fields}) == len(fields)
    out: list[dict[str, Any]] = []
    for record in held:
        own = {k: v for k, v in record.items() if k not in fields}
        for field in fields:
            name = _who(field) if one_name else field
            for place, said in enumerate(_entries(record.get(field), field), 1):
                answers = {f"{field}.{k}" if k in own else k: v for k, v in said.items()}
                out.append(own | {column: f"{name} {place}"} | answers)
    return column, out, fields


def _who(field: str) -> str:
    found = next((m["who"] for m in _PEOPLE.finditer(field) if m["who"]), None)
    return found.lower() if found else "rater"


def _entries(value: Any, field: str) -> list[Mapping[str, Any]]:
    """The answers by place: of a list of objects or numbers, or of an object of lists as long."""
    if isinstance(value, Mapping):
        longest = max((len(v) for v in value.values() if isinstance(v, list)), default=0)
        return [{k: v[i] for k, v in value.items() if isinstance(v, list) and i < len(v)} for i in range(longest)]
    if not isinstance(value, list):
        return []
    return [v if isinstance(v, Mapping) else {field: v} for v in value]


def _of_places(records: Sequence[Mapping[str, Any]], field: str) -> bool:
    """Whether a field holds lists of answers by people: several in most records, of one form."""
    if not _PEOPLE.search(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", field)):
        return False
    given = [r[field] for r in records if r.get(field)]
    if 2 * len(given) < len(records) or not all(isinstance(v, (list, Mapping)) for v in given):
        return False
    if any(isinstance(v, Mapping) and not all(isinstance(x, list) and x for x in v.values()) for v in given):
        return False
    lists = [_entries(v, field) for v in given]
    inside = [x for said in lists for x in said]
    longest = max(map(len, lists))
    if len(records) < 2 or not 2 <= longest <= _MOST_PLACES or 2 * sum(len(x) > 1 for x in lists) < len(lists):
        return False
    bare = [x for v in given if isinstance(v, list) for x in v if not isinstance(x, Mapping)]
    if bare and not (_ANSWERS.search(field) and all(isinstance(x, Number) for x in bare) and _few(bare)):
        return False  # four numbers may be a box, two a statistic
    keys = [frozenset(x) for x in inside]
    usual = max(set(keys), key=keys.count)
    plain = all(x is None or isinstance(x, (str, bool, int, float)) for entry in inside for x in entry.values())
    return (
        plain
        and bool(usual)
        and keys.count(usual) >= 0.8 * len(keys)
        and any(_closed([entry.get(k) for entry in inside]) for k in usual)
    )


def _closed(answers: Sequence[Any]) -> bool:
    """Whether answers are numbers, or few words."""
    given = [a for a in answers if a is not None]
    if not given:
        return False
    return all(isinstance(a, (Number, bool, int, float)) for a in given) or _few(given)


def _few(given: Sequence[Any]) -> bool:
    words = {str(a) for a in given}
    return len(words) <= max(3, len(given) / 3) and max(map(len, words)) <= 60


def _paired(records: Sequence[Any]) -> tuple[Sequence[Any], str]:
    """Records with a list of names beside lists of what each said, as records with one list of both; its name."""
    held = [r for r in records if isinstance(r, Mapping)]
    every = dict.fromkeys(k for r in held[:100] for k in r)
    named = [k for k in every if _NAMES.fullmatch(k.strip())]
    named += [k for k in every if _SAID_BY.fullmatch(k.strip()) and all(isinstance(r.get(k), list) for r in held)]
    names = next((k for k in named if all(_parts(r.get(k)) is not None for r in held)), "")
    if not names or len(held) < len(records) or max(len(_parts(r[names]) or ()) for r in held) < 2:
        return records, ""
    said = [
        k for k in every if k != names and all(len(_parts(r.get(k)) or ()) == len(_parts(r[names]) or ()) for r in held)
    ]
    if not said:
        return records, ""
    one = re.sub(r"s$", "", re.sub(r"s([ _-]?)(id|name)s?$", r"\1\2", names))
    one = one if _SAID_BY.fullmatch(one) else re.sub(r"^[a-z]+[ _-]", "", one, flags=re.IGNORECASE)
    made = []
    for r in held:
        own = {k: v for k, v in r.items() if k != names and k not in said}
        lists = [_parts(r[k]) or [] for k in (names, *said)]
        made.append(own | {names: [dict(zip((one, *said), row, strict=True)) for row in zip(*lists, strict=True)]})
    return made, names


def answers_beside_names(records: Sequence[Mapping[str, Any]]) -> bool:
    """Whether records hold a list of names beside one of answers as long: what else stands under these names, such as
    how old they are, is about them."""
    made, names = _paired([{k: v for k, v in r.items() if not isinstance(v, Mapping)} for r in records])
    return bool(names) and any(_ANSWERS.fullmatch(k) for one in made[0][names] for k in one)


def _parts(value: Any) -> list[Any] | None:
    """The entries of a list of words, numbers or lists of words, or of words joined by commas; None of another."""
    if isinstance(value, str):
        value = [v.strip() for v in value.split(",")]
    return value if isinstance(value, list) and all(map(_plain, value)) else None


def _plain(value: Any) -> bool:
    """Whether an entry is a word, a number, or several words: the labels that one person chose."""
    return isinstance(value, (str, int, float)) or (isinstance(value, list) and all(type(v) is str for v in value))


def _fields(records: Sequence[Any]) -> list[str]:
    return list(
        dict.fromkeys(k for r in records[:100] if isinstance(r, Mapping) for k, v in r.items() if isinstance(v, list))
    )


def _said_by(records: Sequence[Any]) -> list[str]:
    """The lists of who said what: the first, and those whose entries name people in the same field and say alike."""
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for field in _fields(records):
        lists = [r[field] for r in records if isinstance(r, Mapping) and isinstance(r.get(field), list)]
        inside = [x for said in lists for x in said]
        objects = all(isinstance(x, Mapping) and len(x) > 1 for x in inside)
        if not inside or 2 * len(lists) < len(records) or not objects:
            continue
        named = next((k for k in inside[0] if _SAID_BY.fullmatch(k.strip())), None)
        if named is not None and all(isinstance(x.get(named), (str, int)) for x in inside):
            found[field] = named, frozenset(k for x in inside for k in x)
    first = next(iter(found.values()), None)
    alike = [f for f, form in found.items() if form == first]
    return alike if all(isinstance(r, Mapping) for r in records) else alike[:1]


def repeated_answers(records: Sequence[Any]) -> dict[str, int]:
    """Fields that hold a list of labels by several people, and how many: lists in which labels recur, under a name of
    answers ("labels", "ratings"), since who spoke or which words were used recurs as well.

    A set of labels holds none twice; a list of numbers is no list of labels.
    """
    found: dict[str, int] = {}
    for field in _fields(records):
        lists = [r[field] for r in records if isinstance(r, Mapping) and r.get(field) is not None]
        if not _LABELS.search(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", field)):
            continue
        if len(lists) < 2 or not all(isinstance(x, list) and len(x) <= 50 for x in lists):
            continue
        if not all(type(v) is str and len(v) <= 60 for x in lists for v in x):
            continue
        several = [x for x in lists if len(x) > 1]
        if sum(len(set(x)) < len(x) for x in several) > max(len(several) / 2, 1):
            found[field] = max(map(len, lists))
    return found
