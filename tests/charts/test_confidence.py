"""Score against confidence: as many marks as a browser draws at once."""

import numpy as np
import pandas as pd

from annoeval.charts.confidence import MOST_POINTS, against_score
from annoeval.scale import Scale
from annoeval.statistics.calibration.fit import line


def test_no_plot_makes_a_browser_draw_more_than_two_thousand_marks():
    n = 4_000
    sure = np.linspace(0, 1, n)
    values = pd.DataFrame({"item_id": [f"q{i}" for i in range(n)], "confidence": sure, "value": np.arange(n) % 3.0})
    drawn = against_score(values, Scale("ordinal", (0, 1, 2)), "Score", line(sure, values["value"]))
    assert max(len(trace["x"]) for trace in drawn["data"]) <= MOST_POINTS <= 2_000
    assert drawn["data"][0]["type"] == "heatmap"
