"""How a figure is reported: a paragraph for the methods section, with its references."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from annoeval.evaluation.explain import used
from annoeval.scale import Scale
from annoeval.statistics.agreement.registry import named
from annoeval.statistics.references import REFERENCES
from annoeval.study import Study
from annoeval.words import count, number

LEVELS = {
    "nominal": "labels without an order",
    "ordinal": "ordered labels",
    "interval": "numbers",
    "ratio": "numbers from 0",
    "set": "sets of labels",
}


def methods(study: Study, dimension: str, raters: Sequence[str], row: pd.Series) -> tuple[str, tuple[str, ...]]:
    """A paragraph for the methods section about one row of the agreement table, and the keys of what it cites.

    What every figure needs (selection, blindness, software, …) is in `evaluation.design`."""
    scale, what = study.dimensions[dimension], used(study, dimension, raters)
    name = scale.title or dimension
    keys = [*named(row["coefficient"]).sources]
    cite = " and ".join(_short(k) for k in keys)
    kinds = study.raters.set_index("name")["kind"]
    people = [r for r in raters if kinds.get(r) != "ai"]
    ai = [r for r in raters if kinds.get(r) == "ai"]
    who = count(len(people), "person", "people") + (f" and {count(len(ai), 'AI rater')}" if ai else "")
    variant = str(row["method"]).split("; ")[0]
    parts = [
        f"Agreement of {who} on “{name}” ({LEVELS.get(scale.level, scale.level)}{_labels(scale)}) was measured by "
        f"{named(row['coefficient']).title}{f' ({cite})' if cite else ''}, {variant}."
    ]
    if pd.isna(row["value"]):
        parts.append(f"It is undefined: {row['reason']}.")
    else:
        limits = ""
        if not pd.isna(row["low"]):
            sure = f"{number(row['low'])} to {number(row['high'])}"
            limits = f" (95 % CI {sure}; {_interval(str(row['method']), keys)})"
        parts.append(f"It was {number(row['value'])}{limits}.")
    parts.append(what.sentence)
    parts.append("A rater's first independent rating of an item counted.")
    return " ".join(parts), tuple(dict.fromkeys(keys))


def _labels(scale: Scale) -> str:
    return f", {len(scale.categories)} labels" if scale.categories else ""


def _short(key: str) -> str:
    return REFERENCES[key].short.replace(" (", ", ").rstrip(")")


def _interval(method: str, keys: list[str]) -> str:
    """The interval's method in words; what it cites is added to the keys."""
    how = method.split("; ")[-1]
    for word, key in (
        ("BCa", "efron1987"),
        ("Clopper", "clopper1934"),
        ("Shrout", "shrout1979"),
        ("jackknife", "miller1974"),
    ):
        if word in how and key not in keys:
            keys.append(key)
    return how
