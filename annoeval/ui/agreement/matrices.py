"""The two matrices of the page Agreement: rater by rater, and label by label of any two."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from annoeval.answers.agreement import in_cell
from annoeval.answers.scores import rater_name
from annoeval.charts.layout import Figure
from annoeval.charts.matrix import OTHER, beside, clicked, label_by_label, most_confused, rater_by_rater
from annoeval.evaluation.pairs import items_of_cell
from annoeval.study import Study
from annoeval.ui.agreement.choices import weighting
from annoeval.ui.choice import choose
from annoeval.ui.page import clicked_before, draw, is_narrow, quiet, room, section
from annoeval.ui.results import result
from annoeval.ui.tables import downloads
from annoeval.words import count

MOST_LABELS = 10


@dataclass(frozen=True)
class Picked:
    """What was clicked: two raters, and the items of a cell where one was clicked. words: what the items are.

    shown: the two whose labels stand in the matrix."""

    raters: tuple[str, ...] = ()
    items: tuple[str, ...] | None = None
    words: str = ""
    shown: tuple[str, str] | None = None


def matrices(study: Study, pairs: pd.DataFrame, dimension: str, first: tuple[str, str] | None = None) -> Picked:
    """Both, side by side; gives a clicked cell's items, else the pair clicked.

    pairs: those of the dimension. first: the pair whose labels are shown until another is chosen."""
    left, right = st.columns(2, gap="large")
    with left, _head("_pairs"):
        section("Rater by rater")
        weights = weighting(pairs)
    name = f"pairs_{dimension}_{weights}"
    couple = clicked(clicked_before(name))
    with right, _head("_labels"):
        two = _chosen(pairs, couple, first)
        shares = choose("show", {"counts": "Counts", "shares": "Shares"}, "Counts or shares") == "shares"
    figures = [rater_by_rater(pairs[pairs["weights"] == weights], room(half=True))]
    confusion = result(study, "confusion", dimension=dimension, raters=two)
    scale = study.dimensions[dimension]
    kept: list[object] = []
    if len(confusion):
        shown, kept = most_confused(confusion, MOST_LABELS)
        figures.append(label_by_label(shown, scale, shares, room(half=True)))
    figures = figures if is_narrow() else beside(*figures)
    with left:
        draw(figures[0], name, click=True)
    with right:
        if confusion.empty:
            quiet("Numbers and sets of labels have no table of labels; the items on which the two differ stand below.")
            return Picked(couple or (), shown=two)
        return _cell(study, dimension, confusion, kept, figures[1], couple, two)


def _head(key: str) -> DeltaGenerator:
    """The line above a matrix, equally high above both."""
    return st.container(
        horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", key=f"ae_over{key}"
    )


def _chosen(pairs: pd.DataFrame, couple: tuple[str, str] | None, first: tuple[str, str] | None) -> tuple[str, str]:
    """The two whose labels are shown: the pair clicked last, or the one chosen from the list."""
    couples = {
        f"{rater_name(a)} and {rater_name(b)}": (a, b)
        for a, b in pairs[["rater_a", "rater_b"]].drop_duplicates().itertuples(index=False, name=None)
    }
    _follow(couple, {pair: name for name, pair in couples.items()})
    if len(couples) == 1:
        section("Label by label")
    default = next((name for name, pair in couples.items() if pair == first), None)
    return couples[choose("pair", {name: name for name in couples}, "Two raters", default, tabs=False)]


def _cell(
    study: Study,
    dimension: str,
    confusion: pd.DataFrame,
    kept: Sequence[object],
    figure: Figure,
    couple: tuple[str, str] | None,
    two: tuple[str, str],
) -> Picked:
    """Draws the labels of two raters, the most confused of which are `kept`; what was clicked there."""
    scale = study.dimensions[dimension]
    rows, columns = str(confusion["rater_rows"].iloc[0]), str(confusion["rater_columns"].iloc[0])
    cell = clicked(draw(figure, f"confusion_{dimension}_{rows}_{columns}", click=True))
    labels = list(dict.fromkeys([*confusion["label_rows"], *confusion["label_columns"]]))
    if len(labels) > len(kept):
        quiet(f"The {MOST_LABELS} most confused of {count(len(labels), 'label')}; figures count all of them.")
        _whole(confusion, dimension)
    cell = _kept(cell, [*labels, OTHER])
    if not cell:
        return Picked(couple or (), shown=two)
    rest = [label for label in labels if label not in kept]
    row, column = cell
    items = items_of_cell(study, dimension, rows, columns, _labels(row, rest), _labels(column, rest))
    words = in_cell(rows, columns, _said(scale.describe(row), row), _said(scale.describe(column), column))
    return Picked((rows, columns), tuple(items), words, two)


def _kept(cell: tuple[Any, Any] | None, labels: Sequence[Any]) -> tuple[Any, Any] | None:
    """The clicked cell, kept in the address, so that a link opens it again; a second click takes it out."""
    if cell:
        st.query_params["cell"] = json.dumps(list(cell))
        st.session_state["_cell"] = True
        return cell
    if st.session_state.pop("_cell", False):
        st.query_params.pop("cell", None)
        return None
    try:
        row, column = json.loads(st.query_params.get("cell", "null"))
    except (TypeError, ValueError):
        return None
    return (row, column) if row in labels and column in labels else None


def _labels(label: Any, rest: Sequence[Any]) -> list[Any]:
    return list(rest) if label == OTHER else [label]


def _said(described: str, label: Any) -> str:
    return "another label" if label == OTHER else f"“{described}”"


def _follow(couple: tuple[str, str] | None, names: dict[tuple[str, str], str]) -> None:
    """A click on a pair opens its labels; the list may then choose another."""
    if couple == st.session_state.get("_pair_clicked"):
        return
    st.session_state["_pair_clicked"] = couple
    if couple in names:
        st.query_params["pair"] = names[couple]


def _whole(confusion: pd.DataFrame, dimension: str) -> None:
    """The full matrix as a file, since no screen holds hundreds of labels."""
    some = confusion[confusion["n"] > 0].sort_values("n", ascending=False, kind="stable")
    downloads(some, f"confusion_{dimension}")
