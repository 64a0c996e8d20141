"""Pairs of drawn objects made and broken by hand: events that can be undone, and scores that follow."""

import json

import pytest

from annoeval import evaluate
from annoeval.problem import AnnoevalError
from annoeval.review import rubric
from annoeval.review.store import Store


def coco(*boxes):
    return json.dumps(
        {
            "images": [{"id": 1, "file_name": "a.png", "width": 99, "height": 99}],
            "categories": [{"id": 1, "name": "car"}],
            "annotations": [{"id": n, "image_id": 1, "category_id": 1, "bbox": b} for n, b in enumerate(boxes, 1)],
        }
    ).encode()


@pytest.fixture
def store(tmp_path):
    return Store(home=tmp_path)


@pytest.fixture
def id(store):
    return store.add_study([("truth.json", coco([0, 0, 10, 10])), ("anna.json", coco([4, 0, 10, 10]))])


def outcomes(store, id):
    return evaluate(store.study(id))["matches"]["outcome"].tolist()


def test_a_pair_made_by_hand_counts_until_it_is_undone(store, id):
    assert outcomes(store, id) == ["missed", "extra"]  # IoU 3/7 is below the gate
    event = store.pair(id, "anna/a.png/1", "truth/a.png/1", reviewer="Ada", note="the same car")
    assert event.detail == {"object": "anna/a.png/1", "partner": "truth/a.png/1"}
    assert outcomes(store, id) == ["matched"]
    assert store.study(id).ratings.query("rater == 'recommended'")["signal"].tolist() == pytest.approx([3 / 7])
    store.undo(id, "Ada")
    assert outcomes(store, id) == ["missed", "extra"]
    store.redo(id, "Ada")
    assert outcomes(store, id) == ["matched"]
    store.pair(id, "anna/a.png/1", "", reviewer="Ada")
    assert outcomes(store, id) == ["missed", "extra"]


def test_a_pair_of_an_object_that_is_not_there_is_refused_and_a_token_counts_once(store, id):
    with pytest.raises(AnnoevalError, match="no item"):
        store.pair(id, "anna/a.png/9", None, reviewer="Ada")
    first = store.pair(id, "anna/a.png/1", None, reviewer="Ada", token="t")
    assert store.pair(id, "anna/a.png/1", None, reviewer="Ada", token="t") == first


def test_changed_rules_are_a_version_and_the_study_stays_the_same(store, id):
    now = rubric.of(store.database, id)
    rubric.edit(store.database, id, rubric.Rubric(rules={"gate": 0.3}), "Ada")
    assert outcomes(store, id) == ["matched"]
    assert rubric.of(store.database, id).version == now.version + 1
    assert len(store.studies()) == 1
