"""Scores that are written as more than a number: "4/5", "4 out of 5", "★★★☆☆", "4 stars", "Score: 4", "[[4]]"."""

from __future__ import annotations

import re
from collections.abc import Collection

from annoeval.reading.values import number
from annoeval.vocabulary import is_missing

_OF = re.compile(r"(\d+(?:[.,]\d+)?)\s*(?:/|of|out of|von|sur|de)\s*(\d+)(?:\s*(?:points?|stars?))?", re.IGNORECASE)
_STARS = re.compile(r"(?:(★*)(☆*)|(⭐+))\ufe0f?")
_NAMED = re.compile(
    r"(?:(?:overall |final )?(?:score|rating|grade)\s*(?:is|[:=])\s*)?"
    r"\[{0,2}(-?\d+(?:[.,]\d+)?)\]{0,2}(?:\.|\s*(?:points?|pts?|stars?))?",
    re.IGNORECASE,
)


def written_scores(texts: Collection[str], decimal: str) -> tuple[dict[str, float], float | None] | None:
    """The number in each text, and the highest possible one where the texts name it ("4/5"); else that is None.

    None where the texts are not all of one of these forms, name different highest scores, or are mere numbers. Words
    for no answer are left out of the numbers. decimal: the file's decimal mark.
    """
    said = [t for t in texts if not is_missing(t)]
    if not said:
        return None
    parts = [_OF.fullmatch(t.strip()) for t in said]
    if all(parts):
        tops = {float(p[2]) for p in parts if p}
        found = {t: number(p[1], decimal) for t, p in zip(said, parts, strict=True) if p}
        if len(tops) == 1 and all(v is not None and v <= max(tops) for v in found.values()):
            return {t: v for t, v in found.items() if v is not None}, tops.pop()
        return None
    stars = [_STARS.fullmatch(t.strip()) for t in said]
    if all(stars) and any(s and (s[1] or s[3]) for s in stars):
        tops = {float(len(s[1] or "") + len(s[2])) for s in stars if s and s[2]}
        counts = {t: float(len(s[1] or s[3] or "")) for t, s in zip(said, stars, strict=True) if s}
        return counts, tops.pop() if len(tops) == 1 else None
    named = [_NAMED.fullmatch(t.strip()) for t in said]
    if all(named) and not all(number(t, decimal) is not None for t in said):
        numbers = {t: number(n[1], decimal) for t, n in zip(said, named, strict=True) if n}
        more = any(
            n and n[1] != t.strip() for t, n in zip(said, named, strict=True)
        )  # not mere "0,5" in a file of "0.5"
        read = {t: v for t, v in numbers.items() if v is not None}
        return (read, None) if more and read else None
    return None
