"""The answers in short: one sentence a question, each with its n and interval."""

from __future__ import annotations

from collections.abc import Iterator

from annoeval.protocols import protocol_of
from annoeval.report.content import Part, Text
from annoeval.report.material import Material
from annoeval.report.sections.agreement import rated_by_two
from annoeval.report.sections.agreement import sentence as agreeing
from annoeval.report.sections.scores import sentence as scored


def summary(m: Material) -> Iterator[Part]:
    """The protocol's answer, then how good each dimension is and how far raters agree on it."""
    headline = protocol_of(m.study).headline(m.study) if not m.asked.dimensions else None
    if headline:
        yield Text(headline, "answer")
    for dimension in m.scored:
        for part in scored(m, dimension):
            yield Text(part.words, "body" if part.tone == "answer" else part.tone)
    for dimension in m.chosen(rated_by_two(m.study)):
        yield Text(agreeing(m, dimension))
