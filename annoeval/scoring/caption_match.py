"""An extracted caption against the captions printed in its paper."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq

from annoeval.scoring.caption_search import Caption

NEAR = 0.03  # a measure so close to a cut goes to a person
PLACEHOLDER = re.compile(
    r"^\W*(?:figure|fig|table|image|picture|chart|plot)\W*\w{0,6}\s*on\s+page\s+\w+\W*$", re.IGNORECASE
)
_LETTERS = {unicodedata.name(c).rsplit(" ", 1)[-1].lower(): c for c in "αβγδεζηθικλμνξοπρστυφχψω"}
_LABEL = re.compile(
    r"^\s*(?:figure|fig|table|tab|scheme)\.?\s*[A-Z]{0,2}\.?[\dIVXL]+(?:\.\d+)?\s*[:|–—.]?\s*", re.IGNORECASE
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Cuts:
    """From which measures a caption is whole (2) or a part or paraphrase (1). same: beginnings so alike are the same
    text whatever its numbers. foreign: other texts are no paraphrase where this share of their numbers is foreign."""

    beginning: float = 0.97
    recall: float = 0.93
    part: float = 0.60
    words: float = 0.35
    same: float = 0.85
    foreign: float = 0.50


@dataclass(frozen=True)
class Measures:
    """How an extracted caption compares with a printed one, shares from 0 to 1.

    beginning: likeness with as many letters of the true caption's beginning. recall: letters of the true caption that
    stand in it in their order. words: its words that stand in the true caption in their order. foreign: those of its
    numbers that are not in the true caption.
    """

    beginning: float
    recall: float
    words: float
    foreign: tuple[str, ...] = ()
    numbers: int = 0

    def score(self, cuts: Cuts, shift: float = 0.0) -> int:
        """2: whole and true. 1: cut off or paraphrased. 0: another text."""
        if self.beginning >= cuts.beginning + shift and self.recall >= cuts.recall + shift and not self.foreign:
            return 2
        if self.beginning < cuts.same + shift and self.foreign and len(self.foreign) >= cuts.foreign * self.numbers:
            return 0
        return 1 if self.beginning >= cuts.part + shift or self.words >= cuts.words + shift else 0

    def near(self, cuts: Cuts) -> bool:
        """Whether measures a little higher or lower would have given another score."""
        return len({self.score(cuts, shift) for shift in (-NEAR, 0.0, NEAR)}) > 1


def is_placeholder(text: str) -> bool:
    """Whether a text only says that there is something: "Figure on page 1", "Table 2 on page 4"."""
    return bool(PLACEHOLDER.match(text))


def spoken(text: str) -> str:
    """Text without marks of layout: no LaTeX commands, tags or label; Greek letters by themselves."""
    plain = unicodedata.normalize("NFKC", text)
    plain = re.sub(r"<[^>]{1,20}>", " ", plain)
    plain = re.sub(r"\\(?:mathrm|mathbf|mathit|mathcal|text|textbf|textit|operatorname)\s*", "", plain)
    plain = re.sub(r"\\([A-Za-z]+)", lambda m: _LETTERS.get(m[1].removeprefix("var").lower(), " "), plain)
    plain = re.sub(r"\\.|[{}$^_~]", "", plain)
    return _LABEL.sub("", plain.lstrip(" |:–—"), count=1).lstrip(" |:–—.")


def letters(text: str) -> str:
    """What is compared: letters, digits and %, without spaces and case."""
    return re.sub(r"[^\w%]|_", "", spoken(text)).casefold()


def _words(text: str) -> list[str]:
    return [w for w in re.split(r"[^\w%]+", spoken(text).casefold()) if w]


@dataclass(frozen=True)
class Printed:
    """A printed caption, made ready to be compared."""

    caption: Caption
    letters: str
    words: tuple[str, ...]
    numbers: frozenset[str]

    @classmethod
    def of(cls, caption: Caption) -> Printed:
        """From a caption as it was found."""
        return cls(caption, letters(caption.text), tuple(_words(caption.text)), _numbers(caption.text))


def _numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(spoken(text)))


def measured(extracted: str, printed: Printed) -> Measures:
    """The measures of one pair; all 0 where the extracted text has no letter."""
    mine, words, numbers = letters(extracted), _words(extracted), _numbers(extracted)
    if not mine or not printed.letters:
        return Measures(0.0, 0.0, 0.0)
    return Measures(
        fuzz.ratio(mine, printed.letters[: len(mine)]) / 100,
        LCSseq.similarity(mine, printed.letters) / len(printed.letters),
        LCSseq.similarity(words, printed.words) / len(words),
        tuple(sorted(n for n in numbers if n not in printed.letters)),
        len(numbers),
    )


def likeliest(extracted: str, printed: Sequence[Printed]) -> tuple[Printed, Measures] | None:
    """The printed caption that an extracted one is most like, by its beginning, then by its words; None of none."""
    if not printed:
        return None
    measures = [(p, measured(extracted, p)) for p in printed]
    return max(measures, key=lambda pm: (max(pm[1].beginning, pm[1].words), pm[1].recall))
