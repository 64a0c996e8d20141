"""The answer beside a study in a list is that of its present state, or none."""

import time

from annoeval.ui.headlines import Headlines, first_sentence


def until(true):
    ends = time.monotonic() + 10
    while not true() and time.monotonic() < ends:
        time.sleep(0.01)
    assert true()


def test_an_answer_is_worked_out_once_and_kept():
    asked, kept = [], Headlines()

    def work_out():
        asked.append(1)
        return "κ **0.52**."

    assert kept.of("a", "1", work_out) is None
    until(lambda: kept.of("a", "1", work_out) == "κ **0.52**.")
    assert asked == [1]


def test_the_answer_of_an_earlier_state_is_never_given():
    kept = Headlines()
    kept.of("a", "1", lambda: "old")
    until(lambda: kept.of("a", "1", lambda: "old") == "old")
    assert kept.of("a", "2", lambda: "new") is None
    until(lambda: kept.of("a", "2", lambda: "new") == "new")


def test_a_study_whose_answer_fails_has_none():
    kept = Headlines()
    kept.of("a", "1", lambda: 1 / 0)
    until(lambda: kept.of("a", "1", lambda: "") == "")


def test_of_an_answer_the_first_sentence_stands_in_the_list():
    assert first_sentence("κ **0.52** (47 items). People agree more.") == "κ **0.52** (47 items)."
    assert first_sentence("κ **0.52**.") == "κ **0.52**."
