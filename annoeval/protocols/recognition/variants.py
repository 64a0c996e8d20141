"""Which other forms of a target count: those that ship, those given with the study, those that people accepted."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from rapidfuzz.distance import Levenshtein

from annoeval.protocols.protocol import Meaning
from annoeval.rating_table import ANNOTATORS
from annoeval.ratings import latest
from annoeval.scoring.canonical import STEPS, Recogniser
from annoeval.scoring.near_misses import in_meaning, near
from annoeval.statistics.agreement.cohen import cohen_of_cells
from annoeval.study import Study

JUDGED, BY_RULE, ANSWER, CANONICAL = "recognised", "recognised_auto", "answer", "canonical"
PROPOSED = [
    *("target", "form", "said", "answers", "items", "image", "why", "sure", "alike", "meaning"),
    *("judged_right", "judged_wrong"),
    *("accuracy_now", "accuracy_with", "kappa_now", "kappa_with"),
]
Said = Mapping[str, Mapping[str, bool]]  # target: {canonical form: whether people accepted it}


@cache
def built_in() -> Mapping[str, tuple[str, ...]]:
    """Equivalent forms of the practice idioms."""
    told = json.loads((Path(__file__).parent / "idiom_variants.json").read_text("utf-8"))
    return {target: tuple(forms) for target, forms in told.items()}


def recogniser(options: Mapping[str, Any]) -> Recogniser:
    """The published rule with a study's options `variants` ({target: [equivalent forms]}, beside the built-in ones),
    `steps` (of `scoring.canonical`) and `judged_forms` (as people said of them)."""
    steps = options.get("steps") or tuple(STEPS)
    steps = tuple(steps.split(",") if isinstance(steps, str) else steps)
    forms: dict[str, list[str]] = defaultdict(list)
    for given in (built_in(), options.get("variants") or {}):
        for target, more in given.items():
            forms[target] += more
    for target, judged in (options.get("judged_forms") or {}).items():
        forms[target] += [form for form, accepted in judged.items() if accepted]
    return Recogniser(forms, steps)


def by_rule(answers: pd.Series, targets: pd.Series, rule: Recogniser) -> tuple[list[float | None], list[float | None]]:
    """Each answer right (1.0) or wrong (0.0) by the rule, and how alike both canonical forms are, 0 to 1."""
    right = [rule.right(a, t) for a, t in zip(answers, targets, strict=True)]
    alike = [
        None if r is None else Levenshtein.normalized_similarity(rule.form(a), rule.form(t))
        for a, t, r in zip(answers, targets, right, strict=True)
    ]
    return right, alike


def forms(answers: pd.Series, rule: Recogniser) -> list[str | None]:
    """Each answer in the rule's canonical form; None for one that is missing or of which nothing is left."""
    return [rule.form(a) or None if isinstance(a, str) else None for a in answers]


def with_variants(study: Study, said: Said) -> Study:
    """The study as the rule judges it with the forms that people accepted; what people judged stays."""
    if said == (study.options.get("judged_forms") or {}):
        return study
    options = {**study.options, "judged_forms": said}
    mine = (study.ratings["dimension"] == BY_RULE) & study.ratings["response"].notna()
    rows = study.ratings[mine]
    right, _ = by_rule(rows["response"], rows["item_id"].map(study.items["target"]), recogniser(options))
    ratings = study.ratings.copy()
    ratings.loc[mine, "value"] = pd.Series(right, index=rows.index, dtype=object)
    return replace(study, ratings=ratings, options=options, digest=study.digest)


def proposals(study: Study, meaning: Meaning | None = None) -> pd.DataFrame:
    """Answers that the rule finds wrong and that come near their target, each canonical form of a target once.

    meaning: gives the cosine of pairs (as written, target); where it does, forms of other words that are alike in
    meaning are proposed as well, never as sure ones. Forms that people decided are left out.
    Columns: `target, form` (canonical), `said` (as written), `answers`, `items` (how many), `image` (the first of
    them), `why, sure, alike` (of `NearMiss`), `meaning` (the cosine, missing where unknown), `judged_right,
    judged_wrong` (by people in the file),
    and what accepting it changes: `accuracy_now, accuracy_with` (share of people's answers that the rule finds right),
    `kappa_now, kappa_with` (the rule against people's judgement; missing where nobody judged).
    Sure ones first, then by number of answers.
    """
    answers = _answers(study)
    rule, decided = recogniser(study.options), study.options.get("judged_forms") or {}
    now = answers["auto"].to_numpy(dtype=float)
    judged = answers["judged"].to_numpy(dtype=float)
    rows = []
    open_ = answers[answers["auto"] == 0].assign(form=lambda a: a["said"].map(rule.form))
    grouped = open_[open_["form"] != ""].groupby(["target", "form"], sort=False)
    groups = {key: mine for key, mine in grouped if key[1] not in decided.get(str(key[0]), {})}
    pairs = [(str(mine["said"].iloc[0]), str(target)) for (target, _), mine in groups.items()]
    cosines = meaning(pairs) if meaning else [None] * len(pairs)
    for ((target, form), mine), cosine in zip(groups.items(), cosines, strict=True):
        found = near(str(form), str(target)) or in_meaning(str(form), str(target), cosine)
        if found is None:
            continue
        after = now.copy()
        after[mine.index] = 1.0
        rows.append(
            {
                "target": target,
                "form": form,
                "said": mine["said"].iloc[0],
                "answers": len(mine),
                "items": mine["item_id"].nunique(),
                "image": mine["item_id"].iloc[0],
                "why": found.why,
                "sure": found.sure,
                "alike": found.alike,
                "meaning": cosine,
                "judged_right": int((judged[mine.index] == 1).sum()),
                "judged_wrong": int((judged[mine.index] == 0).sum()),
                "accuracy_now": float(np.nanmean(now)),
                "accuracy_with": float(np.nanmean(after)),
                "kappa_now": _kappa(now, judged),
                "kappa_with": _kappa(after, judged),
            }
        )
    found_ = pd.DataFrame(rows, columns=PROPOSED).astype({"meaning": "float64"})
    return found_.sort_values(["sure", "answers", "target", "form"], ascending=[False, False, True, True]).reset_index(
        drop=True
    )


def disagreements(study: Study) -> pd.DataFrame:
    """Answers that people and the rule judge differently: `item_id, target, rater, said, recognised,
    recognised_auto`."""
    answers = _answers(study)
    differ = answers["judged"].notna() & answers["auto"].notna() & (answers["judged"] != answers["auto"])
    told = answers[differ].rename(columns={"judged": JUDGED, "auto": BY_RULE})
    return told[["item_id", "target", "rater", "said", JUDGED, BY_RULE]].reset_index(drop=True)


def _answers(study: Study) -> pd.DataFrame:
    """One row per answer of a person: `item_id, rater, said, target, auto` (by the rule), `judged` (by people)."""
    current = latest(study.ratings)
    people = current[current["kind"].isin(ANNOTATORS)]
    keys = ["item_id", "rater"]
    auto = people[people["dimension"] == BY_RULE].set_index(keys)
    frame = auto[["response", "value"]].rename(columns={"response": "said", "value": "auto"})
    judged = people[people["dimension"] == JUDGED].set_index(keys)["value"]
    frame = frame.assign(judged=judged.reindex(frame.index)).reset_index()
    frame["target"] = frame["item_id"].map(study.items["target"])
    frame = frame[frame["said"].notna() & frame["target"].notna()].reset_index(drop=True)
    return frame.assign(auto=frame["auto"].astype(float), judged=frame["judged"].astype(float))


def _kappa(rule: np.ndarray, people: np.ndarray) -> float | None:
    both = ~np.isnan(rule) & ~np.isnan(people)
    if not both.any():
        return None
    cells = np.bincount((2 * rule[both] + people[both]).astype(int), minlength=4)
    at = np.nonzero(cells)[0]
    return cohen_of_cells(at // 2, at % 2, cells[at].astype(float), 2, None).kappa
