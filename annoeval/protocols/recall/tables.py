"""Result tables that only a recall experiment has."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from annoeval.protocols.recall.final import bands_of, final_scores, groups_of, scores_by, slots_in
from annoeval.scoring.confidence import WORDS
from annoeval.statistics.calibration.correlation import pearson, spearman
from annoeval.statistics.means import mean_interval
from annoeval.study import Study
from annoeval.words import count

COUNT_COLUMNS = ["by", "group", "rater", "n", "exact", "partial", "none", "secret_complete", "guess_complete"]
MEAN_COLUMNS = ["by", "group", "rater", "over", "n", "mean", "sd", "low", "high", "method", "reason"]
CONFIDENCE_COLUMNS = [
    "reading",
    "by",
    "group",
    "n",
    "missing",
    "mean_confidence",
    "method",
    "estimate",
    "low",
    "high",
    "p",
    "reason",
]


def recall_counts(study: Study) -> pd.DataFrame:
    """Exact, partial and failed recalls over all slots, and trials with all secrets and guesses there.

    One row per group and automatic rater: `by, group, rater, n` (trials), `exact, partial, none` (slots),
    `secret_complete, guess_complete` (trials).
    """
    slots = slots_in(study)
    rows = []
    scores = {rater: scores_by(study, rater)[slots] for rater in study.of_kind("ai")}
    for by, group, ids in groups_of(study):
        items = study.items.loc[ids]
        for rater, values in scores.items():
            own = values.loc[ids].to_numpy()
            rows.append(
                {
                    "by": by,
                    "group": group,
                    "rater": rater,
                    "n": len(ids),
                    "exact": int((own == 1).sum()),
                    "partial": int((own == 0.5).sum()),
                    "none": int((own == 0).sum()),
                    "secret_complete": int(items["secret_complete"].sum()),
                    "guess_complete": int(items["guess_complete"].sum()),
                }
            )
    return pd.DataFrame(rows, columns=COUNT_COLUMNS)


def recall_funnel(study: Study) -> pd.DataFrame:
    """How many trials reach each step: all, phase 1 format followed, secrets complete, guesses complete, scored.

    Columns `by, group, step, what, n` (trials that passed this and all earlier steps), `alone` (that pass this step,
    whatever else), `share` of all. A step that the files say nothing about is left out.
    """
    items = study.items
    steps = {"trials": pd.Series(True, index=items.index)}
    if "phase1_followed" in items:
        steps["phase 1 format followed"] = items["phase1_followed"].map(lambda v: bool(pd.notna(v) and v)).astype(bool)
    steps["valid secret"] = items["secret_complete"].astype(bool)
    steps["valid guess"] = items["guess_complete"].astype(bool)
    steps["scored"] = final_scores(study)["score"].notna()
    rows = []
    for by, group, ids in groups_of(study):
        passed = pd.Series(True, index=ids)
        for number, (what, holds) in enumerate(steps.items(), 1):
            passed &= holds.loc[ids]
            n = int(passed.sum())
            rows.append(
                {
                    "by": by,
                    "group": group,
                    "step": number,
                    "what": what,
                    "n": n,
                    "alone": int(holds.loc[ids].sum()),
                    "share": n / len(ids) if len(ids) else None,
                }
            )
    return pd.DataFrame(rows, columns=["by", "group", "step", "what", "n", "alone", "share"])


def valid_trials(study: Study) -> pd.Series:
    """Which trials have a complete secret and a complete guess."""
    return study.items["secret_complete"].astype(bool) & study.items["guess_complete"].astype(bool)


def trials_said(study: Study) -> str:
    """How many trials are scored, valid and used, in one sentence: figures use every scored trial, valid or not."""
    n, scored = len(study.items), final_scores(study)["score"].notna()
    valid = valid_trials(study) & scored
    used = f"All {n:,} trials" if scored.all() else f"**{int(scored.sum()):,}** of {count(n, 'trial')}"
    said = f"{used} are scored and used; **{int(valid.sum()):,}** of them are valid (secret and guess complete)"
    if "phase1_followed" not in study.items:
        return said + "."
    followed = study.items["phase1_followed"].map(lambda v: bool(pd.notna(v) and v)).astype(bool)
    return f"{said}, and **{int((valid & followed).sum()):,}** of these followed the format of phase 1."


def recall_means(study: Study) -> pd.DataFrame:
    """Mean scores over all trials and over valid ones (secret and guess complete), side by side."""
    valid = valid_trials(study)
    rows = []
    for rater in study.of_kind("ai"):
        score = scores_by(study, rater)["score"]
        for by, group, ids in groups_of(study):
            for over, kept in (("all trials", ids), ("valid trials", ids[valid.loc[ids].to_numpy()])):
                own = score.loc[kept].dropna().to_numpy()
                interval = mean_interval(own, bounds=(0.0, 1.0))
                rows.append(
                    {
                        "by": by,
                        "group": group,
                        "rater": rater,
                        "over": over,
                        "n": len(own),
                        "mean": float(own.mean()) if len(own) else None,
                        "sd": float(own.std(ddof=1)) if len(own) > 1 else None,
                        "low": interval.low,
                        "high": interval.high,
                        "method": interval.method,
                        "reason": interval.reason,
                    }
                )
    return pd.DataFrame(rows, columns=MEAN_COLUMNS)


def recall_failures(study: Study) -> pd.DataFrame:
    """Why secrets or guesses are incomplete, from the raw text: columns `by, group, phase, failure, n`."""
    rows = []
    for by, group, ids in groups_of(study):
        for side, phase in (("secret", "phase 1"), ("guess", "phase 2")):
            column = f"{side}_failure"
            if column in study.items:
                counts = study.items.loc[ids, column].value_counts()
                for failure in ("refusal", "other format", "missing slot"):
                    rows.append(
                        {"by": by, "group": group, "phase": phase, "failure": failure, "n": int(counts.get(failure, 0))}
                    )
    return pd.DataFrame(rows, columns=["by", "group", "phase", "failure", "n"])


def recall_bands(study: Study) -> pd.DataFrame:
    """How many trials score high, medium and low: columns `by, group, band, lowest, n, share`."""
    high, medium = bands_of(study)
    score = final_scores(study)["score"]
    rows = []
    for by, group, ids in groups_of(study):
        own = score.loc[ids].dropna()
        for band, lowest, within in (
            ("high", high, own >= high - 1e-9),
            ("medium", medium, (own >= medium - 1e-9) & (own < high - 1e-9)),
            ("low", 0.0, own < medium - 1e-9),
        ):
            n = int(within.sum())
            rows.append(
                {
                    "by": by,
                    "group": group,
                    "band": band,
                    "lowest": lowest,
                    "n": n,
                    "share": n / len(own) if len(own) else None,
                }
            )
    return pd.DataFrame(rows, columns=["by", "group", "band", "lowest", "n", "share"])


def recall_confidence(study: Study) -> pd.DataFrame:
    """Confidence against score over bare numbers and over all readings (words and percentages too): two named rows a
    group and method."""
    score = final_scores(study)["score"]
    rows = []
    for reading, column in (("bare numbers", "confidence"), ("all readings", "confidence_read")):
        sure = study.items[column].astype("float64")
        for by, group, ids in groups_of(study):
            known = sure.loc[ids].dropna()
            for test in (pearson, spearman):
                found = test(sure.loc[ids], score.loc[ids])
                rows.append(
                    {
                        "reading": reading,
                        "by": by,
                        "group": group,
                        "n": found.n_a,
                        "missing": len(ids) - len(known),
                        "mean_confidence": float(known.mean()) if len(known) else None,
                        "method": found.test,
                        "estimate": found.estimate,
                        "low": found.low,
                        "high": found.high,
                        "p": found.p,
                        "reason": found.reason,
                    }
                )
    return pd.DataFrame(rows, columns=CONFIDENCE_COLUMNS)


def confidence_words(study: Study) -> pd.DataFrame:
    """The mapping of words to confidence that was used, and how often each was said: `phrase, percent, n`."""
    mapping: Mapping[str, float] = study.options.get("confidence_words") or WORDS
    said = study.items["confidence_text"].dropna().astype(str).str.strip().str.lower().value_counts()
    rows = [{"phrase": w, "percent": float(v), "n": int(said.get(w, 0))} for w, v in mapping.items()]
    return pd.DataFrame(rows, columns=["phrase", "percent", "n"])


def recall_differences(study: Study) -> pd.DataFrame:
    """The slots on which the two rules differ, for review: item, slot, secret, guess and one column a rule."""
    raters = study.of_kind("ai")
    scores = {r: scores_by(study, r) for r in raters}
    parts = []
    for slot in slots_in(study) if len(raters) == 2 else []:
        a, b = (scores[r][slot] for r in raters)
        apart = np.flatnonzero((a != b).to_numpy() & a.notna().to_numpy() & b.notna().to_numpy())
        ids = study.items.index[apart]
        parts.append(
            pd.DataFrame(
                {
                    "item_id": ids,
                    "dimension": slot,
                    "secret": study.items.loc[ids, f"secret_{slot}"].to_numpy(),
                    "guess": study.items.loc[ids, f"guess_{slot}"].to_numpy(),
                    raters[0]: a.iloc[apart].to_numpy(),
                    raters[1]: b.iloc[apart].to_numpy(),
                }
            )
        )
    return (
        pd.concat(parts, ignore_index=True)
        if parts
        else pd.DataFrame(columns=["item_id", "dimension", "secret", "guess", *raters])
    )
