"""Similarities of figures' captions and descriptions, beside the published recipe's way: one row after the other.

5,000 rows of real lengths, a fifth of them repeats. Ours begins without a cache; both times hold the loading of the
model. The peer does a tenth of the rows, in a process of its own, and its time beyond the loading is multiplied.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import numpy as np

from annoeval.scoring.semantic import cosine
from benchmarks.figures import TUNED
from benchmarks.made_extractions import extraction
from benchmarks.made_papers import papers
from benchmarks.timing import Row

ROWS, REPEATS, PART = 5_000, 0.2, 500
ALONE = """
import json, sys, time
from annoeval.scoring.embedder import load
begun = time.perf_counter()
model = load()
loaded = time.perf_counter()
found = []
for caption, description in json.load(sys.stdin):
    a, b = model.encode([caption, description], normalize_embeddings=True)
    found.append(float(a @ b))
print(json.dumps([loaded - begun, time.perf_counter() - loaded, found]))
"""


def pairs() -> list[tuple[str, str]]:
    """Captions and descriptions, each pair of the first four fifths of its own words."""
    made = [row for run in range(3) for row in extraction(papers(TUNED), TUNED * 100 + run)]
    figures = [row for row in made if row["type"] == "figure" and row["caption"]]
    own = round(ROWS * (1 - REPEATS))
    texts = [
        (f"{row['caption']} Sample {n}.", f"{row['vlm_description']} {row['caption']} Sample {n} is shown.")
        for n, row in ((n, figures[n % len(figures)]) for n in range(own))
    ]
    return texts + [texts[n] for n in np.random.default_rng(0).integers(0, own, ROWS - own)]


def main() -> list[Row]:
    """Without a cache against row by row; and once more, all in the cache, against the five seconds allowed."""
    rows = pairs()
    with tempfile.TemporaryDirectory() as folder:
        times = []
        for _ in range(2):
            begun = perf_counter()
            ours = cosine(rows, cache=Path(folder))
            times.append(perf_counter() - begun)
    said = subprocess.run(
        [sys.executable, "-c", ALONE], input=json.dumps(rows[:PART]), capture_output=True, text=True, check=True
    )
    loading, encoding, alone = json.loads(said.stdout.splitlines()[-1])
    same = bool(np.allclose(np.array(ours[:PART], dtype=float), alone, atol=1e-4))
    task = f"similarities of {ROWS:,} captions and descriptions"
    whole = loading + encoding * ROWS / PART
    return [
        Row(task, times[0], "row by row, as the published recipe", whole, 1.5, same, scaled=True),
        Row(f"{task}, known from before", times[1], "the time allowed", 5.0, 1, same),
    ]
