"""The value that most raters gave."""

from __future__ import annotations

from collections import Counter

import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.conclusions import majority

CELLS = st.sampled_from(["a", "b", "c", 1.0, 2.0, None, float("nan")])


def counted(row):
    """The most frequent value of a row by counting, None where there is none or a tie."""
    ranks = Counter(v for v in row if v is not None and v == v).most_common(2)
    if not ranks or (len(ranks) == 2 and ranks[0][1] == ranks[1][1]):
        return None
    return ranks[0][0]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 6).flatmap(lambda k: st.lists(st.lists(CELLS, min_size=k, max_size=k), max_size=8)))
def test_it_is_what_counting_gives(rows):
    frame = pd.DataFrame(rows, index=[f"i{n}" for n in range(len(rows))], dtype=object)
    assert majority(frame).tolist() == [counted(row) for row in rows]
