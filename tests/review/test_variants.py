"""Forms of answers that people accept once for all, as events that can be undone."""

import pytest

from annoeval.review.store import Store

FILE = b"""image_id,target_idiom,annotator_id,response_raw,is_correct
1,break the ice,A1,breaking the ice,1
1,break the ice,A2,to break ice,1
2,spill the beans,A1,spill the tea,0
2,spill the beans,A2,spilling the beans,1
"""


@pytest.fixture
def store(tmp_path):
    opened = Store(url=f"sqlite:///{tmp_path / 'a.db'}", home=tmp_path)
    yield opened
    opened.database.close()


def right(store, id):
    ratings = store.study(id).ratings
    return ratings[ratings["dimension"] == "recognised_auto"]["value"].tolist()


def test_an_accepted_form_counts_until_it_is_taken_back(store):
    id = store.add_study([("a.csv", FILE)])
    assert right(store, id) == [0, 0, 0, 0]
    store.variant(id, [("break the ice", "breaking ice"), ("break the ice", "to break ice")], True, reviewer="Ana")
    assert right(store, id) == [1, 1, 0, 0]
    store.variant(id, [("break the ice", "to break ice")], False, reviewer="Ben")
    assert right(store, id) == [1, 0, 0, 0]
    store.undo(id, "Ben")
    assert right(store, id) == [1, 1, 0, 0]
    store.undo(id, "Ana")  # both forms were accepted in one action
    assert right(store, id) == [0, 0, 0, 0]
    store.redo(id, "Ana")
    assert right(store, id) == [1, 1, 0, 0]


def test_who_accepted_a_form_and_when_is_kept(store):
    id = store.add_study([("a.csv", FILE)])
    store.variant(id, [("spill the beans", "spilling beans")], True, reviewer="Ana")
    [event] = store.standing(id).variant_events()
    assert (event.reviewer, event.detail["form"], event.value) == ("Ana", "spilling beans", True)
    again = Store(url=store.database.url, home=store.home) if hasattr(store, "home") else store
    assert again.standing(id).variants() == {"spill the beans": {"spilling beans": True}}
