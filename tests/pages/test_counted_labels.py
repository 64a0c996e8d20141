"""A table that counts labels, on the pages: nothing is shown as if it were known who gave which label."""

from __future__ import annotations

import pytest

from annoeval.ui import state

COUNTS = "item,yes,no,unsure\n" + "".join(f"i{i},{4 - i % 5},{i % 5},0\n" for i in range(20))


@pytest.fixture(autouse=True)
def named(monkeypatch):
    """The test client has no cookies to remember a name in."""
    monkeypatch.setattr(state, "person", lambda: "Ann")


def test_what_we_found_says_that_nobody_knows_who_gave_which(visit, add):
    screen = visit(study=add(COUNTS)).sound()
    assert "80 scores by 4 people for each item, and who gave which isn't known" in screen.words
    assert screen.tables[0].iloc[1].tolist() == ["i1", "3 × yes, 1 × no"]
    assert "needs a group column or a second rater" in screen.words  # for Comparison


def test_agreement_stands_without_pairs_and_says_why(visit, add):
    screen = visit("agreement", study=add(COUNTS), more="What drives it").sound()
    assert "4 people agree on" in screen.answer
    assert "Fleiss" in screen.answer
    assert "no table of who agrees with whom" in screen.words
    assert "who gave which label isn't known" in screen.words
    assert "Rater by rater" not in screen.words
    assert not screen.charts
    assert any("3 × yes, 1 × no" in t.astype("str").to_numpy() for t in screen.tables)


def test_no_page_names_a_rater_who_is_only_a_place(visit, add):
    id = add(COUNTS)
    for page in ("", "scores", "agreement", "comparison", "review"):
        screen = visit(page, study=id).sound()
        assert "rater 1" not in screen.words.lower(), page
        for shown in screen.tables:
            assert "rater 1" not in str(shown.to_dict()).lower(), page


def test_queue_says_how_many_said_what(visit, add):
    assert "3 said yes, 1 said no" in visit("review", study=add(COUNTS), item="i1").sound().words
