"""The queue shows what is not scored first, then the worst, and says why each item is there."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.rating_table import ratings_table
from annoeval.review import queue as queues
from annoeval.review.queue import Rule, default_rule, queue


def test_not_scored_comes_first_then_the_worst(study):
    found = queue(study, Rule("low"))
    assert found["item_id"].tolist() == ["f5", "f1", "f3", "f4"]
    assert found["why"].tolist() == [
        "Not scored by the AI",
        "The AI said 0 Incorrect",
        "The AI said 1 Partial",
        "The AI said 1 Partial",
    ]


def test_a_blind_reason_names_no_score(study):
    assert not any(c.isdigit() for c in " ".join(queue(study, Rule("low"), blind=True)["why"]))


def test_the_threshold_is_the_middle_of_the_scale_unless_given(study):
    assert set(queue(study, Rule("low", threshold=0))["item_id"]) == {"f5", "f1"}


def test_groups_narrow_the_queue(study):
    found = queue(study, Rule("low", groups={"domain": ("Biology",)}))
    assert found["item_id"].tolist() == ["f4"]


def test_items_on_which_people_disagree_widest_first(study):
    rows = [("f1", "Ana", 1), ("f1", "Ben", 2), ("f2", "Ana", 0), ("f2", "Ben", 2), ("f3", "Ana", 1), ("f3", "Ben", 1)]
    more = ratings_table(
        {
            "item_id": [r[0] for r in rows],
            "dimension": "caption",
            "rater": [r[1] for r in rows],
            "kind": "human",
            "value": [r[2] for r in rows],
        }
    )
    found = queue(study.with_ratings(more), Rule("disagree"))
    assert found["item_id"].tolist() == ["f2", "f1"]
    assert found["why"][0] == "Ana said 0 Incorrect, Ben said 2 Accurate"


def test_items_where_ai_and_people_differ(study):
    more = ratings_table(
        {"item_id": ["f1", "f3", "f2"], "dimension": "caption", "rater": "Ana", "kind": "reviewer", "value": [2, 2, 2]}
    )
    found = queue(study.with_ratings(more), Rule("ai_human"))
    assert found["item_id"].tolist() == ["f1", "f3"]
    assert found["why"][0] == "The AI said 0 Incorrect, people 2 Accurate"


def test_low_confidence_first(study):
    confident = ratings_table(
        {
            "item_id": ["f1", "f2", "f3"],
            "dimension": "caption",
            "rater": "judge",
            "kind": "ai",
            "value": [2, 2, 2],
            "confidence": [0.4, 0.9, 0.1],
        }
    )
    from dataclasses import replace

    sure = replace(study.with_ratings(confident), headline="judge")
    assert queue(sure, Rule("confidence", threshold=0.5))["item_id"].tolist() == ["f3", "f1"]


def test_a_study_without_an_ai_starts_where_people_differ(study):
    from dataclasses import replace

    people = ratings_table(
        {"item_id": ["f1", "f1"], "dimension": "caption", "rater": ["Ana", "Ben"], "kind": "human", "value": [0, 1]}
    )
    assert default_rule(study).kind == "low"
    assert default_rule(replace(study, ratings=people)).kind == "disagree"
    assert default_rule(replace(study, ratings=people[:0])).kind == "unreviewed"


def test_an_unknown_rule_is_refused():
    with pytest.raises(ValueError, match="unknown rule"):
        Rule.from_query("rule=everything")


def test_chosen_items_are_counted(study):
    assert Rule("chosen", items=("f1",)).words(study) == "1 chosen item"


def test_a_study_without_confidence_has_no_item_of_low_confidence(study):
    ratings = study.ratings.assign(confidence=None)
    assert queue(replace(study, ratings=ratings), Rule("confidence", threshold=5)).empty
    assert queue(study, Rule("confidence")).empty


words = st.text(max_size=8)
rules = st.builds(
    Rule,
    kind=st.sampled_from(["low", "audit", "chosen", "disagree"]),
    dimension=st.none() | words,
    threshold=st.none() | st.sampled_from([0.0, 0.5, 1.0]),
    groups=st.dictionaries(words, st.lists(words, min_size=1, max_size=3).map(tuple), max_size=2),
    items=st.lists(words, max_size=3).map(tuple),
)


@settings(max_examples=60, deadline=None)
@given(rules)
def test_a_rule_survives_the_link(rule):
    assert Rule.from_query(rule.query()) == rule


def test_parts_are_scored_and_their_total_follows(study):
    from dataclasses import replace

    from annoeval.review.queue import reviewable
    from annoeval.scale import Scale

    total, part = Scale("interval", bounds=(0, 1), role="score"), Scale("ordinal", (0, 0.5, 1), role="score")
    assert reviewable(replace(study, dimensions={"total": total, "a": part, "b": part})) == ["a", "b"]
    assert reviewable(replace(study, dimensions={"total": total})) == ["total"]
    assert reviewable(study) == ["caption"]


def test_what_is_said_of_items_is_put_together_once_for_all_that_were_answered_alike(study, monkeypatch):
    listed, said = queues._listed, []
    monkeypatch.setattr(queues, "_listed", lambda parts: said.append(parts) or listed(parts))
    items = [f"i{n}" for n in range(300)]
    ratings = ratings_table(
        {
            "item_id": items * 2,
            "dimension": "caption",
            "rater": ["Ana"] * 300 + ["Ben"] * 300,
            "kind": "reviewer",
            "value": [n % 2 for n in range(300)] + [2] * 300,
        }
    )
    many = replace(
        study,
        items=pd.DataFrame(index=pd.Index(items, name="item_id")),
        ratings=ratings,
        groups=(),
        evidence=(),
        digest="",
    )
    found = queue(many, Rule("disagree", "caption"))
    assert len(found) == 300
    assert sorted(found["why"].unique())[0].endswith("Ana said 0 Incorrect, Ben said 2 Accurate")
    assert len(said) == 2


def test_an_item_is_in_the_queue_for_the_question_that_its_reason_is_about(study):
    caption = study.dimensions["caption"]
    two = replace(study, dimensions={"caption": caption, "tone": replace(caption, title="Tone")})
    tone = {"item_id": ["f2", "f1"], "dimension": "tone", "rater": "model", "kind": "ai", "value": [0, 2]}
    found = queue(two.with_ratings(ratings_table(tone)), Rule("low")).set_index("item_id")
    assert found.loc["f2", ["why", "about"]].tolist() == ["Tone: the AI said 0 Incorrect", "tone"]
    assert found.loc["f1", "about"] == "caption"
    assert set(queue(study, Rule("all"))["about"]) == {""}
