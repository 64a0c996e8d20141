"""Exports of crowd platforms and of tools that test prompts."""

from __future__ import annotations

import json
import random

from tests.tables.made_up.cases import Case, Disguise, Reading, kind, rated
from tests.tables.made_up.long_tables import numbered


@kind(
    "crowd work with rejected answers",
    Disguise(
        "Toloka TSV",
        "tsv",
        words={
            "item": "INPUT:picture",
            "label": "OUTPUT:animal",
            "who": "ASSIGNMENT:worker_id",
            "state": "ASSIGNMENT:status",
            "ok": "APPROVED",
            "bad": "REJECTED",
            "job": "ASSIGNMENT:assignment_id",
        },
    ),
    Disguise(
        "Mechanical Turk CSV",
        "csv",
        words={
            "item": "HITId",
            "label": "Answer.animal",
            "who": "WorkerId",
            "state": "AssignmentStatus",
            "ok": "Approved",
            "bad": "Rejected",
            "job": "AssignmentId",
        },
    ),
    Disguise(
        "a platform's JSON lines",
        "jsonl",
        "shuffled",
        "shuffled",
        {
            "item": "task_id",
            "label": "answer",
            "who": "worker_id",
            "state": "assignment_status",
            "ok": "approved",
            "bad": "rejected",
            "job": "submission",
        },
    ),
    Disguise(
        "German workbook",
        "xlsx",
        "shuffled",
        words={
            "item": "Aufgabe",
            "label": "Antwort",
            "who": "Bearbeiter",
            "state": "Status",
            "ok": "angenommen",
            "bad": "abgelehnt",
            "job": "Abgabe",
        },
    ),
)
def rejected(rng: random.Random, d: Disguise) -> Case:
    items, people = [f"img/{n}.jpg" for n in range(18)], ["wA1", "wB2", "wC3", "wD4"]
    labels = ["cat", "dog", "cow"]
    given = rated(rng, items, people, labels, missing=0.2)
    thrown = {k for k in given if rng.random() < 0.2}
    said = {k: rng.choice(labels) if k in thrown else v for k, v in given.items()}
    rows = [
        {
            d["job"]: f"as{n}",
            d["item"]: i,
            d["who"]: r,
            d["label"]: v,
            d["state"]: d["bad"] if (i, r) in thrown else d["ok"],
        }
        for n, ((i, r), v) in enumerate(said.items())
    ]
    kept = {k: v for k, v in said.items() if k not in thrown}
    return Case(
        "crowd work with rejected answers",
        d.name,
        (d.write(rows),),
        "either",
        (Reading({d["label"].split(":")[-1].split(".")[-1]: kept}, items=len(items)),),
        "a rejected assignment is no answer: left out, counted and named",
        mentions="reject|abgelehnt",
    )


@kind(
    "promptfoo results",
    Disguise("version 3", "json", words={"provider": "object", "score": "tone"}),
    Disguise("providers as words", "json", words={"provider": "word", "score": "brevity"}),
    Disguise("labelled providers", "json", words={"provider": "label", "score": "grounded"}),
)
def promptfoo(rng: random.Random, d: Disguise) -> Case:
    def provider(name: str) -> object:
        if d["provider"] == "word":
            return name
        return {
            "id": name if d["provider"] == "object" else f"https:{name}",
            "label": "" if d["provider"] == "object" else name,
        }

    results, passed, score, named = [], {}, {}, {}
    for t in range(8):
        for p, name in enumerate(("openai:m-one", "local:m-two")):
            ok, value = rng.random() < 0.6, rng.choice([0, 1])
            key = f"{t}|{name}", "one"
            passed[key], score[key], named[key] = int(ok), (int(ok) + value) / 2, value
            results.append(
                {
                    "id": f"{t}-{p}",
                    "testIdx": t,
                    "promptIdx": p,
                    "promptId": f"pid{p}",
                    "provider": provider(name),
                    "prompt": {"raw": f"Say {t}", "label": "Say {{q}}"},
                    "vars": {"q": f"{t}"},
                    "response": {"output": f"said {t} by {name}"},
                    "success": ok,
                    "score": (int(ok) + value) / 2,
                    "namedScores": {d["score"]: value},
                    "latencyMs": 5 + t,
                    "cost": 0,
                    "gradingResult": {
                        "pass": ok,
                        "score": (int(ok) + value) / 2,
                        "reason": "r",
                        "namedScores": {d["score"]: value},
                    },
                    "testCase": {"vars": {"q": f"{t}"}, "assert": [{"type": "llm-rubric", "value": "is so"}]},
                }
            )
    told = {
        "evalId": "eval-made-up",
        "results": {
            "version": 3,
            "timestamp": "2025-05-20T10:00:00Z",
            "prompts": [{"raw": "Say {{q}}", "label": "Say {{q}}", "provider": "openai:m-one"}],
            "results": results,
            "stats": {"successes": 1, "failures": 1},
        },
        "config": {"providers": ["openai:m-one", "local:m-two"]},
    }
    levels = ("nominal", "ordinal", "interval", "ratio")
    right = Reading({"success": passed, "score": score, d["score"]: named}, named=False, agreement=False, levels=levels)
    return Case(
        "promptfoo results",
        d.name,
        (("results.json", json.dumps(told).encode()),),
        "either",
        (right,),
        "a row a test and provider; prompts and config only sum up",
    )


@kind(
    "one judge model beside people",
    Disguise("English CSV", "csv", words={"A": "human_1", "B": "human_2", "J": "gpt-4o"}),
    Disguise(
        "German, semicolons",
        "csv;",
        "shuffled",
        "shuffled",
        {"id": "Beleg", "A": "Gutachter 1", "B": "Gutachter 2", "J": "LLM"},
    ),
    Disguise("JSON", "json", "reversed", words={"A": "annotator_a", "B": "annotator_b", "J": "llm_judge"}),
)
def judge_beside(rng: random.Random, d: Disguise) -> Case:
    items = numbered("j", 20)
    given = rated(rng, items, [d["A"], d["B"], d["J"]], ["correct", "incorrect"])
    rows = [{d["id"]: i, **{d[r]: given[i, d[r]] for r in "ABJ"}} for i in items]
    return Case(
        "one judge model beside people",
        d.name,
        (d.write(rows),),
        "open",
        (Reading({"label": given}, levels=("nominal", "ordinal")),),
        "two people and a model on the same items",
    )
