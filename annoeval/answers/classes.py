"""How much of each label does a rater find? The sentences above the shares, and in the headline of Agreement."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from annoeval.answers.scores import rater_name
from annoeval.evaluation.raters import MAJORITY
from annoeval.scale import Scale
from annoeval.words import count, interval, missing, number, percent


def truth_and_ai(couples: pd.DataFrame, kinds: Mapping[str, str]) -> tuple[str, str] | None:
    """Whoever says what is right, and the only AI: the reference, else the people's majority, else the only person.

    couples: columns `rater_a`, `rater_b`, as in `pairs`. None where there are several AIs, or nobody to hold one
    against.
    """
    two = list(couples[["rater_a", "rater_b"]].drop_duplicates().itertuples(index=False, name=None))
    ai = {name for pair in two for name in pair if kinds.get(name) == "ai"}
    held = {a: b for a, b in two if b in ai and a not in ai}
    if len(ai) != 1 or not held:
        return None
    references = [a for a in held if kinds.get(a) == "reference"]
    truth = next(
        iter([*references, *(a for a in held if a == MAJORITY), *(list(held) if len(held) == 1 else [])]), None
    )
    return None if truth is None else (truth, held[truth])


def in_short(shares: pd.DataFrame, scale: Scale) -> str:
    """The label an AI finds least, for the headline. shares: the table `classes` of one truth and one AI."""
    row = _least(shares)
    if row is None:
        return ""
    n, hits = int(row["n_truth"]), int(row["n_both"])
    sure = _sure(row, "found", n)
    who = "people call" if row["truth"] == MAJORITY else f"{_name(row['truth'])} calls"
    of = f"Of the {n:,} items" if n > 1 else "Of the one item"
    return f"{of} that {who} “{scale.describe(row['label'])}” the AI finds **{hits:,}** ({sure})."


def how_much_found(shares: pd.DataFrame, scale: Scale) -> str:
    """The label found least and how often the rater is right there. shares: `classes` of two raters."""
    row = _least(shares)
    if row is None:
        return "No label was given, so nothing could be found."
    label, truth, rater = scale.describe(row["label"]), _name(row["truth"]), _name(row["rater"])
    n, said, hits = int(row["n_truth"]), int(row["n_said"]), int(row["n_both"])
    found = f"**{percent(row['found'], n)}** ({hits:,} of {n:,}, {_sure(row, 'found', n)})"
    least = "" if (shares["n_truth"] > 0).sum() < 2 else ", the label found least"
    lead = f"{_capital(rater)} finds {found} of what {truth} calls “{label}”{least}"
    if missing(row["precision"]):
        second = f"; {rater} never says “{label}”"
    else:
        right = f"{hits:,} of {said:,}, {_sure(row, 'precision', said)}"
        second = f"; where {rater} says “{label}”, {truth} agrees on **{percent(row['precision'], said)}** ({right})"
    still = int(row["open"])
    left = (
        f" {count(still, 'item')} on which people are tied {'is' if still == 1 else 'are'} left open." if still else ""
    )
    return f"{lead}{second}.{left}"


def _least(shares: pd.DataFrame) -> pd.Series | None:
    """The label found least, of equal ones the one with most items."""
    known = shares[shares["n_truth"] > 0]
    if known.empty:
        return None
    return known.sort_values(["found", "n_truth"], ascending=[True, False], kind="stable").iloc[0]


def shares_shown(shares: pd.DataFrame, scale: Scale) -> pd.DataFrame:
    """The table on the page, in percent; undefined shares stay empty and the note says why."""
    shown = shares.assign(label=[scale.describe(v) for v in shares["label"]])
    columns = ["label", "n_truth", "n_said", "n_both", "found", "found_low", "found_high", "precision",
               "precision_low", "precision_high"]  # fmt: skip
    return shown[[*columns, "reason"] if (shown["reason"] != "").any() else columns]


def _sure(row: pd.Series, share: str, n: int) -> str:
    """ "95 % CI 35–88 %", or that there is none, and why."""
    low, high = row[f"{share}_low"], row[f"{share}_high"]
    if missing(low):
        return f"no interval: it {row['reason'].removeprefix('an interval ')}"
    return f"95 % CI {interval(100 * low, 100 * high, 1 if n >= 200 else 0)} %"


def _name(rater: object) -> str:
    """A rater inside a sentence: "the majority of people", "the AI", "Aiko"."""
    if rater == MAJORITY:
        return "the majority of people"
    name = rater_name(str(rater))
    return "the AI" if name == "AI" else name


def _capital(name: str) -> str:
    return "The" + name[3:] if name.startswith("the ") else name


def share_in_words(share: float | None, low: float | None, high: float | None) -> str:
    """A share with its interval for a mark's hover: "17 % (3–56 %)"."""
    if missing(share) or missing(low) or missing(high):
        return number(None)
    return f"{percent(share)} ({interval(100 * float(low or 0), 100 * float(high or 0), 0)} %)"
