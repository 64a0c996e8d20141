"""AI scores that agree for a reason that is no judgement: always the same, a person's again, one score twice, or what
a rule on the judged text alone would give.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd

from annoeval.rating_table import PEOPLE
from annoeval.ratings import matrix
from annoeval.study import Study

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
    return _table(study, asked, list(study.raters["name"]))


def circular(study: Study, dimension: str, raters: Sequence[str]) -> pd.DataFrame:
    """What speaks against taking agreement with an AI for a judgement of it, of a dimension and the raters compared.

    Columns `COLUMNS`; what: `constant` (one value on all its n items), `copy` (the value of person `other` on all n
    items that both have), `twice` (the value of its own on dimension `other`, of the same scale, on all n items that
    have both), `measure` (each value holds one stretch of `other`, such as "characters of caption", which scores in a
    random order do less than once in ten thousand times), `text` (on n items that share their text in column `other`
    with one that shows something else, equal texts always have equal values, and not all the same). Values that never
    change are only constant. Fewer than twenty items say nothing.
    """
    return _table(study, [dimension], raters)


def _table(study: Study, dimensions: Sequence[str], raters: Sequence[str]) -> pd.DataFrame:
    names = list(dict.fromkeys(r for r in raters if r in set(study.raters["name"])))
    ais = [r for r in study.of_kind("ai") if r in names]
    values = cache(lambda dimension: matrix(study, dimension, "latest", names))
    texts = cache(lambda: _texts(study))
    found = [row for d in dimensions for row in _found(study, d, ais, values, texts)] if ais else []
    return pd.DataFrame(found, columns=COLUMNS)


def _found(
    study: Study,
    dimension: str,
    ais: Sequence[str],
    values: Callable[[str], pd.DataFrame],
    texts: Callable[[], tuple[Texts, ...]],
) -> Iterator[tuple[str, str, str, str, int]]:
    """values: items × raters of a dimension. texts: what items show; both are asked for where they are needed."""
    given = values(dimension)
    people = [r for r in study.of_kind(*PEOPLE) if r in given]
    categories = study.dimensions[dimension].categories
    for ai in ais:
        own = given.loc[given[ai].notna().to_numpy(), ai]
        if len(own) < FEWEST:
            continue
        if own.nunique() == 1:
            yield dimension, ai, "constant", "", len(own)
            continue
        others = [("copy", person, given[person]) for person in people]
        alike = [d for d, s in study.dimensions.items() if d != dimension and s.categories == categories]
        for what, other, theirs in (*others, *(("twice", d, values(d)[ai]) for d in alike)):
            n = _same(own, theirs)
            if n:
                yield dimension, ai, what, other, n
        at = study.items.index.get_indexer(own.index)
        codes = pd.factorize(own.to_numpy())[0]
        yield from ((dimension, ai, what, other, n) for what, other, n in _of_text(texts(), at, codes))


@dataclass(frozen=True)
class Texts:
    """One column of what items show. codes: each item's text, by its place among `different`. judged: whether a rule
    on it is asked about. measures: of each different text, by name."""

    column: str
    codes: np.ndarray
    blank: np.ndarray
    judged: bool
    measures: Mapping[str, np.ndarray]


def _texts(study: Study) -> tuple[Texts, ...]:
    """What items show: the columns of the evidence, which scores could rest on, and of the groups."""
    found = []
    for column in dict.fromkeys(c for c in (*study.evidence, *study.groups) if c in study.items):
        own = study.items[column]
        codes, different = pd.factorize(own.fillna("").astype("str").str.strip())
        judged = column in study.evidence and own.dtype == "str" and len(different) > 1
        measures = {m: of(pd.Series(different)).to_numpy() for m, of in MEASURES.items()} if judged else {}
        found.append(Texts(column, codes, np.asarray(different == ""), judged, measures))
    return tuple(found)


def _of_text(texts: Sequence[Texts], at: np.ndarray, values: np.ndarray) -> Iterator[tuple[str, str, int]]:
    """(what, other, n) for each column of the judged texts that the values follow from alone.

    at: the places of the items with values. values: as codes from 0.
    """
    for text in texts:
        codes = text.codes[at]
        if not text.judged or (codes == codes[0]).all():
            continue
        found = next((m for m, of in text.measures.items() if _in_stretches(of[codes], values)), None)
        if found:
            yield "measure", f"{found} of {text.column}", len(at)
        elif n := _by_text_alone(codes, text.blank, [other.codes[at] for other in texts if other is not text], values):
            yield "text", text.column, n


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
    if len(text) - len(np.unique(text)) < FEWEST // 2 or not others:
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
    theirs = b.reindex(a.index)
    given = theirs.notna().to_numpy()
    x, y = a.to_numpy()[given], theirs.to_numpy()[given]
    equal = len(x) >= FEWEST and bool((x == y).all()) and pd.unique(x).size > 1
    return len(x) if equal else 0
