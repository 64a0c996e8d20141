"""Charts of a comparison: labels have room."""

import pandas as pd

from annoeval.charts.comparison import spread


def shares(*labels):
    return pd.DataFrame({"side": "a", "label": labels, "key": labels, "n": 1, "share": 0.5})


def test_many_labels_stand_upright_above_the_axis_title_and_few_lie():
    few, many = (
        spread(shares(*labels), {"a": "x", "b": "y"}, "Title")["layout"]
        for labels in (("0", "1", "2"), [f"0.0{n}–0.1{n}" for n in range(10)])
    )
    assert (few["xaxis"]["tickangle"], many["xaxis"]["tickangle"]) == (0, -90)
    assert many["margin"]["b"] > few["margin"]["b"] + 40
