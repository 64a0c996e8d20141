"""Borderline answers go to a vote of those who did not annotate; what it decides counts in the study they are from."""

import io

import pandas as pd
import pytest
from PIL import Image

from annoeval.problem import AnnoevalError
from annoeval.protocols import protocol_of
from annoeval.review import evidence, meeting, voting
from annoeval.review.annotators import invite, withdraw
from annoeval.review.ballots import COUNTS, QUESTION, ballots, put_to_vote, take_over
from annoeval.review.pictures import picture
from annoeval.review.store import Store

FILE = b"""image_id,target_idiom,annotator_id,response_raw
1,break the ice,A1,ice that they break
1,break the ice,A2,break the ice
2,spill the beans,A1,spill the tea
2,spill the beans,A2,don't spill the beans
"""


@pytest.fixture
def store(tmp_path):
    opened = Store(url=f"sqlite:///{tmp_path / 'a.db'}", home=tmp_path)
    yield opened
    opened.database.close()


@pytest.fixture
def voted(store):
    id = store.add_study([("a.csv", FILE)])
    found = protocol_of(store.study(id)).proposals(store.study(id))
    assert len(found) == 3
    return id, put_to_vote(store, id, found, "Ana", ["Ana", "Ben"])


def right(store, id):
    return int((store.study(id).ratings.query("dimension == 'recognised_auto'")["value"] == 1).sum())


def test_what_the_team_decides_counts_once_it_is_taken_over_and_can_be_undone(store, voted):
    id, held = voted
    first, second = held.agenda[:2]
    for who in held.people:
        voting.vote(store, held, first, COUNTS, who)
    assert ballots(store, id)[0].decided == {}  # nobody has seen the votes
    voting.reveal(store, held, first, "Ana")
    voting.settle(store, held, second, "means something else", "Ana", reason="another idiom")
    before = right(store, id)
    assert take_over(store, id, "Ana") == 2
    assert right(store, id) == before + 1
    [form] = [f for forms in store.standing(id).variants().values() for f, counts in forms.items() if counts]
    assert (form in first.item_id) or (form in ballots(store, id)[0].forms[0])
    assert take_over(store, id, "Ana") == 0
    store.undo(id, "Ana")
    store.undo(id, "Ana")
    assert right(store, id) == before


def test_whoever_annotated_has_no_vote(store, voted):
    id, held = voted
    for do in (
        lambda: voting.vote(store, held, held.agenda[0], COUNTS, "A1"),
        lambda: meeting.join(store, held, "A2"),
        lambda: meeting.start(store, held.study, "Ana", ["Ana", "A1"], points=held.agenda),
    ):
        with pytest.raises(AnnoevalError, match="annotated what is judged here"):
            do()
    assert meeting.without_vote(store, held.study) == ("A1", "A2")
    assert meeting.without_vote(store, id) == ()


def test_the_question_of_a_vote_is_one_of_two_answers(store, voted):
    _, held = voted
    assert store.base(held.study).dimensions[QUESTION].categories == (COUNTS, "means something else")
    with pytest.raises(AnnoevalError, match="Choose the answers"):
        put_to_vote(store, voted[0], pd.DataFrame(), "Ana", ["Ana"])


def test_a_vote_shows_the_picture_that_was_answered_to_where_there_is_one(store):
    first, last = io.BytesIO(), io.BytesIO()
    Image.new("RGB", (8, 6), "white").save(first, "PNG")
    Image.new("RGB", (8, 6), "teal").save(last, "PNG")
    id = store.add_study([("a.csv", FILE), ("1.png", first.getvalue()), ("1_2.png", last.getvalue())])
    held = put_to_vote(store, id, protocol_of(store.study(id)).proposals(store.study(id)), "Ana", ["Ana"])
    base = store.base(held.study)
    shown = {
        base.items.at[i, "target"]: evidence.parts(base, i, lambda name: picture(store, held.study, name))
        for i in base.items.index
    }
    [seen] = [p for p in shown["break the ice"] if isinstance(p, evidence.Picture)]
    assert seen.data == last.getvalue()
    assert not any(isinstance(p, evidence.Picture) for p in shown["spill the beans"])


def test_whoever_withdrew_or_has_not_answered_yet_has_no_vote_either(store):
    id = store.add_study([("a.csv", FILE)])
    withdraw(store, invite(store, id, "Cleo"))
    invite(store, id, "Dov")
    held = put_to_vote(store, id, protocol_of(store.study(id)).proposals(store.study(id)), "Ana", ["Ana"])
    assert meeting.without_vote(store, held.study) == ("A1", "A2", "Cleo", "Dov")
