"""Review: what a session holds of one study or reviewer says nothing of another, though ids and questions are alike."""

from dataclasses import replace

import pytest

from annoeval.review import rubric
from annoeval.ui import state

ROWS = [(i, i % 3, (i + 1) % 3) for i in range(6)]
FIGURES = "element_id,type,caption,vlm_description,ai_caption_score,ai_vlm_score\n" + "".join(
    f"x{i},figure,Birds by hour {i},Birds by month {i},{a},{b}\n" for i, a, b in ROWS
)
TONE = "element_id,text,ai_tone,Zoe\n" + "".join(f"x{i},text {i},{a},{b}\n" for i, a, b in ROWS)


class Who:
    name = "Ana"


@pytest.fixture(autouse=True)
def who(monkeypatch):
    monkeypatch.setattr(state, "person", lambda: Who.name)
    Who.name = "Ana"
    return Who


def answer(screen, label):
    return screen.press(next(b for b in screen.buttons if label in b)).sound()


def note(screen):
    return next(f for f in screen.app.text_input if f.label == "Note")


def turn_to(screen, study, **address):
    screen.app.query_params.clear()
    for name, value in {"study": study, "rule": "all", **address}.items():
        screen.app.query_params[name] = value
    return screen.settle().sound()


def test_the_line_about_the_last_score_stays_with_its_study(visit, add):
    screen = visit("review", study=add(FIGURES), rule="all")
    for label in ("Accurate", "Incorrect", "Partial", "Partial", "Accurate", "Incorrect"):
        answer(screen, label)
    assert " saved as **" in screen.words
    assert "κ" in screen.words
    turn_to(screen, add(TONE, "tone.csv"))
    assert " saved as **" not in screen.words


def test_a_note_that_waits_for_its_score_stays_with_its_study_and_its_reviewer(visit, add, who):
    one, other = add(FIGURES), add(FIGURES.replace("Birds", "Trees"), "other.csv")
    screen = visit("review", study=one, rule="all", at="x2").sound()
    note(screen).set_value("the legend is wrong")
    screen.settle()
    assert note(turn_to(screen, other, at="x2")).value == ""
    who.name = "Ben"
    assert note(turn_to(screen, one, at="x2")).value == ""
    who.name = "Ana"
    assert note(turn_to(screen, one, at="x2")).value == "the legend is wrong"


def test_scores_shown_to_one_reviewer_are_hidden_from_the_next_at_the_same_screen(visit, add, store, who):
    study = add(FIGURES)
    rubric.edit(store.database, study, replace(rubric.of(store.database, study), blind=True), "Ana")
    screen = visit("review", study=study, rule="all", at="x1")
    screen.press("Show").sound()
    assert "AI said" in screen.words
    who.name = "Ben"
    assert "AI said" not in turn_to(screen, study, at="x1").words


def test_a_note_changed_in_another_window_is_not_changed_back_by_the_next_score(visit, add, store):
    study = add(FIGURES)
    first = visit("review", study=study, rule="all", at="x1")
    note(first).set_value("first words")
    first.settle()
    answer(first, "Partial")
    store.decide(study, "x1", "caption", 1, reviewer="Ana", note="second words")  # another window
    turn_to(first, study, at="x1")
    assert note(first).value == "second words" or first.app.session_state["_focus"] != ("x1", "caption")
    first.app.session_state["_focus"] = ("x1", "caption")
    assert note(first.settle()).value == "second words"
    answer(first, "Accurate")
    assert store.events(study).iloc[-1]["note"] == "second words"


def test_a_note_is_still_there_after_its_score_was_undone(visit, add):
    screen = visit("review", study=add(FIGURES), rule="all", at="x1")
    note(screen).set_value("the legend is wrong")
    screen.settle()
    answer(screen, "Partial")
    screen.press("Undo").sound()
    assert note(screen).value == "the legend is wrong"


def test_undo_says_what_the_answer_is_then(visit, add):
    screen = visit("review", study=add(FIGURES), rule="all", at="x1")
    answer(screen, "Partial")
    screen.app.query_params["at"] = "x1"
    screen.app.session_state["_focus"] = ("x1", "caption")
    answer(screen.settle(), "Accurate")
    screen.press("Undo").sound()
    assert "x1 undone: Caption is **1 Partial**" in screen.words
    screen.press("Undo").sound()
    assert "x1 undone: Caption has no answer of yours" in screen.words
    screen.press("Redo").sound()
    assert "x1 brought back: Caption is **1 Partial**" in screen.words


def test_an_answer_of_ones_own_from_another_window_is_named_where_it_is_replaced(visit, add, store):
    study = add(FIGURES)
    screen = visit("review", study=study, rule="all", at="x1").sound()
    store.decide(study, "x1", "caption", 2, reviewer="Ana")  # another window
    answer(screen, "Partial")
    assert "instead of your **2 Accurate** from another window" in screen.words
    assert store.events(study)["value"].tolist() == [2, 1]
    answer(screen, "Accurate")
    assert "another window" not in screen.words


def test_a_note_that_the_browser_brings_back_to_a_restarted_server_is_stored_with_the_score(visit, add, store):
    study = add(FIGURES)
    screen = visit("review", study=study, rule="all", at="x1").sound()
    note(screen).set_value("the legend is wrong")
    screen.settle()
    del screen.app.session_state["_drafts"]  # the server's own memory is gone, the field's content is not
    answer(screen, "Partial")
    assert store.events(study).iloc[-1]["note"] == "the legend is wrong"
