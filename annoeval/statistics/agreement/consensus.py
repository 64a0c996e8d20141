"""What is the right label, how reliable is each rater, how hard is each item?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from annoeval.statistics.agreement.coding import Coded, code, counts, kinds_of_rows
from annoeval.statistics.intervals import share_interval

_SMOOTH = 0.01  # added to every cell of a rater's confusion, so that one rating proves nothing for ever


@dataclass(frozen=True)
class Majority:
    """codes: each item's most frequent label, -1 where none. tied: items whose top labels are equally frequent. votes:
    ratings for the top label. ratings: ratings on the item."""

    codes: np.ndarray
    tied: np.ndarray
    votes: np.ndarray
    ratings: np.ndarray


def vote(coded: Coded) -> Majority:
    """Each item's majority; a tie has none, nor has an item without ratings."""
    table = counts(coded.codes, coded.size)
    if not coded.size or not len(table):
        none = np.zeros(len(table), dtype=int)
        return Majority(none - 1, none.astype(bool), none, none)
    top = table.max(axis=1)
    tied = (table == top[:, None]).sum(axis=1) > 1
    rated = top > 0
    return Majority(np.where(rated & ~tied, table.argmax(axis=1), -1), tied & rated, top, table.sum(axis=1))


@dataclass(frozen=True)
class DawidSkene:
    """probability: items × labels, the posterior of the true label. confusion: raters × true × given labels. prior:
    label shares.

    accuracy: each rater's estimated share of right labels. converged: whether the change fell below the tolerance.
    """

    probability: np.ndarray
    confusion: np.ndarray
    prior: np.ndarray
    accuracy: np.ndarray
    iterations: int
    converged: bool


def dawid_skene(coded: Coded, iterations: int = 200, tolerance: float = 1e-6) -> DawidSkene:
    """True labels and raters' errors estimated together (Dawid & Skene 1979, Appl. Statist. 28, 20–28), by EM from the
    vote shares.

    Items without ratings get the prior. It needs raters that err independently of each other given the true label, and
    mostly not. Items of the same ratings have the same posterior, so each set of ratings is worked out once.
    """
    q = coded.size
    codes, kind = kinds_of_rows(coded.codes, q)
    times = np.bincount(kind, minlength=len(codes)).astype(float)
    n, r = codes.shape
    known = codes >= 0
    table = counts(codes, q).astype(float)
    total = table.sum(axis=1, keepdims=True)
    p = np.divide(table, total, out=np.full((n, q), 1 / max(q, 1)), where=total > 0)
    hot = [np.eye(q)[np.where(known[:, g], codes[:, g], 0)] * known[:, g, None] for g in range(r)]
    done, step = False, 0
    confusion, prior = np.zeros((r, q, q)), np.full(q, 1 / max(q, 1))
    for step in range(1, iterations + 1):  # noqa: B007
        prior = times @ p / times.sum() if n else prior
        for g in range(r):
            given = (p * times[:, None]).T @ hot[g] + _SMOOTH / q
            confusion[g] = given / given.sum(axis=1, keepdims=True)
        with np.errstate(divide="ignore"):
            score = np.tile(np.log(prior), (n, 1))
        for g in range(r):
            score += hot[g] @ np.log(confusion[g]).T
        new = np.exp(score - score.max(axis=1, keepdims=True, initial=-np.inf)) if n and q else score
        new = new / new.sum(axis=1, keepdims=True) if n and q else new
        done = bool(np.abs(new - p).max(initial=0.0) < tolerance)
        p = new
        if done:
            break
    accuracy = np.einsum("k,gkk->g", prior, confusion)
    return DawidSkene(p[kind], confusion, prior, accuracy, step, done)


RELIABILITY = ("rater", "n", "with_others", "low", "high", "n_against", "estimated", "reason")
DIFFICULTY = ("item_id", "n", "label", "votes", "tied", "agreement", "probability", "likely")


def reliability(values: pd.DataFrame, categories: Sequence[Any] = ()) -> pd.DataFrame:
    """How often each rater gives the label most others give, columns `RELIABILITY`.

    n: items with a majority among the others; with_others: share on which the rater gave it, with Clopper and Pearson's
    limits; n_against: items on which not. estimated: share of right labels by Dawid and Skene, where three raters or
    more rated. values: items × raters of labels.
    """
    coded = code(values, categories)
    found = dawid_skene(coded) if coded.codes.shape[1] >= 3 and coded.size else None
    rows = []
    for g, rater in enumerate(values.columns):
        others = Coded(np.delete(coded.codes, g, axis=1), coded.labels)
        truth = vote(others).codes
        mine = coded.codes[:, g]
        both = (truth >= 0) & (mine >= 0)
        n, right = int(both.sum()), int((truth[both] == mine[both]).sum())
        limits = share_interval(right, n)
        rows.append(
            {
                "rater": rater,
                "n": n,
                "with_others": right / n if n else None,
                "low": limits.low,
                "high": limits.high,
                "n_against": n - right,
                "estimated": None if found is None else float(found.accuracy[g]),
                "reason": "" if n else "no item of this rater has a majority among the others",
            }
        )
    numbers = dict.fromkeys(("with_others", "low", "high", "estimated"), "float64")
    return pd.DataFrame(rows, columns=list(RELIABILITY)).astype(numbers)


def difficulty(values: pd.DataFrame, categories: Sequence[Any] = ()) -> pd.DataFrame:
    """How much the raters of each item agree, columns `DIFFICULTY`, hardest first.

    agreement: share of the item's pairs of ratings that are equal, missing under two ratings. label: the majority,
    missing at a tie; likely, probability: the most probable label by Dawid and Skene. values: items × raters of labels.
    """
    coded = code(values, categories)
    top = vote(coded)
    table = counts(coded.codes, coded.size).astype(float)
    r = top.ratings
    pairs = np.where(r >= 2, r * (r - 1), np.nan)
    with np.errstate(invalid="ignore"):
        agreement = ((table**2).sum(axis=1) - r) / pairs
    labels = np.array([*coded.labels, None], dtype=object)
    p = dawid_skene(coded).probability if coded.size else np.zeros((len(values), 1))
    likely = p.argmax(axis=1) if len(values) else np.zeros(0, dtype=int)
    frame = pd.DataFrame(
        {
            "item_id": values.index,
            "n": r,
            "label": labels[top.codes],
            "votes": top.votes,
            "tied": top.tied,
            "agreement": agreement,
            "probability": np.where(r > 0, p.max(axis=1, initial=0.0), np.nan),
            "likely": labels[np.where(r > 0, likely, -1)] if coded.size else None,
        },
        columns=list(DIFFICULTY),
    )
    return frame.sort_values(["agreement", "probability"], kind="stable", na_position="last", ignore_index=True)
