"""A line with its band."""

import numpy as np
import pytest

from annoeval.statistics.calibration.fit import line

ANSCOMBE_X = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
ANSCOMBE_Y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]


def test_anscombes_line():
    fit = line(ANSCOMBE_X, ANSCOMBE_Y)
    assert fit.slope == pytest.approx(0.5001, abs=5e-5)
    assert fit.intercept == pytest.approx(3.0001, abs=5e-5)


def test_the_band_is_that_of_least_squares_software():
    import statsmodels.api as sm

    fit = line(ANSCOMBE_X, ANSCOMBE_Y, points=7)
    model = sm.OLS(ANSCOMBE_Y, sm.add_constant(np.array(ANSCOMBE_X, dtype=float))).fit()
    expected = model.get_prediction(sm.add_constant(fit.band["x"].to_numpy())).conf_int()
    assert fit.band[["low", "high"]].to_numpy() == pytest.approx(expected, abs=1e-9)


def test_what_has_no_line_says_why():
    assert "three points" in line([1, 2], [1, 2]).reason
    assert "same horizontal value" in line([1, 1, 1], [1, 2, 3]).reason
    assert line([1, None, 2, 3], [1, 2, None, 3]).n == 2
    assert line([1, 2, 3], [2, 2, 2]).slope == 0
