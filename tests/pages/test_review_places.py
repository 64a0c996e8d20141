"""Review: what a session holds of one study or reviewer says nothing of another, though ids and questions are alike."""

from dataclasses import replace

import pytest

from annoeval.rating_table import ratings_table
from annoeval.review import rubric
from annoeval.scoring.account import Account
from annoeval.ui import state
from annoeval.ui.review import judge

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


def answer(screen, label, **beside):
    return screen.say(label, beside=beside).sound()


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


def test_a_note_that_waits_in_the_browser_is_under_a_mark_of_its_study_and_its_reviewer(visit, add, who):
    one, other = add(FIGURES), add(FIGURES.replace("Birds", "Trees"), "other.csv")
    screen = visit("review", study=one, rule="all", at="x2").sound()
    anas = screen.card["mark"]
    assert turn_to(screen, other, at="x2").card["mark"] != anas
    who.name = "Ben"
    assert turn_to(screen, one, at="x2").card["mark"] != anas
    who.name = "Ana"
    assert turn_to(screen, one, at="x2").card["mark"] == anas


def test_the_same_press_arriving_twice_is_one_answer(visit, add, store):
    study = add(FIGURES)
    screen = visit("review", study=study, rule="all", at="x1")
    sent = {"mark": screen.card["mark"], "of": screen.card["of"], "token": "a" * 32, "value": 1}
    for _ in range(2):
        screen.send("answer", **sent).sound()
        assert screen.card["ack"]["token"] == "a" * 32
        assert "said" not in screen.card["ack"]
    assert store.events(study)[["item_id", "dimension", "value"]].to_numpy().tolist() == [["x1", "caption", 1]]


def test_an_answer_to_what_has_left_the_screen_is_refused_with_a_sentence(visit, add, store):
    study = add(FIGURES)
    screen = visit("review", study=study, rule="all", at="x1")
    old = {"mark": screen.card["mark"], "of": screen.card["of"]}
    screen.send("next").sound()
    assert screen.card["of"][0] == "x2"
    screen.send("answer", value=1, **old).sound()
    assert screen.card["ack"]["said"].startswith("Your answer to x1 was not taken")
    assert len(store.events(study)) == 0


def test_the_same_undo_arriving_twice_takes_back_one_answer(visit, add, store):
    study = add(FIGURES)
    screen = visit("review", study=study, rule="all", at="x1")
    answer(answer(screen, "Partial"), "Partial")
    for _ in range(2):
        screen.send("undo", token="b" * 32).sound()
    assert store.events(study)["action"].tolist() == ["decide", "decide", "undo"]


def test_scores_shown_to_one_reviewer_are_hidden_from_the_next_at_the_same_screen(visit, add, store, who):
    study = add(FIGURES)
    rubric.edit(store.database, study, replace(rubric.of(store.database, study), blind=True), "Ana")
    screen = visit("review", study=study, rule="all", at="x1")
    screen.press("Show").sound()
    assert "AI said" in screen.words
    who.name = "Ben"
    assert "AI said" not in turn_to(screen, study, at="x1").words


def test_beside_a_programs_score_stands_how_it_came_about_and_else_why_there_is_none(visit, add, store):
    study = add("element_id,type,caption,vlm_description\nx1,figure,Birds by hour,Birds\nx2,figure,Trees,Trees\n")
    told = Account("caption against Figure 3 of tides.pdf", {"beginning": 0.99}, page=4)
    scores = {
        "item_id": ["x1", "x2"],
        "dimension": "caption",
        "rater": "recommended",
        "kind": "ai",
        "value": [2, None],
        "response": [told.written(), None],
        "note": ["A close call: it ends early", "No paper is attached"],
    }
    store.add_scores(study, ratings_table(scores), "recommended")
    screen = visit("review", study=study, rule="all", at="x1").sound()
    assert "Compared: caption against Figure 3 of tides.pdf, page 4 · beginning 0.99" in screen.words
    assert "A close call: it ends early" in screen.words
    words = turn_to(screen, study, at="x2").words
    assert "No paper is attached" in words
    assert "Compared" not in words


def test_a_note_changed_in_another_window_is_what_the_card_shows_and_the_next_score_keeps(visit, add, store):
    study = add(FIGURES)
    first = visit("review", study=study, rule="all", at="x1")
    answer(first, "Partial", note="first words")
    store.decide(study, "x1", "caption", 1, reviewer="Ana", note="second words")  # another window
    turn_to(first, study, at="x1")
    first.app.session_state["_focus"] = ("x1", "caption")
    assert first.settle().field("note").value == "second words"
    answer(first, "Accurate", note=None)
    assert store.events(study).iloc[-1]["note"] == "second words"


def test_a_note_and_tags_without_an_answer_wait_for_it_while_other_items_are_looked_at(visit, add, store):
    study = add(FIGURES)
    screen = visit("review", study=study, rule="all", dimension="caption", at="x1")
    screen.field("note").set_value("cut off")
    screen.field("tags").set_value(["Made up"])
    screen.press("Next").sound()
    assert screen.field("note").value == ""
    assert screen.field("tags").value == []
    screen.press("Back").sound()
    assert screen.field("note").value == "cut off"
    answer(screen, "Partial")
    assert store.events(study)[["item_id", "note", "tags"]].to_numpy().tolist() == [["x1", "cut off", ("Made up",)]]


def test_a_correction_that_is_the_text_itself_is_none(visit, add, store):
    study = add(FIGURES)
    screen = visit("review", study=study, rule="all", dimension="caption", at="x1")
    text = screen.card["text"]
    answer(screen, "Partial", correction=text)
    screen.press("Back").sound().field("correction").set_value(f"{text} by hour")
    screen.settle().sound()
    assert store.events(study)["correction"].tolist() == [None, f"{text} by hour"]


def test_a_note_written_beside_an_answer_that_stands_is_stored_though_its_item_has_gone(visit, add, store):
    study = add(FIGURES)
    screen = answer(visit("review", study=study, rule="all", dimension="caption", at="x1"), "Partial")
    screen.press("Back").sound().field("note").set_value("cut off")
    screen.press("Next").sound()  # both arrive at once
    assert store.events(study)[["item_id", "value", "note"]].to_numpy().tolist() == [
        ["x1", 1, None],
        ["x1", 1, "cut off"],
    ]
    assert screen.card["of"][0] == "x2"


def test_undo_names_the_note_that_it_takes_back(visit, add, store):
    study = add(FIGURES)
    screen = answer(visit("review", study=study, rule="all", dimension="caption", at="x1"), "Partial")
    screen.press("Back").sound().field("note").set_value("cut off")
    screen.press("Next").sound()
    screen.press("Undo").sound()
    assert "x1 undone: the note of Caption" in screen.words


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


def test_many_questions_are_one_list_that_stays_on_its_line(visit, example, monkeypatch):
    monkeypatch.setattr(state, "person", lambda: "Ann")
    monkeypatch.setattr(judge, "MOST_BESIDE", 1)
    page = visit("review", study=example("figures"), rule="all").sound()

    def asked():
        return next(s for s in page.app.selectbox if (s.key or "").startswith("ae_focus"))

    first, second = asked().options[:2]
    asked().select(second)
    page.settle().sound()
    assert asked().options[asked().index] == second != first


def test_the_question_for_which_an_item_is_in_the_queue_is_asked_first_and_the_others_after_it(visit, add):
    study = add("element_id,type,caption,vlm_description,ai_caption_score,ai_vlm_score\nx1,figure,Birds,Fish,2,0\n")
    screen = visit("review", study=study, rule="low").sound()
    assert "Description: the AI said 0" in screen.words
    assert "Is the description right?" in screen.words
    answer(screen, "Accurate")
    assert "Is the caption right?" in screen.words
    answer(screen, "Accurate")
    assert "are checked" in screen.answer
