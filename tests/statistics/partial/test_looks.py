"""Which limits hold after how many looks at an audit."""

import numpy as np
import pytest

from annoeval.statistics.partial.anytime import anytime_limits
from annoeval.statistics.partial.kappa import kappa_limits
from annoeval.statistics.partial.levels import shortfall_limits
from annoeval.statistics.partial.limits import limits
from annoeval.statistics.partial.looks import ANY_TIME, ONCE, Looks, limits_at
from annoeval.statistics.partial.planning import audit_size
from annoeval.statistics.partial.stratum import Stratum

AUDIT = [Stratum(120, 30, 1, 2), Stratum(60, 15, 0, 1)]


@pytest.mark.parametrize(
    ("looks", "kind", "level"),
    [
        (Looks(), "once", 0.95),
        (Looks(2), "any time", 0.95),
        (Looks(1, 5), "planned", 0.99),
        (Looks(5, 5), "planned", 0.99),
        (Looks(6, 5), "any time", 0.95),
    ],
)
def test_looks_tell_which_limits_hold(looks, kind, level):
    assert looks.kind == kind
    assert looks.level(0.95) == pytest.approx(level)


@pytest.mark.parametrize(("taken", "planned"), [(0, 1), (1, 0), (1, 6)])
def test_more_than_five_looks_are_not_planned(taken, planned):
    with pytest.raises(ValueError, match="looked at"):
        Looks(taken, planned)


def test_one_look_has_the_fixed_limits_planned_ones_are_wider_and_any_number_widest():
    once, planned, free = (limits_at(AUDIT, 2, looks) for looks in (ONCE, Looks(1, 3), ANY_TIME))
    assert once == limits(AUDIT, 2)
    assert free == anytime_limits(AUDIT, 2)
    assert free.low <= planned.low <= once.low < once.high <= planned.high <= free.high


def test_kappa_and_long_scales_widen_with_the_looks_too():
    known = [[20, 3, 1], [4, 25, 6]]
    once, free = (kappa_limits(known, AUDIT, looks=looks) for looks in (ONCE, ANY_TIME))
    assert free.low < once.low < once.value == free.value < once.high <= free.high
    values = [np.array([1.0, 3, 4, 5, 5, 5, 5, 5, 5, 5])]
    once, free = (shortfall_limits(values, [50], 1.0, 5.0, looks=looks) for looks in (ONCE, ANY_TIME))
    assert free[0] <= once[0] < once[1] < free[1]


def test_kappa_is_no_number_while_a_stratum_was_not_looked_at():
    found = kappa_limits([[20, 3, 1], [4, 25, 6]], [Stratum(20, 5, 1, 0), Stratum(10, 0)], looks=ANY_TIME)
    assert found.value is None
    assert found.low < found.high
    assert np.isnan(limits_at([Stratum(20, 5, 1, 0), Stratum(10, 0)], 2, ANY_TIME).estimate)


def test_a_plan_that_was_looked_at_before_needs_more():
    once, again = (audit_size(300, 0.1, 1 / 500, 0.05, looks=looks) for looks in (ONCE, ANY_TIME))
    assert again > once


SIZES = (15, 30, 45, 60, 75)


def lost(looks_of, zeros, ones, runs, seed=3, n=200):
    """Share of audits in which at least one of the looks after SIZES items missed the truth."""
    rng, wrong, found = np.random.default_rng(seed), 0, {}
    for _ in range(runs):
        order = rng.permutation(np.r_[np.zeros(zeros, int), np.ones(ones, int), np.full(n - zeros - ones, 2)])
        for at, size in enumerate(SIZES):
            looks, seen = looks_of(at + 1), order[:size]
            key = (looks, size, int((seen == 0).sum()), int((seen == 1).sum()))
            if key not in found:
                found[key] = limits_at([Stratum(n, *key[1:])], 2, looks)
            if not found[key].low <= 2 * zeros + ones <= found[key].high:
                wrong += 1
                break
    return wrong / runs


@pytest.mark.parametrize(("zeros", "ones"), [(0, 4), (4, 8), (9, 19), (28, 0)])
def test_planned_and_any_time_limits_hold_at_all_looks_together(zeros, ones):
    runs = 600
    assert lost(lambda at: Looks(at, 5), zeros, ones, runs) <= 0.05
    assert lost(lambda at: ANY_TIME, zeros, ones, runs) <= 0.05


def test_limits_of_one_look_do_not_hold_at_five():
    assert lost(lambda at: ONCE, 9, 19, 600) > 0.07


def test_one_planned_look_and_then_any_number_hold_together():
    assert lost(Looks, 9, 19, 600) <= 0.06
