"""What people's answers entail: a trial's score follows its slots, scores follow a corrected reference."""

import json

from annoeval.conclusions import resolve
from annoeval.evaluation.scores import scores
from annoeval.opening import load
from annoeval.protocols import protocol_of
from annoeval.rating_table import ratings_table
from annoeval.review.evidence import Text, parts
from annoeval.review.queue import queue
from annoeval.review.rule import Rule, default_rule

SUMMARY = (
    b"condition\tsecret_a\tsecret_b\tguess_a\tguess_b\tconfidence\n"
    b"control\towl\tred\tfox\tred\t50\ncontrol\tbee\tblue\tbee\tblue\t60\n"
)
LABELS = [{"id": "p1", "title": "kitten", "abstract": "One"}, {"id": "p2", "title": "truck", "abstract": "Two"}]
GOOD = [{"id": "p1", "title": "sitting", "abstract": "One"}, {"id": "p2", "title": "truck", "abstract": "Two"}]
WEAK = [{"id": "p1", "title": "kitten", "abstract": "On"}, {"id": "p2", "title": "t", "abstract": "Two"}]


def papers():
    files = [("labels.json", LABELS), ("good.json", GOOD), ("weak.json", WEAK)]
    return load(*[(name, json.dumps(records).encode()) for name, records in files], protocol="extraction")


def judged(study, item, dimension, value, correction=None, rater="Ann"):
    return study.with_ratings(
        ratings_table(
            {
                "item_id": [item],
                "dimension": dimension,
                "rater": rater,
                "kind": "reviewer",
                "value": [value],
                "response": [correction],
                "because": ["rule"],
            }
        )
    )


def test_a_reviewers_slot_moves_their_score_and_the_resolved_one():
    study = load(("summary.tsv", SUMMARY))
    owl = study.items.index[study.items["secret_a"] == "owl"][0]
    followed = protocol_of(study).follow(judged(study, owl, "a", 1.0))
    final = resolve(followed, "score").set_index("item_id")
    assert final.loc[owl, ["value", "source"]].tolist() == [1.0, "reviewer"]
    table = scores(followed, "score")
    assert table.loc[table["rater"] == "resolved", "mean"].iloc[0] == 1.0
    assert table.loc[table["rater"] == "as published", "mean"].iloc[0] == 0.75


def test_a_score_set_by_hand_is_not_replaced():
    study = load(("summary.tsv", SUMMARY))
    owl = study.items.index[study.items["secret_a"] == "owl"][0]
    both = judged(judged(study, owl, "a", 1.0), owl, "score", 0.25)
    assert resolve(protocol_of(study).follow(both), "score").set_index("item_id").loc[owl, "value"] == 0.25


def test_nothing_follows_where_nobody_answered():
    study = papers()
    assert protocol_of(study).follow(study) is study


def test_scores_follow_a_corrected_reference():
    study = papers()
    decided = judged(study, "p1", "title reference", "wrong", "sitting")
    followed = protocol_of(study).follow(decided)
    title = followed.ratings[(followed.ratings["dimension"] == "title") & (followed.ratings["item_id"] == "p1")]
    assert title.set_index("rater")["value"].to_dict() == {"reference": None, "good": 1.0, "weak": 4 / 7}
    assert followed.items.at["p1", "title"] == "sitting"
    assert study.items.at["p1", "title"] == "kitten"
    assert followed.digest == decided.digest


def test_calling_the_reference_right_again_takes_the_correction_back():
    study = papers()
    twice = judged(judged(study, "p1", "title reference", "wrong", "sitting"), "p1", "title reference", "right")
    assert protocol_of(study).follow(twice).items.at["p1", "title"] == "kitten"


def test_the_worst_document_is_reviewed_first():
    study = papers()
    assert default_rule(study).kind == "unreviewed"
    found = queue(study, Rule("unreviewed"))
    assert found["item_id"].tolist() == ["p2", "p1"]
    assert found["why"].iloc[0] == "Nobody has reviewed it yet; lowest: title 0.20 by weak"


def test_the_reference_stands_beside_every_models_text_the_worst_first():
    shown = parts(papers(), "p1", dimension="title reference")
    assert [t.title for t in shown] == ["Reference", "good · 0.571, wrong", "weak · 1.000, exact"]
    assert all(isinstance(t, Text) for t in shown)
    by_character = parts(papers(), "p1", dimension="title reference", by="character")[1]
    assert [r.text for r in by_character.runs if r.differs] == ["s", "i", "g"]


def test_other_protocols_show_their_own_evidence():
    study = load(("summary.tsv", SUMMARY))
    assert protocol_of(study).passages(study, study.items.index[0], "a") == ()
