"""`quick`: a recall experiment at a glance, averages by condition and a line a trial."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import pandas as pd

from annoeval.commands.recall_folder import study_in
from annoeval.protocols.recall.final import final_scores, groups_of, slots_in
from annoeval.protocols.recall.tables import trials_said
from annoeval.study import Study
from annoeval.words import number, percent

MARKS = {1.0: "✓", 0.5: "~", 0.0: "✗"}


def add(verbs: Any) -> None:
    verb = verbs.add_parser("quick", help="a recall experiment at a glance: averages, and a line a trial")
    verb.add_argument("folder", metavar="DIR", help="holds summary.tsv, trials.jsonl, or folders that do")
    verb.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> None:
    study = study_in(chosen.folder)
    for line in [
        f"{study.name}: {len(study.items)} trials",
        trials_said(study).replace("**", ""),
        "",
        *averages(study),
        "",
        *trials(study),
    ]:
        print(line)


def averages(study: Study) -> Iterator[str]:
    """One line for all trials and one for each group: score, exact and partial slots a trial, confidence, format."""
    final, slots = final_scores(study), slots_in(study)
    groups = groups_of(study)
    width = max(len(_named(by, group)) for by, group, _ in groups)
    for by, group, ids in groups:
        own = final.loc[ids]
        exact, partial = ((own[slots] == value).sum(axis=1).mean() for value in (1.0, 0.5))
        sure = study.items.loc[ids, "confidence"].dropna()
        parts = [
            f"{_named(by, group):<{width}}  n {len(ids):>4}",
            f"score {number(own['score'].mean(), 3)}",
            f"exact {number(exact)} of {len(slots)}",
            f"partial {number(partial)}",
            f"confidence {number(100 * sure.mean() if len(sure) else None, 1)} of 100 (n {len(sure)})",
        ]
        if "phase1_followed" in study.items:
            followed = study.items.loc[ids, "phase1_followed"].dropna().astype(bool)
            parts.append(f"phase 1 format {int(followed.sum())}/{len(followed)} ({percent(followed.mean())})")
        yield "   ".join(parts)


def _named(by: str, group: str) -> str:
    return "all" if not by else group if by == "condition" else f"{by} {group}"


def trials(study: Study) -> Iterator[str]:
    """A line a trial: its id and condition, a mark per slot (✓ exact, ~ partial, ✗ none), score, confidence, words."""
    final, slots = final_scores(study), slots_in(study)
    items = study.items
    width = max(len(str(i)) for i in items.index)
    condition = items["condition"] if "condition" in items else pd.Series("", index=items.index)
    wide = max(len(_cell(c)) for c in condition)
    yield f"✓ exact  ~ partial  ✗ none   ({', '.join(slots)})"
    for key in items.index:
        marks = " ".join(_mark(final.at[key, s]) for s in slots)
        said = "; ".join(
            f"{_cell(items.at[key, f'secret_{s}']) or '–'} → {_cell(items.at[key, f'guess_{s}']) or '–'}" for s in slots
        )
        sure = _cell(items.at[key, "confidence_text"]) or "–"
        score = number(final.at[key, "score"], 3)
        yield f"{key:>{width}}  {_cell(condition[key]):<{wide}}  {marks}  {score}  {sure:>4}  {said}"


def _mark(value: Any) -> str:
    return "–" if pd.isna(value) else MARKS.get(float(value), number(value))


def _cell(value: Any) -> str:
    return "" if pd.isna(value) else str(value)
