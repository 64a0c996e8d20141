"""Tries a made-up table: whether it opens, asks or is refused, and what is wrong with the figures then given."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd

import annoeval
from annoeval.evaluation.agreement import agreement
from annoeval.problem import AnnoevalError
from annoeval.study import Study
from tests.tables.made_up import figures
from tests.tables.made_up.cases import Case, File, Reading

EXACT = 1e-6


@dataclass(frozen=True)
class Outcome:
    """What became of files: `open` with the study, else `ask` or `refuse` with the sentence (and the question)."""

    what: Literal["open", "ask", "refuse"]
    study: Study | None = None
    sentence: str = ""
    question: Any = None


def tried(files: Sequence[File]) -> Outcome:
    """Reads files as the library does; any error but annoeval's own is one of the program."""
    try:
        return Outcome("open", annoeval.load(*files))
    except AnnoevalError as error:
        question = getattr(error, "question", None)
        return Outcome("ask" if question is not None else "refuse", None, str(error), question)


def faults(case: Case, outcome: Outcome) -> list[str]:
    """What is wrong with what was opened: figures that the file does not support, or not these. Empty otherwise."""
    if outcome.study is None:
        return []
    if not case.right:
        return ["it opens, and no reading of it is right", *_said(outcome.study)]
    found = [_against(outcome.study, reading) for reading in case.right]
    least = min(found, key=len)
    if case.mentions and not least:
        told = " ".join(f"{p.problem} {p.action} {p.value}" for p in outcome.study.problems)
        if not re.search(case.mentions, told, re.IGNORECASE):
            return [f"no problem speaks of {case.mentions!r}"]
    return least


def _said(study: Study) -> list[str]:
    names = ", ".join(f"{r.name} ({r.kind})" for r in study.raters.head(5).itertuples())
    return [f"{len(study.items)} items; {names}; {', '.join(map(str, study.dimensions))[:120]}"]


def _against(study: Study, right: Reading) -> list[str]:
    wrong = []
    cells = [key for given in right.ratings.values() for key in given]
    items = right.items if right.items is not None else len({item for item, _ in cells})
    if len(study.items) != items:
        wrong.append(f"{len(study.items)} items, not {items}")
    results = annoeval.evaluate(study)
    if right.wins:
        return wrong + _wins(results, right)
    given = {str(d) for d in study.ratings["dimension"].unique()}
    asked = {d for d, scale in study.dimensions.items() if scale.role == "judgement" and d in given}
    places = _places(asked, list(right.ratings))
    if len(asked) != len(right.ratings) and not right.further:
        wrong.append(f"questions {sorted(asked)}, not {list(right.ratings)}")
    raters = _raters(study, right)
    if raters is None:
        told = sorted({r for _, r in cells})
        return [*wrong, f"raters {study.raters['name'].tolist()[:8]}, not {told[:8]}"]
    for question, ratings in right.ratings.items():
        if question not in places:
            wrong.append(f"no question {question!r} among {sorted(asked)}")
            continue
        wrong += _question(study, results, places[question], ratings, right, raters)
    wrong += [w for column, counts in right.groups.items() for w in _groups(results, column, counts)]
    for other in sorted(asked - set(places.values())):
        if agreement(study, other, by=(), replicates=0)["value"].notna().any():
            wrong.append(f"agreement on {other!r}, which is no question")
    return wrong


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", str(name)).casefold())


def _places(asked: set[str], questions: list[str]) -> dict[str, str]:
    """Which of the study's dimensions is which question: by name; the only one whatever its name."""
    if len(asked) == len(questions) == 1:
        return {questions[0]: next(iter(asked))}
    by_name = {_plain(d): d for d in asked}
    return {q: by_name[_plain(q)] for q in questions if _plain(q) in by_name}


def _raters(study: Study, right: Reading) -> dict[str, str] | None:
    """The study's name of every rater; None where others stand in it, or not these. `{}` where only places are."""
    known = list(dict.fromkeys(r for given in right.ratings.values() for _, r in given))
    apart = ["derived", "decision"] if right.reference else ["derived", "decision", "reference"]
    there = study.raters[~study.raters["kind"].isin(apart)]["name"].tolist()
    if not right.named:
        return ({known[0]: there[0]} if len(known) == 1 else {}) if len(there) == len(known) else None
    by_name = {_plain(name): name for name in there}
    if right.reference:
        references = study.of_kind("reference")
        if len(references) != 1:
            return None
        by_name[_plain(right.reference)] = references[0]
        by_name.pop(_plain(references[0]), None) if _plain(references[0]) != _plain(right.reference) else None
    if len(there) != len(known):
        return None
    if len(known) == 2 and right.reference:
        other = next(n for n in there if n not in study.of_kind("reference"))
        return {r: (study.of_kind("reference")[0] if r == right.reference else other) for r in known}
    return {r: by_name[_plain(r)] for r in known} if {_plain(r) for r in known} == set(by_name) else None


def _question(study: Study, results: Any, name: str, ratings: Any, right: Reading, raters: dict[str, str]) -> list[str]:
    wrong = []
    scale = study.dimensions[name]
    values = list(ratings.values())
    words = not all(isinstance(v, (int, float)) for v in values)
    sets = isinstance(values[0], frozenset)
    allowed = right.levels or (
        ("set",)
        if sets
        else ("nominal", "ordinal")
        if right.order or set(values) <= {0, 1}
        else ("nominal",)
        if words
        else ("ordinal", "interval", "ratio")
    )
    if scale.level not in allowed:
        return [f"{name!r} is {scale.level}, not {' or '.join(allowed)}"]
    scores = results["scores"]
    scores = scores[(scores["dimension"] == name) & (scores["by"] == "")].set_index("rater")
    for rater, stands in raters.items():
        own = [v for (_, r), v in ratings.items() if r == rater]
        n = int(scores["n"].get(stands, 0))
        if n != len(own):
            wrong.append(f"{rater} has {n} ratings of {name!r}, not {len(own)}")
        told = scores["mean"].get(stands)
        if scale.numeric and not _same(told, figures.mean(own)) and not words:
            wrong.append(f"{rater}'s mean of {name!r} is {told}, not {figures.mean(own)}")
    table = agreement(study, name, by=(), replicates=0)  # the values of `evaluate` without their intervals
    table = table[(table["by"] == "") & table["value"].notna()]
    if not right.agreement or scale.level == "text":
        pairs = results["pairs"]
        pairs = pairs[(pairs["dimension"] == name) & pairs["kappa"].notna()]
        if len(table) or (len(pairs) and not right.reference):
            told = table[["coefficient", "value"]].head(2).to_numpy().tolist() or pairs["kappa"].head(2).tolist()
            wrong.append(f"agreement on {name!r} though the file has none to count: {told}")
        if right.reference:
            a, b = raters.values()
            here = pairs[pairs[["rater_a", "rater_b"]].isin([a, b]).all(axis=1) & (pairs["weights"] == "none")]
            told = float(here["kappa"].iloc[0]) if len(here) else None
            if not _same(told, kappa := figures.cohen(ratings, *raters)):
                wrong.append(f"kappa of {name!r} is {told}, not {kappa}")
        return wrong
    by_people = table.drop_duplicates("coefficient").set_index("coefficient")["value"]
    if len(set(table["raters"])) > 1:  # people first, then people and AI: the larger set holds all of the raters here
        most = max(set(table["raters"]), key=len)
        by_people = table[table["raters"] == most].drop_duplicates("coefficient").set_index("coefficient")["value"]
    level = "masi" if sets else scale.level
    wanted = {"krippendorff_alpha_masi" if sets else "krippendorff_alpha": figures.alpha(ratings, level, right.order)}
    if not sets and scale.level == "nominal":
        wanted["percent"] = figures.percent(ratings)
        if len({r for _, r in ratings}) == 2 and raters:
            wanted["cohen_kappa"] = figures.cohen(ratings, *raters)
    for coefficient, value in wanted.items():
        if not _same(by_people.get(coefficient), value):
            wrong.append(f"{coefficient} of {name!r} is {by_people.get(coefficient)}, not {value}")
    return wrong


def _same(told: Any, right: float | None) -> bool:
    if told is None or pd.isna(told):
        return right is None
    return right is not None and abs(float(told) - right) <= EXACT


def _groups(results: Any, column: str, counts: Any) -> list[str]:
    labels = results["labels"].drop(columns="n").rename(columns={"of": "n"})
    table = pd.concat([results["scores"], labels], ignore_index=True)
    table = table[(table["by"] == column) & ~table["kind"].isin(["derived"])].drop_duplicates(
        ["dimension", "group", "rater"]
    )
    if table.empty:
        return [f"{column!r} is no group"]
    told = table.groupby("group")["n"].sum().to_dict()
    lacking = sum(counts.values()) - sum(told.values())
    return [f"{lacking} ratings are in no group of {column!r}: {told}"] if lacking else []


def _wins(results: Any, right: Reading) -> list[str]:
    if "win_rates" not in set(results):
        return ["no table of win rates"]
    table = results["win_rates"].set_index("contestant")
    wrong = []
    for who, (won, tied, lost) in right.wins.items():
        if who not in table.index:
            wrong.append(f"no win rate of {who!r} among {table.index.tolist()[:6]}")
            continue
        row, n = table.loc[who], won + tied + lost
        for name, value in (
            ("won", won / n),
            ("tied", tied / n),
            ("lost", lost / n),
            ("win_rate", (won + tied / 2) / n),
        ):
            counted = {"won": won, "tied": tied, "lost": lost}.get(name)
            if not _same(row[name], value) and not (counted is not None and _same(row[name], counted)):
                wrong.append(f"{name} of {who!r} is {row[name]}, not {value}")
    return wrong
