"""Text that went wrong before it came here: decoded twice, defused against formulas, or written as one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from annoeval.problem import Problem
from annoeval.reading.labels import apply
from annoeval.reading.table import Reading, Table

DECODED_WRONGLY = "text that was decoded wrongly before"  # the problem that the option `mojibake` settles
# what UTF-8 of two to four bytes may look like when it is read as Windows-1252 or Latin-1 ("Ã©", "â‚¬", "ðŸ‘\u008d"),
# as Windows-1251 ("РїСЂ", "вЂ”") or as Mac Roman ("√©", "‚Ç¨"); ftfy tells which of these cells are such text
_AFTER = "[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
_MOJIBAKE = (
    f"[Â-ß]{_AFTER}|[à-ï]{_AFTER}{{2}}|[ð-ô]{_AFTER}{{2}}|[РС][Ђ-џ‚-›€№\u00a0-\u00bf]|вЂ|в‚¬|рџ|√[©®ß†ç-øØ-Ÿ¢±]|‚[ÄÇ]"
)
_DEFUSED = r"^'+[=+\-@\t\r]"
_TEXT_FORMULA = r'^="[^"]*"$'  # ="007": how a spreadsheet is kept from reading a text as a number
_QUOTED = (b"'=", b"'+", b"'-", b"'@", b"'\t", b"'\r")


def may_need_mending(data: bytes) -> bool:
    """Whether a text holds any sign of what `mended` looks for."""
    if b'="' in data or (b"'" in data and any(sign in data for sign in _QUOTED)):
        return True
    return not data.isascii()


def mended(reading: Reading, options: Mapping[str, Any]) -> Reading:
    """The reading without apostrophes that only kept a spreadsheet from running a cell and with the text of cells such
    as ="007" (CSV), and, where the option `mojibake` is `repair`, with text that was decoded wrongly put right by ftfy;
    all said in problems.
    """
    repair = options.get("mojibake") == "repair"
    tables, problems = [], list(reading.problems)
    for table in reading.tables:
        frame = table.frame
        if reading.format == "csv":
            frame = _changed(
                table,
                frame,
                _TEXT_FORMULA,
                lambda t: t[2:-1],
                "a text written as a formula",
                "its text is taken",
                problems,
            )
            frame = _changed(
                table,
                frame,
                _DEFUSED,
                lambda t: t[1:],
                "an apostrophe that keeps a cell from running as a formula",
                "taken off",
                problems,
            )
        done = "repaired" if repair else "kept; the option “mojibake” repairs it"
        right = _changed(table, frame, _MOJIBAKE, _decoded_again, DECODED_WRONGLY, done, problems)
        frame = right if repair else frame
        tables.append(table if frame is table.frame else replace(table, frame=frame))
    if len(problems) == len(reading.problems):
        return reading
    return replace(reading, tables=tuple(tables), problems=tuple(problems))


def _decoded_again(text: str) -> str:
    from ftfy import fix_encoding

    return str(fix_encoding(text))


def _changed(
    table: Table,
    frame: pd.DataFrame,
    pattern: str,
    change: Callable[[str], str],
    problem: str,
    action: str,
    problems: list[Problem],
) -> pd.DataFrame:
    """The frame with a change made to the cells that match; one problem per column."""
    names = {}
    for name in frame.columns:
        column = frame[name]
        found = pc.match_substring_regex(pa.array(column.array, pa.large_string()), pattern)
        hit = pd.Series(found.to_numpy(zero_copy_only=False), index=column.index).fillna(False).astype(bool)
        if not hit.any():
            continue
        changed = apply(column[hit], change)
        changed = changed[changed != column[hit]]
        if changed.empty:
            continue
        row = changed.index[0]
        first = str(column[row])
        problems.append(Problem(problem, action, table.name, int(row), str(name), first[:200], len(changed)))
        column = column.copy()
        column[changed.index] = changed
        frame = frame.copy(deep=False)
        frame[name] = column
    for name in map(str, frame.columns):
        fixed = change(name) if re.search(pattern, name) else name
        if fixed != name and fixed not in frame.columns:
            names[name] = fixed
    return frame.rename(columns=names) if names else frame
