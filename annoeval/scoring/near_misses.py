"""Answers that come near a target without its very words: proposed to people, never taken for right by a rule."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

_FUNCTION = """
a an the this that these those its to of is are be been being was were am as some just too bit so someone somebody
something someones somebodys one ones oneself your yours yourself my mine myself his her hers himself herself their
theirs themselves our ours it him them me us you i we he she they im youre were theyre thats theres heres whats hes shes
"""
FUNCTION_WORDS = frozenset(_FUNCTION.split())
NEGATIONS = frozenset(["not", "no", "never", "none", "nobody", "nothing", "without", "cannot", "neither", "nor"])
_CONTRACTED = re.compile(r"\b(ca|could|do|does|did|is|are|was|were|have|has|had|would|should|ai|wo)n[’']?t\b")
ALMOST = 0.8
SAME_MEANING = 0.75
"""Cosine of two embeddings from which on an answer of other words is proposed. A hint for people, never a verdict:
opposites and swapped words come as high ("out of the fire into the frying pan")."""


@dataclass(frozen=True)
class NearMiss:
    """How an answer comes near a target. why: in words. sure: whether it says the same and nothing else, so that only
    a glance is needed. alike: normalised Levenshtein similarity of the content words, 0 to 1."""

    why: str
    sure: bool
    alike: float


def words(text: str) -> tuple[str, ...]:
    """Content words in their base form, in order, without articles, pronouns and forms of "to be".

    "Spinning one's wheels!" → ("spin", "wheel"); a text of function words only keeps them all.
    """
    content = [_base(t) for t in _content(text)]
    return (_verb(content[0]), *content[1:]) if content else ()


def _written_out(denied: re.Match[str]) -> str:
    """ "can't" → "can not" """
    return {"ca": "can", "wo": "will", "ai": "is"}.get(denied[1], denied[1]) + " not"


def _content(text: str) -> list[str]:
    folded = _CONTRACTED.sub(_written_out, unicodedata.normalize("NFKC", text).casefold()).replace("cannot", "can not")
    tokens = re.findall(r"\w+", re.sub(r"[’'`]", "", folded))
    return [t for t in tokens if t not in FUNCTION_WORDS] or tokens


def near(answer: str, target: str) -> NearMiss | None:
    """How an answer comes near a target, or None where it doesn't.

    It is sure only where both have the same content words in the same order, or differ by a misspelling that is no
    word itself. More words, fewer words, another order or a negation on one side are left to people to judge.
    """
    said, meant = words(answer), words(target)
    if not said or not meant:
        return None
    denied = bool(NEGATIONS & set(said)) != bool(NEGATIONS & set(meant))
    alike = Levenshtein.normalized_similarity(" ".join(said), " ".join(meant))
    plain = [w for w in said if w not in NEGATIONS], [w for w in meant if w not in NEGATIONS]
    if said == meant:
        return NearMiss("the same words", True, alike)
    if "".join(_content(answer)) == "".join(_content(target)):
        return NearMiss("the same words, written apart", True, alike)
    if denied and _holds(*plain):
        return NearMiss("denied on one side", False, alike)
    if _misspelt(said, meant):
        return NearMiss("a misspelling", True, alike)
    if sorted(said) == sorted(meant):
        return NearMiss("the same words in another order", False, alike)
    if _holds(said, meant):
        return NearMiss("more words around it", False, alike)
    if len(said) > 1 and 2 * len(said) >= len(meant) and _holds(meant, said):
        return NearMiss("a part of it", False, alike)
    if alike >= ALMOST:
        return NearMiss("spelt alike", False, alike)
    return None


def in_meaning(answer: str, target: str, cosine: float | None) -> NearMiss | None:
    """How an answer of other words comes near a target by the cosine of their embeddings; never sure."""
    if cosine is None or cosine < SAME_MEANING:
        return None
    alike = Levenshtein.normalized_similarity(" ".join(words(answer)), " ".join(words(target)))
    return NearMiss("alike in meaning", False, alike)


def _holds(whole: tuple[str, ...] | list[str], part: tuple[str, ...] | list[str]) -> bool:
    """Whether all words of a part stand in the whole, in their order, perhaps with others between them."""
    rest = iter(whole)
    return bool(part) and all(word in rest for word in part)


def _misspelt(said: tuple[str, ...], meant: tuple[str, ...]) -> bool:
    """Whether the answer differs in words that are no English words, each one letter (from nine letters on two) off."""
    if len(said) != len(meant):
        return False
    pairs = [(s, m) for s, m in zip(said, meant, strict=True) if s != m]
    return all(len(m) > 3 and not _known(s) and Levenshtein.distance(s, m) <= 1 + (len(m) > 8) for s, m in pairs)


@lru_cache(maxsize=100_000)
def _base(word: str) -> str:
    """A word's base form: "gathers" → "gather", "went" → "go"."""
    from simplemma import lemmatize

    return str(lemmatize(word, lang="en")).casefold()


@lru_cache(maxsize=100_000)
def _verb(word: str) -> str:
    """A saying's first word, as the verb it is there, though a noun is spelt so too: "setting the bar" → "set"."""
    stem = word.removesuffix("ing")
    if stem == word or len(stem) < 3:
        return word
    shorter = stem[:-1] if stem[-1] == stem[-2] else stem
    return next((w for w in (shorter, stem) if _known(w)), word)


@lru_cache(maxsize=100_000)
def _known(word: str) -> bool:
    from simplemma import is_known

    return bool(is_known(word, lang="en"))
