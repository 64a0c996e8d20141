"""The kinds of error that reviewers may choose from are those of what is judged, or the team's own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annoeval.examples import examples
from annoeval.review import rubric
from annoeval.review.store import Store


@pytest.fixture
def store(tmp_path):
    opened = Store(home=tmp_path)
    yield opened
    opened.database.close()


def add(store, protocol):
    return store.add_study(next(e for e in examples() if e.protocol == protocol).contents())


@pytest.mark.parametrize(("protocol", "offered"), [("figures", True), ("recall", False), ("recognition", False)])
def test_a_wrong_figure_is_an_error_only_where_there_are_figures(store, protocol, offered):
    id = add(store, protocol)
    for known in (store.present(id).rubric, rubric.of(store.database, id)):
        assert ("Wrong figure" in known.tags) is offered
        assert "Guideline unclear" in known.tags


def test_a_team_that_names_no_tags_is_offered_none(store):
    id = add(store, "recall")
    rubric.edit(store.database, id, replace(rubric.of(store.database, id), tags=()), "Ana")
    assert store.present(id).rubric.tags == ()
