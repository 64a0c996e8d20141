"""The values behind one comparison: what stands on either side, item by item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

import numpy as np
import pandas as pd

from annoeval.evaluation.comparison import DIMENSION, RATER
from annoeval.evaluation.current import current_values, rest_of_key
from annoeval.scale import Scale
from annoeval.statistics.comparison.equivalence import equivalence
from annoeval.statistics.outcome import Outcome
from annoeval.study import Study
from annoeval.words import interval

CLOSED = "]"  # ends the key of a step, and of the last interval: its upper end belongs to it


@dataclass(frozen=True)
class Sides:
    """Two sides of a comparison.

    a, b: their names. paired: whether both hold the same items. scale: of the values.
    values: one row per item and side: `item_id, side` ("a" or "b"), `value`; of paired sides the items both hold.
    """

    a: str
    b: str
    paired: bool
    scale: Scale
    values: pd.DataFrame

    def of(self, side: str) -> pd.Series:
        """The values of a side, indexed by item id."""
        rows = self.values[self.values["side"] == side]
        return rows.set_index("item_id")["value"]

    def mean(self, side: str) -> float | None:
        """The mean of a side; None for labels and for no values."""
        values = self.of(side)
        return float(values.astype(float).mean()) if self.scale.numeric and len(values) else None

    def changes(self) -> pd.DataFrame:
        """Of paired sides, every item: `item_id, a, b, change`: a is `higher`, `lower`, `same` or (labels) `different`.

        Largest differences first.
        """
        x, y = self.of("a"), self.of("b")
        y = y.reindex(x.index)
        frame = pd.DataFrame({"item_id": x.index, "a": x.to_numpy(), "b": y.to_numpy()})
        if self.scale.numeric:
            gap = frame["a"].astype(float) - frame["b"].astype(float)
            frame["change"] = np.select([gap > 0, gap < 0], ["higher", "lower"], "same")
            return frame.iloc[np.argsort(-gap.abs().to_numpy(), kind="stable")].reset_index(drop=True)
        frame["change"] = np.where(frame["a"] == frame["b"], "same", "different")
        return frame.sort_values("change", kind="stable").reset_index(drop=True)

    def items(self, side: str, key: str) -> list[str]:
        """Ids of the items on a side behind a row of `shares`, by its `key`."""
        values = self.of(side)
        if key.startswith("="):
            return [str(i) for i in values.index[values.astype(str) == key[1:]]]
        low, high = ends_of(key)
        numbers = values.astype(float)
        below = numbers <= high if key.endswith(CLOSED) else numbers < high
        return [str(i) for i in values.index[(numbers >= low) & below]]


def ends_of(key: str) -> tuple[float, float]:
    """The interval of numbers that a row of `shares` counts, by its `key`."""
    low, high = map(float, key.removesuffix(CLOSED).split("|"))
    return low, high


def sides(study: Study, what: str, a: str, b: str, dimension: str = "", rater: str = "") -> Sides:
    """The values compared in a row of `comparison`: its `what`, `a`, `b`, `dimension` and `rater`."""
    if what == DIMENSION:
        parts = {"a": current_values(study, a, [rater]), "b": current_values(study, b, [rater])}
        return _paired(a, b, study.dimensions[a], parts)
    scale = study.dimensions[dimension]
    if what == RATER:
        own = current_values(study, dimension, [a, b])
        return _paired(a, b, scale, {"a": own[own["rater"] == a], "b": own[own["rater"] == b]})
    own = current_values(study, dimension, [rater])
    rest = rest_of_key(study, what)
    if rest is not None:
        side = own["item_id"].map(study.items[what].astype("str"))
        first, second = own[side == a], own[side == b]
        partner = pd.Series(first["item_id"].to_numpy(), index=first["item_id"].map(rest))
        moved = second.assign(item_id=second["item_id"].map(rest).map(partner)).dropna(subset=["item_id"])
        if len(moved):  # what both judge stands under a's item
            return _paired(a, b, scale, {"a": first, "b": moved})
    group = own["item_id"].map(study.items[what]).astype("object")
    side = group.map(lambda g: {a: "a", b: "b"}.get(str(g)) if pd.notna(g) else None)
    values = own.assign(side=side)[["item_id", "side", "value"]].dropna(subset=["side"])
    return Sides(a, b, False, scale, values.reset_index(drop=True))


def paired_sides(a: str, b: str, scale: Scale, items: pd.DataFrame) -> Sides:
    """The two sides of a comparison of studies. items: `Against.items` of one dimension."""
    parts = {
        side: items[["item_id", column]].rename(columns={column: "value"})
        for side, column in (("a", "this"), ("b", "other"))
    }
    return _paired(a, b, scale, parts)


def _paired(a: str, b: str, scale: Scale, parts: dict[str, pd.DataFrame]) -> Sides:
    shared = set(parts["a"]["item_id"]) & set(parts["b"]["item_id"])
    rows = [part[part["item_id"].isin(shared)].assign(side=side) for side, part in parts.items()]
    values = pd.concat(rows, ignore_index=True)[["item_id", "side", "value"]]
    return Sides(a, b, True, scale, values)


def equal_within(compared: Sides, margin: float) -> Outcome | None:
    """Whether two sides are equal within a margin, by two one-sided tests; None for labels."""
    if not compared.scale.numeric:
        return None
    x, y = compared.of("a"), compared.of("b")
    if compared.paired:
        y = y.reindex(x.index)
    return equivalence(x, y, margin, paired=compared.paired)


def shares(compared: Sides, most: int = 12, bins: int = 16) -> pd.DataFrame:
    """How the values of both sides are distributed: one row per side and value, label or interval of values.

    Columns `side, label, key, n, share`; `key` is what `Sides.items` takes, None for "other". Scores of up to `most`
    steps stand one by one (declared categories all, in their order), other numbers in at most `bins` intervals, ordered
    labels in their order, other labels by frequency up to `most`, the rest together as "other".
    """
    rows: list[dict[str, object]] = []
    scale, values = compared.scale, compared.values
    if values.empty:
        return pd.DataFrame(rows, columns=["side", "label", "key", "n", "share"])
    totals = values["side"].value_counts()

    def add(side: str, label: str, key: str | None, n: int) -> None:
        rows.append({"side": side, "label": label, "key": key, "n": n, "share": n / int(totals.get(side, 1))})

    if scale.numeric:
        numbers = values["value"].astype(float)
        steps: Sequence[float] = sorted({*map(float, scale.categories), *numbers.unique()})
        if (scale.categories and len(steps) <= most) or _are_steps(steps, most):
            for side in ("a", "b"):
                counted = numbers[values["side"] == side].value_counts()
                for step in steps:
                    add(
                        side,
                        scale.describe(step if step % 1 else int(step)),
                        f"{step}|{step}{CLOSED}",
                        int(counted.get(step, 0)),
                    )
        else:
            ends = scale.range or (float(numbers.min()), float(numbers.max()))
            edges, digits = _round_edges(min(ends[0], numbers.min()), max(ends[1], numbers.max()), bins)
            for side in ("a", "b"):
                counts, _ = np.histogram(numbers[values["side"] == side], edges)
                for k, n in enumerate(counts):
                    low, high = edges[k : k + 2]
                    closed = CLOSED if k == len(counts) - 1 else ""
                    add(side, interval(low, high, digits), f"{low}|{high}{closed}", int(n))
    else:
        ranked = values["value"].value_counts().index.tolist()
        if scale.level == "ordinal" and len(scale.categories) <= most:
            ranked = list(scale.categories)
        kept = ranked if len(ranked) <= most else ranked[: most - 1]
        for side in ("a", "b"):
            counted = values.loc[values["side"] == side, "value"].value_counts()
            for label in kept:
                add(side, str(label), f"={label}", int(counted.get(label, 0)))
            if len(kept) < len(ranked):
                add(side, "other", None, int(counted.sum() - counted.reindex(kept).fillna(0).sum()))
    return pd.DataFrame(rows)


def _round_edges(low: float, high: float, most: int) -> tuple[list[float], int]:
    """The edges of at most `most` equal intervals over a range, and the decimals they need: as few as tell them."""
    span = Decimal(repr(float(high))) - Decimal(repr(float(low))) or Decimal(1)
    exponent = (span / most).adjusted()
    sizes = (Decimal(s).scaleb(exponent + e) for e in (0, 1) for s in ("1", "2", "2.5", "5"))
    for size in sizes:
        first, last = (Decimal(repr(float(v))) / size for v in (low, high))
        start, stop = first.to_integral_value(ROUND_FLOOR), last.to_integral_value(ROUND_CEILING)
        stop = max(stop, start + 1)
        if stop - start <= most:
            break
    edges = [float((start + k) * size) for k in range(int(stop - start) + 1)]
    return edges, max(0, -int(size.normalize().as_tuple().exponent))


def _are_steps(values: Sequence[float], most: int) -> bool:
    """Whether different numbers lie as far apart as steps of a scale do: none closer than a `most`th of their span."""
    apart = np.diff(values)
    return len(values) <= most and (len(apart) == 0 or float(apart.min()) * most >= values[-1] - values[0])
