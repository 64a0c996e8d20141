"""Work that many equal rows share."""

import numpy as np
import pandas as pd

from annoeval.scoring.repeats import Repeated, once


def test_equal_rows_are_worked_out_once_and_each_row_takes_its_own():
    asked = []
    made = once(lambda a, b: asked.append((a, b)) or f"{a}{b}", pd.Series(["x", "y", "x", "x"]), np.array([1, 1, 1, 2]))
    assert asked == [("x", 1), ("y", 1), ("x", 2)]
    assert list(made) == ["x1", "y1", "x1", "x2"]


def test_a_missing_cell_is_a_cell_of_its_own():
    made = once(lambda a: "none" if pd.isna(a) else a, pd.Series(["x", None, "", None], dtype="str"))
    assert list(made) == ["x", "none", "", "none"]
    assert len(made.once) == 3


def test_columns_are_told_apart_whatever_stands_where():
    made = once(lambda a, b: (a, b), pd.Series(["x", "y"]), pd.Series(["y", "x"]))
    assert list(made) == [("x", "y"), ("y", "x")]


def test_without_rows_nothing_is_worked_out():
    assert list(once(lambda a: 1 / 0, pd.Series([], dtype="str"))) == []


def test_what_follows_from_equal_things_is_one_object():
    made = Repeated(["a", "b"], np.array([0, 1, 0]))
    cells = made.array(lambda thing: [thing])
    assert cells[0] is cells[2]
    assert made.array(lambda thing: {"a": 1.0, "b": None}[thing], "float64").tolist()[:1] == [1.0]
    assert list(made.each(str.upper)) == ["A", "B", "A"]
    assert list(made[1:]) == ["b", "a"]


def test_things_one_a_row_are_their_own_distinct_ones():
    assert list(Repeated.of([3, 3])) == [3, 3]
