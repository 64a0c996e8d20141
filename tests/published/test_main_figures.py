"""The published studies' own figures come out of their own files."""

import json

import pandas as pd
import pytest

import annoeval
from annoeval.commands.partitions import scored
from annoeval.commands.prescore import scored_table
from annoeval.opening import readings_of
from annoeval.protocols import Means, protocol_of
from annoeval.protocols.protocol import Told


def one(table: pd.DataFrame, **where) -> pd.Series:
    found = table.loc[(table[list(where)] == pd.Series(where)).all(axis=1)]
    assert len(found) == 1, (where, len(found))
    return found.iloc[0]


@pytest.fixture(scope="module")
def recognition(results_of):
    return results_of("recognition", "annotations_raw.csv")


def test_three_annotators_of_idiom_images_agree_with_fleiss_kappa_0_7847(recognition):
    row = one(recognition["agreement"], dimension="recognised", by="", coefficient="fleiss_kappa")
    assert row["value"] == pytest.approx(0.7847, abs=5e-5)


@pytest.mark.parametrize(("a", "b", "kappa"), [("A1", "A2", 0.7333), ("A1", "A3", 0.8649), ("A2", "A3", 0.7568)])
def test_each_pair_has_the_published_kappa(recognition, a, b, kappa):
    row = one(recognition["pairs"], dimension="recognised", rater_a=a, rater_b=b)
    assert row["kappa"] == pytest.approx(kappa, abs=5e-5)


@pytest.mark.parametrize(("rater", "share"), [("individual", 0.7533), ("majority", 0.78), ("unanimous", 0.68)])
def test_recognition_by_each_way_of_counting(recognition, rater, share):
    row = one(recognition["scores"], dimension="recognised", by="", rater=rater)
    assert row["mean"] == pytest.approx(share, abs=5e-5)


@pytest.mark.parametrize(("file", "kappa"), [("wide_5raters_grouping.csv", 0.8356), ("wide_5raters_macro.csv", 0.7840)])
def test_five_annotators_of_diagrams_agree_as_published(results_of, file, kappa):
    row = one(results_of("exports", file)["agreement"], by="", coefficient="fleiss_kappa")
    assert row["value"] == pytest.approx(kappa, abs=5e-5)


@pytest.fixture(scope="module")
def recall(results_of, real_file):
    expected = json.loads(real_file("recall", "expected.json").read_text("utf-8"))
    return results_of("recall", "summary.tsv"), expected


@pytest.mark.parametrize("group", ["all", "control", "experimental"])
def test_recall_means_by_condition_and_slot(recall, group):
    tables, expected = recall
    by = "" if group == "all" else "condition"
    score = one(tables["scores"], dimension="score", by=by, group=group, rater="as published")
    assert score["n"] == expected[group]["n"]
    assert score["mean"] == pytest.approx(expected[group]["mean"], rel=1e-12)
    assert score["sd"] == pytest.approx(expected[group]["sd"], rel=1e-12)
    for slot, mean in expected[group]["slots"].items():
        row = one(tables["scores"], dimension=slot, by=by, group=group, rater="as published")
        assert row["mean"] == pytest.approx(mean, rel=1e-12)
    counts = one(tables["recall_counts"], by=by, group=group, rater="as published")
    for name in ("exact", "partial", "secret_complete", "guess_complete"):
        assert counts[name] == expected[group][name]


@pytest.mark.parametrize(
    ("test", "key"), [("student", "student_t"), ("welch", "welch_t"), ("mann_whitney", "mannwhitney")]
)
def test_recall_control_against_experimental(recall, test, key):
    tables, expected = recall
    row = one(tables["comparison"], dimension="score", rater="as published", test=test)
    assert [row["statistic"], row["p"]] == pytest.approx(expected[key], rel=1e-9)


@pytest.mark.parametrize("method", ["pearson", "spearman"])
def test_recall_confidence_against_score_over_bare_integers(recall, method):
    tables, expected = recall
    row = one(tables["correlation"], dimension="score", rater="as published", what="confidence", by="", method=method)
    assert row["n"] == expected["confidence_numeric_n"]
    assert [row["estimate"], row["p"]] == pytest.approx(expected[method], rel=1e-9)


def test_the_wrong_secret_valid_is_one_grouped_problem(recall):
    tables, expected = recall
    row = one(tables["problems"], column="secret_valid")
    assert row["count"] == expected["all"]["secret_complete"] == 77


@pytest.mark.model
def test_prescoring_the_47_figures_merges_no_rows_and_changes_no_cell(real_file, tmp_path, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_HOME", str(tmp_path))
    path = real_file("figures", "accuracy_annotations_multi.csv")
    study = annoeval.load(path)
    original = pd.read_csv(path, dtype="str", keep_default_na=False)
    table = scored_table(readings_of([path])[0].tables[0].frame, scored(study, "similarity-only", Means()))
    assert len(table) == 47
    pd.testing.assert_frame_equal(table[original.columns].fillna(""), original, check_dtype=False)
    figures = original["type"] == "figure"
    assert table.loc[figures, "caption_score_ai"].notna().all()
    assert table.loc[figures, "table_score_ai"].isna().all()
    assert table.loc[~figures, ["caption_score_ai", "vlm_score_ai"]].isna().all(axis=None)
    assert table.loc[~figures, "table_score_ai"].tolist() == [0] * 10
    assert table["caption_score_ai"].value_counts().to_dict() == {0: 20, 1: 10, 2: 7}


def test_the_published_rule_and_people_differ_on_130_of_300_answers_until_near_misses_are_accepted(real_file):
    study = annoeval.load(real_file("recognition", "annotations_raw.csv"))
    protocol = protocol_of(study)
    assert len(protocol.tables(study)["rule_against_people"]) == 130
    found = protocol.proposals(study)
    assert found.loc[found["sure"], "judged_wrong"].sum() == 0
    said = {target: dict.fromkeys(mine["form"], True) for target, mine in found.groupby("target")}
    left = protocol.tables(protocol.follow(study, Told(variants=said)))["rule_against_people"]
    assert 300 - len(left) >= 285
