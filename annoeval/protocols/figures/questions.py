"""What is asked of figures and of tables: the rubric's three questions."""

from __future__ import annotations

import pandas as pd

from annoeval.scale import Scale
from annoeval.tables.known_scales import DEFINITIONS, NAMES, QUESTIONS

TITLES = {"caption": "Caption", "vlm": "Description", "table": "Table"}
TEXTS = {"caption": "caption", "vlm": "vlm_description", "table": "content"}  # question → what is judged
FIGURE, TABLE = ("fig", "image", "picture", "plot", "chart", "diagram"), ("tab",)  # how a type begins
KINDS = (*FIGURE, *TABLE)


def _kind_values(items: pd.DataFrame, words: tuple[str, ...], default: str) -> tuple[str, ...]:
    found = [v for v in items["type"].dropna().unique() if v.strip().lower().startswith(words)]
    return tuple(found) or (default,)


def dimensions_of(items: pd.DataFrame) -> dict[str, Scale]:
    figure = _kind_values(items, FIGURE, "figure")
    table = _kind_values(items, TABLE, "table")
    return {
        name: Scale(
            level="ordinal",
            categories=(0, 1, 2),
            names=NAMES,
            definitions=DEFINITIONS[name],
            question=QUESTIONS[name],
            title=TITLES[name],
            text=TEXTS[name],
            applies={"type": table if name == "table" else figure},
        )
        for name in TEXTS
    }
