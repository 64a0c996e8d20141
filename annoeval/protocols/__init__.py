"""The ways files become a Study: built-in protocols, those of other packages, and which one a file fits."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from typing import Any

from annoeval.protocols.boxes import Boxes
from annoeval.protocols.confidence import Confidence
from annoeval.protocols.extraction import Extraction
from annoeval.protocols.figures import Figures
from annoeval.protocols.protocol import Detection, Means, Progress, Protocol, Scorer, Told, Wanted
from annoeval.protocols.ratings import Ratings
from annoeval.protocols.recall import Recall
from annoeval.protocols.recognition import Recognition
from annoeval.reading.table import Reading
from annoeval.study import Study

__all__ = [
    "Detection",
    "Means",
    "Progress",
    "Protocol",
    "Scorer",
    "Told",
    "Wanted",
    "detect",
    "protocol_of",
    "protocols",
]


@functools.cache
def protocols() -> Mapping[str, Protocol]:
    """All protocols by name: the built-in ones, then those of the entry point group `annoeval.protocols`."""
    built_in: list[Protocol] = [Figures(), Recognition(), Recall(), Extraction(), Boxes(), Confidence(), Ratings()]
    others = [point.load()() for point in entry_points(group="annoeval.protocols")]
    return {p.name: p for p in [*built_in, *others]}


def protocol_of(study: Study) -> Protocol:
    """The protocol that built a study."""
    return protocols()[study.protocol]


def detect(readings: Sequence[Reading], options: Mapping[str, Any] | None = None) -> list[Detection]:
    """Which protocols the files fit, surest first; one made for such files goes before ratings of any kind.

    options: what people chose already.
    """
    found = [d for p in protocols().values() if (d := p.detect(readings, options)) is not None]
    return sorted(found, key=lambda d: (not d.clear, d.clear and d.decision is not None, -d.confidence))
