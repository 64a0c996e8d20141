"""Answers inside records, and inside cells, become rows: whoever gave them, however deep and in whatever order."""

from __future__ import annotations

import csv
import io
import json

import pytest

from annoeval import load
from annoeval.reading.literals import literal


def lines(records):
    return "\n".join(map(json.dumps, records)).encode()


def in_cells(records, write=str):
    out = io.StringIO()
    rows = csv.DictWriter(out, list(records[0]))
    rows.writeheader()
    rows.writerows({k: write(v) if isinstance(v, (list, dict)) else v for k, v in r.items()} for r in records)
    return out.getvalue().encode()


def answers(study):
    found = study.ratings
    return {
        (str(r.dimension), str(r.rater)): r.n
        for r in found.groupby(["dimension", "rater"], observed=True).size().reset_index(name="n").itertuples()
    }


SAID = [{"who": "ana@example.org", "quality": 4, "safe": "yes"}, {"who": "b.c@example.org", "quality": 2, "safe": "no"}]


def by_field(n):
    return {"id": f"i{n}", "fields": {q: {s["who"]: s[q] for s in SAID} for q in ("quality", "safe")}}


def by_person(n):
    return {"key": f"k{n}", "out": {"reviews": {s["who"]: {q: s[q] for q in ("quality", "safe")} for s in SAID}}}


def at_the_top(n):
    return {"item_id": f"t{n}", **{q: {s["who"]: s[q] for s in SAID} for q in ("quality", "safe")}}


@pytest.mark.parametrize("form", [by_field, by_person, at_the_top])
def test_answers_under_addresses_are_by_these_people_whatever_the_order_of_keys(form):
    s = load(("r.jsonl", lines([form(n) for n in range(8)])))
    assert answers(s) == {(q, p["who"]): 8 for q in ("quality", "safe") for p in SAID}
    assert len(s.items) == 8


def test_a_null_under_a_reviewer_is_no_answer():
    records = [by_field(n) for n in range(8)]
    records[0]["fields"]["quality"]["ana@example.org"] = None
    assert answers(load(("r.jsonl", lines(records))))["quality", "ana@example.org"] == 7


def test_names_are_told_from_questions_by_the_kind_of_their_answers():
    records = [
        {"id": f"i{n}", "given": {"Ana": {"grade": n % 5, "fair": "yes"}, "Bo": {"grade": 2, "fair": "no"}}}
        for n in range(8)
    ]
    assert set(answers(load(("r.json", json.dumps(records).encode())))) == {
        ("grade", "Ana"),
        ("grade", "Bo"),
        ("fair", "Ana"),
        ("fair", "Bo"),
    }


def test_scores_by_metric_and_part_are_nobodys_answers():
    records = [
        {"id": f"i{n}", "label": "ab"[n % 2], "rouge": {"r1": {"p": 0.1, "f": 0.2}, "r2": {"p": 0.3, "f": 0.4}}}
        for n in range(6)
    ]
    assert {d for d, _ in answers(load(("r.json", json.dumps(records).encode())))} == {"label"}


def unnamed(n, experts="expert_annotations", crowd="turker_annotations", identity="id", model="model_id"):
    said = [{"coherence": 1 + (n + k) % 5, "fluency": 1 + (n * k) % 5} for k in range(7)]
    return {identity: f"doc-{n // 3}", model: f"M{n % 3}", experts: said[:3], crowd: said[3:], "scores": {"rouge": 0.5}}


NAMES = {"experts": "professional_ratings", "crowd": "worker_ratings", "identity": "article", "model": "system"}


@pytest.mark.parametrize(
    ("name", "data", "people"),
    [
        ("s.jsonl", lines([unnamed(n) for n in range(12)]), ("expert", "turker")),
        ("s.json", json.dumps([unnamed(n, **NAMES) for n in range(12)]).encode(), ("professional", "worker")),
        ("s.csv", in_cells([unnamed(n) for n in range(12)]), ("expert", "turker")),
    ],
)
def test_lists_of_people_without_names_are_raters_by_place(name, data, people):
    s = load((name, data))
    assert len(s.items) == 12
    assert set(s.raters["kind"]) == {"anonymous"}
    assert set(s.raters["name"]) == {
        *(f"{people[0]} {k}" for k in (1, 2, 3)),
        *(f"{people[1]} {k}" for k in (1, 2, 3, 4)),
    }
    assert set(s.dimensions) == {"coherence", "fluency"}
    assert s.groups in (("model_id",), ("system",))


def test_an_object_of_lists_is_people_by_place_too():
    records = [{"id": f"i{n}", "human_ratings": {"fluency": [1, n % 5, 3], "style": [2, 2, n % 4]}} for n in range(6)]
    s = load(("r.json", json.dumps(records).encode()))
    assert answers(s) == {(q, f"human {k}"): 6 for q in ("fluency", "style") for k in (1, 2, 3)}


def test_four_numbers_of_a_person_may_be_a_box():
    records = [{"id": f"i{n}", "label": "ab"[n % 2], "student": [n, 10 * n, 7 + n, 100 + 3 * n]} for n in range(8)]
    assert {d for d, _ in answers(load(("r.json", json.dumps(records).encode())))} == {"label"}


def listed(n, who="user_id", value="value", state="status"):
    said = [{who: f"u{k}", value: 1 + (n + k) % 5, state: "discarded" if k == n % 3 else "submitted"} for k in range(3)]
    fair = [{**one, value: "yes" if n % 2 else "no"} for one in said]
    return {"text": f"Question {n}, with a comma", "rating": said, "fair": fair}


@pytest.mark.parametrize("write", [str, json.dumps])
def test_lists_in_cells_give_a_rating_for_each_submitted_entry(write):
    records = [{**listed(n), "rating-suggestion": n % 5 + 1} for n in range(9)]
    s = load(("t.csv", in_cells(records, write)))
    found = answers(s)
    assert {k: v for k, v in found.items() if k[1] != "suggestion"} == {
        (q, f"u{k}"): 6 for q in ("rating", "fair") for k in range(3)
    }
    assert found["rating", "suggestion"] == 9
    assert s.raters.set_index("name").loc["suggestion", "kind"] == "ai"
    assert ("responses that are discarded", 18) in [(p.problem, p.count) for p in s.problems]


def test_lists_deep_inside_records_open_too():
    records = [
        {
            "doc": f"d{n}",
            "systems": [
                {"system": m, "ratings": [{"annotator": a, "label": "xy"[(n + k) % 2]} for a in ("ann", "ben")]}
                for k, m in enumerate(("s1", "s2"))
            ],
        }
        for n in range(6)
    ]
    s = load(
        ("r.json", json.dumps(records).encode()),
        options={"mapping": {"doc": "item", "system": "judged", "annotator": "rater", "label": "label"}},
    )
    assert len(s.items) == 12
    assert answers(s) == {("label", "ann"): 12, ("label", "ben"): 12}


@pytest.mark.parametrize("names", ["annotators", "worker_ids", "annotator"])
def test_a_list_of_names_beside_a_list_of_labels_is_zipped(names):
    records = [
        {"id": f"i{n}", names: ["w1", "w2", "w3"][: 2 + n % 2], "labels": ["x", "y", "x"][: 2 + n % 2]}
        for n in range(8)
    ]
    for name, data in (("p.jsonl", lines(records)), ("p.csv", in_cells(records))):
        assert answers(load((name, data))) == {("labels", "w1"): 8, ("labels", "w2"): 8, ("labels", "w3"): 4}


def test_nothing_in_a_cell_is_ever_run():
    assert literal("[__import__('os').getcwd()]") is None
    assert literal("[" * 10_000 + "]" * 10_000) is None
    assert literal("[1, nan, 2.50]") == ["1", None, "2.5"]
    assert literal('[{"a": 2.50}]') == [{"a": "2.50"}]
