"""Text that went wrong before it came here: decoded twice, defused against formulas, or written as one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from annoeval.reading.table import Reading, Table
from annoeval.study import Problem

# UTF-8 read as Windows-1252 or Latin-1: "Ã©", "â€œ", "Â·", "Ð¿"
_MOJIBAKE = "[ÂÃ][\u0080-\u00bf\u0152-\u0178\u2013-\u203a\u20ac]|â€|â„|[ÐÑ][\u0080-\u00bf\u0152-\u0178]"
_DEFUSED = r"^'+[=+\-@\t\r]"
_TEXT_FORMULA = r'^="[^"]*"$'  # ="007": how a spreadsheet is kept from reading a text as a number


# how these begin in UTF-8, so that a file without any of them is not searched
_DOUBLE = (b"\xc3\x83", b"\xc3\x82", b"\xc3\xa2\xe2", b"\xc3\x90", b"\xc3\x91")
_QUOTED = (b"'=", b"'+", b"'-", b"'@", b"'\t", b"'\r")


def may_need_mending(data: bytes) -> bool:
    """Whether a text holds any sign of what `mended` looks for."""
    if b'="' in data or (b"'" in data and any(sign in data for sign in _QUOTED)):
        return True
    return not data.isascii() and any(sign in data for sign in _DOUBLE)


def mended(reading: Reading, mojibake: bool) -> Reading:
    """The reading without apostrophes that only kept a spreadsheet from running a cell and with the text of cells such
    as ="007" (CSV), and, on request, with text that was decoded wrongly once put right by ftfy; all said in problems.
    """
    tables, problems = [], list(reading.problems)
    for table in reading.tables:
        frame = table.frame
        if reading.format == "csv":
            frame = _changed(
                table, frame, _TEXT_FORMULA, lambda t: t[2:-1], "a text written as a formula", "its text is taken",
                problems,
            )  # fmt: skip
            frame = _changed(
                table, frame, _DEFUSED, lambda t: t[1:], "an apostrophe that keeps a cell from running as a formula",
                "taken off", problems,
            )  # fmt: skip
        said = "text that was decoded wrongly before (“{}”)"
        if mojibake:
            from ftfy import fix_encoding

            frame = _changed(table, frame, _MOJIBAKE, fix_encoding, said, "repaired", problems)
        else:
            _changed(table, frame, _MOJIBAKE, None, said, "kept; the option “mojibake” repairs it", problems)
        tables.append(table if frame is table.frame else replace(table, frame=frame))
    if len(problems) == len(reading.problems):
        return reading
    return replace(reading, tables=tuple(tables), problems=tuple(problems))


def _changed(
    table: Table, frame: pd.DataFrame, pattern: str, change: Callable[[str], str] | None, problem: str, action: str,
    problems: list[Problem],
) -> pd.DataFrame:  # fmt: skip
    """The frame with a change made to the cells that match; one problem per column."""
    names = {}
    for name in frame.columns:
        column = frame[name]
        found = pc.match_substring_regex(pa.array(column.array, pa.large_string()), pattern)
        hit = pd.Series(found.to_numpy(zero_copy_only=False), index=column.index).fillna(False).astype(bool)
        if hit.any():
            first = str(column[hit].iloc[0])
            n = int(hit.sum())
            if change is not None:
                column = column.copy()
                column[hit] = column[hit].map(change)
                n = int((column[hit] != frame.loc[hit, name]).sum())
                if not n:
                    continue
                frame = frame.copy(deep=False)
                frame[name] = column
            row = int(hit.idxmax())
            problems.append(Problem(problem.format(first[:40]), action, table.name, row, str(name), first[:200], n))
    if change is not None:
        for name in frame.columns:
            fixed = change(str(name)) if pd.Series([str(name)]).str.contains(pattern).iloc[0] else name
            if fixed != name and fixed not in frame.columns:
                names[name] = fixed
    return frame.rename(columns=names) if names else frame
