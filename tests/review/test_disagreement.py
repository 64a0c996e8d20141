"""How far apart answers are does not depend on the kind of scale: 0 for the same, 1 for as far as can be."""

import pandas as pd
import pytest

from annoeval.review.disagreement import disagreement
from annoeval.scale import Scale


def apart(scale, given=None, **answers):
    rows = [(item, value) for item, values in answers.items() for value in values]
    frame = pd.DataFrame(rows, columns=["item_id", "value"])
    return disagreement(scale, frame, None if given is None else pd.Series(given)).round(4).to_dict()


def test_numbers_by_their_spread_over_the_scales_range():
    assert apart(Scale("interval", bounds=(0.0, 10.0)), a=[2, 7], b=[3, 3], c=[0, 4, 10]) == {"a": 0.5, "b": 0, "c": 1}


def test_numbers_without_limits_by_their_spread_over_all_that_was_answered():
    scale = Scale("ratio")
    assert apart(scale, a=[100, 300], b=[100, 150]) == {"a": 1, "b": 0.25}
    assert apart(scale, given=[0, 1000, 100, 300], a=[100, 300]) == {"a": 0.2}
    assert apart(scale, a=[5, 5]) == {"a": 0}


def test_steps_that_are_numbers_by_their_distance():
    assert apart(Scale("ordinal", (0, 1, 2)), a=[0, 2], b=[1, 2]) == {"a": 1, "b": 0.5}


def test_sets_by_the_labels_they_do_not_share():
    sets = {"a": ['["cat"]', '["dog"]'], "b": ['["cat", "dog"]', '["dog"]'], "c": ["[]", "[]"]}
    assert apart(Scale("set"), **sets) == {"a": 1, "b": 0.5, "c": 0}


def test_several_sets_by_the_mean_of_all_pairs():
    assert apart(Scale("set"), a=['["cat"]', '["cat"]', '["dog"]']) == {"a": pytest.approx(2 / 3, abs=1e-4)}


def test_texts_by_the_share_of_characters_that_differ():
    texts = {"a": ["bird", "bard"], "b": ["bird", ""], "c": ["same", "same"]}
    assert apart(Scale("text"), **texts) == {"a": 0.25, "b": 1, "c": 0}


def test_labels_without_an_order_by_how_many_there_are():
    found = apart(Scale("nominal", ("x", "y", "z")), a=["x", "y", "z"], b=["x", "y"], c=["x", "x"])
    assert found == {"a": pytest.approx(2 / 3, abs=1e-4), "b": 0.5, "c": 0}


def test_one_answer_alone_disagrees_with_nothing():
    assert apart(Scale("text"), a=["x"]) == {"a": 0}
    assert apart(Scale("set"), a=['["x"]'], b=['["x"]', '["y"]']) == {"a": 0, "b": 1}
