"""The results section of a paper on a recognition study, filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pandas as pd

from annoeval.answers.blocks import Block
from annoeval.words import count, interval, listed, missing, number, percent

ACCURACY = {"individual": "Individual", "majority": "Majority", "unanimous": "Unanimous"}


def results_section(results: Mapping[str, pd.DataFrame], dimension: str) -> list[Block]:
    """Agreement, accuracy, people against the model, errors, annotators: those that the study has.

    results: tables of `evaluate`. dimension: the one that says who was right.
    """
    parts = (_agreement(results), _accuracy(results["scores"], dimension), _model(results), _annotators(results))
    return [block for part in parts for block in part]


def _estimate(value: object, low: object, high: object) -> str:
    if missing(value):
        return "–"
    return number(value) if missing(low) else f"{number(value)} [{interval(low, high)}]"


def _agreement(results: Mapping[str, pd.DataFrame]) -> Iterator[Block]:
    found = results["agreement_on_correctness"]
    if not len(found):
        return
    names = {"percent": "Percent agreement", "fleiss_kappa": "Fleiss’ κ", "cohen_kappa": "Cohen’s κ"}
    rows = [
        (f"{names[r.coefficient]} ({r.raters})", str(r.n_items), _estimate(r.value, r.low, r.high))
        for r in found.itertuples()
    ]
    alpha = results["agreement"].query("dimension == 'canonical' and coefficient == 'krippendorff_alpha' and by == ''")
    rows += [
        ("Krippendorff’s α on canonical answers", str(r.n_items), _estimate(r.value, r.low, r.high))
        for r in alpha.head(1).itertuples()  # of the annotators; with the model beside them it stands second
    ]
    kappa = found[found["coefficient"].isin(("fleiss_kappa", "cohen_kappa"))].iloc[0]  # Fleiss' comes first
    name = names[kappa["coefficient"]]
    what = (
        f"has no {name}: {kappa['reason']}"
        if missing(kappa["value"])
        else f"had {name} {_estimate(kappa['value'], kappa['low'], kappa['high'])}"
    )
    said = f"Agreement on which of {count(int(kappa['n_items']), 'image')} were recognised {what}."
    yield Block("Agreement", said, ("Coefficient", "Images", "Value [95 % CI]"), tuple(rows))


def _accuracy(scores: pd.DataFrame, dimension: str) -> Iterator[Block]:
    own = scores[(scores["dimension"] == dimension) & (scores["by"] == "") & scores["rater"].isin(list(ACCURACY))]
    own = own.set_index("rater").reindex([r for r in ACCURACY if r in set(own["rater"])])
    if not len(own):
        return
    rows = tuple((ACCURACY[str(r.Index)], str(r.n), _estimate(r.mean, r.low, r.high)) for r in own.itertuples())
    said = listed([f"{name.lower()} {value}" for name, _, value in rows])
    yield Block("Accuracy", f"Accuracy was {said}.", ("Accuracy", "n", "Share [95 % CI]"), rows)


def _model(results: Mapping[str, pd.DataFrame]) -> Iterator[Block]:
    for r in results["model_comparison"].itertuples():
        if not r.n:
            continue
        kappa = _estimate(r.kappa, r.kappa_low, r.kappa_high)
        said = (
            f"The annotators’ majority and {r.model} agreed on {percent(r.agreement, r.n)} of {count(r.n, 'image')} "
            f"(Cohen’s κ {kappa})."
        )
        rows = (
            ("People right", str(r.both_right), str(r.people_only)),
            ("People wrong", str(r.model_only), str(r.both_wrong)),
        )
        yield Block(f"People and {r.model}", said, ("", f"{r.model} right", f"{r.model} wrong"), rows)
    errors = results["errors"]
    if len(errors):
        counted = errors.groupby(["model", "kind"], sort=False)
        counts = tuple((f"{m}: {k}", str(len(g)), listed(list(g["item_id"]), 12)) for (m, k), g in counted)
        yield Block("Errors", f"{count(len(errors), 'image')} were missed.", ("Kind", "Images", "Ids"), counts)


def _annotators(results: Mapping[str, pd.DataFrame]) -> Iterator[Block]:
    found = results["annotators"]
    if not len(found):
        return
    rows = tuple(
        (
            str(r.rater),
            str(r.n),
            _estimate(r.accuracy, r.low, r.high),
            str(r.unrecognizable),
            "–" if missing(r.median_seconds) else f"{r.median_seconds:.0f}",
        )
        for r in found.itertuples()
    )
    columns = ("Annotator", "Answers", "Accuracy [95 % CI]", "Unrecognizable", "Seconds (median)")
    yield Block("Annotators", f"{count(len(rows), 'rater')} answered.", columns, rows)
