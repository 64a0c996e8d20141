"""Which rating counts: the latest, the first independent one, the majority's, the final one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal

import numpy as np
import pandas as pd

from annoeval.study import ANNOTATORS, Study

CLOSE = "A close call: "  # how the note of a program's score begins that a person should look at, whatever it is
OPEN = "open (tie)"  # what a majority says where two answers are equally frequent
DERIVED = ("individual", "majority", "unanimous", "resolved")


def of_dimension(study: Study, dimension: str) -> pd.DataFrame:
    """Ratings of one dimension whose value is present, for items to which the dimension applies."""
    return _taken(study.ratings, study.rated.get(dimension, np.empty(0, "int64")))


def latest_of(study: Study, dimension: str) -> pd.DataFrame:
    """`latest` of `of_dimension`."""
    return _taken(study.ratings, _places(study, dimension, "latest"))


def _places(study: Study, dimension: str, which: str) -> np.ndarray:
    """Where the ratings that count stand, worked out once a study, since every table asks. which: as in `matrix`."""

    def made() -> np.ndarray:
        rated = study.rated.get(dimension, np.empty(0, "int64"))
        return rated[(_first if which == "first" else _latest)(_taken(study.ratings, rated))]

    return study.once(which, dimension, made)


def _taken(ratings: pd.DataFrame, places: np.ndarray) -> pd.DataFrame:
    return ratings if len(places) == len(ratings) and _in_order(places) else ratings.iloc[places]


def _in_order(places: np.ndarray) -> bool:
    return bool((places[1:] > places[:-1]).all())


def latest(ratings: pd.DataFrame) -> pd.DataFrame:
    """Each rater's current rating of each item and dimension: the one with the latest time, else the last given."""
    return _taken(ratings, _latest(ratings))


def _latest(ratings: pd.DataFrame) -> np.ndarray:
    """The places of the current ratings, in the order of time."""
    times = ratings["time"]
    order = np.arange(len(ratings))
    if times.notna().any():
        order = times.reset_index(drop=True).sort_values(kind="stable", na_position="first").index.to_numpy()
    return order[~_repeated(ratings[["dimension", "rater", "item_id"]].iloc[order], "last")]


def _repeated(ratings: pd.DataFrame, keep: Literal["first", "last"]) -> np.ndarray:
    """Which ratings the first or last one of the same rater, item and dimension replaces; by numbers, since comparing
    three texts a row is several times as slow."""
    one = np.zeros(len(ratings), "int64")
    for column in ("dimension", "rater", "item_id"):
        codes, found = pd.factorize(ratings[column], use_na_sentinel=False)
        one = one * len(found) + codes
    return np.asarray(pd.Series(one).duplicated(keep=keep))


def first_independent(ratings: pd.DataFrame) -> pd.DataFrame:
    """Each rater's rating that agreement counts: the first blind one, else the first of those that saw others' scores.

    Discussion and the sight of others' scores make raters agree, so agreement is counted before them. Where a file does
    not say what its raters saw, a repeat is a slip put right, and the latest counts as it does in scores.
    """
    return _taken(ratings, _first(ratings))


def _first(ratings: pd.DataFrame) -> np.ndarray:
    """The places of the first independent ratings, in their order."""
    if not _repeated(ratings, "first").any():
        return np.arange(len(ratings))
    ratings = ratings.reset_index(drop=True)
    blind = ratings["blind"]
    rank = np.where(blind.map(lambda b: b is True), 0, np.where(blind.isna(), 2, 1))
    ordered = ratings.assign(_rank=rank).sort_values(["_rank", "time"], kind="stable", na_position="first")
    unknown = ordered["_rank"] == 2
    known = ordered[~unknown]
    both = pd.concat([known, ordered[unknown][~_repeated(ordered[unknown], "last")]])
    return np.sort(both.index.to_numpy()[~_repeated(both, "first")])


def matrix(study: Study, dimension: str, which: str = "first", raters: list[str] | None = None) -> pd.DataFrame:
    """Items × raters of values, missing as None/NaN: the input of every agreement coefficient.

    which: `first` (first independent rating, for agreement) or `latest` (for scores).
    raters: restricts and orders the columns; default all who rated the dimension, except `decision`s
    (a team's decision is not an independent rating).
    Rows are the items with at least one rating, in the study's order. Numeric scales give floats.
    """
    at = _places(study, dimension, which)
    at = at[study.places[at] >= 0]
    if raters is None:
        at = at[(study.ratings["kind"] != "decision").to_numpy()[at]]
        names, codes = study.raters["name"].to_numpy(), study.rater_codes[at]
        codes, said = pd.factorize(codes)
        raters = names[said].tolist()
    else:
        codes = pd.Index(raters).get_indexer(pd.Index(study.raters["name"]))[study.rater_codes[at]]
        at, codes = at[codes >= 0], codes[codes >= 0]
    seen, row = np.unique(study.places[at], return_inverse=True)
    given = study.ratings["value"].to_numpy()[at]
    values = np.full((len(seen), len(raters)), None, dtype=object)
    values[row, codes] = given
    if study.dimensions[dimension].numeric and raters:
        values = values.astype("float64")
    return pd.DataFrame(values, index=study.items.index[seen], columns=pd.Index(raters, name="rater"))


def _grid(ratings: pd.DataFrame, at: np.ndarray, rows: int) -> np.ndarray:
    """Rows × raters of values, None where none was given; `at` is each rating's row."""
    codes, found = pd.factorize(ratings["rater"])
    values = np.full((rows, len(found)), None, dtype=object)
    values[at, codes] = ratings["value"].to_numpy()
    return values


def majority(values: pd.DataFrame) -> pd.Series:
    """Each row's most frequent value; None where none was given or two are equally frequent (a tie has no majority).

    values: items × raters, missing as None/NaN.
    """
    codes, answers = _codes(values)
    out = np.full(len(values), None, dtype=object)
    best = np.zeros(len(values), "int64")
    chosen = np.full(len(values), -1)
    tied = np.zeros(len(values), dtype=bool)
    run = np.zeros(len(values), "int64")
    codes = np.sort(codes, axis=1)  # equal answers stand side by side, so that runs of them can be counted
    for j in range(codes.shape[1]):
        now = codes[:, j]
        run = np.where(now == codes[:, j - 1], run + 1, 1) if j else run + 1
        given = now >= 0
        tied |= given & (run == best) & (now != chosen)
        more = given & (run > best)
        best[more], chosen[more], tied[more] = run[more], now[more], False
    clear = (chosen >= 0) & ~tied
    out[clear] = answers[chosen[clear]]
    return pd.Series(out, index=values.index, dtype=object)


def _codes(values: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """The answers of a table by number, -1 where none was given, and the answers."""
    codes, answers = pd.factorize(values.to_numpy().ravel())
    return codes.reshape(values.shape), np.asarray(answers, dtype=object)


def resolve(study: Study, dimension: str | None = None) -> pd.DataFrame:
    """Each item's final score and where it came from.

    The team's decision, else the reviewers' (unanimous or majority), else the annotators' majority,
    else the headline AI's (or the only one's; among several models none speaks for all). A tie among people is
    unresolved, never the AI's; a reference is no source.

    Returns columns `item_id, dimension, value, source, n_people`: `source` is `decision`, `reviewer`,
    `human`, `ai`, `tie` or `missing`; `n_people`: how many annotators and reviewers answered. One row per item and
    dimension that applies.
    """
    parts = [_resolved(study, d) for d in ([dimension] if dimension else study.dimensions)]
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=_RESOLVED)


def conclude(answers: Iterable[tuple[str, str, Any]]) -> tuple[Any, str]:
    """What people concluded on one item, value and source, by the rule of `resolve`: without tables, in microseconds.

    answers: people's (rater, kind, value) in the order they were given, none of them missing.
    """
    latest_: dict[str, tuple[str, Any]] = {}
    decided = []
    for rater, kind, value in answers:
        if kind == "decision":
            decided.append(value)
        else:
            latest_[rater] = ("human" if kind == "anonymous" else kind, value)
    if decided:
        return decided[-1], "decision"
    for kind in ("reviewer", "human"):
        given = Counter(value for own, value in latest_.values() if own == kind).most_common(2)
        if given:
            tie = len(given) > 1 and given[0][1] == given[1][1]
            return (None, "tie") if tie else (given[0][0], kind)
    return None, "missing"


_RESOLVED = ["item_id", "dimension", "value", "source", "n_people"]


def _resolved(study: Study, dimension: str) -> pd.DataFrame:
    own = study.once("resolved", dimension, lambda: _resolve_one(study, dimension))
    return own.copy(deep=False)  # pandas copies what is written to


def _resolve_one(study: Study, dimension: str) -> pd.DataFrame:
    given = latest_of(study, dimension)[["item_id", "rater", "kind", "value"]]
    given = given.assign(kind=given["kind"].replace("anonymous", "human"))
    ids = study.applicable(dimension)
    place = ids.get_indexer(pd.Index(given["item_id"]))
    given, place = given[place >= 0], place[place >= 0]
    value = np.full(len(ids), None, dtype=object)
    source = np.full(len(ids), "missing", dtype=object)
    for kind in ("decision", "reviewer", "human"):
        mine = (given["kind"] == kind).to_numpy()
        if not mine.any():
            continue
        wide = pd.DataFrame(_grid(given[mine], place[mine], len(ids)))
        open_ = (source == "missing") & wide.notna().any(axis=1).to_numpy()
        chosen = majority(wide[open_])
        value[open_] = chosen
        source[open_] = np.where(chosen.notna(), kind, "tie")
    ai = (given["kind"] == "ai").to_numpy()
    names = given.loc[ai, "rater"].unique()
    rater = study.headline if study.headline in names else names[0] if len(names) == 1 else None
    if rater is not None:  # among several models none speaks for all
        said = ai & (given["rater"] == rater).to_numpy()
        own = np.full(len(ids), None, dtype=object)
        own[place[said]] = given["value"].to_numpy()[said]
        open_ = (source == "missing") & pd.notna(own)
        value[open_] = own[open_]
        source[open_] = "ai"
    answered = given["kind"].isin(("human", "reviewer"))
    people = np.bincount(place[answered.to_numpy()], minlength=len(ids))
    return pd.DataFrame({"item_id": ids, "dimension": dimension, "value": value, "source": source, "n_people": people})


def derived(study: Study, dimension: str, ties: bool = False) -> pd.DataFrame:
    """Ratings of kind `derived`, columns `item_id, rater, kind, value`: `majority` and `unanimous` where several
    annotators rated (reviewers, where there are no annotators), `resolved` always.

    `unanimous`: the value all people gave. On a right/wrong scale (0, 1) it is 1 only where all said 1, else 0,
    as recognition studies report it; on other scales items on which people differ have none.
    ties: `OPEN` as the value of `majority` and `resolved` where people are tied, who else have none there.
    """
    scale = study.dimensions[dimension]
    people = study.of_kind(*ANNOTATORS) or study.of_kind("reviewer")
    wide = matrix(study, dimension, "latest", people)
    wide = wide.loc[:, wide.notna().any()] if len(wide.columns) else wide
    parts = []
    if len(wide.columns) > 1:
        agreed = majority(wide)
        tied = agreed.isna() & wide.notna().any(axis=1)
        if scale.categories == (0, 1):
            lowest = wide.min(axis=1)
            unanimous = lowest.astype(object).where(lowest.notna(), None)
        else:
            codes, _ = _codes(wide)
            same = codes.max(axis=1) == np.where(codes < 0, codes.max(), codes).min(axis=1)  # of those given
            unanimous = agreed.where(same, None)  # where all said the same, that is the most frequent
        said = agreed.mask(tied, OPEN) if ties else agreed
        for name, values in (("majority", said), ("unanimous", unanimous)):
            values = values.dropna()
            parts.append(_as_ratings(values.index, values, name))
    resolved = _resolved(study, dimension)
    if ties:
        resolved = resolved.assign(value=resolved["value"].mask(resolved["source"].eq("tie"), OPEN))
    resolved = resolved.dropna(subset="value")
    parts.append(_as_ratings(resolved["item_id"], resolved["value"], "resolved"))
    return pd.concat([p for p in parts if len(p)] or [parts[-1]], ignore_index=True)


def _as_ratings(ids: pd.Index | pd.Series, values: pd.Series, rater: str) -> pd.DataFrame:
    made = {"item_id": np.asarray(ids), "rater": rater, "kind": "derived", "value": values.to_numpy(dtype=object)}
    return pd.DataFrame(made).astype({"item_id": "str", "value": object})
