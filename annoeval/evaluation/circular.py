"""AI scores that agree for a reason that is no judgement: always the same, a person's again, one score twice, or what
a rule on the judged text alone would give.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from annoeval.ratings import matrix
from annoeval.study import PEOPLE, Study

COLUMNS = ["dimension", "rater", "what", "other", "n"]
FEWEST = 20  # items below which equal values are no surprise
CHANCE = 1e-4  # of an order by chance, below which it is none
MEASURES: Mapping[str, Callable[[pd.Series], pd.Series]] = {
    "characters": lambda texts: texts.str.len().astype("float64"),
    "words": lambda texts: texts.str.count(r"\S+").astype("float64"),
    "share of digits": lambda texts: texts.str.count(r"\d") / texts.str.len().clip(lower=1),
}


def circularity(study: Study, *, dimension: str | None = None) -> pd.DataFrame:
    """Table `circularity`: `circular` of every dimension, or one, and all of its AI raters."""
    asked = [d for d, s in study.dimensions.items() if dimension in (None, d) and s.level != "text"]
    found = [circular(study, d, list(study.raters["name"])) for d in asked]
    return pd.concat([f for f in found if len(f)] or [pd.DataFrame(columns=COLUMNS)], ignore_index=True)


def circular(study: Study, dimension: str, raters: Sequence[str]) -> pd.DataFrame:
    """What speaks against taking agreement with an AI for a judgement of it, of a dimension and the raters compared.

    Columns `COLUMNS`; what: `constant` (one value on all its n items), `copy` (the value of person `other` on all n
    items that both have), `twice` (the value of its own on dimension `other`, of the same scale, on all n items that
    have both), `measure` (each value holds one stretch of `other`, such as "characters of caption", which scores in a
    random order do less than once in ten thousand times), `text` (on n items that share their text in column `other`
    with one that shows something else, equal texts always have equal values, and not all the same). Values that never
    change are only constant. Fewer than twenty items say nothing.
    """
    return pd.DataFrame(_found(study, dimension, raters), columns=COLUMNS)


def _found(study: Study, dimension: str, raters: Sequence[str]) -> Iterator[tuple[str, str, str, str, int]]:
    values = matrix(
        study, dimension, "latest", list(dict.fromkeys(r for r in raters if r in set(study.raters["name"])))
    )
    people = [r for r in study.of_kind(*PEOPLE) if r in values]
    for ai in (r for r in study.of_kind("ai") if r in values):
        own = values[ai].dropna()
        if len(own) < FEWEST:
            continue
        if own.nunique() == 1:
            yield dimension, ai, "constant", "", len(own)
            continue
        for person in people:
            n = _same(own, values[person])
            if n:
                yield dimension, ai, "copy", person, n
        for name, scale in study.dimensions.items():
            if name != dimension and scale.categories == study.dimensions[dimension].categories:
                n = _same(own, matrix(study, name, "latest", [ai])[ai])
                if n:
                    yield dimension, ai, "twice", name, n
        yield from ((dimension, ai, what, other, n) for what, other, n in _of_text(study, own))


def _of_text(study: Study, own: pd.Series) -> Iterator[tuple[str, str, int]]:
    """(what, other, n) for each column of the judged texts that the values follow from alone."""
    items = study.items.loc[own.index]
    columns = [c for c in (*study.evidence, *study.groups) if c in items]
    codes = {c: pd.factorize(items[c].fillna("").astype("str").str.strip()) for c in dict.fromkeys(columns)}
    values = pd.factorize(own)[0]
    for column in (c for c in study.evidence if c in codes and items[c].dtype == "str"):
        text, different = codes[column]
        if len(different) < 2:
            continue
        each = pd.Series(different)
        found = next((m for m, of in MEASURES.items() if _in_stretches(of(each).to_numpy()[text], values)), None)
        if found:
            yield "measure", f"{found} of {column}", len(own)
        elif n := _by_text_alone(text, different == "", [codes[c][0] for c in codes if c != column], values):
            yield "text", column, n


def _in_stretches(measure: np.ndarray, values: np.ndarray) -> bool:
    """Whether each value has one stretch of a measure to itself, where an order by chance would hardly give that.

    values: as codes from 0.
    """
    order = np.lexsort((values, measure))
    x, v = measure[order], values[order]
    changes = v[1:] != v[:-1]
    n = np.bincount(values)
    if len(n) < 2 or 1 + int(changes.sum()) != len(n) or (x[1:] == x[:-1])[changes].any():
        return False
    orders = math.lgamma(len(v) + 1) - sum(math.lgamma(int(k) + 1) for k in n)
    return math.lgamma(len(n) + 1) - orders < math.log(CHANCE)


def _by_text_alone(text: np.ndarray, blank: np.ndarray, others: Sequence[np.ndarray], values: np.ndarray) -> int:
    """On how many items that share a text with one that shows something else values follow from the text; else 0.

    All as codes from 0. blank: which texts are none. others: what else the items show.
    """
    if len(text) - len(blank) < FEWEST // 2 or not others:
        return 0
    several = (_kinds(text, values, len(blank)) > 1) & ~blank
    if (np.bincount(text, minlength=len(blank)) > 1)[~several & ~blank].sum() == 0:
        return 0  # no text that repeats has one value throughout
    shown = others[0]
    for more in others[1:]:
        shown = pd.factorize(shown * (int(more.max()) + 1) + more)[0]
    shared_texts = (_kinds(text, shown, len(blank)) > 1) & ~blank
    shared = shared_texts[text]
    follows = not (several & shared_texts).any() and len(np.unique(values[shared])) > 1
    return int(shared.sum()) if shared.sum() >= FEWEST and follows else 0


def _kinds(of: np.ndarray, what: np.ndarray, n: int) -> np.ndarray:
    """How many different codes of `what` go with each of n codes."""
    most = int(what.max()) + 1
    return np.bincount(pd.unique(of * most + what) // most, minlength=n)


def _same(a: pd.Series, b: pd.Series) -> int:
    """On how many items two raters gave values, where they are the same on all and not one value throughout; else 0."""
    both = pd.concat([a, b], axis=1, keys=["a", "b"]).dropna()
    equal = len(both) >= FEWEST and both["a"].nunique() > 1 and both["a"].eq(both["b"]).all()
    return len(both) if equal else 0
