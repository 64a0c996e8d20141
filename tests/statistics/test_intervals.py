"""Intervals: they cover, they repeat, and where they can't be had they say why."""

import numpy as np
import pandas as pd
import pytest

from annoeval.statistics.agreement.panel import Resampling, panel
from annoeval.statistics.intervals import bootstrap, resamples, share_interval


def mean(totals):
    """A mean from (sum, count)."""
    return (totals[..., 0] / totals[..., 1])[..., None]


def test_the_same_data_and_seed_give_the_same_interval():
    rows = np.stack([np.random.default_rng(0).normal(size=50), np.ones(50)], axis=1)
    assert bootstrap(rows, mean, np.ones(50)) == bootstrap(rows, mean, np.ones(50))
    assert bootstrap(rows, mean, np.ones(50)) != bootstrap(rows, mean, np.ones(50), seed=1)


def test_distinct_rows_drawn_as_often_as_they_occur_are_the_same_bootstrap():
    """A value three times or one row of multiplicity three: the limits agree but for the luck of the draw."""
    x = np.repeat([0.0, 1.0, 2.0, 5.0], [60, 20, 15, 5])
    every = bootstrap(np.stack([x, np.ones(100)], axis=1), mean, np.ones(100), replicates=20000)[0]
    distinct = np.stack([[0.0, 1.0, 2.0, 5.0], np.ones(4)], axis=1)
    merged = bootstrap(distinct, mean, np.array([60, 20, 15, 5]), replicates=20000)[0]
    assert merged.low == pytest.approx(every.low, abs=0.02)
    assert merged.high == pytest.approx(every.high, abs=0.02)


@pytest.mark.parametrize("multiplicity", [np.ones(40), np.array([400.0, 500.0, 100.0])])
def test_resamples_have_as_many_units_as_the_data(multiplicity):
    drawn = resamples(multiplicity, 50, seed=3)
    assert (drawn.sum(axis=1) == multiplicity.sum()).all()
    assert drawn.mean(axis=0) == pytest.approx(multiplicity, rel=0.5)


def test_one_unit_gives_no_interval():
    found = bootstrap(np.array([[1.0, 1.0]]), mean, np.ones(1))[0]
    assert found.low is None
    assert "one of the items" in found.reason


def test_values_that_never_change_give_no_interval_rather_than_an_empty_one():
    found = bootstrap(np.ones((20, 2)), mean, np.ones(20))[0]
    assert (found.low, found.high) == (None, None)
    assert "same value" in found.reason


def test_exact_limits_of_a_share():
    """Clopper & Pearson: 8 of 10 is .4439 to .9748; 10 of 10 begins at .025 ** (1 / 10)."""
    assert (share_interval(8, 10).low, share_interval(8, 10).high) == pytest.approx((0.4439, 0.9748), abs=5e-5)
    assert share_interval(10, 10).low == pytest.approx(0.025**0.1)
    assert share_interval(10, 10).high == 1.0
    assert share_interval(0, 10).low == 0.0
    assert share_interval(0, 0).low is None


def test_with_very_many_units_the_jackknife_gives_the_bootstraps_limits():
    x = np.random.default_rng(0).exponential(size=6000)
    rows = np.stack([x, np.ones(6000)], axis=1)
    many = bootstrap(rows, mean, np.ones(6000))[0]
    assert "jackknife over 6,000" in many.method
    error = x.std(ddof=1) / np.sqrt(6000)
    assert (many.low, many.high) == pytest.approx((x.mean() - 1.959964 * error, x.mean() + 1.959964 * error), rel=1e-6)


def ratings(rng, n, raters, prior, knows):
    """Each rater says the true label with probability `knows`, else any label by its prior."""
    truth = rng.choice(len(prior), n, p=prior)
    guess = rng.choice(len(prior), (n, raters), p=prior)
    return pd.DataFrame(np.where(rng.random((n, raters)) < knows, truth[:, None], guess))


def coverage(studies, n, raters, prior, knows, level):
    """Share of simulated studies whose interval holds the true coefficient, by coefficient."""
    labels = tuple(range(len(prior)))
    many = ratings(np.random.default_rng(99), 300_000, raters, prior, knows)
    true = {e.coefficient: e.value for e in panel(many, level, labels, Resampling(replicates=0)).estimates}
    rng, hits = np.random.default_rng(1), {name: [] for name in true}
    for _ in range(studies):
        for e in panel(ratings(rng, n, raters, prior, knows), level, labels, Resampling(replicates=1000)).estimates:
            if e.low is not None:
                hits[e.coefficient].append(e.low <= true[e.coefficient] <= e.high)
    return {name: float(np.mean(h)) for name, h in hits.items()}


def test_intervals_cover_in_a_few_studies():
    """With 120 studies 95 % of cover is told from 89 % only; the slow test below has the power."""
    for name, share in coverage(120, 100, 2, [0.4, 0.6], 0.75, "nominal").items():
        assert 0.89 <= share <= 1.0, name


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "raters", "prior", "knows", "level"),
    [
        (50, 2, [0.5, 0.5], 0.8, "nominal"),
        (100, 3, [0.7, 0.3], 0.85, "nominal"),
        (100, 3, [0.2, 0.3, 0.5], 0.7, "ordinal"),
        (200, 4, [0.2, 0.3, 0.5], 0.6, "ordinal"),
    ],
)
def test_intervals_cover_95_percent(n, raters, prior, knows, level):
    """95 % ± 2 of 1,500 simulated studies, whose own chance error is 0.6."""
    for name, share in coverage(1500, n, raters, prior, knows, level).items():
        assert 0.93 <= share <= 0.97, name


def test_resamples_in_which_it_is_undefined_are_counted_in_the_method():
    """One item of twenty differs, so a third of the resamples hold one label only."""
    table = pd.DataFrame({"A1": ["ok"] * 20, "A2": ["ok"] * 19 + ["bad"]})
    pi = next(e for e in panel(table, "nominal", ("ok", "bad")).estimates if e.coefficient == "scott_pi")
    assert "left out because it is undefined there" in pi.method


def test_limits_that_fall_on_one_value_are_no_interval():
    """Each of four labels always meets the next one: no resample has less agreement than none."""
    table = pd.DataFrame({"A1": list("abcd") * 6, "A2": list("bcda") * 6})
    pi = next(e for e in panel(table, "nominal", tuple("abcd")).estimates if e.coefficient == "scott_pi")
    assert pi.value == pytest.approx(-1 / 3)
    assert pi.low is None
    assert pi.high is None
    assert "one value" in pi.reason
