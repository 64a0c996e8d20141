"""What was said beside a judgement: how sure, when, how long it took, and a note."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from annoeval.problem import Problem
from annoeval.rating_table import REASONS, REVIEWED_BECAUSE
from annoeval.reading.table import ReadError
from annoeval.reading.times import times
from annoeval.reading.values import numbers
from annoeval.scoring.confidence import find_scale, read_confidences
from annoeval.tables.mapping import Column, Guess
from annoeval.vocabulary import BITS

_ENDS = re.compile(r"(\d{1,3})\s*(?:-|–|to)\s*(\d{1,3})")
_NAMED = re.compile(r"[(\[]\s*([01]\s*(?:-|–|to)\s*\d{1,3})\s*[)\]]")
_ASIDE = {
    "unreadable": ("a confidence that is not a number", "counts as missing"),
    "outside": ("a confidence outside the scale {}", "counts as missing"),
    "ambiguous": (
        "an ambiguous confidence: a fraction in a column {}",
        "counts as missing until someone says what it means",
    ),
    "missing": ("a word for “no answer”", "counts as missing"),
}


def common(
    frame: pd.DataFrame, guess: Guess, file: str, decimal: str, options: Mapping[str, Any], problems: list[Problem]
) -> dict[str, Any]:
    """Confidence, time (and whether it could be read two ways), seconds and note of each row's rating, as columns or as
    one value for all."""
    out: dict[str, Any] = {"confidence": np.nan, "time": pd.NaT, "open_time": False, "seconds": np.nan, "note": None}
    for column in guess.of("confidence")[:1]:
        scale = confidence_scale([frame[column]], options.get("confidence"), file, problems)
        out["confidence"] = confidences(frame[column], scale, file, problems)
    for column in guess.of("time")[:1]:
        found = times(frame[column], str(options.get("zone") or "UTC"), dates=options.get("dates"), file=file)
        out |= {"time": found.values, "open_time": found.open}
        problems += found.problems
    for column in guess.of("seconds")[:1]:
        found = numbers(frame[column], decimal, file=file)
        out["seconds"] = found.values
        problems += found.problems
    for column in guess.of("note")[:1]:
        out["note"] = frame[column].astype("object").where(frame[column].notna(), None)
    return out


def reasons(frame: pd.DataFrame, item: pd.Series, file: str, problems: list[Problem]) -> tuple[str, pd.Series] | None:
    """The column that says of each row's rating why its item was reviewed, and what it says; None where there is none.

    A row that says nothing takes what the item's others say, where these say one thing."""
    column = next((c for c in frame.columns if str(c).strip().casefold() == REVIEWED_BECAUSE), None)
    if column is None:
        return None
    words = frame[column].str.strip().str.casefold()
    for text, n in frame.loc[words.notna() & ~words.isin(REASONS), column].value_counts().items():
        what, done = f"no reason for a review ({', '.join(REASONS)})", "counted as not said"
        problems.append(Problem(what, done, file, None, str(column), str(text)[:200], int(n)))
    said = words.where(words.isin(REASONS))
    of_item = said.groupby(item)
    return str(column), said.fillna(of_item.transform("first").where(of_item.transform("nunique") == 1))


def confidence_scale(
    columns: Sequence[pd.Series], chosen: str | None, file: str, problems: list[Problem]
) -> tuple[float, float]:
    """The one scale of a family of confidence columns (the same question asked of several raters).

    The chosen one ("0-1", "0-100", …), else that of their name ("confidence (1-5)"), else found over all of them; said
    where only noughts and ones leave it open.
    """
    named = [m[1] for c in columns if (m := _NAMED.search(str(c.name)))]
    if chosen or named:
        return _ends(chosen or named[0])
    every = pd.concat(columns).dropna().str.strip()
    scale = find_scale(every)
    if len(every) and set(every.unique().tolist()) <= BITS:
        what = "confidences that are only 0 and 1, which are the ends of any scale"
        done = f"read on a scale from 0 to {scale[1]:g} until someone says otherwise"
        problems.append(Problem(what, done, file, None, str(columns[0].name), count=len(every)))
    return scale


def _ends(scale: str) -> tuple[float, float]:
    found = _ENDS.fullmatch(scale.strip())
    if not found or int(found[1]) >= int(found[2]):
        raise ReadError(f"{scale!r} is no scale of confidence; write its ends, such as 0-1, 1-5 or 0-100.")
    return float(found[1]), float(found[2])


def confidences(cells: pd.Series, scale: tuple[float, float], file: str, problems: list[Problem]) -> pd.Series:
    """Confidences as shares of one; what is no bare number on the scale is told, once for each text."""
    read = read_confidences(cells, scale)
    reach = f"from {scale[0]:g} to {scale[1]:g}"
    odd = np.isin(read.form, ("words", *_ASIDE)) & cells.notna().to_numpy()
    for text, at in cells[odd].groupby(cells[odd], sort=False).groups.items():
        place = cells.index.get_loc(at[0])
        form, share = read.form[place], read.value[place]
        what, done = ("a confidence in words", f"read as {share:.0%}") if form == "words" else _ASIDE[form]
        problems.append(Problem(what.format(reach), done, file, int(at[0]), str(cells.name), str(text)[:200], len(at)))
    return pd.Series(read.value, index=cells.index)


def beside(
    one: pd.DataFrame,
    cells: pd.Series,
    place: Column,
    file: str,
    decimal: str,
    scale: Any,
    options: Mapping[str, Any],
    problems: list[Problem],
) -> None:
    """Puts confidence, time, seconds or note of one rater's column beside that rater's ratings."""
    if place.role == "confidence":
        one["confidence"] = confidences(cells, scale, file, problems)
        return
    if place.role == "time":
        found = times(cells, str(options.get("zone") or "UTC"), dates=options.get("dates"), file=file)
        one["time"], one["open_time"] = found.values, found.open
    elif place.role == "seconds":
        found = numbers(cells, decimal, file=file)
        one["seconds"] = found.values
    else:
        one["note"] = cells.astype("object").where(cells.notna(), None)
        return
    problems += found.problems
