"""What a file says of each image, beside its answers: the model's answer, and counts that the answers must bear out."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from annoeval.conclusions import majority
from annoeval.problem import Problem
from annoeval.protocols.recognition.columns import (
    AGREES,
    ITEM,
    MAJORITY_CORRECT,
    MODEL_ANSWER,
    MODEL_CORRECT,
    NUMBER_CORRECT,
    column,
)
from annoeval.protocols.recognition.rows import judgements
from annoeval.protocols.recognition.variants import ANSWER, BY_RULE, CANONICAL, JUDGED, by_rule, forms
from annoeval.rating_table import ANNOTATORS, ratings_table
from annoeval.ratings import latest
from annoeval.reading.labels import apply, bare
from annoeval.reading.table import Table
from annoeval.scoring.canonical import Recogniser
from annoeval.vocabulary import yes_no

MODEL = "MLLM"  # the protocol's name for the model that a column is about


def of_images(tables: Sequence[Table]) -> pd.DataFrame:
    """What tables say of each image: the protocol's columns under their own names, as far as there are any, and the
    `file`; indexed by image. An image that is told of twice counts once, as it is first."""
    kept = {
        "mllm_correct": MODEL_CORRECT,
        "mllm_answer": MODEL_ANSWER,
        "num_correct": NUMBER_CORRECT,
        "majority_correct": MAJORITY_CORRECT,
        "human_mllm_agree": AGREES,
    }
    parts = []
    for table in tables:
        columns = list(table.frame.columns)
        item = column(columns, ITEM)
        found = {name: c for name, names in kept.items() if (c := column(columns, names))}
        if item is None or not found:
            continue
        part = table.frame[list(found.values())].set_axis(list(found), axis=1)
        parts.append(part.assign(item_id=bare(table.frame[item]), file=table.name).dropna(subset="item_id"))
    if not parts:
        return pd.DataFrame(columns=["file"])
    return pd.concat(parts, ignore_index=True).groupby("item_id", sort=False).first()


def ratings_of_the_model(
    told: pd.DataFrame, targets: pd.Series, rule: Recogniser, judged: bool, problems: list[Problem]
) -> pd.DataFrame:
    """The model's ratings, kind `ai`: its answers as the rule judges them, and what the file says of them on
    `recognised`.

    judged: whether people's answers are judged in the files. Where only the rule judges them, it judges the model's
    too; what the file says then counts where it holds no answer of the model.
    """
    told = told[told.index.isin(targets.index)]
    parts = []
    base = {"item_id": told.index, "rater": MODEL, "kind": "ai"}
    file = str(told["file"].iloc[0]) if len(told) else ""
    said = told["mllm_answer"] if "mllm_answer" in told else pd.Series(None, index=told.index, dtype="object")
    by_file = judgements(told.reset_index(), "mllm_correct" if "mllm_correct" in told else None, file, problems)
    right, alike = by_rule(said, pd.Series(told.index.map(targets), index=told.index), rule)
    if by_file is not None and judged:
        parts.append({**base, "response": said, "dimension": JUDGED, "value": by_file})
    elif by_file is not None:
        differ = sum(r is not None and f is not None and r != f for r, f in zip(right, by_file, strict=True))
        if differ:
            what = "a model's answer that the file judges otherwise than the rule"
            problems.append(Problem(what, "the rule counts, as for people", file, column="mllm_correct", count=differ))
        right = [f if r is None else r for r, f in zip(right, by_file, strict=True)]
    parts.append({**base, "response": said, "dimension": BY_RULE, "value": right, "signal": alike})
    parts.append({**base, "response": said, "dimension": ANSWER, "value": said})
    parts.append({**base, "response": said, "dimension": CANONICAL, "value": forms(said, rule)})
    return pd.concat([ratings_table(p).dropna(subset="value") for p in parts], ignore_index=True)


def contradicted(told: pd.DataFrame, ratings: pd.DataFrame) -> list[Problem]:
    """Summary figures that the answers don't bear out; the answers count."""
    people = latest(ratings)
    people = people[(people["dimension"] == JUDGED) & people["kind"].isin(ANNOTATORS)]
    people = people.dropna(subset="value")
    wide = people.pivot(index="item_id", columns="rater", values="value")
    if not len(wide):
        return []
    known = told.reindex(wide.index)
    right = wide.astype(float).sum(axis=1)
    found: list[tuple[str, pd.Series, pd.Series]] = []
    if "num_correct" in known:
        found.append(("num_correct", pd.to_numeric(known["num_correct"], errors="coerce"), right))
    most = pd.to_numeric(majority(wide), errors="coerce")
    if "majority_correct" in known:
        found.append(("majority_correct", pd.to_numeric(apply(known["majority_correct"], yes_no)), most))
    if {"mllm_correct", "human_mllm_agree"} <= set(known):
        model = pd.to_numeric(apply(known["mllm_correct"], yes_no))
        alike = (model == most).astype(float).where(model.notna() & most.notna())
        found.append(("human_mllm_agree", pd.to_numeric(apply(known["human_mllm_agree"], yes_no)), alike))
    out = []
    for name, given, counted in found:
        differ = given.notna() & counted.notna() & (given != counted)
        for item in wide.index[differ]:
            value = f"{item}: {given[item]:g} in the summary, {counted[item]:g} by the answers"
            what = "a summary figure that the answers don't bear out"
            out.append(Problem(what, "the answers count", str(known.loc[item, "file"]), column=name, value=value))
    return out
