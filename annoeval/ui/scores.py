"""The two faces of the page Scores: means as a forest plot, and shares of labels where values are names."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from annoeval.answers.scores import how_good, how_labelled, rater_name
from annoeval.charts.labels import shares
from annoeval.charts.matrix import clicked
from annoeval.charts.scores import by_group, by_rater, key_of, numbers
from annoeval.evaluation.coverage_table import coverage
from annoeval.evaluation.labels import given
from annoeval.study import Study
from annoeval.ui.choice import choose
from annoeval.ui.dirty import said_and_mended
from annoeval.ui.page import draw, is_narrow, room, section
from annoeval.ui.results import result
from annoeval.ui.review_links import review_items, to_group
from annoeval.ui.tables import table
from annoeval.ui.unmerged import noted
from annoeval.words import noun, title

TITLES = {"n": "n", "sd": "SD", "low": "95 % low", "high": "95 % high", "kind": "Who", "of": "Of"}


def rows(by: pd.Series) -> str:
    """What the rows of the plot are: the values of a group column, or the raters. by: that column of a result table."""
    groups = {g: f"By {noun(g)}" for g in by.unique() if g}
    return choose("by", {**groups, "rater": "By rater"}, "Rows")


def means(study: Study, dimension: str, by: str, scores: pd.DataFrame) -> None:
    """The plot of means and the numbers behind it; a click on a mark leads to its items."""
    scale = study.dimensions[dimension]
    figure = by_rater(scores, scale, is_narrow()) if by == "rater" else by_group(scores, scale, by, is_narrow())
    chosen = draw(figure, f"scores_{dimension}_{by}", True, key_of(scores, by))
    to_group(by, chosen)
    section("The numbers")
    table(
        numbers(scores, by),
        f"scores_{dimension}_{by}",
        {"group": title(by), **TITLES},
        download=told(study, dimension, scores),
    )


def label_shares(study: Study, dimension: str, by: str, labels: pd.DataFrame) -> None:
    """The matrix of shares and the numbers behind it; a click on a cell leads to its items."""
    scale = study.dimensions[dimension]
    rater = "resolved"
    if by != "rater":
        whose = {
            r: "Labels as resolved" if r == "resolved" else f"Labels by {rater_name(r)}"
            for r in labels["rater"].unique()
        }
        rater = choose("labelled_by", whose, "Labelled by", "resolved")
    cell = clicked(draw(shares(labels, scale, by, rater, room()), f"labels_{dimension}_{by}", click=True))
    if cell is not None:
        name, label = cell
        who = name if by == "rater" else rater
        found = given(study, dimension)
        found = found[(found["rater"] == who) & (found["value"] == label)]["item_id"]
        if by != "rater":
            found = found[found.map(study.items[by]).astype("str") == name]
        review_items(found.tolist(), f"that {rater_name(who)} labelled {scale.describe(label)}", "_labelled")
    section("The numbers")
    shown = numbers(labels, by)
    table(
        shown.assign(label=shown["label"].map(scale.describe)),
        f"labels_{dimension}_{by}",
        {"group": title(by), **TITLES},
        {"share": "percent", "low": "percent", "high": "percent"},
        download=told(study, dimension, labels),
    )


def told(study: Study, dimension: str, rows: pd.DataFrame) -> Callable[[], pd.DataFrame]:
    """What makes a result table as it is downloaded: each row says how much of its items people reviewed."""
    shown = noted(rows)

    def made() -> pd.DataFrame:
        words = coverage(study, dimension).query("ai == 'all'").set_index(["by", "group"])["words"].to_dict()
        frame, last = shown.copy(), "unmerged_labels" in shown
        reviewed = [words.get(k, "") for k in zip(rows["by"], rows["group"], strict=True)]
        frame.insert(len(frame.columns) - last, "reviewed", reviewed)
        return frame

    return made


def said(study: Study, dimension: str, table: pd.DataFrame) -> None:
    """The answer in a sentence, where nothing is mixed. table: `scores` or `labels` of the dimension."""
    scale, sources = study.dimensions[dimension], result(study, "sources", dimension=dimension)
    how = how_labelled if "label" in table else how_good
    said_and_mended(study, dimension, how(dimension, scale, table, sources))
