"""Review: the field for sets of labels offers the labels in use where the question has no list of its own."""

import json

import pytest

from annoeval.ui import state

ROWS = [{"id": n, "text": f"text {n}", "label": labels} for n, labels in enumerate((["cat", "dog"], ["cat"], []))]


@pytest.fixture
def study(add, store, monkeypatch):
    """Labels from the file, and one that Ben gave."""
    monkeypatch.setattr(state, "person", lambda: "Ana")
    open_list = {"scales": {"label": {"level": "set"}}}
    id = add("\n".join(map(json.dumps, ROWS)), "tags.jsonl", options=open_list)
    store.decide(id, "0", "label", '["newt"]', reviewer="Ben")
    return id


def test_labels_of_the_file_and_of_people_are_offered(visit, study):
    screen = visit("review", study=study, rule="all").sound()
    assert list(screen.field("value").options) == ["cat", "dog", "newt"]


def test_the_table_offers_them_too(visit, study):
    screen = visit("review", study=study, rule="all", view="table").sound()
    field = next(m for m in screen.app.multiselect if m.label in ("Answer", "Score"))
    assert list(field.options) == ["cat", "dog", "newt"]
