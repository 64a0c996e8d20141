"""Long work beside the page: one after the other, followed in counts, and stopped when someone says so."""

from __future__ import annotations

import threading
import time

import pytest

from annoeval.problem import AnnoevalError
from annoeval.ui.work import Work


def until(condition):
    """Waits for a condition; a hang fails."""
    for _ in range(1000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("it never came true")


@pytest.fixture
def busy():
    """A worker whose first job runs until it is let go."""
    work, go = Work(), threading.Event()

    def first(report):
        while not go.wait(0.01):
            report(1, 2)
        return "first done"

    work.start("first", "First", first)
    until(lambda: work.job("first").state == "running")
    yield work, go
    go.set()


def test_a_job_that_waits_is_over_as_soon_as_it_is_stopped(busy):
    work, _ = busy
    ran = []
    work.start("second", "Second", lambda report: ran.append(1) or "second done")
    assert work.job("second").state == "waiting"
    work.stop("second")
    assert work.job("second").over
    assert work.job("second").said == "Stopped before it began."
    assert work.job("first").state == "running"


def test_a_job_that_was_stopped_while_it_waited_never_runs(busy):
    work, go = busy
    ran = []
    work.start("second", "Second", lambda report: ran.append("second") or "")
    work.stop("second")
    work.start("third", "Third", lambda report: ran.append("third") or "")
    go.set()
    until(lambda: work.job("third").over)
    assert ran == ["third"]


def test_a_job_that_was_stopped_can_be_started_again_at_once(busy):
    work, go = busy
    work.start("second", "Second", lambda report: "the first try")
    work.stop("second")
    work.start("second", "Second", lambda report: "the second try")
    go.set()
    until(lambda: work.job("second").over)
    assert work.job("second").said == "the second try"


def test_a_running_job_stops_at_its_next_report(busy):
    work, _ = busy
    work.stop("first")
    until(lambda: work.job("first").over)
    assert work.job("first").said == "Stopped at 1 of 2; nothing was stored."


def test_work_that_can_not_be_done_says_why():
    work = Work()

    def fails(report):
        raise AnnoevalError("The model is absent.")

    work.start("a", "A", fails)
    until(lambda: work.job("a").over)
    assert (work.job("a").state, work.job("a").said) == ("failed", "The model is absent.")
