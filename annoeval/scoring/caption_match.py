"""An extracted caption against the captions printed in its paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq

from annoeval.scoring.caption_search import Caption
from annoeval.scoring.close_calls import close_call
from annoeval.scoring.spoken import letters, spoken, words

PLACEHOLDER = re.compile(
    r"^\W*(?:figure|fig|table|image|picture|chart|plot)\W*\w{0,6}\s*on\s+page\s+\w+\W*$", re.IGNORECASE
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
    stand in it in their order. words: its words that stand in the true caption in their order. foreign: the share of
    its numbers that are not in the true caption, which `strange` names.
    """

    beginning: float
    recall: float
    words: float
    foreign: float = 0.0
    strange: tuple[str, ...] = ()

    def score(self, cuts: Cuts, shift: float = 0.0) -> int:
        """2: whole and true. 1: cut off or paraphrased. 0: another text."""
        if self.beginning >= cuts.beginning + shift and self.recall >= cuts.recall + shift and not self.foreign:
            return 2
        if self.beginning < cuts.same + shift and self.foreign and self.foreign >= cuts.foreign:
            return 0
        return 1 if self.beginning >= cuts.part + shift or self.words >= cuts.words + shift else 0

    def near(self, cuts: Cuts) -> bool:
        """Whether measures a little higher or lower would have given another score."""
        return close_call(lambda shift: self.score(cuts, shift))


def is_placeholder(text: str) -> bool:
    """Whether a text only says that there is something: "Figure on page 1", "Table 2 on page 4"."""
    return bool(PLACEHOLDER.match(text))


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
        return cls(caption, letters(caption.text), tuple(words(caption.text)), _numbers(caption.text))


def _numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(spoken(text)))


def measured(extracted: str, printed: Printed) -> Measures:
    """The measures of one pair; all 0 where the extracted text has no letter."""
    mine, said, numbers = letters(extracted), words(extracted), _numbers(extracted)
    if not mine or not printed.letters:
        return Measures(0.0, 0.0, 0.0)
    strange = tuple(sorted(n for n in numbers if n not in printed.letters))
    return Measures(
        fuzz.ratio(mine, printed.letters[: len(mine)]) / 100,
        LCSseq.similarity(mine, printed.letters) / len(printed.letters),
        LCSseq.similarity(said, printed.words) / len(said),
        len(strange) / len(numbers) if numbers else 0.0,
        strange,
    )


def likeliest(extracted: str, printed: Sequence[Printed]) -> tuple[Printed, Measures]:
    """Of at least one printed caption that which an extracted one is most like, by its beginning, then by its words."""
    measures = [(p, measured(extracted, p)) for p in printed]
    return max(measures, key=lambda pm: (max(pm[1].beginning, pm[1].words), pm[1].recall))
