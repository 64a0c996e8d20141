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
_KEPT = 8  # bytes a rating up to which a table of all raters is kept
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
    found = _latest(study.times[places], _of_one(study, places))
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
    return _taken(ratings, _latest(_as_numbers(ratings["time"]), _who(ratings)))


def _who(ratings: pd.DataFrame) -> np.ndarray:
    """A number of each rating that those of one rater, item and dimension share: comparing three texts a row is several
    times as slow."""
    one = np.zeros(len(ratings), "int64")
    for column in ("dimension", "rater", "item_id"):
        codes, found = pd.factorize(ratings[column], use_na_sentinel=False)
        one = one * len(found) + codes
    return one


def _latest(times: np.ndarray, who: np.ndarray) -> np.ndarray:
    """The places of the current ratings, in the order of time. who: as `_who`."""
    order = np.arange(len(times))
    if len(times) and times.max() > times.min():
        order = np.argsort(times, kind="stable")
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


def numbered(study: Study, dimension: str) -> tuple[np.ndarray, np.ndarray]:
    """Each of the study's ratings by the number of its answer, -1 where it is none of the dimension; and the answers.

    Worked out once a study: answers are counted and compared many times, and numbers ten times as fast as objects."""

    def made() -> tuple[np.ndarray, np.ndarray]:
        at = study.given.get(dimension, np.empty(0, "int64"))
        found, answers = pd.factorize(study.ratings["value"].to_numpy()[at])
        codes = np.full(len(study.ratings), -1, np.min_scalar_type(-len(answers) - 1))
        codes[at] = found
        return codes, np.asarray(answers, dtype=object)

    return study.once("numbered", dimension, made)


def _by_place(study: Study, dimension: str, which: str, raters: list[str] | None = None) -> pd.DataFrame:
    """`matrix`, items by their places in `study.items`."""
    place, codes, answers, names = by_number(study, dimension, which, raters)
    numeric = study.dimensions[dimension].numeric and names
    said = np.append(answers, np.nan) if numeric else np.array([*answers, None], dtype=object)
    return pd.DataFrame(said[codes], index=place, columns=pd.Index(names, name="rater"))


def by_number(
    study: Study, dimension: str, which: str, raters: list[str] | None = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[str]]:
    """`matrix` in numbers: the items' places in `study.items`, their answers as in `numbered`, these, floats on a
    numeric scale, and the raters."""
    numbers, answers = numbered(study, dimension)
    at, names = counted(study, dimension, which), pd.Index(study.raters["name"])
    at = at[study.places[at] >= 0]
    said = answers.astype(float) if study.dimensions[dimension].numeric else answers
    if raters is None:
        at = at[~study.are("decision")[at]]
        raters = names[pd.unique(study.rater_codes[at])].tolist()
        several = False
    else:
        several = len(study.items) * len(names) * numbers.itemsize <= _KEPT * len(at)
    if several:
        own = study.rater_codes[at]
        everyone = study.once(f"by number, {which}", dimension, lambda: _filled(study, numbers, at, own, len(names)))
        columns = names.get_indexer(raters)
        wide = np.where(columns >= 0, everyone[:, columns], numbers.dtype.type(-1))
    else:
        columns = pd.Index(raters).get_indexer(names)[study.rater_codes[at]]
        wide = _filled(study, numbers, at[columns >= 0], columns[columns >= 0], len(raters))
    rated = (wide >= 0).any(axis=1)
    return np.flatnonzero(rated), wide if rated.all() else wide[rated], said, raters


def _filled(study: Study, numbers: np.ndarray, at: np.ndarray, columns: np.ndarray, width: int) -> np.ndarray:
    """Items × raters of some ratings' answers by number."""
    wide = np.full((len(study.items), width), -1, numbers.dtype)
    wide.ravel()[study.places[at] * width + columns] = numbers[at]
    return wide


def majority(values: pd.DataFrame) -> pd.Series:
    """Each row's most frequent value; None where none was given or two are equally frequent (a tie has no majority).

    values: items × raters, missing as None/NaN.
    """
    codes, answers = pd.factorize(values.to_numpy().ravel())
    chosen, _ = most_frequent(codes.reshape(values.shape))
    said = np.array([*answers, None], dtype=object)
    return pd.Series(said[chosen], index=values.index, dtype=object)


def most_frequent(codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`majority` in numbers, -1 where there is none; and where that is because two answers are equally frequent.

    codes: items × raters, -1 where no answer was given.
    """
    best = np.zeros(len(codes), "int64")
    chosen = np.full(len(codes), -1)
    tied = np.zeros(len(codes), dtype=bool)
    run = np.zeros(len(codes), "int64")
    codes = np.sort(codes, axis=1)  # equal answers stand side by side, so that runs of them can be counted
    for j in range(codes.shape[1]):
        now = codes[:, j]
        run = np.where(now == codes[:, j - 1], run + 1, 1) if j else run + 1
        given = now >= 0
        tied |= given & (run == best) & (now != chosen)
        more = given & (run > best)
        best[more], chosen[more], tied[more] = run[more], now[more], False
    return np.where(tied, -1, chosen), tied


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
    return _resolve_one(study, dimension)[0].copy(deep=False)  # pandas copies what is written to


def _resolve_one(study: Study, dimension: str) -> tuple[pd.DataFrame, np.ndarray]:
    """`resolve` of one dimension, worked out once a study; and every item's value as in `numbered`."""
    return study.once("resolved", dimension, lambda: _concluded(study, dimension))


def _concluded(study: Study, dimension: str) -> tuple[pd.DataFrame, np.ndarray]:
    numbers, answers = numbered(study, dimension)
    at = counted(study, dimension, "latest")
    at = at[study.places[at] >= 0]
    place, rater, given = study.places[at], study.rater_codes[at], numbers[at]
    value = np.full(len(study.items), -1)
    source = np.full(len(study.items), "missing", dtype=object)
    open_ = np.ones(len(study.items), dtype=bool)
    for kinds in (("decision",), ("reviewer",), ANNOTATORS):
        mine = study.are(*kinds)[at] & open_[place]
        if mine.any():
            seen = np.zeros(len(study.items), dtype=bool)
            seen[place[mine]] = True
            column, names = pd.factorize(rater[mine])
            wide = np.full((int(seen.sum()), len(names)), -1, numbers.dtype)
            wide[(np.cumsum(seen) - 1)[place[mine]], column] = given[mine]
            chosen, _ = most_frequent(wide)
            value[seen] = chosen
            source[seen] = np.where(chosen >= 0, "human" if kinds == ANNOTATORS else kinds[0], "tie")
            open_[seen] = False
    said = study.are("ai")[at]
    names = study.raters["name"].iloc[pd.unique(rater[said])].tolist()
    who = study.headline if study.headline in names else names[0] if len(names) == 1 else None
    if who is not None:  # among several models none speaks for all
        said &= (rater == study.raters["name"].tolist().index(who)) & open_[place]
        value[place[said]] = given[said]
        source[place[said]] = "ai"
    people = np.bincount(place[study.are(*ANNOTATORS, "reviewer")[at]], minlength=len(study.items))
    said = np.array([*answers, None], dtype=object)[value]
    found = pd.DataFrame({"value": said, "source": source, "n_people": people}, index=study.items.index)
    if study.dimensions[dimension].applies:
        found = found.loc[study.applicable(dimension)]
    found.insert(0, "dimension", dimension)
    return found.rename_axis("item_id").reset_index(), value


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
    _, answers = numbered(study, dimension)
    tie = OPEN if ties else None
    as_given = np.array([*answers, tie], dtype=object)
    numeric = study.dimensions[dimension].numeric
    as_number = np.array([*answers.astype(float).tolist(), tie], dtype=object) if numeric else as_given
    found = {}
    for name, (place, code) in derived_by_number(study, dimension).items():
        keep = slice(None) if ties else code >= 0
        found[name] = place[keep], (as_given if name == "resolved" else as_number)[code[keep]]
    return found


def derived_by_number(study: Study, dimension: str) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """`derived` in numbers: by rater the items by their places, and their answers as in `numbered`, -1 at a tie."""
    scale = study.dimensions[dimension]
    people = study.of_kind(*ANNOTATORS) or study.of_kind("reviewer")
    place, wide, answers, _ = by_number(study, dimension, "latest", people)
    wide = wide[:, (wide >= 0).any(axis=0)]
    resolved, value = _resolve_one(study, dimension)
    open_ = np.zeros(len(study.items), dtype=bool)
    applies = scale.applies_to(study.items).to_numpy() if scale.applies else ~open_
    open_[applies] = resolved["source"].eq("tie").to_numpy()
    made = {}
    if wide.shape[1] > 1:
        agreed, tied = most_frequent(wide)
        judged = (agreed >= 0) | tied
        if scale.categories == (0, 1):
            order = np.argsort(answers, kind="stable")
            rank = np.append(np.argsort(order), len(order))
            unanimous = np.append(order, -1)[rank[wide].min(axis=1)]
        else:
            lowest = np.where(wide < 0, len(answers), wide).min(axis=1)
            unanimous = np.where(wide.max(axis=1) == lowest, agreed, -1)  # of those given
        made = {"majority": (place[judged], agreed[judged])}
        made["unanimous"] = place[unanimous >= 0], unanimous[unanimous >= 0]
    known = np.flatnonzero(applies & ((value >= 0) | open_))
    return {**made, "resolved": (known, value[known])}
