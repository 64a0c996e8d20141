"""A meeting votes on numbers, texts and sets of labels as on steps, the most disputed first."""

from __future__ import annotations

import pytest

from annoeval.conclusions import resolve
from annoeval.problem import AnnoevalError
from annoeval.review import meeting, voting
from annoeval.review.minutes import minutes
from annoeval.review.store import Store

SIZES = "item_id,rater,size\na,Ana,10\na,Ben,10\nb,Ana,20.5\nb,Ben,22\nc,Ana,5\nc,Ben,95\nd,Ana,40\nd,Ben,60\n"
TAGS = "item_id,rater,tags\n" + "".join(
    f"{item},{rater},{said}\n"
    for item, ana, ben in (
        ("a", "cat|dog", "cat|dog"),
        ("b", "cat|dog|cow", "cat|dog"),
        ("c", "cat", "dog|cow"),
        ("d", "cow", "cow|cat"),
    )
    for rater, said in (("Ana", ana), ("Ben", ben))
)
ANSWERS = "item_id,rater,answer\n" + "".join(
    f"{item},{rater},{said}\n"
    for item, ana, ben in (
        ("a", "a heron standing in a pond", "a heron standing in a pond"),
        ("b", "the first two trees by the river", "the first few trees by the river"),
        ("c", "nothing that can be seen here", "an old mill on its hill"),
        ("d", "a boat with a red sail at noon", "a boat with a white sail at noon"),
    )
    for rater, said in (("Ana", ana), ("Ben", ben))
)


@pytest.fixture
def store(tmp_path):
    opened = Store(url=f"sqlite:///{tmp_path / 'reviews.db'}", home=tmp_path)
    yield opened
    opened.database.close()


def opened(store, file, dimension, level):
    id = store.add_study([("answers.csv", file.encode())], {"scales": {dimension: {"level": level}}})
    assert store.base(id).dimensions[dimension].level == level
    return id, meeting.start(store, id, "Ana", ["Ana", "Ben"])


CASES = {
    "interval": (SIZES, "size", ["c", "d", "b"]),
    "set": (TAGS, "tags", ["c", "d", "b"]),
    "text": (ANSWERS, "answer", ["c", "d", "b"]),
}
VOTES = {
    "interval": (20.5, 22.0, "Ana 20.5, Ben 22"),
    "set": ('["cat", "cow"]', '["dog"]', "Ana: cat, cow; Ben: dog"),
    "text": ("an old\nmill", "a mill", "Ana: an old mill; Ben: a mill"),
}


@pytest.mark.parametrize("level", CASES)
def test_the_most_disputed_come_first_and_what_all_agree_on_not_at_all(store, level):
    file, dimension, order = CASES[level]
    _, met = opened(store, file, dimension, level)
    assert [p.item_id for p in met.agenda] == order


@pytest.mark.parametrize("level", CASES)
def test_votes_stay_hidden_then_stand_in_the_minutes_as_people_read_them(store, level):
    file, dimension, _ = CASES[level]
    id, met = opened(store, file, dimension, level)
    one, other, words = VOTES[level]
    point = met.agenda[0]
    voting.vote(store, met, point, one, "Ana")
    voting.vote(store, met, point, other, "Ben")
    assert voting.votes(store, met, point) == {}
    assert voting.reveal(store, met, point, "Ana") == {"Ana": one, "Ben": other}
    voting.settle(store, met, point, other, "Ana", reason="as Ben says")
    row = minutes(store, id).iloc[0]
    assert row[["votes", "agreed", "decision"]].tolist() == [words, False, other]
    final = resolve(store.study(id), dimension).set_index("item_id")
    assert final.loc["c", ["value", "source"]].tolist() == [other, "decision"]


def test_a_vote_that_is_not_on_the_scale_is_refused(store):
    _, met = opened(store, SIZES, "size", "interval")
    with pytest.raises(AnnoevalError, match="no number"):
        voting.vote(store, met, met.agenda[0], "much", "Ana")
