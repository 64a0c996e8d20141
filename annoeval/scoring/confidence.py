"""What a stated confidence means as a share between 0 and 1: "85", "85 %", "very low", "n/a"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd

from annoeval.vocabulary import MISSING

Form = Literal["number", "percent", "fraction", "words", "missing", "unreadable", "outside", "ambiguous"]

# Per cent. The values are those of the published analysis of the recall experiment; longer phrases win over
# shorter ones, so "very low" is not read as "low" nor "medium-high" as "high".
WORDS: Mapping[str, float] = {
    "certain": 100.0,
    "very high": 90.0,
    "extremely high": 90.0,
    "high": 75.0,
    "medium high": 65.0,
    "moderate high": 65.0,
    "moderately high": 65.0,
    "medium": 50.0,
    "moderate": 50.0,
    "average": 50.0,
    "medium low": 35.0,
    "moderate low": 35.0,
    "moderately low": 35.0,
    "low": 25.0,
    "very low": 10.0,
    "extremely low": 10.0,
}

_OF_PROGRAMS = "unknown,cell_empty,cell empty,empty,no_confidence,no confidence,not given,not stated,error,failed"
SENTINELS = MISSING | {"", *_OF_PROGRAMS.split(",")}

# both decimal marks, since no confidence has thousands
_BARE = re.compile(r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d{1,3})?")
_PERCENT = re.compile(r"([+-]?\d+(?:[.,]\d+)?)\s*(?:%|percent\b|per cent\b)", re.IGNORECASE)
_FRACTION = re.compile(r"(\d+(?:[.,]\d+)?)\s*(?:/|out of|of)\s*(\d+(?:[.,]\d+)?)", re.IGNORECASE)
_ANYWHERE = re.compile(r"(?<![\w.])[+-]?\d+(?:[.,]\d+)?(?![\w.]*\d)")


@dataclass(frozen=True)
class Confidences:
    """A column of stated confidences, read.

    value: n shares in [0, 1], NaN where none was given or could be read.
    form: n of `number` (a bare number), `percent`, `fraction`, `words` (by the mapping or within a sentence),
        `missing`, `unreadable`, `outside` (a number off the scale), `ambiguous` (0.85 in a column of 1 to 100).
    scale: lowest and highest possible bare number.
    """

    value: np.ndarray
    form: np.ndarray
    scale: tuple[float, float]

    @property
    def bare(self) -> np.ndarray:
        """The shares that were written as bare numbers, else NaN."""
        return np.where(self.form == "number", self.value, np.nan)


def find_scale(stated: Iterable[Any], highest: Sequence[float] = (1, 10, 100)) -> tuple[float, float]:
    """The scale of a column's bare numbers: 0 to the smallest of `highest` that at most 2 % of them exceed.

    One scale holds for the whole column, never number by number. Noughts and ones alone don't make it one of shares.
    """
    codes, distinct = pd.factorize(_column(stated).dropna().astype("str"))
    texts = [t.strip() for t in distinct.to_numpy(dtype="object")]
    numbers = np.array([_number(t) if _BARE.fullmatch(t) else -1.0 for t in texts], dtype=float)[codes]
    numbers = numbers[numbers >= 0]
    for top in sorted(highest):
        if not len(numbers) or (numbers > top).mean() > 0.02:
            continue
        if top == 1 and not ((numbers > 0) & (numbers < 1)).any():
            continue  # only noughts and ones: they would be certainty on any scale
        return 0.0, float(top)
    return 0.0, float(max(highest))


def _column(stated: Iterable[Any]) -> pd.Series:
    """Cells one after the other; a column's own array, since walking over one is slow."""
    if isinstance(stated, pd.Series):
        return stated.reset_index(drop=True).astype("object")
    return pd.Series(list(stated), dtype="object")


def read_confidences(
    stated: Iterable[Any], scale: tuple[float, float] = (0, 100), words: Mapping[str, float] = WORDS
) -> Confidences:
    """Confidences as written → shares; what can't be read stays missing and keeps its form.

    stated: n cells, str or missing. scale: lowest and highest bare number, as from `find_scale`; the share is
        number ÷ highest.
    words: phrase → per cent; the longest phrase found decides.
    """
    column = _column(stated)
    codes, distinct = pd.factorize(column.where(column.notna(), "").astype("str"))
    read = [read_confidence(text, scale, words) for text in distinct]
    value = np.array([np.nan if v is None else v for v, _ in read], dtype=float)
    form = np.array([f for _, f in read], dtype=object)
    return Confidences(value[codes], form[codes], scale) if len(read) else Confidences(value, form, scale)


def read_confidence(
    text: str, scale: tuple[float, float] = (0, 100), words: Mapping[str, float] = WORDS
) -> tuple[float | None, Form]:
    """One confidence as a share in [0, 1], and the form it was written in."""
    stripped = text.strip().strip("*_\"'").strip()
    phrase = " ".join(re.split(r"[\s\-_–]+", stripped.lower())).strip(" .!")
    if phrase in words:
        return words[phrase] / 100, "words"
    if stripped.lower() in SENTINELS or phrase in SENTINELS:
        return None, "missing"
    if _BARE.fullmatch(stripped):
        return _share(_number(stripped), scale, "number")
    if match := _PERCENT.search(stripped):
        return _share(_number(match[1]), (0, 100), "percent")
    if match := _FRACTION.search(stripped):
        top = _number(match[2])
        return _share(_number(match[1]), (0, top), "fraction") if top > 0 else (None, "unreadable")
    numbers = _ANYWHERE.findall(stripped)
    if len(numbers) == 1:
        share, form = _share(_number(numbers[0]), scale, "words")
        return share, form
    for known in sorted(words, key=lambda w: (-len(w.split()), -len(w))):
        if re.search(rf"\b{re.escape(known)}\b", phrase):
            return words[known] / 100, "words"
    return None, "unreadable"


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _share(number: float, scale: tuple[float, float], form: Form) -> tuple[float | None, Form]:
    low, high = scale
    if not low <= number <= high:
        return None, "outside"
    if form == "number" and high > 1 and 0 < number < 1:
        return None, "ambiguous"
    return number / high, form
