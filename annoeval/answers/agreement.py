"""Do the raters agree? The sentences above the matrices and beside the coefficients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from annoeval.answers.scores import name_of, rater_name
from annoeval.evaluation.explain import recommended
from annoeval.scale import Scale
from annoeval.statistics.agreement.alt_test import AltTest
from annoeval.statistics.agreement.registry import named
from annoeval.words import NONE, count, interval, listed, missing, number, percent
from annoeval.words import title as heading

APART = 0.05  # a difference of mean coefficients from which one group is said to agree more
FEWEST = 5  # items below which a coefficient is no figure to show: one item more or less turns it over


def who(raters: Sequence[str], kinds: Mapping[str, str]) -> str:
    """A set of raters in words: "Aiko and Jonas", "12 people and the AI"."""
    people = [r for r in raters if kinds.get(r) != "ai"]
    ai = [r for r in raters if kinds.get(r) == "ai"]
    hidden = any(kinds.get(r) == "anonymous" for r in people)
    named = [*people] if len(people) <= 3 and not hidden else [f"{len(people)} people"]
    if len(ai) == 1 and people:
        named.append("the AI")
    elif len(ai) > 3:
        named.append(f"{len(ai)} AI raters")
    else:
        named += [rater_name(r) for r in ai]
    return listed(named, 6)


def told(own: pd.DataFrame) -> pd.DataFrame:
    """Coefficients as they may be shown and saved: of fewer than five items only percent agreement has a value."""
    few = own["n_items"].between(1, FEWEST - 1) & own["coefficient"].ne("percent") & own["value"].notna()
    if not few.any():
        return own
    reason = own["n_items"].map(lambda n: too_few(int(n))).where(few, own["reason"])
    blank = own[["value", "low", "high", "se"]].mask(few)
    return own.assign(**blank, words=own["words"].mask(few, ""), reason=reason)


def too_few(items: int) -> str:
    """Why a coefficient of so few items isn't shown."""
    return f"{count(items, 'item')} {'is' if items == 1 else 'are'} too few for a coefficient"


def how_alike(dimension: str, scale: Scale, own: pd.DataFrame, raters: str) -> str:
    """The answer of the page Agreement. own: overall rows of one dimension and one set of raters, `raters` in words."""
    own = told(own)
    best = recommended(own)
    about = heading(name_of(dimension, scale))
    if best is None:
        reason = own["reason"].iloc[0] if len(own) else "nobody rated anything here"
        return f"{about}: agreement can't be counted, since {reason}."
    n = f"{count(int(best['n_items']), 'item')}, {count(int(best['n_ratings']), 'rating')}"
    if missing(best["value"]):
        why = str(best["reason"]).split(";")[0]
        share = own.loc[own["coefficient"] == "percent", "value"]
        so = f" They gave the same answer on **{percent(share.iloc[0])}**." if share.notna().any() else ""
        symbol = named(best["coefficient"]).title
        return f"{about}: how far {raters} agree beyond chance can't be said, {symbol} –: {why} ({n}).{so}"
    sure = interval(best["low"], best["high"])
    why = "" if missing(best["reason"]) else str(best["reason"]).split(";")[0]
    spread = f"95 % CI {sure}" if sure != NONE else why if why.startswith("no interval") else ""
    bracket = "; ".join(part for part in (spread, n) if part)
    figure = f"{named(best['coefficient']).title} **{number(best['value'])}** ({bracket})"
    percents = own.loc[own["coefficient"] == "percent", "value"]
    if percents.notna().any():
        return f"{about}: {raters} agree on **{percent(percents.iloc[0], int(best['n_items']))}**, {figure}."
    return f"{about}: {raters} agree with {figure}."


def nearer(pairs: pd.DataFrame, raters: Sequence[str], kinds: Mapping[str, str]) -> str:
    """Whether people agree more with each other or with the AI, by the mean kappa of their pairs; "" where not both
    exist.

    pairs: rows of one dimension and one weighting, of which those of five items or more count; raters: the people
    meant, since a reviewer who settles what annotators dispute is none of them.
    """
    defined = pairs[pairs["kappa"].notna() & (pairs["n"] >= FEWEST)]
    ai = {name for name, kind in kinds.items() if kind == "ai"}
    people = {r for r in raters if r not in ai}
    a, b = defined["rater_a"], defined["rater_b"]
    own = defined.loc[a.isin(people) & b.isin(people), "kappa"]
    mixed = defined.loc[(a.isin(people) & b.isin(ai)) | (a.isin(ai) & b.isin(people)), "kappa"]
    if own.empty or mixed.empty:
        return ""
    a, b = float(own.mean()), float(mixed.mean())
    numbers = f"(mean κ {number(a)} and {number(b)})"
    if a - b >= APART:
        return f"People agree with each other more than with the AI {numbers}."
    if b - a >= APART:
        return f"People agree with the AI more than with each other {numbers}."
    return f"People agree with the AI about as much as with each other {numbers}."


def coefficients(own: pd.DataFrame, few: bool) -> pd.DataFrame:
    """The coefficients as a journal prints them: name, value, interval, items, ratings, what it tells, the recommended
    first.

    few: only the recommended one, percent agreement, and Gwet's, which a common label moves less.
    """
    rows = told(own).sort_values("recommended", ascending=False, kind="stable")
    if few:
        gwet = "ac2" if "ac2" in set(rows["coefficient"]) else "ac1"
        rows = rows[rows["recommended"].astype(bool) | rows["coefficient"].isin(("percent", gwet))]
    said = []
    for row in rows.itertuples():
        note = named(row.coefficient).tells
        if row.recommended and not missing(row.value):
            note = f"Recommended: {_lower(str(row.reason).rsplit('; ', 1)[-1].rstrip('.'))}"
        elif missing(row.value) or (missing(row.low) and row.reason):
            note = str(row.reason).split("; ")[0]
        said.append(
            {
                "Coefficient": _full(row.coefficient, str(row.method)),
                "Value": number(row.value),
                "95 % CI": _unbroken(interval(row.low, row.high)),
                "Landis–Koch": row.words or "–",
                "Items": f"{int(row.n_items):,}",
                "Ratings": f"{int(row.n_ratings):,}",
                "What it tells": note,
            }
        )
    return pd.DataFrame(said)


def _unbroken(limits: str) -> str:
    """An interval that no line break parts."""
    return limits if limits == NONE else limits.replace("–", "\u2060–\u2060")


def _full(coefficient: str, method: str) -> str:
    """A coefficient's name; Krippendorff's with the metric, since the same letter stands for four figures."""
    metric = method.split(" metric")[0] if coefficient == "krippendorff_alpha" and " metric" in method else ""
    return f"{named(coefficient).title}, {metric}" if metric else named(coefficient).title


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def by_group(table: pd.DataFrame) -> pd.DataFrame:
    """The recommended coefficient of every group. table: grouped rows of one dimension and set of raters."""
    best = told(table[table["recommended"].astype(bool)])
    return pd.DataFrame(
        {
            "by": best["by"],
            "group": best["group"],
            "coefficient": [named(c).title for c in best["coefficient"]],
            "value": best["value"],
            "low": best["low"],
            "high": best["high"],
            "n_items": best["n_items"],
            "n_ratings": best["n_ratings"],
            "note": [
                r.split("; ")[0] if missing(v) or missing(low) else ""
                for r, v, low in zip(best["reason"], best["value"], best["low"], strict=True)
            ],
        }
    )


def consensus(difficulty: pd.DataFrame) -> str:
    """How many items have a clear label. difficulty: the table of `item_difficulty`."""
    several = difficulty[difficulty["n"] >= 2]
    if several.empty:
        return "No item has two ratings, so there is nothing to settle."
    one = int((several["agreement"] == 1).sum())
    tied = int(several["tied"].sum())
    rest = len(several) - one - tied
    parts = [f"**{one:,}** of {count(len(several), 'item')} with two ratings or more are unanimous"]
    if rest:
        parts.append(f"{rest:,} have a majority")
    if tied:
        parts.append(f"{tied:,} {'is' if tied == 1 else 'are'} tied and {'has' if tied == 1 else 'have'} no majority")
    return listed(parts, 6) + "."


def replaces(test: AltTest, ai: str) -> str:
    """The answer of the alternative annotator test in words."""
    name = "The AI" if ai.lower() == "ai" else rater_name(ai)
    if test.winning_rate is None or test.advantage is None:
        return f"Whether {name} may stand in for a rater can't be tested: {test.reason}."
    tested = [r for r in test.raters if r.p is not None]
    won = sum(r.rejected for r in tested)
    verdict = "may stand in for a rater" if test.passed else "may not stand in for a rater"
    lead = f"{name} **{verdict}** by this test: it does as well as {won} of {count(len(tested), 'rater')}"
    line = (
        f" (winning rate {number(test.winning_rate)}; one half is enough). On average it is at least as close to the "
    )
    line += f"others as a rater on {percent(test.advantage)} of items."
    return lead + line + (f" Note: {test.reason}." if test.reason else "")


def replaced(test: AltTest) -> pd.DataFrame:
    """The test rater by rater, for a table."""
    return pd.DataFrame(
        {
            "rater": [r.rater for r in test.raters],
            "n": [r.n for r in test.raters],
            "ai_wins": [r.ai_wins for r in test.raters],
            "rater_wins": [r.rater_wins for r in test.raters],
            "low": [r.advantage_low for r in test.raters],
            "high": [r.advantage_high for r in test.raters],
            "p": [r.p for r in test.raters],
            "as_good": ["yes" if r.rejected else ("no" if r.p is not None else r.reason) for r in test.raters],
        }
    ).astype(dict.fromkeys(("ai_wins", "rater_wins", "low", "high", "p"), "float64"))


def in_cell(rater_rows: str, rater_columns: str, rows: str, columns: str) -> str:
    """What a cell of the confusion matrix holds: "where Aiko said 0 and AI said 2"."""
    return f"where {rater_name(rater_rows)} said {rows} and {rater_name(rater_columns)} said {columns}"
