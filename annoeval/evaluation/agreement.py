"""Do the raters agree? The tables `agreement`, `pairs` and `confusion` of a study."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd

from annoeval.ratings import matrix
from annoeval.statistics.agreement.bands import span
from annoeval.statistics.agreement.coding import Coded, code, ordered
from annoeval.statistics.agreement.cohen import Cohen, cohen_of_cells, cohen_of_numbers, kappa_interval
from annoeval.statistics.agreement.contingency import ALL_CELLS, pair_cells
from annoeval.statistics.agreement.panel import Panel, Resampling, panel
from annoeval.statistics.agreement.recommend import recommend
from annoeval.statistics.agreement.sets import jaccard, masi, similarities
from annoeval.statistics.agreement.weights import agreement_weights
from annoeval.statistics.intervals import REPLICATES, SEED
from annoeval.statistics.rounding import ROUNDING
from annoeval.study import ANNOTATORS, PEOPLE, Scale, Study
from annoeval.tables.joining import UNJOINED

AGREEMENT = (
    "dimension", "by", "group", "coefficient", "raters", "n_items", "n_ratings", "value", "low", "high", "method",
    "words", "recommended", "reason", "observed", "expected", "se",
)  # fmt: skip
PAIRS = (
    "dimension",
    "rater_a",
    "rater_b",
    "weights",
    "n",
    "observed",
    "expected",
    "kappa",
    "low",
    "high",
    "method",
    "reason",
    "kappa_max",
)
CONFUSION = ("dimension", "rater_rows", "rater_columns", "label_rows", "label_columns", "n")
RULES = ("as published", "recommended")
UNKNOWN = "who gave which label isn't known"
_OF_KNOWN = ("cohen_", "conger_", "light_", "icc2", "icc3")
_MOST_GROUPS = 30


def judged(study: Study, dimension: str | None = None) -> list[str]:
    """The dimensions agreement is defined for: judgements on a scale; no free text, no distance to a reference."""
    names = [dimension] if dimension else list(study.dimensions)
    return [d for d in names if study.dimensions[d].role == "judgement" and study.dimensions[d].level != "text"]


def rater_sets(study: Study, dimension: str) -> dict[str, list[str]]:
    """The sets of raters agreement is counted over: `people`, and `people and AI` where an AI rated too.

    One person alone is no set, nor are AIs beside people; AIs alone (`AI`) are where nobody else rated.
    Where one AI stands twice, as published and as recommended, only the one that headlines enters; a reference, a
    team's decision and derived raters are no independent raters.
    """
    r = study.ratings
    seen = r.loc[(r["dimension"] == dimension) & r["value"].notna(), ["rater", "kind"]].drop_duplicates("rater")
    people = seen.loc[seen["kind"].isin((*ANNOTATORS, "reviewer")), "rater"].tolist()
    ai = seen.loc[seen["kind"] == "ai", "rater"].tolist()
    if set(RULES) <= set(ai):
        keep = study.headline if study.headline in RULES else RULES[1]
        ai = [name for name in ai if name not in RULES or name == keep]
    if not people or not ai:
        return {"people": people} if people else {"AI": ai} if ai else {}
    both = {"people and AI": people + ai}
    return both if len(people) == 1 else {"people": people, **both}


def agreement(
    study: Study,
    dimension: str | None = None,
    raters: Sequence[str] | None = None,
    by: Sequence[str] | None = None,
    cluster: str | None = None,
    replicates: int = REPLICATES,
    seed: int = SEED,
) -> pd.DataFrame:
    """Table `agreement`: dimension × group × set of raters × coefficient.

    A rater's first independent rating of an item counts (`annoeval.ratings.first_independent`), so that agreement is
    not that of people who talked to each other.

    raters: one set instead of people, and people and AI. by: item columns to group by, default the study's groups with
        up to 30 values; () for none. cluster: item column whose values hold items that may be alike (a paper, an
        image): intervals then resample whole clusters. replicates: 0 for no intervals.
    """
    rows: list[dict[str, object]] = []
    unjoined = any(p.problem == UNJOINED for p in study.problems)
    for name in judged(study, dimension):
        sets = {"chosen": list(raters)} if raters is not None else rater_sets(study, name)
        for members in sets.values():
            values = matrix(study, name, "first", members)
            for column, group, ids in _groups(study, values.index, by):
                found = _panel(study, name, values.loc[ids], cluster, replicates, seed)
                if not found.n_items and unjoined:
                    found = replace(found, estimates=tuple(replace(e, reason=UNJOINED) for e in found.estimates))
                unknown = not set(members).isdisjoint(study.of_kind("anonymous"))
                rows += _agreement_rows(study.dimensions[name], name, column, group, members, found, unknown)
    return _typed(rows, AGREEMENT, ("value", "low", "high", "observed", "expected", "se"))


def _typed(rows: list[dict[str, object]], columns: Sequence[str], numbers: Sequence[str]) -> pd.DataFrame:
    """A result table whose number columns are floats even where every value is undefined."""
    frame = pd.DataFrame(rows, columns=list(columns))
    return frame.astype(dict.fromkeys(numbers, "float64"))


def _groups(study: Study, ids: pd.Index, by: Sequence[str] | None) -> Iterable[tuple[str, str, pd.Index]]:
    yield "", "all", ids
    items = study.items.loc[ids]
    for column in study.groups if by is None else by:
        if column not in items:
            continue
        labels = items[column].dropna()
        if by is None and not 1 < labels.nunique() <= _MOST_GROUPS:
            continue
        for label, members in labels.groupby(labels, sort=False):
            yield column, str(label), members.index


def _panel(
    study: Study, dimension: str, values: pd.DataFrame, cluster: str | None, replicates: int, seed: int
) -> Panel:
    scale = study.dimensions[dimension]
    codes, unit = None, "items"
    if cluster is not None:
        where = study.items.loc[values.index, cluster]
        own = pd.Series(values.index, index=values.index).map(lambda i: f"item {i}")
        codes = pd.factorize(where.astype("object").where(where.notna(), own).astype("str"), sort=True)[0]
        unit = f"clusters ({cluster})"
    return panel(values, scale.level, scale.categories, Resampling(codes, unit, replicates, seed))


def _agreement_rows(
    scale: Scale, dimension: str, by: str, group: str, members: list[str], found: Panel, unknown: bool
) -> list[dict[str, object]]:
    r = len(found.raters)
    best, why = recommend(scale.level, r, found.complete, unknown) if r > 1 else ("", "")
    names = {e.coefficient for e in found.estimates}
    if best not in names:  # two labels have no weights, so the plain coefficient is the same
        best = best.removesuffix("_quadratic") if best.removesuffix("_quadratic") in names else "krippendorff_alpha"
    rows = []
    for e in found.estimates:
        if unknown and e.coefficient.startswith(_OF_KNOWN):
            e = replace(e, value=None, low=None, high=None, method="", reason=UNKNOWN)
        chosen = e.coefficient == best
        whole = e.coefficient.startswith("icc")  # rests on the items that all rated
        rows.append(
            {
                "dimension": dimension,
                "by": by,
                "group": group,
                "coefficient": e.coefficient,
                "raters": ", ".join(members),
                "n_items": found.n_complete if whole else found.n_items,
                "n_ratings": found.n_complete * r if whole else found.n_ratings,
                "value": e.value,
                "low": e.low,
                "high": e.high,
                "method": "; ".join(t for t in (e.variant, e.method) if t),
                "words": "" if e.coefficient == "percent" else span(e.value, e.low, e.high),
                "recommended": chosen,
                "reason": "; ".join(t for t in (e.reason, why if chosen else "") if t),
                "observed": e.observed,
                "expected": e.expected,
                "se": e.se,
            }
        )
    return rows


def all_raters(study: Study, dimension: str) -> list[str]:
    """Everyone who can stand in a pair, the truth first: references, people, AI; no derived raters or decisions, and
    nobody whose ratings are only known by their place."""
    r = study.ratings
    seen = r.loc[(r["dimension"] == dimension) & r["value"].notna(), ["rater", "kind"]].drop_duplicates("rater")
    rank = {"reference": 0, **dict.fromkeys(PEOPLE, 1), "ai": 2}
    seen = seen[seen["kind"].isin(("reference", "human", "reviewer", "ai"))]
    return seen.assign(_rank=seen["kind"].map(rank)).sort_values("_rank", kind="stable")["rater"].tolist()


def _coded(study: Study, dimension: str, raters: Sequence[str] | None) -> tuple[Coded, pd.DataFrame]:
    members = list(raters) if raters is not None else all_raters(study, dimension)
    values = matrix(study, dimension, "first", members)
    return code(values, study.dimensions[dimension].categories), values


def pairs(
    study: Study,
    dimension: str | None = None,
    raters: Sequence[str] | None = None,
    replicates: int = 0,
    seed: int = SEED,
) -> pd.DataFrame:
    """Table `pairs`: every two raters, AI and reference included: observed and expected agreement, Cohen's kappa, n.

    Ordered labels give three rows a pair (`weights`: none, linear, quadratic, by rank). Intervals: Fleiss, Cohen &
    Everitt (1969), cut at −1 and 1; with `replicates` bootstrap over items, as in `agreement` (numbers excepted).
    """
    rows: list[dict[str, object]] = []
    for name in judged(study, dimension):
        scale = study.dimensions[name]
        rows += _unknown_pair(study, name, raters)
        if scale.level in ("interval", "ratio"):
            rows += _number_pairs(study, name, raters)
            continue
        coded, values = _coded(study, name, raters)
        weights = _pair_weights(scale, coded)
        for i, j, (row, column, n) in pair_cells(coded):
            who = {"dimension": name, "rater_a": values.columns[i], "rater_b": values.columns[j]}
            for kind, w in weights.items():
                found = _pair_row(cohen_of_cells(row, column, n, coded.size, w))
                if replicates and found["low"] is not None:
                    table = np.zeros((coded.size, coded.size))
                    table[row, column] = n
                    limit = kappa_interval(table, "none" if w is None else w, replicates, seed)
                    found |= {"low": limit.low, "high": limit.high, "method": limit.method}
                rows.append({**who, "weights": kind, **found})
    return _typed(rows, PAIRS, ("observed", "expected", "kappa", "low", "high", "kappa_max"))


def _unknown_pair(study: Study, dimension: str, raters: Sequence[str] | None) -> list[dict[str, object]]:
    """One row that says why raters who aren't known stand in no pair; none where all are."""
    r = study.ratings
    rated = r.loc[(r["dimension"] == dimension) & r["kind"].eq("anonymous") & r["value"].notna(), "rater"].unique()
    names = [name for name in rated if raters is None or name in raters]
    if len(names) < 2:
        return []
    return [
        {
            "dimension": dimension,
            "rater_a": names[0],
            "rater_b": names[-1],
            "weights": "none",
            "n": 0,
            "method": "",
            "reason": UNKNOWN,
        }
    ]


def _number_pairs(study: Study, dimension: str, raters: Sequence[str] | None) -> list[dict[str, object]]:
    """Numbers have one row a pair, with quadratic weights on the values."""
    members = list(raters) if raters is not None else all_raters(study, dimension)
    values = matrix(study, dimension, "first", members).astype("float64")
    bounds = study.dimensions[dimension].range
    span = None if bounds is None else bounds[1] - bounds[0]
    rows = []
    for a, b in combinations(members, 2):
        found = _pair_row(cohen_of_numbers(values[a], values[b], span))
        rows.append({"dimension": dimension, "rater_a": a, "rater_b": b, "weights": "quadratic", **found})
    return rows


def _pair_row(k: Cohen) -> dict[str, object]:
    method, low, high, reason = "Fleiss–Cohen–Everitt", k.low, k.high, k.reason
    if low is not None and high is not None:
        if low < -1 or high > 1:
            method += ", cut at 1" if high > 1 else ", cut at −1"
            low, high = max(low, -1.0), min(high, 1.0)
        if k.se == 0:
            low, high = None, None
            reason = (
                "no interval: the two agree on every item, so the standard error is 0"
                if k.po is not None and k.po > 1 - ROUNDING
                else "no interval: one of the two used one label throughout, so the standard error is 0"
                if k.kappa == 0
                else "no interval: the standard error is 0"
            )
    return {
        "n": k.n,
        "observed": k.po,
        "expected": k.pe,
        "kappa": k.kappa,
        "low": low,
        "high": high,
        "method": method if low is not None else "",
        "reason": reason,
        "kappa_max": k.kappa_max,
    }


def _pair_weights(scale: Scale, coded: Coded) -> dict[str, np.ndarray | None]:
    q = coded.size
    weights: dict[str, np.ndarray | None] = {"none": None}
    if scale.level == "set":
        return weights | {"jaccard": similarities(coded.labels, jaccard), "masi": similarities(coded.labels, masi)}
    if scale.level == "ordinal" and ordered(coded.labels, bool(scale.categories)) and q > 2:
        return weights | {"linear": agreement_weights("linear", q), "quadratic": agreement_weights("quadratic", q)}
    return weights


def confusion(study: Study, dimension: str | None = None, raters: Sequence[str] | None = None) -> pd.DataFrame:
    """Table `confusion`: every two raters × every two labels, n items.

    Labels stand in the scale's order, declared ones included. Rows are the reference or the person, columns the AI,
    where the two are of different kinds. Numbers and sets have no cells. Beyond 30 labels only cells with items are
    listed.
    """
    parts: dict[str, list[np.ndarray]] = {column: [] for column in CONFUSION}
    for name in judged(study, dimension):
        if study.dimensions[name].level not in ("nominal", "ordinal"):
            continue
        coded, values = _coded(study, name, raters)
        labels = np.array([*coded.labels, None], dtype=object)[:-1]
        for i, j, (row, column, n) in pair_cells(coded, every=coded.size <= ALL_CELLS):
            same = (name, values.columns[i], values.columns[j])
            for key, value in zip(CONFUSION, same, strict=False):
                parts[key].append(np.full(len(n), value, dtype=object))
            for key, array in zip(CONFUSION[3:], (labels[row], labels[column], n), strict=True):
                parts[key].append(array)
    if not parts["n"]:
        return pd.DataFrame(columns=list(CONFUSION))
    return pd.DataFrame({key: np.concatenate(arrays) for key, arrays in parts.items()})


def items_of_cell(
    study: Study,
    dimension: str,
    rater_rows: str,
    rater_columns: str,
    labels_rows: Sequence[object],
    labels_columns: Sequence[object],
) -> list[str]:
    """Ids of the items on which one rater gave one of these labels and the other one of those, in the study's order."""
    values = matrix(study, dimension, "first", [rater_rows, rater_columns])
    here = values[rater_rows].isin(list(labels_rows)) & values[rater_columns].isin(list(labels_columns))
    return values.index[here].tolist()


def items_that_differ(study: Study, dimension: str, raters: Sequence[str]) -> pd.DataFrame:
    """The items these raters do not agree on: index item_id, one column a rater, in the study's order."""
    values = matrix(study, dimension, "first", list(raters))
    if study.dimensions[dimension].numeric:
        return values[values.min(axis=1) < values.max(axis=1)]
    coded = code(values, study.dimensions[dimension].categories)
    top = coded.codes.max(axis=1, initial=-1)
    low = np.where(coded.codes >= 0, coded.codes, top[:, None]).min(axis=1, initial=np.iinfo(np.int64).max)
    return values[low < top]
