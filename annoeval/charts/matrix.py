"""Matrices: raters by raters, labels by labels; every cell says its number and leads to its items."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

import pandas as pd

from annoeval.answers.scores import rater_name
from annoeval.charts.colour import on_ramp
from annoeval.charts.layout import HALF, LETTER, Figure, base, note, text
from annoeval.conclusions import OPEN
from annoeval.scale import Scale
from annoeval.words import count, interval, missing, number, percent

BELOW = 4  # pixels below the cells
MOST_TEXT = 12  # rows or columns up to which every cell carries its lines


@dataclass(frozen=True)
class Cell:
    """share: 0–1 on the ramp, None leaves it uncoloured. lines: the number, then what stands below it.
    key: the row's and the column's name, which a click gives as JSON (`clicked`)."""

    share: float | None
    lines: Sequence[str]
    key: Sequence[Any]
    hover: str
    bold: bool = True


def matrix(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Mapping[tuple[int, int], Cell],
    row_title: str = "",
    column_title: str = "",
    legend: Sequence[str] = (),
    height: int = 0,
    width: int = HALF,
) -> Figure:
    """The matrix; missing cells stay empty, those of the first row hold the legend. A click gives a cell's key.

    height: pixels of a matrix with names of one line. width: pixels it may count on; lines that cells of this width
    don't hold are smaller, or only under the mouse."""
    height = height or max(246, 44 * len(rows) + 44)
    names = max((len(text(r, 18)) for r in rows), default=0)
    left = min(160, 14 + 7 * names) + (24 if row_title else 0)
    wide = (width - left) / max(len(columns), 1)
    above = _above(columns, int(wide / LETTER))
    longest = max((len(text(c, 18)) for c in columns), default=0)
    lines = max((name.count("<br>") + 1 for name in above), default=1)
    top = (10 + 18 * lines if above else 14 + 7 * longest) + (18 if column_title else 0)
    height += top - 44
    z = [[None if (c := cells.get((i, j))) is None else c.share for j in range(len(columns))] for i in range(len(rows))]
    large = max(len(rows), len(columns)) <= 4
    notes = []
    few = max(len(rows), len(columns)) <= MOST_TEXT
    small = _small(cells.values(), wide) if large else None
    if few:
        for (i, j), cell in cells.items():
            notes += _lines(cell, i, j, large, wide, small)
    free = [j for j in range(len(columns)) if (0, j) not in cells]
    if legend and free and large:
        body = "<br>".join(text(part, 40) for part in (legend if small else legend[:1]))
        notes.append(note(body, (free[0] + free[-1]) / 2, 0, anchor="center", paper=""))
    if column_title:
        notes.append(
            {
                **note(text(column_title, 40), 0.5, 1, anchor="center", paper="xy"),
                "yanchor": "bottom",
                "yshift": top - 18,
            }
        )
    if row_title:
        notes.append(
            {**note(text(row_title, 40), 0, 0.5, anchor="center", paper="xy"), "textangle": -90, "xshift": -(left - 12)}
        )
    heat: Figure = {
        "type": "heatmap",
        "z": z,
        "colorscale": "@ramp",
        "zmin": 0,
        "zmax": 1,
        "showscale": False,
        "xgap": 3,
        "ygap": 3,
        "hoverinfo": "skip",
    }
    # three marks a cell, since a mark is as wide as it is high and a cell is wider
    places = [(i, j, j + aside) for i, j in cells for aside in ((-0.33, 0, 0.33) if few else (0,))]
    side = _side(height - top - BELOW, len(rows))
    clicks: Figure = {
        "type": "scatter",
        "mode": "markers",
        "x": [x for _, _, x in places],
        "y": [i for i, _, _ in places],
        "customdata": [[json.dumps(list(cells[i, j].key))] for i, j, _ in places],
        "hovertext": [cells[i, j].hover for i, j, _ in places],
        "hoverinfo": "text",
        "marker": {"symbol": "square", "size": side if few else 14, "color": "rgba(0,0,0,0)"},
        "selected": {"marker": {"opacity": 0}},
        "unselected": {"marker": {"opacity": 0}},
    }
    axis = {"tickfont": {"size": 14 if large else 13, "color": "@ink"}}
    return base(
        height,
        [heat, clicks],
        annotations=notes,
        margin={"l": left, "r": 0, "t": top, "b": BELOW, "pad": 6},
        xaxis={
            **axis,
            "side": "top",
            "tickvals": list(range(len(columns))),
            "ticktext": above or [text(c, 18) for c in columns],
            "tickangle": 0 if above or not columns else -90,
            "range": [-0.5, len(columns) - 0.5],
        },
        yaxis={
            **axis,
            "tickvals": list(range(len(rows))),
            "ticktext": [text(r, 18) for r in rows],
            "range": [len(rows) - 0.5, -0.5],
        },
    )


def _side(cells: float, rows: int) -> int:
    """Pixels of a click's mark, where `rows` rows of cells are `cells` pixels high."""
    return max(10, min(70, round(cells / max(rows, 1)) - 4))


def beside(*matrices: Figure) -> list[Figure]:
    """Matrices for one row of a page: the cells of all begin and end on the same lines."""
    top = max(m["layout"]["margin"]["t"] for m in matrices)
    cells = max(m["layout"]["height"] - m["layout"]["margin"]["t"] - BELOW for m in matrices)
    found = []
    for one in matrices:
        layout, (heat, clicks) = one["layout"], one["data"]
        few = max(len(layout[axis]["tickvals"]) for axis in ("xaxis", "yaxis")) <= MOST_TEXT
        size = _side(cells, len(layout["yaxis"]["tickvals"])) if few else clicks["marker"]["size"]
        margin = {**layout["margin"], "t": top}
        layout = {**layout, "height": top + cells + BELOW, "margin": margin}
        found.append({"data": [heat, {**clicks, "marker": {**clicks["marker"], "size": size}}], "layout": layout})
    return found


def _above(columns: Sequence[str], letters: int) -> list[str]:
    """The columns' names in lines of so many letters, broken between words; none where a word is longer: then names
    that would run into each other stand upright."""
    broken = [wrap(name, max(letters, 4), max_lines=3, placeholder=" …", break_long_words=False) for name in columns]
    if any(len(part) > letters for lines in broken for part in lines):
        return []
    return ["<br>".join(text(part, letters) for part in lines) for lines in broken]


def _small(cells: Iterable[Cell], wide: float) -> tuple[int, str] | None:
    """How the lines below the numbers are set so that all cells hold them alike: their size, and what an interval's
    " to " becomes; None where cells are too narrow."""
    parts = [part for cell in cells for part in cell.lines[1:]]
    for size, to in ((13, " to "), (11, " to "), (11, " to<br>")):
        longest = max((len(line) for part in parts for line in part.replace(" to ", to).split("<br>")), default=0)
        if (LETTER - 0.5) * longest * size / 13 <= wide:
            return size, to
    return None


def _lines(cell: Cell, i: int, j: int, large: bool, wide: float, small: tuple[int, str] | None) -> list[Figure]:
    role = on_ramp(cell.share or 0).removeprefix("@")
    high = 22 if large and len(cell.lines) > 1 else 16 if 10 * len(cell.lines[0]) <= wide else 12
    first = note(cell.lines[0], j, i, role=role, size=high, anchor="center", paper="", bold=cell.bold)
    if len(cell.lines) == 1 or small is None:
        return [first]
    size, to = small
    body = "<br>".join(cell.lines[1:]).replace(" to ", to)
    rest = note(body, j, i, role=role, size=size, anchor="center", paper="")
    if "<br>" not in to:
        return [{**first, "yshift": 17}, {**rest, "yshift": -15}]
    return [{**first, "yshift": 23, "font": {**first["font"], "size": 18}}, {**rest, "yshift": -11}]


def clicked(chosen: Sequence[Any]) -> tuple[Any, Any] | None:
    """The row's and the column's name of the cell that was clicked; None where none was."""
    if not chosen:
        return None
    row, column = json.loads(chosen[0])
    return row, column


def rater_by_rater(pairs: pd.DataFrame, width: int = HALF) -> Figure:
    """Agreement of every two raters. pairs: rows of one dimension and one weighting; a click gives the two names."""
    weighted = bool(len(pairs)) and pairs["weights"].iloc[0] != "none"
    raters = list(dict.fromkeys([*pairs["rater_a"], *pairs["rater_b"]]))
    found = {}
    for pair in pairs.itertuples():
        a, b = sorted((pair.rater_a, pair.rater_b), key=raters.index)
        kappa = None if missing(pair.kappa) else float(pair.kappa)
        said = f"<b>{text(rater_name(a), 60)} and {text(rater_name(b), 60)}</b><br>κ {number(kappa)}"
        said += f" ({interval(pair.low, pair.high)})<br>{count(int(pair.n), 'item')} both rated"
        said += f"<br>{text(pair.reason, 90)}" if kappa is None and not missing(pair.reason) else ""
        said += f"<br>{count(int(pair.open), 'tie')} left open" if pair.open else ""
        lines = [number(kappa), interval(pair.low, pair.high), f"n {int(pair.n):,}"]
        shade = None if kappa is None else max(0.0, min(1.0, kappa))
        found[b, a] = Cell(shade, lines, [pair.rater_a, pair.rater_b], said)
    rows = [r for r in raters if any(r == row for row, _ in found)]
    columns = [r for r in raters if any(r == column for _, column in found)]
    cells = {(rows.index(row), columns.index(column)): cell for (row, column), cell in found.items()}
    return matrix(
        [rater_name(r) for r in rows],
        [rater_name(c) for c in columns],
        cells,
        legend=["weighted κ" if weighted else "κ", "95 % CI", "items both rated"],
        height=max(262, (74 if len(rows) <= 4 else 64) * len(rows) + 44),
        width=width,
    )


OTHER = "other labels"


def _plain(label: Any) -> Any:
    return label.item() if hasattr(label, "item") else label


def most_confused(confusion: pd.DataFrame, most: int = 10) -> tuple[pd.DataFrame, list[object]]:
    """A confusion table of many labels cut to the `most` most confused, the rest as one; and the labels kept.

    Labels are ranked by the items on which the raters part over them, then by how often they are used.
    """
    apart = confusion[confusion["label_rows"] != confusion["label_columns"]]
    used = (
        confusion.groupby("label_rows", sort=False)["n"]
        .sum()
        .add(confusion.groupby("label_columns", sort=False)["n"].sum(), fill_value=0)
    )
    parted = (
        apart.groupby("label_rows", sort=False)["n"]
        .sum()
        .add(apart.groupby("label_columns", sort=False)["n"].sum(), fill_value=0)
    )
    order = pd.DataFrame({"parted": parted.reindex(used.index, fill_value=0), "used": used})
    if len(order) <= most + 1:
        return confusion, list(order.index)
    kept = list(order.sort_values(["parted", "used"], ascending=False, kind="stable").index[:most])
    cut = confusion.assign(
        label_rows=confusion["label_rows"].where(confusion["label_rows"].isin(kept), OTHER),
        label_columns=confusion["label_columns"].where(confusion["label_columns"].isin(kept), OTHER),
    )
    keys = ["rater_rows", "rater_columns", "label_rows", "label_columns"]
    summed = cut.groupby(keys, sort=False)["n"].sum()
    first = confusion.iloc[0]
    labels = [*kept, OTHER]
    every = pd.MultiIndex.from_product([[first["rater_rows"]], [first["rater_columns"]], labels, labels], names=keys)
    return summed.reindex(every, fill_value=0).reset_index(), kept


def label_by_label(confusion: pd.DataFrame, scale: Scale, shares: bool = False, width: int = HALF) -> Figure:
    """Labels of two raters against each other. confusion: rows of one dimension and two raters.

    shares: of the row rater's label instead of counts. A click gives the two labels.
    """
    labels = list(dict.fromkeys([*confusion["label_rows"], *confusion["label_columns"]]))
    if scale.categories:
        labels = [c for c in scale.categories if c in labels] + [c for c in labels if c not in scale.categories]
    across = [label for label in labels if label != OPEN or OPEN in set(confusion["label_columns"])]
    down = [label for label in labels if label != OPEN or OPEN in set(confusion["label_rows"])]
    rest = (confusion["label_rows"] == OTHER) & (confusion["label_columns"] == OTHER)
    top = float(confusion.loc[~rest, "n"].max() or 1) if (~rest).any() else 1.0
    totals = confusion.groupby("label_rows")["n"].sum()
    row_rater, column_rater = str(confusion["rater_rows"].iloc[0]), str(confusion["rater_columns"].iloc[0])
    cells = {}
    for c in confusion.itertuples():
        i, j, n = down.index(c.label_rows), across.index(c.label_columns), int(c.n)
        share = n / totals[c.label_rows] if totals[c.label_rows] else 0.0
        said = percent(share) if shares else f"{n:,}"
        who = text(rater_name(row_rater), 40), text(rater_name(column_rater), 40)
        hover = f"{who[0]}: {text(scale.describe(down[i]), 40)}<br>{who[1]}: {text(scale.describe(across[j]), 40)}"
        cells[i, j] = Cell(
            share if shares else min(n / top, 1.0),
            [said if n else "–"],
            [_plain(c.label_rows), _plain(c.label_columns)],
            f"<b>{count(n, 'item')}</b><br>{hover}",
            bold=c.label_rows == c.label_columns,
        )
    return matrix(
        [scale.describe(label) for label in down],
        [scale.describe(label) for label in across],
        cells,
        f"{rater_name(row_rater)} said",
        f"{rater_name(column_rater)} said",
        height=max(246, 44 * len(down) + 60),
        width=width,
    )
