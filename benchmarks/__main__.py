"""`python -m benchmarks [NAME …]`: runs every module of this folder that has a `main()`, and prints its ratios.

NAME restricts the run to modules (`comparison`). The exit code is 1 when a promised ratio was missed or a value
differs from the peer's.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from benchmarks.timing import Figure, Row

NOT_TIMED = (
    "__init__",
    "__main__",
    "timing",
    "coverage",
    "finer_signal",
    "levels",
    "peer_intervals",
    "truth_picture",
    "made_papers",
    "made_extractions",
)
HEADINGS = ("task", "ours", "peer", "theirs", "ratio", "promised", "")


def modules(names: Iterable[str]) -> list[str]:
    """Modules of this folder with measurements, those named or all."""
    here = sorted(p.stem for p in Path(__file__).parent.glob("*.py") if p.stem not in NOT_TIMED)
    wanted = list(names) or here
    unknown = sorted(set(wanted) - set(here))
    if unknown:
        raise SystemExit(f"no benchmark named {', '.join(unknown)}; there are {', '.join(here)}")
    return wanted


def seconds(value: float) -> str:
    """A duration in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size or unit == "µs":
            return f"{value / size:.3g} {unit}"
    return ""


def line(row: Row | Figure) -> tuple[str, ...]:
    """A row as the table prints it."""
    if isinstance(row, Figure):
        low, high = row.at_least, row.at_most
        promise = f"≥ {low:g}" if low is not None else f"≤ {high:g}" if high is not None else ""
        verdict = "" if row.holds else "MISSED"
        beside = ("", "") if row.theirs is None else ("the published recipe", f"{row.theirs:.3f}")
        return row.task, f"{row.ours:.3f}", *beside, "", promise, verdict
    promised = "" if row.at_least is None else f"≥ {row.at_least:g}"
    verdict = "" if row.holds else ("MISSED" if row.same else "VALUES DIFFER")
    theirs = seconds(row.theirs) + (" *" if row.scaled else "")
    return row.task, seconds(row.ours), row.peer, theirs, f"{row.ratio:,.3g} ×", promised, verdict


def main(names: Iterable[str] = ()) -> int:
    """Measures and prints; returns the exit code."""
    rows: list[Row | Figure] = []
    for name in modules(names):
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        rows += import_module(f"benchmarks.{name}").main()
    table = [HEADINGS, *map(line, rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for number, cells in enumerate(table):
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip())
        if not number:
            print("  ".join("─" * width for width in widths if width))
    if any(row.scaled for row in rows):
        print("* a part was measured and multiplied")
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
