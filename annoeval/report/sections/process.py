"""What happened to the data: what its meetings decided, and what enters no figure."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from annoeval.problem import problems_table
from annoeval.report.columns import plainly, table
from annoeval.report.content import Part, Text
from annoeval.report.material import Material
from annoeval.words import count, listed

WHOLE = 5000  # rows of what is a record rather than a figure


def minutes(m: Material) -> Iterator[Part]:
    """The meetings' decisions with votes and reasons; nothing where none was held."""
    held = m.reviewed.minutes
    held = held[held["item_id"].isin(m.study.items.index)] if len(held) else held
    if m.asked.dimensions and len(held):
        held = held[held["dimension"].isin(m.asked.dimensions)]
    if not len(held):
        return
    names = listed([str(t) for t in held["meeting"].unique()], 6)
    yield Text(f"{count(len(held), 'question')} decided in {names}.", "answer")
    said = held.assign(
        dimension=held["dimension"].map(lambda d: m.name(d) if d in m.study.dimensions else d),
        **{c: [_value(m, d, v) for d, v in zip(held["dimension"], held[c], strict=True)] for c in ("ai", "decision")},
    )
    yield table(
        "minutes",
        "What the meetings decided",
        plainly(said),
        {"ai": "AI", "agreed": "Votes were equal", "owner": "For", "time": "Time (UTC)", "guideline": "Guideline"},
        most=WHOLE,
    )


def _value(m: Material, dimension: str, value: object) -> str | None:
    if value is None or value != value:
        return None
    scale = m.study.dimensions.get(dimension)
    return scale.describe(value) if scale else str(value)


def left_out(m: Material) -> Iterator[Part]:
    """What reading found and did, items that people took out, and ratings without a value."""
    found = problems_table(m.study.problems)
    excluded = m.reviewed.excluded
    lacking = _lacking(m)
    if not len(found) and not len(excluded) and not len(lacking):
        yield Text("Nothing was left out: every row of the files and every rating with a value is in the figures.")
        return
    if m.asked.filter.active:
        passed = len(m.whole.items) - len(m.study.items)
        yield Text(
            f"{count(passed, 'item')} {'does' if passed == 1 else 'do'} not pass the filter and enter no figure."
        )
    if len(found):
        yield table(
            "problems",
            "What reading the files found, and what was done",
            plainly(found),
            {"count": "Times"},
            most=WHOLE,
        )
    if len(excluded):
        yield table(
            "excluded", "Items that people left out", plainly(excluded), {"reviewer": "By", "note": "Why"}, most=WHOLE
        )
    if len(lacking):
        yield table("without_value", "Ratings without a value", lacking, {"note": "Why", "n": "Ratings"})


def _lacking(m: Material) -> pd.DataFrame:
    """How many ratings of each rater have no value, and why."""
    r = m.study.ratings
    r = r[r["value"].isna() & r["dimension"].isin(m.chosen(m.study.dimensions))]
    why = r["note"].where(r["note"].notna(), "not said")
    counted = r.assign(note=why).groupby(["dimension", "rater", "note"], sort=False).size()
    return counted.rename("n").reset_index()
