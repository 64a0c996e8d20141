"""Reading tables: 100,000 rows of 20 columns as text, against pandas' own parsers under the same demands."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd

from annoeval import load
from annoeval.reading import read
from benchmarks.timing import Row, best

ROWS = 100_000


def main() -> list[Row]:
    """All rows of this module."""
    data = table(np.random.default_rng(0))
    ours, frame = best(lambda: read(data, "ratings.csv").tables[0].frame, 3)

    def plain(engine: str) -> pd.DataFrame:
        return pd.read_csv(io.BytesIO(data), dtype="str", keep_default_na=False, na_values=[""], engine=engine)

    rows = []
    for engine in ("c", "python"):
        theirs, other = best(lambda engine=engine: plain(engine), 2)  # type: ignore[misc]
        same = frame.shape == other.shape and bool((frame["caption"].to_numpy() == other["caption"].to_numpy()).all())
        rows.append(
            Row("100,000 rows × 20 columns as text", ours, f"pandas.read_csv, engine {engine!r}", theirs, None, same)
        )
    study, built = best(lambda: load(("ratings.csv", data)), 2)
    rows.append(
        Row("the same as a Study, against the budget of 3 s", study, "the budget", 3.0, 1, len(built.ratings) == ROWS)
    )
    return rows


def table(rng: np.random.Generator) -> bytes:
    """Two raters' labels of 50,000 items, with what belongs to a study of this size."""
    item = np.arange(ROWS) // 2
    columns = {
        "item_id": [f"it-{i:08d}" for i in item],
        "annotator": [f"A{i % 2 + 1}" for i in range(ROWS)],
        "domain": [f"D{i % 5}" for i in item],
        "label": rng.integers(0, 3, ROWS),
        "confidence": rng.integers(0, 101, ROWS),
        "time": [f"2026-01-01T00:{i % 60:02d}:00" for i in range(ROWS)],
        "caption": [f"lorem ipsum dolor sit amet {i}" for i in item],
    }
    columns |= {f"x{k}": [f"v{v}" for v in item % 50] for k in range(13)}
    return pd.DataFrame(columns).to_csv(index=False).encode()
