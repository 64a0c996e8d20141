"""The one way in: files become a Study, or the question that must be answered first.

The app, `PUT /api/studies`, `annoeval.load` and the command line all open files here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from annoeval.problem import AnnoevalError
from annoeval.protocols import detect, protocols
from annoeval.questions import with_verdicts
from annoeval.reading import read
from annoeval.reading.saved_table import recognised
from annoeval.reading.slots import stacked
from annoeval.reading.table import ReadError, Reading, Table, flat
from annoeval.study import Study
from annoeval.tables.matching import renamed
from annoeval.tables.repairs import repaired
from annoeval.ways import NotSure, Question, question_of
from annoeval.words import together

Source = str | Path | tuple[str, bytes]
AS_BEFORE = "that was said last time, of a file with the same columns"


@dataclass(frozen=True)
class Said:
    """How people said that files of one header are read. options: as they were chosen. encoding: the one that had been
    found then; a chosen one stands for it."""

    options: Mapping[str, Any]
    encoding: str

    def for_files(self, files: Sequence[tuple[str, bytes]], readings: Sequence[Reading]) -> dict[str, Any]:
        """The options for further files, read as found so far. An encoding that was chosen counts only where the
        same one was found as then and every byte has a letter in it."""
        options = dict(self.options)
        reading = dict(options.get("reading") or {})
        if "encoding" in reading and not (
            encoding_of(readings) == self.encoding and all(_decodes(data, reading["encoding"]) for _, data in files)
        ):
            del reading["encoding"]
        if reading:
            return {**options, "reading": reading}
        options.pop("reading", None)
        return options


SaidBefore = Mapping[str, Said]  # by `header_of` files


@dataclass(frozen=True)
class Opened:
    """A study, why its files were read so, with which options, and what was read."""

    study: Study
    because: str
    options: Mapping[str, Any]
    readings: Sequence[Reading] = field(repr=False)


def open(files: Sequence[Source], said_before: SaidBefore | None = None) -> Opened | Question:
    """The study that files hold, or the question of how they are read.

    files: paths, or (name, bytes) pairs. said_before: what people chose for files of the same columns, by `header_of`.
    Raises ReadError for files that can't be used, with one sentence that says what is wrong, where, and what to do.
    """
    given = list(map(_bytes, files))
    readings = readings_of(files)
    _with_tables(readings)
    exported = [r for r in readings if r.study is not None]
    if exported:
        return Opened(_exported(readings, exported), "it is a study that annoeval saved", {}, readings)
    known = (said_before or {}).get(header_of(readings))
    if known is not None:
        before = _as_before(given, readings, known.for_files(given, readings))
        if before is not None:
            return before
    return _found(readings)


def load(
    *sources: Source, protocol: str | None = None, options: Mapping[str, Any] | None = None, name: str | None = None
) -> Study:
    """A Study from files.

    sources: paths or (name, bytes) pairs. protocol: a name from `protocols()`; found from the columns when None.
    options: `protocol` as above, `mapping` {column: role} for the `ratings` protocol, `reading` for the readers; kept
    in `Study.options`; `ids` {id in the file: id in the study} for a new version of files;
    `repairs` (see `annoeval.tables.repairs`).
    name: what people call the study; default the names of its files.

    Raises ReadError with one sentence that says what is wrong, where, and what to do; NotSure, which is one, where
    files can be read in more than one way: with both readings, and the mapping to give.
    """
    return _loaded(sources, protocol, options, name, asking=True)


def reopened(*sources: Source, options: Mapping[str, Any] | None = None, name: str | None = None) -> Study:
    """The Study of files that were opened before, so that it is settled how they are read: nothing is asked again."""
    return _loaded(sources, None, options, name, asking=False)


def _loaded(
    sources: Sequence[Source], protocol: str | None, options: Mapping[str, Any] | None, name: str | None, asking: bool
) -> Study:
    chosen = dict(options or {})
    if name:
        chosen["name"] = name
    given = readings_of(sources, options)
    readings = flat(given)
    _with_tables(readings)
    exported = [r for r in readings if r.study is not None]
    if exported:
        study = _exported(readings, exported)
        study = replace(study, name=name or study.name)
        kept = exported[0].decisions
        apart = chosen.get("decisions") == "apart" or kept is None
        return study if apart else with_verdicts(study.with_ratings(kept))
    wanted = protocol or chosen.get("protocol") or ("ratings" if chosen.get("mapping") else None)
    if wanted is not None and wanted not in protocols():
        raise ReadError(f"There is no protocol {wanted!r}; choose one of {', '.join(protocols())}.")
    to_rate = wanted == "ratings" and bool(chosen.get("scales"))  # a table without judgements, perhaps
    if wanted is None and (said := without_items(readings)):
        raise ReadError(said)
    if wanted is None or (wanted == "ratings" and not chosen.get("mapping") and not to_rate):
        fits = [d for d in detect(readings, chosen) if wanted in (None, d.protocol)]
        question = question_of(readings, fits)
        if question is not None and (asking or not fits):
            raise NotSure(question)
        wanted = fits[0].protocol
    assert wanted is not None
    study = protocols()[wanted].build(readings, chosen)
    tables = [r.file for r in given if r.tables or r.annotations is not None]
    if not name and len(tables) > 1 and study.name in tables:
        study = replace(study, name=together(tables))
    return repaired(renamed(study, dict(chosen.get("ids") or {})), chosen.get("repairs") or ())


def readings_of(sources: Sequence[Source], options: Mapping[str, Any] | None = None) -> list[Reading]:
    """Each source read: a path, or a (name, bytes) pair. Raises ReadError for one that can't be used."""
    if not sources:
        raise ReadError("No file was given.")
    reading = dict((options or {}).get("reading", {}))
    return [stacked(recognised(read(data, name, dict(reading)))) for name, data in with_names(sources)]


def with_names(sources: Sequence[Source]) -> list[tuple[str, bytes]]:
    """Each source as (name, bytes), those of one name told apart. Raises ReadError for one that can't be opened."""
    return _told_apart(sources, list(map(_bytes, sources)))


def header_of(readings: Sequence[Reading]) -> str:
    """What tells files by their columns: a choice counts for files of the same ones."""
    columns = sorted({str(c) for r in flat(readings) for t in r.tables for c in t.frame.columns})
    return hashlib.sha256(json.dumps(columns).encode()).hexdigest()


def encoding_of(readings: Sequence[Reading]) -> str:
    """The encodings that files were found in."""
    return ", ".join(sorted({r.facts.get("encoding", "") for r in flat(readings)}))


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return False
    return True


def _found(readings: Sequence[Reading]) -> Opened | Question:
    if said := without_items(readings):
        raise ReadError(said)
    fits = detect(readings)
    question = question_of(readings, fits)
    if question is not None:
        return question
    return Opened(protocols()[fits[0].protocol].build(readings, {}), fits[0].because, {}, readings)


def _with_tables(readings: Sequence[Reading]) -> None:
    if not any(r.tables for r in readings):
        raise ReadError(f"{readings[0].file} is a picture or document: drop the file with the answers as well.")


def without_items(readings: Sequence[Reading]) -> str:
    """What files are that only say more about the items of others, as metrics of papers do; "" for any others."""
    return next((said for p in protocols().values() if (said := p.alone(readings))), "")


def _as_before(files: Sequence[Source], readings: Sequence[Reading], options: Mapping[str, Any]) -> Opened | None:
    """Files as people said that files with such columns are read; None where these can't be read so."""
    try:
        again = readings_of(files, options) if options.get("reading") else list(readings)
        columns = {c for t in _tables(again) for c in t.frame.columns}
        if not set(options.get("mapping") or ()) <= columns:
            return None
        study = protocols()[options.get("protocol", "ratings")].build(again, options)
    except AnnoevalError:
        return None
    return Opened(study, AS_BEFORE, options, again)


def _tables(readings: Sequence[Reading]) -> Iterator[Table]:
    return (t for r in readings for t in r.tables)


def _exported(readings: Sequence[Reading], exported: Sequence[Reading]) -> Study:
    if len(readings) > 1:
        raise ReadError(f"{exported[0].file} is an exported study; drop it alone.")
    study = exported[0].study
    assert study is not None
    return study


def _told_apart(sources: Sequence[Source], files: Sequence[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """Files of one name from several folders get their folder's name before theirs."""
    names = [name for name, _ in files]
    return [
        (f"{Path(source).resolve().parent.name}/{name}", data)
        if not isinstance(source, tuple) and names.count(name) > 1
        else (name, data)
        for source, (name, data) in zip(sources, files, strict=True)
    ]


def _bytes(source: Source) -> tuple[str, bytes]:
    if isinstance(source, tuple):
        return source
    path = Path(source)
    try:
        return path.name, path.read_bytes()
    except OSError as error:
        raise ReadError(f"{path} can't be opened: {error.strerror or error}.") from error
