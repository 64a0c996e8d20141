"""How a recalled word compares with the secret one: exact, sharing a word, or not at all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

EXACT, PARTIAL, NONE = 1.0, 0.5, 0.0

# Words that say nothing about what was chosen: "the beach" and "the desert" share only one of these.
FUNCTION_WORDS = frozenset({
    "a", "an", "the", "of", "in", "on", "at", "by", "to", "with", "and", "or", "for", "from", "near", "some", "my",
    "his", "her", "their", "its", "this", "that", "very", "pair", "one",
})  # fmt: skip

_APOSTROPHES = re.compile(r"['’ʼ`´]")
_NOT_WORD = re.compile(r"[^\w]+|_")

SlotRule = Callable[[str, str], float]


def as_published(secret: str, guess: str) -> float:
    """The published recall rule: equal but for case 1.0, any shared word 0.5, else 0; either side empty 0.

    Words are what stands between blanks, so "T-shirt" and "t shirt" share none. Case is folded by lower-casing,
    spaces at the ends are dropped, nothing else is changed. Source: the scoring guide of the visualisation-recall
    experiment, whose `summary.tsv` it reproduces to the digit.
    """
    a, b = secret.strip().lower(), guess.strip().lower()
    if not a or not b:
        return NONE
    if a == b:
        return EXACT
    return PARTIAL if set(a.split()) & set(b.split()) else NONE


@lru_cache(maxsize=65536)
def content_words(text: str) -> tuple[str, ...]:
    """The words that carry meaning: compatibility-normalised, case folded, hyphens and punctuation as blanks,
    articles and function words dropped (kept where nothing else is left)."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    words = [w for w in _NOT_WORD.split(_APOSTROPHES.sub("", folded)) if w]
    kept = [w for w in words if w not in FUNCTION_WORDS]
    return tuple(kept or words)


def recommended(secret: str, guess: str) -> float:
    """The recommended recall rule: equal content words 1.0, a shared content word 0.5, else 0; either side empty 0.

    Articles, function words, punctuation and hyphens don't count: "the beach" is "beach", "T-shirt" is "t shirt"
    and "tshirt", while "the beach" and "the desert" share nothing.
    """
    a, b = content_words(secret), content_words(guess)
    if not a or not b:
        return NONE
    if a == b or "".join(a) == "".join(b):
        return EXACT
    return PARTIAL if set(a) & set(b) else NONE


RULES: dict[str, SlotRule] = {"as published": as_published, "recommended": recommended}


def slot_scores(secret: Iterable[Any], guess: Iterable[Any], rule: SlotRule) -> np.ndarray:
    """One slot's scores over n trials, in [0, 1]; a missing text is an empty one. Each distinct pair is scored once.

    secret, guess: n texts each, missing as None/NaN. rule: one of `RULES`.
    """
    s_codes, s_texts = _coded(secret)
    g_codes, g_texts = _coded(guess)
    pairs = s_codes * len(g_texts) + g_codes
    distinct, inverse = np.unique(pairs, return_inverse=True)
    scores = np.array([rule(s_texts[p // len(g_texts)], g_texts[p % len(g_texts)]) for p in distinct.tolist()])
    return scores[inverse] if len(scores) else np.zeros(0)


def score_table(
    secret: Iterable[Any], guess: Iterable[Any], rule: SlotRule
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Codes of the secrets (n), codes of the guesses (n), and the score of every distinct secret against every
    distinct guess, so that any re-pairing of trials is a look-up."""
    s_codes, s_texts = _coded(secret)
    g_codes, g_texts = _coded(guess)
    table = np.array([[rule(s, g) for g in g_texts] for s in s_texts]).reshape(len(s_texts), len(g_texts))
    return s_codes, g_codes, table


def _coded(texts: Iterable[Any]) -> tuple[np.ndarray, list[str]]:
    column = pd.Series(list(texts), dtype="object")
    codes, values = pd.factorize(column.where(column.notna(), "").astype("str"))
    return codes.astype(np.int64), [str(v) for v in values]
