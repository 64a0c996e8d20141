"""The reference of an extraction study under review: right or wrong, corrected, and scores that follow it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from annoeval.protocols.extraction.records import Value
from annoeval.protocols.extraction.rules import SAYS, Rule, score_field
from annoeval.rating_table import PEOPLE
from annoeval.ratings import latest
from annoeval.scale import Scale
from annoeval.scoring.text import TextOptions
from annoeval.study import Study

SUFFIX = " reference"
RIGHT, WRONG = "right", "wrong"
LABELLING = (
    "Unicode as printed (Na⁺, not Na+); the English text only, where a paper has several languages; words joined over "
    "line ends; paragraphs joined by one line break."
)  # the published rules of labelling


def reference_scales(fields: Sequence[str]) -> dict[str, Scale]:
    """One question a field: is its reference right? A correction given with `wrong` takes its place."""
    return {
        f"{f}{SUFFIX}": Scale(
            "nominal",
            (WRONG, RIGHT),
            title=f"{f.replace('_', ' ').capitalize()} reference",
            question=f"Is the reference of the {f.replace('_', ' ')} right?",
            names={RIGHT: "Right", WRONG: "Wrong"},
            about=f,
            definitions={
                WRONG: "Write it as printed under “Correct text”: the scores follow it.",
                RIGHT: LABELLING,
            },
        )
        for f in fields
    }


def fields_in(study: Study) -> list[str]:
    """The dimensions that are extracted fields."""
    return [name for name, scale in study.dimensions.items() if scale.role == "score"]


def corrected(study: Study) -> dict[tuple[str, str], str]:
    """(item, field) → the reference as people corrected it: the latest `wrong` that came with a text, a team's decision
    before a reviewer's."""
    said = latest(study.ratings[study.ratings["kind"].isin(PEOPLE)])
    said = said[said["dimension"].astype(str).str.endswith(SUFFIX)]
    said = said.assign(order=(said["kind"] == "decision").astype(int))
    said = said.sort_values(["order", "time"], kind="stable", na_position="first")
    found: dict[tuple[str, str], str] = {}
    for row in said.itertuples():
        key = (row.item_id, row.dimension[: -len(SUFFIX)])
        if row.value == WRONG and isinstance(row.response, str) and row.response.strip():
            found[key] = row.response
        elif row.value == RIGHT:
            found.pop(key, None)
    return found


def with_corrected_references(study: Study) -> Study:
    """Items, reference texts and the models' scores as the corrected references make them; nothing else changes."""
    texts = corrected(study)
    if not texts:
        return study
    options = TextOptions.of(study.options.get("text"))
    how: Mapping[str, str] = study.options.get("scored_by", {})
    rules: dict[str, Rule] = {says: rule for rule, says in SAYS.items()}
    items, ratings = study.items.copy(), study.ratings.copy()
    pairs = pd.MultiIndex.from_arrays([ratings["item_id"], ratings["dimension"]])
    touched = np.flatnonzero(pairs.isin(list(texts)) & ratings["kind"].isin(["ai", "reference"]).to_numpy())
    value, note, response = (ratings[c].to_numpy(dtype=object, copy=True) for c in ("value", "note", "response"))
    for i in touched:
        key = (ratings["item_id"].iat[i], ratings["dimension"].iat[i])
        if ratings["kind"].iat[i] == "reference":
            response[i] = texts[key]
            continue
        if value[i] is None or value[i] != value[i]:
            continue  # failed, or left out: a better reference doesn't bring it back
        rule = rules.get(how.get(key[1], ""), "likeness")
        scored = score_field([_value(texts[key], rule)], [_value(response[i], rule)], rule, options)
        value[i], note[i] = float(scored.value[0]), scored.kind[0]
    ratings["value"], ratings["note"], ratings["response"] = value, note, response
    for (item, field), text in texts.items():
        if item in items.index and field in items:
            items[field] = items[field].astype("object")
            items.at[item, field] = text
    return replace(study, items=items, ratings=ratings, digest=study.digest)


def _value(text: object, rule: Rule) -> Value:
    if not isinstance(text, str):
        return None
    return [v.strip() for v in text.split("\n") if v.strip()] if rule == "set" else text


def passages(study: Study, item_id: str, dimension: str) -> list[tuple[str, str | None]]:
    """The reference, then each model's text, the worst first, titled with model and score."""
    name = dimension.removesuffix(SUFFIX)
    own = study.ratings_of(item_id)
    own = own[own["dimension"] == name]
    said = latest(own[own["kind"] == "ai"])
    said = said.assign(order=pd.to_numeric(said["value"], errors="coerce")).sort_values("order", kind="stable")
    reference = study.items.at[item_id, name] if name in study.items else None
    found: list[tuple[str, str | None]] = [("Reference", None if pd.isna(reference) else str(reference))]
    for row in said.itertuples():
        score = "not scored" if pd.isna(row.order) else f"{row.order:.3f}"
        kind = f", {row.note}" if isinstance(row.note, str) else ""
        found.append((f"{row.rater} · {score}{kind}", row.response if isinstance(row.response, str) else None))
    return found
