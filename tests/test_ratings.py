"""Which rating counts."""

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.conclusions import conclude, derived, majority, resolve
from annoeval.rating_table import ratings_table
from annoeval.ratings import first_independent, latest, matrix
from annoeval.scale import Scale
from annoeval.study import Study

RUBRIC = Scale(level="ordinal", categories=(0, 1, 2))


def study(*ratings: tuple, scale: Scale = RUBRIC, items: tuple[str, ...] = ("a", "b")) -> Study:
    """ratings: (item, rater, kind, value[, time[, blind]])"""
    rows = [(*r, *(None,) * (6 - len(r))) for r in ratings]
    item, rater, kind, value, time, blind = map(list, zip(*rows, strict=True))
    who = {"item_id": item, "dimension": "d", "rater": rater, "kind": kind}
    table = ratings_table({**who, "value": value, "time": time, "blind": blind})
    return Study("s", "ratings", pd.DataFrame(index=pd.Index(items, name="item_id")), table, {"d": scale})


def final(s: Study) -> dict[str, tuple]:
    return {r.item_id: (r.value, r.source) for r in resolve(s).itertuples()}


def test_a_later_rating_by_the_same_rater_replaces_the_earlier_one_for_scores():
    s = study(("a", "Ana", "human", 0, "2026-01-02"), ("a", "Ana", "human", 2, "2026-01-03"))
    assert latest(s.ratings)["value"].tolist() == [2]


def test_time_decides_which_rating_is_later_not_the_order_in_the_file():
    s = study(("a", "Ana", "human", 2, "2026-01-03"), ("a", "Ana", "human", 0, "2026-01-02"))
    assert latest(s.ratings)["value"].tolist() == [2]


def test_agreement_counts_the_first_rating_since_discussion_makes_raters_agree():
    s = study(("a", "Ana", "human", 0, "2026-01-02", False), ("a", "Ana", "human", 2, "2026-01-03", False))
    assert first_independent(s.ratings)["value"].tolist() == [0]


def test_a_repeat_in_a_file_that_does_not_say_who_saw_what_is_a_correction():
    s = study(("a", "Ana", "human", 0, "2026-01-02"), ("a", "Ana", "human", 2, "2026-01-03"))
    assert first_independent(s.ratings)["value"].tolist() == [2]


def test_a_blind_rating_is_more_independent_than_an_earlier_one_that_saw_the_others():
    s = study(("a", "Ana", "human", 0, "2026-01-02", False), ("a", "Ana", "human", 2, "2026-01-03", True))
    assert first_independent(s.ratings)["value"].tolist() == [2]


def test_the_matrix_has_items_in_the_studys_order_and_no_team_decision():
    s = study(("b", "Ana", "human", 1), ("a", "Ben", "human", 0), ("a", "team", "decision", 2))
    wide = matrix(s, "d")
    assert list(wide.index) == ["a", "b"]
    assert list(wide.columns) == ["Ana", "Ben"]


@pytest.mark.parametrize(
    ("given", "chosen"),
    [((1, 1, 0), 1), ((1, 0), None), ((1,), 1), ((None, None), None), ((2, None, 2), 2), ((0, 0, 1, 1), None)],
)
def test_a_tie_has_no_majority(given, chosen):
    values = pd.DataFrame([given], index=["a"], dtype=object)
    assert majority(values)["a"] == chosen


def test_the_team_outranks_reviewers_who_outrank_annotators_who_outrank_the_ai():
    rows = [("a", "ai", "ai", 0), ("a", "Ana", "human", 1), ("a", "Rob", "reviewer", 2), ("a", "team", "decision", 1)]
    assert final(study(*rows))["a"] == (1, "decision")
    assert final(study(*rows[:3]))["a"] == (2, "reviewer")
    assert final(study(*rows[:2]))["a"] == (1, "human")
    assert final(study(*rows[:1]))["a"] == (0, "ai")


def test_a_tie_among_people_stays_open_and_never_falls_to_the_ai():
    s = study(("a", "ai", "ai", 0), ("a", "Ana", "human", 1), ("a", "Ben", "human", 2))
    assert final(s)["a"] == (None, "tie")


def test_a_reference_is_no_source_of_a_final_score():
    assert final(study(("a", "gold", "reference", 2)))["a"] == (None, "missing")


def test_unanimous_on_a_right_or_wrong_scale_is_one_only_where_all_said_right():
    s = study(
        ("a", "Ana", "human", 1),
        ("a", "Ben", "human", 1),
        ("b", "Ana", "human", 1),
        ("b", "Ben", "human", 0),
        scale=Scale(level="nominal", categories=(0, 1)),
    )
    table = derived(s, "d")
    assert table[table["rater"] == "unanimous"]["value"].tolist() == [1, 0]


def test_unanimous_on_a_rubric_leaves_out_items_on_which_people_differ():
    s = study(("a", "Ana", "human", 2), ("a", "Ben", "human", 2), ("b", "Ana", "human", 1), ("b", "Ben", "human", 0))
    table = derived(s, "d")
    assert table[table["rater"] == "unanimous"]["item_id"].tolist() == ["a"]


def test_a_rating_where_the_dimension_does_not_apply_counts_nowhere():
    items = pd.DataFrame({"type": ["figure", "table"]}, index=pd.Index(["a", "b"], name="item_id"))
    table = ratings_table({"item_id": ["a", "b"], "dimension": "d", "rater": "Ana", "kind": "human", "value": [1, 2]})
    scale = Scale(level="ordinal", categories=(0, 1, 2), applies={"type": ("figure",)})
    s = Study("s", "figures", items, table, {"d": scale})
    assert list(matrix(s, "d").index) == ["a"]
    assert len(resolve(s)) == 1


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("ab"),
            st.sampled_from(["Ana", "Ben"]),
            st.integers(0, 2),
            st.sampled_from([True, False, None]),
        ),
        min_size=1,
        max_size=12,
    )
)
def test_choosing_which_repeat_counts_twice_changes_nothing(rows):
    s = study(
        *(
            (item, rater, "human", value, f"2026-01-{k + 1:02}", blind)
            for k, (item, rater, value, blind) in enumerate(rows)
        )
    )
    for choose in (first_independent, latest):
        once = choose(s.ratings)
        assert choose(once).equals(once)
        assert not once.duplicated(["item_id", "rater"]).any()


PEOPLE_SAID = st.tuples(
    st.sampled_from(["Ana", "Ben", "Cleo"]),
    st.sampled_from(["reviewer", "human", "anonymous", "decision"]),
    st.sampled_from([0, 1, 2]),
)


@given(st.lists(PEOPLE_SAID, max_size=8))
@settings(max_examples=60, deadline=None)
def test_what_people_concluded_on_one_item_is_what_the_table_of_all_items_says(said):
    final = resolve(study(*(("a", *one) for one in said), items=("a",)), "d").iloc[0] if said else None
    value, source = conclude(said)
    assert source == ("missing" if final is None else final["source"])
    assert value == (None if final is None else final["value"])
