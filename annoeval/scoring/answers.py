"""Whether an answer in someone's own words names the target."""

from __future__ import annotations

import re
import unicodedata

from rapidfuzz.distance import Levenshtein

FUNCTION_WORDS = frozenset(
    [
        "a",
        "an",
        "the",
        "this",
        "that",
        "its",
        "to",
        "of",
        "is",
        "are",
        "be",
        "been",
        "was",
        "were",
        "as",
        "some",
        "just",
        "too",
        "bit",
        "someone",
        "somebody",
        "something",
        "someones",
        "somebodys",
        "one",
        "ones",
        "your",
        "yours",
        "my",
        "mine",
        "his",
        "her",
        "hers",
        "their",
        "theirs",
        "our",
        "it",
        "him",
        "them",
        "me",
        "you",
        "i",
        "we",
        "he",
        "she",
        "they",
    ]
)
ENDINGS = ("ings", "ing", "ied", "ies", "ed", "es", "s", "en", "e")
ALMOST = 0.8


def words(text: str) -> list[str]:
    """Content words in lower case, without punctuation, articles, pronouns and endings.

    "Spinning one's wheels!" → ["spin", "wheel"]; a text of function words only keeps them all.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    bare = re.sub(r"[’'`]", "", folded)
    tokens = re.findall(r"\w+", bare)
    return [_stem(t) for t in tokens if t not in FUNCTION_WORDS] or tokens


def _stem(word: str) -> str:
    """The word without its ending and without a letter doubled before it: "spinning" → "spin"."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            doubled = ending in ("ing", "ings", "ed") and word[-1] == word[-2] and word[-1] not in "lsz"
            return word[:-1] if doubled else word
    return word


def right(answer: object, target: object) -> tuple[float | None, float | None]:
    """1.0 when the answer names the target, else 0.0, and how alike both are (0–1); two None where one is missing.

    Articles, pronouns, endings and punctuation don't count. Right: the target's words stand in the answer in their
    order, or the two differ by little more than spelling (normalised Levenshtein similarity ≥ 0.8 over code points).
    """
    if not isinstance(answer, str) or not isinstance(target, str) or not target.strip():
        return None, None
    said, meant = words(answer), words(target)
    alike = Levenshtein.normalized_similarity(" ".join(said), " ".join(meant))
    contained = any(said[i : i + len(meant)] == meant for i in range(len(said) - len(meant) + 1))
    return float(contained or alike >= ALMOST), alike
