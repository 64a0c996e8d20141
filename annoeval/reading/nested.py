"""Objects of objects of answers: whether they are people's labels, and which keys are the people."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_RATER = re.compile(
    r"^(annotator|rater|coder|judge|reviewer|labell?er|worker|expert|student|person|participant|grader|evaluator|user"
    r"|human|ai|llm|model|gpt|claude|gemini|llama|mistral|qwen|gold|reference|ann|anno)([ _.-]?[\w.-]*)?$",
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
