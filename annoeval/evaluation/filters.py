"""Which items and raters are looked at: a filter that lives in the address and cuts a Study."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from annoeval.rating_table import PEOPLE
from annoeval.study import Study
from annoeval.words import listed, noun

BY = "by."
MOST_VALUES = 200


@dataclass(frozen=True)
class Filter:
    """What every page is narrowed to.

    groups: group column and the values kept, in the study's order; a column absent from it keeps all.
    raters: names kept; empty keeps all. reviewed: `yes` (people have judged it), `no`, or "" for both.
    """

    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    raters: tuple[str, ...] = ()
    reviewed: str = ""

    @property
    def active(self) -> bool:
        return bool(self.groups or self.raters or self.reviewed)

    def values(self, column: str) -> tuple[str, ...]:
        """The values kept of a group column; empty means all."""
        return dict(self.groups).get(column, ())

    def parameters(self) -> dict[str, list[str]]:
        """The filter as address parameters: `by.domain=Biology&rater=AI&reviewed=yes`."""
        given = {BY + column: list(values) for column, values in self.groups}
        if self.raters:
            given["rater"] = list(self.raters)
        if self.reviewed:
            given["reviewed"] = [self.reviewed]
        return given

    @property
    def words(self) -> str:
        """The filter as a file says it: "domain Biology or Physics; reviewed by people"; "" where nothing is."""
        said = [f"{noun(c)} {listed(list(values), 12, 'or')}" for c, values in self.groups]
        said += [f"raters {listed(list(self.raters), 12)}"] if self.raters else []
        said += [{"yes": "reviewed by people", "no": "not reviewed by people"}[self.reviewed]] if self.reviewed else []
        return "; ".join(said)

    def apply(self, study: Study) -> Study:
        """The study restricted to the filter; the same study when nothing is filtered."""
        if not self.active:
            return study
        keep = pd.Series(True, index=study.items.index)
        for column, values in self.groups:
            keep &= study.items[column].astype("str").isin(values)
        if self.reviewed:
            people = study.ratings["kind"].isin(PEOPLE) & study.ratings["value"].notna()
            seen = study.items.index.isin(study.ratings.loc[people, "item_id"])
            keep &= seen if self.reviewed == "yes" else ~seen
        ratings = study.ratings
        if not keep.all():
            ratings = ratings[ratings["item_id"].isin(keep.index[keep])]
        if self.raters:
            ratings = ratings[ratings["rater"].isin(self.raters)]
        mark = hashlib.sha256(repr(self).encode()).hexdigest()[:8]
        return replace(study, items=study.items[keep], ratings=ratings, digest=f"{study.digest}-{mark}")


@dataclass(frozen=True)
class Offered:
    """What a study can be filtered by: group columns with their values in the file's order, and raters."""

    groups: Mapping[str, Sequence[str]]
    raters: Sequence[str]


def offered(study: Study) -> Offered:
    """Group columns worth filtering by, 2 to 200 values each, and all raters whose ratings are known to be theirs."""
    found = {}
    for column in study.groups:
        values = study.items[column].dropna().astype("str").unique().tolist()
        if 2 <= len(values) <= MOST_VALUES:
            found[column] = values
    hidden = set(study.of_kind("anonymous"))
    return Offered(found, [name for name in study.raters["name"] if name not in hidden])


def from_parameters(parameters: Mapping[str, Sequence[str]], choices: Offered) -> Filter:
    """The filter an address names; what the study doesn't hold is left out, and all of a group is no filter."""
    groups = []
    for column, values in choices.groups.items():
        kept = tuple(v for v in values if v in parameters.get(BY + column, []))
        if kept and len(kept) < len(values):
            groups.append((column, kept))
    raters = tuple(r for r in choices.raters if r in parameters.get("rater", []))
    reviewed = (parameters.get("reviewed") or [""])[0]
    return Filter(
        tuple(groups),
        raters if len(raters) < len(choices.raters) else (),
        reviewed if reviewed in ("yes", "no") else "",
    )
