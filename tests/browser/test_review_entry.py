"""Answers that are typed: Enter saves a number or a text of one line, alone and in a meeting."""

from __future__ import annotations

import uuid
from urllib.parse import urlencode

import pytest

SIZES = "item_id,rater,size\na,Cleo,10\na,Dan,20\nb,Cleo,20.5\nb,Dan,22\nc,Cleo,5\nc,Dan,95\nd,Cleo,40\nd,Dan,60\n"
ANSWERS = "item_id,rater,answer\na,Cleo,a heron\na,Dan,a crane\nb,Cleo,a boat\nb,Dan,a red boat\n"
LINES = 'item_id,rater,answer\na,Cleo,"first\nsecond"\na,Dan,"first"\nb,Cleo,"one\ntwo"\nb,Dan,"one"\n'
TAGS = """item_id,rater,tags
a,Cleo,"[""cat"", ""dog""]"
a,Dan,"[""cow""]"
b,Cleo,"[""cat""]"
b,Dan,"[""cat"", ""cow""]"
"""
# every message is a second on its way, so that what is typed next comes before the answer is stored
SLOW = """const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (message) { setTimeout(() => send.call(this, message), 1000); };"""
SCALES = {
    SIZES: {"size": {"level": "interval", "bounds": (0.0, 100.0)}},
    ANSWERS: {"answer": {"level": "text"}},
    TAGS: {"tags": {"level": "set"}},
    LINES: {"answer": {"level": "text"}},
}


@pytest.fixture
def add(store):
    """A study of its own for each try of each test."""

    def add(file):
        options = {"test": uuid.uuid4().hex} | ({"scales": SCALES[file]} if file in SCALES else {})
        return store.add_study([("answers.csv", file.encode())], options)

    return add


@pytest.fixture
def sit(app, browser, settle):
    """Opens Review as someone, in a browser of their own."""
    contexts = []

    def one(name, study, **address):
        context = browser.new_context(viewport={"width": 1280, "height": 720})
        context.set_default_timeout(20_000)
        contexts.append(context)
        context.add_cookies([{"name": "annoeval_person", "value": name, "url": app.url}])
        page = context.new_page()
        page.goto(f"{app.url}/review?" + urlencode({"study": study, **address}))
        page.locator(".st-key-ae_review_head").wait_for()
        if "view" not in address:
            page.locator(".aec-save").wait_for()
        settle(page)
        return page

    yield one
    for context in contexts:
        context.close()


def comes(page, item):
    page.wait_for_function("item => document.querySelector('.ae-id')?.textContent === item", arg=item)


def focused(page):
    """Waits until the answer's field has the keys."""
    page.wait_for_function("() => document.activeElement.closest('[class*=st-key-ae_value_]')")


def said(store, study, who="Ana"):
    events = store.events(study).query("action in ('decide', 'vote') and reviewer == @who")
    return list(zip(events["item_id"], events["value"], strict=True))


def test_a_number_is_typed_and_saved_with_enter_and_the_next_items_field_has_the_keys(sit, store, add):
    study = add(SIZES)
    page = sit("Ana", study, rule="all")
    comes(page, "a")
    page.keyboard.type("12.5")  # a digit leads into the field
    page.keyboard.press("Enter")
    comes(page, "b")
    focused(page)
    page.keyboard.type("30")
    page.keyboard.press("Enter")
    comes(page, "c")
    assert said(store, study) == [("a", 12.5), ("b", 30)]


def test_leaving_the_field_saves_nothing_and_a_number_off_the_scale_stays_with_a_sentence(sit, store, add, settle):
    study = add(SIZES)
    page = sit("Ana", study, rule="all")
    page.get_by_label("Answer").fill("300")
    page.get_by_label("Note").click()
    settle(page)
    assert page.locator(".ae-id").inner_text() == "a"
    page.get_by_label("Answer").press("Enter")
    page.get_by_text("300 is outside 0 to 100 of size.").wait_for()
    assert said(store, study) == []
    focused(page)
    page.keyboard.type("3")  # in place of the 300
    page.keyboard.press("Enter")
    comes(page, "b")
    assert said(store, study) == [("a", 3)]


def test_what_is_typed_while_a_number_is_stored_falls_into_no_item(sit, store, add):
    study = add(SIZES)
    page = sit("Ana", study, rule="all")
    page.evaluate(SLOW)
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    page.keyboard.type("7")  # the next item is not on screen yet
    page.keyboard.press("Enter")
    comes(page, "b")
    focused(page)
    assert said(store, study) == [("a", 12)]


@pytest.mark.parametrize("file", [SIZES, ANSWERS])
def test_of_a_word_whose_beginning_was_refused_no_end_is_an_answer(sit, store, add, file):
    study = add(file)
    page = sit("Ana", study, rule="all")
    page.get_by_label("Answer").focus()
    page.evaluate(SLOW.replace("1000", "150"))  # the answer is stored in the middle of the next word
    for key in [*"12", "Enter", *"3456", "Enter"]:
        page.keyboard.press(key)
        page.wait_for_timeout(80)
    page.get_by_text("was not taken: it may have been meant for a field").wait_for()
    focused(page)  # who stops for a moment goes on with the item
    page.keyboard.type("78")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.ae-id')?.textContent !== 'b'")
    assert [(item, f"{value:g}" if file == SIZES else value) for item, value in said(store, study)] == [
        ("a", "12"),
        ("b", "78"),
    ]


@pytest.mark.parametrize("words", ["nan", "inf", "1,5", "1_0", "abc"])
def test_a_word_that_is_no_number_is_said_and_no_answer(sit, store, add, words):
    study = add(SIZES)
    page = sit("Ana", study, rule="all")
    page.get_by_label("Answer").fill(words)
    page.get_by_label("Answer").press("Enter")
    page.get_by_text(f"“{words}” is no number; write it with a point, as in 12.5.").wait_for()
    assert page.locator(".ae-id").inner_text() == "a"
    assert said(store, study) == []


def test_a_text_of_one_line_is_saved_with_enter(sit, store, add):
    study = add(ANSWERS)
    page = sit("Ana", study, rule="all")
    comes(page, "a")
    page.keyboard.press("Enter")
    focused(page)
    page.keyboard.type("a bird")
    page.keyboard.press("Enter")
    comes(page, "b")
    assert said(store, study) == [("a", "a bird")]


def test_in_a_text_of_several_lines_enter_is_a_new_line_and_control_enter_saves(sit, store, add):
    study = add(LINES)
    page = sit("Ana", study, rule="all")
    comes(page, "a")
    page.get_by_label("Answer").click()
    page.keyboard.type("one")
    page.keyboard.press("Enter")
    page.keyboard.type("two")
    assert said(store, study) == []
    page.keyboard.press("Control+Enter")
    comes(page, "b")
    assert said(store, study) == [("a", "one\ntwo")]


def meet(page, at_most="1"):
    page.get_by_label("Questions at most").fill(at_most)
    page.get_by_role("button", name="Start the meeting").click()
    page.locator(".ae-id").wait_for()


def test_a_meeting_votes_on_numbers_and_the_driver_enters_votes_by_name(sit, store, add, settle):
    study = add(SIZES)
    page = sit("Ana", study, view="meeting")
    meet(page)
    assert page.locator(".ae-id").inner_text() == "c"  # 5 and 95 are furthest apart
    page.get_by_label("Your vote").fill("40")
    page.get_by_label("Your vote").press("Enter")
    page.get_by_text("1 of 1 voted").wait_for()
    page.get_by_role("button", name="Votes by name").click()
    page.get_by_label("Someone else").fill("Ben")
    page.get_by_label("Someone else").press("Enter")
    page.get_by_text("waiting for Ben").wait_for()
    page.get_by_label("Vote", exact=True).fill("60")
    page.get_by_label("Vote", exact=True).press("Enter")
    page.get_by_text("2 of 2 voted").wait_for()
    assert page.get_by_label("Vote", exact=True).input_value() == ""  # it is hidden again
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Show the votes").click()
    votes = page.locator(".ae-votes").inner_text().split()
    assert votes == ["Ana", "40", "Ben", "60"]
    page.get_by_label("The team says").fill("55")
    page.get_by_label("Reason").fill("between the two")
    page.get_by_role("button", name="Decide").click()
    page.get_by_text("The meeting is over").wait_for()
    decision = store.events(study).query("kind == 'decision'").iloc[0]
    assert decision[["item_id", "value", "note"]].tolist() == ["c", 55, "between the two"]


def test_a_meeting_votes_on_sets_of_labels(sit, store, add, settle):
    study = add(TAGS)
    page = sit("Ana", study, view="meeting")
    meet(page)
    assert page.locator(".ae-id").inner_text() == "a"  # no label in common
    for label in ("cat", "cow"):
        page.get_by_label("Your vote").fill(label)
        page.get_by_label("Your vote").press("Enter")
        settle(page)
    page.keyboard.press("Control+Enter")
    page.get_by_text("1 of 1 voted").wait_for()
    page.get_by_role("button", name="Show the votes").click()
    assert "cat, cow" in page.locator(".ae-votes").inner_text()
    page.get_by_role("button", name="Decide").click()  # one vote: it stands in the field already
    page.get_by_text("The meeting is over").wait_for()
    assert store.events(study).query("kind == 'decision'").iloc[0]["value"] == '["cat", "cow"]'
