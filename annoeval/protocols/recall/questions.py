"""The questions of a recall experiment, each answered in a sentence with its number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from annoeval.protocols.recall.chance import chance_level
from annoeval.protocols.recall.final import final_scores, slots_in
from annoeval.statistics.calibration.correlation import pearson, spearman
from annoeval.statistics.comparison.effects import cliff_delta, hedges_g
from annoeval.statistics.comparison.marginals import cochran_q
from annoeval.statistics.comparison.permutation import permutation_test
from annoeval.statistics.comparison.power import how_many_more
from annoeval.statistics.comparison.several_groups import friedman, welch_anova
from annoeval.statistics.comparison.two_groups import mann_whitney, student, welch
from annoeval.statistics.means import mean_interval
from annoeval.statistics.outcome import Outcome
from annoeval.study import Study
from annoeval.words import count, interval, number, p_value

COLUMNS = [
    "question", "answer", "by", "group", "test", "recommended", "n", "estimate", "low", "high", "statistic", "df", "p",
    "effect", "effect_low", "effect_high", "effect_name", "chance", "chance_low", "chance_high", "method", "reason",
]  # fmt: skip
ABOVE_CHANCE = "Is recall above chance?"
CONDITION = "Does the condition matter?"
SLOTS = "Are some slots easier?"
CONFIDENCE = "Does confidence track accuracy?"
POWER = "How many more trials would settle it?"
SIGNIFICANT = 0.05
SMALLEST = 0.5  # the standardised difference that a further experiment is planned for where none was found

Row = dict[str, Any]


def recall_questions(study: Study) -> pd.DataFrame:
    """One row per question and test, columns `COLUMNS`; the first row of a question is recommended and carries its
    sentence. `estimate` is a mean, a difference of means, a share of order, or a correlation; `chance` what shuffled
    guesses have on average, with its middle 95 %."""
    final = final_scores(study)
    rows = [*_chance(study), *_condition(study, final), *_slots(study, final), *_confidence(study, final)]
    rows += _power(study, final)
    return pd.DataFrame(rows, columns=COLUMNS)


def recall_answer(study: Study) -> str | None:
    """Two sentences: which condition recalls more, and whether confidence tracks the score."""
    final = final_scores(study)
    if final.empty:
        return None
    first = next(iter(_condition(study, final)), None)
    sure = next(iter(_confidence(study, final)), None)
    said = [
        first["answer"] if first else _overall(final),
        sure["answer"] if sure and sure["estimate"] is not None else "",
    ]
    return " ".join(s for s in said if s)


def _overall(final: pd.DataFrame) -> str:
    score = final["score"].dropna().to_numpy()
    if not len(score):
        return "No trial is scored."
    spread = _span(mean_interval(score, bounds=(0.0, 1.0)))
    return f"Recall is {number(score.mean())}{spread} over {count(len(score), 'trial')}."


def _span(found: Any) -> str:
    return "" if found.low is None else f" (95 % CI {interval(found.low, found.high)})"


def _p(p: float | None) -> str:
    said = p_value(p)
    return f"p {said}" if said.startswith("<") else f"p = {said}"


def _row(question: str, found: Outcome, answer: str = "", effect: Outcome | None = None, **more: Any) -> Row:
    return {
        "question": question, "answer": answer, "by": "", "group": "all", "test": found.test,
        "recommended": bool(answer), "n": found.n_a + found.n_b, "estimate": found.estimate, "low": found.low,
        "high": found.high, "statistic": found.statistic, "df": found.df, "p": found.p,
        "effect": effect.estimate if effect else None, "effect_low": effect.low if effect else None,
        "effect_high": effect.high if effect else None, "effect_name": effect.test if effect else "",
        "method": found.method, "reason": found.reason, **more,
    }  # fmt: skip


def _chance(study: Study) -> Iterator[Row]:
    groups: list[tuple[str, str, str | None]] = [("", "all", None)]
    if "condition" in study.items and study.items["condition"].nunique() > 1:
        groups += [("condition", str(c), str(c)) for c in sorted(study.items["condition"].dropna().unique())]
    for by, group, condition in groups:
        found = chance_level(study, condition)
        answer = ""
        if not by:
            answer = f"Chance can't be told: {found.reason}."
            if found.observed is not None and found.p is not None:
                verdict = "above chance" if found.p < SIGNIFICANT else "not shown to be above chance"
                answer = (
                    f"Recall is {verdict}: {number(found.observed)} against {number(found.expected)} from shuffled "
                    f"guesses ({found.method}), {_p(found.p)}; n = {found.n}."
                )
        yield {
            "question": ABOVE_CHANCE,
            "answer": answer,
            "by": by,
            "group": group,
            "test": "shuffled guesses",
            "recommended": not by,
            "n": found.n,
            "estimate": found.observed,
            "p": found.p,
            "chance": found.expected,
            "chance_low": found.low,
            "chance_high": found.high,
            "effect_name": "",
            "reason": found.reason,
            "method": found.method,
        }


def _by_condition(study: Study, final: pd.DataFrame) -> dict[str, Any]:
    if "condition" not in study.items:
        return {}
    condition = study.items["condition"]
    parts = {str(c): final.loc[condition == c, "score"].dropna().to_numpy() for c in condition.dropna().unique()}
    return {c: v for c, v in parts.items() if len(v)}


def _condition(study: Study, final: pd.DataFrame) -> Iterator[Row]:
    parts = _by_condition(study, final)
    if len(parts) < 2:
        return
    if len(parts) > 2:
        found = welch_anova(list(parts.values()))
        means = sorted(((v.mean(), c) for c, v in parts.items()), reverse=True)
        named = ", ".join(f"{c} {number(m)}" for m, c in means)
        verdict = (
            "Conditions differ"
            if found.p is not None and found.p < SIGNIFICANT
            else "No difference between conditions is shown"
        )
        yield _row(CONDITION, found, f"{verdict}: {named} ({_p(found.p)}); n = {sum(map(len, parts.values()))}.")
        return
    (a, x), (b, y) = sorted(parts.items(), key=lambda part: -part[1].mean())
    found, size = welch(x, y), hedges_g(x, y)
    yield _row(CONDITION, found, _difference(a, b, x, y, found), size)
    yield _row(CONDITION, student(x, y), effect=size)
    yield _row(CONDITION, permutation_test(x, y), effect=size)
    yield _row(CONDITION, mann_whitney(x, y), effect=cliff_delta(x, y))


def _difference(a: str, b: str, x: Any, y: Any, found: Outcome) -> str:
    n = f"n = {len(x)} + {len(y)}"
    gap = f"{number(x.mean())} against {number(y.mean())}"
    if found.p is None:
        return f"{a.capitalize()} {gap} for {b}; no test: {found.reason}; {n}."
    numbers = f"difference {number(found.estimate)}{_span(found)}, {_p(found.p)}; {n}"
    if found.p < SIGNIFICANT:
        return f"{a.capitalize()} recalls more: {gap}, {numbers}."
    return f"No difference between {a} and {b} is shown: {gap}, {numbers}."


def _slots(study: Study, final: pd.DataFrame) -> Iterator[Row]:
    slots = slots_in(study)
    if len(slots) < 2:
        return
    values = final[slots].dropna()
    means = values.mean().sort_values(ascending=False, kind="stable")
    two_valued = values.isin([0.0, 1.0]).all().all()
    found = cochran_q(values.to_numpy()) if two_valued else friedman(values.to_numpy())
    named = ", ".join(f"{s} {number(means[s])}" for s in means.index)
    if found.p is None:
        answer = f"Slots can't be told apart ({found.reason}): {named}."
    else:
        verdict = "Some slots are easier" if found.p < SIGNIFICANT else "No slot is shown to be easier"
        answer = f"{verdict}: {named} ({'Cochran Q' if two_valued else 'Friedman'} {_p(found.p)}); n = {len(values)}."
    yield _row(SLOTS, found, answer, n=len(values))
    for slot in slots:
        own = values[slot].to_numpy()
        interval = mean_interval(own, bounds=(0.0, 1.0))
        mean = Outcome(
            "mean",
            len(own),
            0,
            float(own.mean()) if len(own) else None,
            interval.low,
            interval.high,
            method=interval.method,
            reason=interval.reason,
        )
        yield _row(SLOTS, mean, by="slot", group=slot)


def _confidence(study: Study, final: pd.DataFrame) -> Iterator[Row]:
    for reading, column in (("bare numbers", "confidence"), ("all readings", "confidence_read")):
        sure = study.items[column].astype("float64")
        found = pearson(sure, final["score"])
        answer = ""
        if column == "confidence":
            if found.estimate is None or found.p is None:
                answer = f"Confidence can't be related to the score: {found.reason}."
            else:
                verdict = "tracks score" if found.p < SIGNIFICANT and found.estimate > 0 else "runs against score"
                if found.p >= SIGNIFICANT:
                    verdict = "is not shown to track score"
                answer = (
                    f"Confidence {verdict}, r = {number(found.estimate)}{_span(found)}, {_p(found.p)}; n = {found.n_a}."
                )
        yield _row(CONFIDENCE, found, answer, by="reading", group=reading, n=found.n_a)
        yield _row(CONFIDENCE, spearman(sure, final["score"]), by="reading", group=reading, n=found.n_a)


def _power(study: Study, final: pd.DataFrame) -> Iterator[Row]:
    parts = _by_condition(study, final)
    if len(parts) != 2:
        return
    (a, x), (b, y) = sorted(parts.items(), key=lambda part: -part[1].mean())
    found, size = welch(x, y), hedges_g(x, y)
    if size.estimate is None or found.p is None:
        return
    shown = found.p < SIGNIFICANT
    effect = abs(size.estimate) if shown else max(abs(size.estimate), SMALLEST)
    more = how_many_more(effect, len(x), len(y))
    n = f"{len(x)} + {len(y)}"
    if more is None:
        answer = "No number of trials would settle a difference of nothing."
    elif shown:
        answer = f"The difference is shown; no more trials are needed for it (g = {number(size.estimate)}, n = {n})."
    elif more == (0, 0):
        answer = f"{n} trials find a difference of g = {number(effect)} in 8 of 10 experiments; none are needed."
    else:
        answer = (
            f"{more[0]} more trials for {a} and {more[1]} more for {b} would find a difference of g = {number(effect)} "
            "in 8 of 10 experiments."
        )
    yield _row(POWER, size, answer, n=len(x) + len(y))
