"""`prescore --fit-cuts`: the cuts that people's own scores speak for, as the options that would set them."""

from __future__ import annotations

from collections.abc import Iterator

from annoeval.answers.recut import what_fits
from annoeval.answers.scores import name_of
from annoeval.evaluation.recut import fitted
from annoeval.prescoring import prescore, scorer_named
from annoeval.problem import AnnoevalError
from annoeval.protocols import Means, protocol_of
from annoeval.study import Study


def fitted_cuts(study: Study, scorer: str | None, means: Means) -> Iterator[str]:
    """A line for each question with cuts, and one with the options for those that are surely better; nothing is set.

    Raises AnnoevalError for a scorer without cuts, and as `ai_ratings` does.
    """
    protocol, name = protocol_of(study), scorer_named(study, scorer)
    cuts = protocol.thresholds(name)
    if not cuts:
        raise AnnoevalError(f"--fit-cuts: the scorer {name!r} has no cuts that could be set.")
    scored = prescore(study, name, means)
    better: dict[str, float] = {}
    for dimension in dict.fromkeys(cut.split(".")[0] for cut in cuts):
        found = fitted(scored, name, dimension)
        yield what_fits(found, name_of(dimension, study.dimensions[dimension]), cuts).replace("**", "")
        if found.gain is not None and not found.reason:
            better |= {cut: value for cut, value in found.cuts.items() if value != cuts[cut]}
    if better:
        yield "To take them: " + " ".join(f"--threshold {cut}={value:g}" for cut, value in better.items())
