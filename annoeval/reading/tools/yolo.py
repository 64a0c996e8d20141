"""YOLO: a text file per image, coordinates as shares of its width and height."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from annoeval.problem import Problem
from annoeval.reading.annotations import Gathering
from annoeval.reading.table import Reading
from annoeval.reading.tool import Source, Tool

_LINE = re.compile(r"^\s*\d+(?:\s+[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?){4,}\s*$")


def is_yolo(text: str) -> bool:
    """Lines of a class number and at least four shares (a box, or a polygon's points)."""
    lines = [line for line in text[:20_000].splitlines() if line.strip()]
    whole = lines[:-1] if len(text) > 20_000 else lines
    if not whole or not all(_LINE.match(line) for line in whole):
        return False
    shares = [float(v) for line in whole[:50] for v in line.split()[1:]]
    return all(-0.01 <= v <= 1.01 for v in shares) and any("." in line for line in whole)


def class_names(name: str, text: str) -> list[str] | None:
    """The class names of `classes.txt`, `obj.names` or `data.yaml`; None for other files."""
    path = PurePosixPath(name)
    if path.name in ("classes.txt", "obj.names", "labels.txt", "predefined_classes.txt") or path.suffix == ".names":
        return [line.strip() for line in text.splitlines() if line.strip()]
    if path.suffix in (".yaml", ".yml"):
        block = re.search(r"^names:\s*\[(.*?)\]", text, re.MULTILINE | re.DOTALL)
        if block:
            return [p.strip().strip("'\"") for p in block.group(1).split(",")]
        block = re.search(r"^names:[ \t]*\n((?:[ \t]*(?:\d+:|-).*\n?)+)", text, re.MULTILINE)
        if block:
            return [
                re.sub(r"^\s*(?:\d+:|-)\s*", "", line).strip().strip("'\"")
                for line in block.group(1).splitlines()
                if line.strip()
            ]
    return None


def read_file(data: bytes, source: Source) -> Reading:
    """A Reading of one image's file, whose size and class names are not known."""
    return read_yolo([(source.file, data.decode())], source, None, {})


def read_yolo(
    files: Sequence[tuple[str, str]],
    source: Source,
    classes: Sequence[str] | None,
    sizes: Mapping[str, tuple[int, int]],
    submission: str | None = None,
) -> Reading:
    """A Reading of the files of one submission.

    files: (path, text), one an image. sizes: image stem to width and height in pixels; where an image's is
    unknown, coordinates stay shares of 1 × 1, which is said. classes: names by number.
    """
    g = Gathering(source, "YOLO", "yolo")
    name = source.file
    if classes is None:
        g.problems.append(
            Problem("no file of class names", "classes are called by their number, which is no label; add it", name)
        )
    often = Counter(PurePosixPath(path).stem for path, _ in files)
    for path, text in files:
        place = PurePosixPath(path)
        stem = place.stem if often[place.stem] == 1 else f"{place.parent.name}/{place.stem}"
        who = submission or submission_of(path, source) or source.rater("submission")
        g.submission(who)
        found = sizes.get(place.stem)
        width, height = found or (1, 1)
        if not found:
            g.shares[stem] = 1.0
        g.item(stem, {"width": str(width), "height": str(height)} if found else {})
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            if not _LINE.match(line):
                what = "a line that is no box"
                g.problems.append(Problem(what, "skipped", path, number, value=line.strip()[:200]))
                continue
            _object(g, line.split(), stem, who, number, classes, width, height)
    if g.shares:
        what = "images whose size is not known"
        g.problems.append(Problem(what, "coordinates are shares of 1 × 1; add the images", name, count=len(g.shares)))
    return g.reading()


def submission_of(path: str, source: Source) -> str:
    """The folder that tells whose a file in an archive is; "" where folders have the tool's names only."""
    folders = [p for p in PurePosixPath(path).parts[:-1] if p.casefold() not in source.generic]
    return folders[0] if folders else ""


def _object(
    g: Gathering,
    parts: Sequence[str],
    image: str,
    who: str,
    number: int,
    classes: Sequence[str] | None,
    width: float,
    height: float,
) -> None:
    index, values = int(parts[0]), [float(v) for v in parts[1:]]
    known = classes is not None and index < len(classes)
    label = classes[index] if classes is not None and known else f"class {index}"
    if len(values) in (4, 5):
        x, y, w, h = values[0] * width, values[1] * height, values[2] * width, values[3] * height
        corners = (x - w / 2, y - h / 2, x + w / 2, y + h / 2)
        g.shape(image, who, str(number), label, "box", corners, None, values[4] if len(values) == 5 else None)
        return
    confidence = values.pop() if len(values) % 2 else None
    points = tuple(v * (height if i % 2 else width) for i, v in enumerate(values))
    g.shape(image, who, str(number), label, "polygon", points, None, confidence)


YOLO = Tool(
    "YOLO",
    "text",
    lambda data: is_yolo(data[:40_000].decode(errors="ignore")),
    read_file,
    frozenset({"obj_train_data"}),
)
