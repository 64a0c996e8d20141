"""A study with everything that could act as code in one of a report's formats, and its report."""

from __future__ import annotations

import pytest

from annoeval.opening import load
from annoeval.report.build import report
from annoeval.report.content import Report
from annoeval.report.material import Asked, Material
from annoeval.study import Study

HOSTILE = "<script>alert(1)</script>"
FORMULA = '=HYPERLINK("http://x")'
LABELS = ("a|b", "c & d_%$#", "*e*")


def hostile_rows() -> list[tuple[str, str, str, str]]:
    """Twenty-four items judged by two people whose names, ids and labels are code in some format."""
    rows = []
    for i in range(24):
        first = LABELS[i % 3]
        second = LABELS[(i + (i % 5 == 0)) % 3]
        item = f"{FORMULA} {i}"
        group = "+1|x" if i % 2 else "-2 <b>"
        rows += [(item, HOSTILE, first, group), (item, "@Ben | `x`", second, group)]
    return rows


@pytest.fixture(scope="module")
def hostile() -> Study:
    """Long table of those ratings."""
    lines = ["item\trater\tlabel\tdomain"] + ["\t".join(r) for r in hostile_rows()]
    options = {"mapping": {"item": "item", "rater": "rater", "label": "label", "domain": "group"}}
    return load(("<img src=x onerror=alert(2)>.tsv", "\n".join(lines).encode()), options=options)


@pytest.fixture(scope="module")
def made(hostile: Study) -> Report:
    """Its report, all sections."""
    return report(Material(hostile, Asked(), made="1 January 2026"))


@pytest.fixture(scope="module")
def captions() -> Study:
    """Forty captions scored by an AI, ten of them by a person too: what is true of all isn't known."""
    rows = [f"c{i},{'Biology' if i % 2 else 'Physics'},{i % 3},{i % 2 if i < 10 else ''}" for i in range(40)]
    data = "\n".join(["id,domain,ai_score,human_score", *rows]).encode()
    return load(("captions.csv", data))
