"""Which labels a cell holds, and which labels are spellings of one."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pandas as pd

from annoeval.reading.literals import literal

_UNSEEN = dict.fromkeys((0x200B, 0x2060, 0xFEFF))  # zero-width space, word joiner, byte-order mark
ALIKE_LABELS = "labels that differ only in case or spaces"  # problems that a repair settles
ALIKE_GROUPS = "groups that differ only in case or spaces"
ALIKE_RATERS = "raters whose names differ only in case or spaces"


def label_set(text: str, separator: str | None = None) -> tuple[str, ...] | None:
    """The labels in one cell, sorted: a list as JSON or as Python prints it, a Label Studio object of choices, or words
    with a separator.

    None where the cell is JSON that holds no plain labels. A bare word is a set of one, in brackets as well.
    """
    stripped = text.strip()
    value = literal(stripped) if stripped[:1] in "[{" and stripped[-1:] in "]}" else None
    if value is not None:
        if isinstance(value, Mapping):
            lists = [v for k, v in value.items() if k in ("choices", "labels", "label", "taxonomy")]
            value = lists[0] if len(lists) == 1 else None
        if isinstance(value, list):
            return tuple(sorted({str(v) for v in value})) if all(isinstance(v, str) for v in value) else None
        return None if value is None else (str(value),)
    parts = [stripped] if separator is None else [p.strip() for p in stripped.split(separator)]
    return tuple(sorted({p for p in parts if p}))


def variants(cells: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Labels that differ only in case, spaces or Unicode form: the usual spelling to all its spellings.

    The usual one is the most frequent, then the first without spaces around it.
    """
    counts = (cells if isinstance(cells, pd.Series) else pd.Series(list(cells), dtype="object")).dropna()
    counts = counts.value_counts(sort=False)
    groups: dict[str, list[str]] = {}
    for text in counts.index:
        groups.setdefault(folded(str(text)), []).append(str(text))
    out = {}
    for spellings in groups.values():
        if len(spellings) > 1:
            usual = max(spellings, key=lambda s: (s == s.strip(), int(counts[s])))
            out[usual] = tuple(spellings)
    return out


def folded(label: str) -> str:
    """A label without case, surrounding and doubled spaces, characters that nobody sees, and Unicode form (NFKC)."""
    return " ".join(unicodedata.normalize("NFKC", label).translate(_UNSEEN).split()).casefold()


def bare(names: pd.Series) -> pd.Series:
    """Names or ids without what nobody sees around them: spaces, and marks that a copy from a web page leaves."""
    return names.str.strip().str.strip("".join(map(chr, _UNSEEN))).str.strip()


def one_form(names: Iterable[str], known: Iterable[str] = ()) -> dict[str, str]:
    """Names that differ from an earlier or a known one by Unicode form only (é as one character or as two), to it."""
    usual: dict[str, str] = {}
    for name in known:
        usual.setdefault(name if name.isascii() else unicodedata.normalize("NFC", name), name)
    found = {}
    for name in dict.fromkeys(names):
        first = usual.setdefault(name if name.isascii() else unicodedata.normalize("NFC", name), name)
        if first != name:
            found[name] = first
    return found


def apply(cells: pd.Series, change: Callable[[str], Any]) -> pd.Series:
    """A function of each distinct written cell, computed once per distinct text."""
    known = cells.dropna()
    return known.map({t: change(t) for t in known.unique()}).reindex(cells.index)
