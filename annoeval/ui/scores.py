"""The two faces of the page Scores: means as a forest plot, and shares of labels where values are names."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from annoeval.answers.estimates import covered, headline_row, how_true, saved
from annoeval.answers.scores import how_good, how_labelled, mixed, rater_name
from annoeval.charts.estimates import of_all
from annoeval.charts.labels import shares
from annoeval.charts.matrix import clicked
from annoeval.charts.scores import by_group, by_rater, numbers, series
from annoeval.evaluation.labels import given
from annoeval.evaluation.plans import Plan, plan
from annoeval.review.rule import Rule
from annoeval.study import Study
from annoeval.ui.choice import choose
from annoeval.ui.page import answer, button, draw, is_narrow, key, quiet, section
from annoeval.ui.results import result
from annoeval.ui.review_links import parameters, review_items, to_group
from annoeval.ui.tables import table
from annoeval.words import count, title

KINDS = {"ai": "an AI", "human": "a person"}
TITLES = {"n": "n", "sd": "SD", "low": "95 % low", "high": "95 % high", "kind": "Who", "of": "Of"}


def rows(by: pd.Series) -> str:
    """What the rows of the plot are: the values of a group column, or the raters. by: that column of a result table."""
    groups = {g: f"By {title(g).lower()}" for g in by.unique() if g}
    return choose("by", {**groups, "rater": "By rater"}, "Rows")


def means(study: Study, dimension: str, by: str, scores: pd.DataFrame) -> None:
    """The plot of means and the numbers behind it; a click on a mark leads to its items."""
    scale = study.dimensions[dimension]
    figure = by_rater(scores, scale, is_narrow()) if by == "rater" else by_group(scores, scale, by, is_narrow())
    chosen = draw(figure, f"scores_{dimension}_{by}", click=True)
    drawn = series(scores)
    marks = [(s.role, s.title) for s in drawn]
    if by == "rater":  # the rows name them; raters of one kind share a mark
        shared = {role: [t for r, t in marks if r == role] for role, _ in marks}
        marks = [(role, names[0] if len(names) == 1 else KINDS[role]) for role, names in shared.items()]
    key(*marks, (f"line {drawn[-1].role}", "95 % interval"))
    to_group(by, chosen)
    section("The numbers")
    table(numbers(scores, by), f"scores_{dimension}_{by}", {"group": title(by), **TITLES}, download=scores)


def label_shares(study: Study, dimension: str, by: str, labels: pd.DataFrame) -> None:
    """The matrix of shares and the numbers behind it; a click on a cell leads to its items."""
    scale = study.dimensions[dimension]
    rater = "resolved"
    if by != "rater":
        rater = choose("labelled_by", {r: rater_name(r) for r in labels["rater"].unique()}, "Labelled by", "resolved")
    cell = clicked(draw(shares(labels, scale, by, rater), f"labels_{dimension}_{by}", click=True))
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
        download=labels,
    )


def said(study: Study, dimension: str, table: pd.DataFrame) -> None:
    """The answer in a sentence. table: `scores` or `labels` of the dimension."""
    scale, sources = study.dimensions[dimension], result(study, "sources", dimension=dimension)
    if mixed(sources) and (row := headline_row(result(study, "estimates", dimension=dimension))) is not None:
        true_of_all(study, dimension, row)
    else:
        answer((how_labelled if "label" in table else how_good)(dimension, scale, table, sources))


def true_of_all(study: Study, dimension: str, row: pd.Series) -> None:
    """What is true of all items, which part was reviewed, and the audit that would make it sharper."""
    answer(how_true(dimension, study.dimensions[dimension], row))
    quiet(". ".join(p for p in (covered(row), saved(row)) if p) + ".")
    if not row["n_unseen"]:
        return
    table_of_all = result(study, "estimates", dimension=dimension)
    draw(of_all(table_of_all, study.dimensions[dimension], row["what"], is_narrow()), f"estimates_{dimension}")
    key(
        ("line ink", "true of all, 95 %"),
        ("band", "what the unseen allow"),
        ("reference", "as reviewed, not corrected"),
    )
    offer(study, dimension)


def offer(study: Study, dimension: str) -> None:
    """The plan: a half-width to reach, what it costs, and the button that puts the audit into the queue."""
    scale = study.dimensions[dimension]
    if scale.range is None or len(scale.categories) not in (2, 3) or not scale.numeric:
        return
    reach = float(scale.range[1] - scale.range[0])
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        wanted = st.number_input(
            "Know it to ±", 0.005 * reach, 0.25 * reach, 0.03 * reach, 0.005 * reach, key="ae_half_width", width=140
        )
        found = _planned(study.digest, dimension, wanted, study)
        if not found.more:
            quiet("The audit is large enough for this.", width="content")
            return
        rule = Rule("audit", dimension, size=found.audited + found.more)
        cost = f"about {found.minutes:.0f} minutes, " if found.minutes is not None else ""
        label = f"Add {count(found.more, 'item')} to the queue"
        button(label, "playlist_add", "review", parameters(rule), key="ae_audit")
        quiet(f"{cost}drawn at random, scores hidden", width="content")


@st.cache_data(max_entries=64, show_spinner="Planning the audit")
def _planned(digest: str, dimension: str, half_width: float, _study: Study) -> Plan:
    return plan(_study, dimension, half_width)
