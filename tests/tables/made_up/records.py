"""Records with lists and dictionaries in them, as JSON or as text in cells."""

from __future__ import annotations

import json
import random

from tests.tables.made_up.cases import Case, Disguise, Reading, kind, rated
from tests.tables.made_up.long_tables import SENTENCES, numbered


@kind(
    "unnamed lists of experts and crowd",
    Disguise("English JSON lines", "jsonl"),
    Disguise(
        "English JSON",
        "json",
        "shuffled",
        "shuffled",
        {
            "experts": "professional_ratings",
            "crowd": "worker_ratings",
            "model": "system",
            "id": "article",
            "coherent": "informativeness",
            "fluent": "grammaticality",
        },
    ),
    Disguise("Python lists in a workbook", "xlsx", "reversed", words={"id": "doc_id", "model": "model_id"}),
)
def lists_of_experts(rng: random.Random, d: Disguise) -> Case:
    head = {
        k: d[k] if d[k] != k else v
        for k, v in {
            "experts": "expert_annotations",
            "crowd": "crowd_annotations",
            "id": "id",
            "model": "model_id",
        }.items()
    }
    keys = {f"{i}|{m}": (i, m) for i in numbered("art-", 7) for m in ("M1", "M2", "M3")}
    people = [*(f"e{k}" for k in range(3)), *(f"w{k}" for k in range(4))]
    given = {d[q]: rated(rng, list(keys), people, [1, 2, 3, 4, 5]) for q in ("coherent", "fluent")}
    rows = [
        {
            head["id"]: i,
            head["model"]: m,
            head["experts"]: [{q: g[key, f"e{k}"] for q, g in given.items()} for k in range(3)],
            head["crowd"]: [{q: g[key, f"w{k}"] for q, g in given.items()} for k in range(4)],
        }
        for key, (i, m) in keys.items()
    ]
    return Case(
        "unnamed lists of experts and crowd",
        d.name,
        (d.write(rows),),
        "either",
        (Reading(given, named=False),),
        "three experts and four workers, known by their place; the item is id and model together",
        ("item: id", "item: id and model"),
    )


@kind(
    "fields keyed by reviewer",
    Disguise("addresses, JSON lines", "jsonl", words={"A": "li.na@example.org", "B": "bo@example.com"}),
    Disguise(
        "names, JSON",
        "json",
        "shuffled",
        "shuffled",
        {"A": "Ana", "B": "Bruno", "item_id": "uid", "quality": "accuracy", "safe": "harmless", "fields": "ratings"},
    ),
    Disguise(
        "numbers, JSON lines",
        "jsonl",
        "reversed",
        words={"A": "reviewer_17", "B": "reviewer_23", "fields": "scores", "item_id": "case_id"},
    ),
)
def keyed_by_reviewer(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("it", 14), [d["A"], d["B"]]
    quality = rated(rng, items, raters, [1, 2, 3, 4, 5], missing=0.1)
    safe = rated(rng, items, raters, ["yes", "no"])
    given = {d["quality"]: quality, d["safe"]: safe}
    rows = [
        {
            d["item_id"]: i,
            "input": f"Hello {i}",
            "output": f"Reply {n}",
            d["fields"]: {q: {r: g.get((i, r)) for r in raters} for q, g in given.items()},
        }
        for n, i in enumerate(items)
    ]
    return Case(
        "fields keyed by reviewer",
        d.name,
        (d.write(rows),),
        "either",
        (Reading(given, levels=("nominal", "ordinal", "interval", "ratio")),),
        "a field, in it a reviewer, in it the answer: the keys of the inner dictionary are people",
    )


@kind(
    "Python lists in cells",
    Disguise("English CSV", "csv"),
    Disguise("TSV", "tsv", "shuffled", "shuffled", {"text": "prompt", "rating": "quality", "ok": "acceptable"}),
    Disguise("workbook", "xlsx", "reversed", words={"text": "instruction", "rating": "overall", "ok": "is_safe"}),
)
def python_lists(rng: random.Random, d: Disguise) -> Case:
    items, raters = [f"{s}, they said" for s in SENTENCES], ["u-ada", "u-bob", "u-cyd"]
    rating = rated(rng, items, raters, [1, 2, 3, 4, 5], missing=0.15)
    ok = {key: rng.choice(["yes", "no"]) for key in rating}
    thrown = {key for key in rating if rng.random() < 0.2}

    def cell(given: dict, i: str) -> str:
        return str(
            [
                {"user_id": r, "value": given[i, r], "status": "discarded" if (i, r) in thrown else "submitted"}
                for r in raters
                if (i, r) in given
            ]
        )

    rows = [{d["text"]: i, d["rating"]: cell(rating, i), d["ok"]: cell(ok, i)} for i in items]
    kept = {
        d["rating"]: {k: v for k, v in rating.items() if k not in thrown},
        d["ok"]: {k: v for k, v in ok.items() if k not in thrown},
    }
    return Case(
        "Python lists in cells",
        d.name,
        (d.write(rows),),
        "either",
        (Reading(kept, items=len(items), levels=("nominal", "ordinal", "interval", "ratio")),),
        "a cell holds everybody's answers; discarded ones do not count",
        mentions="discard",
    )


@kind(
    "parallel lists",
    Disguise("English JSON lines", "jsonl"),
    Disguise("JSON", "json", "shuffled", "shuffled", {"who": "worker_ids", "labels": "answers", "id": "image"}),
    Disguise("lists in CSV cells", "csv", "reversed", words={"who": "raters", "labels": "labels", "id": "doc"}),
)
def parallel_lists(rng: random.Random, d: Disguise) -> Case:
    head = {k: d[k] if d[k] != k else v for k, v in {"who": "annotators", "labels": "labels", "id": "id"}.items()}
    items, raters = numbered("p", 16), ["w3", "w8", "w9", "w12"]
    given = rated(rng, items, raters, ["entail", "neutral", "contra"], missing=0.2)
    rows = []
    for i in items:
        mine = [r for r in raters if (i, r) in given]
        rng.shuffle(mine)
        pair = [mine, [given[i, r] for r in mine]]
        told = pair if d.form != "csv" else [json.dumps(p) for p in pair]
        rows.append({head["id"]: i, head["who"]: told[0], head["labels"]: told[1]})
    return Case(
        "parallel lists",
        d.name,
        (d.write(rows),),
        "open",
        (Reading({"label": given}, items=len(items)),),
        "a list of people beside a list of labels as long",
    )


@kind(
    "a list of labels, people unknown",
    Disguise("English JSON lines", "jsonl", words={"labels": "annotations"}),
    Disguise("JSON", "json", "reversed", words={"labels": "human_labels", "id": "pairID"}),
    Disguise("lists in TSV cells", "tsv", "shuffled", words={"labels": "labels", "id": "example"}),
)
def unnamed_labels(rng: random.Random, d: Disguise) -> Case:
    items = numbered("h", 18)
    given = rated(rng, items, list("12345"), ["entailment", "neutral", "contradiction"])
    rows = []
    for n, i in enumerate(items):
        said = [given[i, k] for k in "12345"]
        rows.append(
            {d["id"]: i, "sentence": f"{SENTENCES[n % 12]} {n}", d["labels"]: str(said) if d.form == "tsv" else said}
        )
    return Case(
        "a list of labels, people unknown",
        d.name,
        (d.write(rows),),
        "either",
        (
            Reading({"label": given}, named=False),
            Reading({"label": {k: frozenset([v]) for k, v in given.items()}}, named=False),
        ),
        "five labels of five people who aren't named",
        ("five people's labels", "a set of labels"),
    )


@kind(
    "objects of who said what",
    Disguise("English JSON", "json"),
    Disguise(
        "JSON lines",
        "jsonl",
        "shuffled",
        "shuffled",
        {"annotations": "judgements", "annotator": "judge", "label": "verdict", "id": "key"},
    ),
    Disguise(
        "JSON text in a workbook",
        "xlsx",
        "reversed",
        words={"annotations": "reviews", "annotator": "reviewer", "label": "decision"},
    ),
)
def objects(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("o", 15), ["Gus", "Hana", "Ivo"]
    given = rated(rng, items, raters, ["accept", "revise", "reject"], missing=0.1)
    rows = []
    for i in items:
        said = [{d["annotator"]: r, d["label"]: given[i, r]} for r in raters if (i, r) in given]
        rows.append({d["id"]: i, "text": f"Case {i}", d["annotations"]: json.dumps(said) if d.form == "xlsx" else said})
    return Case(
        "objects of who said what",
        d.name,
        (d.write(rows),),
        "open",
        (Reading({d["label"]: given}, items=len(items)),),
        "each entry of the list is a rating",
    )
