"""`ratings`: any table of who gave which label to what, any annotation tool's export, and several of them at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from annoeval.protocols.protocol import Detection, Protocol
from annoeval.reading.table import Reading, flat
from annoeval.study import Study
from annoeval.tables.build import decision_of, study_of


class Ratings(Protocol):
    """Any table of raters and labels."""

    name = "ratings"
    title = "Ratings"
    summary = "Any table of raters and labels, or the export of an annotation tool"

    def detect(self, readings: Sequence[Reading], options: Mapping[str, Any] | None = None) -> Detection | None:
        readings = flat(readings)
        tools = list(dict.fromkeys(r.annotations.tool for r in readings if r.annotations))
        if tools:
            return Detection(self.name, 0.85, f"it is an export of {' and '.join(tools)}")
        tables = [t for r in readings if r.annotations is None for t in r.tables]
        found = [d for t in tables if (d := decision_of(t, options or {})).best is not None]
        best = max(found, key=lambda d: d.likelihood, default=None)
        if best is None or best.best is None:
            return None
        single = [d for d in found if d.best and d.best.shape == "one rater"]
        because = best.best.because
        if len(single) > 1 and len(single) == len(found):
            because = f"each of {len(single)} files holds one rater's labels"
        return Detection(self.name, best.likelihood, because, best)

    def build(self, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
        """options: see `annoeval.tables.build.study_of`."""
        return study_of(readings, options)
