"""The guided example leads over the pages and leaves nothing behind."""

import pytest

from annoeval.ui.tour import STEPS


@pytest.fixture(autouse=True)
def someone(monkeypatch):
    monkeypatch.setattr("annoeval.ui.state.person", lambda: "Ana")


def test_the_start_page_offers_a_tour_that_opens_an_example(visit):
    screen = visit("studies").sound()
    assert "of 6" not in screen.words
    screen.app.button(key="_tour_start").click().run()
    assert "1 of 6" in screen.words
    assert "What we found" in screen.words


def test_each_step_of_the_tour_has_something_to_see(visit, example):
    id = example("figures")
    for step in STEPS[:-1]:
        screen = visit(step.page, study=id).sound()
        assert "This page needs" not in screen.answer, step.page


def test_leaving_the_tour_takes_its_bar_away(visit):
    screen = visit("studies").sound()
    screen.app.button(key="_tour_start").click().run()
    screen.app.button(key="_tour_leave").click().run()
    assert "of 6" not in screen.words
