"""How far people differ among themselves, where several judged the same items."""

from __future__ import annotations

from dataclasses import dataclass

from annoeval.ratings import latest_of
from annoeval.study import Study

JUDGES = ("human", "anonymous", "reviewer")


@dataclass(frozen=True)
class ReviewerError:
    """n: items that two or more people judged; differ: those on which they differ. shift: how far a mean, or a share,
    would move at most if on each of them the other one had been right: the mean distance of the answers."""

    n: int
    differ: int
    shift: float


def reviewer_error(study: Study, dimension: str) -> ReviewerError | None:
    """The disagreement of people on a dimension; None where no item has a second opinion.

    An estimate takes people's answers as the truth. Where they differ by d on average, no estimate from one of them
    alone can be closer to the other's than d in the worst case.
    """
    given = latest_of(study, dimension)
    given = given[given["kind"].isin(JUDGES)]
    both = given[given.groupby("item_id")["rater"].transform("size") > 1]
    if both.empty:
        return None
    if study.dimensions[dimension].numeric:
        values = both.assign(value=both["value"].astype("float64")).groupby("item_id")["value"]
        gaps = values.max() - values.min()
    else:
        gaps = (both.groupby("item_id")["value"].nunique() > 1).astype("float64")
    return ReviewerError(len(gaps), int((gaps > 0).sum()), float(gaps.mean()))
