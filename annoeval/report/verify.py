"""Whether the numbers of a report are those that its own data give."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from annoeval import __version__
from annoeval.opening import reopened
from annoeval.problem import AnnoevalError
from annoeval.reading.archive import Budget
from annoeval.reading.study_file import read_study
from annoeval.reading.table import ReadError
from annoeval.report.archive import MANIFEST, REVIEWED, STUDY, VERSION, members
from annoeval.report.build import report
from annoeval.report.compared import differing
from annoeval.report.material import Asked, Material, Reviewed
from annoeval.study import Study


@dataclass(frozen=True)
class Verified:
    """What came of recomputing a report. differences: each a sentence with its place; none where all is as written.
    tables: how many were recomputed. by: the version that made it."""

    name: str
    by: str
    tables: int
    differences: tuple[str, ...]


def verify(data: bytes, name: str) -> Verified:
    """Recomputes a report's archive from the data in it.

    Every file is held against its sha256; every table, plot and text is made anew from the enclosed study and compared
    value by value; the study is read anew from the enclosed files. Raises ReadError for what is no report's archive.
    """
    files = _unpacked(data, name)
    try:
        manifest = json.loads(files[MANIFEST])
        listed = dict(manifest["files"])
        if int(manifest["format"]) > VERSION:
            raise ReadError(f"{name} was made by a newer annoeval ({manifest['annoeval']}); update this one.")
        asked = Asked.from_plain(manifest["asked"])
        reviewed = Reviewed.from_plain(json.loads(files[REVIEWED]))
        study = read_study(files[STUDY], STUDY).study
    except ReadError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ReadError(f"{name} is a damaged report ({type(error).__name__}).") from None
    assert study is not None
    whole = replace(study, digest=str(manifest["digest"]))
    material = Material(whole, asked, reviewed, str(manifest["made"]))
    made = report(material)
    again = dict(members(material, made))
    found = [*_whole(files, listed, again), *_rests_on(files, manifest, study)]
    return Verified(str(manifest["name"]), str(manifest["annoeval"]), len(made.tables), tuple(dict.fromkeys(found)))


def _whole(files: Mapping[str, bytes], listed: Mapping[str, str], again: Mapping[str, bytes]) -> Iterator[str]:
    """What is missing, too many, changed, or not what the data give."""
    yield from (f"{path} is missing" for path in listed if path not in files)
    yield from (f"{path} is not in the manifest" for path in files if path not in listed and path != MANIFEST)
    for path, content in files.items():
        named = False
        if path in again:
            for difference in differing(path, content, again[path]):
                named = True
                yield difference
        if path in listed and not named and hashlib.sha256(content).hexdigest() != listed[path]:
            yield f"{path} was changed after it was written"
        elif path.startswith(("tables/", "plots/")) and path not in again:
            yield f"{path} holds what the data don't give"
    yield from (f"{path} is missing: the data give it" for path in again if path not in files and path not in listed)


def _rests_on(files: Mapping[str, bytes], manifest: Mapping[str, Any], study: Study) -> Iterator[str]:
    """Whether the study is the one that was evaluated, and the files give what they gave."""
    if study.digest != manifest["content"]:
        yield f"{STUDY} holds other data ({study.digest}) than were evaluated ({manifest['content']})"
    read = manifest["read"]
    if not read["digest"]:
        return
    sources = [(s["name"], files[s["path"]]) for s in read["sources"] if s["path"] in files]
    try:
        digest = reopened(*sources, options=read["options"]).digest
    except AnnoevalError as error:
        yield f"data/files can't be read any more: {error}"
        return
    if digest != read["digest"]:
        yield f"data/files give other data ({digest}) than when the report was made ({read['digest']})"


def _unpacked(data: bytes, name: str) -> dict[str, bytes]:
    budget = Budget()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found = {m.filename: budget.unpack(archive, m, name) for m in archive.infolist() if not m.is_dir()}
    except zipfile.BadZipFile:
        raise ReadError(f"{name} is no ZIP archive, or a damaged one.") from None
    if MANIFEST not in found or STUDY not in found or REVIEWED not in found:
        raise ReadError(f"{name} is no report: annoeval writes one with `report FILE -o report.zip`.")
    return found


def made_elsewhere(found: Verified) -> str:
    """That another version made the report, whose numbers may differ for that; "" for this one."""
    return "" if found.by == __version__ else f"It was made by annoeval {found.by} and recomputed by {__version__}."
