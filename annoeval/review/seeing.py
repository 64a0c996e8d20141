"""How far seeing the AI's score moves people: it is hidden from each for a random share of the items.

Who sees what follows from the rubric's seed, the person and the item only, and each version of the rubric is on record.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from annoeval.review import ledger, rubric
from annoeval.review.queue import headline_scores
from annoeval.review.rule import reviewable
from annoeval.review.store import Store
from annoeval.scale import Scale
from annoeval.study import Study

FEWEST = 20  # answers of each kind below which the interval holds too seldom


@dataclass(frozen=True)
class Seeing:
    """How much nearer to the AI's score answers are where it was shown than where it was hidden.

    difference: on a numeric scale the mean distance from the AI's score hidden − shown, in points of the scale; on one
    of labels the share equal to the AI's shown − hidden. Above 0: people moved towards the AI. low, high: 95 % limits,
    by items as clusters. shown, hidden: numbers of answers. reason: why there is no difference.
    """

    dimension: str
    shown: int
    hidden: int
    difference: float | None
    low: float | None
    high: float | None
    reason: str = ""


def effects_of_seeing(store: Store, study_id: str) -> list[Seeing]:
    """One for each question of which an AI's score was hidden at random; none where it never was."""
    base = store.base(study_id)
    with store.database.read(study_id) as connection:
        versions = range(1, rubric.version(connection, study_id) + 1)
        rules = {v: rubric.current(connection, study_id, v) for v in versions}
        if not any(r.hidden_share for r in rules.values()):
            return []
        events = ledger.read(connection, study_id, action="decide", kind="reviewer")
    answers: dict[str, list[tuple[str, bool, float]]] = defaultdict(list)
    known = {d: headline_scores(base, d)["value"].to_dict() for d in reviewable(base)}
    first: set[tuple[str, str, str]] = set()
    for event in events:
        key = (event.reviewer, str(event.item_id), str(event.dimension))
        if event.value is None or key in first:  # a later answer may follow from what was seen after the first
            continue
        first.add(key)
        rule, ai = rules.get(event.rubric or 0), known.get(key[2], {}).get(key[1])
        if rule is None or not rule.hidden_share or rule.blind or ai is None:
            continue
        hidden = rule.hides(study_id, event.reviewer, key[1])
        if not hidden and not event.visible:  # hidden for another reason, an audit or a second opinion
            continue
        answers[key[2]].append((key[1], hidden, _distance(base.dimensions[key[2]], event.value, ai)))
    return [_difference(d, answers[d], _most(base.dimensions[d])) for d in reviewable(base) if answers[d]]


def _most(scale: Scale) -> float:
    """The largest difference there can be."""
    return scale.range[1] - scale.range[0] if scale.numeric and scale.range else math.inf if scale.numeric else 1.0


def _distance(scale: Scale, value: object, ai: object) -> float:
    if scale.numeric:
        return abs(float(value) - float(ai))  # type: ignore[arg-type]
    return float(value != ai)


def _difference(dimension: str, answers: list[tuple[str, bool, float]], most: float) -> Seeing:
    """Difference of two means, limits by the sandwich over items (Liang and Zeger 1986), t with items − 1 degrees, cut
    at the largest difference there can be."""
    from scipy.special import stdtrit

    hidden = np.array([h for _, h, _ in answers])
    far = np.array([d for _, _, d in answers])
    n, m = int((~hidden).sum()), int(hidden.sum())
    if min(n, m) < FEWEST:
        few = f"{n} answers with the AI's score and {m} without; {FEWEST} of each are needed"
        return Seeing(dimension, n, m, None, None, None, few)
    centred = np.where(hidden, far - far[hidden].mean(), far - far[~hidden].mean())
    if not centred.any():
        return Seeing(dimension, n, m, None, None, None, "all answers are equally far from it")
    part = np.where(hidden, centred / m, -centred / n)
    sums: dict[str, float] = defaultdict(float)
    for (item, _, _), own in zip(answers, part, strict=True):
        sums[item] += float(own)
    items = len(sums)
    error = math.sqrt(sum(s * s for s in sums.values()) * items / (items - 1))
    half = float(stdtrit(items - 1, 0.975)) * error
    difference = float(far[hidden].mean() - far[~hidden].mean())
    return Seeing(dimension, n, m, difference, max(difference - half, -most), min(difference + half, most))


def words(found: Seeing, study: Study) -> str:
    """ "Seeing the AI's score moves caption by 0.21 towards it (95 % CI 0.05 to 0.37; 60 answers with it, 58 …)"."""
    scale = study.dimensions[found.dimension]
    name = (scale.title or found.dimension).lower()
    if found.difference is None or found.low is None or found.high is None:
        return f"Whether seeing the AI's score moves {name} can't be said yet: {found.reason}."
    digits, unit = (2, "") if scale.numeric else (0, " percentage points")
    by, low, high = ((1 if scale.numeric else 100) * x for x in (found.difference, found.low, found.high))
    way = "towards it" if by >= 0 else "away from it"
    if by < 0:
        by, low, high = -by, -high, -low
    limits = f"95 % CI {low:.{digits}f} to {high:.{digits}f}".replace("-", "−")
    sure = "" if low > 0 else ", which may be chance"
    return (
        f"Seeing the AI's score moves {name} by {by:.{digits}f}{unit} {way}{sure} ({limits}; {found.shown:,} answers "
        f"with it, {found.hidden:,} without, at random)."
    )
