"""Which contestant is preferred? The section that a study with contestants has on the page Scores."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from annoeval.answers.scores import name_of
from annoeval.protocols.protocol import Bar, Section
from annoeval.scale import Scale
from annoeval.words import count, missing, percent


def win_rate_sections(dimensions: Mapping[str, Scale], rates: pd.DataFrame) -> list[Section]:
    """One section a dimension with contestants: the shares and win rates. rates: the table `win_rates`."""
    return [_section(d, dimensions[d], mine) for d, mine in rates.groupby("dimension", sort=False)]


def _section(dimension: str, scale: Scale, rates: pd.DataFrame) -> Section:
    ranked = rates.sort_values("win_rate", ascending=False, kind="stable")
    best, last = ranked.iloc[0], ranked.iloc[-1]
    if best["win_rate"] == last["win_rate"]:
        said = f"No contestant is preferred: each has a win rate of **{_share(best['win_rate'])}**"
    else:
        said = f"**{best['contestant']}** has the highest win rate, **{_share(best['win_rate'])}**"
        if not missing(best["low"]):
            said += f" (95 % CI {_share(best['low']).removesuffix(' %')}–{_share(best['high'])})"
    tied = f"{count(int(best['n']), 'comparison')}, {_share(best['tied'])} of them tied; a tie counts as half a win"
    bars = tuple(
        Bar(r.contestant, r.win_rate, r.low, r.high, (f"{r.n:,}", _share(r.won), _share(r.tied), _share(r.lost)))
        for r in ranked.replace({float("nan"): None}).itertuples()
    )
    title = f"Win rates of {name_of(dimension, scale)}" if dimension != "winner" else "Win rates, ties as half"
    return Section("scores", title, f"{said}: {tied}.", "win_rates", bars, ("n", "Won", "Tied", "Lost"), (0.0, 1.0))


def _share(value: float) -> str:
    return percent(value, 1000)
