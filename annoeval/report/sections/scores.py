"""How good the output is: means or shares of labels by rater and by group."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from annoeval.answers.dirty import with_dirt
from annoeval.answers.estimates import NOT_CORRECTED, covered, how_true
from annoeval.answers.scores import how_good, how_labelled, rater_name
from annoeval.charts.labels import shares
from annoeval.charts.scores import KINDS, by_group, by_rater, key_of, numbers
from annoeval.report.columns import table
from annoeval.report.content import Heading, Part, Plot, Table, Text, file_name
from annoeval.report.material import Material, parted
from annoeval.report.sections.own import own
from annoeval.words import noun, title

MOST_LABELS = 24


def scores(m: Material) -> Iterator[Part]:
    """Every dimension's sentence, plots and tables; then the questions that only this study asks of scores."""
    for dimension in m.scored:
        yield Heading(m.name(dimension))
        yield from sentence(m, dimension)
        yield from _means(m, dimension) if m.scale(dimension).numeric else _labels(m, dimension)
    yield from own(m, "scores")


def sentence(m: Material, dimension: str) -> Iterator[Text]:
    """The answer; where people reviewed a part, what is true of all items, never the mixture of theirs and the AI's."""
    scale, row = m.scale(dimension), m.partial(dimension)
    if row is not None:
        yield Text(with_dirt(how_true(dimension, scale, row), m.study, dimension), "answer")
        yield Text(f"{covered(row)}.", "quiet")
        return
    found = m.result("scores" if scale.numeric else "labels", dimension=dimension, cluster=m.asked.cluster)
    how = how_good if scale.numeric else how_labelled
    said = how(dimension, scale, found, m.result("sources", dimension=dimension))
    yield Text(with_dirt(said, m.study, dimension), "answer")


def _named(m: Material, dimension: str, rows: pd.DataFrame) -> pd.DataFrame:
    """Raters and kinds in words; final scores that mix people's with the AI's say so in their name."""
    mixed = m.partial(dimension) is not None
    names = {r: NOT_CORRECTED if mixed and r == "resolved" else rater_name(r) for r in rows["rater"].unique()}
    return rows.assign(rater=rows["rater"].map(names), kind=rows["kind"].map(KINDS).fillna(rows["kind"]))


def _means(m: Material, dimension: str) -> Iterator[Part]:
    scale, name = m.scale(dimension), m.name(dimension)
    found = m.result("scores", dimension=dimension, cluster=m.asked.cluster)
    about, keys = f"{name} by rater", tuple(key_of(found, "rater"))
    yield Plot(file_name("scores", dimension, "rater"), about, by_rater(found, scale), keys)
    yield _table(m, dimension, found, "")
    for by in parted(found):
        about = f"{name} by {noun(by)}"
        if m.partial(dimension) is None:
            drawn, keys = by_group(found, scale, by), tuple(key_of(found, by))
            yield Plot(file_name("scores", dimension, by), about, drawn, keys)
        yield _table(m, dimension, found, by)


def _table(m: Material, dimension: str, found: pd.DataFrame, by: str) -> Table:
    rows = _named(m, dimension, found[found["by"] == by])
    about = f"by {noun(by)} and rater" if by else "by rater"
    return table(
        file_name("scores", dimension, by or "rater"),
        f"{m.name(dimension)} {about}",
        rows,
        {"group": title(by) if by else "", "kind": "Who", "missing": "Without", "open": "Tied"},
        hide=("dimension", "by", "share_of_maximum", *(() if by else ("group",))),
    )


def _labels(m: Material, dimension: str) -> Iterator[Part]:
    scale, name = m.scale(dimension), m.name(dimension)
    found = m.result("labels", dimension=dimension, cluster=m.asked.cluster)
    if found.empty:
        return
    final = "resolved" if "resolved" in set(found["rater"]) else str(found["rater"].iloc[0])
    for by in ["rater", *parted(found)]:
        rows = found[found["by"] == ("" if by == "rater" else by)]
        if by != "rater":
            rows = rows[rows["rater"] == final]
        if rows.empty:
            continue
        about = f"{name}: labels by {noun(by)}"
        yield Plot(file_name("labels", dimension, by), about, shares(found, scale, by, final))
        shown = numbers(found, by) if by == "rater" else rows
        if shown["label"].nunique() > MOST_LABELS:  # of many labels those that nobody gave say nothing
            shown = shown[shown["n"] > 0].sort_values("n", ascending=False, kind="stable")
        yield table(
            file_name("labels", dimension, by),
            about,
            shown.assign(label=shown["label"].map(scale.describe)),
            {"group": title(by), "kind": "Who"},
            {"low": "shares"},
            hide=("dimension", "by"),
        )
