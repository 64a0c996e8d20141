"""Scores against automatic metrics: of means by paper, with n and a warning where it is small."""

import pandas as pd
import pytest
from scipy.stats import kendalltau, spearmanr

from annoeval.answers.metrics import how_measured
from annoeval.evaluation.correlation import correlation
from annoeval.evaluation.metrics import means_by_unit
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import Study

WER = {"a": 0.1, "b": 0.4, "c": 0.2, "d": 0.9, "e": 0.5}
SCORES = {"a": [2, 2], "b": [2, 1], "c": [2, 1, 2], "d": [0], "e": [1, 0]}


def study(wer=WER, scores=SCORES):
    papers = [p for p, own in scores.items() for _ in own]
    ids = [f"i{n}" for n in range(len(papers))]
    items = pd.DataFrame({"pdf": papers, "WER": [wer.get(p) for p in papers]}, index=pd.Index(ids, name="item_id"))
    values = [v for own in scores.values() for v in own]
    ratings = ratings_table({"item_id": ids, "dimension": "caption", "rater": "Aiko", "kind": "human", "value": values})
    scale = Scale("ordinal", (0, 1, 2))
    return Study("s", "figures", items, ratings, {"caption": scale}, metrics={"WER": "pdf"})


def rows(made):
    return correlation(made).set_index("method")


def test_a_metric_is_held_against_the_mean_score_of_each_paper():
    """Means 2, 1.5, 5/3, 0, 0.5 against 0.1, 0.4, 0.2, 0.9, 0.5: the reverse order throughout."""
    found = rows(study())
    assert found["estimate"].to_dict() == {"spearman": pytest.approx(-1), "kendall": pytest.approx(-1)}
    assert set(found["n"]) == {5}
    assert set(found["unit"]) == {"pdf"}


def test_coefficients_are_those_of_the_means():
    scores = {**SCORES, "d": [1], "c": [0]}
    made = study(scores=scores)
    x = [WER[p] for p in sorted(WER)]
    y = [sum(scores[p]) / len(scores[p]) for p in sorted(WER)]
    found = rows(made)["estimate"]
    assert found["spearman"] == pytest.approx(spearmanr(x, y).statistic)
    assert found["kendall"] == pytest.approx(kendalltau(x, y).statistic)


def test_five_papers_carry_a_warning_and_ten_none():
    few = rows(study())
    assert set(few["warning"]) == {"of 5 papers only, so that a single one may turn it"}
    ten = {f"p{n}": n / 10 for n in range(10)}
    many = rows(study(ten, {p: [n % 3] for n, p in enumerate(ten)}))
    assert set(many["warning"]) == {""}


def test_a_metric_that_is_the_same_everywhere_has_a_reason():
    found = rows(study(dict.fromkeys(WER, 1.0)))
    assert found["estimate"].isna().all()
    assert found["reason"].str.len().gt(0).all()
    assert "can't be said" in how_measured("hit rate", "caption", found.reset_index())


def test_a_paper_without_the_metric_is_left_out():
    assert set(rows(study({p: w for p, w in WER.items() if p != "e"}))["n"]) == {4}
    assert means_by_unit(study(), "caption", "Aiko", "WER")["items"].tolist() == [2, 2, 3, 1, 2]


def test_the_sentence_names_the_coefficients_n_and_the_warning():
    said = how_measured("WER", "caption", correlation(study()))
    assert "Spearman ρ **−1.00**" in said
    assert "5 papers" in said
    assert "a single one may turn it" in said
