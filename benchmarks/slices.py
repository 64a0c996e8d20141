"""What each page of results computes for its first view, at 20,000 and 1,000,000 ratings, and whole result tables of an
extraction (182 documents × 12 fields × 2 models) and of a confidence study (300 questions × 48 models)."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
import pandas as pd

from annoeval.evaluation import evaluate
from annoeval.evaluation.agreement import agreement
from annoeval.evaluation.calibration import calibration_summary
from annoeval.evaluation.classes import classes
from annoeval.evaluation.comparison import comparison
from annoeval.evaluation.correlation import correlation
from annoeval.evaluation.pairs import pairs
from annoeval.evaluation.scores import scores, sources
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import Study
from benchmarks.timing import Row

RATERS = ("A1", "A2", "A3", "A4", "AI")


def rated(items: int) -> Study:
    """Four people and an AI on every item, in five domains and two conditions, with confidence."""
    rng = np.random.default_rng(0)
    ids = np.array([f"item{i}" for i in range(items)])
    n = np.arange(items)
    groups = pd.DataFrame(
        {"domain": np.array(list("ABCDE"))[n % 5], "condition": np.array(["control", "experimental"])[n // 5 % 2]},
        index=pd.Index(ids, name="item_id"),
    )
    ratings = ratings_table(
        {
            "item_id": np.tile(ids, 5),
            "dimension": "score",
            "rater": np.repeat(RATERS, items),
            "kind": np.repeat(["human"] * 4 + ["ai"], items),
            "value": rng.integers(0, 3, 5 * items).astype(float),
            "confidence": rng.random(5 * items),
        }
    )
    return Study("slices", "ratings", groups, ratings, {"score": Scale("ordinal", (0, 1, 2))}, tuple(groups))


def fields(documents: int = 182, count: int = 12, models: int = 2) -> Study:
    """Similarities of two models' fields to a reference, in groups of 5 and 12 values."""
    rng = np.random.default_rng(0)
    ids = np.array([f"d{i}" for i in range(documents)])
    names = [f"field {k}" for k in range(count)]
    groups = pd.DataFrame(
        {"type": [f"t{i % 5}" for i in range(documents)], "repository": [f"r{i % 12}" for i in range(documents)]},
        index=pd.Index(ids, name="item_id"),
    )
    one = pd.MultiIndex.from_product([ids, names, [f"model {m}" for m in range(models)]]).to_frame(index=False)
    columns = {"item_id": one[0], "dimension": one[1], "rater": one[2], "kind": "ai", "value": rng.random(len(one))}
    scale = Scale("ratio", bounds=(0, 1), role="score")
    return Study("fields", "ratings", groups, ratings_table(columns), dict.fromkeys(names, scale), tuple(groups))


def confident(questions: int = 300, models: int = 48) -> Study:
    """Right or wrong answers of many models, each with its confidence."""
    rng = np.random.default_rng(0)
    ids = np.array([f"q{i}" for i in range(questions)])
    n = questions * models
    columns = {
        "item_id": np.tile(ids, models),
        "dimension": "correct",
        "kind": "ai",
        "confidence": rng.random(n),
        "rater": np.repeat([f"model {m}" for m in range(models)], questions),
        "value": rng.integers(0, 2, n).astype(float),
    }
    items = pd.DataFrame(index=pd.Index(ids, name="item_id"))
    scale = Scale("nominal", (0, 1), role="score")
    return Study("confident", "ratings", items, ratings_table(columns), {"correct": scale})


def first_views(study: Study) -> dict[str, Callable[[], Any]]:
    """The tables that a page makes before anything is chosen on it."""
    people, one = RATERS[:4], {"dimension": "score"}
    return {
        "Scores": lambda: (scores(study, "score", by=("domain",)), sources(study, "score")),
        "Agreement": lambda: (
            pairs(study, "score", replicates=2000),
            agreement(study, "score", people, by=()),
            classes(study, "score", ("majority", "AI")),
        ),
        "Confidence": lambda: (
            correlation(study, raters=("AI",), **one),
            calibration_summary(study, raters=("AI",), **one),
        ),
        "Comparison": lambda: comparison(study, raters=("resolved",), by=("domain",), every=False, **one),
    }


def took(work: Callable[[], Any]) -> float:
    """Seconds of one run: a page's first view is made once."""
    start = perf_counter()
    work()
    return perf_counter() - start


def main() -> list[Row]:
    """Seconds against the budgets: 1 s a page at 20,000 ratings, 3 s at 1,000,000, 3 s for all tables of a study."""
    rows = []
    took(lambda: dict(evaluate(fields(6, 2))))  # what is imported once
    for ratings, budget in ((20_000, 1.0), (1_000_000, 3.0)):
        for page, work in first_views(rated(ratings // 5)).items():
            rows.append(Row(f"{page}, {ratings:,} ratings", took(work), "budget", budget, 1))
    for name, study in (("extraction", fields()), ("confidence", confident())):
        rows.append(Row(f"all tables, {name}", took(lambda s=study: dict(evaluate(s))), "budget", 3.0, 1))
    return rows
