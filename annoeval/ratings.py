"""Which rating counts: the latest, the first independent one, the majority's, the final one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal

import numpy as np
import pandas as pd

from annoeval.rating_table import ANNOTATORS
from annoeval.study import Study

CLOSE = "A close call: "  # how the note of a program's score begins that a person should look at, whatever it is
OPEN = "open (tie)"  # what a majority says where two answers are equally frequent
DERIVED = ("individual", "majority", "unanimous", "resolved")


def of_dimension(study: Study, dimension: str) -> pd.DataFrame:
    """Ratings of one dimension whose value is present, for items to which the dimension applies."""
    return _taken(study.ratings, study.rated.get(dimension, np.empty(0, "int64")))


def latest_of(study: Study, dimension: str) -> pd.DataFrame:
    """`latest` of `of_dimension`."""
    return _taken(study.ratings, counted(study, dimension, "latest"))


def counted(study: Study, dimension: str, which: str) -> np.ndarray:
    """Where the ratings that count stand, worked out once a study, since every table asks. which: as in `matrix`."""

    def made() -> np.ndarray:
        rated = study.rated.get(dimension, np.empty(0, "int64"))
        if which == "latest":
            return newest(study, rated)
        found = _first(_taken(study.ratings, rated), _of_one(study, rated))
        return rated if len(found) == len(rated) and _in_order(found) else rated[found]

    return study.once(which, dimension, made)


def newest(study: Study, places: np.ndarray) -> np.ndarray:
    """`latest` of some ratings of one dimension, by their places."""
    found = _latest(study.ratings["time"].iloc[places], _of_one(study, places))
    return places if len(found) == len(places) and _in_order(found) else places[found]


def _of_one(study: Study, places: np.ndarray) -> np.ndarray:
    """`_who` of ratings of one dimension."""
    return study.rater_codes[places] * len(study.ratings) + study.item_codes[places]


def _taken(ratings: pd.DataFrame, places: np.ndarray) -> pd.DataFrame:
    return ratings if len(places) == len(ratings) and _in_order(places) else ratings.iloc[places]


def _in_order(places: np.ndarray) -> bool:
    return bool((places[1:] > places[:-1]).all())


def latest(ratings: pd.DataFrame) -> pd.DataFrame:
    """Each rater's current rating of each item and dimension: the one with the latest time, else the last given."""
    return _taken(ratings, _latest(ratings["time"], _who(ratings)))


def _who(ratings: pd.DataFrame) -> np.ndarray:
    """A number of each rating that those of one rater, item and dimension share: comparing three texts a row is several
    times as slow."""
    one = np.zeros(len(ratings), "int64")
    for column in ("dimension", "rater", "item_id"):
        codes, found = pd.factorize(ratings[column], use_na_sentinel=False)
        one = one * len(found) + codes
    return one


def _latest(times: pd.Series, who: np.ndarray) -> np.ndarray:
    """The places of the current ratings, in the order of time. who: as `_who`."""
    order = np.arange(len(times))
    if times.notna().any():
        order = np.argsort(_as_numbers(times), kind="stable")
    return order[~_repeated(who[order], "last")]


def _as_numbers(times: pd.Series) -> np.ndarray:
    """Times as numbers; a missing one comes before all."""
    return times.astype("int64").to_numpy()


def _repeated(who: np.ndarray, keep: Literal["first", "last"]) -> np.ndarray:
    """Which ratings the first or last one of the same rater, item and dimension replaces."""
    return np.asarray(pd.Series(who).duplicated(keep=keep))


def first_independent(ratings: pd.DataFrame) -> pd.DataFrame:
    """Each rater's rating that agreement counts: the first blind one, else the first of those that saw others' scores.

    Discussion and the sight of others' scores make raters agree, so agreement is counted before them. Where a file does
    not say what its raters saw, a repeat is a slip put right, and the latest counts as it does in scores.
    """
    return _taken(ratings, _first(ratings, _who(ratings)))


def _first(ratings: pd.DataFrame, who: np.ndarray) -> np.ndarray:
    """The places of the first independent ratings, in their order. who: as `_who`."""
    if not _repeated(who, "first").any():
        return np.arange(len(ratings))
    blind = ratings["blind"]
    rank = np.where(blind.map(lambda b: b is True), 0, np.where(blind.isna(), 2, 1))
    order = np.lexsort((_as_numbers(ratings["time"]), rank))
    known, unknown = order[rank[order] < 2], order[rank[order] == 2]
    both = np.append(known, unknown[~_repeated(who[unknown], "last")])
    return np.sort(both[~_repeated(who[both], "first")])


def matrix(study: Study, dimension: str, which: str = "first", raters: list[str] | None = None) -> pd.DataFrame:
    """Items × raters of values, missing as None/NaN: the input of every agreement coefficient.

    which: `first` (first independent rating, for agreement) or `latest` (for scores).
    raters: restricts and orders the columns; default all who rated the dimension, except `decision`s
    (a team's decision is not an independent rating).
    Rows are the items with at least one rating, in the study's order. Numeric scales give floats.
    """
    found = _by_place(study, dimension, which, raters)
    return found.set_axis(study.items.index[found.index.to_numpy()], axis=0)


def _by_place(study: Study, dimension: str, which: str, raters: list[str] | None = None) -> pd.DataFrame:
    """`matrix`, items by their places in `study.items`."""
    at = counted(study, dimension, which)
    at = at[study.places[at] >= 0]
    if raters is None:
        at = at[~study.are("decision")[at]]
        codes, said = pd.factorize(study.rater_codes[at])
        raters = study.raters["name"].to_numpy()[said].tolist()
    else:
        codes = pd.Index(raters).get_indexer(pd.Index(study.raters["name"]))[study.rater_codes[at]]
        at, codes = at[codes >= 0], codes[codes >= 0]
    rated = np.zeros(len(study.items), dtype=bool)
    rated[study.places[at]] = True
    row = (np.cumsum(rated) - 1)[study.places[at]]
    numbers = study.dimensions[dimension].numeric and raters
    values = np.full((int(rated.sum()), len(raters)), np.nan if numbers else None, dtype=float if numbers else object)
    values[row, codes] = study.ratings["value"].to_numpy()[at]
    return pd.DataFrame(values, index=np.flatnonzero(rated), columns=pd.Index(raters, name="rater"))


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
    at = counted(study, dimension, "latest")
    at = at[study.places[at] >= 0]
    place, rater, given = study.places[at], study.rater_codes[at], study.ratings["value"].to_numpy()[at]
    value = np.full(len(study.items), None, dtype=object)
    source = np.full(len(study.items), "missing", dtype=object)
    open_ = np.ones(len(study.items), dtype=bool)
    for kinds in (("decision",), ("reviewer",), ANNOTATORS):
        mine = study.are(*kinds)[at] & open_[place]
        if mine.any():
            seen, row = np.unique(place[mine], return_inverse=True)
            column, names = pd.factorize(rater[mine])
            wide = np.full((len(seen), len(names)), None, dtype=object)
            wide[row, column] = given[mine]
            chosen = majority(pd.DataFrame(wide))
            value[seen] = chosen
            source[seen] = np.where(chosen.notna(), "human" if kinds == ANNOTATORS else kinds[0], "tie")
            open_[seen] = False
    said = study.are("ai")[at]
    names = study.raters["name"].iloc[pd.unique(rater[said])].tolist()
    who = study.headline if study.headline in names else names[0] if len(names) == 1 else None
    if who is not None:  # among several models none speaks for all
        said &= (rater == study.raters["name"].tolist().index(who)) & open_[place]
        value[place[said]] = given[said]
        source[place[said]] = "ai"
    people = np.bincount(place[study.are(*ANNOTATORS, "reviewer")[at]], minlength=len(study.items))
    found = pd.DataFrame({"value": value, "source": source, "n_people": people}, index=study.items.index)
    if study.dimensions[dimension].applies:
        found = found.loc[study.applicable(dimension)]
    found.insert(0, "dimension", dimension)
    return found.rename_axis("item_id").reset_index()


def derived(study: Study, dimension: str, ties: bool = False) -> pd.DataFrame:
    """Ratings of kind `derived`, columns `item_id, rater, kind, value`: `majority` and `unanimous` where several
    annotators rated (reviewers, where there are no annotators), `resolved` always.

    `unanimous`: the value all people gave. On a right/wrong scale (0, 1) it is 1 only where all said 1, else 0,
    as recognition studies report it; on other scales items on which people differ have none.
    ties: `OPEN` as the value of `majority` and `resolved` where people are tied, who else have none there.
    """
    parts = [
        pd.DataFrame({"item_id": study.items.index[place], "rater": name, "kind": "derived", "value": values})
        for name, (place, values) in derived_places(study, dimension, ties).items()
    ]
    made = pd.concat([p for p in parts if len(p)] or [parts[-1]], ignore_index=True)
    return made.astype({"item_id": "str", "rater": "str", "kind": "str", "value": object})


def derived_places(study: Study, dimension: str, ties: bool = False) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The ratings of `derived`: by rater the items by their places in `study.items`, and their values (objects)."""
    scale = study.dimensions[dimension]
    people = study.of_kind(*ANNOTATORS) or study.of_kind("reviewer")
    wide = _by_place(study, dimension, "latest", people)
    wide = wide.loc[:, wide.notna().any()] if len(wide.columns) else wide
    resolved = _resolved(study, dimension)
    applies = scale.applies_to(study.items).to_numpy() if scale.applies else np.ones(len(study.items), dtype=bool)
    made = {"resolved": (np.flatnonzero(applies), resolved["value"], resolved["source"].eq("tie"))}
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
        place = wide.index.to_numpy()
        made = {"majority": (place, agreed, tied), "unanimous": (place, unanimous, tied & False), **made}
    found = {}
    for name, (place, values, tied) in made.items():
        said = values.mask(tied, OPEN) if ties else values
        given = said.notna().to_numpy()
        found[name] = place[given], said.to_numpy(dtype=object)[given]
    return found
