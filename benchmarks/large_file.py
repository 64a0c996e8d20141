"""`prescore` on a file of many rows and few distinct texts: time and peak memory of the command line's process.

`python -m benchmarks.large_file ROWS SCORER` measures another size (1000000) or scorer (`similarity-only`).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import pandas as pd

from benchmarks.figures import TUNED
from benchmarks.made_extractions import extraction
from benchmarks.made_papers import papers
from benchmarks.timing import Figure

ROWS = 100_000
RUNS = 36  # made extractions of twelve papers that give 2,000 distinct texts
GIGABYTES = 4.0


@dataclass(frozen=True)
class Used:
    """What one run took: seconds, and the most memory of the process in GB."""

    seconds: float
    memory: float


def write(folder: Path, rows: int) -> None:
    """`rows.csv`: items of real lengths whose texts come again and again, of twelve papers: six stand in `papers/`,
    three have gold captions, and of three nothing is at hand."""
    printed = papers(TUNED)
    made = pd.concat([pd.DataFrame(list(extraction(printed, TUNED * 100 + run))) for run in range(RUNS)])
    made = made.drop(columns=["truth", "fault"]).reset_index(drop=True)
    figures = made["type"].eq("figure")
    made["vlm_description"] = (made["vlm_description"] + " " + made["caption"]).where(figures, "")
    gold = made["pdf"].isin([paper.name for paper in printed[6:9]])
    made["correct_caption"] = made["caption"].shift(1).where(figures & gold, "")
    (folder / "papers").mkdir()
    for paper in printed[:6]:
        (folder / "papers" / paper.name).write_bytes(paper.data)
    for at in range(0, rows, len(made)):
        part = made.head(rows - at).assign(element_id=[f"e{at + n}" for n in range(len(made.head(rows - at)))])
        part.to_csv(folder / "rows.csv", mode="a", header=not at, index=False)


def run(folder: Path, scorer: str) -> Used:
    """One run of the command line. Raises CalledProcessError where it fails."""
    order = [sys.executable, "-m", "annoeval", "prescore", str(folder / "rows.csv"), "--scorer", scorer]
    order += ["--evidence", str(folder / "papers"), "-o", str(folder / "scored.csv")]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "ANNOEVAL_HOME": str(folder)}
    start = perf_counter()
    process = subprocess.Popen(order, env=env, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise subprocess.CalledProcessError(status, order)
    return Used(perf_counter() - start, usage.ru_maxrss / (1024 * 1024 if sys.platform != "darwin" else 1024**3))


def measured(folder: Path, rows: int, scorer: str) -> list[Figure]:
    """Time and memory of one run; a text that an earlier run in this folder embedded is not embedded again."""
    used = run(folder, scorer)
    what = f"prescore {rows:,} rows, {scorer}"
    return [
        Figure(f"{what}: GB at most", used.memory, at_most=GIGABYTES),
        Figure(f"{what}: seconds", used.seconds),
    ]


def main(rows: int = ROWS, scorers: Sequence[str] = ("recommended", "similarity-only")) -> list[Figure]:
    """All figures of this module; the first scorer's time holds that of embedding the texts."""
    with tempfile.TemporaryDirectory() as name:
        write(Path(name), rows)
        return [figure for scorer in scorers for figure in measured(Path(name), rows, scorer)]


if __name__ == "__main__":
    for figure in main(int(sys.argv[1]), sys.argv[2:] or ("recommended", "similarity-only")):
        print(f"{figure.task}: {figure.ours:.2f}{'' if figure.holds else ' MISSED'}")
