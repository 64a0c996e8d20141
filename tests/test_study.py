"""The one model."""

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.problem import Problem, problems_table
from annoeval.rating_table import empty_ratings, ratings_table
from annoeval.scale import Scale
from annoeval.study import Study
from annoeval.tables.item_ids import unique_ids


def study(items: pd.DataFrame, **more) -> Study:
    return Study("s", "ratings", items, more.pop("ratings", empty_ratings()), {"d": Scale(level="nominal")}, **more)


def test_ids_stay_as_they_are_when_they_identify():
    ids, changed = unique_ids(pd.Series(["007", "7", "010"]), pd.DataFrame({"x": ["a", "b", "c"]}))
    assert list(ids) == ["007", "7", "010"]
    assert changed == 0


def test_repeated_ids_are_numbered_and_no_rows_are_merged():
    ids, changed = unique_ids(pd.Series(["f", "f", "g"]), pd.DataFrame({"x": ["b", "a", "c"]}))
    assert sorted(ids) == ["f#1", "f#2", "g"]
    assert changed == 2


def test_exact_copies_are_items_of_their_own():
    ids, _ = unique_ids(pd.Series(["f", "f"]), pd.DataFrame({"x": ["a", "a"]}))
    assert list(ids) == ["f#1", "f#2"]


ROWS = st.lists(st.tuples(st.sampled_from(["f", "g", None, "f#1"]), st.text("ab", max_size=2)), min_size=1)


@given(ROWS, st.randoms())
@settings(max_examples=60, deadline=None)
def test_sorting_the_file_changes_no_id(rows, chance):
    def named(order):
        frame = pd.DataFrame(order, columns=["key", "text"])
        ids, _ = unique_ids(frame["key"], frame)
        assert ids.is_unique
        return sorted(zip(ids, frame["text"], strict=True))

    shuffled = list(rows)
    chance.shuffle(shuffled)
    assert named(rows) == named(shuffled)


def test_an_items_ratings_are_those_of_its_id_in_their_order():
    ids, raters = ["b", "a", "gone", "b"], ["Ana", "Ana", "Ana", "Ben"]
    told = {"item_id": ids, "dimension": "d", "rater": raters, "kind": "human", "value": [1, 2, 3, 4]}
    one = study(pd.DataFrame(index=pd.Index(["a", "b", "c"], name="item_id")), ratings=ratings_table(told))
    assert one.ratings_of("b")[["rater", "value"]].values.tolist() == [["Ana", 1], ["Ben", 4]]
    assert one.ratings_of("a")["value"].tolist() == [2]
    assert one.ratings_of("c").empty
    with pytest.raises(KeyError):
        one.ratings_of("gone")


def test_a_digest_sees_every_cell_of_a_large_study():
    items = pd.DataFrame({"x": ["a"] * 60_000}, index=pd.Index([str(i) for i in range(60_000)], name="item_id"))
    changed = items.copy()
    changed.iloc[31_415, 0] = "b"
    assert study(items).digest != study(changed).digest


def test_a_digest_depends_on_content_and_options_and_not_on_the_name():
    items = pd.DataFrame({"x": ["a"]}, index=pd.Index(["1"], name="item_id"))
    assert study(items).digest == study(items.copy()).digest
    assert study(items).digest != study(items, options={"rule": "recommended"}).digest


def test_item_ids_must_be_unique():
    with pytest.raises(ValueError, match="unique"):
        study(pd.DataFrame(index=pd.Index(["a", "a"], name="item_id")))


def test_a_zone_less_time_is_utc():
    times = ratings_table({"item_id": ["a", "b"], "time": ["2026-01-02T03:04:05", "2026-01-02T03:04:05+02:00"]})["time"]
    assert [t.hour for t in times] == [3, 1]


def test_equal_problems_are_one_row_with_a_count():
    blank = Problem("blank", "left out", "f.csv")
    table = problems_table([blank, blank, blank, Problem("x", "y")])
    assert table["count"].tolist() == [3, 1]


def test_a_rubric_score_is_described_by_number_and_word():
    scale = Scale(level="ordinal", categories=(0, 1, 2), names={2: "Accurate"})
    assert scale.describe(2.0) == "2 Accurate"
    assert scale.range == (0.0, 2.0)


def test_a_label_that_is_called_as_it_is_is_said_once():
    assert Scale("nominal", ("wrong", "right"), names={"right": "Right"}).describe("right") == "Right"


def test_labels_have_no_mean():
    assert not Scale(level="nominal", categories=("cat", "dog")).numeric


def test_the_name_of_a_study_is_no_part_of_its_revision_mark():
    """Built again from its files it has a name among its options, and the same content."""
    plain, named = (
        study(pd.DataFrame(index=pd.Index(["a"], name="item_id")), options=o)
        for o in ({}, {"name": "Captions, second try"})
    )
    assert plain.digest == named.digest


def test_items_that_a_group_column_says_nothing_of_are_a_group():
    items = pd.DataFrame({"domain": ["Bio", None, None]}, pd.Index(["a", "b", "c"], name="item_id"))
    assert study(items, groups=("domain",)).items["domain"].value_counts().to_dict() == {"(none)": 2, "Bio": 1}
