"""Small tables in the layouts of published data sets and of exports; the content is made up."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass

from tests.tables.made_up.cases import Row, written

WORDS = ["river", "stone", "letter", "winter", "garden", "copper", "signal", "market", "island", "candle"]


@dataclass(frozen=True)
class Layout:
    """A layout: where it is known from, its rows, and what is in it if it opens.

    items and raters: how many; several numbers where more than one reading is right.
    never: names that are neither raters nor questions.
    """

    name: str
    form: str
    rows: Callable[[], list[Row]]
    items: tuple[int, ...]
    raters: tuple[int, ...]
    never: tuple[str, ...] = ()

    @property
    def file(self) -> tuple[str, bytes]:
        rows = self.rows()
        columns = list(dict.fromkeys(c for r in rows for c in r))
        return f"table.{self.form}", written(rows, columns, self.form)


LAYOUTS: list[Layout] = []


def layout(name: str, form: str, items: int | tuple[int, ...], raters: int | tuple[int, ...], never: str = ""):
    """Registers a layout; its rows are the same at every call."""

    def register(rows: Callable[[random.Random], list[Row]]) -> None:
        some = (items,) if isinstance(items, int) else items
        people = (raters,) if isinstance(raters, int) else raters
        LAYOUTS.append(Layout(name, form, lambda: rows(random.Random(name)), some, people, tuple(never.split())))

    return register


def text(rng: random.Random, n: int = 5) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(n)).capitalize()


@layout("simplification, an aspect a row", "csv", 8, 5)
def _(rng):
    return [
        {
            "original": f"Long {i} {WORDS[i]} with a clause",
            "simplification": f"Short {i}",
            "original_sentence_id": 70 + i,
            "aspect": a,
            "worker_id": w,
            "rating": rng.randrange(101),
        }
        for i in range(8)
        for a in ("meaning", "fluency", "simplicity")
        for w in range(5)
    ]


@layout("emotions, a rater a row and a column a label", "csv", 12, 3)
def _(rng):
    return [
        {
            "text": f"Comment {i} about a {WORDS[i % 10]}",
            "id": f"e{i:03}",
            "author": f"user{i}",
            "subreddit": "cats",
            "link_id": f"t3_{i}",
            "created_utc": 1548381039 + i,
            "rater_id": r,
            "example_very_unclear": False,
            **{e: int(e == c) for e in ("admiration", "anger", "joy", "neutral")},
        }
        for i in range(12)
        for r in (3, 16, 37)
        for c in [rng.choice(["admiration", "anger", "joy", "neutral"])]
    ]


@layout("toxicity annotations by worker", "tsv", 10, 4)
def _(rng):
    return [
        {"rev_id": 2232 + i, "worker_id": w, "toxicity": int(s < 0), "toxicity_score": s}
        for i in range(10)
        for w in (723, 4000, 3989, 3341)
        for s in [rng.choice([-2, -1, 0, 1])]
    ]


@layout("hate speech, several scales a row", "csv", 10, 3, "platform text")
def _(rng):
    return [
        {
            "comment_id": 47777 + i,
            "annotator_id": a,
            "platform": 1 + i % 3,
            "sentiment": rng.randrange(5),
            "respect": rng.randrange(5),
            "insult": rng.randrange(5),
            "text": f"Post {i} on a {WORDS[i % 10]}",
        }
        for i in range(10)
        for a in (10873, 2790, 3379)
    ]


@layout("inference with five labels and their majority", "jsonl", 12, (1, 5, 6))
def _(rng):
    rows = []
    for i in range(12):
        said = [rng.choice(["entailment", "neutral", "contradiction"]) for _ in range(5)]
        rows.append(
            {
                "annotator_labels": said,
                "captionID": f"{i}.jpg#0",
                "gold_label": max(set(said), key=said.count),
                "pairID": f"{i}.jpg#0r1e",
                "sentence1": f"A {WORDS[i % 10]} {i}.",
                "sentence2": f"Two {i}.",
            }
        )
    return rows


@layout("inference with a counter of labels", "jsonl", 12, (100, 1))
def _(rng):
    rows = []
    for i in range(12):
        e, n = rng.randrange(1, 60), rng.randrange(1, 39)
        rows.append(
            {
                "uid": f"u{i}",
                "label_counter": {"e": e, "n": n, "c": 100 - e - n},
                "entropy": 1.2,
                "example": {"premise": f"P {i}", "hypothesis": f"H {i}"},
            }
        )
    return rows


@layout("helpfulness, five questions by nobody named", "jsonl", 12, 1)
def _(rng):
    return [
        {
            "prompt": f"Ask {i} about a {WORDS[i % 10]}",
            "response": f"Answer {i}: {text(rng, 9)}",
            **{q: rng.randrange(5) for q in ("helpfulness", "correctness", "coherence", "complexity", "verbosity")},
        }
        for i in range(12)
    ]


@layout("preferences of judges over turns", "jsonl", (12, 24), (3,), "model_a model_b")
def _(rng):
    return [
        {
            "question_id": 81 + i,
            "model_a": "alpaca-13b",
            "model_b": "gpt-3.5",
            "judge": j,
            "turn": t,
            "winner": rng.choice(["model_a", "model_b", "tie"]),
        }
        for i in range(12)
        for j in ("expert_1", "expert_2", "author_0")
        for t in (1, 2)
    ]


@layout("arena battles of single visitors", "json", 14, 14, "model_a model_b")
def _(rng):
    pairs = [rng.sample(["koala", "vicuna", "oasst", "dolly"], 2) for _ in range(14)]
    return [
        {
            "question_id": f"q{i}",
            "model_a": a,
            "model_b": b,
            "winner": rng.choice(["model_a", "model_b", "tie"]),
            "judge": f"visitor_{i}",
            "turn": 1,
            "anony": True,
            "language": "English",
            "tstamp": 1682351591.13 + i,
        }
        for i, (a, b) in enumerate(pairs)
    ]


@layout("summaries rated by experts and crowd", "jsonl", 12, 8, "M0 M1")
def _(rng):
    def one():
        return {q: rng.randrange(1, 6) for q in ("coherence", "fluency")}

    return [
        {
            "id": f"d{i}",
            "model_id": m,
            "decoded": f"Summary {i} {m}",
            "expert_annotations": [one() for _ in range(3)],
            "turker_annotations": [one() for _ in range(5)],
            "references": ["r one", "r two"],
        }
        for i in range(6)
        for m in ("M0", "M1")
    ]


@layout("translation errors", "tsv", 16, 2, "en de major minor")
def _(rng):
    return [
        {
            "system": s,
            "doc": "talk1",
            "doc_id": 1,
            "seg_id": i,
            "rater": r,
            "source": f"S {i}",
            "target": f"T {i} {s}",
            "category": rng.choice(["Accuracy/Omission", "Fluency/Grammar"]),
            "severity": rng.choice(["Minor", "Major"]),
        }
        for i in range(1, 9)
        for s in ("onl-A", "onl-B")
        for r in ("rater1", "rater2")
        for _ in range(rng.choice([1, 2]))
    ]


@layout("direct assessment of translations", "csv", 24, 3, "sys-1 sys-2")
def _(rng):
    return [
        {
            "HITId": f"H{i}{s}",
            "WorkerId": w,
            "Input.srclang": "deu",
            "Input.system": s,
            "Input.segment": i,
            "Answer.score": rng.randrange(101),
            "WorkTimeInSeconds": 30 + i,
        }
        for i in range(12)
        for s in ("sys-1", "sys-2")
        for w in ("A1", "A2", "A3")
    ]


@layout("offensive posts as counts of votes", "csv", 14, 3)
def _(rng):
    rows = []
    for i in range(14):
        h, o = rng.choice([(0, 3), (1, 2), (0, 0), (3, 0), (0, 2), (1, 1)])
        rows.append(
            {
                "": i,
                "count": 3,
                "hate_speech": h,
                "offensive_language": o,
                "neither": 3 - h - o,
                "class": 0 if h > 1 else 1 if o > 1 else 2,
                "tweet": f"a {WORDS[i % 10]} {i}",
            }
        )
    return rows


@layout("entailment by crowd workers, with gold", "tsv", 10, (5, 6), "gold")
def _(rng):
    return [
        {
            "!amt_annotation_ids": f"a{i}{w}",
            "!amt_worker_ids": f"A{w}X",
            "orig_id": 25 + i,
            "response": rng.choice([0, 1]),
            "gold": i % 2,
        }
        for i in range(10)
        for w in range(5)
    ]


@layout("acceptability of sentences", "tsv", 14, 1, "source sentence mark")
def _(rng):
    return [
        {"source": "gj04", "label": rng.choice([0, 1]), "mark": "*" if i % 3 else None, "sentence": text(rng) + f" {i}"}
        for i in range(14)
    ]


@layout("similarity of sentence pairs", "csv", 14, 1, "split genre year sid")
def _(rng):
    return [
        {
            "split": "train",
            "genre": "main-news",
            "year": "2012test",
            "sid": 1 + i,
            "score": rng.choice([0.0, 2.5, 3.2, 4.8, 5.0]),
            "sentence1": f"A {text(rng)} {i}",
            "sentence2": text(rng),
        }
        for i in range(14)
    ]


@layout("valence, arousal, dominance", "csv", 12, 1, "V A D")
def _(rng):
    return [
        {
            "id": f"n_{i}",
            "split": "train",
            "V": rng.choice([2.8, 3.0, 3.6]),
            "A": rng.choice([2.9, 3.1, 3.4]),
            "D": rng.choice([3.0, 3.2]),
            "text": f"{text(rng)} {i}",
        }
        for i in range(12)
    ]


@layout("dialogue answers with lists of ratings", "json", (12,), (3,), "human model context response")
def _(rng):
    return [
        {
            "context": f"Talk {i}",
            "response": f"Reply {i} {m}",
            "model": m,
            "Natural": [rng.randrange(1, 4) for _ in range(3)],
            "Engaging": [rng.randrange(1, 4) for _ in range(3)],
        }
        for i in range(6)
        for m in ("human", "nucleus")
    ]


@layout("factual errors by three annotators", "json", 12, 3, "bart t5")
def _(rng):
    return [
        {
            "hash": f"h{i}",
            "model_name": m,
            "summary": f"Sum {i} {m}",
            "annotator_0": rng.choice(["NoE", "OutE"]),
            "annotator_1": rng.choice(["NoE", "OutE"]),
            "annotator_2": rng.choice(["NoE", "OutE"]),
        }
        for i in range(6)
        for m in ("bart", "t5")
    ]


@layout("annotations of a self-hosted tool", "csv", 9, 3, "displayed_text")
def _(rng):
    return [
        {
            "user": u,
            "instance_id": f"item_{i}",
            "displayed_text": f"Shown {i}",
            "politeness:::scale_1": rng.choice(["1", None]),
            "sentiment:::positive": rng.choice([1, None]),
        }
        for i in range(9)
        for u in ("ann1", "ann2", "ann3")
    ]


@layout("social bias, workers named", "csv", 10, 3, "post annotatorGender")
def _(rng):
    return [
        {
            "intentYN": rng.choice([0.0, 0.33, 0.66, 1.0]),
            "offensiveYN": rng.choice([0.0, 0.5, 1.0]),
            "post": f"Post {i}",
            "annotatorGender": "woman",
            "WorkerId": w,
            "HITId": f"hit{i}",
        }
        for i in range(10)
        for w in (41, 42, 43)
    ]


@layout("argument quality with weighted averages", "csv", 12, 1, "WA MACE-P")
def _(rng):
    return [
        {
            "argument": f"{text(rng)} {i}",
            "topic": ["tax", "war"][i % 2],
            "set": "train",
            "WA": round(rng.random(), 3),
            "MACE-P": round(rng.random(), 3),
            "stance_WA": rng.choice([1, -1]),
        }
        for i in range(12)
    ]


@layout("two radiologists and a consensus", "csv", 14, (2, 3))
def _(rng):
    return [
        {
            "patient_id": f"P{i:03}",
            "radiologist_1": rng.choice(["benign", "malignant"]),
            "radiologist_2": rng.choice(["benign", "malignant"]),
            "consensus": rng.choice(["benign", "malignant"]),
        }
        for i in range(14)
    ]


@layout("image classes as counts of fifty votes", "csv", 12, 50)
def _(rng):
    rows = []
    for i in range(12):
        a = rng.randrange(51)
        rows.append({"image_filename": f"{i}.png", "cat": a, "dog": 50 - a, "frog": 0})
    return rows


@layout("qualitative codes of two coders", "xlsx", 14, 2)
def _(rng):
    return [
        {
            "Excerpt": f"{text(rng, 7)} {i}",
            "Coder A": rng.choice(["barrier", "enabler", "other"]),
            "Coder B": rng.choice(["barrier", "enabler", "other"]),
            "Memo": None,
        }
        for i in range(14)
    ]


@layout("screening of abstracts by two reviewers", "csv", 14, 2)
def _(rng):
    return [
        {
            "Title": f"{text(rng)} {i}",
            "Authors": "A; B",
            "Year": 2001 + i % 9,
            "Reviewer 1": rng.choice(["include", "exclude"]),
            "Reviewer 2": rng.choice(["include", "exclude"]),
            "Reason": None,
        }
        for i in range(14)
    ]


@layout("essays marked by two raters on one scale", "tsv", 14, (2, 3), "essay_set essay")
def _(rng):
    return [
        {
            "essay_id": 1 + i,
            "essay_set": 1,
            "essay": text(rng, 12),
            "rater1_domain1": rng.randrange(1, 7),
            "rater2_domain1": rng.randrange(1, 7),
            "domain1_score": 7,
        }
        for i in range(14)
    ]


@layout("answers judged by a model", "jsonl", 12, 1, "question answer judge_reason")
def _(rng):
    return [
        {
            "id": i,
            "question": f"Q {i}?",
            "answer": f"A {i}",
            "judge_model": "gpt-4o",
            "judge_score": rng.randrange(1, 11),
            "judge_reason": text(rng, 8),
        }
        for i in range(12)
    ]


@layout("exact match and F1 by question", "jsonl", 12, (1, 2), "exact_match f1")
def _(rng):
    return [
        {
            "question_id": f"q{i}",
            "prediction": text(rng, 2),
            "ground_truth": text(rng, 2),
            "exact_match": rng.choice([0, 1]),
            "f1": round(rng.random(), 3),
        }
        for i in range(12)
    ]


@layout("benchmark scores by model and task", "csv", (12, 24), (0,), "llama mistral mmlu arc")
def _(rng):
    return [
        {"model": m, "task": t, "accuracy": round(rng.random(), 3), "stderr": 0.01}
        for m in ("llama", "mistral", "qwen")
        for t in ("mmlu", "arc", "gsm8k", "truthfulqa")
    ]


@layout("readers' times on stimuli", "csv", (8, 48), 6, "trial condition rt_ms")
def _(rng):
    return [
        {
            "participant": f"s{p}",
            "trial": 1 + i,
            "stimulus": f"w{i}",
            "condition": ["a", "b"][i % 2],
            "rating": rng.randrange(1, 8),
            "rt_ms": rng.randrange(300, 900),
        }
        for p in range(6)
        for i in range(8)
    ]


@layout("wide survey of a platform", "csv", (6, 10), (10, 1), "Finished")
def _(rng):
    return [
        {
            "ResponseId": f"R_{p}",
            "StartDate": "2025-01-17 10:00:00",
            "EndDate": "2025-01-17 10:09:00",
            "Finished": "True",
            "RecordedDate": f"2025-01-17 10:{10 + p}:00",
            **{f"Q{q}": rng.choice(["Agree", "Disagree"]) for q in range(1, 7)},
        }
        for p in range(10)
    ]


@layout("bounding labels as JSON text", "csv", 10, 3)
def _(rng):
    return [
        {
            "image": f"{i}.jpg",
            "annotations": json.dumps([{"annotator": a, "label": rng.choice(["cat", "dog"])} for a in ("x", "y", "z")]),
        }
        for i in range(10)
    ]
