"""A filter lives in the address and cuts a study without touching it."""

import pandas as pd
import pytest

from annoeval.evaluation.filters import Filter, from_parameters, offered
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import NO_GROUP, Study


@pytest.fixture
def study() -> Study:
    items = pd.DataFrame(
        {"domain": ["Biology", "Biology", "Physics", None], "all_same": "x"},
        index=pd.Index(["a", "b", "c", "d"], name="item_id"),
    )
    ratings = pd.concat(
        [
            ratings_table({"item_id": list("abcd"), "dimension": "score", "rater": "AI", "kind": "ai", "value": 1}),
            ratings_table({"item_id": ["a"], "dimension": "score", "rater": "Mei", "kind": "reviewer", "value": 2}),
        ],
        ignore_index=True,
    )
    return Study("s", "ratings", items, ratings, {"score": Scale("ordinal", (0, 1, 2))}, ("domain", "all_same"))


def test_only_groups_with_several_values_can_be_filtered(study):
    assert offered(study).groups == {"domain": ["Biology", "Physics", NO_GROUP]}


def test_a_group_filter_keeps_its_items_and_their_ratings(study):
    kept = Filter((("domain", ("Physics",)),)).apply(study)
    assert list(kept.items.index) == ["c"]
    assert list(kept.ratings["item_id"]) == ["c"]


def test_items_people_have_judged_and_those_they_have_not(study):
    assert list(Filter(reviewed="yes").apply(study).items.index) == ["a"]
    assert list(Filter(reviewed="no").apply(study).items.index) == ["b", "c", "d"]


def test_a_rater_filter_keeps_the_items(study):
    kept = Filter(raters=("Mei",)).apply(study)
    assert len(kept.items) == 4
    assert kept.ratings["rater"].unique().tolist() == ["Mei"]


def test_no_filter_gives_the_very_same_study(study):
    assert Filter().apply(study) is study


def test_every_filter_has_a_digest_of_its_own(study):
    digests = {Filter(reviewed=r).apply(study).digest for r in ("", "yes", "no")}
    assert len(digests) == 3


def test_a_filter_survives_the_address(study):
    chosen = Filter((("domain", ("Physics",)),), ("AI",), "no")
    assert from_parameters(chosen.parameters(), offered(study)) == chosen


def test_what_the_study_does_not_hold_is_left_out_of_a_filter(study):
    assert (
        from_parameters({"by.domain": ["Alchemy"], "rater": ["Nobody"], "reviewed": ["perhaps"]}, offered(study))
        == Filter()
    )


def test_all_values_chosen_is_no_filter(study):
    assert not from_parameters(
        {"by.domain": ["Biology", "Physics", NO_GROUP], "rater": ["AI", "Mei"]}, offered(study)
    ).active
