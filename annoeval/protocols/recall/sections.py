"""Recall's questions as sections of the pages: sentence, plot, table."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from annoeval.protocols.protocol import Bar, Section
from annoeval.protocols.recall.final import headline_rule
from annoeval.protocols.recall.questions import ABOVE_CHANCE, POWER, SLOTS, recall_questions
from annoeval.protocols.recall.tables import recall_differences, recall_funnel, recall_means, trials_said
from annoeval.study import Study
from annoeval.words import count, interval, missing, number, percent

NUMBERS = ("Mean", "95 % CI", "n")


def recall_sections(study: Study) -> Iterator[Section]:
    """The questions that this experiment can answer and that no page answers of every study, in order."""
    questions = recall_questions(study)
    asked = {str(q): rows for q, rows in questions.groupby("question", sort=False)}
    yield _chance(asked[ABOVE_CHANCE])
    if SLOTS in asked:
        rows = asked[SLOTS]
        bars = tuple(_bar(str(r["group"]).capitalize(), r) for _, r in rows[rows["by"] == "slot"].iterrows())
        yield Section("scores", SLOTS, rows["answer"].iloc[0], "recall_questions", bars, NUMBERS)
    yield _means(study)
    yield _funnel(study)
    yield _rules(study)
    if POWER in asked:
        yield Section("comparison", POWER, asked[POWER]["answer"].iloc[0], "recall_bands")


def _bar(name: str, row: pd.Series, expected: bool = False) -> Bar:
    limits = ("chance", "chance_low", "chance_high") if expected else ("low", "high")
    value, *at = (None if missing(row[c]) else float(row[c]) for c in ("estimate", *limits))
    n = f"{int(row['n']):,}"
    if expected:
        chance, low, high = at
        return Bar(name, value, None, None, (number(value), number(chance), n), (chance, low, high))
    low, high = at
    return Bar(name, value, low, high, (number(value), interval(low, high), n))


def _chance(rows: pd.DataFrame) -> Section:
    bars = tuple(
        _bar("All" if not r["by"] else str(r["group"]).capitalize(), r, expected=True) for _, r in rows.iterrows()
    )
    return Section(
        "scores",
        ABOVE_CHANCE,
        rows["answer"].iloc[0],
        "recall_questions",
        bars,
        ("Recall", "Chance", "n"),
        expected="shuffled guesses, middle 95 %",
    )


def _means(study: Study) -> Section:
    means = recall_means(study)
    means = means[means["rater"] == headline_rule(study)].rename(columns={"mean": "estimate"})
    overall = means[means["by"] == ""].set_index("over")
    every, valid = overall.loc["all trials"], overall.loc["valid trials"]
    said = (
        f"Over all {int(every['n'])} trials recall is **{number(every['estimate'])}**, over the {int(valid['n'])} "
        f"valid ones **{number(valid['estimate'])}**."
    )
    bars = tuple(
        _bar(f"{'All' if not r['by'] else str(r['group']).capitalize()}, {r['over']}", r) for _, r in means.iterrows()
    )
    return Section("scores", "Do invalid trials matter?", said, "recall_means", bars, NUMBERS)


def _funnel(study: Study) -> Section:
    funnel = recall_funnel(study)
    overall = funnel[funnel["by"] == ""]
    bars = tuple(
        Bar(
            str(r["what"]).capitalize(),
            float(r["share"]),
            cells=(percent(r["share"]), f"{int(r['n'])}", f"{int(r['alone'])}"),
        )
        for _, r in overall.iterrows()
    )
    return Section(
        "scores", "How many trials count?", trials_said(study), "recall_funnel", bars, ("Share", "n", "Alone")
    )


def _rules(study: Study) -> Section:
    apart = recall_differences(study)
    items = apart["item_id"].nunique()
    slots = count(len(apart), "slot")
    said = (
        f"The published and the recommended rule differ on {slots} of {count(items, 'trial')}; they are listed below."
        if len(apart)
        else "The published and the recommended rule agree on every slot."
    )
    return Section("scores", "Does the scoring rule matter?", said, "recall_differences")
