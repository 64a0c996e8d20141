"""The database is gone for a while: the item stays, with what to do, and the answer is stored once when it is back."""

from __future__ import annotations

import pytest

from annoeval.review.store import Store
from tests.browser.conftest import App
from tests.review.conftest import Postgres

FILE = b"item_id,caption,ai_caption_score\nf1,a heron,0\nf2,a crane,1\nf3,a swan,0\n"


@pytest.fixture
def away(tmp_path, monkeypatch):
    """An app on a PostgreSQL of its own: the server, the app, a store beside it."""
    server = Postgres()
    url = f"{server.url}/postgres"
    monkeypatch.setenv("ANNOEVAL_DATABASE_URL", url)
    store, app = Store(url=url, home=tmp_path), App(tmp_path)
    yield server, app, store
    app.stop()
    store.database.close()
    server.remove()


def opened(away, tab, settle, queue, ready):
    """Review in front of Ana, standing still: the study."""
    _, app, store = away
    study = store.add_study([("a.csv", FILE)])
    tab.context.add_cookies([{"name": "annoeval_person", "value": "Ana", "url": app.url}])
    tab.goto(f"{app.url}/review?study={study}&{queue}")
    tab.locator(ready).first.wait_for()
    settle(tab)
    return study


@pytest.mark.slow
def test_an_answer_given_while_the_database_is_stopped_waits_on_screen_and_is_stored_once(away, tab, settle):
    server, _, store = away
    study = opened(away, tab, settle, "rule=all", ".aec-answer")
    tab.keyboard.press("1")
    tab.wait_for_function("() => document.querySelector('.ae-id').textContent === 'f2'")
    settle(tab)
    server.stop()
    tab.keyboard.press("2")
    tab.locator(".aec-notice").get_by_text("the database does not answer; start it again").wait_for()
    tab.keyboard.press("0")
    tab.locator(".aec-notice").get_by_text("“0” was not taken").wait_for()
    tab.wait_for_timeout(7000)  # it was sent again meanwhile
    assert tab.locator(".ae-id").inner_text() == "f2"
    assert not tab.get_by_text("could not be drawn").count()
    server.start()
    tab.wait_for_function("() => document.querySelector('.ae-id').textContent === 'f3'")
    decided = store.events(study).query("action == 'decide'")
    assert list(zip(decided["item_id"], decided["value"], strict=True)) == [("f1", 1), ("f2", 2)]


@pytest.mark.slow
def test_cells_typed_while_the_database_is_stopped_stay_on_screen_and_are_stored_once(away, tab, settle):
    server, _, store = away
    study = opened(away, tab, settle, "rule=all&view=table", ".aes input")
    server.stop()
    for n, words in enumerate("120"):
        tab.locator(".aes input").nth(n).click()
        tab.keyboard.type(words)
    tab.keyboard.press("Enter")
    tab.locator(".aes-notice").get_by_text("the database does not answer; start it again").wait_for()
    tab.get_by_placeholder("Search texts and ids").fill("heron")  # the page is drawn anew
    tab.wait_for_timeout(7000)
    tab.get_by_placeholder("Search texts and ids").fill("")
    settle(tab)
    assert [tab.locator(".aes input").nth(n).input_value() for n in range(3)] == ["1", "2", "0"]
    assert tab.locator(".aes-notice").get_by_text("the database does not answer").count()
    server.start()
    tab.locator(".aes:not([aria-busy=true]):not(:has(.aes-busy))").wait_for()
    decided = store.events(study).query("action == 'decide'")
    assert dict(zip(decided["item_id"], decided["value"], strict=True)) == {"f1": 1, "f2": 2, "f3": 0}
    assert len(decided) == 3
