"""The recommended scorer against known right scores, on papers that are made for it: the benchmark's short form."""

import pytest

from benchmarks.figures import flagged, kappa, make
from benchmarks.made_papers import papers


@pytest.fixture(scope="module")
def scored():
    return make(seed=3, items=170, described=False).scored("recommended")


@pytest.mark.parametrize(("dimension", "least"), [("caption", 0.85), ("table", 0.85)])
def test_scores_agree_with_the_right_ones(scored, dimension, least):
    assert kappa(scored, dimension) >= least


def test_captions_that_changed_places_are_flagged_and_right_rows_are_not(scored):
    assert flagged(scored)[scored["fault"].eq("swapped within the paper")].mean() >= 0.8
    assert flagged(scored)[scored["truth"].eq(2)].mean() <= 0.04


def test_the_same_seed_makes_the_same_papers():
    first, again = papers(5, 2), papers(5, 2)
    assert [p.data for p in first] == [p.data for p in again]
    assert papers(6, 1)[0].captions != first[0].captions
