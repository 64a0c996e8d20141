"""Scores: the answer first, whose values they are, and a way from every number to its items."""

import json

import pytest

from annoeval.evaluation.scores import scores as scores_table
from annoeval.ui import scores

TWO_RATERS = "item,rater,score,domain\n" + "".join(
    f"i{i},{who},{(i + shift) % 3},{'Biology' if i < 6 else 'Physics'}\n"
    for i in range(12)
    for who, shift in (("Mei", 0), ("Tom", i % 4 == 0))
)


def test_without_a_study_the_page_says_how_to_get_one(visit):
    screen = visit("scores").sound()
    assert screen.answer == "No study is open."
    assert "Go to Studies" in screen.buttons


def test_a_study_that_is_gone_is_named_so_and_left_behind(visit):
    screen = visit("scores", study="0123456789ab").sound()
    assert screen.answer == "This study isn't here."
    assert screen.press("Go to Studies").sound().answer == ""


@pytest.mark.parametrize("name", ["figures", "recognition", "recall", "ratings"])
def test_every_example_study_has_its_answer(visit, example, name):
    screen = visit("scores", study=example(name)).sound()
    assert screen.answer
    assert screen.tables


def test_the_answer_says_whose_values_they_are(visit, example):
    assert "values are people's" in visit("scores", study=example("figures")).answer


def test_an_ai_alone_is_said_to_be_unchecked(visit, example):
    assert "no person has checked one yet" in visit("scores", study=example("recall")).answer


def test_the_published_and_the_recommended_rule_stand_side_by_side(visit, example):
    screen = visit("scores", study=example("recall"), dimension="score", by="rater").sound()
    assert {"As published", "Recommended"} <= set(screen.tables[0]["rater"])
    assert "recommended" in screen.answer


def test_a_dimension_in_the_address_is_the_one_shown(visit, example):
    screen = visit("scores", study=example("figures"), dimension="table").sound()
    assert screen.answer.startswith("Table")


def test_a_filter_in_the_address_narrows_the_page(visit, add):
    study = add(TWO_RATERS)
    assert "12 of 12 items" in visit("scores", study=study).words
    screen = visit("scores", study=study, by_domain="Biology").sound()
    assert "6 of 12 items" in screen.words


def test_a_filter_that_leaves_nothing_offers_to_show_all(visit, add):
    study = add("item,rater,score\n" + "".join(f"i{i},A,{i % 3}\ni{i},B,{i % 3}\n" for i in range(6)))
    screen = visit("scores", study=study, reviewed="no").sound()
    assert screen.answer == "No item passes the filter."
    assert screen.press("Show all items").answer.startswith("Score: 1.00 of 2")


def test_labels_that_are_names_have_no_mean(visit, example):
    screen = visit("scores", study=example("ratings")).sound()
    assert "is the most common, on" in screen.answer
    assert {"label", "n", "of", "share"} <= set(screen.tables[0].columns)


def test_many_models_are_read_as_a_ranking(visit, add):
    rows = [f"q{i},model {m},{int(i % (m + 2) == 0)}\n" for i in range(24) for m in range(4)]
    screen = visit("scores", study=add("item,model,score\n" + "".join(rows))).sound()
    assert "4 models: from" in screen.answer
    assert "Resolved" not in str(screen.charts[0]["layout"]["annotations"])


def test_hostile_group_names_are_shown_as_text(visit, add):
    bad = "<img src=x onerror=alert(1)>"
    data = "item,rater,score,domain\n" + "".join(
        f'i{i},{w},{i % 3},"{bad if i % 2 else "b"}"\n' for i in range(12) for w in "AB"
    )
    screen = visit("scores", study=add(data)).sound()
    assert "<img" not in str(screen.charts[0]["layout"])
    assert "<img" not in " ".join(e.proto.body for e in screen.app.get("html"))


@pytest.mark.parametrize("models", [1, 2])
def test_the_models_of_an_extraction_study_have_their_answer(visit, store, models):
    right = [{"id": f"d{i}", "title": f"The title number {i} of a paper"} for i in range(12)]
    other = [{"id": f"d{i}", "title": f"The title number {i} of paper"} for i in range(12)]
    files = [("labels.json", right), ("weak.json", other), ("good.json", right)][: models + 1]
    study = store.add_study([(name, json.dumps(records).encode()) for name, records in files])
    screen = visit("scores", study=study).sound()
    assert "no scores" not in screen.answer
    assert ("from 1.00 (good" in screen.answer) == (models == 2), screen.answer
    assert "0.9" in screen.answer
    assert ("an AI" in screen.words) == (models == 2), screen.words


def test_what_only_a_download_says_is_worked_out_when_it_is_asked_for(visit, add, store, monkeypatch):
    asked, made = [], scores.coverage
    monkeypatch.setattr(scores, "coverage", lambda *of: asked.append(of) or made(*of))
    rows = "".join(f"i{n},{who},{(n + len(who)) % 3}\n" for n in range(12) for who in ("Mei", "Tom", "Jonas"))
    study = add("item,rater,score\n" + rows)
    visit("scores", study=study).sound()
    assert not asked
    whole = store.study(study)
    dimension = next(iter(whole.dimensions))
    monkeypatch.setattr(scores, "noted", lambda frame: frame.assign(unmerged_labels=""))
    saved = scores.told(whole, dimension, scores_table(whole))()
    assert saved.columns[-2:].tolist() == ["reviewed", "unmerged_labels"]
    assert saved["reviewed"].iloc[0].startswith("12 of 12 items reviewed by people")
    assert len(asked) == 1
