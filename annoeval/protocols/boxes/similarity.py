"""How alike the labels and attributes of two drawn objects are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from annoeval.protocols.boxes.objects import Floats, Objects, Places
from annoeval.protocols.boxes.rules import Rules
from annoeval.protocols.boxes.usable import BOOKKEEPING
from annoeval.scoring.text import TextOptions, similarity

_PLAIN = TextOptions()
_POINTED = re.compile(r"[-+]?\d+\.0+")  # a whole number as some tools write it: 1.0 is 1


def alike(a: Any, b: Any) -> float:
    """Levenshtein similarity ignoring case, 0 to 1; two empty texts are alike, an empty and another are not."""
    left, right = _plain(a), _plain(b)
    if left == right:
        return 1.0
    return similarity(left, right, _PLAIN) if left and right else 0.0


def _plain(text: Any) -> str:
    plain = "" if text is None or text != text else str(text).strip().casefold()
    return plain.split(".")[0] if _POINTED.fullmatch(plain) else plain


def compared(truth: Mapping[str, Any], label: Any, rules: Rules) -> list[str]:
    """The attributes that are compared: those the rules or the file define for the label, else those on the ground
    truth's object; the match key and what tools note for themselves are left out."""
    names = rules.compared.get(str(label), tuple(n for n in truth if n not in BOOKKEEPING))
    return [n for n in names if n != rules.match_key]


def same_label(a: NDArray[Any], b: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether labels are equal but for case, as numpy broadcasts one side against the other; none equals none."""
    codes, names = pd.factorize(np.array([_plain(v) for v in (*a.ravel(), *b.ravel())], dtype=object))
    blank = np.array([*(not n for n in names), False])
    left, right = codes[: a.size].reshape(a.shape), codes[a.size :].reshape(b.shape)
    return np.asarray((left == right) & ~blank[left])


def label_similarities(a: NDArray[Any], b: NDArray[Any]) -> Floats:
    """`alike` of each label of `a` and the one of `b` at its side; the same two are compared once."""
    known: dict[tuple[Any, Any], float] = {}
    return np.array([_once(known, x, y) for x, y in zip(a, b, strict=True)], "float64")


def attribute_similarities(objects: Objects, truth: Places, drawn: Places, rules: Rules) -> Floats:
    """The mean of `alike` over the attributes that are compared, of each pair; 1 where there are none."""
    known: dict[tuple[Any, Any], float] = {}
    found = []
    for i, j in zip(truth.tolist(), drawn.tolist(), strict=True):
        mine, theirs = objects.attributes[i], objects.attributes[j]
        each = [_once(known, mine.get(n), theirs.get(n)) for n in compared(mine, objects.labels[i], rules)]
        found.append(sum(each) / len(each) if each else 1.0)
    return np.array(found, "float64")


def _once(known: dict[tuple[Any, Any], float], a: Any, b: Any) -> float:
    if (a, b) not in known:
        known[a, b] = alike(a, b)
    return known[a, b]
