"""Drawing an audit: which items people check at random, of a size that is on record before anyone looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from annoeval.evaluation.coverage_of_review import frame
from annoeval.problem import AnnoevalError
from annoeval.rating_table import REASONS
from annoeval.review import ledger
from annoeval.review.standing import Standing
from annoeval.review.store import Store
from annoeval.statistics.partial.looks import Looks
from annoeval.study import Audit, Study

FLOOR = 2  # items of every value, where values are drawn from apart


def draw(
    store: Store,
    id: str,
    dimension: str,
    sizes: int | Mapping[str, int],
    *,
    reviewer: str,
    by: str = "",
    half_width: float | None = None,
    looks: int = 1,
    seed: int = 1,
) -> Audit:
    """Draw items for a dimension's audit and put that on record; they then stand in the review queue.

    sizes: how many more items, in all, or by value of the item column `by`. In all with `by`: in proportion, with at
    least two of every value. An audit that exists grows along its own order; what was fixed at its first draw (`by`,
    looks, seed) stays. half_width: what it is to reach. Raises AnnoevalError where nothing is left to draw.
    """
    study, last = store.study(id), store.standing(id).last
    if dimension not in study.dimensions:
        raise AnnoevalError(f"There is no dimension {dimension!r} in {study.name}.")
    if study.dimensions[dimension].judges:
        raise AnnoevalError(f"An audit draws items, and {dimension} is asked of each answer to an item.")
    looks = Looks(planned=looks).planned
    known = study.audit(dimension)
    order = list(known.frame) if known else frame(study, dimension, seed)
    by = known.by if known else by
    taken = set(known.items) if known else set()
    left = [i for i in order if i not in taken and i in study.items.index]
    chosen = _chosen(study, left, sizes, by)
    if not chosen:
        raise AnnoevalError("Nothing is left to draw: every item is reviewed, or drawn already.")
    detail: dict[str, Any] = {"items": chosen, "half_width": half_width}
    if known is None:
        detail |= {"frame": order, "by": by, "looks": looks}
    else:
        standing = store.standing(id)
        detail["enlarged"] = any(dimension in standing.rated.get(i, ()) for i in known.items)
    with store.database.write(id) as connection:
        ledger.lock(connection, id)
        if ledger.read(connection, id, last, action="audit", dimension=dimension):
            raise AnnoevalError("Someone else has just drawn items for this audit; look at it before drawing more.")
        ledger.append(
            connection, id, {"reviewer": reviewer, "action": "audit", "dimension": dimension, "detail": detail}
        )
    return store.standing(id).audits[dimension]


def _chosen(study: Study, left: Sequence[str], sizes: int | Mapping[str, int], by: str) -> list[str]:
    """The first of the order, of every value its own number where values are drawn from apart."""
    if not by:
        return list(left[: sizes if isinstance(sizes, int) else sum(sizes.values())])
    values = dict(zip(left, study.items[by].reindex(left).astype("str"), strict=True))
    wanted = dict(sizes) if isinstance(sizes, Mapping) else proportional(Counter(values.values()), sizes)
    found = []
    for item in left:
        if wanted.get(values[item], 0) > 0:
            wanted[values[item]] -= 1
            found.append(item)
    return found


def proportional(sizes: Mapping[str, int], total: int) -> dict[str, int]:
    """`total` items dealt out over values in proportion to their sizes, at least two of each (or all it has)."""
    whole = sum(sizes.values())
    least = {v: min(FLOOR, n) for v, n in sizes.items()}
    dealt = {v: max(least[v], round(total * n / whole)) for v, n in sizes.items()} if whole else {}
    return {v: min(n, sizes[v]) for v, n in dealt.items()}


def say_why(store: Store, id: str, dimension: str, because: str, reviewer: str) -> None:
    """Put on record why people reviewed the items of a file that doesn't say it: one of `REASONS`."""
    if because not in REASONS:
        raise AnnoevalError(f"{because!r} is no reason; use one of {', '.join(REASONS)}.")
    with store.database.write(id) as connection:
        row = {"reviewer": reviewer, "action": "because", "dimension": dimension, "because": because}
        ledger.append(connection, id, row)


def waiting(study: Study, standing: Standing, dimension: str) -> list[str]:
    """Items drawn for a dimension's audit that nobody has answered yet, in the order drawn."""
    return [i for i in standing.waiting(dimension) if i in study.items.index]
