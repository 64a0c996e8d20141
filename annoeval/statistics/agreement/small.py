"""Of how few items a coefficient of agreement has no interval."""

from __future__ import annotations

from annoeval.statistics.intervals import Interval

# Drawing items anew held α's truth in 43 to 91 % of the runs at 5 and 10 independent items, in 91 to 96 % from 20 on;
# in clusters in 88 % at 20 items of ten clusters, in 91 to 96 % at 50 (`python -m benchmarks.levels 300`).
FEWEST_ITEMS = 20
FEWEST_IN_CLUSTERS = 50


def too_few_items(n: int, clustered: bool = False) -> Interval:
    """No interval, and why. n: items that two or more rated."""
    least = FEWEST_IN_CLUSTERS if clustered else FEWEST_ITEMS
    return Interval(
        None, None, "", f"it needs {least} items that two rated{' in clusters' if clustered else ''}, not {n}"
    )
