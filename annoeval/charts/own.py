"""A protocol's own section as a forest plot, what would be expected without any effect beside what was found."""

from __future__ import annotations

from annoeval.charts.forest import NO_RATER, Axis, Mark, Row, forest
from annoeval.charts.layout import Figure, text
from annoeval.protocols.protocol import Bar, Section
from annoeval.words import interval, number


def section_figure(section: Section, narrow: bool = False) -> Figure | None:
    """The section's bars; None where it has none to draw."""
    if not any(bar.value is not None for bar in section.bars):
        return None
    rows = [
        Row(bar.name, _marks(bar, section), bar.cells, total=not i and len(section.bars) > 1 and bar.name == "All")
        for i, bar in enumerate(section.bars)
    ]
    return forest(rows, section.headings, Axis(*section.range), narrow)


def section_key(section: Section) -> tuple[tuple[str, str], ...]:
    """What the marks of the section's figure mean; nothing where all are of one kind."""
    if not any(bar.expected is not None for bar in section.bars):
        return ()
    spread = any(bar.low is not None for bar in section.bars)  # else only what is expected has an interval
    interval = ((f"line {section.role}", "95 % interval"),) if spread else ()
    return (section.role, "found"), (f"reference {NO_RATER}", section.expected or "expected"), *interval


def _marks(bar: Bar, section: Section) -> list[Mark]:
    marks = [Mark(bar.value, bar.low, bar.high, section.role, _said(bar.name, bar.value, bar.low, bar.high))]
    if bar.expected is not None:
        value, low, high = bar.expected
        marks.append(
            Mark(value, low, high, "reference", _said(section.expected or "Expected", value, low, high), NO_RATER)
        )
    return marks


def _said(name: str, value: float | None, low: float | None, high: float | None) -> str:
    spread = "" if low is None else f" ({interval(low, high, 3)})"
    return f"<b>{text(name, 60)}</b><br>{number(value, 3)}{spread}"
