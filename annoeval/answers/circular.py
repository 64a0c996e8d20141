"""What a headline on agreement says of AI scores that agree without a judgement of their own."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from annoeval.answers.scores import name_of, rater_name
from annoeval.scale import Scale
from annoeval.words import count, noun


def how_circular(found: pd.DataFrame, dimensions: Mapping[str, Scale]) -> str:
    """A sentence for each warning of `annoeval.evaluation.circular`; "" for none."""
    return " ".join(_said(row, dimensions) for row in found.itertuples())


def _said(row: object, dimensions: Mapping[str, Scale]) -> str:
    ai, on = rater_name(row.rater), count(row.n, "item")  # type: ignore[attr-defined]
    what, other = row.what, row.other  # type: ignore[attr-defined]
    if what == "constant":
        return f"{ai} gives one and the same answer on all {on}, so agreement with it says nothing about it."
    if what == "copy":
        return f"{ai} gives {rater_name(other)}'s answer on all {on}: if it was copied, this is no agreement."
    if what == "measure":
        return f"{ai}'s answers on all {on} are those that the {other} alone would give: a rule, not a judgement."
    if what == "text":
        return f"{ai} answers by the {other} alone: on {on} it is the same wherever that text stands, whatever else is."
    name = noun(name_of(other, dimensions[other]))
    return f"{ai} gives the same answers here and for the {name} on all {on}: it is one score written twice."
