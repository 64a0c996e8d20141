"""ZIP archives: what is in them, within limits, and archives inside archives."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from annoeval.problem import Problem
from annoeval.reading.encoding import decode
from annoeval.reading.pictures import size
from annoeval.reading.table import ReadError, Reading
from annoeval.reading.tool import Source, stem_of
from annoeval.reading.tools import GENERIC_NAMES
from annoeval.reading.tools.yolo import class_names, is_yolo, read_yolo, submission_of

MOST_FILES = 20_000
MOST_BYTES = 1 << 30
MOST_RATIO = 500
DEEPEST = 3
_IGNORED = ("__macosx", ".ds_store", "thumbs.db", "desktop.ini")
_PROSE = (".md", ".rst", ".py", ".yaml", ".yml", ".html", ".css", ".js", ".log", ".cfg", ".ini", ".names", ".data")
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tif", ".tiff")

Read = Callable[[bytes, str, Mapping[str, Any]], Reading]


class Budget:
    """How much more may be unpacked; shared by an archive and those inside it."""

    def __init__(self) -> None:
        self.files = MOST_FILES
        self.bytes = MOST_BYTES

    def unpack(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> bytes:
        """A member's bytes. Raises ReadError when a limit is passed or it can't be unpacked."""
        self.files -= 1
        if self.files < 0:
            raise ReadError(f"{name} holds more than {MOST_FILES:,} files; split it into smaller archives.")
        limit = min(self.bytes, max(member.compress_size, 1) * MOST_RATIO + (1 << 20))
        if member.flag_bits & 1:
            raise ReadError(f"{name} is locked with a password; save it without one and drop it again.")
        out = io.BytesIO()
        try:
            with archive.open(member) as source:
                while piece := source.read(1 << 20):
                    out.write(piece)
                    if out.tell() > limit:
                        raise ReadError(
                            f"{name} unpacks to more than {MOST_BYTES >> 20:,} MB or is packed too tightly to be"
                            " data; drop the files themselves."
                        )
        except ReadError:
            raise
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError):
            raise ReadError(f"{name}: {member.filename} is damaged and can't be unpacked.") from None
        self.bytes -= out.tell()
        return out.getvalue()


def read_archive(data: bytes, name: str, options: Mapping[str, Any], read: Read) -> Reading:
    """A Reading whose `parts` are the readings of the files inside.

    Files that can't be used are listed as problems; pictures are parts without tables. YOLO's text files become
    one part per submission. Raises ReadError where nothing inside can be used, or a limit is passed.
    """
    problems: list[Problem] = []
    source = Source(name, GENERIC_NAMES, "zip")
    files = list(_files(data, name, Budget(), 0, problems))
    pictures: dict[str, tuple[int, int]] = {}
    classes: dict[str, list[str]] = {}
    parts: list[Reading] = []
    yolo: dict[str, list[tuple[str, str]]] = {}
    for path, content in files:
        if path.lower().endswith(_PICTURES):
            found = size(content)
            if found:
                pictures[PurePosixPath(path).stem] = found
                facts = {"width": str(found[0]), "height": str(found[1])}
                parts.append(Reading(path, "image", (), (), facts))
            continue
        suffix = PurePosixPath(path).suffix.lower()
        if suffix in (".txt", ".yaml", ".yml", ".names"):
            text = content[:2_000_000].decode("utf-8", errors="replace")
            if named := class_names(path, text):
                classes[submission_of(path, source)] = named
            if suffix == ".txt" and (is_yolo(text) or (not text.strip() and "label" in path.lower())):
                yolo.setdefault(submission_of(path, source), []).append((path, text))
                continue
        if suffix in _PROSE or PurePosixPath(path).name.lower() in ("readme.txt", "classes.txt", "license.txt"):
            continue
        if suffix == ".txt" and len(decode_quietly(content).split("\n", 1)[0].split("\t")) < 2:
            continue
        try:
            parts.append(read(content, _with_owner(path, name), options))
        except ReadError as error:
            problems.append(Problem("a file in the archive that can't be used", str(error), name, value=path))
    for who, texts in yolo.items():
        inner = replace(source, file=f"{name} › {who}" if who else name)
        own = classes.get(who) or classes.get("")  # each may number them in another order
        parts.append(read_yolo(texts, inner, own, pictures, who or source.rater("unnamed")))
    if not any(p.tables or p.format in ("image", "pdf") for p in parts):
        why = f": {problems[0].action}" if problems else ""
        raise ReadError(f"{name} is a ZIP archive in which no file can be used{why if why else '.'}")
    tables = tuple(t for p in parts for t in p.tables)
    every = (*problems, *(q for p in parts for q in p.problems))
    return Reading(name, "zip", tables, every, {"files": str(len(files))}, parts=tuple(parts))


def _with_owner(path: str, archive: str) -> str:
    """A file's path, after the archive's name where its own names nobody: `anna.zip › annotations.xml` is anna's.

    Of XML files, which tools write one an image, only the folder names who drew.
    """
    place = PurePosixPath(path)
    told = str(place.parent) if place.suffix.lower() == ".xml" else path
    return path if stem_of(told, GENERIC_NAMES) else f"{archive} › {path}"


def decode_quietly(data: bytes) -> str:
    """The start of a text, or nothing where the bytes are not text."""
    try:
        return decode(data[:4096], "").data.decode()
    except ReadError:
        return ""


def _files(data: bytes, name: str, budget: Budget, depth: int, problems: list[Problem]) -> Iterator[tuple[str, bytes]]:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        members: Sequence[zipfile.ZipInfo] = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError):
        raise ReadError(f"{name} is a damaged ZIP archive; pack it again and drop it again.") from None
    if len(members) > MOST_FILES:
        raise ReadError(f"{name} holds more than {MOST_FILES:,} files; split it into smaller archives.")
    for member in members:
        path = _readable(member)
        lower = path.lower()
        if member.is_dir() or any(part in _IGNORED or part.startswith("._") for part in lower.split("/")):
            continue
        content = budget.unpack(archive, member, name)
        if content[:4] == b"PK\x03\x04" and lower.endswith(".zip"):
            if depth + 1 >= DEEPEST:
                problems.append(Problem("an archive inside archives inside archives", "not opened", name, value=path))
                continue
            folder = path[: -len(".zip")]
            for inner, inside in _files(content, f"{name} › {path}", budget, depth + 1, problems):
                yield f"{folder}/{inner}", inside
        elif content or lower.endswith(".txt"):  # YOLO's of an image without objects are empty
            yield path, content


def _readable(member: zipfile.ZipInfo) -> str:
    """A member's path; names that were UTF-8 without saying so are read as such."""
    name = member.filename
    if not member.flag_bits & 0x800:
        try:
            name = name.encode("cp437").decode("utf-8")
        except (UnicodeEncodeError, UnicodeDecodeError):
            name = member.filename
    return name.replace("\\", "/").lstrip("/")


def member(data: bytes, path: str) -> bytes | None:
    """The bytes of one file of an archive, by the path its part has; None where it is not there."""
    for found, content in _files(data, "archive", Budget(), 0, []):
        if found == path:
            return content
    return None
