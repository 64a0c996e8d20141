"""Which rating counts: the latest, the first independent one; and all that count, by item and rater."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pandas as pd

from annoeval.study import Study

CLOSE = "A close call: "  # how the note of a program's score begins that a person should look at, whatever it is
_KEPT = 8  # bytes a rating up to which a table of all raters is kept


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
