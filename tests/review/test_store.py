"""A decision that was confirmed is there, once, with everything that was known about it."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from annoeval.conclusions import resolve
from annoeval.problem import AnnoevalError
from annoeval.rating_table import ratings_table
from annoeval.review.store import on_scale


def current(store, id, item, dimension="caption"):
    return resolve(store.study(id), dimension).set_index("item_id").loc[item]


def test_the_same_file_dropped_again_is_the_same_study(store):
    first = store.add_study([("a.csv", b"x")])
    assert store.add_study([("renamed.csv", b"x")]) == first
    assert store.add_study([("a.csv", b"y")]) != first
    assert store.add_study([("a.csv", b"x")], {"protocol": "ratings"}) != first


def test_files_come_back_byte_for_byte(store, open_store):
    data = bytes(range(256))
    id = store.add_study([("odd name ü.csv", data), ("b.csv", b"")])
    assert open_store().files(id) == [("odd name ü.csv", data), ("b.csv", b"")]


def test_a_decision_is_there_for_a_restarted_server(store, id, open_store):
    decision = store.decide(
        id,
        "f1",
        "caption",
        2,
        reviewer="Ana",
        note="read it",
        seconds=3.5,
        tags=["Made up"],
        correction="A cat",
        visible=["ai"],
        queue="rule=low",
    )
    event = open_store().events(id).iloc[-1]
    assert (event["number"], event["reviewer"], event["value"]) == (decision.event.number, "Ana", 2)
    assert (event["note"], event["seconds"], event["tags"], event["correction"]) == (
        "read it",
        3.5,
        ("Made up",),
        "A cat",
    )
    assert (event["visible"], event["queue"], event["because"], event["rubric"]) == (("ai",), "rule=low", "rule", 0)


def test_a_decision_becomes_a_rating_of_kind_reviewer(store, id):
    store.decide(id, "f1", "caption", 2, reviewer="Ana", because="audit", blind=True, note="n", seconds=2)
    rating = store.study(id).ratings.iloc[-1]
    assert (rating["rater"], rating["kind"], rating["value"], rating["because"]) == ("Ana", "reviewer", 2, "audit")
    assert rating["blind"] is True or bool(rating["blind"])
    assert (rating["note"], rating["seconds"]) == ("n", 2.0)
    assert abs((pd.Timestamp.now("UTC") - rating["time"]).total_seconds()) < 60


def test_the_ai_score_is_never_overwritten(store, id):
    store.decide(id, "f1", "caption", 2, reviewer="Ana")
    ratings = store.study(id).ratings
    assert ratings[ratings["item_id"].eq("f1") & ratings["kind"].eq("ai")]["value"].tolist() == [0]
    assert tuple(current(store, id, "f1")[["value", "source"]]) == (2, "reviewer")


def test_the_teams_decision_outranks_reviewers(store, id):
    store.decide(id, "f1", "caption", 2, reviewer="Ana")
    store.decide(id, "f1", "caption", 1, reviewer="Ben", kind="decision")
    assert tuple(current(store, id, "f1")[["value", "source"]]) == (1, "decision")


def test_the_version_grows_with_every_event(store, id):
    versions = [store.version(id)]
    store.decide(id, "f1", "caption", 2, reviewer="Ana")
    versions.append(store.version(id))
    store.undo(id, "Ana")
    versions.append(store.version(id))
    assert versions == [0, 1, 2]


def test_the_digest_changes_with_every_decision_and_names_its_base(store, id):
    before = store.study(id).digest
    store.decide(id, "f1", "caption", 2, reviewer="Ana")
    assert store.study(id).digest == f"{before}+1"


@pytest.mark.parametrize(
    ("item", "dimension", "value"),
    [
        ("f9", "caption", 1),
        ("f1", "nothing", 1),
        ("f1", "caption", 3),
        ("f1", "similarity", 1.5),
        ("f1", "similarity", "high"),
    ],
)
def test_a_value_that_is_not_on_the_scale_is_refused_and_nothing_is_written(store, id, item, dimension, value):
    with pytest.raises(AnnoevalError):
        store.decide(id, item, dimension, value, reviewer="Ana")
    assert store.version(id) == 0


def test_a_number_from_a_table_becomes_the_scales_category(store, id):
    assert store.decide(id, "f1", "caption", pd.Series([1.0]).iloc[0], reviewer="Ana").event.value == 1


def test_an_unknown_study_is_said_in_a_sentence(store):
    with pytest.raises(AnnoevalError, match="no study"):
        store.version("nowhere")


def test_the_same_token_again_changes_nothing(store, id):
    first = store.decide(id, "f1", "caption", 2, reviewer="Ana", token="press-1")
    again = store.decide(id, "f1", "caption", 2, reviewer="Ana", token="press-1")
    assert again.event.number == first.event.number
    assert len(store.events(id)) == 1


def test_withdrawing_an_answer_leaves_the_ai_score(store, id):
    store.decide(id, "f1", "caption", 2, reviewer="Ana")
    store.decide(id, "f1", "caption", None, reviewer="Ana")
    assert tuple(current(store, id, "f1")[["value", "source"]]) == (0, "ai")
    assert "f1" not in store.standing(id).rated


def test_scores_of_a_scorer_replace_its_earlier_ones_and_stay_after_a_restart(store, id, open_store):
    for value in (0, 1):
        store.add_scores(
            id,
            ratings_table(
                {
                    "item_id": ["f5"],
                    "dimension": "caption",
                    "rater": "similarity",
                    "kind": "ai",
                    "value": [value],
                    "signal": [0.31],
                }
            ),
            "similarity",
        )
    ratings = open_store().study(id).ratings
    mine = ratings[ratings["rater"] == "similarity"]
    assert mine[["value", "signal"]].to_numpy().tolist() == [[1, 0.31]]


def test_an_earlier_state_can_be_seen(store, id):
    store.decide(id, "f1", "caption", 2, reviewer="Ana")
    store.decide(id, "f1", "caption", 1, reviewer="Ana")
    store.undo(id, "Ana")
    values = [resolve(store.study(id, at=n), "caption")["value"].iloc[0] for n in range(4)]
    assert values == [0, 2, 1, 2]


def test_a_removed_study_comes_back_with_its_decisions(store):
    id = store.add_study([("a.csv", b"x")])
    store.decide(id, "f1", "caption", 2, reviewer="Ana")
    store.remove(id)
    assert id not in set(store.studies()["id"])
    for asked in (store.study, store.base, store.version):
        with pytest.raises(AnnoevalError, match="may have been removed"):
            asked(id)
    with pytest.raises(AnnoevalError, match="may have been removed"):
        store.decide(id, "f1", "caption", 1, reviewer="Ana")
    assert store.add_study([("a.csv", b"x")]) == id
    assert len(store.events(id)) == 1


def test_studies_are_listed_with_what_was_done_last(store):
    a, b = store.add_study([("a.csv", b"a")], name="First"), store.add_study([("b.csv", b"b")], name="Second")
    store.decide(a, "f1", "caption", 2, reviewer="Ana")
    store.rename(b, "Two", "Ben")
    table = store.studies().set_index("id")
    assert table.index.tolist() == [b, a]
    assert table.loc[a, ["name", "n_items", "n_reviewed", "changed_by"]].tolist() == ["First", 6, 1, "Ana"]
    assert table.loc[b, ["name", "n_reviewed", "changed_by"]].tolist() == ["Two", 0, "Ben"]
    assert store.study(b).name == "Two"


def test_a_new_version_of_the_files_keeps_study_and_decisions(store, id):
    store.decide(id, "f1", "caption", 2, reviewer="Ana")
    store.replace_files(id, [("better.csv", b"new")], "Ben")
    assert store.files(id) == [("better.csv", b"new")]
    assert current(store, id, "f1")["value"] == 2


def test_appended_ratings_equal_ratings_made_anew(store, id, open_store):
    store.study(id)
    for n, item in enumerate(["f1", "f2", "f1", "f3"]):
        store.decide(id, item, "caption", n % 3, reviewer="Ana" if n % 2 else "Ben")
        pd.testing.assert_frame_equal(store.study(id).ratings, open_store().study(id).ratings)


@pytest.mark.parametrize("value", ["abc", float("inf"), "0.5"])
def test_a_number_is_asked_for_where_the_scale_has_numbers(study, value):
    share = replace(study.dimensions["similarity"], bounds=None)
    with pytest.raises(AnnoevalError, match="no number"):
        on_scale(replace(study, dimensions={"similarity": share}), "f1", "similarity", value)
