"""Whether a finer signal of the AI sharpens an audit: prediction-powered adjustment beside the exact limits.

`python -m benchmarks.finer_signal [RUNS]` prints the table of docs/truth.md (400 audits a cell, under a minute).
Within what the AI accepted each item has a signal from 0 to 1, which for wrong items is lower; an audit of n is drawn
at random, and the mean of all accepted is estimated without the signal (exact limits) and with it (PPI++, normal
limits with the correction for a finite population that the audit is part of).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import product

import numpy as np

from annoeval.statistics.partial.limits import limits
from annoeval.statistics.partial.stratum import Array, Stratum

SEED = 20260101
ZEROS = 0.3  # of the wrong ones those truly 0
SIGNALS = {"weak": 0.8, "good": 1.8, "near perfect": 3.5}  # distance of right and wrong items' signals, in SDs


@dataclass(frozen=True)
class Cell:
    """N accepted items, a share of errors, an audit of n, how well the signal tells errors."""

    N: int
    errors: float
    n: int
    signal: str


@dataclass(frozen=True)
class Found:
    """Shares of audits whose interval held the mean, without and with the signal; mean width with the signal against
    without; root mean square error of the point with it against without (NaN where neither has any)."""

    cell: Cell
    exact: float
    adjusted: float
    width: float
    error: float


def cells() -> list[Cell]:
    """The grid."""
    grid = product((325, 1300), (0.02, 0.05, 0.14), (30, 60, 100), SIGNALS)
    return [Cell(*values) for values in grid]


def population(cell: Cell, rng: np.random.Generator) -> tuple[Array, Array]:
    """Each accepted item's true score, and its signal: a logistic share of normal scores apart by `SIGNALS`."""
    wrong = round(cell.N * cell.errors)
    zeros = round(ZEROS * wrong)
    truth = np.repeat([0.0, 1.0, 2.0], [zeros, wrong - zeros, cell.N - wrong])
    scores = rng.normal(SIGNALS[cell.signal] * (truth == 2), 1.0)
    return truth, 1 / (1 + np.exp(-scores))


def adjusted(truth: Array, signal: Array, drawn: Array) -> tuple[float, float, float]:
    """PPI++ mean of all with the weight of least variance, and its normal limits (Angelopoulos, Duchi & Zrnic 2023)."""
    n, N = len(drawn), len(truth)
    y, f = truth[drawn], 2 * signal[drawn]
    variance = float(f.var())
    weight = float(np.cov(y, f, ddof=0)[0, 1]) / variance if variance else 0.0
    rest = y - weight * f
    centre = float(weight * 2 * signal.mean() + rest.mean())
    reach = 1.959964 * float(np.sqrt(rest.var(ddof=1) / n * (1 - n / N)))
    return centre - reach, centre + reach, centre


def run(cell: Cell, runs: int) -> Found:
    """`runs` audits of one population."""
    rng = np.random.default_rng([SEED, cell.N, int(1000 * cell.errors), cell.n, list(SIGNALS).index(cell.signal)])
    truth, signal = population(cell, rng)
    mean, held, widths, errors = float(truth.mean()), np.zeros(2), np.zeros(2), np.zeros(2)
    for _ in range(runs):
        drawn = rng.choice(cell.N, cell.n, replace=False)
        seen = truth[drawn]
        total = limits([Stratum(cell.N, cell.n, int((seen == 0).sum()), int((seen == 1).sum()))], 2)
        exact = (2 - total.high / cell.N, 2 - total.low / cell.N, 2 - total.estimate / cell.N)
        for at, (low, high, point) in enumerate((exact, adjusted(truth, signal, drawn))):
            held[at] += low - 1e-9 <= mean <= high + 1e-9
            widths[at] += high - low
            errors[at] += (point - mean) ** 2
    error = float(np.sqrt(errors[1] / errors[0])) if errors[0] else float("nan")
    return Found(cell, *(held / runs), float(widths[1] / widths[0]), error)


def main(runs: int) -> None:
    """Prints the least of each signal and share of errors over sizes, in Markdown."""
    found = [run(cell, runs) for cell in cells()]
    print("| signal | errors | exact, least of a cell | with the signal, least | width with it | error of the point |")
    print("|---|---|---|---|---|---|")
    for signal, errors in product(SIGNALS, (0.02, 0.05, 0.14)):
        some = [f for f in found if (f.cell.signal, f.cell.errors) == (signal, errors)]
        widths, points = ([getattr(f, what) for f in some] for what in ("width", "error"))
        print(
            f"| {signal} | {errors:.0%} | {min(f.exact for f in some):.3f} | {min(f.adjusted for f in some):.3f} "
            f"| {min(widths):.2f}–{max(widths):.2f} | {min(points):.2f}–{max(points):.2f} |"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
