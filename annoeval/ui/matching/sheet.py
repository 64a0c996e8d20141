"""Feedback to a student as one page to print or send."""

from __future__ import annotations

import html

import pandas as pd

from annoeval.words import NONE, number

_STYLE = """body{font:15px/1.5 "IBM Plex Sans",sans-serif;max-width:900px;margin:2rem auto;padding:0 1rem;color:#1b2430}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #dce1e7}
thead th{border-bottom:2px solid #1b2430}.n{text-align:right;font-variant-numeric:tabular-nums}"""


def sheet(who: str, matches: pd.DataFrame, submissions: pd.DataFrame, lost: pd.DataFrame) -> str:
    """An HTML page without scripts. matches, lost: rows of `who`; submissions: its row of the recommended rule."""
    one = submissions.iloc[0]
    spread = "" if pd.isna(one["low"]) else f" (95 % CI {number(one['low'], 1)} to {number(one['high'], 1)})"
    score = f"<b>{number(one['overall'], 1)}</b> of 100{spread}" if not pd.isna(one["overall"]) else "no score"
    costs = "".join(
        f"<tr><td>{html.escape(str(r.cause))}</td><td class=n>{number(r.points, 1)}</td></tr>"
        for r in lost.itertuples()
        if abs(r.points) > 0.005
    )
    rows = "".join(
        f"<tr><td>{html.escape(str(r.image))}</td><td>{html.escape(str(r.remark))}</td>"
        f"<td class=n>{NONE if pd.isna(r.final_score) else number(r.final_score, 1)}</td>"
        f"<td>{html.escape(r.override_reason) if isinstance(r.override_reason, str) else ''}</td></tr>"
        for r in matches.itertuples()
    )
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{html.escape(who)}</title><style>{_STYLE}</style>"
        f"<h1>{html.escape(who)}</h1><p>Score: {score}. {one['matched']} matched, {one['missed']} missed, "
        f"{one['extra']} extra.</p><h2>What cost points</h2><table>{costs}</table><h2>Object by object</h2>"
        f"<table><thead><tr><th>Image<th>Remark<th class=n>Score<th>Reason</tr></thead>{rows}</table></html>"
    )
