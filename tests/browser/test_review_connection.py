"""A key pressed while the server is away counts for nothing, says so, and does not fire later."""

from __future__ import annotations

import os
import signal
import uuid
from urllib.parse import urlencode

import pytest

SENTENCE = "Not connected: no key is taken until it is back; an answer on its way is stored then."
FIGURES = "item_id,caption,ai_caption_score\n" + "".join(f"f{i},a bird {i},0\n" for i in range(6))
SIZES = "item_id,rater,size\n" + "".join(f"f{i},Cleo,{i}.5\nf{i},Dan,{i + 2}\n" for i in range(6))
CONNECTED = "[data-testid=stApp][data-test-connection-state=CONNECTED]"


@pytest.fixture
def sit(app, context, store, settle):
    """Opens Review on a study of its own; gives page and study."""

    def one(file, scales=None):
        options = {"test": uuid.uuid4().hex} | ({"scales": scales} if scales else {})
        study = store.add_study([("results.csv", file.encode())], options)
        context.add_cookies([{"name": "annoeval_person", "value": "Ana", "url": app.url}])
        page = context.new_page()
        page.goto(f"{app.url}/review?" + urlencode({"study": study, "rule": "all"}))
        page.locator(".st-key-ae_judge .aec-answers kbd").first.wait_for()
        settle(page)
        return page, study

    return one


def answers(store, study):
    events = store.events(study).query("action == 'decide'")
    return dict(zip(events["item_id"], events["value"], strict=True))


def away(app, page):
    app.stop()
    page.wait_for_selector("[data-testid=stApp]:not([data-test-connection-state=CONNECTED])")


def back(app, page, settle):
    app.start()
    page.wait_for_selector(CONNECTED, timeout=60_000)
    settle(page)
    page.locator(".ae-id").wait_for()


def test_a_key_without_a_connection_says_that_it_was_not_taken(app, sit, store, settle):
    page, study = sit(FIGURES)
    first = page.locator(".ae-id").inner_text()
    try:
        away(app, page)
        page.keyboard.press("2")
        page.keyboard.press("1")
        notice = page.locator(".aec-notice")
        assert notice.all_inner_texts() == [f"“1” was not taken. {SENTENCE}"]
        card, box = page.locator(".st-key-ae_judge").bounding_box(), notice.bounding_box()
        assert card["x"] <= box["x"] <= box["x"] + box["width"] <= card["x"] + card["width"]
        assert box["y"] + box["height"] <= 720
        status, views = page.get_by_test_id("stConnectionStatus"), page.locator(".st-key-ae_view_history p")
        assert status.bounding_box()["y"] + status.bounding_box()["height"] <= views.bounding_box()["y"]
    finally:
        app.process.poll() is None or back(app, page, settle)
    page.locator(".aec-notice").wait_for(state="hidden")
    page.wait_for_timeout(1500)
    assert answers(store, study) == {}
    assert page.locator(".ae-id").inner_text() == first
    page.keyboard.press("1")
    page.wait_for_function("old => document.querySelector('.ae-id').textContent !== old", arg=first)
    assert answers(store, study) == {first: 1}


def test_a_number_saved_without_a_connection_says_that_it_was_not_taken(app, sit, store, settle):
    page, study = sit(SIZES, {"size": {"level": "interval"}})
    first = page.locator(".ae-id").inner_text()
    page.keyboard.type("3")
    try:
        away(app, page)
        page.keyboard.press("Enter")
        assert page.locator(".aec-notice").all_inner_texts() == [f"“enter” was not taken. {SENTENCE}"]
    finally:
        app.process.poll() is None or back(app, page, settle)
    page.locator(".aec-notice").wait_for(state="hidden")
    page.wait_for_timeout(1500)
    assert answers(store, study) == {}
    assert page.locator(".ae-id").inner_text() == first


@pytest.mark.parametrize("seconds", [0, pytest.param(60, marks=pytest.mark.slow)])
def test_an_answer_that_the_dead_server_had_not_stored_is_stored_once_when_it_is_back(app, sit, store, settle, seconds):
    page, study = sit(FIGURES)
    first = page.locator(".ae-id").inner_text()
    try:
        os.killpg(app.process.pid, signal.SIGSTOP)  # it gets the answer and is killed before it stores it
        page.keyboard.press("1")
        page.locator(".aec[aria-busy=true]").wait_for(state="attached")
        away(app, page)
        notice = page.locator(".aec-notice")
        assert notice.inner_text() == SENTENCE
        page.keyboard.press("2")
        assert notice.inner_text() == f"“2” was not taken. {SENTENCE}"
        assert answers(store, study) == {}
        page.wait_for_timeout(1000 * seconds)
    finally:
        app.process.poll() is None or back(app, page, settle)
    page.wait_for_function("old => document.querySelector('.ae-id').textContent !== old", arg=first)
    page.wait_for_timeout(1500)
    assert answers(store, study) == {first: 1}
    assert len(store.events(study)) == 1
    second = page.locator(".ae-id").inner_text()
    page.keyboard.press("0")
    page.wait_for_function("old => document.querySelector('.ae-id').textContent !== old", arg=second)
    assert answers(store, study) == {first: 1, second: 0}


@pytest.mark.parametrize("how", ["key", "button"])
def test_a_note_half_written_when_the_connection_broke_goes_with_the_next_score(app, sit, store, settle, how):
    page, study = sit(FIGURES)
    first = page.locator(".ae-id").inner_text()
    page.keyboard.press("n")
    page.keyboard.type("the wing is cut")
    try:
        away(app, page)
    finally:
        app.process.poll() is None or back(app, page, settle)
    page.wait_for_timeout(1000)
    assert page.get_by_label("Note").input_value() == "the wing is cut"
    if how == "key":
        page.keyboard.press("Escape")  # the note has kept the keys
        page.keyboard.press("1")
    else:
        page.locator(".aec-answer").nth(1).click()
    page.wait_for_function("old => document.querySelector('.ae-id').textContent !== old", arg=first)
    settle(page)
    events = store.events(study)
    assert events[events["action"] == "decide"].iloc[-1][["value", "note"]].tolist() == [1, "the wing is cut"]
