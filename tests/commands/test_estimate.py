"""`estimate` and `plan`: what is true of all items of a file of which people reviewed some."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from annoeval.__main__ import main
from annoeval.evaluation.estimates import COLUMNS

N = 60
AI = np.array([0] * 6 + [1] * 9 + [2] * 45)
TRUTH = np.where(np.arange(N) % 15 == 14, 1, AI)


@pytest.fixture
def file(tmp_path):
    """Sixty items: the AI's fifteen doubtful ones reviewed by a rule, twenty of its 45 twos by an audit."""

    def file(audited=20, why=True):
        order = np.random.default_rng(1).permutation(np.flatnonzero(AI == 2))[:audited]
        seen = AI < 2
        because = np.where(seen, "rule", "").astype(object)
        seen = seen.copy()
        seen[order], because[order] = True, "audit"
        table = pd.DataFrame(
            {
                "id": [f"i{n}" for n in range(N)],
                "domain": np.where(np.arange(N) % 3, "a", "b"),
                "ai_caption": AI,
                "human_caption": pd.Series(TRUTH).where(seen).astype("Int64"),
            }
        )
        if why:
            table["reviewed_because"] = because
        table.to_csv(tmp_path / "scores.csv", index=False)
        return str(tmp_path / "scores.csv")

    return file


def said(capsys, *words):
    code = main(list(words))
    out = capsys.readouterr()
    return code, out.out, out.err


def test_the_estimate_comes_first_then_coverage_and_the_figure_not_corrected(capsys, file):
    code, out, _ = said(capsys, "estimate", file(), "--dimension", "caption")
    lines = out.splitlines()
    assert not code
    assert "95 % CI" in lines[0]
    assert "35 of 60 items (58 %) are reviewed, 20 of them drawn at random" in lines[1]
    assert "By AI score, 0: all 6, 1: all 9 and 2: 20 of 45" in lines[1]
    assert lines[2].startswith("As reviewed, not corrected:")
    assert "of the work saved" in lines[3]


def test_the_json_has_every_column_and_null_where_undefined(capsys, file):
    _, out, _ = said(capsys, "estimate", file(0), "--dimension", "caption", "--json")
    rows = json.loads(out)["estimates"]
    assert list(rows[0]) == COLUMNS
    assert rows[0]["what"] == "mean"
    assert rows[0]["estimate"] is None
    assert not rows[0]["valid"]
    assert rows[0]["bound_low"] <= TRUTH.mean() <= rows[0]["bound_high"]
    assert json.loads(out)["coverage"][0]["words"] == "15 of 60 items reviewed by people (25 %), none drawn at random"


def test_evaluate_says_how_much_people_reviewed(capsys, file):
    _, out, _ = said(capsys, "evaluate", file())
    assert "35 of 60 items (58 %) are reviewed" in out.splitlines()[0] + out.splitlines()[1]
    assert "25 values are unchecked" in out


@pytest.mark.parametrize(("more", "words"), [(["--any-time"], "any time"), (["--looks", "3"], "3 planned looks")])
def test_more_looks_give_wider_limits(capsys, file, more, words):
    name = file()
    once, often = (
        json.loads(said(capsys, "estimate", name, "--dimension", "caption", "--json", *m)[1])["estimates"][0]
        for m in ([], more)
    )
    assert words in often["method"]
    assert often["low"] <= once["low"] <= once["high"] <= often["high"]


def test_what_the_file_does_not_say_can_be_said(capsys, file):
    name = file(why=False)
    _, out, _ = said(capsys, "estimate", name, "--dimension", "caption")
    assert "at random, or by choice?" in out
    _, out, _ = said(capsys, "estimate", name, "--dimension", "caption", "--reviewed-because", "random")
    assert "95 % CI" in out


def test_an_unknown_dimension_is_one_sentence(capsys, file):
    code, _, err = said(capsys, "estimate", file(), "--dimension", "title")
    assert code == 1
    assert "no dimension 'title'" in err


def test_the_plan_says_how_many_more_and_in_every_domain(capsys, file):
    code, out, _ = said(capsys, "plan", file(0), "--dimension", "caption", "--half-width", "0.1")
    assert not code
    assert "To know caption to ± 0.1, check" in out
    assert "in every domain," in out
    assert "Drawn at random from 45 that nobody looked at" in out


def test_the_plan_as_json(capsys, file):
    _, out, _ = said(capsys, "plan", file(), "--dimension", "caption", "--half-width", "0.1", "--json")
    plan = json.loads(out)
    assert plan["dimension"] == "caption"
    assert plan["drawn"] == 20
    assert set(plan["apart"]) == {"a", "b"}
    assert plan["more"] <= 25


def test_the_share_of_one_label_can_be_planned_for(capsys, file):
    _, out, _ = said(capsys, "plan", file(0), "--dimension", "caption", "--half-width", "0.1", "--label", "2")
    assert "the share of 2" in out
