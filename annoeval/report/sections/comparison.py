"""Whether groups, raters or dimensions differ, by how much, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from annoeval.answers import comparison as words
from annoeval.answers.dirty import with_dirt
from annoeval.answers.scores import mixed, rater_name
from annoeval.charts.comparison import differences
from annoeval.evaluation.comparison import DIMENSION, RATER, choices, comparable
from annoeval.evaluation.sides import sides
from annoeval.report.columns import table
from annoeval.report.content import Heading, Part, Plot, Text, file_name
from annoeval.report.material import Material
from annoeval.report.sections.own import own
from annoeval.words import noun

ADJUSTED = "Holm"
MOST_SAID = 6  # differences that have a sentence of their own
MOST_DRAWN = 40
KEYS = (("human", "interval without 0"), ("reference", "interval with 0"), ("line", "95 % interval"))


def comparison(m: Material) -> Iterator[Part]:
    """Every kind of comparison that the study allows; then the questions that only this study asks."""
    for what, rater, dimension, rows in compared(m):
        yield from _of(m, what, rater, dimension, rows)
    yield from own(m, "comparison")


def compared(m: Material) -> Iterator[tuple[str, str, str | None, pd.DataFrame]]:
    """What is compared, by whose values, of which dimension alone, and the recommended rows."""
    partly = any(mixed(part) for _, part in m.result("sources").groupby("dimension"))
    final = m.study.headline if partly else "resolved"  # final scores that are mixed have no test
    for what, raters in comparable(m.study).items():
        rater = next((r for r in (final, m.study.headline, *raters) if r in raters), "")
        several = choices(m.study, what, rater)
        for dimension in m.chosen(several) if several else [None]:
            options: dict[str, Any] = {"by": (what,), "dimension": dimension, "cluster": m.asked.cluster}
            options |= {} if what == RATER else {"raters": (rater,)}
            rows = m.result("comparison", every=False, **options)
            if what != DIMENSION and m.asked.dimensions:
                rows = rows[rows["dimension"].isin(m.asked.dimensions)]
            if len(rows):
                yield what, rater, dimension, rows


def _of(m: Material, what: str, rater: str, dimension: str | None, rows: pd.DataFrame) -> Iterator[Part]:
    names = {d: m.name(d) for d in m.study.dimensions}
    nouns = {RATER: "raters", DIMENSION: "questions"}
    about = nouns.get(what, noun(what))
    yield Heading(f"By {about}{f': {names[dimension]}' if dimension else ''}")
    couples = rows.loc[rows["b"] != "", ["a", "b"]].drop_duplicates()
    many = len(couples) > 1
    best = rows[rows["recommended"] & (rows["b"] != "")]
    whole = rows[rows["recommended"] & (rows["b"] == "")]
    for _, row in whole.iterrows():
        n = len({s for pair in couples.itertuples(index=False) for s in pair})
        said = words.all_at_once(row, what, n, names.get(str(row["dimension"]), ""))
        yield Text(with_dirt(said, m.study, str(row["dimension"])), "answer")
    if best.empty:
        yield Text(f"{str(rows['reason'].iloc[0])[:1].upper()}{str(rows['reason'].iloc[0])[1:]}.", "quiet")
        return
    if many:
        best = best.loc[best["estimate"].abs().sort_values(ascending=False, kind="stable").index]
    for i, (_, row) in enumerate(best.head(MOST_SAID).iterrows()):
        found = sides(m.study, what, str(row["a"]), str(row["b"]), str(row["dimension"]), str(row["rater"]))
        leads = not (i or len(whole))
        said = words.how_different(row, found, names)
        yield Text(with_dirt(said, m.study, str(row["dimension"])) if leads else said, "answer" if leads else "body")
    if rater and what != RATER:
        yield Text(f"Values of {rater_name(rater)}.", "quiet")
    shown = best.head(MOST_DRAWN)
    if shown["estimate"].notna().any() and len(shown) > 1:
        titles = [_titled(what, row, names, many) for row in shown.to_dict("records")]
        first = shown.iloc[0]
        axis = (
            "first minus second" if many else f"{_side(what, first['a'], names)} minus {_side(what, first['b'], names)}"
        )
        figure = differences(shown, titles, list(range(len(shown))), axis, ADJUSTED)
        yield Plot(file_name("differences", what, dimension or ""), f"Differences by {about}", figure, KEYS)
    said = rows.assign(
        a=[_side(what, a, names) for a in rows["a"]],
        b=[_side(what, b, names) if b else "all" for b in rows["b"]],
        dimension=rows["dimension"].map(lambda d: names.get(d, "")),
        test=rows["test"].map(words.test_name),
        effect_name=rows["effect_name"].map(lambda e: words.effect_name(str(e)) if e else ""),
        rater=rows["rater"].map(lambda r: rater_name(r) if r else ""),
        method=[words.in_words(row, names) for _, row in rows.iterrows()],
    )
    yield table(
        file_name("comparison", what, dimension or ""),
        f"Differences by {about}{f': {names[dimension]}' if dimension else ''}",
        said,
        {"estimate": "a minus b", "p_adjusted": f"p ({ADJUSTED})", "effect_low": "Effect, 95 % CI"},
        hide=("what", "recommended", "statistic", "df", *(c for c in ("dimension", "rater") if said[c].nunique() == 1)),
    )


def _titled(what: str, row: dict[Any, Any], names: dict[str, str], many: bool) -> str:
    couple = " – ".join(_side(what, row[s], names) for s in ("a", "b"))
    about = names.get(row["dimension"], "")
    return couple if many else about or couple


def _side(what: str, side: object, names: dict[str, str]) -> str:
    return words.side_name(what, str(side), names)
