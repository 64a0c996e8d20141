"""Tables of boxes that don't say whether four numbers are two corners, or a corner and a size: asked, never guessed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from annoeval.problem import Problem
from annoeval.protocols.boxes.joining import bare_name
from annoeval.reading.box_tables import NOT_NAMED, read_boxes
from annoeval.reading.table import Reading
from annoeval.reading.tool import GENERIC, Source
from annoeval.words import listed

NUMBERS = {"xyxy": "two corners", "xywh": "corner and size"}
OPEN = "boxes whose four numbers may be two corners, or corner and size"
Sizes = Mapping[str, tuple[float, float]]


def with_numbers(readings: Sequence[Reading], numbers: str, sizes: Sizes, problems: list[Problem]) -> list[Reading]:
    """The readings, those that don't say what the numbers of a box are read as `numbers` (a key of `NUMBERS`); where
    that is "", they are left out, and a problem says how many boxes either reading would put outside their image.

    sizes: width and height in pixels by bare name of the image.
    """
    out: list[Reading] = []
    for reading in readings:
        if reading.facts.get("boxes") != NOT_NAMED:
            out.append(reading)
        elif numbers:
            out.append(_read_as(reading, numbers))
        else:
            problems.append(Problem(OPEN, _beyond(reading, sizes), reading.file))
    return out


def beyond_scales(reading: Reading) -> bool:
    """Whether numbers of a reading that doesn't say what they are lie beyond 10, as coordinates do and no points of a
    rating scale."""
    note = _read_as(reading, "xyxy").annotations
    assert note is not None
    assert note.shapes is not None
    return any(max(box) > 10 for box in note.shapes["coordinates"])


def _read_as(reading: Reading, numbers: str) -> Reading:
    source = Source(reading.file, GENERIC, reading.format, (), reading.facts, {"boxes": numbers})
    return read_boxes(reading.tables[0], source)


def _beyond(reading: Reading, sizes: Sizes) -> str:
    """Not graded until it is said; with the images that each of the two would leave, where that tells them apart."""
    said = []
    for kind, words in NUMBERS.items():
        note = _read_as(reading, kind).annotations
        if note is None or note.shapes is None:
            continue
        n = sum(
            (size := sizes.get(bare_name(str(image)))) is not None and (box[2] > size[0] + 1 or box[3] > size[1] + 1)
            for image, box in zip(note.shapes["image"], note.shapes["coordinates"], strict=True)
        )
        if n:
            said.append(f"as {words}, {n:,} of {len(note.shapes):,} would leave their image")
    return listed(["not graded until it is said which", *said], 3)
