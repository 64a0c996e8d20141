"""Review: a meeting on the page, from its first question to what becomes of the rest."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from annoeval.review import ledger, meeting, voting
from annoeval.review.tables import meetings
from annoeval.ui import state

WITH_AI = "item_id,caption,ai_caption_score\n" + "".join(f"f{i},bird {i},{i % 2}\n" for i in range(4))
PEOPLE = "item,rater,label\nq1,Ana,yes\nq1,Ben,no\nq2,Ana,no\nq2,Ben,yes\n"


@pytest.fixture(autouse=True)
def named(monkeypatch):
    monkeypatch.setattr(state, "person", lambda: "Ana")


@pytest.fixture
def meet(store, visit):
    def meet(study, people=("Ana", "Ben"), ago=0):
        opened = meeting.start(store, study, "Ana", people)
        if ago:
            started = (ledger.now() - timedelta(minutes=ago)).isoformat()
            with store.database.write() as connection:
                connection.execute(update(meetings).where(meetings.c.id == opened.id).values(started=started))
        return opened, visit("review", study=study, view="meeting", meeting=opened.id).sound()

    return meet


def test_when_the_time_is_up_what_can_become_of_the_rest_stands_in_sight(meet, add):
    assert "Time is up" not in meet(add(WITH_AI))[1].words
    _, screen = meet(add(WITH_AI), ago=13)
    assert "Time is up. 4 questions left" in screen.words.replace(":orange[", "").replace("]", "")
    screen.app.button(key="ae_up_accept").click()
    assert screen.settle().sound().answer.startswith("The meeting is over: 0 of 4 questions decided, 4 as the AI")


def test_who_comes_later_joins_the_meeting_that_is_under_way_and_not_one_that_is_over(meet, add, store, visit):
    study = add(PEOPLE)
    opened, _ = meet(study)
    screen = visit("review", study=study, view="meeting").sound()
    assert "Meeting** is under way: Ana began it a moment ago" in screen.words
    screen.press("Join")
    assert "0 of 2 settled" in screen.sound().words
    meeting.finish(store, opened, "Ana")
    assert "Join" not in visit("review", study=study, view="meeting").sound().buttons


def test_no_ais_score_is_offered_where_no_ai_gave_one(meet, add):
    assert "Accept the AI's scores" in meet(add(WITH_AI))[1].buttons
    assert "Accept the AI's scores" not in meet(add(PEOPLE))[1].buttons


def test_the_end_says_what_is_still_open(meet, add):
    _, screen = meet(add(PEOPLE))
    screen.app.button(key="ae_end_assign").click()
    assert screen.settle().sound().answer == "The meeting is over: 0 of 2 questions decided, 2 still open."


def test_why_nothing_was_decided_stays_while_the_screen_follows_the_others(meet, add, store):
    opened, screen = meet(add(PEOPLE))
    point = meeting.current(store, opened)
    for who, value in (("Ana", "yes"), ("Ben", "no")):
        voting.vote(store, opened, point, value, who)
    voting.reveal(store, opened, point, "Ana")
    screen.settle()
    screen.press("Decide")
    assert "Say first what the team decides" in screen.words
    assert "Say first what the team decides" in screen.settle().words


def test_a_meeting_goes_on_where_a_new_version_of_the_file_dropped_its_items(meet, add, store, visit):
    study = add(WITH_AI)
    opened, _ = meet(study)
    first, second = opened.agenda[0].item_id, opened.agenda[1].item_id
    left = "".join(line + "\n" for line in WITH_AI.splitlines() if not line.startswith(first + ","))
    store.replace_files(study, [("second.csv", left.encode())], "Ana")
    store.exclude(study, second, "Ana")
    screen = visit("review", study=study, view="meeting", meeting=opened.id).sound()
    assert "0 of 2 settled" in screen.words
    screen.app.button(key="ae_end_open").click()
    assert screen.settle().sound().answer == "The meeting is over: 0 of 2 questions decided, 2 still open."


def test_a_queue_without_items_says_so_in_the_table(visit, add):
    assert visit("review", study=add(WITH_AI), view="table", scope="back").answer == "No item is in this queue."
