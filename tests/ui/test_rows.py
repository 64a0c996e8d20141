"""What the mapping screen asks about rows that are errors."""

from __future__ import annotations

import pandas as pd

from annoeval.reading.table import Reading, Table
from annoeval.tables.events import BLANK
from annoeval.ui.rows import changed_weights, no_weights, severities_of, weights_rows
from annoeval.ui.sample import Sample


def test_every_severity_that_occurs_is_asked_about_with_the_weight_that_is_known():
    frame = pd.DataFrame({"severity": ["Major", None, "Grave", "Minor"]}, dtype="str")
    shown = Sample([Reading("e.csv", "csv", (Table("e.csv", frame),))], {})
    found = severities_of(shown, ["severity"])
    assert found == [BLANK, "Grave", "Major", "Minor"]
    assert [row["weight"] for row in weights_rows(found, {"grave": 7})] == ["", "7", "5", "1"]


def test_only_weights_that_were_changed_are_kept():
    rows = [{"severity": s, "weight": w} for s, w in (("Major", "5"), ("Grave", ""), ("Minor", "2"))]
    assert changed_weights(rows, ["Major", "Grave", "Minor"]) == {"Minor": 2.0}


def test_a_word_in_place_of_a_weight_is_named_and_counts_for_none():
    rows = [{"severity": "Major", "weight": "heavy"}, {"severity": "Minor", "weight": "-1"}]
    assert changed_weights(rows, ["Major", "Minor"]) == {}
    assert no_weights(rows) == ["heavy", "-1"]
