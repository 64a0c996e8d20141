"""Figures of one paper are alike: every table takes whole papers, names their number, and refuses fewer than five."""

import json

import numpy as np
import pandas as pd
import pytest

import annoeval
from annoeval.evaluation import evaluate
from annoeval.evaluation.calibration import calibration, calibration_summary
from annoeval.evaluation.clusters import proposed
from annoeval.evaluation.comparison import comparison
from annoeval.evaluation.correlation import correlation
from annoeval.evaluation.labels import labels
from annoeval.evaluation.scores import scores
from annoeval.problem import AnnoevalError
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import Study

FIVE = "at least 5 clusters"


def papers(many: int, each: int = 6, seed: int = 0) -> Study:
    """Figures of papers, half of the papers in each of two fields, answered right or wrong and scored by two models."""
    rng = np.random.default_rng(seed)
    ids = [f"p{p}f{f}" for p in range(many) for f in range(each)]
    paper = np.repeat([f"p{p}" for p in range(many)], each)
    field = np.repeat(["a" if p % 2 else "b" for p in range(many)], each)
    items = pd.DataFrame({"pdf": paper, "field": field}, index=pd.Index(ids, name="item_id"))
    rows = []
    for model in ("m1", "m2"):
        right, score = rng.integers(0, 2, len(ids)), rng.random(len(ids))
        for i, item in enumerate(ids):
            rows.append((item, "right", model, "ai", int(right[i]), rng.random()))
            rows.append((item, "score", model, "ai", float(score[i]), rng.random()))
    columns = ["item_id", "dimension", "rater", "kind", "value", "confidence"]
    scales = {"right": Scale("ordinal", (0, 1)), "score": Scale("interval", bounds=(0.0, 1.0))}
    table = ratings_table(dict(zip(columns, zip(*rows, strict=True), strict=True)))
    return Study("papers", "ratings", items, table, scales, groups=("field",))


def test_a_paper_with_several_figures_is_proposed_as_the_cluster():
    assert proposed(papers(10)) == "pdf"
    assert proposed(papers(4)) is None
    assert proposed(papers(10, each=1)) is None


def test_every_table_counts_papers_and_says_how_many():
    study = papers(12)
    for table, text in (
        (scores(study, cluster="pdf"), "method"),
        (correlation(study, cluster="pdf"), "how"),
        (calibration_summary(study, cluster="pdf", dimension="right"), "method"),
    ):
        whole = table[table["by"] == ""]
        assert whole[text].str.contains(r"over 12 clusters \(pdf\)").all(), text
    tested = comparison(study, cluster="pdf")
    assert tested.loc[tested["recommended"], "method"].str.contains("12 (?:whole )?clusters").all()
    assert set(tested["test"]) == {"welch", "permutation", "paired_t", "paired_permutation"}


def test_fewer_than_five_papers_have_figures_and_no_interval():
    study = papers(4)
    means = scores(study, cluster="pdf")
    assert means["mean"].notna().all()
    assert means["low"].isna().all()
    assert means["reason"].str.contains(FIVE).all()
    assert labels(study, "right", cluster="pdf")["low"].isna().all()
    assert comparison(study, cluster="pdf")["p"].isna().all()
    together = correlation(study, cluster="pdf")
    assert together["estimate"].notna().all()
    assert together["p"].isna().all()
    summary = calibration_summary(study, cluster="pdf", dimension="right")
    assert summary["ece"].notna().all()
    assert summary[["ece_low", "brier_low", "auroc_low"]].isna().all(axis=None)
    assert calibration(study, cluster="pdf", dimension="right")["low"].isna().all()


def test_with_each_figure_a_paper_of_its_own_the_mean_is_as_without_clusters():
    study = papers(40, each=1)
    one, other = (scores(study, "score", cluster=c) for c in (None, "pdf"))
    assert other["low"].to_numpy() == pytest.approx(one["low"].to_numpy())


def test_an_unknown_column_is_refused():
    with pytest.raises(ValueError, match="items have no column 'paper'"):
        scores(papers(5), cluster="paper")


def test_every_table_and_the_leaderboard_take_the_cluster_that_is_named():
    """Twelve documents of six journals, two of each and alike: by documents the interval is too short."""
    text = "abcdefghij"
    rows = [
        {"id": f"d{n}", "journal": f"J{n // 2}", "ground_truth": text, "prediction": text[: 4 + n // 2]}
        for n in range(12)
    ]
    study = annoeval.load(("pairs.json", json.dumps(rows).encode()), protocol="extraction")
    alone, together = (evaluate(study, c)["leaderboard"].query("by == ''").iloc[0] for c in (None, "journal"))
    assert alone["mean"] == together["mean"]
    assert together["high"] - together["low"] > 1.2 * (alone["high"] - alone["low"])
    assert "6 clusters" in together["method"]
    assert "6 clusters (journal)" in evaluate(study, "journal")["scores"]["method"].iloc[0]


def test_auto_takes_the_proposed_column_and_a_column_that_is_not_there_is_named():
    study = papers(8)
    [column] = [c for c in study.items if c in ("paper", "pdf")]
    assert evaluate(study, "auto").cluster == column
    assert evaluate(study).cluster is None
    with pytest.raises(AnnoevalError, match=f"no column 'shelf'.*{column}"):
        evaluate(study, "shelf")
