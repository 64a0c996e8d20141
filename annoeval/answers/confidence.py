"""Does confidence say what comes out right? The sentence above the plots."""

from __future__ import annotations

import pandas as pd

from annoeval.answers.scores import name_of, rater_name
from annoeval.study import Scale
from annoeval.words import count, interval, missing, number, p_value


def how_telling(dimension: str, scale: Scale, rater: str, correlation: pd.DataFrame, summary: pd.DataFrame) -> str:
    """The answer of the page Confidence. correlation, summary: overall rows of one dimension and rater."""
    said = []
    about = name_of(dimension, scale).lower()
    pearson = correlation[correlation["method"] == "pearson"]
    if len(pearson):
        row = pearson.iloc[0]
        n = count(int(row["n"]), "item")
        if missing(row["estimate"]):
            said.append(f"Whether confidence goes with {about} can't be said: {row['reason']} ({n}).")
        else:
            clear = not missing(row["low"]) and (row["low"] > 0 or row["high"] < 0)
            way = "goes with" if row["estimate"] > 0 else "goes against"
            lead = f"Confidence {way}" if clear else "Confidence shows no clear relation to"
            sure = f"95 % CI {interval(row['low'], row['high'])}; p {_p(row['p'])}; {n}"
            said.append(f"{lead} {about} by {rater_name(rater)}: r **{number(row['estimate'])}** ({sure}).")
    if len(summary) and not missing(summary["ece"].iloc[0]):
        off, n = summary["ece"].iloc[0], count(int(summary["n"].iloc[0]), "answer")
        said.append(f"Stated confidence is off by **{number(off)}** on average (ECE; {n}).")
    return " ".join(said)


def _p(p: float | None) -> str:
    text = p_value(p)
    return text if text.startswith("<") else f"= {text}"
