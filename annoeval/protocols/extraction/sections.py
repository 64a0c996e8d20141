"""An extraction study's leaderboard as sections of the pages: who leads, who can't be told apart, what went wrong."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from annoeval.protocols.extraction.reference import fields_in
from annoeval.protocols.extraction.tables import leaderboard, match_kinds, model_differences
from annoeval.protocols.extraction.words import field_answer
from annoeval.protocols.protocol import Bar, Section
from annoeval.study import Study
from annoeval.words import interval, missing, number

FIELDS = 12
SENTENCES = 6


def extraction_sections(study: Study) -> Iterator[Section]:
    """A leaderboard a field, the pairs of models, and the kinds of match."""
    board = leaderboard(study)
    board = board[board["by"] == ""]
    for dimension in fields_in(study)[:FIELDS]:
        rows = board[(board["dimension"] == dimension) & board["mean"].notna()].sort_values("rank", kind="stable")
        said = field_answer(study, dimension)
        if said is None or rows.empty:
            continue
        how, compared, failed = rows[["scored_by", "compared", "failed_documents"]].iloc[0]
        left = f" Failed documents: {failed}." if failed != "none" else ""
        yield Section(
            "comparison",
            f"Leaderboard: {study.dimensions[dimension].title or dimension}",
            f"{said} Scored by {how}; texts compared {compared}.{left}",
            "leaderboard",
            tuple(_bar(row) for _, row in rows.iterrows()),
            ("Mean", "95 % CI", "Rank", "n"),
        )
    pairs = model_differences(study)
    close = pairs.loc[pairs["told_apart"].eq(False), "words"].tolist()
    if len(pairs):
        more = f" … and {len(close) - SENTENCES} more pairs." if len(close) > SENTENCES else ""
        said = " ".join(close[:SENTENCES]) + more if close else "Every two models can be told apart on every field."
        yield Section("comparison", "Which models can't be told apart?", said, "model_differences")
    kinds = match_kinds(study)
    if len(kinds):
        yield Section("scores", "What kind of match?", _kinds(kinds), "match_kinds")


def _bar(row: pd.Series) -> Bar:
    rank = f"{row['rank']:g}"
    if not missing(row["rank_low"]):
        rank += f" ({row['rank_low']:g}–{row['rank_high']:g})"
    low, high = (None if missing(row[c]) else float(row[c]) for c in ("low", "high"))
    return Bar(
        str(row["rater"]),
        float(row["mean"]),
        low,
        high,
        (number(row["mean"], 3), interval(low, high, 3), rank, f"{int(row['n']):,}"),
    )


def _kinds(kinds: pd.DataFrame) -> str:
    totals = kinds.groupby("kind", sort=False)["n"].sum().sort_values(ascending=False)
    return "Over all models and fields: " + ", ".join(f"{kind} {n:,}" for kind, n in totals.items()) + "."
