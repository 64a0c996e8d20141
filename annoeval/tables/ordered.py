"""Labels whose order everyone knows: the answers of Likert's scales and their like."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from annoeval.problem import Problem
from annoeval.reading.labels import folded
from annoeval.scale import Scale

_SCORED = re.compile(r"\s*(-?\d{1,2})\s*(?:[-–—]\s|[:=]|\()\s*(\S.*)")
# words for little, for the middle and for much; a label is what its first matching line says
_DEGREES = tuple(
    (rank, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))
    for rank, words in (
        (
            0,
            r"not (?:sure|applicable)|unknown|know|unsure|unclear|maybe|partial(?:ly)?|partly|half|some|somewhat"
            r"|slight(?:ly)?|mild|minor|medium|mid|middle|moderate(?:ly)?|average|fair(?:ly)?|ok|okay|neutral|neither"
            r"|acceptable|sometimes|teilweise|mittel|moyen|medio",
        ),
        (
            -1,
            r"not?|none|nothing|never|rarely|wrong|false|in(?:correct|accurate|adequate|sufficient|complete)|bad|poor"
            r"|worst|worse|low|lowest|weak|disagree|(?:dis|un)satisfied|un(?:likely|acceptable|important|related)"
            r"|irrelevant|missing|absent|fails?|failed|negative|minimal|schlecht|falsch|niedrig|nicht|kein|mauvais"
            r"|faible|malo|bajo",
        ),
        (
            1,
            r"yes|right|correct|true|accurate|good|better|best|great|excellent|perfect(?:ly)?|exact(?:ly)?|high|highest"
            r"|strong(?:ly)?|all|full|fully|complete(?:ly)?|entirely|very|extreme(?:ly)?|severe|major|critical|always"
            r"|often|agree|satisfied|likely|relevant|important|related|adequate|sufficient|positive|gut|richtig|hoch"
            r"|sehr|bon|élevé|bueno|alto",
        ),
    )
)
FEWEST = 3  # of two labels no order is worth a weight

# One scale a line, from low to high; words of one place are separated by a bar. After R. Likert (1932), A technique
# for the measurement of attitudes, and the answer scales of W. M. Vagias (2006), Likert-type scale response anchors.
_SCALES = tuple(
    tuple(tuple(place.split("|")) for place in scale.split(", "))
    for scale in (
        "strongly disagree|completely disagree, disagree, slightly disagree|somewhat disagree|mildly disagree, "
        "neutral|neither|undecided|neither agree nor disagree, slightly agree|somewhat agree|mildly agree, agree, "
        "strongly agree|completely agree",
        "very poor|very bad|terrible, bad, poor, fair, average|acceptable|mediocre|ok|okay, good, very good, excellent",
        "never, almost never, rarely|seldom, occasionally, sometimes, often|frequently, usually|very often, "
        "almost always, always",
        "none|not at all, very slightly, slightly|a little, somewhat, moderately, very|very much|a lot|considerably, "
        "extremely",
        "none, very low, low, medium|moderate|average, high, very high",
        "none, minimal, mild, moderate, severe, very severe|critical",
        "very dissatisfied, dissatisfied, slightly dissatisfied|somewhat dissatisfied, neutral|neither|"
        "neither satisfied nor dissatisfied, slightly satisfied|somewhat satisfied, satisfied, very satisfied",
        "very unlikely|extremely unlikely, unlikely, neutral|neither, likely, very likely|extremely likely",
        "not important|unimportant, slightly important, moderately important, important, very important, "
        "extremely important",
        "much worse, worse, somewhat worse|slightly worse, about the same|the same|same|no change, "
        "somewhat better|slightly better, better, much better",
    )
)


def known_order(labels: Collection[str]) -> tuple[str, ...] | None:
    """The labels from low to high where all are answers of one well-known scale, three of them or more, or name their
    score ("0 - wrong", "1 - partial", "2 - right"); else None.

    Case and spaces do not count; spellings of one answer stand side by side. Two words of which nobody could say which
    is the higher ("often", "frequently") have no order. "1. Sports" and "1 - sports" are a list's numbers, no scores.
    """
    scores = {label: m for label in labels if (m := _SCORED.fullmatch(label.strip()))}
    if scores and len(scores) == len(labels):
        by_score = sorted(scores, key=lambda label: int(scores[label][1]))
        return tuple(by_score) if _is_graded({int(m[1]): m[2] for m in scores.values()}, len(labels)) else None
    for scale in _SCALES:
        place = {word: i for i, words in enumerate(scale) for word in words}
        found = {label: place.get(folded(label)) for label in labels}
        places = set(found.values())
        if None not in places and FEWEST <= len(places) == len({folded(label) for label in labels}):
            return tuple(sorted(found, key=lambda label: (found[label], label)))
    return None


def _is_graded(words: Mapping[int, str], labels: int) -> bool:
    """Whether the words beside a few numbers rise or fall with them: wrong, partly, right; not sports, politics."""
    if len(words) < max(FEWEST, labels) or max(words) - min(words) > 10:
        return False
    found = (next((rank for rank, said in _DEGREES if said.search(words[n])), None) for n in sorted(words))
    ranks = [rank for rank in found if rank is not None]
    return len(set(ranks)) > 1 and ranks in (sorted(ranks), sorted(ranks, reverse=True))


def of_choices(scale: Scale, dimension: str) -> tuple[Scale, list[Problem]]:
    """The scale of labels to choose from, ordered where everyone knows their order or they are the points of a short
    scale ("1", "2", "3"), and what is said of it."""
    if scale.level != "nominal" or scale.contestants:
        return scale, []
    order = known_order(scale.categories)
    if order is not None:
        done = f"taken as ordered: {' < '.join(order)}"
        said = Problem("labels whose order is well known", done, column=dimension, count=len(order))
        return replace(scale, level="ordinal", categories=order), [said]
    points = [c for c in scale.categories if isinstance(c, str) and re.fullmatch(r"-?\d{1,2}", c)]
    if 2 < len(points) == len(scale.categories) and max(map(int, points)) - min(map(int, points)) <= 10:
        whole = range(min(map(int, points)), max(map(int, points)) + 1)
        return replace(scale, level="ordinal", categories=tuple(whole)), []
    return scale, []


def placed(order: Iterable[Any], more: Iterable[Any]) -> tuple[Any, ...]:
    """An order with more labels: other spellings of one in it stand beside that one, others after all."""
    out = list(order)
    for label in more:
        alike = [i for i, known in enumerate(out) if folded(str(known)) == folded(str(label))]
        out.insert(alike[-1] + 1 if alike else len(out), label)
    return tuple(out)


def wider(scale: Scale, values: Iterable[Any]) -> Scale:
    """A scale of categories that also has the values of ratings which came later, from another file, unless it was
    declared which labels there are."""
    more = [v for v in dict.fromkeys(values) if v is not None and v == v and v not in scale.categories]
    if not more or not scale.categories or scale.closed or scale.level not in ("nominal", "ordinal"):
        return scale
    if not scale.numeric:
        return replace(scale, categories=placed(scale.categories, more))
    if not all(isinstance(v, (int, float)) and float(v).is_integer() for v in (*scale.categories, *more)):
        return scale
    whole = sorted(int(v) for v in (*scale.categories, *more))
    if whole[-1] - whole[0] > 10:
        return scale
    level = "ordinal" if len(whole) > len(scale.categories) else scale.level
    return replace(scale, level=level, categories=tuple(range(whole[0], whole[-1] + 1)), names={})
