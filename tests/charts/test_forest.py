"""Forest plots: names, marks and numbers have places of their own."""

import pytest

from annoeval.charts.forest import NO_RATER, Axis, Mark, Row, forest, mark_style


def rows(marks):
    return [Row(name, [Mark(0.5, 0.1, 0.9, "ai", nth=n) for n in range(marks)], ["0.50"]) for name in ("a", "b", "c")]


def pixels(figure, y):
    """How far below the figure's upper edge a value stands."""
    layout = figure["layout"]
    low, high = layout["yaxis"]["range"]
    margin = layout["margin"]
    return margin["t"] + (high - y) / (high - low) * (layout["height"] - margin["t"] - margin["b"])


@pytest.mark.parametrize("marks", [1, 2, 4])
def test_on_a_phone_a_name_stands_above_its_marks_and_below_those_of_the_row_before(marks):
    figure = forest(rows(marks), ["Mean"], Axis(0, 1), narrow=True)
    names = [pixels(figure, a["y"]) for a in figure["layout"]["annotations"] if a["text"] in ("a", "b", "c")]
    points = sorted(pixels(figure, y) for t in figure["data"] if t["mode"] == "markers" for y in t["y"])
    letters, mark = 14 / 2, 11 / 2
    for n, name in enumerate(names):
        own, before = points[n * marks : (n + 1) * marks], points[: n * marks]
        assert name + letters < own[0] - mark
        assert all(other + mark < name - letters for other in before)
    assert names[0] - letters >= 0
    assert points[-1] + mark < figure["layout"]["height"] - figure["layout"]["margin"]["b"]


def test_on_a_phone_the_words_at_the_ends_of_the_axis_stay_inside():
    figure = forest(rows(1), ["Mean"], Axis(0, 2, {0: "Incorrect", 1: "Partial", 2: "Accurate"}), narrow=True)
    words = {a["text"]: a["xanchor"] for a in figure["layout"]["annotations"]}
    assert (words["Incorrect"], words["Partial"], words["Accurate"]) == ("left", "center", "right")


def test_the_columns_of_numbers_stand_right_of_the_plot_and_are_aligned_to_the_right():
    figure = forest(rows(1), ["Mean"], Axis(0, 1))
    cells = [a for a in figure["layout"]["annotations"] if a["text"] in ("Mean", "0.50")]
    assert len(cells) == 4
    assert {(a["xanchor"], a["x"]) for a in cells} == {("right", 1)}
    assert figure["layout"]["xaxis"]["domain"][1] < 1


def test_on_a_phone_no_letter_of_a_name_stands_on_a_line():
    made = [Row(n, [Mark(0.5, 0.1, 0.9)], ["0.50"], total=n == "all") for n in ("all", "x", "y")]
    figure = forest(made, ["Mean"], Axis(0, 1), narrow=True)
    names = [a for a in figure["layout"]["annotations"] if a["text"].strip("</b>") in ("all", "x", "y")]
    assert [a["bgcolor"] for a in names] == ["@page"] * 3
    half = 14 * 0.65 + 1
    rules = [pixels(figure, s["y0"]) for s in figure["layout"]["shapes"] if s["y0"] == s["y1"]]
    assert rules
    assert all(abs(pixels(figure, a["y"]) - rule) >= half for a in names for rule in rules)


def test_a_reference_beside_raters_is_told_from_an_ais_by_its_shape():
    assert mark_style("reference", NO_RATER)["symbol"] not in {mark_style("ai", n)["symbol"] for n in range(3)}
