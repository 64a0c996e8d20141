"""What the mapping screen looks at of a long table."""

from __future__ import annotations

import pandas as pd

from annoeval.ui.sample import beginning_of


def test_a_label_that_occurs_late_is_among_the_rows_that_are_looked_at():
    frame = pd.DataFrame({"label": ["a"] * 300 + ["b", "a", "c", "b"], "id": [str(n) for n in range(304)]}, dtype="str")
    kept = beginning_of(frame, 200, ["label", "id"])
    assert kept["label"].unique().tolist() == ["a", "b", "c"]
    assert len(kept) == 202
