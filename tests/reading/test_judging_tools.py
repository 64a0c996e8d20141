"""Results of tools that test and judge models: whose output is judged is never who judges it."""

from __future__ import annotations

import json

import pytest

from annoeval import evaluate, load
from annoeval.reading import read
from annoeval.scale import TIE


def lines(*records):
    return "\n".join(map(json.dumps, records)).encode()


def entry(number, provider, success, score, **more):
    graded = {"pass": success, "score": score, "reason": "r", "namedScores": {"kindness": int(success)}}
    return {
        "testIdx": number,
        "provider": provider,
        "success": success,
        "score": score,
        "vars": {"q": f"q{number}"},
        "prompt": {"label": "Answer"},
        "response": {"output": f"o{number}"},
        "gradingResult": graded,
        "namedScores": {"kindness": int(success)},
        **more,
    }


def results(form, providers):
    entries = [entry(t, p, (t + i) % 3 > 0, 0.5) for t in range(6) for i, p in enumerate(providers)]
    summed = [{"provider": "a", "metrics": {"score": 3.25, "testPassCount": 3}}] * 2
    forms = {
        "nested": {"evalId": "e", "results": {"version": 3, "prompts": summed, "results": entries}, "config": {}},
        "plain": {"results": entries, "stats": {"successes": 1}},
        "list": entries,
    }
    return json.dumps(forms[form]).encode()


@pytest.mark.parametrize(
    ("form", "providers"),
    [
        ("nested", [{"id": "x:a", "label": ""}, {"id": "x:b", "label": ""}]),
        ("plain", ["x:a", "x:b"]),
        ("list", [{"id": "http", "label": "x:a"}, {"id": "http", "label": "x:b"}]),
    ],
)
def test_promptfoo_gives_a_row_a_test_and_provider_and_the_assertions_are_the_rater(form, providers):
    s = load(("results.json", results(form, providers)))
    assert s.raters[["name", "kind"]].values.tolist() == [["assertions", "ai"]]
    assert len(s.items) == 12
    assert s.groups == ("provider",)
    assert set(s.dimensions) == {"success", "score", "kindness"}
    means = evaluate(s)["scores"].query("dimension == 'success' and by == 'provider' and rater == 'assertions'")
    assert dict(zip(means["group"], means["mean"].round(4), strict=True)) == {"x:a": 0.6667, "x:b": 0.6667}


def test_a_promptfoo_test_that_ended_in_an_error_has_no_judgement():
    broken = entry(1, "a", False, 0, error="timeout", gradingResult=None)
    s = load(("r.json", json.dumps({"results": [entry(0, "a", True, 1), entry(0, "b", False, 0), broken]}).encode()))
    assert len(s.ratings.query("dimension == 'success'")) == 2
    assert "tests that ended in an error" in [p.problem for p in s.problems]


def sample(number, **metrics):
    return {
        "doc_id": number,
        "doc": {"question": f"q{number}"},
        "target": "4",
        "arguments": [["p", {}]],
        "resps": [["4."]],
        "filtered_resps": ["4"],
        "doc_hash": "h",
        **metrics,
    }


def test_samples_of_the_harness_are_scored_by_it_and_the_folder_is_the_model():
    name = "meta__small/samples_gsm8k_2025-01-02T03-04-05.678901.jsonl"
    reading = read(lines(*(sample(n, exact_match=float(n % 2)) for n in range(4))), name)
    table = reading.tables[0]
    assert table.frame[["task", "model"]].drop_duplicates().values.tolist() == [["gsm8k", "meta/small"]]
    assert table.roles["model"]["role"] == "judged"
    assert table.roles["doc_id"]["role"] == "item"
    s = load((name, lines(*(sample(n, exact_match=float(n % 2)) for n in range(4)))))
    assert s.raters[["name", "kind"]].values.tolist() == [["harness", "ai"]]
    assert set(s.dimensions) == {"exact_match"}
    assert len(s.items) == 4


def test_files_of_several_models_hold_an_item_each_for_every_document():
    files = [
        (f"{m}/samples_arc_2025-01-02T03-04-05.1.jsonl", lines(*(sample(n, acc=1.0 * (n > i)) for n in range(5))))
        for i, m in enumerate(("m1", "m2"))
    ]
    s = load(*files)
    assert len(s.items) == 10
    assert s.raters["name"].tolist() == ["harness"]
    assert s.groups == ("model",)


def test_two_filters_of_one_document_are_two_items():
    rows = [
        sample(n, filter=f, metrics=["exact_match"], exact_match=1.0) for n in range(3) for f in ("strict", "flexible")
    ]
    assert len(load(("samples_gsm8k.jsonl", lines(*rows))).items) == 6


def single(question, model, score, turn=1, judge=("gpt-4", "single-v1")):
    return {
        "question_id": question,
        "model": model,
        "judge": list(judge),
        "user_prompt": "p",
        "judgment": "j",
        "score": score,
        "turn": turn,
        "tstamp": 1687222450.5 + question,
    }


def test_a_judge_scores_turns_of_questions_and_minus_one_is_no_score():
    rows = [single(q, m, 5 + q % 3, t) for q in (81, 82, 83) for m in ("vicuna", "alpaca") for t in (1, 2)]
    s = load(("gpt-4_single.jsonl", lines(*rows, single(84, "vicuna", -1))))
    assert s.raters[["name", "kind"]].values.tolist() == [["gpt-4", "ai"]]
    assert len(s.items) == 12
    assert s.groups == ("model",)
    assert ("judgements without a score (-1)", 1) in [(p.problem, p.count) for p in s.problems]


def pair(question, first, second, turn=1):
    sides = {"model_1": "vicuna", "model_2": "alpaca", "g1_winner": first, "g2_winner": second}
    return {"question_id": question, "judge": ["gpt-4", "pair-v2"], "turn": turn, "tstamp": 1.5} | sides


def test_a_judge_of_pairs_is_one_rater_in_either_order_and_an_error_is_no_choice():
    rows = [pair(q, "model_1", "model_1" if q % 2 else "tie") for q in range(81, 89)]
    s = load(("gpt-4_pair.jsonl", lines(*rows, pair(90, "error", "model_2"))))
    assert s.raters["name"].tolist() == ["gpt-4 (first order)", "gpt-4 (second order)"]
    assert set(s.raters["kind"]) == {"ai"}
    first = s.ratings[s.ratings["rater"] == "gpt-4 (first order)"]
    assert first["value"].tolist() == ["vicuna"] * 8
    assert set(s.ratings["value"]) == {"vicuna", "alpaca", TIE}
    assert ("judgements that ended in an error", 1) in [(p.problem, p.count) for p in s.problems]


def test_people_choose_between_two_models_whichever_side_each_stood_on():
    sides = [
        {"model_a": "x", "model_b": "y", "winner": "model_a"},
        {"model_a": "y", "model_b": "x", "winner": "model_b"},
    ]
    judges = ("expert_0", "author_2")
    rows = [{"question_id": q, "judge": j, "turn": 1} | sides[q % 2] for q in range(6) for j in judges]
    s = load(("human.jsonl", lines(*rows)))
    assert set(s.raters["kind"]) == {"human"}
    assert len(s.items) == 6
    assert set(s.ratings["value"]) == {"x"}
