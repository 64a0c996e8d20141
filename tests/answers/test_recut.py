"""What is said of other cuts: how many scores they change, and what fitted ones gain."""

from annoeval.answers.recut import what_changes, what_fits
from annoeval.evaluation.recut import Change
from annoeval.statistics.calibration.cuts import Fitted

CUTS = {"caption.recall": 0.93, "caption.part": 0.6}


def test_changes_are_counted_and_agreement_stands_only_where_people_scored():
    said = what_changes(
        [Change("caption", 94, 12, 40, 0.52, 0.55), Change("table", 9, 0, 0, None, None)],
        {"caption": "Caption", "table": "Table"},
    )
    assert "**12 of 94 scores** would change; κ with people 0.52 → **0.55** (40 items)" in said
    assert said.endswith("Table: **0 of 9 scores** would change.")


def test_fitted_cuts_are_offered_with_their_gain_and_its_interval():
    new = {"caption.recall": 0.85, "caption.part": 0.6}
    said = what_fits(Fitted(120, new, 0.52, 0.61, 0.09, 0.02, 0.17), "Caption", CUTS)
    assert said.startswith("Caption: recall 0.93 → 0.85 would agree better: κ with people 0.52 → **0.61**")
    assert "a gain of 0.09 [0.02–0.17] (120 items)" in said.replace(" to ", "–").replace(", 0.17", "–0.17")


def test_cuts_that_gain_nothing_certain_are_not_offered():
    found = Fitted(120, CUTS, 0.52, 0.53, 0.01, -0.05, 0.06, reason="no better cuts are certain")
    assert what_fits(found, "Caption", CUTS).startswith("Caption: no better cuts are certain")
    assert "50 are needed" in what_fits(Fitted(3, CUTS, reason="3 items; 50 are needed"), "Caption", CUTS)
