"""When something was said: the text of cells as UTC, each cell by its own form."""

from __future__ import annotations

import datetime as dt

import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.values import Converted, Notes
from annoeval.reading.written_times import Written, is_digits, written_time
from annoeval.vocabulary import is_missing

_ISO = r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
ORDERS = ("day_first", "month_first")
OPEN_DATES = "dates whose day and month could be either way round"  # the problem that the option `dates` settles


def times(cells: pd.Series, zone: str = "UTC", *, dates: str | None = None, file: str = "") -> Converted:
    """Times as UTC, whatever form each cell has (`written_time`).

    zone: where a time without zone was written. dates: `day_first` or `month_first`, for cells such as 03/04/2026. By
    default the column's other cells decide (31/12/2026 shows the day first); where they show neither or both, such
    cells are missing and asked about.
    """
    known = cells.dropna().astype("str").str.strip()
    values = pd.Series(pd.NaT, index=cells.index, dtype="datetime64[us, UTC]", name=cells.name)
    iso = known.str.fullmatch(_ISO)
    zoned = iso & known.str.contains(r":\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$", regex=True)
    values.loc[known.index[zoned]] = pd.to_datetime(known[zoned], format="ISO8601", utc=True, errors="coerce")
    plain = pd.to_datetime(known[iso & ~zoned], format="ISO8601", errors="coerce").astype("datetime64[us]")
    others = known[~iso]
    said = {t: w for t in others.unique() if (w := written_time(t)) is not None}
    shown = {t: w.order for t, w in said.items()}
    order = dates if dates in ORDERS else _order(set(shown.values()))
    at = pd.to_datetime(others.map({t: _at(w, order) for t, w in said.items()})).astype("datetime64[us]")
    east = pd.to_numeric(others.map({t: w.east for t, w in said.items()}))
    placed = at[east.notna()] - pd.to_timedelta(east[east.notna()], unit="min")
    values.loc[placed.index] = placed.dt.tz_localize("UTC")
    plain = pd.concat([plain, at[east.isna()].dropna()])
    local = plain.dt.tz_localize(zone, ambiguous="NaT", nonexistent="shift_forward")
    values.loc[plain.index] = local.dt.tz_convert("UTC")
    either = others.map(shown) == "either"
    problems = _problems(cells, known, values, either, order, dates, file)
    if len(plain) and (zoned.any() or len(placed)):
        done = f"read as {zone}; the option “zone” says otherwise"
        example = str(cells[plain.index[0]])
        problems.append(
            Problem(
                "times without a zone beside times with one", done, file, None, str(cells.name), example, len(plain)
            )
        )
    undecided = cells.index.isin(either.index[either]) if order is None and either.any() else None
    return Converted(values, tuple(problems), False if undecided is None else pd.Series(undecided, index=cells.index))


def looks_like_times(cells: pd.Series, named: bool = False) -> bool:
    """Whether a column's first hundred values are nearly all whole dates, with or without a clock.

    named: the column is called a time; then half of them are enough, and bare digits may be Unix time.
    """
    found = [str(t) for t in cells.dropna().iloc[:2000].unique()[:100]]
    if not found:
        return named
    for some in (found[:11], found):  # most columns are none, and of some there are many
        good = sum(written_time(t) is not None and (named or not is_digits(t)) for t in some)
        if not good:
            return False
    return good >= (0.5 if named else 0.9) * len(found)


def _order(shown: set[str]) -> str | None:
    """The order of day and month that a column's cells show, where all that show one show the same."""
    found = [o for o in ORDERS if o in shown]
    return found[0] if len(found) == 1 else None


def _at(said: Written, order: str | None) -> dt.datetime | None:
    if said.order == "either":
        return None if order is None else said.day_first if order == "day_first" else said.month_first
    return said.day_first or said.month_first


def _problems(
    cells: pd.Series,
    known: pd.Series,
    values: pd.Series,
    either: pd.Series,
    order: str | None,
    dates: str | None,
    file: str,
) -> list[Problem]:
    """What could not be read, and cells whose day and month the column, or nobody, tells apart."""
    notes = Notes(file, str(cells.name))
    open_ones = either.index[either]
    unread = known[values[known.index].isna()]
    bad = unread.index[~unread.map(is_missing).astype(bool)]
    notes.add(bad.difference(open_ones, sort=False), cells, "not a time", "counts as missing")
    if not len(open_ones):
        return notes.problems
    if order is None:
        asked = "count as missing until the option “dates” says day_first or month_first"
        notes.add(open_ones, cells, OPEN_DATES, asked)
    elif dates is None:
        done = f"read {order.replace('_', ' ')}, as the column's other dates are"
        example = str(cells[open_ones[0]])
        notes.problems.append(Problem(OPEN_DATES, done, file, None, str(cells.name), example, len(open_ones)))
    return notes.problems
