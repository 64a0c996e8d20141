"""The picture of docs/truth.md: one made-up file, merged, bounded and audited. `python -m benchmarks.truth_picture`."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from annoeval.statistics.partial.limits import limits
from annoeval.statistics.partial.stratum import Stratum
from benchmarks.coverage import SEED, Cell, population

PLACE = Path(__file__).parent.parent / "docs" / "images" / "truth.svg"
AUDITS = (15, 30, 60, 100)
LEFT, RIGHT, TOP, STEP, LEAST, MOST = 250, 720, 64, 38, 0.2, 1.7


def x_of(mean: float) -> float:
    """Where a mean score lies on the picture."""
    return LEFT + (mean - LEAST) / (MOST - LEAST) * (RIGHT - LEFT)


def bar(y: float, low: float, high: float, colour: str, thick: float) -> str:
    """A horizontal bar between two means."""
    a, b = x_of(low), x_of(high)
    return f'<line x1="{a:.1f}" y1="{y}" x2="{b:.1f}" y2="{y}" stroke="{colour}" stroke-width="{thick}"/>'


def text(x: float, y: float, said: str, colour: str = "#333", anchor: str = "start", size: int = 13) -> str:
    """A line of words."""
    return f'<text x="{x:.1f}" y="{y}" fill="{colour}" text-anchor="{anchor}" font-size="{size}">{said}</text>'


def row(y: float, name: str, low: float, high: float, mean: float, colour: str) -> list[str]:
    """A name, a bar with its dot, and both in numbers."""
    return [
        text(12, y + 4, name),
        bar(y, low, high, colour, 3),
        f'<circle cx="{x_of(mean):.1f}" cy="{y}" r="5" fill="{colour}"/>',
        text(RIGHT + 14, y + 4, f"{mean:.2f} [{low:.2f}, {high:.2f}]", colour),
    ]


def picture() -> str:
    """500 items of which the AI accepted 325, 14 % of these wrongly: what each way of counting says of the mean."""
    made = population(Cell(500, 0.14, "equal", 60, 1))
    N, zeros, ones = made.sizes[0], made.zeros[0], made.ones[0]
    known, points = int(made.known.sum()), float((made.known * np.arange(3)).sum())
    of, truth = known + N, (points + 2 * N - 2 * zeros - ones) / (known + N)
    values = np.r_[np.repeat([0, 1, 2], made.known.sum(axis=0).astype(int)), np.full(N, 2)]
    half = 1.96 * float(values.std(ddof=1)) / of**0.5
    foot = TOP + STEP * (2 + len(AUDITS)) + 4
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 890 {foot + 50}" font-family="sans-serif">',
        f'<rect width="890" height="{foot + 50}" fill="#fff"/>',
        text(
            12,
            24,
            f"{of} items: {known} with a low AI score, all reviewed; {N} accepted, {zeros + ones} of them wrongly",
        ),
        bar(TOP, points / of, (points + 2 * N) / of, "#dfe5ee", 20),
        text(12, TOP + 4, "nobody looked: bounds"),
        text(RIGHT + 14, TOP + 4, f"{points / of:.2f} to {(points + 2 * N) / of:.2f}", "#667"),
        *row(
            TOP + STEP, "as reviewed, plain interval", values.mean() - half, values.mean() + half, values.mean(), "#999"
        ),
    ]
    rng = np.random.default_rng(SEED)
    order = rng.permutation(np.repeat([0, 1, 2], (zeros, ones, N - zeros - ones)))
    for at, n in enumerate(AUDITS):
        seen = order[:n]
        found = limits([Stratum(N, n, int((seen == 0).sum()), int((seen == 1).sum()))], 2)
        low, high, mean = ((points + 2 * N - t) / of for t in (found.high, found.low, found.estimate))
        out += row(TOP + STEP * (2 + at), f"{n} of the accepted audited", low, high, mean, "#1f5fbf")
    line = x_of(truth)
    out += [
        f'<line x1="{line:.1f}" y1="{TOP - 16}" x2="{line:.1f}" y2="{foot - 12}" '
        'stroke="#b3261e" stroke-dasharray="5 4"/>',
        text(line, foot + 4, f"true mean {truth:.2f}", "#b3261e", "middle"),
    ]
    for tick in (0.2, 0.5, 0.8, 1.1, 1.4, 1.7):
        out.append(text(x_of(tick), foot + 28, f"{tick:.1f}", "#667", "middle", 11))
    return "\n".join([*out, "</svg>\n"])


if __name__ == "__main__":
    PLACE.write_text(picture(), encoding="utf-8")
