"""Is this study better than another one? The same items in both, matched by id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from annoeval.conclusions import resolve
from annoeval.evaluation.compare_pairs import pair_rows
from annoeval.evaluation.comparison import adjusted, as_table
from annoeval.evaluation.current import current_values
from annoeval.evaluation.mixed import unchecked, untested
from annoeval.study import Study

FINAL = "resolved"
ITEM_COLUMNS = ("item_id", "dimension", "this", "other", "change")


@dataclass(frozen=True)
class Against:
    """Two studies side by side.

    table: the columns of `comparison`, `what` being `study`, a this study and b the other.
    items: one row per dimension and item that both hold: `item_id, dimension, this, other, change`; `change` is
        `better`, `worse` or `same` for numeric scales (this above, below, as the other), else `different` or `same`.
    counts: one row per dimension: `dimension, better, worse, different, same, only_this, only_other`.
    """

    table: pd.DataFrame
    items: pd.DataFrame
    counts: pd.DataFrame


def against(
    study: Study,
    other: Study,
    *,
    dimensions: Sequence[str] | None = None,
    rater: str = FINAL,
    other_rater: str | None = None,
) -> Against:
    """Compares the dimensions two studies share, item by item and by paired tests.

    rater: whose values count in this study, `other_rater` (default: the same) in the other; `resolved` is each item's
    final score. Items are matched by id; those that only one study holds, or that have no value in one, are counted
    apart. Numeric scales are compared where the scales agree in kind: a higher value counts as better.
    """
    names = [d for d in dimensions or study.dimensions if d in study.dimensions and d in other.dimensions]
    rows: list[dict[str, object]] = []
    items, counts = [], []
    for name in names:
        scale = study.dimensions[name]
        numeric = scale.numeric and other.dimensions[name].numeric
        if scale.level == "text" or (scale.numeric and not numeric):
            continue
        here, there = _values(study, name, rater), _values(other, name, other_rater or rater)
        shared = here.index.intersection(there.index, sort=False)
        x, y = here.loc[shared], there.loc[shared]
        change = _changes(x, y, numeric)
        items.append(
            pd.DataFrame(
                {"item_id": shared, "dimension": name, "this": x.to_numpy(), "other": y.to_numpy(), "change": change},
                columns=list(ITEM_COLUMNS),
            )
        )
        counts.append(
            {"dimension": name}
            | {kind: change.count(kind) for kind in ("better", "worse", "different", "same")}
            | {"only_this": len(here) - len(shared), "only_other": len(there) - len(shared)}
        )
        keys = {"dimension": name, "rater": rater, "what": "study"}
        found = pair_rows("this", "other", x, y, scale)
        n = sum(
            int(unchecked(s, name).sum()) for s, who in ((study, rater), (other, other_rater or rater)) if who == FINAL
        )
        rows += [keys | r for r in (untested(found, n) if n else found)]
    table = adjusted(as_table(rows))
    table[["a", "b"]] = table[["a", "b"]].replace({"this": study.name, "other": other.name})
    columns = ["dimension", "better", "worse", "different", "same", "only_this", "only_other"]
    empty = pd.DataFrame(columns=list(ITEM_COLUMNS))
    return Against(
        table, pd.concat(items, ignore_index=True) if items else empty, pd.DataFrame(counts, columns=columns)
    )


def _values(study: Study, dimension: str, rater: str) -> pd.Series:
    """Each item's value by a rater, or its final one, indexed by item id; items without one left out."""
    if rater == FINAL:
        values = resolve(study, dimension).set_index("item_id")["value"].dropna()
    else:
        values = current_values(study, dimension, [rater]).set_index("item_id")["value"]
    return values.astype("float64") if study.dimensions[dimension].numeric else values


def _changes(x: pd.Series, y: pd.Series, numeric: bool) -> list[str]:
    if not numeric:
        return ["same" if a == b else "different" for a, b in zip(x, y, strict=True)]
    return ["better" if a > b else "worse" if a < b else "same" for a, b in zip(x, y, strict=True)]
