"""Rows of cells become a table: names, blank rows and columns, ragged rows, totals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from annoeval.problem import Problem
from annoeval.reading.header import Header, Row, blank, extent, find_header
from annoeval.reading.table import ReadError, Table, check_length, check_width
from annoeval.waiting import go_on

_CHUNK = 20_000
GAPS = "blank cells below a value, as merged cells leave them"  # the problem that the option `gaps` settles
_LISTED = 100
_REMARK = re.compile(
    r"\*+\s*\w.*|(notes?|legend|source|key|n\.?b\.?|anmerkung(en)?|quelle|legende|remarque|nota|fuente)\s?[:.].*\w",
    re.IGNORECASE,
)
_TOTALS = """
    total totals sum mean average avg median overall std sd grand_total total_general total_général gesamt summe
    mittelwert durchschnitt moyenne somme suma media promedio totale média gemiddelde totaal średnia toplam ortalama
    итого всего среднее 合计 总计 平均 合計 합계 평균
"""
_SUBTOTAL = re.compile(
    r"(?:sub[ -]?totals?|zwischensummen?|sous[ -]?tota(?:l|ux)|subtotales?|subtotais|subtotaal|mellansumma"
    r"|suma częściowa|промежуточный итог|ara toplam|小计|小計|소계)(?:[\s:].*)?",
    re.IGNORECASE,
)
_TOTAL_WORDS = frozenset(word.replace("_", " ") for word in _TOTALS.split())
_FIGURE = re.compile(
    r"(?:(?:percent|%|mean|raw|observed|overall|average)[ _-]?)*(?:agreement|kappa|alpha|icc)(?:[ _(].*)?"
    r"|(?:cohen|fleiss|krippendorff|scott|gwet)(?:['’]?s)?[ _].*",
    re.IGNORECASE,
)


def table_from_rows(
    rows: Iterable[tuple[int, Row]], file: str, name: str, options: Mapping[str, Any]
) -> tuple[Table, list[Problem]]:
    """A table from numbered rows of cells.

    rows: (number in the file, cells), blank rows included. file: for problems; name: the table's.
    options: `header` (number of the header row in the file), `ragged` (`hold`, the default, or `repair`:
    short rows are filled with blanks, cells beyond the header are joined into the last one),
    `totals` (`hold` or `keep`), `gaps` (`fill`). Raises ReadError where there is no row of data.
    """
    source = iter(rows)
    top = list(islice(source, 120))
    if not any(not blank(c) for _, r in top for c in r):
        top = [*islice(written(source), 120)]
    if not top:
        raise ReadError(f"{file} is empty: it holds no header and no rows.")
    at = None
    if options.get("header"):
        wanted = int(options["header"])
        at = next((i for i, (n, _) in enumerate(top) if n == wanted), None)
        if at is None:
            raise ReadError(f"{file} has no row {wanted} near its top that could be the header.")
    check_width(max(extent(r) for _, r in top), file)
    header = find_header([r for _, r in top], file, [n for n, _ in top], at)
    body = _Body(file, header, options)
    frame = body.read(chain(top[header.start :], source))
    if not len(frame):
        if body.held:
            problem = body.problems[0]
            raise ReadError(
                f"{file}: no row fits the header of {len(header.names)} columns (row {problem.row}: {problem.problem})."
            )
        raise ReadError(f"{file} has columns ({', '.join(header.names[:6])}) but no rows.")
    frame, more = finish(frame, header, file, options)
    titles = {n: t for n, t in header.titles.items() if n in frame.columns}
    return Table(name, frame, titles), [*header.problems, *body.summary(), *more]


def written(rows: Iterable[tuple[int, Row]]) -> Iterator[tuple[int, Row]]:
    """Only rows in which something is written."""
    return ((n, r) for n, r in rows if any(not blank(c) for c in r))


def finish(
    frame: pd.DataFrame, header: Header, file: str, options: Mapping[str, Any]
) -> tuple[pd.DataFrame, list[Problem]]:
    """Leaves out columns without name and content and totals rows, and says how repeated names were told apart."""
    problems: list[Problem] = []
    empty = [n for n, named in zip(header.names, header.named, strict=True) if not named and frame[n].isna().all()]
    if empty:
        frame = frame.drop(columns=empty)
        problems.append(Problem("columns without name and content", "left out", file=file, count=len(empty)))
    left = ""
    for n, named in zip(header.names, header.named, strict=True):
        if named:
            left = n
        elif n in frame.columns and any(header.named):
            done = f"called “{n}” by its position"
            if left:
                done += f"; if “{left}” stands over it too, give each column a name of its own"
            problems.append(Problem("a column without a name", done, file=file, column=n, value=left or None))
    frame, gaps = _gaps_below(frame, file, options)
    problems += gaps
    for base, places in header.duplicates.items():
        columns = [header.names[i] for i in places]
        where = ", ".join(str(i + 1) for i in places)
        first = frame[columns[0]]
        if all(_same(first, frame[c]) for c in columns[1:]):
            frame = frame.rename(columns={columns[0]: base})
            action = "the columns are equal cell for cell; the first keeps the name"
        else:
            action = f"called {', '.join(f'“{c}”' for c in columns)}: say which is which"
        problems.append(
            Problem(f"a column name that stands {len(places)} times (columns {where})", action, file=file, column=base)
        )
    if options.get("totals", "hold") == "hold":
        frame, more = _without_totals(frame, file)
        problems += more
    return frame, problems


def _gaps_below(frame: pd.DataFrame, file: str, options: Mapping[str, Any]) -> tuple[pd.DataFrame, list[Problem]]:
    """Says of the first columns where each value stands once, over blank cells, that it may have been merged over them;
    the option `gaps` (`fill`) fills them."""
    found: list[Problem] = []
    for name in frame.columns[:-1]:
        cells = frame[name]
        written = cells.dropna()
        n = len(cells) - len(written)
        if n < 2 or len(written) < 2 or pd.isna(cells.iloc[0]) or written.duplicated().any() or n < len(written) / 2:
            break
        fill = options.get("gaps") == "fill"
        done = "filled from above, as chosen" if fill else "left blank; the option “gaps” fills them from above"
        found.append(Problem(GAPS, done, file=file, column=str(name), value=str(written.iloc[0]), count=n))
        if fill:
            frame = frame.assign(**{name: cells.ffill()})
    return frame, found


def _same(a: pd.Series, b: pd.Series) -> bool:
    return bool(((a == b).fillna(False) | (a.isna() & b.isna())).all())


def _without_totals(frame: pd.DataFrame, file: str) -> tuple[pd.DataFrame, list[Problem]]:
    """Rows at the end whose first written cell says "Total", "Mean", … are sums over rows, not rows; nor are remarks
    below them, of one cell each."""
    problems = []
    drop = []
    frame, below = _without_remarks(frame, file)
    frame, between = _without_subtotals(frame, file)
    for row in range(len(frame) - 1, max(len(frame) - 4, 0), -1):
        cells = frame.iloc[row].dropna()
        if not len(cells):
            break
        word = re.sub(r"[:\s]+$", "", str(cells.iloc[0])).strip().casefold()
        if word not in _TOTAL_WORDS and not (_FIGURE.fullmatch(word) and len(cells) <= 2):
            break
        column = cells.index[0]
        if (frame[column].iloc[: max(row - 2, 1)].str.strip().str.casefold() == word).any():
            break
        drop.append(frame.index[row])
        problems.append(
            Problem(
                "a totals row",
                "left out",
                file=file,
                row=int(frame.index[row]),
                column=str(column),
                value=str(cells.iloc[0]),
            )
        )
    return (frame.drop(index=drop) if drop else frame), [*between, *problems[::-1], *below]


def _without_subtotals(frame: pd.DataFrame, file: str) -> tuple[pd.DataFrame, list[Problem]]:
    """Rows anywhere whose first cell says "Subtotal" are sums over the rows above them."""
    if not frame.shape[1]:
        return frame, []
    cells = frame.iloc[:, 0]
    held = cells.str.strip().str.fullmatch(_SUBTOTAL.pattern, flags=re.IGNORECASE).fillna(False).astype(bool)
    if not held.any():
        return frame, []
    row, text = int(frame.index[held][0]), str(cells[held].iloc[0])
    found = Problem("subtotal rows", "left out", file, row, str(frame.columns[0]), text, int(held.sum()))
    return frame[~held], [found]


def _without_remarks(frame: pd.DataFrame, file: str) -> tuple[pd.DataFrame, list[Problem]]:
    """A sentence in one cell below a table of at least three columns whose first holds none, or a remark named so."""
    last = len(frame)
    first = frame.iloc[: max(last - 10, 1), 0].dropna().head(100) if frame.shape[1] else pd.Series(dtype="str")
    short = len(first) > 0 and (first.str.count(r"\s") < 2).mean() > 0.9
    while last > 3 and frame.shape[1] >= 3 and last > len(frame) - 10:
        cells = frame.iloc[last - 1].dropna()
        text = str(cells.iloc[0]).strip() if len(cells) == 1 else ""
        said = short and len(text) > 25 and text.count(" ") >= 3 and cells.index[0] == frame.columns[0]
        if not (_REMARK.match(text) or said):
            break
        last -= 1
    gone = frame.iloc[last:]
    if (
        not len(gone)
        or (gone.notna().sum(axis=1) != 1).any()
        or (frame.iloc[:last].notna().sum(axis=1) < 2).mean() > 0.1
    ):
        return frame, []
    said = [(int(row), str(cells.dropna().iloc[0])[:200]) for row, cells in gone.iterrows()]
    column = str(gone.columns[0])
    return frame.iloc[:last], [
        Problem("a remark below the table", "left out", file, row, column, text) for row, text in said
    ]


@dataclass
class _Body:
    """Reads rows of data under a header, in pieces, so that memory stays near the size of the file."""

    file: str
    header: Header
    options: Mapping[str, Any]
    problems: list[Problem] = field(default_factory=list)
    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    blanks: int = 0
    held: int = 0
    shed: int = 0
    row_names: bool = False

    def read(self, rows: Iterable[tuple[int, Row]]) -> pd.DataFrame:
        source = iter(rows)
        head = list(islice(source, 2000))
        self._look(head)
        width = len(self.header.names)
        pieces: list[list[pa.Array]] = [[] for _ in range(width)]
        numbers: list[int] = []
        kept: list[Row] = []
        for number, row in chain(head, source):
            cells = self._fitted(number, row, width)
            if cells is not None:
                numbers.append(number)
                kept.append(cells)
                if len(kept) == _CHUNK:
                    go_on()
                    check_length(len(numbers), self.file)
                    _append(pieces, kept)
                    kept = []
        if kept:
            _append(pieces, kept)
        return frame_of(self.header.names, pieces, numbers)

    def _look(self, head: Sequence[tuple[int, Row]]) -> None:
        """Decides from the first rows whether short rows are a habit of the file, and whether the header lacks
        the name of a first column of row names (as R writes it)."""
        width = len(self.header.names)
        rows = [r for _, r in head if any(not blank(c) for c in r)]
        short = sum(len(r) < width for r in rows)
        self.fill = self.options.get("ragged") == "repair" or (len(rows) > 3 and short > len(rows) / 2)
        longer = [r for r in rows if len(r) == width + 1]
        if len(rows) >= 2 and len(longer) == len(rows) and any(not blank(r[-1]) for r in rows):
            first = [r[0] for r in rows]
            if len(set(first)) == len(first) and not any(blank(c) for c in first):
                h = self.header
                name = "row name"
                while name in h.names:
                    name += "'"
                moved = {n: tuple(i + 1 for i in p) for n, p in h.duplicates.items()}
                self.header = replace(h, names=(name, *h.names), named=(True, *h.named), duplicates=moved)
                self.row_names = True
                self.problems.append(
                    Problem(
                        "one more cell in every row than in the header",
                        f"the first column holds row names, called “{name}”",
                        file=self.file,
                    )
                )

    def _fitted(self, number: int, row: Row, width: int) -> Row | None:
        width = len(self.header.names)
        n = len(row)
        if n == width:
            if any(row) and not all(map(blank, row)):
                return row
            self.blanks += 1
            return None
        if all(map(blank, row)):
            self.blanks += 1
            return None
        if n > width:
            if all(map(blank, row[width:])):
                self.shed += 1
                return row[:width]
            if self.options.get("ragged") == "repair":
                self._note(number, row, f"{n} cells under a header of {width}", "the last ones were joined into one")
                return [*row[: width - 1], ", ".join((c or "").strip() for c in row[width - 1 :])]
            self.held += 1
            self._note(number, row, f"{n} cells under a header of {width}", "held back: no value was moved")
            return None
        if self.fill:
            self._note(number, row, f"{n} cells under a header of {width}", "the missing ones at the end are blank")
            return [*row, *[None] * (width - n)]
        self.held += 1
        self._note(number, row, f"{n} cells under a header of {width}", "held back: no value was moved")
        return None

    def _note(self, number: int, row: Row, problem: str, action: str) -> None:
        seen = self.counts[problem, action] = self.counts.get((problem, action), 0) + 1
        if seen <= _LISTED:
            text = " ¦ ".join(c or "" for c in row)[:500]
            self.problems.append(Problem(problem, action, file=self.file, row=number, value=text))

    def summary(self) -> list[Problem]:
        out = list(self.problems)
        for (problem, action), n in self.counts.items():
            if n > _LISTED:
                out.append(Problem(f"{problem} (further rows)", action, file=self.file, count=n - _LISTED))
        if self.blanks:
            out.append(Problem("blank rows", "left out", file=self.file, count=self.blanks))
        if self.shed:
            out.append(Problem("a delimiter too many at the end of a row", "ignored", file=self.file, count=self.shed))
        return out


def _append(pieces: list[list[pa.Array]], rows: Sequence[Row]) -> None:
    while len(pieces) < len(rows[0]):
        pieces.append([])
    for piece, cells in zip(pieces, zip(*rows, strict=True), strict=True):
        piece.append(text_array(cells))


def text_array(cells: Sequence[str | None]) -> pa.Array:
    """Cells as text, blank ones missing; half characters (lone surrogates) become U+FFFD."""
    try:
        array = pa.array(cells, pa.large_string())
    except (UnicodeEncodeError, pa.ArrowInvalid):
        whole = [None if c is None else c.encode("utf-8", "replace").decode() for c in cells]
        array = pa.array(whole, pa.large_string())
    return without_blanks(array)


def without_blanks(array: Any) -> Any:
    """Cells that are empty or hold only spaces are missing. Chunk by chunk, since looking makes a copy."""
    if isinstance(array, pa.ChunkedArray):
        return pa.chunked_array([without_blanks(c) for c in array.chunks], array.type)
    empty = pc.equal(pc.utf8_trim_whitespace(array), "")
    if not pc.any(empty).as_py():
        return array
    return pc.if_else(empty, pa.scalar(None, array.type), array)


def frame_of(names: Sequence[str], pieces: Sequence[Sequence[pa.Array]], numbers: Sequence[int]) -> pd.DataFrame:
    """A table of text columns from their pieces, indexed by the rows' numbers in the file."""
    index = pd.Index(np.asarray(numbers, dtype="int64"), name="row")
    return text_frame(
        {n: pa.chunked_array(list(p), pa.large_string()) for n, p in zip(names, pieces, strict=False)}, index
    )


def text_frame(columns: Mapping[str, Any], index: pd.Index) -> pd.DataFrame:
    """A frame of `str` columns from Arrow text columns, without copying them."""
    dtype = pd.StringDtype("pyarrow", na_value=float("nan"))
    made = {n: pd.Series(pd.arrays.ArrowStringArray(c, dtype=dtype), index=index, name=n) for n, c in columns.items()}
    return pd.DataFrame(made, index=index, columns=list(columns)) if made else pd.DataFrame(index=index)
