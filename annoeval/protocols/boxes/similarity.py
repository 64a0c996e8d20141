"""How alike the labels and attributes of two drawn objects are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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


def similarities(a: NDArray[Any], b: NDArray[Any]) -> Floats:
    """`alike` of each text of `a` and the one of `b` at its side; the same two are compared once."""
    codes, texts = pd.factorize(np.concatenate([a, b]), use_na_sentinel=False)
    both, place = np.unique(codes[: len(a)] * len(texts) + codes[len(a) :], return_inverse=True)
    known = [alike(texts[x], texts[y]) for x, y in (divmod(pair, len(texts)) for pair in both.tolist())]
    return np.array(known, "float64")[place]


def attribute_similarities(objects: Objects, truth: Places, drawn: Places, rules: Rules) -> Floats:
    """The mean of `alike` over the attributes that are compared, of each pair; 1 where there are none."""
    total, n = np.zeros((2, len(truth)))
    for name, which in compared_on(objects, truth, rules):
        values = objects.attribute(name)
        total[which] += similarities(values[truth[which]], values[drawn[which]])
        n[which] += 1
    return np.divide(total, n, out=np.ones(len(truth)), where=n > 0)


def compared_on(objects: Objects, places: Places, rules: Rules) -> Iterator[tuple[str, Places]]:
    """Each attribute that is `compared` on some of the objects at these places, and which of them."""
    codes, labels = objects.label_codes
    codes = codes[places]
    told = np.array([l in rules.compared for l in labels], bool)[codes]
    for name in dict.fromkeys((*objects.attribute_names, *(n for own in rules.compared.values() for n in own))):
        if name != rules.match_key:
            defined = np.array([name in rules.compared.get(l, ()) for l in labels], bool)[codes]
            has = objects.has(name)[places] & (name not in BOOKKEEPING)
            which = np.flatnonzero(np.where(told, defined, has))
            if len(which):
                yield name, which
