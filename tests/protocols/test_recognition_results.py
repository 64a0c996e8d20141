"""What a recognition study reports: people against the model, errors, images, annotators, answers."""

import pandas as pd
import pytest

from annoeval import evaluate
from annoeval.protocols.protocol import Told
from annoeval.protocols.recognition import Recognition
from annoeval.protocols.recognition.variants import proposals
from annoeval.reading.table import Reading, Table

RAW = ("image_id", "target", "annotator_id", "response_raw", "is_correct")


def reading(rows, columns=RAW, name="a.csv"):
    return Reading(name, "csv", (Table(name, pd.DataFrame(rows, columns=list(columns)).astype("str")),))


def with_model(table):
    """Images on which a majority of three and a model were right or wrong as often as a 2 × 2 table says."""
    rows, summary, number = [], [], 0
    for people, row in enumerate(table):
        for model, n in enumerate(row):
            for _ in range(n):
                number += 1
                right = 1 - people
                rows += [(str(number), "t", a, "x", str(right)) for a in ("A1", "A2")]
                rows.append((str(number), "t", "A3", "y", str(1 - right)))
                summary.append((str(number), str(2 if right else 1), str(bool(right)), str(1 - model)))
    columns = ("image_id", "num_correct", "majority_correct", "mllm_correct")
    return Recognition().build([reading(rows), reading(summary, columns, "annotations_summary.csv")], {})


def test_majority_against_model_of_the_published_table():
    # 100 images: both right 66, people only 12, model only 2, both wrong 20
    study = with_model([[66, 12], [2, 20]])
    assert study.problems == ()
    [row] = Recognition().tables(study)["model_comparison"].to_dict("records")
    assert [row[c] for c in ("both_right", "people_only", "model_only", "both_wrong")] == [66, 12, 2, 20]
    assert row["model"] == "MLLM"
    assert row["agreement"] == pytest.approx(0.86)
    assert row["kappa"] == pytest.approx(0.6493, abs=5e-5)


def test_the_three_kinds_of_error_are_told_apart_with_their_images():
    errors = Recognition().tables(with_model([[3, 2], [1, 4]]))["errors"]
    assert errors["kind"].tolist() == [
        *["people right, model wrong"] * 2,
        "people wrong, model right",
        *["both wrong"] * 4,
    ]
    assert errors["item_id"].tolist() == ["4", "5", "6", "7", "8", "9", "10"]


def test_a_model_that_answered_in_words_is_judged_by_the_rule_as_well():
    rows = [("1", "break the ice", "A1", "ice", "0", "Break the ice!", "1")]
    columns = (*RAW, "mllm_response", "mllm_correct")
    study = Recognition().build([reading(rows, columns)], {})
    model = study.ratings[study.ratings["rater"] == "MLLM"]
    assert set(model["kind"]) == {"ai"}
    assert dict(zip(model["dimension"], model["value"], strict=True)) == {
        "recognised": 1.0,
        "recognised_auto": 1.0,
        "answer": "Break the ice!",
        "canonical": "break ice",
    }


def test_a_summary_that_the_answers_contradict_is_told_and_the_answers_count():
    rows = [("1", "t", a, "x", "1") for a in ("A1", "A2", "A3")]
    columns = ("image_id", "num_correct", "majority_correct", "mllm_correct", "human_mllm_agree")
    summary = reading([("1", "2", "False", "True", "False")], columns, "s.csv")
    study = Recognition().build([reading(rows), summary], {})
    assert [(p.column, p.value, p.file) for p in study.problems] == [
        ("num_correct", "1: 2 in the summary, 3 by the answers", "s.csv"),
        ("majority_correct", "1: 0 in the summary, 1 by the answers", "s.csv"),
        ("human_mllm_agree", "1: 0 in the summary, 1 by the answers", "s.csv"),
    ]
    assert Recognition().tables(study)["difficulty"]["share"].tolist() == [1.0]


def test_alpha_of_answers_counts_canonical_forms():
    rows = [("1", "t", "A1", "The ice!", "1"), ("1", "t", "A2", "ice", "1")]
    rows += [("2", "t", "A1", "snow", "0"), ("2", "t", "A2", "rain", "0")]
    found = evaluate(Recognition().build([reading(rows)], {}))["agreement"].query("dimension == 'canonical'")
    value = found.set_index("coefficient")["value"]
    # ice ice | snow rain: observed disagreement 2/4, expected 1 − (2·1 + 0 + 0) / (4·3)
    assert value["krippendorff_alpha"] == pytest.approx(1 - 0.5 / (10 / 12))
    assert value["percent"] == 0.5


def test_an_annotators_speed_is_the_median_time_between_answers():
    times = ["10:00:00", "10:00:30", "10:01:10", "11:00:00"]  # the last after a pause
    rows = [(str(i), "t", "A1", "unrecognizable", "0", f"2026-03-01 {t}") for i, t in enumerate(times)]
    [row] = (
        Recognition()
        .tables(Recognition().build([reading(rows, (*RAW, "timestamp"))], {}))["annotators"]
        .to_dict("records")
    )
    assert (row["median_seconds"], row["unrecognizable"], row["n"]) == (35.0, 4, 4)


def test_the_published_files_come_back_as_the_same_study(tmp_path):
    study = with_model([[3, 2], [1, 4]])
    raw = Recognition().published(study)
    assert list(raw) == [
        "image_id", "idiom_id", "target_idiom", "annotator_id", "response_raw", "response_normalized", "is_correct",
        "timestamp",
    ]  # fmt: skip
    summary = Recognition().tables(study)["annotations_summary"]
    raw.to_csv(tmp_path / "raw.csv", index=False)
    summary.to_csv(tmp_path / "summary.csv", index=False)
    again = Recognition().build(
        [
            reading(list(f.astype("str").itertuples(index=False)), tuple(f), n)
            for f, n in ((raw, "raw.csv"), (summary, "s.csv"))
        ],
        {},
    )
    assert not [p for p in again.problems if "summary" in p.problem]
    for name in ("difficulty", "model_comparison", "annotations_summary"):
        pd.testing.assert_frame_equal(Recognition().tables(again)[name], Recognition().tables(study)[name])


def test_proposals_are_grouped_by_target_with_what_each_changes():
    rows = [
        ("1", "break the ice", "A1", "breaking the ice", "1"),
        ("1", "break the ice", "A2", "Breaking the ice!", "1"),
        ("2", "break the ice", "A1", "don't break the ice", "0"),
        ("2", "break the ice", "A2", "snow", "0"),
    ]
    study = Recognition().build([reading(rows)], {})
    found = proposals(study)
    assert found[["form", "answers", "items", "sure", "judged_right", "judged_wrong"]].values.tolist() == [
        ["breaking ice", 2, 1, True, 2, 0],
        ["dont break ice", 1, 1, False, 0, 1],
    ]
    assert found["accuracy_now"].tolist() == [0.0, 0.0]
    assert found["accuracy_with"].tolist() == [0.5, 0.25]
    assert found["kappa_with"].iloc[0] == 1.0
    left = proposals(Recognition().follow(study, Told(variants={"break the ice": {"dont break ice": False}})))
    assert left["form"].tolist() == ["breaking ice"]


def test_what_was_accepted_is_right_by_the_rule_and_nothing_else_changes():
    rows = [("1", "break the ice", "A1", "breaking the ice", "0"), ("2", "break the ice", "A1", "snow", "0")]
    study = Recognition().build([reading(rows)], {})
    after = Recognition().follow(study, Told(variants={"break the ice": {"breaking ice": True, "snow": False}}))
    auto = after.ratings[after.ratings["dimension"] == "recognised_auto"]
    assert auto["value"].tolist() == [1.0, 0.0]
    people = after.ratings[after.ratings["dimension"] == "recognised"]
    assert people["value"].tolist() == [0.0, 0.0]


def test_two_annotators_of_few_images_have_cohens_kappa_without_an_interval():
    """Below 20 items the interval would not hold, here as in the pairs of every study."""
    answers = [
        (str(i), "break a leg", a, "break a leg" if i % n else "no idea")
        for i in range(6)
        for a, n in (("A1", 2), ("A2", 3))
    ]
    study = Recognition().build([reading(answers, RAW[:4])], {})
    [row] = (
        Recognition().tables(study)["agreement_on_correctness"].query("coefficient == 'cohen_kappa'").to_dict("records")
    )
    # by hand: right 0 1 0 1 0 1 against 0 1 1 0 1 1: observed 3 of 6, by chance 1/2 · 4/6 + 1/2 · 2/6 = 1/2
    assert row["value"] == pytest.approx(0)
    assert (pd.isna(row["low"]), row["method"]) == (True, "")
    assert "needs 20 items" in row["reason"]
    [section] = [s for s in Recognition().sections(study) if s.table == "agreement_on_correctness"]
    assert section.sentence == "On what the rule finds right, annotators agree with Cohen's κ **0.00** (6 images)."


def test_forms_alike_in_meaning_are_proposed_where_meanings_are_known():
    rows = [("1", "grasping at straws", "A1", "clutching at straws", "1"), ("2", "break the ice", "A1", "snow", "0")]
    study = Recognition().build([reading(rows)], {})
    assert len(proposals(study)) == 0
    found = proposals(study, lambda pairs: [0.78 if said.startswith("clutching") else None for said, _ in pairs])
    assert found[["form", "why", "sure", "meaning"]].values.tolist() == [
        ["clutching at straws", "alike in meaning", False, 0.78]
    ]


def before(*model):
    """A list of two images, and a table that tells of a model."""
    columns, *rows = model
    return [
        reading([("1", "break the ice"), ("2", "cut corners")], ("id", "idiom"), "l.csv"),
        reading(rows, columns, "m.csv"),
    ]


def test_a_models_answers_come_before_peoples_and_the_rule_judges_both():
    files = before(
        ("image_id", "mllm_answer", "mllm_correct"), ("1", "Break the ice!", "False"), ("2", "cut costs", "False")
    )
    found = Recognition().detect(files)
    assert found is not None
    assert found.confidence > 0.9
    study = Recognition().build(files, {})
    by_rule = study.ratings.query("dimension == 'recognised_auto'")
    assert dict(zip(by_rule["item_id"], by_rule["value"], strict=True)) == {"1": 1.0, "2": 0.0}
    assert set(by_rule["kind"]) == {"ai"}
    assert "recognised" not in study.dimensions
    assert [(p.column, p.count) for p in study.problems] == [("mllm_correct", 1)]


def test_what_a_file_says_of_a_models_answers_counts_where_it_does_not_hold_them():
    study = Recognition().build(before(("image_id", "mllm_correct"), ("1", "True"), ("2", "False")), {})
    said = {"break the ice": {"ice is broken": True}}
    for judged in (study, Recognition().follow(study, Told(variants=said))):
        by_rule = judged.ratings.query("dimension == 'recognised_auto'")
        assert dict(zip(by_rule["item_id"], by_rule["value"], strict=True)) == {"1": 1.0, "2": 0.0}
