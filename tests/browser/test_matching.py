"""Matching in a real browser: a click on an object chooses its pair; what a person says changes the totals."""

import pytest

from annoeval.examples import examples
from annoeval.protocols.boxes.tables import matches, submissions
from annoeval.review.store import Store


@pytest.fixture
def study(app):
    found = next(e for e in examples() if e.name == "boxes")
    return Store(home=app.home).add_study(found.contents(), {"rules": {"beta": 0.75}}, name="Streets, matched")


@pytest.fixture
def matching(tab, app, study, store, settle):
    """The page, on a pair that has no other choice, looked at by someone who is named."""
    mine = matches(store.study(study)).query("submission == 'dev'")
    alone = mine.groupby("image").filter(lambda m: (m["outcome"] == "matched").sum() == 1)
    pair = alone.loc[alone["outcome"] == "matched", "object_id"].iloc[0]
    tab.goto(f"{app.url}/matching?study={study}&of=dev&pair={pair}")
    settle(tab)
    tab.get_by_test_id("stSidebar").get_by_role("button", name="Who are you?").click()
    tab.get_by_label("Your name").fill("Ada")
    tab.get_by_label("Your name").press("Enter")
    settle(tab)
    tab.keyboard.press("Escape")
    settle(tab)
    return tab


def score(store, study):
    return submissions(store.study(study)).set_index(["submission", "rule"])["overall"]["dev", "recommended"]


def choose(page, settle, outcome, side):
    """Clicks an object on the image, and waits until it is the chosen one."""
    page.locator(f".ov path.{side}.{outcome}").first.dispatch_event("click")
    page.wait_for_selector(f".ov path.{side}.{outcome}.on", state="attached")
    settle(page)
    assert "rows=image" in page.url  # among the image's own rows


def say(page, settle, reason, button, said="Saved. The totals follow."):
    field = page.get_by_label("Reason", exact=True)
    field.fill(reason)
    field.press("Tab")
    settle(page)
    page.get_by_role("button", name=button, exact=True).click()
    page.get_by_text(said).wait_for()
    settle(page)


def test_a_score_and_a_pair_are_overruled_with_a_reason_and_undone(matching, study, store, settle):
    page, first = matching, score(store, study)
    choose(page, settle, "matched", "drawn")
    page.get_by_label("Score", exact=True).fill("0")
    page.get_by_label("Score", exact=True).press("Enter")
    settle(page)
    say(page, settle, "drawn on the wrong car", "Set the score")
    assert score(store, study) < first
    assert page.get_by_text("drawn on the wrong car").first.is_visible()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Undone.").wait_for()
    settle(page)
    assert score(store, study) == first
    say(page, settle, "not the same object", "Break the pair")
    assert score(store, study) < first
    say(page, settle, "it is after all", "Make the pair")
    assert score(store, study) == first
