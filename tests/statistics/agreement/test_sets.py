"""Agreement of sets of labels."""

import pandas as pd
import pytest

from annoeval.statistics.agreement.panel import Resampling, panel
from annoeval.statistics.agreement.sets import jaccard, masi, members


@pytest.mark.parametrize(
    ("a", "b", "j", "m"),
    [
        ("ab", "ba", 1, 1),
        ("a", "ab", 1 / 2, 1 / 2 * 2 / 3),
        ("ab", "bc", 1 / 3, 1 / 3 * 1 / 3),
        ("a", "b", 0, 0),
        ("", "", 1, 1),
        ("", "a", 0, 0),
    ],
)
def test_jaccard_and_masi(a, b, j, m):
    """Passonneau (2006): 1 for equal, 2/3 for subset, 1/3 for overlap, 0 for disjoint sets, times Jaccard."""
    assert jaccard(a, b) == pytest.approx(j)
    assert masi(a, b) == pytest.approx(m)


def test_order_of_clicks_does_not_matter_and_every_label_has_its_own_kappa():
    """Five items by two raters: the same set on three of five, mean Jaccard .7; kappa .545 for A and B, .615 for C."""
    values = pd.DataFrame(
        {
            "A1": ['["A","B"]', '["A"]', '["B","C"]', '["C"]', '["A","B","C"]'],
            "A2": ['["A","B"]', '["A","B"]', '["B","C"]', '["A"]', '["A","B","C"]'],
        }
    )
    found = panel(values, "set", (), Resampling(replicates=0))
    assert found.estimate("percent").value == pytest.approx(0.6)
    assert found.estimate("mean_jaccard").value == pytest.approx(0.7)
    kappas = [found.estimate(f"cohen_kappa:{label}").value for label in "ABC"]
    assert kappas == pytest.approx([0.545454545, 0.545454545, 0.615384615])


def test_a_value_that_is_no_array_is_a_set_of_one():
    assert members("cat") == ("cat",)
    assert members("[broken") == ("[broken",)
    assert members('["a", "b"]') == ("a", "b")
