"""What a methods section says around every figure: which items, judged how, what was left out, by which program."""

from __future__ import annotations

import pandas as pd

from annoeval.rating_table import PEOPLE
from annoeval.ratings import of_dimension
from annoeval.study import Study
from annoeval.words import count, listed, noun

WHY = {
    "all": "since all were to be judged",
    "rule": "since a rule picked doubtful ones",
    "audit": "drawn at random by an audit",
    "random": "drawn at random",
    "chosen": "chosen by hand",
}
MOST = 4  # kinds of problems named one by one


def design(study: Study, dimension: str, cluster: str | None = None, version: str = "") -> str:
    """Selection, blindness, what reading left out, missing values, clusters, software and data, each in a sentence.

    cluster: the item column whose values were taken as wholes. version: of annoeval.
    """
    rated = of_dimension(study, dimension)
    people = rated[rated["kind"].isin(PEOPLE)]
    parts = [
        _selection(study, dimension, people),
        _blindness(people),
        _left_out(study),
        _missing(study, dimension, rated),
        f"Items of one {noun(cluster)} were taken as one cluster."
        if cluster
        else "Items were taken as independent of each other.",
        f"Computed with annoeval{f' {version}' if version else ''}, data {study.digest}.",
    ]
    return " ".join(p for p in parts if p)


def _selection(study: Study, dimension: str, people: pd.DataFrame) -> str:
    n = len(study.applicable(dimension))
    if people.empty:
        return f"All {count(n, 'item')} enter; no person judged one." if n else ""
    first = people.drop_duplicates("item_id")
    judged = len(first)
    lead = f"People judged {'all' if judged == n else f'{judged:,} of'} {count(n, 'item')}"
    why = first["because"].map(lambda b: b if b in WHY else None)
    known = [f"{int(k):,} {WHY[str(b)]}" for b, k in why.value_counts().items()]
    unknown = int(why.isna().sum())
    if unknown == judged:
        return f"{lead}; the file doesn't say how they were selected."
    if unknown:
        known.append(f"{unknown:,} for a reason that isn't recorded")
    return f"{lead}: {listed(known, 6)}."


def _blindness(people: pd.DataFrame) -> str:
    if people.empty:
        return ""
    blind = people["blind"].map(lambda b: "blind" if b is True else "seen" if b is False else "")
    hidden, seen, unknown = (int((blind == k).sum()) for k in ("blind", "seen", ""))
    if unknown == len(people):
        return "What raters saw of each other's and the AI's scores isn't recorded."
    said = [f"{hidden:,} of people's {count(len(people), 'rating')} were made blind"]
    said += [f"{seen:,} in sight of the AI's or others' scores"] if seen else []
    said += [f"of {unknown:,} it isn't recorded"] if unknown else []
    return f"{listed(said)}."


def _left_out(study: Study) -> str:
    """What reading the files found and did, the most frequent first."""
    if not study.problems:
        return "Nothing was left out in reading."
    found = pd.DataFrame([(p.problem, p.action, p.count) for p in study.problems], columns=["problem", "action", "n"])
    sums = found.groupby(["problem", "action"], sort=False)["n"].sum().sort_values(ascending=False, kind="stable")
    named = [f"{problem} ({n:,}: {action})" for (problem, action), n in sums.items()]
    more = len(named) - MOST
    return f"In reading: {'; '.join(named[:MOST])}{f'; and {more:,} further kinds of remarks' if more > 0 else ''}."


def _missing(study: Study, dimension: str, rated: pd.DataFrame) -> str:
    without = len(study.applicable(dimension)) - rated["item_id"].nunique()
    if not without:
        return ""
    return f"{count(without, 'item')} without any value {'is' if without == 1 else 'are'} missing and enter no figure."
