"""What the mapping screen asks about rows that are errors."""

from __future__ import annotations

import pandas as pd

from annoeval.reading.table import Reading, Table
from annoeval.tables.events import BLANK
from annoeval.ui.rows import changed_weights, severities_of, weights_table
from annoeval.ui.sample import Sample


def test_every_severity_that_occurs_is_asked_about_with_the_weight_that_is_known():
    frame = pd.DataFrame({"severity": ["Major", None, "Grave", "Minor"]}, dtype="str")
    shown = Sample([Reading("e.csv", "csv", (Table("e.csv", frame),))], {})
    found = severities_of(shown, ["severity"])
    assert found == [BLANK, "Grave", "Major", "Minor"]
    assert weights_table(found, {"grave": 7})["weight"].fillna(-1).tolist() == [-1, 7, 5, 1]


def test_only_weights_that_were_changed_are_kept():
    edited = pd.DataFrame({"severity": ["Major", "Grave", "Minor"], "weight": [5.0, None, 2.0]})
    assert changed_weights(edited, ["Major", "Grave", "Minor"]) == {"Minor": 2.0}
