"""Below the matrices of the page Agreement: coefficients, what drives them, consensus, the AI as a rater, methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from annoeval.answers.agreement import by_group, coefficients, consensus, replaced, replaces, told
from annoeval.answers.scores import rater_name
from annoeval.evaluation.explain import recommended
from annoeval.evaluation.methods import methods
from annoeval.evaluation.raters import UNKNOWN
from annoeval.statistics.agreement.alt_test import EPSILON
from annoeval.statistics.agreement.registry import named
from annoeval.statistics.references import bibtex
from annoeval.study import Study
from annoeval.ui.agreement.choices import explained
from annoeval.ui.agreement.differing import as_called, chosen_item
from annoeval.ui.choice import choose
from annoeval.ui.methods import around
from annoeval.ui.page import answer, quiet, say
from annoeval.ui.results import result
from annoeval.ui.tables import in_print, table
from annoeval.words import plain
from annoeval.words import title as heading

TABS = ("Coefficients", "What drives it", "Raters and items", "By group", "The AI as a rater", "Methods text")
_DRAWN = {"low": "95 % low", "high": "95 % high", "n_items": "Items", "n_ratings": "Ratings"}


NUMBERS = ("Value", "95 % CI", "Items", "Ratings")


def more(
    study: Study, dimension: str, raters: tuple[str, ...], own: pd.DataFrame, kinds: Mapping[str, str], draw: str | None
) -> None:
    """The tabs; only the open one is computed. own: the overall coefficients of these raters; draw: the cluster
    column."""
    labels = study.dimensions[dimension].level in ("nominal", "ordinal")
    ai = [r for r in study.of_kind("ai") if kinds.get(r) == "ai"]
    there = {
        TABS[0]: True,
        TABS[1]: True,
        TABS[2]: labels and len(raters) > 1,
        TABS[3]: bool(_grouped(study)),
        TABS[4]: bool(ai) and sum(k not in ("ai", "anonymous") for k in kinds.values()) > 1,
        TABS[5]: recommended(own) is not None,
    }
    names = [name for name in TABS if there[name]]
    opened = st.tabs(names, key="more", on_change="rerun")
    for name, tab in zip(names, opened, strict=True):
        if not tab.open:
            continue
        with tab:
            if name == TABS[0]:
                _coefficients(own, dimension)
            elif name == TABS[1]:
                _drivers(study, dimension, raters, own)
            elif name == TABS[2]:
                _consensus(study, dimension, raters)
            elif name == TABS[3]:
                _groups(study, dimension, raters, draw)
            elif name == TABS[4]:
                _replace(study, dimension, ai)
            else:
                _methods(study, dimension, raters, own, draw)


def _coefficients(own: pd.DataFrame, dimension: str) -> None:
    own = told(own)
    few = coefficients(own, few=True)
    st.table(in_print(few.map(lambda v: plain(v, 200)), NUMBERS), border="horizontal", hide_index=True)
    with st.expander("All coefficients", key=f"_all_{dimension}", on_change="rerun") as every:
        if every.open:
            shown = own.assign(
                coefficient=[named(c).title for c in own["coefficient"]],
                tells=[named(c).tells for c in own["coefficient"]],
                recommended=own["recommended"].map({True: "recommended", False: ""}),
            )
            columns = ["coefficient", "value", "low", "high", "n_items", "n_ratings", "words", "recommended", "tells"]
            table(
                shown[[*columns, "method", "reason"]],
                f"agreement_{dimension}",
                {**_DRAWN, "words": "Landis–Koch", "tells": "What it tells", "recommended": ""},
                download=own,
            )
    quiet("A word of Landis and Koch stands only as the range that the interval spans; their bounds are conventions.")


def _drivers(study: Study, dimension: str, raters: tuple[str, ...], own: pd.DataFrame) -> None:
    say(explained(study, "used", dimension, raters).sentence)
    sentences = explained_drivers(study, dimension, raters, own)
    for sentence in [*sentences, *explained(study, "cautions", dimension, raters)]:
        say(sentence)
    best = recommended(own)
    if best is None or pd.isna(best["value"]):
        return
    if not sentences:
        quiet("No single label, rater or lean of a rater stands out.")
    letter = named(best["coefficient"]).symbol
    left, right = st.columns(2, gap="large")
    with left:
        others = explained(study, "without_each_rater", dimension, raters, best["coefficient"])
        if len(others):
            st.markdown(f"**{letter} without each rater**")
            table(others.assign(rater=others["rater"].map(rater_name)), f"without_rater_{dimension}", _NAMES, _SIGNED)
        if study.dimensions[dimension].level in ("nominal", "ordinal"):
            labels = explained(study, "by_label", dimension, raters)
            if len(labels):
                st.markdown("**Each label against all others**")
                said = labels.assign(label=[study.dimensions[dimension].describe(v) for v in labels["label"]])
                table(said, f"by_label_{dimension}", {"n": "Ratings", "value": "κ", **_DRAWN}, download=labels)
            st.markdown("**How often each rater gives each label**")
            shares = explained(study, "label_shares", dimension, raters)
            shares.index = [study.dimensions[dimension].describe(v) for v in shares.index]
            names = as_called([str(r) for r in shares.columns])
            shares = (100 * shares).rename(columns=rater_name).rename_axis("label").reset_index()
            table(shares, f"shares_{dimension}", names, dict.fromkeys(names, _PERCENT))
    with right:
        items = explained(study, "without_each_item", dimension, raters, best["coefficient"])
        st.markdown(f"**Items that move {letter} most when left out**")
        rows = table(items, f"without_item_{dimension}", _NAMES, _SIGNED, select=True, height=324)
        chosen_item(items, rows, f"_moving_{dimension}")


_PERCENT = "%.0f %%"
_SHARES = ("with_others", "estimated", "agreement", "probability", "ai_wins", "rater_wins")


def _hundred(frame: pd.DataFrame) -> pd.DataFrame:
    """Shares and their limits as percentages, for columns that show them without decimals."""
    return frame.assign(**{c: 100 * frame[c] for c in (*_SHARES, "low", "high") if c in frame})


_NAMES = {"item_id": "Item", "n_ratings": "Ratings", "value": "Without", "change": "Change"}
_SIGNED = {"value": "%.3f", "change": "%+.3f"}


def explained_drivers(study: Study, dimension: str, raters: tuple[str, ...], own: pd.DataFrame) -> list[str]:
    """The sentences on what drives the figure, kept by the study's digest."""
    return _sentences(study.digest, dimension, raters, study, own)


@st.cache_data(max_entries=100, show_spinner=False)
def _sentences(digest: str, dimension: str, raters: tuple[str, ...], _study: Study, _own: pd.DataFrame) -> list[str]:
    from annoeval.evaluation.explain import what_drives

    return what_drives(_study, dimension, raters, _own)


def _consensus(study: Study, dimension: str, raters: tuple[str, ...]) -> None:
    items = explained(study, "item_difficulty", dimension, raters)
    say(consensus(items))
    left, right = st.columns(2, gap="large")
    with left:
        _reliability(study, dimension, raters)
    with right:
        st.markdown("**Hardest items**")
        scale = study.dimensions[dimension]
        hard = items[items["agreement"] < 1].assign(
            label=[None if pd.isna(v) else scale.describe(v) for v in items.loc[items["agreement"] < 1, "label"]],
            likely=[None if pd.isna(v) else scale.describe(v) for v in items.loc[items["agreement"] < 1, "likely"]],
        )
        rows = table(
            _hundred(hard[["item_id", "n", "label", "agreement", "likely", "probability"]].dropna(axis=1, how="all")),
            f"hard_{dimension}",
            {"item_id": "Item", "n": "Ratings", "label": "Majority", "likely": "Most likely"},
            dict.fromkeys(_SHARES, _PERCENT),
            select=True,
            height=324,
            download=hard,
            helps={
                "likely": "By Dawid and Skene, who weigh raters by their estimated errors",
                "agreement": "Share of the item's pairs of ratings that are equal",
            },
        )
        chosen_item(hard, rows, f"_hard_{dimension}")


def _reliability(study: Study, dimension: str, raters: tuple[str, ...]) -> None:
    st.markdown("**How often each rater gives the others' majority**")
    found = explained(study, "rater_reliability", dimension, raters)
    if found.empty:
        quiet(f"Not counted: {UNKNOWN}.")
        return
    table(
        _hundred(found.assign(rater=found["rater"].map(rater_name)).drop(columns=["reason", "n_against"])),
        f"reliability_{dimension}",
        {"n": "Items", "with_others": "Share", "low": "95 % low", "high": "95 % high", "estimated": "Dawid–Skene"},
        dict.fromkeys((*_SHARES, "low", "high"), _PERCENT),
        {"estimated": "Share of right labels where true labels and errors are estimated together"},
        download=found,
    )


def _grouped(study: Study) -> list[str]:
    return [g for g in study.groups if g in study.items and 1 < study.items[g].nunique() <= 30]


def _groups(study: Study, dimension: str, raters: tuple[str, ...], draw: str | None) -> None:
    found = result(study, "agreement", dimension=dimension, raters=raters, by=tuple(_grouped(study)), cluster=draw)
    shown = by_group(found[found["by"] != ""])
    table(shown.assign(by=shown["by"].map(heading)), f"by_group_{dimension}", {**_DRAWN, "by": "By", "note": "Note"})
    quiet("Groups are small: look at the intervals before comparing two of them.")


def _replace(study: Study, dimension: str, ai: Sequence[str]) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        who = choose("ai", {a: rater_name(a) for a in ai}, "AI")
        cost = choose("cost", {name: f"Against {name}" for name in EPSILON}, "What a rater costs", "trained raters")
    test = explained(study, "may_replace", dimension, who, EPSILON[cost])
    answer(replaces(test, who))
    if test.raters:
        table(
            _hundred(replaced(test)),
            f"alt_test_{dimension}",
            {
                "n": "Items",
                "ai_wins": "AI as close",
                "rater_wins": "Rater as close",
                "low": "Advantage, 95 % low",
                "high": "95 % high",
                "as_good": "AI as good",
            },
            dict.fromkeys((*_SHARES, "low", "high"), _PERCENT),
            {
                "ai_wins": "Share of items on which the AI is at least as close to the other raters as this rater",
                "low": "Of the rater's wins over the AI's",
                "p": f"That the rater's advantage is {test.epsilon} or more",
            },
        )
    quiet(
        "Alternative annotator test (Calderon, Reichart and Dror 2025): each rater is left out in turn and compared "
        f"with the AI by closeness to the rest; a rater must be better by {test.epsilon} to be worth the cost. The "
        "tests share raters, so p values are judged by Benjamini and Yekutieli's rule at 5 %."
    )


def coefficients_in_order(own: pd.DataFrame) -> list[str]:
    """Names of coefficients, the recommended first."""
    return own.sort_values("recommended", ascending=False, kind="stable")["coefficient"].tolist()


def _methods(study: Study, dimension: str, raters: tuple[str, ...], own: pd.DataFrame, cluster: str | None) -> None:
    names = {c: named(c).title for c in coefficients_in_order(own)}
    figure = choose("figure", names, "Figure")
    text, keys = methods(study, dimension, raters, own[own["coefficient"] == figure].iloc[0])
    st.code(f"{text} {around(study, dimension, cluster)}", language=None, wrap_lines=True)
    with st.expander("BibTeX"):
        st.code(bibtex(keys), language="bibtex", wrap_lines=True)
