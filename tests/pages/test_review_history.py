"""Review: the history says in words what changed, and the team's words for labels are kept."""

import pytest

from annoeval.review import rubric
from annoeval.ui import state

FILE = "item_id,caption,ai_caption_score\nf1,a bird,0\nf2,a tree,\n"
LABELS = "item,rater,label\nq1,Ana,yes\nq1,Ben,no\nq2,Ana,no\nq2,Ben,yes\n"


@pytest.fixture(autouse=True)
def named(monkeypatch):
    monkeypatch.setattr(state, "person", lambda: "Ana")


def test_whose_score_it_was_and_is_stands_in_words(visit, add, store):
    study = add(FILE)
    for item in ("f1", "f2"):
        store.decide(study, item, "caption_score", 2, reviewer="Ana")
    changed = visit("review", study=study, view="history").sound().tables[1]
    assert changed["source_before"].tolist() == ["the AI", "nobody"]
    assert changed["source_after"].tolist() == ["reviewers", "reviewers"]


def test_events_show_no_empty_column(visit, add, store):
    study = add(FILE)
    store.decide(study, "f1", "caption_score", 2, reviewer="Ana")
    events = visit("review", study=study, view="history").sound().tables[-1]
    assert "tags" not in events
    assert (events != "").any().all()


def test_labels_without_definitions_can_be_given_some(visit, add, store):
    study = add(LABELS)
    screen = visit("review", study=study, view="team").sound()
    field = next(f for f in screen.app.text_input if f.label == "yes")
    field.set_value("It says so plainly")
    screen.press("Save").sound()
    (words,) = rubric.of(store.database, study).definitions.values()
    assert words == {"yes": "It says so plainly"}
    assert "It says so plainly" in visit("review", study=study, rule="all").sound().words


def test_two_moments_of_the_past_are_compared(visit, add, store):
    study = add(FILE)
    for value in (2, 1, 0):
        store.decide(study, "f1", "caption_score", value, reviewer="Ana")
    screen = visit("review", study=study, view="history").sound()
    screen.app.number_input(key="ae_before").set_value(1)
    screen.app.number_input(key="ae_after").set_value(2)
    changed = screen.settle().sound().tables[1]
    assert changed[["before", "after"]].to_numpy().tolist() == [["2 Accurate", "1 Partial"]]
    screen.app.number_input(key="ae_after").set_value(99)
    assert screen.settle().sound().tables[1]["after"].tolist() == ["0 Incorrect"]
