"""What a report is made from: a study through a filter, and what its review left beside the ratings."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from copy import copy
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any

import pandas as pd

from annoeval import __version__
from annoeval.answers.estimates import partial_row
from annoeval.answers.own import own_sections, own_tables
from annoeval.answers.scores import name_of
from annoeval.evaluation import computed, records
from annoeval.evaluation.filters import Filter
from annoeval.protocols.protocol import Section as OwnSection
from annoeval.review.minutes import MINUTES
from annoeval.scale import Scale
from annoeval.statistics.intervals import SEED
from annoeval.study import Study
from annoeval.words import count, listed, noun

EXCLUDED = ["item_id", "note", "reviewer", "time"]
PERMUTED = 0  # seed of the tests that draw permutations


@dataclass(frozen=True)
class Asked:
    """What of a study goes into a report. sections: their keys; empty for the protocol's standard set. dimensions: the
    questions; empty for all. filter: the items and raters. cluster: the item column whose items are taken together."""

    sections: tuple[str, ...] = ()
    dimensions: tuple[str, ...] = ()
    filter: Filter = field(default_factory=Filter)
    cluster: str | None = None

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)

    @classmethod
    def from_plain(cls, given: Mapping[str, Any]) -> Asked:
        """What `plain` gave, read from JSON again."""
        chosen = given["filter"]
        groups = tuple((str(c), tuple(map(str, values))) for c, values in chosen["groups"])
        return cls(
            tuple(given["sections"]),
            tuple(given["dimensions"]),
            Filter(groups, tuple(chosen["raters"]), str(chosen["reviewed"])),
            given["cluster"],
        )


@dataclass(frozen=True)
class Reviewed:
    """What a review left beside the ratings. minutes: of its meetings, as `annoeval.review.minutes`. excluded: items
    left out by people, columns `EXCLUDED`. Times are UTC, written to the minute."""

    minutes: pd.DataFrame = field(default_factory=lambda: pd.DataFrame(columns=MINUTES))
    excluded: pd.DataFrame = field(default_factory=lambda: pd.DataFrame(columns=EXCLUDED))

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        return {"minutes": records(self.minutes), "excluded": records(self.excluded)}

    @classmethod
    def from_plain(cls, given: Mapping[str, Any]) -> Reviewed:
        """What `plain` gave, read from JSON again."""
        return cls(
            pd.DataFrame(given["minutes"], columns=MINUTES, dtype="object"),
            pd.DataFrame(given["excluded"], columns=EXCLUDED, dtype="object"),
        )


class Material:
    """A study as a report asks for it; each result table is computed when first wanted.

    whole: the study without the filter. study: what the report is about, with those columns of groups that part its
    items. same_groups: further ones, and the column that parts the items alike. made: the day, as it is to be written.
    make: gives a result table of a study with the groups that it came with, where some are kept.
    """

    def __init__(
        self,
        whole: Study,
        asked: Asked,
        reviewed: Reviewed | None = None,
        made: str = "",
        make: Callable[..., pd.DataFrame] = computed,
    ) -> None:
        self.whole, self.asked, self.made = whole, asked, made
        self.reviewed = reviewed or Reviewed()
        study = asked.filter.apply(whole)
        self.same_groups = _same_groups(study)
        parting = [g for g in study.groups if g not in self.same_groups and study.items[g].nunique() > 1]
        as_it_came = len(parting) == len(study.groups)
        self.study = study if as_it_came else replace(study, groups=tuple(parting))
        self._make = make if as_it_came else computed  # a digest says nothing of groups
        self._results: dict[Hashable, pd.DataFrame] = {}

    def with_sections(self, sections: tuple[str, ...]) -> Material:
        """The same material, with what was computed for it, for other sections."""
        other = copy(self)
        other.asked = replace(self.asked, sections=sections)
        return other

    def result(self, name: str, **options: Hashable) -> pd.DataFrame:
        """A result table of the study, narrowed by options."""
        key = (name, tuple(sorted(options.items())))
        if key not in self._results:
            self._results[key] = self._make(self.study, name, **options)
        return self._results[key]

    def chosen(self, dimensions: Iterable[str]) -> list[str]:
        """Those of the dimensions that are asked for."""
        return [d for d in dimensions if not self.asked.dimensions or d in self.asked.dimensions]

    def scale(self, dimension: str) -> Scale:
        return self.study.dimensions[dimension]

    def name(self, dimension: str) -> str:
        """A dimension's title."""
        return name_of(dimension, self.scale(dimension))

    @cached_property
    def kinds(self) -> dict[str, str]:
        """Each rater's kind."""
        return dict(self.study.raters.itertuples(index=False, name=None))

    @cached_property
    def scored(self) -> list[str]:
        """The dimensions with a value, free texts left out."""
        given = set(self.study.ratings.loc[self.study.ratings["value"].notna(), "dimension"].unique())
        return self.chosen(d for d, s in self.study.dimensions.items() if d in given and s.level != "text")

    def partial(self, dimension: str) -> pd.Series | None:
        """The estimate that heads a dimension of which people reviewed a part; None elsewhere."""
        estimates = self.result("estimates", dimension=dimension, by=())
        drawn = self.study.audit(dimension) is not None
        return partial_row(estimates, self.result("sources", dimension=dimension), drawn)

    @cached_property
    def own(self) -> list[OwnSection]:
        """Questions that only this study asks."""
        return list(own_sections(self.study))

    @cached_property
    def own_tables(self) -> Mapping[str, pd.DataFrame]:
        """The protocol's tables by name."""
        return own_tables(self.study)

    @property
    def carried(self) -> tuple[tuple[str, str], ...]:
        """What every number of the report carries beside its n, interval and method."""
        of = f"{len(self.study.items):,} of {count(len(self.whole.items), 'item')}"
        words = self.asked.filter.words
        raters = f" ({words})" if words else ""
        return (
            ("filter", f"{of}, as filtered{raters}" if self.asked.filter.active else f"All {of.split(' of ')[1]}"),
            ("seed", f"{SEED} (resampling), {PERMUTED} (permutations)"),
            ("annoeval", __version__),
            ("data", self.study.digest),
        )

    @property
    def source(self) -> str:
        """What every number carries, in one line."""
        return " · ".join(words if what == "filter" else f"{what} {words}" for what, words in self.carried)

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """What the report is about, for its head."""
        from annoeval.protocols import protocol_of

        study = self.study
        named = [f"{r.name} ({r.kind})" for r in study.raters.itertuples() if r.kind not in ("anonymous", "derived")]
        facts = [
            ("Protocol", protocol_of(study).title),
            ("Items", dict(self.carried)["filter"]),
            ("Ratings", f"{len(study.ratings):,} by {listed(named, 8) or 'people known by their place only'}"),
        ]
        if self.asked.dimensions:
            facts.append(("Questions", listed([self.name(d) for d in self.chosen(study.dimensions)], 12)))
        alike: dict[str, list[str]] = {}
        for column, first in self.same_groups.items():
            alike.setdefault(first, []).append(noun(column))
        if alike:
            said = (f"by {noun(first)}, which gives the same groups as {listed(c, 6)}" for first, c in alike.items())
            facts.append(("Groups", "; ".join(said)))
        if self.asked.cluster:
            facts.append(("Intervals", f"items of one {noun(self.asked.cluster)} are taken together"))
        facts += [
            ("Data", study.digest),
            ("Seeds", dict(self.carried)["seed"]),
            ("Software", f"annoeval {__version__}"),
        ]
        return (*facts, ("Made", self.made)) if self.made else tuple(facts)


def _same_groups(study: Study) -> dict[str, str]:
    """The columns of groups under which items stand together just as under an earlier one, with that one."""
    seen: dict[tuple[int, ...], str] = {}
    same: dict[str, str] = {}
    for column in study.groups:
        parts = tuple(pd.factorize(study.items[column])[0].tolist())
        if max(parts, default=0) > 0 and seen.setdefault(parts, column) != column:
            same[column] = seen[parts]
    return same


def parted(found: pd.DataFrame) -> list[str]:
    """The columns `by` of a result table under which two or more groups have values."""
    groups = found[(found["by"] != "") & (found["n"] > 0)].groupby("by", sort=False)["group"].nunique()
    return [str(by) for by in groups.index[groups > 1]]
