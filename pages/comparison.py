"""Comparison: whether two groups differ, by how much, and how sure that is."""

import streamlit as st

from annoeval.answers.comparison import how_different, test_name
from annoeval.answers.scores import name_of, rater_name
from annoeval.charts.comparison import differences
from annoeval.ui import state
from annoeval.ui.choice import choose
from annoeval.ui.needed import needed
from annoeval.ui.page import answer, draw, head, is_narrow, key, required, section
from annoeval.ui.results import result
from annoeval.ui.tables import table
from annoeval.words import title

study = state.study()
head("Comparison")
study = required(study)

comparison = result(study, "comparison")
if comparison.empty:
    needed("comparison", study, "Here stand differences between groups with their intervals, tests and effect sizes.")
    st.stop()

lead = st.container()
with st.container(horizontal=True, vertical_alignment="center", gap="small"):
    what = choose("what", {w: title(w) for w in comparison["what"].unique()}, "Groups")
    rows = comparison[comparison["what"] == what]
    couples = {f"{a} against {b}": (a, b) for a, b in zip(rows["a"], rows["b"], strict=True)}
    a, b = couples[choose("couple", {name: name for name in couples}, "Which two")]
    rows = rows[(rows["a"] == a) & (rows["b"] == b)]
    favourite = study.headline if study.headline in set(rows["rater"]) else None
    rater = choose("rater_of", {r: rater_name(r) for r in rows["rater"].unique()}, "Rater", favourite)
rows = rows[rows["rater"] == rater]
best = rows[rows["recommended"].astype(bool)]
names = {d: name_of(d, study.dimensions[d]) for d in best["dimension"]}

picked = draw(differences(best, names, is_narrow()), f"comparison_{what}", click=True)
key(("human", "interval without 0"), ("reference", "interval with 0"), ("line", "95 % interval"))
asked = st.query_params.get("dimension")
dimension = picked[0] if picked else asked if asked in names else list(names)[-1]
with lead:
    answer(how_different(best[best["dimension"] == dimension].iloc[0], study.dimensions[dimension]))

section("All tests")
columns = ["dimension", "test", "estimate", "low", "high", "statistic", "df"]
shown = rows.assign(dimension=rows["dimension"].map(names), test=rows["test"].map(test_name))
table(
    shown[
        [
            "dimension",
            "test",
            "estimate",
            "low",
            "high",
            "statistic",
            "df",
            "p",
            "p_adjusted",
            "effect",
            "effect_name",
            "reason",
        ]
    ],
    f"comparison_{what}",
    {"estimate": "Difference", "low": "95 % low", "high": "95 % high", "p": "p", "p_adjusted": "p (Holm)", "df": "df"},
    {"statistic": "%.2f", "df": "%.1f", "p_adjusted": "%.3f", "effect": "%.2f"},
    download=rows,
)
