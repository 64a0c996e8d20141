"""What is true of all items although people reviewed some: estimates with their coverage, or bounds."""

from __future__ import annotations

from collections.abc import Iterator

from annoeval.answers.estimates import NOT_CORRECTED, among_people, covered, how_true, not_corrected, saved
from annoeval.charts.estimates import of_all
from annoeval.evaluation.reviewer_error import reviewer_error
from annoeval.report.columns import table, yes_no
from annoeval.report.content import Heading, Part, Plot, Text, file_name
from annoeval.report.material import Material
from annoeval.words import noun

KEYS = (("line ink", "true of all, 95 %"), ("band", "what the unseen allow"), ("reference", NOT_CORRECTED.lower()))


def truth(m: Material) -> Iterator[Part]:
    """Of every dimension that people reviewed in part: the sentence, what was covered, a plot a group, the tables."""
    for dimension in m.scored:
        row = m.partial(dimension)
        if row is None:
            continue
        scale = m.scale(dimension)
        yield Heading(m.name(dimension))
        yield Text(how_true(dimension, scale, row), "answer")
        parts = (
            not_corrected(scale, row),
            covered(row, m.result("coverage", dimension=dimension)),
            saved(row),
            among_people(reviewer_error(m.study, dimension), scale),
        )
        yield Text(" ".join(f"{p}." for p in parts if p), "quiet")
        estimates = m.result("estimates", dimension=dimension)
        for by in [b for b in estimates["by"].unique() if b][:2] or [""]:
            name = file_name("true", dimension, by)
            about = f"{m.name(dimension)}, true of all{f', by {noun(by)}' if by else ''}"
            yield Plot(name, about, of_all(estimates, scale, str(row["what"]), by), KEYS)
        yield table(
            file_name("estimates", dimension),
            f"{m.name(dimension)}: what is true of all items",
            estimates.assign(valid=yes_no(estimates["valid"])),
            {"what": "Figure", "valid": "Holds"},
            hide=("dimension",),
        )
        covering = m.result("coverage", dimension=dimension)
        yield table(
            file_name("coverage", dimension),
            f"{m.name(dimension)}: which items people reviewed",
            covering,
            {"because": "Why"},
            hide=("dimension", "words"),
        )
