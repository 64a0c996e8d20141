"""AI scores of a study: each scorer's ratings as a Parquet file, the latest of each in the study."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import replace

import pandas as pd
from sqlalchemy import Connection, select

from annoeval.rating_table import RATING_COLUMNS
from annoeval.review import ledger, tables
from annoeval.study import Study
from annoeval.tables.ordered import wider


def to_bytes(ratings: pd.DataFrame) -> bytes:
    """Ratings (columns as in `Study.ratings`) as a Parquet file, each value as JSON."""
    frame = ratings.reindex(columns=list(RATING_COLUMNS)).copy()
    frame["value"] = [json.dumps(ledger.plain(v)) for v in frame["value"]]
    frame["response"] = [None if pd.isna(v) else str(v) for v in frame["response"]]
    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False)
    return buffer.getvalue()


def latest(connection: Connection, id: str) -> dict[str, str]:
    """Of each scorer of a study the sha256 of its latest ratings."""
    s = tables.scores
    runs = connection.execute(select(s.c.scorer, s.c.hash).where(s.c.study == id).order_by(s.c.number))
    return {run.scorer: run.hash for run in runs}


def with_scores(study: Study, files: Mapping[str, bytes]) -> Study:
    """A study with the ratings of scorers, of the items that it has. files: by scorer, as `to_bytes` gives them."""
    for scorer, data in files.items():
        frame = pd.read_parquet(io.BytesIO(data))
        frame["value"] = pd.Series([json.loads(v) for v in frame["value"]], index=frame.index, dtype="object")
        frame = frame[frame["item_id"].isin(study.items.index)]
        study = study.with_ratings(frame)
        if scorer.startswith(tables.ADDED):
            wide = {d: wider(s, frame.loc[frame["dimension"] == d, "value"]) for d, s in study.dimensions.items()}
            study = replace(study, dimensions=wide)
    return study
