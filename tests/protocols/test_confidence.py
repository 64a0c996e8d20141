"""Wide tables of right or wrong answers with the confidence stated for each."""

import re

import pandas as pd
import pytest

from annoeval.evaluation import evaluate
from annoeval.protocols.confidence import Confidence, model_columns
from annoeval.reading import read

TABLE = (
    "question,a_confidence,a_correctness,b_correctness,b_confidence\n"
    "q1,9,1,0,10\nq2,5,0,1,1\nq3,cell_empty,1,1,1\nq4,no_confidence,0,1,1\nq5,,1,0,1\n"
)


def build(text=TABLE, **options):
    return Confidence().build([read(text.encode(), "wide.csv", {})], options)


def test_columns_are_paired_by_name_whatever_their_order():
    reading = read(TABLE.encode(), "wide.csv", {})
    assert list(model_columns(reading.tables[0])) == ["a", "b"]
    assert Confidence().detect([reading]).confidence >= 0.8


def test_a_column_without_its_mate_is_no_model():
    reading = read(b"id,a_confidence,confidence,correct\n1,5,5,1\n", "x.csv", {})
    assert Confidence().detect([reading]) is None


def test_the_scale_is_found_over_all_columns_together():
    study = build()
    assert study.options["confidence_scale"] == [0.0, 10.0]
    b = study.ratings[study.ratings["rater"] == "b"]
    assert b["confidence"].tolist() == [1.0, 0.1, 0.1, 0.1, 0.1]


def test_the_scale_can_be_said():
    study = build(confidence_scale=[0, 100])
    assert study.ratings["confidence"].dropna().tolist()[:2] == [0.09, 0.05]


def test_sentinels_and_blanks_are_missing_and_counted():
    study = build()
    a = study.ratings[study.ratings["rater"] == "a"]
    assert a["confidence"].isna().tolist() == [False, False, True, True, True]
    said = {p.value: p.count for p in study.problems if p.column == "a_confidence"}
    assert said == {"cell_empty": 1, "no_confidence": 1, None: 1}


def test_a_models_figures_by_hand():
    models = Confidence().tables(build())["models"].set_index("rater")
    assert models.loc["a", "n"] == 2
    assert models.loc["a", "auroc"] == 1.0
    assert models.loc["a", "brier"] == pytest.approx(((0.9 - 1) ** 2 + 0.5**2) / 2)
    assert models.loc["b", "auroc"] == pytest.approx(1 / 4)  # wrong 1.0 and 0.1 against right 0.1, 0.1, 0.1
    assert models.loc["b", "overconfidence"] == pytest.approx(0.28 - 0.6)


def test_one_sided_outcomes_have_no_auroc_and_a_reason():
    models = Confidence().tables(build("x_confidence,x_correct\n5,1\n7,1\n8,true\n"))["models"].iloc[0]
    assert pd.isna(models["auroc"])
    assert "right" in models["reason"]
    assert models["brier"] is not None


def test_unreadable_correctness_is_said():
    study = build("x_confidence,x_correct\n5,1\n7,perhaps\n8,0\n")
    (problem,) = [p for p in study.problems if "correctness" in p.problem]
    assert (problem.row, problem.value) == (3, "perhaps")


def test_the_answer_names_the_best_and_how_sure_they_are():
    assert "1 of 2 models is overconfident: on average 49 % sure and 55 % right" in Confidence().headline(build())


def test_the_answer_writes_its_interval_as_everywhere():
    rows = "5,1\n7,0\n8,1\n9,1\n3,0\n6,1\n2,0\n"
    said = Confidence().headline(build("x_confidence,x_correct\n" + rows))
    assert re.search(r"AUROC \d\.\d\d \(95 % CI \d\.\d\d–\d\.\d\d; 7 answers\)\.$", said)


def test_published_auroc_and_brier_of_44_models(real_file):
    path = real_file("confidence", "confidence_correctness_wide.csv")
    study = Confidence().build([read(path.read_bytes(), path.name, {})], {})
    published = pd.read_csv(real_file("confidence", "confidence_model_results.csv")).set_index("Model")
    summary = evaluate(study)["calibration_summary"]
    both = summary[summary["by"] == ""].set_index("rater").join(published, how="inner")
    assert both["ROC_AUC"].notna().sum() == 44
    known = both.dropna(subset=["ROC_AUC"])
    assert known["auroc"].tolist() == pytest.approx(known["ROC_AUC"].tolist(), abs=1e-12)
    assert both["brier"].tolist() == pytest.approx(both["Brier Score"].tolist(), abs=1e-12)
