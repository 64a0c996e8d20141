"""Review: a link that was cut short or comes from another study opens the usual queue."""

import pytest

from annoeval.ui import state

CUT = [{"threshold": "nan"}, {"dimension": "of_another_study"}, {"rule": "nonsense"}]


@pytest.fixture(autouse=True)
def named(monkeypatch):
    """The test client has no cookies to remember a name in."""
    monkeypatch.setattr(state, "person", lambda: "Ann")


@pytest.mark.parametrize("part", CUT, ids=["no number", "another dimension", "no rule"])
def test_a_link_that_does_not_fit_the_study_opens_its_usual_queue(visit, example, part):
    study = example("figures")
    usual = visit("review", study=study).sound().words
    assert visit("review", **{"study": study, "rule": "low", **part}).sound().words == usual
