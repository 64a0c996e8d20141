"""Answers inside records: by two keys, as a list of who said what, or as a list of labels alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_RATER = re.compile(
    r"^(annotator|rater|coder|judge|reviewer|labell?er|worker|expert|student|person|participant|grader|evaluator|user"
    r"|human|ai|llm|model|gpt|claude|gemini|llama|mistral|qwen|gold|reference|ann|anno)([ _.-]?[\w.-]*)?$",
    re.IGNORECASE,
)
_SAID_BY = re.compile(
    r"(annotator|rater|coder|worker|labell?er|reviewer|judge|user|participant|evaluator|expert|assessor|model"
    r"|annotated[ _]by|completed[ _]by|created[ _]by)([ _-]?(id|name|email))?",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"(annotators|raters|coders|workers|labell?ers|reviewers|judges|evaluators|assessors)|(annotator|rater|coder|worker"
    r"|judge|reviewer)s?[ _-]?(ids|names)",
    re.IGNORECASE,
)
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


def unfolded(records: Sequence[Any]) -> tuple[list[Any], str, int]:
    """Records that each hold a list of who said what, as one record per answer; the list's name, and how many records
    had an empty one. Other records are given back as they are, with no name.

    The list's objects name their rater in one field ("annotator", "judge", …). Their fields stand beside the record's;
    one whose name is taken is called by its path.
    """
    records, paired = _paired(records)
    field = paired or next((f for f in _fields(records) if _is_said_by(records, f)), "")
    if not field:
        return list(records), "", 0
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
    return out, field, empty


def _paired(records: Sequence[Any]) -> tuple[Sequence[Any], str]:
    """Records with a list of names beside lists of what each said, as records with one list of both; its name."""
    held = [r for r in records if isinstance(r, Mapping)]
    every = dict.fromkeys(k for r in held[:100] for k in r)
    names = next((k for k in every if _NAMES.fullmatch(k.strip()) and all(_parts(r.get(k)) for r in held)), "")
    if not names or len(held) < len(records) or max(len(_parts(r[names])) for r in held) < 2:
        return records, ""
    said = [
        k for k in every
        if k != names and all(len(_parts(r.get(k))) == len(_parts(r[names])) for r in held)
    ]  # fmt: skip
    if not said:
        return records, ""
    one = re.sub(r"s$", "", re.sub(r"s([ _-]?)(id|name)s?$", r"\1\2", names))
    made = []
    for r in held:
        own = {k: v for k, v in r.items() if k != names and k not in said}
        lists = [_parts(r[k]) for k in (names, *said)]
        made.append(own | {names: [dict(zip((one, *said), row, strict=True)) for row in zip(*lists, strict=True)]})
    return made, names


def _parts(value: Any) -> list[Any]:
    """The entries of a list of words or numbers, or of words joined by commas; none for anything else."""
    if isinstance(value, str):
        value = [v.strip() for v in value.split(",")]
    return value if isinstance(value, list) and all(isinstance(v, (str, int, bool)) for v in value) else []


def _fields(records: Sequence[Any]) -> list[str]:
    return list(dict.fromkeys(k for r in records[:100] if isinstance(r, Mapping) for k, v in r.items()
                              if isinstance(v, list)))  # fmt: skip


def _is_said_by(records: Sequence[Any], field: str) -> bool:
    lists = [r[field] for r in records if isinstance(r, Mapping) and isinstance(r.get(field), list)]
    inside = [x for said in lists for x in said]
    if not inside or 2 * len(lists) < len(records) or not all(isinstance(x, Mapping) and len(x) > 1 for x in inside):
        return False
    named = next((k for k in inside[0] if _SAID_BY.fullmatch(k.strip())), None)
    return named is not None and all(isinstance(x.get(named), (str, int)) for x in inside)


def repeated_answers(records: Sequence[Any]) -> dict[str, int]:
    """Fields that hold a list of labels by several people, and how many: lists in which labels recur.

    A set of labels holds none twice; a list of numbers is no list of labels.
    """
    found: dict[str, int] = {}
    for field in _fields(records):
        lists = [r[field] for r in records if isinstance(r, Mapping) and r.get(field) is not None]
        if len(lists) < 2 or not all(isinstance(x, list) and len(x) <= 50 for x in lists):
            continue
        if not all(type(v) is str and len(v) <= 60 for x in lists for v in x):
            continue
        several = [x for x in lists if len(x) > 1]
        if sum(len(set(x)) < len(x) for x in several) > max(len(several) / 2, 1):
            found[field] = max(map(len, lists))
    return found
