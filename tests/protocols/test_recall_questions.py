"""A recall experiment's questions, answered in sentences with their numbers."""

import json

import numpy as np
import pytest

from annoeval.protocols.recall import Recall
from annoeval.protocols.recall.final import final_scores
from annoeval.rating_table import ratings_table
from annoeval.reading import read

HEADER = "condition\tphase1_exact_response\tsecret_valid\tsecret_a\tsecret_b\tguess_valid\tguess_a\tguess_b\tconfidence"
WORDS = ["owl", "fox", "bee", "elk", "ant", "cod", "emu", "hen"]


def experiment(n=24, control=0.2, treated=0.8, confident=True, seed=1, conditions=("control", "experimental")):
    """Trials whose guesses are right with the condition's chance; confidence follows the score or nothing."""
    rng = np.random.default_rng(seed)
    lines = [HEADER]
    for condition, share in zip(conditions, (control, treated), strict=False):
        for _ in range(n):
            secret = rng.choice(WORDS, 2)
            right = rng.random(2) < share
            guess = [s if r else rng.choice(WORDS) for s, r in zip(secret, right, strict=True)]
            sure = 40 + 25 * right.sum() if confident else rng.integers(1, 100)
            lines.append("\t".join([condition, "True", "False", *secret, "True", *guess, str(sure)]))
    return read("\n".join(lines).encode(), "summary.tsv", {})


def study_of(reading, **options):
    return Recall().build([reading], options)


def questions(study):
    table = Recall().tables(study)["recall_questions"]
    return table[table["recommended"]].drop_duplicates("question").set_index("question")


def test_the_answer_names_the_condition_that_recalls_more_and_whether_confidence_tracks():
    said = Recall().headline(study_of(experiment()))
    assert said.startswith("Experimental recalls more: ")
    assert "n = 24 + 24" in said
    assert "Confidence tracks score, r = " in said


def test_no_difference_is_said_as_not_shown_and_planned_for():
    study = study_of(experiment(control=0.5, treated=0.5, confident=False, n=12))
    asked = questions(study)
    assert "No difference between" in asked.loc["Does the condition matter?", "answer"]
    assert "is not shown to track" in asked.loc["Does confidence track accuracy?", "answer"]
    assert "more trials for" in asked.loc["How many more trials would settle it?", "answer"]


def test_recall_above_chance_names_the_shuffles():
    asked = questions(study_of(experiment(control=0.9, treated=0.9)))
    answer = asked.loc["Is recall above chance?", "answer"]
    assert answer.startswith("Recall is above chance: ")
    assert "10,000 random re-pairings" in answer


def test_guesses_at_random_are_not_above_chance():
    asked = questions(study_of(experiment(control=0, treated=0)))
    assert "not shown to be above chance" in asked.loc["Is recall above chance?", "answer"]


def test_slots_of_right_or_wrong_are_compared_by_cochran():
    asked = questions(study_of(experiment()))
    assert "Cochran Q" in asked.loc["Are some slots easier?", "answer"]


def test_one_condition_has_a_mean_and_no_comparison():
    study = study_of(experiment(conditions=("control",)))
    assert Recall().headline(study).startswith("Recall is 0.")
    assert "Does the condition matter?" not in questions(study).index


def test_three_conditions_are_compared_at_once():
    reading = experiment()
    frame = reading.tables[0].frame
    frame.loc[frame.index[:8], "condition"] = "none"
    asked = questions(study_of(reading))
    assert asked.loc["Does the condition matter?", "test"] == "welch_anova"


def test_constant_scores_give_reasons_instead_of_numbers():
    asked = questions(study_of(experiment(control=1, treated=1, n=5)))
    assert "no test" in asked.loc["Does the condition matter?", "answer"]
    assert asked["answer"].str.contains("nan").sum() == 0


TRIALS = [
    {
        "trial_index": i,
        "condition": "control",
        "phase1_thinking": f"Animal: {w}, Color: red",
        "phase1_visible_text": "I understand. I have visualized my scene." if i else "Done.",
        "phase2_thinking": "",
        "phase2_visible_text": said,
    }
    for i, (w, said) in enumerate(
        [
            ("owl", "Animal: owl\nColor: red\nConfidence: 80"),
            ("fox", "Animal: fox\nConfidence: high"),
            ("bee", "I can't recall that."),
            ("elk", "Animal: elk\nColor: red\nConfidence: 20%"),
        ]
    )
]


def raw():
    reading = read("\n".join(json.dumps(t) for t in TRIALS).encode(), "trials.jsonl", {})
    return study_of(reading, slots=["animal", "color"])


def test_the_funnel_counts_trials_that_pass_every_step():
    funnel = Recall().tables(raw())["recall_funnel"]
    steps = funnel[funnel["by"] == ""].set_index("what")["n"].to_dict()
    assert steps == {"trials": 4, "phase 1 format followed": 3, "valid secret": 3, "valid guess": 1, "scored": 1}


def test_means_over_all_and_over_valid_trials_stand_side_by_side():
    means = Recall().tables(raw())["recall_means"]
    means = means[(means["by"] == "") & (means["rater"] == "as published")].set_index("over")
    assert means["n"].to_dict() == {"all trials": 4, "valid trials": 2}
    assert means["mean"].to_dict() == {"all trials": 0.625, "valid trials": 1.0}


def test_failures_are_counted_by_kind():
    failures = Recall().tables(raw())["recall_failures"]
    phase2 = failures[(failures["by"] == "") & (failures["phase"] == "phase 2")].set_index("failure")["n"]
    assert phase2.to_dict() == {"refusal": 1, "other format": 0, "missing slot": 1}


def test_bare_numbers_and_all_readings_of_confidence_are_two_named_rows():
    table = Recall().tables(raw())["recall_confidence"]
    rows = table[(table["by"] == "") & (table["method"] == "pearson")].set_index("reading")
    assert rows["n"].to_dict() == {"bare numbers": 1, "all readings": 3}
    words = Recall().tables(raw())["confidence_words"].set_index("phrase")
    assert (words.loc["high", "percent"], words.loc["high", "n"]) == (75.0, 1)


@pytest.mark.parametrize(("score", "band"), [(0.75, "high"), (0.74, "medium"), (0.375, "medium"), (0.37, "low")])
def test_a_score_between_bands_belongs_to_the_higher(score, band):
    text = HEADER + "\tscore\ncontrol\tTrue\tFalse\towl\tred\tTrue\towl\tred\t50\t" + str(score)
    bands = Recall().tables(study_of(read(text.encode(), "summary.tsv", {})))["recall_bands"]
    bands = bands[bands["by"] == ""]
    assert bands[bands["n"] == 1]["band"].tolist() == [band]


def test_slots_on_which_the_rules_differ_are_listed():
    text = HEADER + "\ncontrol\tTrue\tFalse\tthe beach\tred\tTrue\tbeach\tred\t50\n"
    listed = Recall().tables(study_of(read(text.encode(), "summary.tsv", {})))["recall_differences"].iloc[0]
    assert (listed["dimension"], listed["as published"], listed["recommended"]) == ("a", 0.5, 1.0)


def test_a_corrected_slot_moves_the_trials_score():
    study = study_of(read((HEADER + "\ncontrol\tTrue\tFalse\towl\tred\tTrue\tfox\tred\t50\n").encode(), "s.tsv", {}))
    assert final_scores(study)["score"].tolist() == [0.5]
    item = study.items.index[0]
    seen = ratings_table({"item_id": [item], "dimension": "a", "rater": "Ann", "kind": "reviewer", "value": [1.0]})
    assert final_scores(study.with_ratings(seen))["score"].tolist() == [1.0]
