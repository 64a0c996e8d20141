"""What the values of a dimension may be."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import pandas as pd

Level = Literal["nominal", "ordinal", "interval", "ratio", "set", "text"]
Role = Literal["judgement", "score"]
LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval", "ratio", "set", "text")
TIE = "tie"  # the value of a winner where neither of two contestants was preferred
NOT_DECLARED = "a label that is none of the declared ones"


@dataclass(frozen=True)
class Scale:
    """What a dimension's values may be.

    level: `nominal`, `ordinal`, `interval`, `ratio`, `set` (value is a sorted JSON array) or `text`.
    categories: the label universe in order, from the protocol and not from what happens to occur.
        Numbers for rubric scores (0, 1, 2), strings for labels.
    bounds: lowest and highest possible value of a numeric scale.
    role: `judgement` goes to Agreement; `score`, a distance to a reference, to Scores and Comparison.
    applies: item columns and the values there for which the dimension exists, as
        `{"type": ("figure",)}`; empty means every item.
    names: a category's word ("Incorrect"). definitions: a category's rubric sentence.
    question: what the reviewer is asked ("Is the caption right?").
    text: the item column whose words are judged; empty where it has the dimension's name or is the only evidence.
    about: the dimension whose scores this one puts in question ("title" for "title reference"); empty means itself.
    contestants: the two item columns that name who is compared; values then are the winner's name or `TIE`.
    follows: the dimension that its values are made from, so that nobody is asked it; empty where people are.
    judges: the dimension of raters' own answers that its values judge ("answer"): a rating then says how good its
        rater's answer is, and people are asked of each answer apart (`annoeval.questions`).
    closed: whether people or a tool said which labels there are; any other is listed and not let in.
    """

    level: Level
    categories: tuple[Any, ...] = ()
    bounds: tuple[float, float] | None = None
    role: Role = "judgement"
    applies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: Mapping[Any, str] = field(default_factory=dict)
    definitions: Mapping[Any, str] = field(default_factory=dict)
    question: str = ""
    title: str = ""
    text: str = ""
    about: str = ""
    contestants: tuple[str, ...] = ()
    follows: str = ""
    judges: str = ""
    closed: bool = False

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise ValueError(f"unknown level {self.level!r}; use one of {', '.join(LEVELS)}")

    @property
    def numeric(self) -> bool:
        """Whether a mean of values has a meaning: numbers, or categories that are numbers."""
        if self.level in ("interval", "ratio"):
            return True
        return bool(self.categories) and all(
            isinstance(c, (int, float)) and not isinstance(c, bool) for c in self.categories
        )

    @property
    def range(self) -> tuple[float, float] | None:
        """Lowest and highest possible value, or None where the scale has none."""
        if self.bounds is not None:
            return self.bounds
        if self.numeric and self.categories:
            return float(min(self.categories)), float(max(self.categories))
        return None

    def applies_to(self, items: pd.DataFrame) -> pd.Series:
        """A boolean per item, indexed like `items`: whether this dimension exists for it."""
        mask = pd.Series(True, index=items.index)
        for column, values in self.applies.items():
            if column in items:
                mask &= items[column].isin(values)
        return mask

    def lets_in(self, value: Any) -> bool:
        """Whether a value, or each label of a set, is one of the labels that were declared, where any were."""
        if not self.closed or value is None or value != value:
            return True
        several = self.level == "set" and isinstance(value, str)
        return set(json.loads(value) if several else [value]) <= set(self.categories)

    def describe(self, value: Any) -> str:
        """A value as a person reads it: "2 Accurate", "0.64", "cat"; "Right" where "right" is called so."""
        if self.level == "set" and isinstance(value, str) and value.startswith("["):
            return ", ".join(map(str, json.loads(value))) or "none"
        text = f"{value:g}" if isinstance(value, (int, float)) else str(value)
        name = self.names.get(value, "")
        return name if name.casefold() == text.casefold() else f"{text} {name}".strip()


def number_in(words: str) -> float | None:
    """The number that someone typed, None where it is none."""
    try:
        found = float(words)
    except ValueError:
        return None
    return found if math.isfinite(found) and "_" not in words else None
