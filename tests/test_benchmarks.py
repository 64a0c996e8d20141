"""The benchmark table: what it promises and when it fails. Nothing is timed here."""

import pytest

from benchmarks.__main__ import line, modules, seconds
from benchmarks.timing import Row, best


def test_a_ratio_is_the_peers_time_over_ours():
    row = Row("kappa", 0.002, "peer", 0.5, at_least=100)
    assert row.ratio == pytest.approx(250)
    assert row.holds
    assert line(row) == ("kappa", "2 ms", "peer", "500 ms", "250 ×", "≥ 100", "")


def test_a_missed_promise_and_a_different_value_are_said():
    assert line(Row("t", 1.0, "peer", 1.5, at_least=2))[-1] == "MISSED"
    assert line(Row("t", 1.0, "peer", 9.0, same=False))[-1] == "VALUES DIFFER"
    assert not Row("t", 1.0, "peer", 9.0, same=False).holds


def test_a_scaled_time_is_marked():
    assert line(Row("t", 1.0, "peer", 9.0, scaled=True))[3] == "9 s *"


def test_durations_come_in_the_unit_that_suits_them():
    assert [seconds(v) for v in (2.5, 0.0125, 0.00005)] == ["2.5 s", "12.5 ms", "50 µs"]


def test_modules_are_found_by_name_and_unknown_ones_refused():
    assert "comparison" in modules([])
    assert "timing" not in modules([])
    with pytest.raises(SystemExit, match="no benchmark named speed"):
        modules(["speed"])


def test_the_work_is_done_once_more_than_it_is_timed():
    done = []
    shortest, result = best(lambda: done.append(1) or len(done), times=3)
    assert result == 4
    assert shortest >= 0
