"""Labels whose order everyone knows: the answers of Likert's scales and their like."""

from __future__ import annotations

import re
from collections.abc import Collection

from annoeval.reading.labels import folded

_SCORED = re.compile(r"\s*(-?\d{1,2})\s*(?:[-–—:=]\s|\()\s*\S")
FEWEST = 3  # of two labels no order is worth a weight

# One scale a line, from low to high; words of one place are separated by a bar. After R. Likert (1932), A technique
# for the measurement of attitudes, and the answer scales of W. M. Vagias (2006), Likert-type scale response anchors.
_SCALES = tuple(
    tuple(tuple(place.split("|")) for place in scale.split(", "))
    for scale in (
        "strongly disagree|completely disagree, disagree, slightly disagree|somewhat disagree|mildly disagree, "
        "neutral|neither|undecided|neither agree nor disagree, slightly agree|somewhat agree|mildly agree, agree, "
        "strongly agree|completely agree",
        "very poor|very bad|terrible, poor|bad, fair|average|acceptable|mediocre|ok|okay, good, very good, excellent",
        "never, almost never, rarely|seldom, sometimes|occasionally, often|frequently, usually|very often, "
        "almost always, always",
        "none|not at all, very slightly, slightly|a little|somewhat, moderately, very|very much|a lot|considerably, "
        "extremely",
        "very low, low, medium|moderate|average, high, very high",
        "none, minimal, mild, moderate, severe, very severe|critical",
        "very dissatisfied, dissatisfied, slightly dissatisfied|somewhat dissatisfied, neutral|neither|"
        "neither satisfied nor dissatisfied, slightly satisfied|somewhat satisfied, satisfied, very satisfied",
        "very unlikely|extremely unlikely, unlikely, neutral|neither, likely, very likely|extremely likely",
        "not important|unimportant, slightly important, moderately important, important, very important, "
        "extremely important",
        "much worse, worse|somewhat worse|slightly worse, about the same|the same|same|no change, "
        "better|somewhat better|slightly better, much better",
    )
)


def known_order(labels: Collection[str]) -> tuple[str, ...] | None:
    """The labels from low to high where all are answers of one well-known scale, three of them or more, or name their
    score ("0 - wrong", "1 - partial", "2 - right"); else None.

    Case and spaces do not count; spellings of one answer stand side by side. "1. Sports" is a list's number, no score.
    """
    scores = {label: _SCORED.match(label) for label in labels}
    if all(scores.values()):
        numbers = sorted(int(m[1]) for m in scores.values() if m)
        if len(numbers) >= FEWEST and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return tuple(sorted(scores, key=lambda label: int(scores[label][1])))  # type: ignore[index]
    for scale in _SCALES:
        place = {word: i for i, words in enumerate(scale) for word in words}
        found = {label: place.get(folded(label)) for label in labels}
        if None not in found.values() and len(set(found.values())) >= FEWEST:
            return tuple(sorted(found, key=lambda label: (found[label], label)))
    return None
