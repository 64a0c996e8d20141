"""Review with others: who is told of two answers to one question, and a second opinion without dealing items out."""

from __future__ import annotations

import pytest

from annoeval.ui import state

FILE = "element_id,type,caption,vlm_description,ai_caption_score,ai_vlm_score\n" + "".join(
    f"f{i},figure,bird {i},a heron {i},{i % 3},1\n" for i in range(6)
)


@pytest.fixture(autouse=True)
def named(monkeypatch):
    monkeypatch.setattr(state, "person", lambda: "Ana")


def test_the_earlier_of_two_reviewers_is_told_of_the_other_answer_once(visit, store, add):
    study = add(FILE)
    screen = visit("review", study=study, rule="all", dimension="caption").sound()
    screen.say("Accurate").sound()
    assert "changed by" not in screen.words
    store.decide(study, "f0", "caption", 0, reviewer="Ben")
    screen.settle().sound()
    assert "f0: changed by Ben" in screen.words
    screen.app.button(key="ae_keep_mine").click()
    assert "changed by" not in screen.settle().sound().words
    store.decide(study, "f0", "caption", 2, reviewer="Ben")  # now as Ana has it
    assert "changed by" not in screen.settle().sound().words


def test_a_second_opinion_is_one_choice_and_hides_the_first(visit, store, add):
    study = add(FILE)
    store.decide(study, "f1", "caption", 0, reviewer="Ben")
    store.decide(study, "f2", "caption", 0, reviewer="Ben")
    store.decide(study, "f2", "caption", 1, reviewer="Ana")
    screen = visit("review", study=study, scope="second", dimension="caption", rule="all").sound()
    assert screen.card["of"] == ["f1", "caption"]
    assert "Hidden until you answer" in screen.words
    assert "Ben said" not in screen.words
    screen.say("Partial").sound()
    assert "checked" in screen.words
    event = store.events(study).iloc[-1]
    assert (event["item_id"], event["blind"]) == ("f1", True)


def test_the_count_of_doubtful_items_is_what_is_left(visit, store, add):
    study = add(FILE)
    before = next(b for b in visit("scores", study=study).sound().buttons if b.startswith("Review the"))
    for dimension in store.base(study).dimensions:
        store.decide(study, "f0", dimension, 1, reviewer="Ana")
    after = next(b for b in visit("scores", study=study).sound().buttons if b.startswith("Review the"))
    number = [int(words.split()[2]) for words in (before, after)]
    assert number[1] == number[0] - 1
