"""Answers inside records become rows, and what their columns then hold: at any depth, in any of the forms known."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from annoeval.problem import Problem
from annoeval.reading.exact_json import Number, cell, flatten
from annoeval.reading.lists import answers_beside_names, by_place, repeated_answers, unfolded
from annoeval.reading.nested import keyed_by_people
from annoeval.vocabulary import ACCEPTED, NOTES, TURNED_DOWN, plain

_DEEPEST = 4  # lists within lists
_ID = re.compile(
    r"(.*[ _.-])?(id|ids|key|uid|uuid|idx|index|number|no|nr)|.+(Id|ID|Key)|item|image|document|doc|example|sample|file"
    r"|file_?name|article|question|record|case|unit",
    re.IGNORECASE,
)
_JUDGED = re.compile(
    r"(.*[ _.-])?(model|system|provider|run|method|generator|engine|summari[sz]er)([ _-]?(id|name))?", re.I
)
_NOTE = re.compile(rf"(.*[ _.-])?({NOTES})s?", re.IGNORECASE)
_TIME = re.compile(r"(.*[ _.-])?(time|timestamp|date|(created|updated|submitted)_?at)", re.IGNORECASE)


@dataclass
class Opened:
    """Records with one answer, or one person's answers, each.

    roles, because, kinds, about: as of `annoeval.reading.table.Table`; empty where names have to tell what the columns
    hold.
    """

    records: list[Any]
    roles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    because: str = ""
    kinds: Mapping[str, str] = field(default_factory=dict)
    about: frozenset[str] = frozenset()
    problems: list[Problem] = field(default_factory=list)
    certain: bool = True


def opened(records: Sequence[Any], file: str, depth: int = 0) -> Opened | None:
    """Records whose answers stand in lists or dictionaries inside them, one record an answer; None of others.

    file: its name, for problems.
    """
    maps = [r for r in records if isinstance(r, Mapping)]
    if not maps:
        return None
    if len(maps) == len(records):
        keyed = keyed_by_people(maps) if not answers_beside_names(maps) else None
        if keyed is not None:
            column, rows, named = keyed
            own = [flatten(r) for r in maps]
            because = f"answers stand under the names of those who gave them, here in '{column}'"
            done = f"one row for each person and record ({len(rows):,})"
            said = [Problem("answers under the names of people in each record", done, file)]
            return Opened(rows, _roles(own, rows, column), because, problems=said, certain=named)
    level = [flatten(r) if isinstance(r, Mapping) else r for r in records]
    rows, name, empty, outside = unfolded(level)
    if name:
        done = f"one row for each of its entries ({len(rows):,})"
        problems = [Problem("a list of who said what in each record", done, file=file, column=name)]
        if empty:
            problems.append(Problem("records that nobody judged", "left out", file=file, column=name, count=empty))
        return Opened(rows, about=outside, problems=problems)
    for form in (records, level):
        placed = by_place(form)
        if placed is not None:
            return _placed(placed, [flatten(r) for r in maps], file)
    deeper = _unpacked(level) if depth < _DEEPEST else None
    if deeper is not None:
        within = opened(deeper, file, depth + 1)
        if within is not None:
            return within
    return _in_columns(level, file)


def _placed(placed: tuple[str, list[dict[str, Any]], list[str]], own: list[dict[str, Any]], file: str) -> Opened:
    column, rows, lists = placed
    rest = [{k: v for k, v in r.items() if not any(k == f or k.startswith(f"{f}.") for f in lists)} for r in own]
    people = list(dict.fromkeys(str(r[column]) for r in rows))
    because = f"lists of answers by people without names, known by their place: {', '.join(people[:4])}"
    done = f"one row for each place ({len(rows):,}); whoever stands in one place may be several people"
    said = Problem("lists of answers by people without names", done, file, column=", ".join(lists))
    return Opened(rows, _roles(rest, rows, column), because, dict.fromkeys(people, "anonymous"), problems=[said])


def _in_columns(level: list[Any], file: str) -> Opened | None:
    """Lists of labels that recur, by people without names: a column for each place."""
    found = repeated_answers(level)
    problems = []
    for name, n in found.items():
        done = f"one column for each of its {n} places; whoever stands in one place may be several people"
        problems.append(Problem("a list of labels that recur, by people without names", done, file=file, column=name))
        level = [
            {k: v for k, v in r.items() if k != name} | {f"rater {i} / {name}": v for i, v in enumerate(r[name], 1)}
            if isinstance(r, Mapping) and r.get(name) is not None
            else r
            for r in level
        ]
    kinds = {f"rater {i}": "anonymous" for n in found.values() for i in range(1, n + 1)}
    return Opened(level, kinds=kinds, problems=problems) if found else None


def _unpacked(level: list[Any]) -> list[Any] | None:
    """Records of a list inside each record, beside the fields of what holds them; None where no list is of records."""
    maps = [r for r in level if isinstance(r, Mapping)]
    for name in dict.fromkeys(k for r in maps[:100] for k in r):
        lists = [r[name] for r in maps if r.get(name)]
        if len(maps) < len(level) or not lists or not all(isinstance(x, list) for x in lists):
            continue
        if not all(
            isinstance(x, Mapping) and any(isinstance(v, (list, Mapping)) for v in x.values())
            for one in lists
            for x in one
        ):
            continue
        out = []
        for r in maps:
            own = {k: v for k, v in r.items() if k != name}
            out += [own | {f"{name}.{k}" if k in own else k: v for k, v in x.items()} for x in r.get(name) or ()]
        return out
    return None


def _roles(own: list[dict[str, Any]], rows: list[dict[str, Any]], column: str) -> dict[str, Mapping[str, str]]:
    """What the columns hold: the record is the item, the person the rater, all else that was opened their answers."""
    outside = dict.fromkeys(k for r in own for k in r)
    given = dict.fromkeys(k for r in rows for k in flatten(r))
    roles: dict[str, Mapping[str, str]] = {column: {"role": "rater"}}
    for name in given:
        if name == column or name in outside:
            continue
        answers = [a for r in rows if (a := r.get(name)) is not None]
        roles[name] = {"role": _role(name, answers)}
        if roles[name]["role"] == "label":
            roles[name] = {"role": "label", "dimension": name}
    roles |= {c: {"role": _beside([r.get(c) for r in own])} for c in outside if c in given}
    return roles | {c: {"role": r} for c, r in _key(own, set(given) - set(outside)).items()}


def _beside(values: Sequence[Any]) -> str:
    """`group` where a field of the records has few short values, in proportion to the records, else `evidence`."""
    told = {str(cell(v)) for v in values if v is not None}
    few = 1 < len(told) <= min(30, max(2, len(values) / 4)) and max(map(len, told)) <= 60
    return "group" if few and not any(isinstance(v, Number) and "." in v for v in values) else "evidence"


def _role(name: str, answers: Sequence[Any]) -> str:
    words = {plain(str(a)) for a in answers}
    if words and words <= (ACCEPTED | TURNED_DOWN.keys()):
        return "status"
    numbers = all(isinstance(a, (Number, bool, int, float)) for a in answers)
    if _TIME.fullmatch(name) and not numbers:
        return "time"
    if _NOTE.fullmatch(name):
        return "note"
    few = len(words) <= max(4, len(answers) / 3) and max(map(len, words), default=0) <= 60
    return "label" if answers and (numbers or few) else "evidence"


def _key(own: list[dict[str, Any]], used: set[str]) -> dict[str, str]:
    """The columns that tell the records apart: an id, or an id together with whose output it is; none where none do."""
    names = [c for c in dict.fromkeys(k for r in own for k in r) if c not in used]
    whole = [c for c in names if all(isinstance(r.get(c), (str, int)) and len(str(r[c])) <= 200 for r in own)]
    ids = sorted(
        (c for c in whole if _ID.fullmatch(c) and not _JUDGED.fullmatch(c)),
        key=lambda c: (not re.fullmatch(r"(item|doc|document|example)?[ _.-]?(id|key|uid)", c, re.I), whole.index(c)),
    )
    judged = [c for c in whole if _JUDGED.fullmatch(c)]
    for columns in (
        *((c,) for c in ids),
        *((c, m) for c in ids for m in judged),
        *((c, d) for c in ids for d in ids if c != d),
    ):
        if len({tuple(str(cell(r[c])) for c in columns) for r in own}) == len(own):
            return {c: "judged" if c in judged else "item" for c in columns}
    return {}
