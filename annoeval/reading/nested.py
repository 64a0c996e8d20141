"""Answers under the names of those who gave them: dictionaries of two keys, and fields by reviewer inside records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annoeval.reading.exact_json import Number
from annoeval.vocabulary import MACHINES, PEOPLE, REFERENCES

_RATER = re.compile(rf"^({PEOPLE}|human|{MACHINES}|{REFERENCES}|ann)([ _.-]?[\w.-]*)?$", re.IGNORECASE)
# among the letters with a number no r: measures are called r1 and r2, too
_PERSON = re.compile(
    rf"({PEOPLE}|human|crowd|ann)([ _.-]?[a-z\d]|[ _.-]?\d[\w-]*|[ _.-][\w-]{{1,24}})|[ajw][1-9]\d?",
    re.IGNORECASE,
)
_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
_FIELD = re.compile(r"[a-z]+(_[a-z]+)+|[a-z]+([A-Z][a-z]+)+")
_LOOKED_AT = 200  # records that tell the shape of all
_ITEM = re.compile(r"\d|\.\w{2,4}$")


def one_vocabulary(value: Mapping[str, Mapping[str, Any]], inner: Sequence[str]) -> bool:
    """Whether the values of objects over the same keys are answers to one question: few, and shared by the keys.

    Answers of several people are; the fields of a record are not, nor are a table's columns by row number.
    inner: the keys of all inner objects.
    """
    if len(value) < 2 or len(inner) < 2 or list(inner) == [str(i) for i in range(len(inner))]:
        return False
    cells = [x for r in value.values() for x in r.values() if x is not None]
    if len(cells) < 0.8 * len(value) * len(inner) or len({str(x) for x in cells}) > max(2, len(cells) / 2):
        return False
    used = [{str(r[i]) for r in value.values() if r.get(i) is not None} for i in inner]
    return all(any(mine & other for other in used if other is not mine) for mine in used if mine)


def outer_is_rater(outer: Sequence[str], inner: Sequence[str]) -> bool:
    """Whether the outer keys of rater → item → label are the raters: by their names, else because they are fewer.

    Names of roles are raters'; numbers, ids and files are items'. Where names say nothing and there are equally many,
    the outer ones are the raters, as such files are usually written.
    """
    rank = _like_raters(outer) - _like_raters(inner)
    return rank > 0 if rank else len(outer) <= len(inner)


def _like_raters(keys: Sequence[str]) -> int:
    """1 for names of raters, -1 for ids of items, 0 where it can't be told."""
    raters = sum(bool(_RATER.match(k.strip())) for k in keys)
    items = sum(bool(_ITEM.search(k.strip())) for k in keys)
    return 1 if 2 * raters > len(keys) else -1 if 2 * items > len(keys) else 0


def keyed_by_people(records: Sequence[Mapping[str, Any]]) -> tuple[str, list[dict[str, Any]], bool] | None:
    """Records in which answers stand under the names of those who gave them, as one record a record and person.

    Order and depth are free: `fields: {quality: {ana@…: 4}}`, `reviews: {ana@…: {quality: 4}}`, `safe: {rater_1: 0}`.
    Names are told by what they look like (addresses, "reviewer_17"), else by the answers: those to one question are all
    numbers, or none is. Gives the column of the person, the records, questions named by what tells their paths apart,
    and whether none is written like a field ("model_output"); None where no level of keys is people's.
    """
    where: dict[tuple[str, ...], int] = {}
    for holder in _holders(records):
        place = _level_of_people([_at(r, holder) for r in records])
        if place is not None:
            where[holder] = place
    paths = [h for h in where if not any(h != o and h[: len(o)] == o for o in where)]
    if not paths:
        return None
    column = _free("rater", records)
    answers = [list(_answers(record, paths, where)) for record in records]
    asked = list(dict.fromkeys(q for mine in answers for _, q, _ in mine))
    names = _apart(asked)
    out = []
    for record, mine in zip(records, answers, strict=True):
        own = _without(record, paths)
        by: dict[str, dict[str, Any]] = {}
        for person, question, answer in mine:
            by.setdefault(person, {})[names[question]] = answer
        out += [own | {column: person} | said for person, said in by.items()]
    people = list(dict.fromkeys(p for mine in answers for p, _, _ in mine))
    return column, out, _are_people(people) or not any(map(_FIELD.fullmatch, people))


def _free(name: str, records: Sequence[Mapping[str, Any]]) -> str:
    taken = {k for r in records[:100] for k in r}
    while name in taken:
        name += "'"
    return name


def _holders(records: Sequence[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    """Paths of objects that most records have, the outer ones first."""
    found: dict[tuple[str, ...], int] = {}
    for record in records[:_LOOKED_AT]:
        level: list[tuple[tuple[str, ...], Mapping[str, Any]]] = [((), record)]
        for _ in range(4):
            level = [((*p, k), v) for p, r in level for k, v in r.items() if isinstance(v, Mapping) and v]
            for p, _v in level:
                found[p] = found.get(p, 0) + 1
    least = 0.5 * min(len(records), _LOOKED_AT)
    return sorted((p for p, n in found.items() if n >= least), key=len)


def _at(record: Mapping[str, Any], path: Sequence[str]) -> Any:
    value: Any = record
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _level_of_people(held: Sequence[Any]) -> int | None:
    """0 where the keys of these objects are people's, 1 where those one deeper are; None where neither."""
    objects = [h for h in held if isinstance(h, Mapping) and h]
    outer = list(dict.fromkeys(k for h in objects for k in h))
    if _are_people(outer) and all(_is_answer(v) for h in objects for v in h.values()):
        return 0
    inside = [v for h in objects for v in h.values()]
    if not all(isinstance(v, Mapping) or v is None for v in inside):
        return None
    inner = list(dict.fromkeys(k for v in inside if v for k in v))
    cells = [x for v in inside if v for x in v.values()]
    if any(isinstance(x, Mapping) for x in cells):
        return None
    if len(outer) < 2 or len(inner) < 2 or not all(_is_answer(x) for x in cells):
        return 0 if _are_people(outer) and all(_is_answer(x) for x in cells) else None
    if _are_people(outer) != _are_people(inner):
        return 0 if _are_people(outer) else 1
    by_outer = [[x for h in objects if h.get(o) for x in h[o].values()] for o in outer]
    by_inner = [[v[i] for v in inside if v and i in v] for i in inner]
    alike = _one_kind_each(by_outer), _one_kind_each(by_inner)
    return (1 if alike[0] else 0) if alike[0] != alike[1] else None


def _are_people(keys: Sequence[str]) -> bool:
    """Whether keys are people's: addresses, or a role with a number or letter; one alone only as an address."""
    mails = sum(bool(_MAIL.fullmatch(k.strip())) for k in keys)
    roles = sum(bool(_PERSON.fullmatch(k.strip())) for k in keys)
    return bool(keys) and (2 * mails > len(keys) or (len(keys) > 1 and 2 * (mails + roles) > len(keys)))


def _is_answer(value: Any) -> bool:
    if isinstance(value, Mapping):
        return all(x is None or isinstance(x, (str, bool, int, float)) for x in value.values())
    return value is None or isinstance(value, (str, bool, int, float))


def _one_kind_each(columns: Sequence[Sequence[Any]]) -> bool:
    """Whether each column is of numbers or of words, and not all are of the same."""
    kinds = [{_is_number(x) for x in c if x is not None} for c in columns]
    return all(len(k) == 1 for k in kinds if k) and len({next(iter(k)) for k in kinds if k}) > 1


def _is_number(value: Any) -> bool:
    return isinstance(value, (Number, int, float)) and not isinstance(value, bool)


def _answers(
    record: Mapping[str, Any], paths: Sequence[tuple[str, ...]], where: Mapping[tuple[str, ...], int]
) -> Iterator[tuple[str, tuple[str, ...], Any]]:
    """(person, question's path, answer) of one record."""
    for path in paths:
        for outer, held in (_at(record, path) or {}).items():
            if not isinstance(held, Mapping):
                if where[path] == 0:
                    yield outer, path, held
            elif where[path] == 0:
                yield from ((outer, (*path, question), answer) for question, answer in held.items())
            else:
                yield from ((person, (*path, outer), answer) for person, answer in held.items())


def _apart(paths: Sequence[tuple[str, ...]]) -> dict[tuple[str, ...], str]:
    """Each path's last name, with as much of what is before it as tells it from the others."""
    for depth in range(1, 6):
        names = {p: ".".join(p[-depth:]) for p in paths}
        if len(set(names.values())) == len(paths):
            return names
    return {p: ".".join(p) for p in paths}


def _without(record: Mapping[str, Any], paths: Sequence[tuple[str, ...]]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in record.items():
        deeper = [p[1:] for p in paths if p[0] == key]
        if () in deeper:
            continue
        rest = _without(value, deeper) if deeper and isinstance(value, Mapping) else value
        if rest or not deeper:
            out[key] = rest
    return out
