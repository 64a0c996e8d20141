"""The ways files become a Study: built-in protocols, those of other packages, and which one a file fits."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from annoeval.protocols.boxes import Boxes
from annoeval.protocols.confidence import Confidence
from annoeval.protocols.extraction import Extraction
from annoeval.protocols.figures import Figures
from annoeval.protocols.protocol import Detection, Progress, Protocol
from annoeval.protocols.ratings import Ratings
from annoeval.protocols.recall import Recall
from annoeval.protocols.recognition import Recognition
from annoeval.reading import read
from annoeval.reading.saved_table import recognised
from annoeval.reading.table import ReadError, Reading, flat
from annoeval.study import Study
from annoeval.tables.matching import renamed
from annoeval.tables.repairs import repaired

__all__ = ["Detection", "Progress", "Protocol", "detect", "load", "protocol_of", "protocols", "readings_of"]

Source = str | Path | tuple[str, bytes]


@functools.cache
def protocols() -> Mapping[str, Protocol]:
    """All protocols by name: the built-in ones, then those of the entry point group `annoeval.protocols`."""
    built_in: list[Protocol] = [Figures(), Recognition(), Recall(), Extraction(), Boxes(), Confidence(), Ratings()]
    others = [point.load()() for point in entry_points(group="annoeval.protocols")]
    return {p.name: p for p in [*built_in, *others]}


def protocol_of(study: Study) -> Protocol:
    """The protocol that built a study."""
    return protocols()[study.protocol]


def detect(readings: Sequence[Reading]) -> list[Detection]:
    """Which protocols the files fit, surest first."""
    found = [d for p in protocols().values() if (d := p.detect(readings)) is not None]
    return sorted(found, key=lambda d: -d.confidence)


def readings_of(sources: Sequence[Source], options: Mapping[str, Any] | None = None) -> list[Reading]:
    """Each source read: a path, or a (name, bytes) pair. Raises ReadError for one that can't be used."""
    if not sources:
        raise ReadError("No file was given.")
    files = _told_apart(sources, list(map(_bytes, sources)))
    return [recognised(read(data, name, dict((options or {}).get("reading", {})))) for name, data in files]


def _told_apart(sources: Sequence[Source], files: Sequence[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """Files of one name from several folders get their folder's name before theirs."""
    names = [name for name, _ in files]
    return [
        (f"{Path(source).resolve().parent.name}/{name}", data)
        if not isinstance(source, tuple) and names.count(name) > 1 else (name, data)
        for source, (name, data) in zip(sources, files, strict=True)
    ]  # fmt: skip


def _bytes(source: Source) -> tuple[str, bytes]:
    if isinstance(source, tuple):
        return source
    path = Path(source)
    try:
        return path.name, path.read_bytes()
    except OSError as error:
        raise ReadError(f"{path} can't be opened: {error.strerror or error}.") from error


def load(
    *sources: Source, protocol: str | None = None, options: Mapping[str, Any] | None = None, name: str | None = None
) -> Study:
    """A Study from files.

    sources: paths or (name, bytes) pairs. protocol: a name from `protocols()`; found from the columns when None.
    options: `protocol` as above, `mapping` {column: role} for the `ratings` protocol, `reading` for the readers; kept
    in `Study.options`; `ids` {id in the file: id in the study} for a new version of files;
    `repairs` (see `annoeval.tables.repairs`).
    name: what people call the study; default the first file's name.

    Raises ReadError with one sentence that says what is wrong, where, and what to do.
    """
    readings = flat(readings_of(sources, options))
    if not any(r.tables for r in readings):
        raise ReadError(f"{readings[0].file} is a picture or document: drop the file with the answers as well.")
    exported = [r for r in readings if r.study is not None]
    if exported:
        if len(readings) > 1:
            raise ReadError(f"{exported[0].file} is an exported study; drop it alone.")
        return _restored(exported[0], options or {}, name)
    chosen = dict(options or {})
    wanted = protocol or chosen.get("protocol") or ("ratings" if chosen.get("mapping") else None)
    if wanted is None:
        fits = detect(readings)
        if not fits:
            raise ReadError(
                f"{readings[0].file} has no columns that say who judged what; "
                "name the columns for item, rater and label by hand."
            )
        wanted = fits[0].protocol
    if wanted not in protocols():
        raise ReadError(f"There is no protocol {wanted!r}; choose one of {', '.join(protocols())}.")
    if name:
        chosen["name"] = name
    study = protocols()[wanted].build(readings, chosen)
    return repaired(renamed(study, dict(chosen.get("ids") or {})), chosen.get("repairs") or ())


def _restored(reading: Reading, options: Mapping[str, Any], name: str | None) -> Study:
    """An exported study; its decisions are among its ratings, unless a store keeps them apart."""
    assert reading.study is not None
    study = replace(reading.study, name=name or reading.study.name)
    if options.get("decisions") == "apart" or reading.decisions is None:
        return study
    return study.with_ratings(reading.decisions)
