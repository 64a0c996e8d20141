"""The parts of the page Comparison: what is compared, the differences, the values behind one, and all tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from annoeval.answers import comparison as words
from annoeval.answers.scores import mixed, rater_name
from annoeval.charts.comparison import SIDES, changes, differences, spread
from annoeval.evaluation.against import Against, against
from annoeval.evaluation.comparison import RATER, choices, comparable
from annoeval.evaluation.sides import Sides, ends_of, equal_within, paired_sides, shares, sides
from annoeval.study import Study
from annoeval.ui import state
from annoeval.ui.choice import choose
from annoeval.ui.clusters import chosen
from annoeval.ui.listed import listed_items
from annoeval.ui.page import draw, is_narrow, quiet, room, section
from annoeval.ui.results import result
from annoeval.ui.review_links import review_items
from annoeval.ui.tables import table
from annoeval.words import noun, p_value, title

ADJUST = {"holm": "Holm", "bh": "Benjamini–Hochberg"}
OTHER = "study"


@dataclass(frozen=True)
class Compared:
    """What the page looks at: the recommended rows of one `what` and rater, and how to get the values behind a row and
    every test of its two sides."""

    what: str
    rows: pd.DataFrame
    values: Callable[[pd.Series], Sides]
    tests: Callable[[pd.Series], pd.DataFrame]
    names: dict[str, str]
    adjusted: str
    cluster: str | None = None

    @property
    def couples(self) -> list[tuple[str, str]]:
        """Every two that are compared, each once."""
        pairs = self.rows.loc[self.rows["b"] != "", ["a", "b"]].drop_duplicates()
        return list(pairs.itertuples(index=False, name=None))

    @property
    def first(self) -> str:
        """A dimension compared, where a row holds several: its first side."""
        sides = [s for pair in self.couples for s in pair if s in self.names]
        return sides[0] if sides else next(iter(self.names))


@st.cache_resource(max_entries=60, show_spinner=False)
def _sides(digest: str, row: tuple[str, ...], _study: Study) -> Sides:
    return sides(_study, *row)


@st.cache_resource(max_entries=12, show_spinner="Comparing the two studies")
def _against(digest: str, other: str, _study: Study, _other: Study) -> Against:
    return against(_study, _other)


@st.cache_data(max_entries=60, show_spinner=False)
def _comparable(digest: str, _study: Study) -> dict[str, list[str]]:
    return comparable(_study)


@st.cache_data(max_entries=60, show_spinner=False)
def _dimensions(digest: str, what: str, rater: str, _study: Study) -> list[str]:
    return choices(_study, what, rater)


def other_studies() -> dict[str, str]:
    """Names of the other studies by id."""
    known = state.store().studies()[["id", "name"]].itertuples(index=False, name=None)
    return {i: name for i, name in known if i != state.study_id()}


def choose_what(study: Study) -> Compared | None:
    """What is compared, and by whose values: chosen at the top, kept in the address. None where nothing can be."""
    names = {d: words.title_of(d, s) for d, s in study.dimensions.items()}
    others, known = other_studies(), _comparable(study.digest, study)
    kinds = {what: title(what) for what in known} | ({OTHER: "Another study"} if others else {})
    method = st.query_params.get("adjust", "holm")
    method = method if method in ADJUST else "holm"
    if not known and not (others and st.query_params.get("what") == OTHER):
        return None
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        what = choose("what", kinds, "What is compared")
        if what == OTHER:
            return _with_study(study, names, others, ADJUST[method])
        partly = any(mixed(part) for _, part in result(study, "sources").groupby("dimension"))
        final = study.headline if partly else "resolved"  # final scores that are mixed have no test
        favourite = next((r for r in (final, study.headline) if r in known[what]), None)
        rater = choose("rater_of", {r: rater_name(r) for r in known[what]}, "Rater", favourite)
        drawn = chosen(study)
        several = _dimensions(study.digest, what, rater, study)
        one = choose("dimension", {d: names[d] for d in several}, "Dimension", "score") if several else None
    options: dict[str, Any] = {"by": (what,), "method": method, "dimension": one, "cluster": drawn}
    options |= {} if what == RATER else {"raters": (rater,)}

    def values(row: pd.Series) -> Sides:
        asked = (what, str(row["a"]), str(row["b"]), str(row["dimension"]), str(row["rater"]))
        return _sides(study.digest, asked, study)

    def tests(row: pd.Series) -> pd.DataFrame:
        return result(study, "comparison", pair=(str(row["a"]), str(row["b"])), **options)

    return Compared(
        what, result(study, "comparison", every=False, **options), values, tests, names, ADJUST[method], drawn
    )


def _with_study(study: Study, names: dict[str, str], others: dict[str, str], adjusted: str) -> Compared:
    chosen = choose("other", others, "The other study")
    other = state.store().study(chosen)
    found = _against(study.digest, other.digest, study, other)

    def values(row: pd.Series) -> Sides:
        dimension = str(row["dimension"])
        own = found.items[found.items["dimension"] == dimension]
        return paired_sides(str(row["a"]), str(row["b"]), study.dimensions[dimension], own)

    return Compared(OTHER, found.table, values, lambda _: found.table, names, adjusted)


def nothing_shared(compared: Compared) -> str:
    """Why there is no row to look at."""
    if compared.what == OTHER:
        return "The two studies share no dimension that could be compared."
    return f"No {noun(compared.what)} has values that could be compared with another's."


def forest(compared: Compared) -> pd.Series | None:
    """The differences, one row a dimension or, where more than two are compared, a couple, the largest difference
    first; gives the chosen row."""
    rows = compared.rows[compared.rows["recommended"] & (compared.rows["b"] != "")]
    if rows.empty:
        return None
    many = len(compared.couples) > 1
    if many:
        rows = rows.loc[rows["estimate"].abs().sort_values(ascending=False, kind="stable").index]
        titles = [
            " – ".join(words.side_name(compared.what, s, compared.names) for s in (r.a, r.b)) for r in rows.itertuples()
        ]
        keys, axis, parameter = [f"{r.a}|{r.b}" for r in rows.itertuples()], "first minus second", "couple"
    else:
        a, b = (words.side_name(compared.what, s, compared.names) for s in compared.couples[0])
        titles = [compared.names.get(d, d) for d in rows["dimension"]]
        keys, axis, parameter = rows["dimension"].tolist(), f"{a} minus {b}", "dimension"
    clicked: list[str] = []
    if rows["estimate"].notna().any() and (len(rows) > 1 or many):
        figure = differences(rows, titles, keys, axis, compared.adjusted, is_narrow())
        marks = (("human", "interval without 0"), ("reference", "interval with 0"))
        clicked = draw(figure, f"differences_{state.study_id()}_{compared.what}", True, marks)
    return rows.iloc[keys.index(_chosen(parameter, clicked, keys))]


def at_once(compared: Compared) -> str:
    """What the test of all sides at once says, where there are more than two; else ""."""
    whole = compared.rows[(compared.rows["b"] == "") & compared.rows["recommended"]]
    if whole.empty:
        return ""
    names = {s for pair in compared.couples for s in pair}
    about = compared.names.get(str(whole.iloc[0]["dimension"]), "")
    return words.all_at_once(whole.iloc[0], compared.what, len(names), about)


def _chosen(parameter: str, clicked: list[str], keys: list[str]) -> str:
    """The row looked at: the one clicked, else the one in the address, else the score or the first."""
    if clicked and clicked[0] in keys:
        if st.query_params.get(parameter) != clicked[0]:
            st.query_params[parameter] = clicked[0]
        return clicked[0]
    asked = st.query_params.get(parameter)
    return asked if asked in keys else "score" if "score" in keys else keys[0]


def stated_margin() -> float | None:
    """The largest difference that would not matter, from the address; None until someone states one."""
    try:
        known = float(st.query_params["margin"])
    except (KeyError, ValueError):
        return None
    return known if 0 < known < float("inf") else None


def margin() -> float | None:
    """The field in which the margin is stated."""
    st.session_state["_margin"] = stated_margin()

    def write() -> None:
        stated = st.session_state["_margin"]
        if stated:
            st.query_params["margin"] = f"{stated:g}"
        else:
            st.query_params.pop("margin", None)

    return (
        st.number_input(
            "Equal means within ±",
            min_value=0.0,
            value=None,
            step=0.05,
            format="%g",
            key="_margin",
            on_change=write,
            placeholder="not stated",
            width=160,
            help="The largest difference that would not matter. Only with it can two sides be called equal.",
        )
        or None
    )


def behind(study: Study, row: pd.Series, compared: Compared, found: Sides) -> None:
    """The values behind one difference: how they spread, who is higher where, what would settle it."""
    a, b = (words.side_name(compared.what, s, compared.names) for s in (found.a, found.b))
    mark = f"{state.study_id()}_{compared.what}_{row['dimension']}_{found.a}_{found.b}"
    subject = compared.names.get(str(row["dimension"]), "Score")
    left, right = st.columns(2, gap="large")
    with left:
        section(f"How {subject.lower()} spreads")
        marks = ((f"bar {SIDES['a']}", a), (f"bar {SIDES['b']}", b))
        clicked = draw(
            spread(shares(found), {"a": a, "b": b}, subject, room(half=True)), f"spread_{mark}", True, marks, half=True
        )
        if clicked and clicked[0]:
            _review_bar(str(clicked[0]), found, {"a": a, "b": b})
        else:
            quiet("Click a bar for its items.")
    with right:
        if found.paired:
            section("Which items")
            _changed(found, a, b, mark)
        else:
            section("The two groups")
            _means(study, row, compared, found)
        if found.scale.numeric:
            _settle(row, found)


def _means(study: Study, row: pd.Series, compared: Compared, found: Sides) -> None:
    options = {"dimension": str(row["dimension"]), "by": (compared.what,), "raters": (str(row["rater"]),)}
    own = result(study, "scores", cluster=compared.cluster, **options)
    own = own[(own["by"] == compared.what) & own["group"].isin([found.a, found.b])].sort_values("group")
    table(
        own[["group", "n", "mean", "sd", "low", "high"]],
        f"groups_{compared.what}",
        {"group": title(compared.what), "n": "n", "sd": "SD", "low": "95 % low", "high": "95 % high"},
    )


def _settle(row: pd.Series, found: Sides) -> None:
    section("What would settle it?")
    if said := words.how_many(row, found) or words.settled(row):
        quiet(said)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        stated = margin()
        quiet(words.within_margin(equal_within(found, stated), stated) if stated else words.NO_MARGIN)


def _review_bar(clicked: str, found: Sides, names: dict[str, str]) -> None:
    side, mark = clicked[0], clicked[1:]
    if mark.startswith("="):
        given = f"with {mark[1:]}"
    else:
        low, high = ends_of(mark)
        given = f"with {low:g}" if low == high else f"from {low:g} to {high:g}"
    review_items(found.items(side, mark), f"{given} in {names[side]}", "_bar")


def _changed(found: Sides, a: str, b: str, mark: str) -> None:
    frame = found.changes()
    kinds = ("higher", "same", "lower") if found.scale.numeric else ("different", "same")
    counts = {kind: int((frame["change"] == kind).sum()) for kind in kinds}
    quiet(words.who_is_higher(counts, found, a, b))
    sides = ((f"bar {SIDES['a']}", f"{a} higher"), ("band", "equal"), (f"bar {SIDES['b']}", f"{b} higher"))
    clicked = draw(changes(counts, a, b), f"changes_{mark}", True, sides if found.scale.numeric else (), half=True)
    wanted = str(clicked[0]) if clicked and clicked[0] in kinds else ""
    rows = frame[frame["change"] == wanted] if wanted else frame[frame["change"] != "same"]
    if rows.empty:
        return
    told = {"higher": f"on which {a} is higher", "lower": f"on which {b} is higher", "same": "with the same value"}
    listed_items(
        rows[["item_id", "a", "b"]],
        f"changed_{mark}_{wanted}",
        told.get(wanted, "with a difference"),
        {"a": a, "b": b},
        download=rows,
    )


def all_tests(compared: Compared, row: pd.Series) -> None:
    """Every test and effect of the couple looked at, made once it is asked for, with the choice of adjustment."""
    with st.expander("All tests", key="_all_tests", on_change="rerun") as every:
        if not every.open:
            return
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            quiet(words.WHY.get(str(row["test"]), ""))
            if compared.what != OTHER:
                choose("adjust", ADJUST, "Adjusted by")
        own = compared.tests(row)
        own = own[((own["a"] == row["a"]) & (own["b"] == row["b"])) | (own["b"] == "")]
        shown = own.assign(
            dimension=own["dimension"].map(lambda d: compared.names.get(d, "")),
            test=own["test"].map(words.test_name),
            effect_name=own["effect_name"].map(words.effect_name),
            p=[p_value(p) for p in own["p"]],
            p_adjusted=[p_value(p) for p in own["p_adjusted"]],
        )
        columns = ["dimension", "test", "estimate", "low", "high", "statistic", "df", "p", "p_adjusted", "effect",
                   "effect_low", "effect_high", "effect_name", "method"]  # fmt: skip
        two = dict.fromkeys(("statistic", "effect", "effect_low", "effect_high"), "%.2f")
        table(
            shown[[*columns, "reason"] if shown["reason"].any() else columns],
            f"comparison_{compared.what}",
            {
                "estimate": "Difference",
                "low": "95 % low",
                "high": "95 % high",
                "p": "p",
                "df": "df",
                "p_adjusted": f"p ({compared.adjusted})",
                "effect_low": "Effect low",
                "effect_high": "Effect high",
                "effect_name": "Effect size",
            },
            two | {"df": "%.1f"},
            download=own,
        )
