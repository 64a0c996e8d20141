"""How often intervals from an audit hold the truth: ours beside the peers' methods on the same simulated audits.

`python -m benchmarks.coverage [RUNS]` prints the table; the short form in the tests takes few cells and runs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from annoeval.statistics.estimation import prediction_powered_mean
from annoeval.statistics.partial.limits import limits
from annoeval.statistics.partial.stratum import Stratum

SEED = 20260101
SHARES = (0.4, 0.25, 0.18, 0.12, 0.05)
ACCEPTED = 0.65
METHODS = ("annoeval", "normal, stratified", "posterior", "PPI++")


@dataclass(frozen=True)
class Cell:
    """N items, an error rate among accepted ones, spread `equal` or in `one` domain, an audit of n, 1 or 5 domains."""

    N: int
    errors: float
    spread: str
    n: int
    domains: int


@dataclass(frozen=True)
class Held:
    """Share of runs in which each method's interval for the mean held the truth, and for the count ours."""

    cell: Cell
    mean: dict[str, float]
    share: float
    width: float


def cells() -> Iterator[Cell]:
    """The whole grid of audits that leave something unseen."""
    for N, e, spread, n, d in product(
        (47, 100, 500, 2000), (0.0, 0.02, 0.05, 0.14), ("equal", "one"), (15, 30, 60, 100), (1, 5)
    ):
        if n < N * ACCEPTED and not (spread == "one" and (d == 1 or e == 0)):
            yield Cell(N, e, spread, n, d)


def run(cell: Cell, runs: int, seed: int = SEED) -> Held:
    """Simulate `runs` proportional audits of one population."""
    rng = np.random.default_rng([seed, cell.N, int(cell.errors * 1000), cell.n, cell.domains, cell.spread == "one"])
    sizes = _dealt(round(cell.N * ACCEPTED), SHARES if cell.domains == 5 else (1.0,), 0)
    wrong = round(sum(sizes) * cell.errors)
    places = _dealt(wrong, tuple(s / sum(sizes) for s in sizes), 0)
    if cell.spread == "one":
        at = next((i for i in reversed(range(len(sizes))) if sizes[i] >= wrong), 0)
        places = [wrong if i == at else 0 for i in range(len(sizes))]
    zeros = [round(0.3 * w) for w in places]
    ones = [w - z for w, z in zip(places, zeros, strict=True)]
    draws = _dealt(cell.n, tuple(s / sum(sizes) for s in sizes), 2)
    draws = [min(d, s) for d, s in zip(draws, sizes, strict=True)]
    truth, count = 2 * sum(zeros) + sum(ones), sum(zeros) + sum(ones)
    held, share, width = dict.fromkeys(METHODS, 0), 0, 0.0
    for _ in range(runs):
        strata = []
        for N, n, z, o in zip(sizes, draws, zeros, ones, strict=True):
            a, b, _right = rng.multivariate_hypergeometric([z, o, N - z - o], n)
            strata.append(Stratum(N, n, int(a), int(b)))
        ours = limits(strata, 2)
        found = {"annoeval": (ours.low, ours.high), **_peers(strata)}
        for name, (low, high) in found.items():
            held[name] += low <= truth <= high
        counted = limits([Stratum(s.N, s.n, s.x0 + s.x1) for s in strata], 1)
        share += counted.low <= count <= counted.high
        width += (ours.high - ours.low) / runs
    return Held(cell, {k: v / runs for k, v in held.items()}, share / runs, width / cell.N)


def _dealt(total: int, shares: tuple[float, ...], least: int) -> list[int]:
    exact = [total * s for s in shares]
    out = [max(least, int(x)) for x in exact]
    for at in sorted(range(len(out)), key=lambda i: int(exact[i]) - exact[i])[: max(total - sum(out), 0)]:
        out[at] += 1
    return out


def _peers(strata: list[Stratum]) -> dict[str, tuple[float, float]]:
    total = variance = 0.0
    y: list[float] = []
    for s in strata:
        mean, square = (2 * s.x0 + s.x1) / s.n, (4 * s.x0 + s.x1) / s.n
        total += s.N * mean
        variance += s.N**2 * (square - mean**2) / max(s.n - 1, 1) * (1 - s.n / s.N)
        y += [2.0] * s.x0 + [1.0] * s.x1 + [0.0] * (s.n - s.x0 - s.x1)
    reach = 1.96 * variance**0.5
    N, n = sum(s.N for s in strata), len(y)
    ppi = prediction_powered_mean(y, [0.0] * n, [0.0] * max(N - n, 1), trust=None)
    a, b = sum(s.x0 for s in strata), sum(s.x1 for s in strata)
    rng = np.random.default_rng(a * 1000 + b)
    p = rng.dirichlet((a + 1, b + 1, n - a - b + 1), 200)
    post = 2 * a + b + (N - n) * (2 * p[:, 0] + p[:, 1])
    return {
        "normal, stratified": (total - reach, total + reach),
        "posterior": (float(np.quantile(post, 0.025)), float(np.quantile(post, 0.975))),
        "PPI++": (N * (ppi.low or 0.0), N * (ppi.high or 0.0)),
    }


def table(runs: int) -> list[Held]:
    """Runs the whole grid and prints a line a cell."""
    print("N     errors  spread  audit  domains  " + "  ".join(METHODS) + "  share  width of the mean")
    out = []
    for cell in cells():
        found = run(cell, runs)
        c = cell
        print(f"{c.N:<5} {c.errors:<7} {c.spread:<7} {c.n:<6} {c.domains:<8} ", end="")
        print("  ".join(f"{found.mean[m]:{max(len(m), 5)}.3f}" for m in METHODS), end="")
        print(f"  {found.share:.3f}  {found.width:.3f}", flush=True)
        out.append(found)
    print(f"least: mean {min(f.mean['annoeval'] for f in out):.3f}, share {min(f.share for f in out):.3f}")
    return out


if __name__ == "__main__":
    table(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
