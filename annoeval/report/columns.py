"""How the columns of result tables are read in a report: their titles, formats, and which of them are one interval."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd

from annoeval.answers.comparison import effect_name, test_name
from annoeval.report.content import MOST_ROWS, Column, Kind, Table
from annoeval.words import missing, title

KNOWN: dict[str, tuple[str, Kind]] = {
    "n": ("n", "count"),
    "n_items": ("Items", "count"),
    "n_ratings": ("Ratings", "count"),
    "n_a": ("n (a)", "count"),
    "n_b": ("n (b)", "count"),
    "n_all": ("Items", "count"),
    "n_reviewed": ("Reviewed", "count"),
    "n_audited": ("Audited", "count"),
    "n_unseen": ("Unseen", "count"),
    "n_truth": ("Given by the first", "count"),
    "n_said": ("By the second", "count"),
    "n_both": ("By both", "count"),
    "of": ("Of", "count"),
    "n_images": ("Images", "count"),
    "iou": ("IoU", "number"),
    "mean_iou": ("Mean IoU", "number"),
    "f_beta": ("F", "number"),
    "mean": ("Mean", "number"),
    "sd": ("SD", "number"),
    "naive": ("Not corrected", "number"),
    "value": ("Value", "number"),
    "kappa": ("κ", "number"),
    "estimate": ("Estimate", "number"),
    "statistic": ("Statistic", "number"),
    "df": ("df", "number"),
    "effect": ("Effect", "number"),
    "effect_name": ("Effect size", "text"),
    "p": ("p", "p"),
    "p_adjusted": ("p, adjusted", "p"),
    "share": ("Share", "share"),
    "found": ("Found", "share"),
    "precision": ("Precision", "share"),
    "recall": ("Recall", "share"),
    "accuracy": ("Accuracy", "number"),
    "observed": ("Observed", "number"),
    "expected": ("Expected", "number"),
    "ece": ("ECE", "fine"),
    "mce": ("MCE", "fine"),
    "brier": ("Brier", "fine"),
    "auroc": ("AUROC", "fine"),
    "ai": ("AI score", "text"),
    "reason": ("Note", "text"),
    "words": ("Landis–Koch", "text"),
    "item_id": ("Item", "text"),
}
SPANS = (("low", "high"), ("bound_low", "bound_high"))
TITLES_OF_SPANS = {"low": "95 % CI", "bound_low": "Bounds", "chance_low": "Chance, middle 95 %"}
NAMES: dict[str, Callable[[str], str]] = {"test": test_name, "effect_name": effect_name}


def table(
    name: str,
    heading: str,
    frame: pd.DataFrame,
    titles: Mapping[str, str] | None = None,
    kinds: Mapping[str, Kind] | None = None,
    hide: Sequence[str] = (),
    note: str = "",
    most: int = MOST_ROWS,
) -> Table:
    """A result table as people read it. Two columns of limits become one; what no row has is left out; the method,
    where all rows share it, is said below the table.

    most: rows that are read; the workbook and the archive hold all.
    titles, kinds: by column, where they are not the usual ones. hide: columns that are saved and not shown.
    """
    frame = frame.reset_index(drop=True)
    shared = ""
    methods = [m for m in frame["method"].unique() if not missing(m) and m != ""] if "method" in frame else []
    if len(methods) == 1:
        shared, hide = f"{str(methods[0])[:1].upper()}{str(methods[0])[1:]}.", (*hide, "method")
    columns = _columns(frame, titles or {}, kinds or {}, {*hide})
    return Table(name, heading, frame, columns, " ".join(w for w in (note, shared) if w), most)


def _columns(
    frame: pd.DataFrame, titles: Mapping[str, str], kinds: Mapping[str, Kind], hidden: set[str]
) -> tuple[Column, ...]:
    found: list[Column] = []
    upper = {high: low for low, high in _spans(frame)}
    for name in map(str, frame.columns):
        blank = frame[name].isna() | frame[name].astype("object").eq("")
        if name in hidden or name in upper or (blank.all() and name not in ("value", "mean", "estimate", "kappa")):
            continue
        known = KNOWN.get(name)
        label = titles.get(name) or _titled(name)
        high = next((h for h, low in upper.items() if low == name), "")
        if high:
            inner = name.removesuffix("low").removesuffix("_")
            shares = (kinds.get(inner) or KNOWN.get(inner, ("", "number"))[1]) == "share" or kinds.get(name) == "shares"
            label = titles.get(name) or TITLES_OF_SPANS.get(name) or f"{_titled(inner)}, 95 % CI"
            found.append(Column(name, label, "shares" if shares else "interval", high))
            continue
        kind = kinds.get(name) or (known[1] if known else _kind(frame[name]))
        found.append(Column(name, label, kind if kind == "text" or _numbers(frame[name]) else "text"))
    return tuple(found)


def _titled(name: str) -> str:
    return KNOWN[name][0] if name in KNOWN else title(name)


def _spans(frame: pd.DataFrame) -> list[tuple[str, str]]:
    """The pairs of columns that are the limits of one interval."""
    names = dict.fromkeys(map(str, frame.columns))
    of_figures = [
        (f"{n.removesuffix('_low')}_low", f"{n.removesuffix('_low')}_high") for n in names if n[-4:] == "_low"
    ]
    return [(low, high) for low, high in dict.fromkeys((*SPANS, *of_figures)) if low in names and high in names]


def _kind(column: pd.Series) -> Kind:
    if pd.api.types.is_bool_dtype(column):
        return "text"
    if pd.api.types.is_integer_dtype(column):
        return "count"
    if pd.api.types.is_float_dtype(column):
        whole = (column.dropna() % 1 == 0).all() and column.notna().any()
        return "count" if whole and column.abs().max() >= 1 and not str(column.name).startswith("mean") else "number"
    return "text"


def _numbers(column: pd.Series) -> bool:
    """Whether every cell that is there is a number."""
    if pd.api.types.is_bool_dtype(column):
        return False
    if pd.api.types.is_numeric_dtype(column):
        return True
    cells = column.dropna()
    return bool(len(cells)) and all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in cells)


def yes_no(column: pd.Series) -> pd.Series:
    """Truth values as words."""
    return column.map({True: "yes", False: "no"})


def plainly(frame: pd.DataFrame) -> pd.DataFrame:
    """A protocol's own table for people: truth values and tests as words, lists and times as text."""
    said: dict[str, Any] = {}
    for name in frame.columns:
        column = frame[name]
        if pd.api.types.is_bool_dtype(column):
            said[name] = yes_no(column)
        elif not _numbers(column):
            named = NAMES.get(str(name), str)
            said[name] = column.map(lambda v, n=named: None if missing(v) else n(str(v))) if len(column) else column
    return frame.assign(**said)
