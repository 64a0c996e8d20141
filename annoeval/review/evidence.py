"""What a reviewer is shown of an item: texts against each other, pictures, tables, short facts, raw answers."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from annoeval.protocols import protocols
from annoeval.scoring.account import account
from annoeval.scoring.changes import By, changes
from annoeval.scoring.table_cells import cells
from annoeval.study import Study
from annoeval.words import missing, title

SHORT, FEW = 80, 3  # characters up to which a text is a fact rather than a passage; a third of it where columns are few
MOST_CHANGED = 0.6  # beyond this share of differing words marks only distract
_PICTURE = re.compile(r"\.(png|jpe?g|gif|webp|bmp)$", re.IGNORECASE)
_DATA = re.compile(r"^data:image/(png|jpeg|gif|webp);base64,", re.IGNORECASE)


@dataclass(frozen=True)
class Run:
    """A stretch of a text; differs: whether the text it is held against says something else there."""

    text: str
    differs: bool


@dataclass(frozen=True)
class Text:
    """A passage with its title; None where the file gives none. runs: marked against its neighbour."""

    title: str
    text: str | None
    runs: tuple[Run, ...] = ()


@dataclass(frozen=True)
class Picture:
    """An image that came with the study."""

    title: str
    data: bytes


@dataclass(frozen=True)
class Grid:
    """A table that is itself the evidence; cells are text."""

    title: str
    cells: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Facts:
    """Short values, one a row: (title, values). columns: what the values of a row are, where there are several."""

    rows: tuple[tuple[str, tuple[str | None, ...]], ...]
    columns: tuple[str, ...] = ()


Part = Text | Picture | Grid | Facts


def parts(
    study: Study,
    item_id: str,
    picture: Callable[[str], bytes | None] = lambda name: None,
    dimension: str = "",
    by: By = "word",
) -> list[Part]:
    """An item's evidence, in the order it is shown: pictures, tables, passages, facts.

    dimension: the question in focus; where its protocol has texts to be read against each other, they are the evidence.
    by: whether differences are marked by word or by character.
    picture: gives the bytes of a file of the study by the name that a cell holds. Nothing is fetched from elsewhere.
    """
    protocol = protocols().get(study.protocol)
    held = protocol.passages(study, item_id, dimension) if dimension and protocol else ()
    if held:
        return list(_held_against(held, by))
    row = study.cells(item_id, study.evidence)
    pictures: list[Part] = []
    grids: list[Part] = []
    texts: list[Text] = []
    short: dict[str, str | None] = {}
    for column in study.evidence:
        value = None if pd.isna(row[column]) else str(row[column])
        image = _image(value, picture)
        cells = _cells(value)
        if image is not None:
            pictures.append(Picture(title(column), image))
        elif cells is not None:
            grids.append(Grid(title(column), cells))
        elif _passages(study, column):
            texts.append(Text(title(column), value))
        else:
            short[column] = value
    if not pictures and (image := picture(item_id)) is not None:
        pictures.append(Picture(item_id, image))  # an item whose id is its picture's name
    texts = [t for n, t in enumerate(texts) if n < 2 or t.text is not None]
    shown: list[Part] = [*pictures, *grids, *_against(texts)]
    return [*shown, *_facts(short)]


def answers(study: Study, item_id: str) -> list[tuple[str, str, str]]:
    """What raters wrote, untouched, where it says more than their score: (rater, dimension, text)."""
    found = []
    shown = "".join(f"\n{v}\n" for v in study.cells(item_id, study.evidence).values())
    for kind, rater, dimension, value, response in study.said_of(
        item_id, "kind", "rater", "dimension", "value", "response"
    ):
        scale = study.dimensions.get(dimension)
        text = value if response is None and scale and scale.level == "text" else response
        if kind == "anonymous":  # a label that some of them gave says no more than their number
            continue
        if text is None or pd.isna(text) or account(text) or _says_the_score(str(text), value):
            continue
        if any(f"{before}{str(text).strip()}\n" in shown for before in ("\n", ": ")):  # "A1: what A1 wrote"
            continue
        if scale and scale.level == "set" and str(text).lstrip().startswith("[") and not missing(value):
            text = scale.describe(value)  # a set as it is kept is nothing that someone wrote
        found.append((rater, (scale.title if scale else "") or dimension, str(text)))
    return list(dict.fromkeys(found))


def _says_the_score(text: str, value: object) -> bool:
    try:
        return float(text.replace(",", ".")) == float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return text == str(value) and not isinstance(value, str)


def _passages(study: Study, column: str) -> bool:
    """Whether a column holds passages: its longer texts are longer than a line."""

    def made() -> bool:
        limit = SHORT if len(study.evidence) > FEW else SHORT / 3
        head = study.items[column].dropna().astype("str").head(2000)
        return bool(len(head)) and float(head.str.len().quantile(0.75)) > limit

    return study.once("passages", column, made)


def _image(value: str | None, picture: Callable[[str], bytes | None]) -> bytes | None:
    if value is None:
        return None
    if _DATA.match(value):
        try:
            return base64.b64decode(value.split(",", 1)[1], validate=True)
        except ValueError:
            return None
    return picture(value) if _PICTURE.search(value) else None


def _cells(value: str | None) -> tuple[tuple[str, ...], ...] | None:
    """The rows of a table written as text, each as wide as the widest; None for other text."""
    rows = None if value is None else cells(value)
    width = max(map(len, rows or ()), default=0)
    return None if rows is None else tuple((*row, *[""] * (width - len(row))) for row in rows)


def _held_against(passages: Sequence[tuple[str, str | None]], by: By) -> Iterator[Text]:
    """The first passage plain, each other one marked where it differs from it."""
    (title, first), *others = passages
    yield Text(title, first)
    for name, text in others:
        runs = differences(first, text, by)[1] if first is not None and text is not None else ()
        yield Text(name, text, runs)


def _against(texts: list[Text]) -> list[Text]:
    """The first two passages marked where their words differ."""
    if len(texts) < 2 or texts[0].text is None or texts[1].text is None:
        return texts
    first, second = differences(texts[0].text, texts[1].text)
    return [Text(texts[0].title, texts[0].text, first), Text(texts[1].title, texts[1].text, second), *texts[2:]]


def differences(a: str, b: str, by: By = "word") -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """Both texts as runs that are the same or differ; by words no marks where over 60 % of the words differ."""
    found = changes(a, b, by)
    left = [Run(r.text, r.change == "deleted") for r in found if r.change != "inserted"]
    right = [Run(r.text, r.change == "inserted") for r in found if r.change != "deleted"]
    if by == "character":
        return tuple(left), tuple(right)
    words = len(a.split()) + len(b.split())
    differing = sum(len(r.text.split()) for r in (*left, *right) if r.differs)
    if words and differing / words > MOST_CHANGED:
        return (Run(a, False),), (Run(b, False),)
    return _merged(left), _merged(right)


def _merged(runs: list[Run]) -> tuple[Run, ...]:
    """Neighbouring marks with only space or a mark of punctuation between them become one."""
    out: list[Run] = []
    for run in runs:
        if (
            len(out) > 1
            and run.differs
            and out[-2].differs
            and not out[-1].differs
            and not re.search(r"\w", out[-1].text)
        ):
            between = out.pop()
            out[-1] = Run(out[-1].text + between.text + run.text, True)
        elif out and out[-1].differs == run.differs:
            out[-1] = Run(out[-1].text + run.text, run.differs)
        else:
            out.append(run)
    return tuple(out)


def _facts(short: Mapping[str, str | None]) -> list[Facts]:
    """Short values in rows; columns like `secret_colour, guess_colour` share a row."""
    if not short:
        return []
    split = {c: c.split("_", 1) for c in short if "_" in c}
    suffixes: dict[str, list[str]] = {}
    for parts_ in split.values():
        suffixes.setdefault(parts_[1], []).append(parts_[0])
    paired = {s: p for s, p in suffixes.items() if len(p) > 1}
    prefixes = tuple(dict.fromkeys(p for ps in paired.values() for p in ps))
    if len(paired) < 2 or any(len(p) != len(prefixes) for p in paired.values()):
        return [Facts(tuple((title(c), (v,)) for c, v in short.items()))]
    rows = tuple((title(s), tuple(short.get(f"{p}_{s}") for p in prefixes)) for s in paired)
    rest = tuple((title(c), (v,)) for c, v in short.items() if not (c in split and split[c][1] in paired))
    found = [Facts(rows, tuple(title(p) for p in prefixes))]
    return [*found, Facts(rest)] if rest else found
