"""Who agrees with whom, and what do two raters confuse? The tables `pairs` and `confusion`, and the items behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
import pandas as pd

from annoeval.conclusions import OPEN
from annoeval.evaluation.clusters import codes_of
from annoeval.evaluation.raters import MAJORITY, UNKNOWN, all_raters, answers, by_number, rated_by_two
from annoeval.ratings import matrix
from annoeval.scale import Scale
from annoeval.statistics.agreement.coding import Coded, of_numbers, ordered
from annoeval.statistics.agreement.cohen import (
    Cohen,
    cohen_of_cells,
    cohen_of_numbers,
    concordance_interval,
    kappa_interval,
)
from annoeval.statistics.agreement.contingency import ALL_CELLS, pair_cells, who_meet
from annoeval.statistics.agreement.panel import Resampling, panel
from annoeval.statistics.agreement.sets import jaccard, masi, similarities
from annoeval.statistics.agreement.weights import agreement_weights
from annoeval.statistics.intervals import REPLICATES, SEED, Interval
from annoeval.study import Study

PAIRS = (
    "dimension", "rater_a", "rater_b", "weights", "n", "observed", "expected", "kappa", "low", "high", "method",
    "reason", "kappa_max", "open",
)  # fmt: skip
MANY = 30  # raters of whom pairs without a common item have no rows: crowds have far more of these than of others
MOST_DRAWN = 45  # pairs up to which each has its own resamples
NOT_DRAWN = Interval(None, None, "", f"of more than {MOST_DRAWN} pairs none is resampled; name the raters to see it")
CONFUSION = ("dimension", "rater_rows", "rater_columns", "label_rows", "label_columns", "n")


@dataclass(frozen=True)
class Couple:
    """Two raters held against each other. row, column, n: the cells of their table by the codes of `coded`.

    left: what the other said of each item on which the annotators are tied, where one of the two is their majority."""

    a: str
    b: str
    coded: Coded
    row: np.ndarray
    column: np.ndarray
    n: np.ndarray
    left: pd.Series


def couples(study: Study, dimension: str, raters: Sequence[str] | None = None, every: bool = False) -> Iterator[Couple]:
    """Every two raters that are held against each other; of more than `MANY` those who rated an item both, unless
    `raters` name them. every: the empty cells of their tables too.

    The majority stands against an AI or a reference only, not against those it is made of, unless `raters` name it.
    """
    members = list(raters) if raters is not None else all_raters(study, dimension)
    given = by_number(study, dimension, members)
    coded = of_numbers(given.codes, given.labels, study.dimensions[dimension].categories)
    others = {*study.of_kind("ai", "reference"), MAJORITY}
    names = [str(c) for c in members]
    together = raters is None and len(members) > MANY
    for i, j, cells in pair_cells(coded, every and coded.size <= ALL_CELLS, together):
        a, b = names[i], names[j]
        if raters is None and MAJORITY in (a, b) and not {a, b} <= others:
            continue
        other = given.codes[given.tied, j if a == MAJORITY else i] if MAJORITY in (a, b) else np.empty(0, "int64")
        yield Couple(a, b, coded, *cells, pd.Series(given.labels[other[other >= 0]]))


def pairs(
    study: Study,
    dimension: str | None = None,
    raters: Sequence[str] | None = None,
    cluster: str | None = None,
    replicates: int = REPLICATES,
    seed: int = SEED,
) -> pd.DataFrame:
    """Table `pairs`: every two raters, AI and reference included: observed and expected agreement, Cohen's kappa, n. Of
    more than `MANY` raters those with a common item, unless `raters` name them.

    `majority` is that of two or more annotators, held against the AI and the reference; `open` counts the items on
    which they are tied, which are no part of n. Ordered labels give three rows a pair (`weights`: none, linear,
    quadratic, by rank). Intervals: those of `agreement`, over items or, with `cluster`, over whole clusters; of numbers
    by jackknife. None with `replicates` 0, nor of more than `MOST_DRAWN` pairs.
    """
    rows: list[dict[str, object]] = []
    for name in rated_by_two(study, dimension):
        scale = study.dimensions[name]
        rows += _unknown_pair(study, name, raters)
        if scale.level in ("interval", "ratio"):
            rows += _number_pairs(study, name, raters, cluster)
            continue
        every = list(couples(study, name, raters))
        weights = _pair_weights(scale, every[0].coded) if every else {}
        for two, (kind, w) in product(every, weights.items()):
            k = cohen_of_cells(two.row, two.column, two.n, two.coded.size, w)
            limit = NOT_DRAWN
            if replicates and len(every) <= MOST_DRAWN and k.kappa is not None:
                limit = (
                    _in_clusters(study, name, (two.a, two.b), kind, cluster, replicates, seed)
                    if cluster
                    else _resampled(two, w, replicates, seed)
                )
            rows.append(
                {
                    "dimension": name,
                    "rater_a": two.a,
                    "rater_b": two.b,
                    "weights": kind,
                    **_pair_row(k, limit),
                    "open": len(two.left),
                }
            )
    numbers = ("observed", "expected", "kappa", "low", "high", "kappa_max")
    frame = pd.DataFrame(rows, columns=list(PAIRS))
    return frame.assign(open=frame["open"].fillna(0).astype("int64")).astype(dict.fromkeys(numbers, "float64"))


def _resampled(two: Couple, w: np.ndarray | None, replicates: int, seed: int) -> Interval:
    table = np.zeros((two.coded.size, two.coded.size))
    table[two.row, two.column] = two.n
    return kappa_interval(table, "none" if w is None else w, replicates, seed)


def _in_clusters(
    study: Study, dimension: str, two: tuple[str, str], kind: str, cluster: str, replicates: int, seed: int
) -> Interval:
    """The limits that `agreement` gives these two where whole clusters are drawn."""
    scale, values = study.dimensions[dimension], answers(study, dimension, two)
    name = "cohen_kappa" if kind == "none" else f"cohen_kappa_{kind}"
    codes, unit = codes_of(study, values.index, cluster)
    found = panel(values, scale.level, scale.categories, Resampling(codes, unit, replicates, seed), (name,))
    one = next((e for e in found.estimates if e.coefficient == name), None)
    return NOT_DRAWN if one is None else Interval(one.low, one.high, one.method, one.reason)


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


def _number_pairs(
    study: Study, dimension: str, raters: Sequence[str] | None, cluster: str | None
) -> list[dict[str, object]]:
    """Numbers have one row a pair, with quadratic weights on the values."""
    members = list(raters) if raters is not None else all_raters(study, dimension)
    values = matrix(study, dimension, "first", members).astype("float64")
    bounds = study.dimensions[dimension].range
    span = None if bounds is None else bounds[1] - bounds[0]
    rows = []
    codes, unit = codes_of(study, values.index, cluster) if cluster else (None, "items")
    together = raters is None and len(members) > MANY
    met = who_meet(values[members].notna().to_numpy()) if together else combinations(range(len(members)), 2)
    for a, b in ((members[i], members[j]) for i, j in met):
        limit = concordance_interval(values[a], values[b], codes, unit)
        found = _pair_row(cohen_of_numbers(values[a], values[b], span), limit)
        rows.append({"dimension": dimension, "rater_a": a, "rater_b": b, "weights": "quadratic", **found})
    return rows


def _pair_row(k: Cohen, limit: Interval) -> dict[str, object]:
    given = k.kappa is not None
    why = limit.reason.removeprefix("no interval: ")
    return {
        "n": k.n,
        "observed": k.po,
        "expected": k.pe,
        "kappa": k.kappa,
        "low": limit.low if given else None,
        "high": limit.high if given else None,
        "method": limit.method if given else "",
        "reason": k.reason if not given else f"no interval: {why}" if limit.low is None else "",
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

    Labels stand in the scale's order, declared ones included. Rows are the reference, the person or the annotators'
    majority, columns the AI, where the two are of different kinds; the majority has a further row `OPEN` for the items
    on which annotators are tied. Numbers and sets have no cells. Beyond 30 labels only cells with items are listed.
    """
    parts: dict[str, list[np.ndarray]] = {column: [] for column in CONFUSION}

    def add(name: str, a: str, b: str, rows: np.ndarray, columns: np.ndarray, n: np.ndarray) -> None:
        for key, value in zip(CONFUSION[:3], (name, a, b), strict=True):
            parts[key].append(np.full(len(n), value, dtype=object))
        for key, array in zip(CONFUSION[3:], (rows, columns, n), strict=True):
            parts[key].append(array)

    for name in rated_by_two(study, dimension):
        if study.dimensions[name].level not in ("nominal", "ordinal"):
            continue
        for two in couples(study, name, raters, every=True):
            labels = np.array([*two.coded.labels, None], dtype=object)[:-1]
            add(name, two.a, two.b, labels[two.row], labels[two.column], two.n)
            if len(two.left):
                counted = two.left.value_counts()
                said, still = counted.index.to_numpy(object), np.full(len(counted), OPEN, dtype=object)
                rows, columns = (still, said) if two.a == MAJORITY else (said, still)
                add(name, two.a, two.b, rows, columns, counted.to_numpy())
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
    values = answers(study, dimension, [rater_rows, rater_columns], ties=True)
    here = values[rater_rows].isin(list(labels_rows)) & values[rater_columns].isin(list(labels_columns))
    return values.index[here].tolist()


def items_that_differ(study: Study, dimension: str, raters: Sequence[str]) -> pd.Index:
    """Ids of the items these raters do not agree on, in the study's order."""
    given = by_number(study, dimension, raters)
    codes = of_numbers(given.codes, given.labels).codes
    top = codes.max(axis=1, initial=-1)
    low = np.where(codes >= 0, codes, top[:, None]).min(axis=1, initial=np.iinfo(np.int64).max)
    return study.items.index[given.place[low < top]]
