"""`figures`: captions, descriptions and tables that a pipeline extracted from papers, on a rubric of 0 to 2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from annoeval.protocols.figures.domains import domain_section, domains
from annoeval.protocols.figures.given import ratings_given, score_columns
from annoeval.protocols.figures.judged import JUDGE, budget, judged
from annoeval.protocols.figures.metrics import joined_metrics, metric_names
from annoeval.protocols.figures.papers import Papers
from annoeval.protocols.figures.questions import TEXTS, TITLES, dimensions_of
from annoeval.protocols.figures.recommended import CUTS, recommended
from annoeval.protocols.figures.records import SHOWN, joined, paper_of
from annoeval.protocols.figures.recut import rescored
from annoeval.protocols.figures.rows import (
    EVIDENCE,
    GROUPS,
    SCORE,
    columns_of,
    fits,
    ids_of,
    judged_records,
    prepared,
    use_of,
)
from annoeval.protocols.figures.template import template
from annoeval.protocols.figures.verdict import RECOMMENDED
from annoeval.protocols.protocol import Detection, Means, Protocol, Scorer, Section, Template, Wanted, left_out
from annoeval.reading.attached import Attached
from annoeval.reading.table import ReadError, Reading, flat
from annoeval.scoring import rubric
from annoeval.scoring.judge_terms import Cost
from annoeval.study import Study
from annoeval.words import count, listed

GOLD = {"caption": "correct_caption", "vlm": "correct_vlm_description", "table": "correct_format"}


class Figures(Protocol):
    """Figures and tables extracted from papers."""

    name = "figures"
    title = "Figures"
    summary = "Captions, descriptions and tables extracted from papers, scored 0 to 2"
    tags = ("Wrong figure", "Incomplete", "Made up", "Hard to read", "Guideline unclear")
    template_as = "accuracy_annotations_scored"
    scored_as = "accuracy_annotations_scored_ai.csv"

    def detect(self, readings: Sequence[Reading], options: Mapping[str, Any] | None = None) -> Detection | None:
        columns = {c for r in readings for t in r.tables for c in columns_of(t)}
        found = [c for c in ("caption", "vlm_description", "type", "content") if c in columns]
        if not fits(columns):
            return None
        named = [f"'{c}'" for c in found]
        sure = 0.95 if "type" in columns else 0.8
        return Detection(self.name, sure, f"it has the columns {', '.join(named[:-1])} and {named[-1]}")

    def build(self, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
        """Items are the figures and tables that a table lists; an extractor's records are their evidence, and stand as
        items themselves only where there is no such table."""
        filled = [t for r in readings for t in r.tables if len(t.frame)]
        if not filled:
            raise ReadError(f"{readings[0].file} has no rows; add at least one figure or table and upload it again.")
        problems = [p for r in readings for p in r.problems]
        kept = [use_of(t) for t in filled]
        records, measured = (
            [t for t, use in zip(filled, kept, strict=True) if use == w] for w in ("records", "metrics")
        )
        # where none fits, someone chose the protocol by hand
        tables = [t for t, use in zip(filled, kept, strict=True) if use == "items"] or records or filled
        if tables is not filled:
            problems += left_out(t for t, use in zip(filled, kept, strict=True) if not use)
        frames = [prepared(t, problems) for t in (judged_records(records, problems) if tables is records else tables)]
        frame = pd.concat(frames, ignore_index=True)
        scores = {c: m for c in frame.columns if (m := SCORE.match(c))}
        frame.index = ids_of(frame, scores, tables[0].name, problems)
        columns = score_columns(frame, scores)
        dimensions = dimensions_of(frame)
        ratings = ratings_given(frame, columns, dimensions, tables[0].name, problems)
        items = frame.drop(columns=[c for c, *_ in columns])
        if records and tables is not records:
            items = joined(items, records, problems)
        items, metrics = joined_metrics(items, measured, problems)
        return Study(
            name=str(options.get("name") or tables[0].name.split(" › ")[0]),
            protocol=self.name,
            items=items,
            ratings=ratings,
            dimensions=dimensions,
            groups=tuple(c for c in GROUPS if c in items and items[c].nunique() > 1),
            evidence=tuple(c for c in (*EVIDENCE, *SHOWN) if c in items and items[c].notna().any()),
            problems=tuple(problems),
            options=dict(options),
            headline=RECOMMENDED,
            columns={(dimension, rater): column for column, dimension, rater, _ in columns},
            metrics=metrics,
        )

    def alone(self, readings: Sequence[Reading]) -> str:
        tables = [t for r in flat(readings) for t in r.tables if len(t.frame)]
        if not tables or any(use_of(t) != "metrics" for t in tables):
            return ""
        names = listed([t.name for t in tables], 3)
        holds = "holds" if len(tables) == 1 else "hold"
        return (
            f"{names} {holds} automatic metrics of papers or domains ({listed(metric_names(tables), 4)}), which nobody "
            "judged: drop the annotation file along, or add them to its study."
        )

    def scorers(self) -> Mapping[str, Scorer]:
        return {RECOMMENDED: recommended, SIMILARITY: _as_published, JUDGE: judged}

    def together(self, study: Study, scorer: str) -> pd.Series | None:
        """Rows of one paper, since their order counts. Rows of no paper go with a paper, so that none takes the only
        PDF of its part for its own."""
        if scorer == SIMILARITY:
            return pd.Series(range(len(study.items)), study.items.index)
        if scorer != RECOMMENDED:
            return None
        papers = Papers(study.items, Attached({})).names
        return papers.fillna(next(iter(papers.dropna()), ""))

    def thresholds(self, scorer: str) -> Mapping[str, float]:
        return CUTS if scorer == RECOMMENDED else {}

    def rescored(self, study: Study, scorer: str, thresholds: Mapping[str, float]) -> pd.DataFrame | None:
        return rescored(study, thresholds) if scorer == RECOMMENDED else None

    def embeds(self, scorer: str) -> bool:
        return scorer in (RECOMMENDED, SIMILARITY)

    def asks(self, scorer: str) -> bool:
        return scorer == JUDGE

    def budget(self, study: Study, scorer: str, means: Means) -> Cost | None:
        return budget(study, means) if scorer == JUDGE else None

    def paper(self, study: Study, item_id: str, files: Sequence[str]) -> str | None:
        named = study.items.at[item_id, "pdf"] if "pdf" in study.items else None
        if not isinstance(named, str):
            return (
                files[0] if len(files) == 1 and ("pdf" not in study.items or study.items["pdf"].isna().all()) else None
            )
        return next((f for f in files if paper_of(f) == paper_of(named)), None)

    def passages(self, study: Study, item_id: str, dimension: str) -> Sequence[tuple[str, str | None]]:
        """A gold text and what was extracted, where the file holds both; for a table only its rows as text."""
        gold, mine = GOLD.get(dimension, ""), TEXTS.get(dimension, "")
        row = study.cells(item_id, (c for c in (gold, mine) if c in study.items))
        if not isinstance(row.get(gold), str):
            return ()
        said = row.get(mine)
        return (f"Correct {TITLES[dimension].lower()}", row[gold]), (
            TITLES[dimension],
            said if isinstance(said, str) else None,
        )

    def template(self, study: Study, readings: Sequence[Reading]) -> Template:
        own = [t for r in flat(readings) if r.study is None for t in r.tables if len(t.frame)]
        frames = [t.frame for t in own if use_of(t) == "items"]
        rows = pd.concat(frames, ignore_index=True) if frames else study.items
        return template(study, rows if len(rows) == len(study.items) else study.items)

    def tables(self, study: Study) -> Mapping[str, pd.DataFrame]:
        return {"domains": domains(study)}

    def sections(self, study: Study) -> Sequence[Section]:
        return domain_section(study)

    def wanted(self, study: Study) -> Wanted | None:
        r = study.ratings
        mine = r[(r["rater"] == RECOMMENDED) & r["value"].isna() & r["dimension"].isin(("caption", "table"))]
        lacking = [
            count(int(n), TITLES[d].lower()) for d in ("caption", "table") if (n := (mine["dimension"] == d).sum())
        ]
        if not lacking:
            return None
        return Wanted(
            f"{listed(lacking)} cannot be judged from these files. A paper shows what is right; an extractor's records "
            "show less; the published recipe compares a caption with its description only.",
            (("Attach PDFs", (".pdf", ".zip")), ("Use extractor records", (".jsonl", ".json", ".zip"))),
            ("Use the published recipe", SIMILARITY),
        )


SIMILARITY = "similarity only"


def _as_published(study: Study, means: Means) -> pd.DataFrame:
    return rubric.similarity_only(study, means.progress, means.model)
