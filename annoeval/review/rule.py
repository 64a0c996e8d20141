"""Why an item is looked at: the rule of a queue, which stands in the link and with every decision."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args
from urllib.parse import parse_qsl, urlencode

from annoeval.ratings import latest
from annoeval.study import Study
from annoeval.words import count

RuleKind = Literal["low", "unscored", "confidence", "disagree", "ai_human", "audit", "unreviewed", "all", "chosen"]
MOST_NOTES, LONGEST_NOTE = 12, 30  # kinds are few and short; more are remarks
BECAUSE: Mapping[RuleKind, str] = {"all": "all", "chosen": "chosen"}


@dataclass(frozen=True)
class Rule:
    """Which items are reviewed, and in what order.

    kind: `low` (not scored, or AI score ≤ threshold), `unscored`, `confidence` (below threshold, 0–1),
    `disagree` (people differ), `ai_human` (AI and people differ), `audit` (what was drawn for an audit),
    `unreviewed`, `all`, `chosen` (`items`).
    dimension: None means every dimension that people judge. threshold: on the dimension's scale; None is
    its middle (1 on 0–2, 0.5 on 0–1). groups: item column to the values wanted.
    rater: the AI whose scores the rule looks at; None is the headline's (any AI's for `notes` and the worst first).
    notes: only items of which such an AI's current rating bears one of these notes ("not found").
    """

    kind: RuleKind = "low"
    dimension: str | None = None
    threshold: float | None = None
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    items: tuple[str, ...] = ()
    rater: str | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in get_args(RuleKind):
            raise ValueError(f"unknown rule {self.kind!r}; use one of {', '.join(get_args(RuleKind))}")
        if self.threshold is not None and not math.isfinite(self.threshold):
            raise ValueError(f"a threshold must be a number, not {self.threshold}")

    def __hash__(self) -> int:
        return hash(self.query())

    @property
    def because(self) -> str:
        """Why it shows an item that no audit drew: `rule`, `all` or `chosen`."""
        return BECAUSE.get(self.kind, "rule")

    def query(self) -> str:
        """The rule as a query-string, without what is at its default."""
        pairs: list[tuple[str, str]] = [("rule", self.kind)]
        if self.dimension is not None:
            pairs.append(("dimension", self.dimension))
        if self.threshold is not None:
            pairs.append(("threshold", f"{self.threshold:g}"))
        pairs += [(f"in.{column}", value) for column, values in sorted(self.groups.items()) for value in values]
        if self.rater is not None:
            pairs.append(("ai", self.rater))
        pairs += [("note", note) for note in self.notes]
        pairs += [("item", item) for item in self.items]
        return urlencode(pairs)

    @classmethod
    def from_query(cls, text: str) -> Rule:
        """The rule that `query` wrote. Raises ValueError for text that is no rule."""
        groups: dict[str, tuple[str, ...]] = {}
        several: dict[str, list[str]] = {"item": [], "note": []}
        one: dict[str, str] = {}
        for key, value in parse_qsl(text, keep_blank_values=True):
            if key.startswith("in."):
                groups[key[3:]] = (*groups.get(key[3:], ()), value)
            elif key in several:
                several[key].append(value)
            else:
                one[key] = value
        return cls(
            kind=one.get("rule", ""),  # type: ignore[arg-type]
            dimension=one.get("dimension"),
            threshold=float(one["threshold"]) if "threshold" in one else None,
            groups=groups,
            items=tuple(several["item"]),
            rater=one.get("ai"),
            notes=tuple(several["note"]),
        )

    def words(self, study: Study) -> str:
        """The rule as a person reads it: "AI caption ≤ 1", "Not yet reviewed · model-a · not found"."""
        parts = [self._kind_words(study), *([self.rater] if self.rater else []), ", ".join(self.notes)]
        return " · ".join(p for p in parts if p)

    def _kind_words(self, study: Study) -> str:
        title = ""
        if self.dimension is not None and self.dimension in study.dimensions:
            title = study.dimensions[self.dimension].title or self.dimension
        limit = f"{self.threshold:g}" if self.threshold is not None else self._middle(study)
        about = f" {title.lower()}" if title else ""
        return {
            "low": f"AI{about or ' score'} ≤ {limit}",
            "unscored": f"No AI{about or ' score'}",
            "confidence": f"Confidence below {self.threshold if self.threshold is not None else 0.5:g}",
            "disagree": f"People disagree{f' on{about}' if about else ''}",
            "ai_human": f"AI and people differ{f' on{about}' if about else ''}",
            "audit": f"Audit{f' of{about}' if about else ''}",
            "unreviewed": "Not yet reviewed",
            "all": "All items",
            "chosen": count(len(self.items), "chosen item"),
        }[self.kind]

    def _middle(self, study: Study) -> str:
        middles = {middle(study, d) for d in looked_at(study, self.dimension)} - {None}
        return f"{middles.pop():g}" if len(middles) == 1 else "the middle"


def reviewable(study: Study) -> list[str]:
    """Dimensions that people score, in order: judgements, or distances to a reference where there are no judgements;
    of these the ones with labels or steps, where there are any (a total follows from its parts). None that is made
    from another.
    """
    judged = [n for n, s in study.dimensions.items() if (s.role == "judgement" or s.judges) and not s.follows]
    asked = judged or list(study.dimensions)
    return [name for name in asked if study.dimensions[name].categories] or asked


def scored(study: Study, dimension: str) -> str:
    """The dimension that holds the AI's scores a question is about: itself, or what its scale names."""
    about = study.dimensions[dimension].about if dimension in study.dimensions else ""
    return about if about in study.dimensions else dimension


def looked_at(study: Study, dimension: str | None) -> list[str]:
    """The dimensions whose AI scores a rule looks at: of one question, or of all that people judge."""
    asked = [dimension] if dimension in study.dimensions else reviewable(study)
    return list(dict.fromkeys(scored(study, d) for d in asked if d is not None))


def scorers(study: Study, dimension: str | None) -> list[str]:
    """The AIs that scored what a rule looks at, the headline's first."""
    r = study.ratings
    names = r.loc[(r["kind"] == "ai") & r["dimension"].isin(looked_at(study, dimension)), "rater"].unique().tolist()
    return sorted(names, key=lambda n: n != study.headline)


def noted(study: Study, dimension: str | None, rater: str | None) -> dict[str, int]:
    """Notes that sort the AIs' ratings into kinds ("not found"), with the number of items of each, the most frequent
    first; none where notes are remarks, each its own."""
    r = study.ratings
    own = r[(r["kind"] == "ai") & r["note"].notna() & r["dimension"].isin(looked_at(study, dimension))]
    own = latest(own if rater is None else own[own["rater"] == rater])
    found = own.groupby("note", sort=False)["item_id"].nunique().sort_values(ascending=False, kind="stable")
    words = [str(n) for n in found.index]
    if len(words) > MOST_NOTES or any(len(w) > LONGEST_NOTE for w in words):
        return {}
    return dict(zip(words, found.tolist(), strict=True))


def middle(study: Study, dimension: str) -> float | None:
    """The middle of a dimension's scale: 1 on 0–2, 0.5 on 0–1; None for a scale without numbers."""
    limits = study.dimensions[dimension].range if dimension in study.dimensions else None
    return None if limits is None else (limits[0] + limits[1]) / 2


def default_rule(study: Study) -> Rule:
    """Doubtful AI scores where an AI scored, else items on which people differ, else those without an answer."""
    if study.ratings["value"][study.are("ai")].notna().any() and any(
        middle(study, d) is not None for d in reviewable(study)
    ):
        return Rule("low")
    if len(study.of_kind("human", "anonymous", "reviewer")) > 1:
        return Rule("disagree")
    return Rule("unreviewed")
