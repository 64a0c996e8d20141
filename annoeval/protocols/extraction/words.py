"""The answer of an extraction study in a sentence."""

from __future__ import annotations

from itertools import islice

from annoeval.protocols.extraction.reference import fields_in
from annoeval.protocols.extraction.tables import by_mean, differences_of, places_of, scores_of
from annoeval.statistics.comparison.leaderboard import indistinct
from annoeval.study import Study
from annoeval.words import count, interval

MOST_FIELDS = 2
FIRST = ("title", "abstract", "text")


def answer(study: Study) -> str | None:
    """Per field (title and abstract first, two at most) the leading model and those not told apart from it; None where
    nothing is scored."""
    fields = sorted(fields_in(study), key=lambda f: FIRST.index(f) if f in FIRST else len(FIRST))
    said = list(islice((s for f in fields if (s := field_answer(study, f))), MOST_FIELDS))
    if not said:
        return None
    more = len(fields) - len(said)
    return " ".join(said) + (f" {more} more field{'s' if more > 1 else ''} below." if more > 0 else "")


def field_answer(study: Study, dimension: str) -> str | None:
    """Who leads on one field, and who can't be told apart from the leader; None where nothing is scored."""
    values = scores_of(study, dimension)
    order = [model for model in by_mean(values) if values[model].notna().any()]
    if not order:
        return None
    places = places_of(study, values[order])
    leader, best = order[0], places[0]
    label = study.dimensions[dimension].title or dimension
    spread = f", 95 % CI {interval(best.low, best.high, 3)}" if best.low is not None else ""
    documents = count(best.n, "document")
    if len(order) == 1:
        return f"{label}: {leader} scores {best.mean:.3f}{spread} on {documents}."
    close = indistinct(range(len(order)), differences_of(study, dimension), 0)
    named = ", ".join(f"{order[c]} {places[c].mean:.3f}" for c in close[:3])
    said = f"{label}: {leader} leads with {best.mean:.3f}{spread} on {documents}"
    if not close:
        return (
            f"{said}, ahead of all {len(order) - 1} others."
            if len(order) > 2
            else f"{said}, ahead of {order[1]} {places[1].mean:.3f}."
        )
    more = f" and {len(close) - 3} more" if len(close) > 3 else ""
    return f"{said}; {named}{more} can't be told apart from it."
