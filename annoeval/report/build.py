"""The report of a study: which sections it may have, the protocol's standard set, and how they are put together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from annoeval.evaluation.comparison import comparable
from annoeval.evaluation.current import with_confidence
from annoeval.evaluation.raters import rated_by_two
from annoeval.export import told_apart
from annoeval.protocols import protocol_of
from annoeval.report.content import Part, Plot, Report, Section, Table
from annoeval.report.material import Material
from annoeval.report.sections.agreement import agreement
from annoeval.report.sections.comparison import comparison
from annoeval.report.sections.confidence import confidence
from annoeval.report.sections.methods import methods
from annoeval.report.sections.own import further
from annoeval.report.sections.process import left_out, minutes
from annoeval.report.sections.scores import scores
from annoeval.report.sections.summary import summary
from annoeval.report.sections.truth import truth
from annoeval.study import Study

SECTIONS: dict[str, tuple[str, Callable[[Material], Iterator[Part]]]] = {
    "summary": ("In short", summary),
    "truth": ("What is true of all items", truth),
    "scores": ("Scores", scores),
    "agreement": ("Agreement", agreement),
    "confidence": ("Confidence", confidence),
    "comparison": ("Comparison", comparison),
    "further": ("Further tables", further),
    "minutes": ("Minutes of the meetings", minutes),
    "methods": ("Methods and references", methods),
    "left_out": ("What was left out", left_out),
}
LONGEST_NAME = 60


def standard(study: Study) -> tuple[str, ...]:
    """The sections that the study's protocol reports unless others are asked for."""
    return protocol_of(study).report


def available(material: Material) -> tuple[str, ...]:
    """The sections of which the study has something, found without computing them all."""
    m = material
    shown = {s.page for s in m.own}
    there = {
        "truth": any(m.partial(d) is not None for d in m.scored),
        "scores": bool(m.scored) or "scores" in shown,
        "agreement": bool(m.chosen(rated_by_two(m.study))) or "agreement" in shown,
        "confidence": bool(m.chosen(with_confidence(m.study))) or "confidence" in shown,
        "comparison": bool(comparable(m.study)) or "comparison" in shown,
        "further": next(further(m), None) is not None,
        "minutes": len(m.reviewed.minutes) > 0,
    }
    return tuple(s for s in SECTIONS if there.get(s, True))


def section(material: Material, key: str) -> Section:
    """One section; without parts where the study has nothing for it."""
    title, parts = SECTIONS[key]
    return Section(key, title, tuple(parts(material)))


def report(material: Material) -> Report:
    """The whole report; sections of which the study has nothing are left out."""
    wanted = material.asked.sections or standard(material.whole)
    made = (section(material, key) for key in SECTIONS if key in wanted)
    told = tuple(_told_apart([s for s in made if s.parts]))
    return Report(material.study.name, material.facts, material.carried, material.source, told)


def _told_apart(sections: list[Section]) -> Iterator[Section]:
    """The sections with the names of all tables, and of all plots, told apart."""
    names: dict[type[Part], Iterator[str]] = {
        kind: iter(told_apart([p.name for s in sections for p in s.parts if isinstance(p, kind)], LONGEST_NAME))
        for kind in (Table, Plot)
    }
    for s in sections:
        parts = (replace(p, name=next(names[type(p)])) if isinstance(p, Table | Plot) else p for p in s.parts)
        yield replace(s, parts=tuple(parts))
