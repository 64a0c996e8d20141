"""Matrices: every cell with its number, many labels cut to the most confused."""

import json

import pandas as pd

from annoeval.charts.matrix import OTHER, Cell, beside, clicked, label_by_label, matrix, most_confused, rater_by_rater
from annoeval.scale import Scale


def confusion(*cells):
    frame = pd.DataFrame(cells, columns=["label_rows", "label_columns", "n"])
    return frame.assign(rater_rows="Ana", rater_columns="ai")[
        ["rater_rows", "rater_columns", "label_rows", "label_columns", "n"]
    ]


def texts(figure):
    return [a["text"] for a in figure["layout"]["annotations"]]


def test_zero_is_a_dash_and_axes_are_named():
    figure = label_by_label(confusion(("a", "a", 3), ("a", "b", 0), ("b", "a", 1), ("b", "b", 2)), Scale("nominal"))
    said = texts(figure)
    assert "–" in said
    assert {"Ana said", "AI said"} <= set(said)


def test_shares_are_of_the_row():
    cells = confusion(("a", "a", 3), ("a", "b", 1), ("b", "a", 0), ("b", "b", 2))
    assert "75 %" in " ".join(texts(label_by_label(cells, Scale("nominal"), shares=True)))


def test_the_most_confused_labels_stay_and_the_rest_is_one():
    cells = [(f"l{i}", f"l{i}", 5) for i in range(30)] + [("l7", "l8", 9), ("l3", "l7", 4)]
    cut, kept = most_confused(confusion(*cells), 3)
    assert kept == ["l7", "l8", "l3"]
    assert cut["n"].sum() == 30 * 5 + 13
    assert cut.set_index(["label_rows", "label_columns"]).loc[(OTHER, OTHER), "n"] == 27 * 5


def test_few_labels_are_not_cut():
    cells = confusion(("a", "b", 1), ("b", "a", 2))
    assert most_confused(cells, 10)[0] is cells


def test_a_click_names_row_and_column():
    pairs = pd.DataFrame(
        {
            "rater_a": ["Ana"],
            "rater_b": ["Ben"],
            "weights": ["none"],
            "n": [9],
            "kappa": [0.5],
            "low": [0.2],
            "high": [0.8],
            "reason": [""],
        }
    )
    figure = rater_by_rater(pairs.assign(open=0))
    assert clicked(figure["data"][1]["customdata"][0]) == ("Ana", "Ben")
    assert clicked([]) is None
    assert json.dumps(figure)


def test_an_undefined_kappa_is_a_dash_with_its_reason_on_hover():
    pairs = pd.DataFrame(
        {
            "rater_a": ["Ana"],
            "rater_b": ["Ben"],
            "weights": ["none"],
            "n": [0],
            "kappa": [None],
            "low": [None],
            "high": [None],
            "reason": ["no item was rated by both"],
        }
    )
    figure = rater_by_rater(pairs.assign(open=0))
    assert "<b>–</b>" in texts(figure)
    assert "no item was rated by both" in figure["data"][1]["hovertext"][0]


def test_three_lines_fit_a_cell_and_the_legend_stands_in_the_empty_half():
    raters = [f"rater {i}" for i in range(5)]
    rows = [(a, b, "none", 9, 0.5, 0.2, 0.8, "") for i, a in enumerate(raters) for b in raters[i + 1 :]]
    pairs = pd.DataFrame(rows, columns=["rater_a", "rater_b", "weights", "n", "kappa", "low", "high", "reason"])
    layout = rater_by_rater(pairs.assign(open=0))["layout"]
    assert (layout["height"] - layout["margin"]["t"] - layout["margin"]["b"]) / 4 >= 68
    legend = next(a for a in layout["annotations"] if "items both rated" in a["text"])
    assert (legend["x"], legend["y"]) == (2.0, 0)


def two_by_two(*names, title=""):
    cells = {
        (i, j): Cell(0.5, ["0.50", "−0.08 to 0.77", "n 40"], [i, j], "") for i in range(2) for j in range(len(names))
    }
    return matrix(["a", "b"], names, cells, column_title=title)


def test_matrices_beside_each_other_begin_and_end_on_the_same_lines():
    low, high = beside(two_by_two("Ana", "Ben"), matrix(list("abcdefgh"), list("abcdefgh"), {}, "said", "said"))
    ends = [(f["layout"]["margin"]["t"], f["layout"]["height"] - f["layout"]["margin"]["b"]) for f in (low, high)]
    assert ends[0] == ends[1]
    assert low["data"][1]["marker"]["size"] > high["data"][1]["marker"]["size"]


def test_one_long_name_is_broken_between_words_and_turns_no_other():
    axis = two_by_two("Ana", "Ben", "Chi", "Majority of people")["layout"]["xaxis"]
    assert axis["tickangle"] == 0
    assert axis["ticktext"][-1] == "Majority of<br>people"


def test_a_word_longer_than_its_cell_turns_the_names():
    assert two_by_two(*["annotator_one_hundred"] * 6)["layout"]["xaxis"]["tickangle"] == -90


def small_lines(width, *lines):
    cells = {(0, j): Cell(0.5, ["0.50", line], [0, j], "") for j, line in enumerate(lines)}
    found = matrix(["a"], ["b"] * len(lines), cells, width=width)["layout"]["annotations"]
    return [(a["font"]["size"], "<br>" in a["text"]) for a in found if "0.77" in a["text"]]


def test_what_a_cell_is_too_narrow_for_is_smaller_or_broken_or_only_under_the_mouse():
    found = [small_lines(width, *["−0.08 to 0.77"] * 4) for width in (420, 360, 260, 120)]
    assert found == [[(13, False)] * 4, [(11, False)] * 4, [(11, True)] * 4, []]


def test_all_cells_of_a_matrix_say_as_much_as_the_one_with_the_most_letters():
    assert small_lines(360, "0.50–0.77", "0.51–0.77", "0.52–0.77", "−0.08 to 0.77") == [(11, False)] * 4


def test_a_number_that_a_cell_is_too_narrow_for_is_smaller():
    sizes = {}
    for columns in (2, 12):
        cells = {(0, j): Cell(0.5, ["134"], [0, j], "") for j in range(columns)}
        notes = matrix(["a"], ["b"] * columns, cells, width=340)["layout"]["annotations"]
        sizes[columns] = {a["font"]["size"] for a in notes}
    assert sizes == {2: {16}, 12: {12}}
