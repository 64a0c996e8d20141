"""Review: an item sent back stays in its reviewer's queue until all its questions are decided again."""

import pytest

from annoeval.review import assignments
from annoeval.ui import state

FILE = (
    "pdf,domain,type,element_id,caption,vlm_description,ai_caption_score,ai_vlm_score\n"
    "a.pdf,Ecology,figure,f1,Birds by hour,Birds by month,2,2\n"
    "a.pdf,Ecology,figure,f2,Trees by hour,Trees by month,2,2\n"
)


@pytest.fixture
def study(store, add, monkeypatch):
    """Two figures that no rule finds doubtful; Ben answered both questions of the first, and Ana sent it back."""
    monkeypatch.setattr(state, "person", lambda: "Ben")
    id = add(FILE)
    for question in ("caption", "vlm"):
        store.decide(id, "f1", question, 2, reviewer="Ben", because="audit")
    assignments.send_back(store, id, "f1", "Ben", "look at the legend", "Ana")
    return id


def answer(screen, label):
    return screen.say(label).sound()


def test_it_stays_until_both_questions_are_decided_again(visit, store, study):
    screen = visit("review", study=study, rule="low", dimension="caption", scope="back").sound()
    assert "look at the legend" in screen.words
    answer(screen, "Partial")
    assert store.standing(study).sent_back("Ben", "f1") == {"vlm"}
    assert "look at the legend" in screen.words
    assert "look at the legend" in visit("review", study=study, scope="back").words
    answer(screen, screen.answers[0])
    assert store.standing(study).returns_to("Ben") == {}
    assert screen.answer == "No item is in this queue."


def test_its_new_answer_keeps_the_reason_for_which_it_was_first_looked_at(visit, store, study):
    screen = visit("review", study=study, rule="low", dimension="caption", scope="back")
    answer(screen, "Partial")
    assert store.events(study).iloc[-1][["item_id", "value", "because"]].tolist() == ["f1", 1, "audit"]


def test_a_note_alone_leaves_it_in_the_queue(visit, store, study):
    screen = visit("review", study=study, scope="back")
    screen.field("note").set_value("the legend is right")
    screen.settle().sound()
    assert store.events(study).iloc[-1]["note"] == "the legend is right"
    assert store.standing(study).sent_back("Ben", "f1") == {"caption", "vlm"}
