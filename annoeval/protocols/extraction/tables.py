"""Result tables of an extraction study: the leaderboard, differences between models, kinds of match, sets."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

import pandas as pd

from annoeval.protocols.extraction.reference import fields_in
from annoeval.protocols.extraction.rules import SAYS
from annoeval.ratings import latest, matrix
from annoeval.scoring.sets import match_sets
from annoeval.scoring.text import KINDS, TextOptions
from annoeval.statistics.comparison.leaderboard import Difference, Standing, differences, standings
from annoeval.study import Study

LEADERBOARD = [
    "dimension", "by", "group", "rater", "n", "failed", "mean", "sd", "low", "high", "rank", "rank_low", "rank_high",
    "scored_by", "compared", "failed_documents", "method", "reason",
]  # fmt: skip
DIFFERENCES = [
    "dimension", "a", "b", "n", "mean_a", "mean_b", "estimate", "low", "high", "p", "p_adjusted", "told_apart", "words",
    "method", "reason",
]  # fmt: skip
SIGNIFICANT = 0.05
MOST_GROUPS = 20


def models_of(study: Study) -> list[str]:
    """The models, in the files' order."""
    return study.of_kind("ai")


def scores_of(study: Study, dimension: str) -> pd.DataFrame:
    """Documents × models of one field's current scores, missing as NaN; documents without any score left out."""
    return matrix(study, dimension, "latest", models_of(study))


def clusters_of(study: Study, ids: pd.Index) -> pd.Series | None:
    """The cluster of each document by the option `cluster`, an item column; None without one. A document without a
    value is a cluster of its own."""
    column = study.options.get("cluster")
    if not column or column not in study.items:
        return None
    told = study.items[column].reindex(ids)
    own = pd.Series([f"document {i}" for i in ids], index=ids)
    return told.astype("object").where(told.notna(), own).astype("str")


def leaderboard(study: Study) -> pd.DataFrame:
    """One row per field, group and model: N, mean, SD (n − 1), t interval, rank with its interval.

    Every row says how the field was scored, how texts were compared, and what became of failed documents.
    """
    rows = []
    failed = _failed(study)
    left_out = _failed_words(study)
    how = dict(study.options.get("scored_by", {}))
    for dimension in fields_in(study):
        values = scores_of(study, dimension)
        for by, group, part in _grouped(study, values):
            for model, place in zip(part.columns, places_of(study, part), strict=True):
                row = {"dimension": dimension, "by": by, "group": group, "rater": model, "n": place.n}
                row |= {"failed": len(failed.get(model, [])), "mean": place.mean, "sd": place.sd, "low": place.low}
                row |= {
                    "high": place.high,
                    "rank": place.rank,
                    "rank_low": place.rank_low,
                    "rank_high": place.rank_high,
                }
                row |= {"scored_by": how.get(dimension, ""), "compared": study.options.get("compared", "")}
                row |= {"failed_documents": left_out, "method": place.method}
                rows.append(row | {"reason": place.reason})
    return pd.DataFrame(rows, columns=LEADERBOARD)


def places_of(study: Study, values: pd.DataFrame) -> list[Standing]:
    """Where the models stand on one field. values: documents × models, as `scores_of` gives them."""
    return standings(values.to_numpy(float), bounds=(0.0, 1.0), clusters=clusters_of(study, values.index))


def _grouped(study: Study, values: pd.DataFrame) -> Iterator[tuple[str, str, pd.DataFrame]]:
    yield "", "all", values
    for by in study.groups:
        groups = study.items[by].reindex(values.index)
        if groups.nunique() <= MOST_GROUPS:
            for name, part in values.groupby(groups, sort=True):
                yield by, str(name), part


def _failed(study: Study) -> dict[str, list[str]]:
    if "failed_in" not in study.items:
        return {}
    found: dict[str, list[str]] = {}
    for key, models in study.items["failed_in"].dropna().items():
        for model in str(models).split(", "):
            found.setdefault(model, []).append(str(key))
    return found


def _failed_words(study: Study) -> str:
    ids = sorted(
        {k for keys in _failed(study).values() for k in keys} | set(map(str, study.options.get("exclude", ())))
    )
    if not ids:
        return "none"
    listed = ", ".join(ids[:5]) + (" …" if len(ids) > 5 else "")
    zero = study.options.get("failed") == "zero"
    return f"{len(ids)} {'count 0 where a model failed' if zero else 'left out for all models'}: {listed}"


def model_differences(study: Study) -> pd.DataFrame:
    """Every two models compared on the documents both have, field by field: permutation p, adjusted by Holm within
    the field, the differences it would not reject, and a sentence."""
    rows = []
    for dimension in fields_in(study):
        values = scores_of(study, dimension)
        order = by_mean(values)
        for d in differences_of(study, dimension):
            a, b = order[d.a], order[d.b]
            both = values[[a, b]].dropna()
            mean_a, mean_b = (float(both[m].mean()) if len(both) else None for m in (a, b))
            apart = None if d.p_adjusted is None else d.p_adjusted < SIGNIFICANT
            row = {"dimension": dimension, "a": a, "b": b, "n": d.n, "mean_a": mean_a, "mean_b": mean_b}
            row |= {"estimate": d.estimate, "low": d.low, "high": d.high, "p": d.p, "p_adjusted": d.p_adjusted}
            row |= {"told_apart": apart, "words": _words(a, b, mean_a, mean_b, d, apart), "method": d.method}
            rows.append(row | {"reason": d.reason})
    return pd.DataFrame(rows, columns=DIFFERENCES)


def by_mean(values: pd.DataFrame) -> list[str]:
    """The models, the best first; models without any score last."""
    return values.mean().sort_values(ascending=False, kind="stable").index.tolist()


def differences_of(study: Study, dimension: str) -> list[Difference]:
    """The differences of a field's models, numbered as `by_mean` orders them: of every two, of many with the leader."""

    def found() -> list[Difference]:
        values = scores_of(study, dimension)
        array, clusters = values[by_mean(values)].to_numpy(float), clusters_of(study, values.index)
        return differences(array, clusters)

    return study.once("differences of models", dimension, found)


def _words(a: str, b: str, mean_a: float | None, mean_b: float | None, d: Difference, apart: bool | None) -> str:
    if mean_a is None or mean_b is None:
        return f"{a} and {b} share no scored document."
    documents = f"{d.n} document{'s' if d.n != 1 else ''}"
    if apart:
        return f"{a} {mean_a:.3f} is better than {b} {mean_b:.3f} on {documents}."
    return f"{a} {mean_a:.3f} and {b} {mean_b:.3f} can't be told apart on {documents}."


def match_kinds(study: Study) -> pd.DataFrame:
    """How many documents each model got exactly, but for case, almost, wrong, not at all, or invented: columns
    `dimension, rater, kind, n, share`."""
    current = latest(study.ratings[study.ratings["kind"] == "ai"])
    current = current[current["note"].isin(KINDS)]
    counts = current.groupby(["dimension", "rater", "note"], sort=False).size()
    totals = current.groupby(["dimension", "rater"], sort=False).size()
    rows = [
        {
            "dimension": d,
            "rater": m,
            "kind": kind,
            "n": int(counts.get((d, m, kind), 0)),
            "share": float(counts.get((d, m, kind), 0) / totals[d, m]),
        }
        for d in fields_in(study)
        for m in models_of(study)
        if (d, m) in totals.index
        for kind in KINDS
        if (d, m, kind) in counts.index
    ]
    return pd.DataFrame(rows, columns=["dimension", "rater", "kind", "n", "share"])


def set_scores(study: Study) -> pd.DataFrame:
    """Mean precision, recall and F1 of set-valued fields by group and model."""
    fields = [f for f, how in dict(study.options.get("scored_by", {})).items() if how == SAYS["set"]]
    options = TextOptions.of(study.options.get("text"))
    rows = []
    for dimension in fields:
        said = latest(study.ratings[(study.ratings["dimension"] == dimension) & study.ratings["value"].notna()])
        said = said[said["kind"] == "ai"]
        reference = study.items[dimension].reindex(said["item_id"])
        matches = [
            match_sets(_values(r, options, False), _values(p, options, True))
            for r, p in zip(reference, said["response"], strict=True)
        ]
        frame = pd.DataFrame(
            {
                "rater": said["rater"].to_numpy(),
                "item_id": said["item_id"].to_numpy(),
                "precision": [m.precision for m in matches],
                "recall": [m.recall for m in matches],
                "f1": [m.f1 for m in matches],
            }
        )
        for by in ("", *study.groups):
            group = frame["item_id"].map(study.items[by]) if by else pd.Series("all", index=frame.index)
            parts = frame.groupby([group, "rater"], sort=False)
            means = parts[["precision", "recall", "f1"]].mean().assign(n=parts.size())
            for (name, model), of in zip(means.index, means.to_dict("records"), strict=True):
                rows.append({"dimension": dimension, "by": by, "group": str(name), "rater": model, **of})
    return pd.DataFrame(rows, columns=["dimension", "by", "group", "rater", "n", "precision", "recall", "f1"])


def _values(cell: object, options: TextOptions, prediction: bool) -> list[str]:
    return [options.prepare(v, prediction) for v in cell.split("\n")] if isinstance(cell, str) and cell else []


def published_text(study: Study) -> str:
    """The published print-out: a heading per field, and per model in alphabetical order N, mean and sample SD."""
    lines = []
    for dimension in fields_in(study):
        lines.append(f"-------- {dimension.upper()} --------")
        values = scores_of(study, dimension)
        for model in sorted(values.columns):
            own = values[model].dropna().tolist()
            mean = statistics.mean(own) if own else None
            spread = statistics.stdev(own) if len(own) > 1 else None
            lines.append(f"{model}---\nN: {len(own)}; Mean: {mean}; Std: {spread}")
    return "\n".join(lines)


def published_rows(study: Study) -> pd.DataFrame:
    """The published output table: `SHA, URL, Model`, then text and score of each field; a row of "Gold" and one per
    model for every document."""
    fields = fields_in(study)
    ratings = study.ratings.set_index(["rater", "item_id", "dimension"])[["value", "response"]]
    gold = ["Gold"] if (study.ratings["kind"] == "reference").any() else []
    rows = []
    for key in study.items.index:
        url = study.items["url"].get(key) if "url" in study.items else None
        for model in (*gold, *study.of_kind("ai")):
            row: dict[str, object] = {"SHA": key, "URL": url, "Model": model}
            for field in fields:
                said = ratings.loc[("reference" if model == "Gold" else model, key, field)]
                name = field.replace("_", " ").title().replace(" ", "")
                row |= {name: said["response"], f"{name}Score": 1.0 if model == "Gold" else said["value"]}
            rows.append(row)
    return pd.DataFrame(rows)
