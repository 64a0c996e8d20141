"""Whether an answer in someone's own words names the target."""

from __future__ import annotations

import re
import unicodedata

from rapidfuzz.distance import Levenshtein

FUNCTION_WORDS = frozenset(["a", "an", "the", "this", "that", "its", "it's", "to", "of", "is", "be", "it"])
ALMOST = 0.85


def words(text: str) -> list[str]:
    """Words in lower case without punctuation and articles: "The cat's out!" → ["cats", "out"]."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    bare = re.sub(r"[’'`]", "", folded)
    tokens = re.findall(r"\w+", bare)
    return [t for t in tokens if t not in FUNCTION_WORDS] or tokens


def right(answer: object, target: object) -> tuple[float | None, float | None]:
    """1.0 when the answer names the target, else 0.0, and how alike both are (0–1); two None where one is missing.

    Articles and punctuation don't count. Right: the target's words stand in the answer in their order, or the two
    differ by a spelling mistake at most (normalised Levenshtein similarity ≥ 0.85 over code points).
    """
    if not isinstance(answer, str) or not isinstance(target, str) or not target.strip():
        return None, None
    said, meant = words(answer), words(target)
    alike = Levenshtein.normalized_similarity(" ".join(said), " ".join(meant))
    contained = any(said[i : i + len(meant)] == meant for i in range(len(said) - len(meant) + 1))
    return float(contained or alike >= ALMOST), alike
