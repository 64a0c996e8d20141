"""What drives an agreement figure, and what was used for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from annoeval.evaluation.agreement import agreement
from annoeval.evaluation.raters import answers, rater_sets, unknown
from annoeval.rating_table import PEOPLE
from annoeval.ratings import first_independent, of_dimension
from annoeval.statistics.agreement.alt_test import EPSILON, AltTest, alt_test
from annoeval.statistics.agreement.coding import code
from annoeval.statistics.agreement.consensus import difficulty, reliability
from annoeval.statistics.agreement.contingency import cells, prevalence_and_bias
from annoeval.statistics.agreement.panel import Resampling, panel, without_each
from annoeval.statistics.agreement.registry import named
from annoeval.study import Study
from annoeval.words import count, number, percent

FAR = 0.2  # a gap between percent agreement and kappa from which the distribution of labels is worth a word
MOST_LABELS = 30
COMMON = 0.6  # share of all ratings from which a label is called common


@dataclass(frozen=True)
class Used:
    """What a figure rests on. items, ratings: those with two or more ratings. single: items with one rating, not used.
    unrated: items nobody of these raters rated. repeated: ratings that another by the same rater replaced."""

    items: int
    ratings: int
    single: int
    unrated: int
    repeated: int

    @property
    def sentence(self) -> str:
        """As a person says it."""
        parts = [f"{self.items} items with {self.ratings} ratings are used"]
        if self.single:
            parts.append(f"{self.single} with one rating are not")
        if self.unrated:
            parts.append(f"{self.unrated} were rated by none of them")
        if self.repeated:
            parts.append(f"{self.repeated} repeated ratings count once")
        return "; ".join(parts) + "."


def used(study: Study, dimension: str, raters: Sequence[str]) -> Used:
    """What the agreement of these raters on a dimension rests on."""
    values = answers(study, dimension, list(raters))
    n = values.notna().sum(axis=1) if len(values.columns) else pd.Series(dtype=int)
    r = of_dimension(study, dimension)
    given = int(r["rater"].isin(list(raters)).sum())
    return Used(
        items=int((n >= 2).sum()),
        ratings=int(n[n >= 2].sum()),
        single=int((n == 1).sum()),
        unrated=len(study.applicable(dimension)) - len(values),
        repeated=given - int(n.sum()),
    )


def recommended(table: pd.DataFrame) -> pd.Series | None:
    """The recommended row of an agreement table of one dimension, group and set of raters."""
    rows = table[table["recommended"].astype(bool)]
    return rows.iloc[0] if len(rows) else None


def _value(study: Study, dimension: str, values: pd.DataFrame, coefficient: str) -> float | None:
    scale = study.dimensions[dimension]
    # with a rater less the coefficient of two raters stands for that of many
    twins = {"fleiss_kappa": "scott_pi", "conger_kappa": "cohen_kappa", "light_kappa": "cohen_kappa"}
    twin = twins.get(coefficient, coefficient)
    found = panel(values, scale.level, scale.categories, Resampling(replicates=0), only=(coefficient, twin))
    names = {e.coefficient: e.value for e in found.estimates}
    return names.get(coefficient if coefficient in names else twin)


def without_each_rater(study: Study, dimension: str, raters: Sequence[str], coefficient: str) -> pd.DataFrame:
    """The coefficient without each rater in turn: `rater, n_ratings, value, change`, largest gain first.

    A positive change: without this rater the others agree more. Needs three raters; empty otherwise.
    """
    values = answers(study, dimension, list(raters))
    values = values.loc[:, values.notna().any()]
    columns = ["rater", "n_ratings", "value", "change"]
    if len(values.columns) < 3 or unknown(study, raters):
        return pd.DataFrame(columns=columns)
    whole = _value(study, dimension, values, coefficient)
    rows = []
    for rater in values.columns:
        value = _value(study, dimension, values.drop(columns=rater), coefficient)
        change = None if value is None or whole is None else value - whole
        rows.append((rater, int(values[rater].notna().sum()), value, change))
    frame = pd.DataFrame(rows, columns=columns).astype({"value": "float64", "change": "float64"})
    return frame.sort_values("change", ascending=False, kind="stable", na_position="last", ignore_index=True)


def without_each_item(
    study: Study, dimension: str, raters: Sequence[str], coefficient: str, most: int = 20
) -> pd.DataFrame:
    """The items whose absence changes the coefficient most: `item_id, value, change`, at most `most`."""
    scale = study.dimensions[dimension]
    values = answers(study, dimension, list(raters))
    values = values.loc[:, values.notna().any()] if len(values.columns) else values
    columns = ["item_id", "value", "change"]
    whole, without = without_each(values, scale.level, scale.categories, coefficient)
    if whole is None or without is None:
        return pd.DataFrame(columns=columns)
    frame = pd.DataFrame({"item_id": values.index, "value": without, "change": without - whole})
    frame = frame[values.notna().sum(axis=1).to_numpy() >= 2]
    order = frame["change"].abs().sort_values(ascending=False, kind="stable").index
    return frame.loc[order[:most]].reset_index(drop=True)


def label_shares(study: Study, dimension: str, raters: Sequence[str]) -> pd.DataFrame:
    """How often each rater gives each label: index label in the scale's order, one column a rater, shares of their
    ratings; raters who aren't known share one column."""
    values = answers(study, dimension, list(raters))
    coded = code(values, study.dimensions[dimension].categories)
    shares = {}
    hidden = values.columns.isin(unknown(study, raters))
    columns = {rater: coded.codes[:, g] for g, rater in enumerate(values.columns) if not hidden[g]}
    if hidden.any():
        columns = {"all who aren't known": coded.codes[:, hidden].ravel(), **columns}
    for rater, given in columns.items():
        n = np.bincount(given[given >= 0], minlength=coded.size)
        shares[rater] = n / n.sum() if n.sum() else np.full(coded.size, np.nan)
    return pd.DataFrame(shares, index=pd.Index(list(coded.labels), name="label"))


def by_label(study: Study, dimension: str, raters: Sequence[str]) -> pd.DataFrame:
    """One kappa a label against all others: `label, n, value, low, high, reason`; empty for two labels, and beyond 30.

    n: ratings with the label. Cohen's kappa of two raters, Fleiss' of more (Fleiss 1971, eq. 9–11 where nothing is
    missing).
    """
    scale = study.dimensions[dimension]
    values = answers(study, dimension, list(raters))
    coded = code(values, scale.categories)
    columns = ["label", "n", "value", "low", "high", "reason"]
    if not 2 < coded.size <= MOST_LABELS or scale.level not in ("nominal", "ordinal"):
        return pd.DataFrame(columns=columns)
    rows = []
    for k, label in enumerate(coded.labels):
        has = pd.DataFrame(coded.codes == k, columns=values.columns).astype("float64").where(coded.codes >= 0)
        found = panel(has, "nominal", (0.0, 1.0), only=("scott_pi", "cohen_kappa", "fleiss_kappa"))
        names = {e.coefficient: e for e in found.estimates}
        two = names.get("scott_pi" if unknown(study, raters) else "cohen_kappa")
        one = names.get("fleiss_kappa", two)
        n = int((coded.codes == k).sum())
        if one is not None:
            rows.append((label, n, one.value, one.low, one.high, one.reason if n else "nobody used it"))
    return pd.DataFrame(rows, columns=columns).astype(dict.fromkeys(("value", "low", "high"), "float64"))


def cautions(study: Study, dimension: str, raters: Sequence[str]) -> list[str]:
    """What makes people agree more, or items harder, than by themselves; empty where the ratings do not say."""
    r = of_dimension(study, dimension)
    mine = first_independent(r[r["rater"].isin(list(raters)) & r["kind"].isin(PEOPLE)])
    seen = int(mine["blind"].map(lambda b: b is False).sum())
    ruled = int(mine.loc[mine["because"].eq("rule"), "item_id"].nunique())
    out = []
    if seen:
        out.append(
            f"{seen:,} of people's {len(mine):,} ratings were given in sight of the AI's or others' scores, which "
            "draws raters together; blind ratings would agree less."
        )
    if ruled:
        out.append(
            f"{count(ruled, 'item')} came to people because a rule picked doubtful ones; they are harder than the "
            "rest, so agreement on all items may be higher."
        )
    return out


def what_drives(study: Study, dimension: str, raters: Sequence[str], table: pd.DataFrame) -> list[str]:
    """Sentences on why the recommended coefficient is what it is: a common label, raters that lean, one rater apart.

    table: the agreement table of this dimension and these raters, all groups together.
    """
    scale = study.dimensions[dimension]
    best = recommended(table)
    if best is None or pd.isna(best["value"]) or scale.level not in ("nominal", "ordinal"):
        return []
    out = []
    percents = table.loc[table["coefficient"] == "percent", "value"]
    shares = label_shares(study, dimension, raters)
    mean = shares.mean(axis=1)
    if len(percents) and percents.iloc[0] - best["value"] >= FAR and len(mean) and mean.max() >= COMMON:
        top = mean.idxmax()
        out.append(
            f"{percent(mean.max())} of all ratings are “{scale.describe(top)}”. Where one label is so common, "
            f"much agreement is expected by chance, so {named(best['coefficient']).symbol} is lower than "
            f"the {percent(percents.iloc[0])} of equal ratings suggests; AC1 is less moved by it."
        )
    out += _prevalence_sentence(study, dimension, raters)
    gap = (shares.max(axis=1) - shares.min(axis=1)) if len(shares.columns) > 1 else pd.Series(dtype=float)
    if len(gap) and gap.max() >= 0.15:
        label = gap.idxmax()
        most, least = shares.loc[label].idxmax(), shares.loc[label].idxmin()
        a, b = percent(shares.loc[label, most]), percent(shares.loc[label, least])
        said = (
            f"{_called(most)} says “{scale.describe(label)}” for {a}, {_called(least)} for {b}: they lean differently."
        )
        out.append(said[:1].upper() + said[1:])
    others = without_each_rater(study, dimension, raters, best["coefficient"]).dropna(subset="change")
    if len(others) and others["change"].iloc[0] >= 0.05:
        row = others.iloc[0]
        name = _called(row["rater"])
        out.append(
            f"Without {name} {named(best['coefficient']).symbol} is {number(row['value'])} (+{number(row['change'])}): "
            f"{name} differs most from the rest."
        )
    return out


def _called(rater: str) -> str:
    return "the AI" if rater.lower() == "ai" else rater


def _prevalence_sentence(study: Study, dimension: str, raters: Sequence[str]) -> list[str]:
    values = answers(study, dimension, list(raters))
    if len(values.columns) != 2 or unknown(study, raters):
        return []
    coded = code(values, study.dimensions[dimension].categories)
    if coded.size != 2:
        return []
    _, _, n = cells(coded, 0, 1, every=True)
    found = prevalence_and_bias(n.reshape(2, 2))
    if found is None or max(found) < FAR:
        return []
    return [f"Prevalence index {found[0]:.2f}, bias index {found[1]:.2f} (0: both labels, both raters alike)."]


def rater_reliability(study: Study, dimension: str, raters: Sequence[str]) -> pd.DataFrame:
    """Each rater against the majority of the others, columns `RELIABILITY`; empty for numbers and sets, and where
    raters aren't known."""
    values = answers(study, dimension, [] if unknown(study, raters) else list(raters))
    return reliability(values, study.dimensions[dimension].categories)


def item_difficulty(study: Study, dimension: str, raters: Sequence[str]) -> pd.DataFrame:
    """Each item's majority, ties and disagreement, hardest first, columns `DIFFICULTY`; nothing of what rests on each
    rater's errors where raters aren't known."""
    values = answers(study, dimension, list(raters))
    found = difficulty(values, study.dimensions[dimension].categories)
    return found.assign(likely=None, probability=np.nan) if unknown(study, raters) else found


def may_replace(study: Study, dimension: str, ai: str, epsilon: float = EPSILON["trained raters"]) -> AltTest:
    """Whether an AI may stand in for a rater: the alternative annotator test with everyone who rated as a person."""
    people = [r for r in rater_sets(study, dimension).get("people", []) if r not in study.of_kind("anonymous")]
    values = answers(study, dimension, [*people, ai])
    scale = study.dimensions[dimension]
    numbers = scale.level in ("interval", "ratio")
    return alt_test(values, ai, epsilon, measure="distance" if numbers else "equal", categories=scale.categories)


def of_set(study: Study, dimension: str, raters: Sequence[str], cluster: str | None = None) -> pd.DataFrame:
    """The agreement table of one set of raters, all groups together."""
    return agreement(study, dimension, raters, by=(), cluster=cluster)
