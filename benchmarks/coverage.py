"""How often intervals from an audit hold the truth: ours beside other methods on the same simulated audits.

`python -m benchmarks.coverage [RUNS] [DISTINCT]` prints the table of docs/truth.md: RUNS audits a cell (2,000), fewer
where more than DISTINCT different ones came (2,000), since each of these is worked out once. The short form in the
tests takes few cells.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from annoeval.statistics.partial.kappa import kappa_limits, kappa_of
from annoeval.statistics.partial.limits import limits
from annoeval.statistics.partial.stratum import Array, Stratum
from benchmarks.peer_intervals import Intervals, peers

SEED = 20260101
SHARES = {1: (1.0,), 5: (0.4, 0.25, 0.18, 0.12, 0.05)}
ACCEPTED, ZEROS = 0.65, 0.3  # of all items those the AI scored 2; of the wrong ones those truly 0
REVIEWED = np.array([[0.30, 0.05, 0.01], [0.10, 0.45, 0.09], [0.0, 0.0, 0.0]])  # of the others, by AI score and truth
FIGURES = ("mean", "share", "kappa")
PEERS = ("normal", "posterior", "bootstrap", "PPI++", "truescore")
OURS = "annoeval"


@dataclass(frozen=True)
class Cell:
    """N items, an error rate among accepted ones, spread `equal` or in `one` domain, an audit of n, 1 or 5 domains."""

    N: int
    errors: float
    spread: str
    n: int
    domains: int


@dataclass
class Held:
    """How often each method's interval held each figure's truth in `runs` audits: held[method, figure].

    width: mean width of our interval against a normal one with the true variance; where there are no errors against
    the 3.69/n of the accepted that a count's exact limit may reach (twice that for the mean).
    """

    cell: Cell
    runs: int = 0
    held: Counter[tuple[str, str]] = field(default_factory=Counter)
    width: dict[str, float] = field(default_factory=dict)

    def share(self, method: str, figure: str) -> float:
        """Share of audits whose interval held the truth."""
        return self.held[method, figure] / self.runs


def cells() -> Iterator[Cell]:
    """The whole grid of audits that leave something unseen."""
    grid = product((47, 100, 500, 2000), (0.0, 0.02, 0.05, 0.14), ("equal", "one"), (15, 30, 60, 100), (1, 5))
    for N, errors, spread, n, domains in grid:
        if n < round(N * ACCEPTED) and not (spread == "one" and (domains == 1 or errors == 0)):
            yield Cell(N, errors, spread, n, domains)


@dataclass(frozen=True)
class Population:
    """One made-up file: sizes, zeros and ones of each domain's accepted items, the audit's sizes, what is known."""

    sizes: list[int]
    zeros: list[int]
    ones: list[int]
    draws: list[int]
    known: Array

    @property
    def truth(self) -> dict[str, float]:
        """Points of all items, how many accepted ones are wrong, and κ."""
        m0, m1, size = sum(self.zeros), sum(self.ones), sum(self.sizes)
        kappa = kappa_of(self.known, np.array([m0]), np.array([m1]), size, "quadratic")[0]
        points = float((self.known * np.arange(3)).sum()) + 2 * size - 2 * m0 - m1
        return {"mean": points, "share": m0 + m1, "kappa": float(kappa)}

    def normal_width(self, v: int) -> float:
        """Width of a normal interval for Σ (v·M0 + M1) that knows the variance in every domain."""
        variance = 0.0
        for N, n, a, b in zip(self.sizes, self.draws, self.zeros, self.ones, strict=True):
            spread = (v * v * a + b) / N - ((v * a + b) / N) ** 2
            variance += N * N * (1 - n / N) * spread * N / max(N - 1, 1) / n
        return float(2 * 1.96 * variance**0.5)


def population(cell: Cell) -> Population:
    """The file of a cell; the audit is proportional with at least two a domain."""
    accepted = round(cell.N * ACCEPTED)
    sizes = _dealt(accepted, SHARES[cell.domains], 0)
    shares = tuple(s / accepted for s in sizes)
    wrong = round(accepted * cell.errors)
    places = _dealt(wrong, shares, 0)
    if cell.spread == "one":
        at = max(i for i, size in enumerate(sizes) if size >= wrong)
        places = [wrong if i == at else 0 for i in range(len(sizes))]
    zeros = [round(ZEROS * w) for w in places]
    draws = [min(d, s) for d, s in zip(_dealt(cell.n, shares, 2), sizes, strict=True)]
    known = np.round(REVIEWED * (cell.N - accepted))
    return Population(sizes, zeros, [w - z for w, z in zip(places, zeros, strict=True)], draws, known)


def _dealt(total: int, shares: tuple[float, ...], least: int) -> list[int]:
    exact = [total * s for s in shares]
    out = [max(least, int(x)) for x in exact]
    for at in sorted(range(len(out)), key=lambda i: int(exact[i]) - exact[i])[: max(total - sum(out), 0)]:
        out[at] += 1
    return out


def run(cell: Cell, runs: int, distinct: int, seed: int = SEED, compare: bool = True) -> Held:
    """Up to `runs` audits of one population, ended where one more would be the `distinct` + first different one."""
    rng = np.random.default_rng([seed, cell.N, int(cell.errors * 1000), cell.n, cell.domains, cell.spread == "one"])
    made, out = population(cell), Held(cell)
    known: dict[tuple[Stratum, ...], tuple[list[tuple[str, str]], tuple[float, float]]] = {}
    wide = np.zeros(2)
    for _ in range(runs):
        audit = tuple(
            Stratum(N, n, *(int(x) for x in rng.multivariate_hypergeometric([z, o, N - z - o], n)[:2]))
            for N, n, z, o in zip(made.sizes, made.draws, made.zeros, made.ones, strict=True)
        )
        if audit not in known:
            if len(known) == distinct:
                break
            known[audit] = _worked_out(audit, made, compare)
        held, widths = known[audit]
        out.held.update(held)
        out.runs += 1
        wide += widths
    accepted, n = sum(made.sizes), sum(made.draws)
    for i, figure in enumerate(("mean", "share")):
        unit = made.normal_width(2 - i) or 3.69 / n * accepted * (2 - i)
        out.width[figure] = float(wide[i]) / out.runs / unit
    return out


def _worked_out(
    audit: tuple[Stratum, ...], made: Population, compare: bool
) -> tuple[list[tuple[str, str]], tuple[float, float]]:
    """Which methods hold which figure, and the widths of ours for mean and share."""
    total, wrong = limits(audit, 2), limits([Stratum(s.N, s.n, s.x0 + s.x1) for s in audit], 1)
    kappa = kappa_limits(made.known.tolist(), audit)
    top = float((made.known * np.arange(3)).sum()) + 2 * sum(made.sizes)
    ours: Intervals = {"mean": (top - total.high, top - total.low), "share": (wrong.low, wrong.high)}
    if kappa.low is not None and kappa.high is not None:
        ours["kappa"] = (kappa.low, kappa.high)
    seed = sum(37**i * (101 * s.x0 + s.x1) for i, s in enumerate(audit))
    found = {OURS: ours} | (peers(audit, made.known, seed) if compare else {})
    truth = made.truth
    held = [
        (method, figure)
        for method, ends in found.items()
        for figure, (low, high) in ends.items()
        if low - 1e-9 <= truth[figure] <= high + 1e-9
    ]
    return held, (total.high - total.low, wrong.high - wrong.low)


def line(found: Held) -> str:
    """A cell's row of the table, in Markdown."""
    c = found.cell
    shown = [f"{found.share(OURS, f):.3f}" for f in FIGURES] + [f"{found.width[f]:.2f}" for f in ("mean", "share")]
    shown += [f"{found.share(p, 'mean'):.2f}" for p in PEERS]
    shown += [f"{found.share(p, 'kappa'):.2f}" for p in ("posterior", "bootstrap")]
    cells = [f"{c.N:,}", f"{c.errors:.0%}", c.spread, str(c.n), str(c.domains), f"{found.runs:,}", *shown]
    return "| " + " | ".join(cells) + " |"


HEAD = (
    "| N | errors | in | audit | domains | runs | mean | share | κ | width mean | width share "
    "| normal | posterior | bootstrap | PPI++ | truescore | κ posterior | κ bootstrap |\n" + "|---" * 18 + "|"
)


def summary(found: list[Held]) -> str:
    """Least coverage of any cell and coverage over all cells, by method and figure."""
    rows = ["| method | figure | least of a cell | over all cells |", "|---|---|---|---|"]
    for method, figure in product((OURS, *PEERS), FIGURES):
        if any(f.held[method, figure] for f in found):
            least = min(f.share(method, figure) for f in found)
            overall = sum(f.held[method, figure] for f in found) / sum(f.runs for f in found)
            rows.append(f"| {method} | {figure} | {least:.3f} | {overall:.3f} |")
    return "\n".join(rows)


def table(runs: int, distinct: int, of: Iterable[Cell] | None = None) -> list[Held]:
    """Runs the grid and prints a line a cell, then the summary."""
    print(HEAD)
    out = []
    for cell in of or cells():
        out.append(run(cell, runs, distinct))
        print(line(out[-1]), flush=True)
    print("\n" + summary(out))
    return out


if __name__ == "__main__":
    given = [int(x) for x in sys.argv[1:]]
    table(*(given + [2000, 2000][len(given) :]))
