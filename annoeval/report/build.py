"""The report of a study: which sections it may have, the protocol's standard set, and how they are put together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

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


def standard(material: Material) -> tuple[str, ...]:
    """The sections that the study's protocol reports unless others are asked for."""
    return protocol_of(material.whole).report


def section(material: Material, key: str) -> Section:
    """One section; without parts where the study has nothing for it."""
    title, parts = SECTIONS[key]
    return Section(key, title, tuple(parts(material)))


def report(material: Material) -> Report:
    """The whole report; sections of which the study has nothing are left out."""
    wanted = material.asked.sections or standard(material)
    made = (section(material, key) for key in SECTIONS if key in wanted)
    return assembled(material, [s for s in made if s.parts])


def assembled(material: Material, sections: list[Section]) -> Report:
    """Sections made before as a report, with the names of all tables and plots told apart."""
    return Report(material.study.name, material.facts, material.carried, tuple(_told_apart(sections)))


def _told_apart(sections: list[Section]) -> Iterator[Section]:
    names: dict[type[Part], Iterator[str]] = {
        kind: iter(told_apart([p.name for s in sections for p in s.parts if isinstance(p, kind)], LONGEST_NAME))
        for kind in (Table, Plot)
    }
    for s in sections:
        yield replace(
            s, parts=tuple(replace(p, name=next(names[type(p)])) if isinstance(p, Table | Plot) else p for p in s.parts)
        )
