"""What the export of an annotation tool becomes beside tables: a Part with the tool's own scales and shapes."""

from __future__ import annotations

import pandas as pd

from annoeval.reading.table import Reading
from annoeval.reading.tools import rater_from
from annoeval.tables.part import COLUMNS, Part


def part_of_annotations(reading: Reading) -> Part:
    """The Part of an annotation tool's export."""
    found = reading.annotations
    assert found is not None
    ratings = found.ratings.assign(row=pd.NA, column=None, open_time=False)
    file_rater = rater_from(reading.file, "")
    shown = tuple(c for c in found.items.columns if c not in ("width", "height", "image_id"))
    groups = tuple(c for c in shown if c in ("subset", "domain", "condition"))
    return Part(
        reading.file,
        found.items,
        ratings[[*COLUMNS, "signal", "value"]],
        groups,
        tuple(c for c in shown if c not in groups),
        True,
        None,
        ".",
        dict(found.scales),
        found.shapes,
        frozenset(r for r in ratings["rater"].dropna().unique() if r == file_rater),
        found.categories,
    )
