"""Votes are independent until they are shown; then comes one decision with its reason, and minutes of it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annoeval.conclusions import resolve
from annoeval.problem import AnnoevalError
from annoeval.ratings import matrix
from annoeval.review import assignments, history, meeting, voting
from annoeval.review.minutes import minutes


@pytest.fixture
def met(store, id):
    store.decide(id, "f2", "caption", 0, reviewer="Ana")
    store.decide(id, "f2", "caption", 2, reviewer="Ben")
    return meeting.start(store, id, "Ana", ["Ana", "Ben"], title="Tuesday")


def test_the_agenda_is_disagreements_then_doubtful_ones_worst_first(met):
    assert [p.item_id for p in met.agenda] == ["f2", "f5", "f1", "f3", "f4"]


def test_the_agendas_reasons_name_no_score(met):
    assert not any(c.isdigit() for p in met.agenda for c in p.why)


def test_votes_are_hidden_until_all_are_shown(store, id, met):
    point = met.agenda[1]
    voting.vote(store, met, point, 1, "Ana")
    assert voting.voters(store, met, point) == ["Ana"]
    assert voting.votes(store, met, point) == {}
    assert "f5" not in set(store.study(id).ratings["item_id"])
    assert history.change_log(store, id).query("action == 'vote'")["new"].tolist() == [None]
    voting.vote(store, met, point, 2, "Ben")
    assert voting.reveal(store, met, point, "Ana") == {"Ana": 1, "Ben": 2}
    assert history.change_log(store, id).query("action == 'vote'")["new"].tolist() == [1, 2]


def test_agreement_uses_the_votes_before_discussion(store, id, met):
    point = met.agenda[1]
    voting.vote(store, met, point, 0, "Ana")
    voting.vote(store, met, point, 1, "Ana")  # changed before anyone saw it
    voting.vote(store, met, point, 2, "Ben")
    voting.reveal(store, met, point, "Ana")
    voting.vote(store, met, point, 2, "Ana")  # after discussion
    first, last = (matrix(store.study(id), "caption", which).loc["f5", ["Ana", "Ben"]] for which in ("first", "latest"))
    assert first.tolist() == [1, 2]
    assert last.tolist() == [2, 2]


def test_a_vote_after_the_votes_were_shown_is_not_blind(store, id, met):
    point = met.agenda[1]
    voting.reveal(store, met, point, "Ana")
    event = voting.vote(store, met, point, 2, "Ana").event
    assert (event.action, event.blind, event.visible) == ("decide", False, ("others",))


def test_the_decision_is_the_final_score_with_its_reason_in_the_minutes(store, id, met):
    point = met.agenda[0]
    for person, value in (("Ana", 1), ("Ben", 1)):
        voting.vote(store, met, point, value, person)
    voting.reveal(store, met, point, "Ana")
    voting.settle(store, met, point, 1, "Ana", reason="half of it", owner="Ben", guideline="count the legend")
    assert resolve(store.study(id), "caption").set_index("item_id").loc["f2", ["value", "source"]].tolist() == [
        1,
        "decision",
    ]
    row = minutes(store, id).iloc[0]
    assert row[["meeting", "item_id", "ai", "votes", "agreed"]].tolist() == [
        "Tuesday",
        "f2",
        2,
        "Ana 1 Partial, Ben 1 Partial",
        True,
    ]
    assert row[["decision", "reason", "owner", "guideline"]].tolist() == [1, "half of it", "Ben", "count the legend"]
    assert [p.item_id for p in meeting.open_points(store, met)] == ["f5", "f1", "f3", "f4"]


def test_at_the_end_the_rest_is_accepted_and_recorded_as_not_reviewed(store, id, met):
    ended = meeting.finish(store, met, "Ana", "accept")
    assert ended.ended is not None
    assert meeting.open_points(store, met) == []
    final = resolve(store.study(id), "caption").set_index("item_id")
    assert final.loc["f1", ["value", "source"]].tolist() == [0, "ai"]
    assert "f1" not in store.standing(id).rated
    assert set(minutes(store, id)["reason"]) == {"accepted without review"}


def test_at_the_end_the_rest_is_dealt_out(store, id, met):
    meeting.finish(store, met, "Ana", "assign", ["Ana", "Ben"])
    assert assignments.assigned(store, id).groupby("reviewer").size().to_dict() == {"Ana": 3, "Ben": 2}


def test_the_time_limit_counts_down_to_zero(met):
    assert met.seconds_left(met.started) == 720
    assert met.seconds_left(met.started + timedelta(minutes=20)) == 0


def test_someone_who_comes_late_can_vote(store, id, met):
    assert meeting.join(store, met, "Cleo").people == ("Ana", "Ben", "Cleo")
    assert meeting.meetings_of(store, id)[0].people == ("Ana", "Ben", "Cleo")


def test_a_meeting_about_nothing_is_not_opened(store, id):
    for item in store.study(id).items.index:
        store.decide(id, item, "caption", 2, reviewer="Ana", kind="decision")
    with pytest.raises(AnnoevalError, match="nothing to discuss"):
        meeting.start(store, id, "Ana", ["Ana"])


def test_the_teams_decision_stays_when_the_one_who_wrote_it_answers_or_withdraws(store, id, met):
    point = met.agenda[0]
    voting.settle(store, met, point, 1, "Ana", reason="half of it")
    for value in (0, None):
        store.decide(id, "f2", "caption", value, reviewer="Ana")
        final = resolve(store.study(id), "caption").set_index("item_id").loc["f2"]
        assert final[["value", "source"]].tolist() == [1, "decision"]
        assert {who: e.value for who, e in store.standing(id).standing("f2", "caption").items()} == {
            "Ben": 2,
            "The team": 1,
            **({"Ana": value} if value is not None else {}),
        }
    store.undo(id, "Ana")
    store.undo(id, "Ana")
    store.undo(id, "Ana")
    assert resolve(store.study(id), "caption").set_index("item_id").loc["f2", "source"] == "tie"


def test_a_meeting_counts_what_it_accepted_apart(store, id, met):
    voting.settle(store, met, met.agenda[0], 1, "Ana")
    meeting.finish(store, met, "Ana", "accept")
    assert meeting.accepted(store, met) == len(met.agenda) - 1
