"""A figure's key stands inside it, so that a saved picture says what its marks mean."""

from annoeval.charts.layout import HALF, PHONE, WHOLE, base
from annoeval.charts.legend import GAP, LINE, with_key


def test_a_key_adds_no_data_and_takes_its_own_room():
    figure = base(200, [{"type": "scatter", "x": [1], "y": [1]}])
    made = with_key(figure, [("ai", "model-a"), ("ai 1", "model-b"), ("line human", "95 % interval")])
    assert [t["name"] for t in made["data"] if t["showlegend"]] == ["model-a", f"model-b{GAP}", "95 % interval"]
    assert all(t["x"] == [None] for t in made["data"][1:])
    assert made["layout"]["height"] > 200
    assert with_key(figure, []) is figure


def test_raters_of_one_role_share_its_colour_and_differ_in_their_mark():
    made = with_key(base(200, []), [("ai", "model-a"), ("ai 1", "model-b")])
    first, second = (t["marker"] for t in made["data"])
    assert first["line"]["color"] == second["line"]["color"] == "@ai"
    assert first["symbol"] != second["symbol"]


def test_a_key_takes_more_lines_where_it_has_less_width():
    entries = [("human", "twelve marks")] * 3
    alone, phone = (with_key(base(200, []), entries, width)["layout"]["height"] for width in (WHOLE, PHONE))
    assert phone == alone + LINE


def test_a_key_that_does_not_fit_beside_another_figure_has_room_for_a_line_each():
    long = [("human", "share right, larger for more answers"), ("band", "95 % band"), ("dots", "honest confidence")]
    one, three = (with_key(base(340, []), keys, HALF)["layout"]["height"] for keys in (long[1:2], long))
    assert three - one == 2 * LINE
