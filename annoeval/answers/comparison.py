"""Do groups differ, and by how much? The sentence above the differences."""

from __future__ import annotations

import pandas as pd

from annoeval.answers.scores import name_of
from annoeval.study import Scale
from annoeval.words import interval, missing, number, p_value

TESTS = {
    "welch": "Welch's t", "welch_t": "Welch's t", "student": "Student's t", "student_t": "Student's t",
    "mann_whitney": "Mann–Whitney U", "permutation": "permutation test",
}  # fmt: skip


def test_name(test: str) -> str:
    """A test as papers call it."""
    return TESTS.get(test, test.replace("_", " "))


def how_different(row: pd.Series, scale: Scale) -> str:
    """The answer of the page Comparison, from the recommended row of one dimension and two groups."""
    name = name_of(str(row["dimension"]), scale)
    sizes = f"n {int(row['n_a']):,} and {int(row['n_b']):,}"
    if missing(row["estimate"]):
        return f"{name} in {row['a']} and {row['b']} can't be compared: {row['reason']} ({sizes})."
    more, less = (row["a"], row["b"]) if row["estimate"] >= 0 else (row["b"], row["a"])
    sign = 1 if row["estimate"] >= 0 else -1
    ends = sorted(sign * v for v in (row["low"], row["high"])) if not missing(row["low"]) else [None, None]
    p = p_value(row["p"])
    bracket = [f"95 % CI {interval(*ends)}"] if ends[0] is not None else []
    bracket.append(
        f"p {p if p.startswith('<') else '= ' + p}, {test_name(str(row['test']))}" if p != "–" else "no test"
    )
    if not missing(row["effect"]):
        bracket.append(f"{str(row['effect_name']).replace('_', ' ')} {number(sign * row['effect'])}")
    size = number(abs(row["estimate"]))
    return f"{name} is **{size}** higher in {more} than in {less} ({'; '.join([*bracket, sizes])})."
