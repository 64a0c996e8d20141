"""`figures`: captions, descriptions and tables that a pipeline extracted from papers, on a rubric of 0 to 2."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from annoeval.protocols.figures.domains import domain_section, domains
from annoeval.protocols.figures.judged import JUDGE, budget, judged
from annoeval.protocols.figures.recommended import CUTS, recommended
from annoeval.protocols.figures.records import SHOWN, flattened, is_records, joined, paper_of
from annoeval.protocols.figures.template import is_guidelines, template
from annoeval.protocols.figures.verdict import RECOMMENDED
from annoeval.protocols.protocol import Detection, Means, Protocol, Scorer, Section, Template, Wanted, left_out
from annoeval.reading.table import ReadError, Reading, Table, flat
from annoeval.scoring import rubric
from annoeval.scoring.judge import Cost
from annoeval.study import Problem, Scale, Study, empty_ratings, ratings_table, unique_ids
from annoeval.tables.known_scales import DEFINITIONS, NAMES, QUESTIONS
from annoeval.words import count, listed

TITLES = {"caption": "Caption", "vlm": "Description", "table": "Table"}
EVIDENCE = ("caption", "vlm_description", "content")
GROUPS = ("domain", "type", "pdf")
FIGURE, TABLE = ("fig", "image", "picture", "plot", "chart", "diagram"), ("tab",)  # how a type begins
KINDS = (*FIGURE, *TABLE)
# columns of the published template, which some teams fill with scores and others with the corrected text
TEMPLATE = {"correct_caption": "caption", "correct_vlm_description": "vlm", "correct_format": "table"}
GOLD = {
    "caption": ("correct_caption", "caption"),
    "vlm": ("correct_vlm_description", "vlm_description"),
    "table": ("correct_format", "content"),
}  # question → its gold column, and what is read against it
SCORE = re.compile(
    r"^(?:(?P<before>ai|human|final)_)?(?P<dimension>caption|vlm|table)(?:_description)?_score(?:_(?P<after>.+))?$",
    re.IGNORECASE,
)


class Figures(Protocol):
    """Figures and tables extracted from papers."""

    name = "figures"
    title = "Figures"
    summary = "Captions, descriptions and tables extracted from papers, scored 0 to 2"
    template_as = "accuracy_annotations_scored"
    scored_as = "accuracy_annotations_scored_ai.csv"

    def detect(self, readings: Sequence[Reading], options: Mapping[str, Any] | None = None) -> Detection | None:
        columns = {c for r in readings for t in r.tables for c in _columns(t)}
        found = [c for c in ("caption", "vlm_description", "type", "content") if c in columns]
        if not _fits(columns):
            return None
        named = [f"'{c}'" for c in found]
        sure = 0.95 if "type" in columns else 0.8
        return Detection(self.name, sure, f"it has the columns {', '.join(named[:-1])} and {named[-1]}")

    def build(self, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
        """Items are the figures and tables that a table lists; an extractor's records are their evidence, and stand as
        items themselves only where there is no such table."""
        filled = [t for r in readings for t in r.tables if len(t.frame) and not is_guidelines(t)]
        if not filled:
            raise ReadError(f"{readings[0].file} has no rows; add at least one figure or table and upload it again.")
        problems = [p for r in readings for p in r.problems]
        kept = [_use(t) for t in filled]
        records = [t for t, use in zip(filled, kept, strict=True) if use == "records"]
        # where none fits, someone chose the protocol by hand
        tables = [t for t, use in zip(filled, kept, strict=True) if use == "items"] or records or filled
        if tables is not filled:
            problems += left_out(t for t, use in zip(filled, kept, strict=True) if not use)
        frames = [_prepared(t, problems) for t in (_judged(records, problems) if tables is records else tables)]
        frame = pd.concat(frames, ignore_index=True)
        scores = {c: m for c in frame.columns if (m := SCORE.match(c))}
        frame.index = _ids(frame, scores, tables[0].name, problems)
        columns = _score_columns(frame, scores)
        dimensions = _dimensions(frame)
        ratings = _ratings(frame, columns, dimensions, tables[0].name, problems)
        items = frame.drop(columns=[c for c, *_ in columns])
        if records and tables is not records:
            items = joined(items, records, problems)
        return Study(
            name=str(options.get("name") or tables[0].name.split(" › ")[0]),
            protocol=self.name,
            items=items,
            ratings=ratings,
            dimensions=dimensions,
            groups=tuple(c for c in GROUPS if c in items and items[c].nunique() > 1),
            evidence=tuple(c for c in (*EVIDENCE, *SHOWN) if c in items),
            problems=tuple(problems),
            options=dict(options),
            headline=RECOMMENDED,
            columns={(dimension, rater): column for column, dimension, rater, _ in columns},
        )

    def scorers(self) -> Mapping[str, Scorer]:
        return {RECOMMENDED: recommended, SIMILARITY: _as_published, JUDGE: judged}

    def thresholds(self, scorer: str) -> Mapping[str, float]:
        return CUTS if scorer == RECOMMENDED else {}

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
        gold, mine = GOLD.get(dimension, ("", ""))
        row = study.items.loc[item_id]
        if not isinstance(row.get(gold), str):
            return ()
        said = row.get(mine)
        return (f"Correct {TITLES[dimension].lower()}", row[gold]), (
            TITLES[dimension],
            said if isinstance(said, str) else None,
        )

    def template(self, study: Study, readings: Sequence[Reading]) -> Template:
        own = [t for r in flat(readings) if r.study is None for t in r.tables if len(t.frame)]
        frames = [t.frame for t in own if _use(t) == "items"]
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


def _ids(frame: pd.DataFrame, scores: Mapping[str, Any], file: str, problems: list[Problem]) -> pd.Index:
    """Ids as in the file, those that repeat numbered by the content of their rows; both are said."""
    content = frame.drop(columns=[*scores, *(c for c in TEMPLATE if c in frame)])
    ids, repeated = unique_ids(frame["element_id"], content)
    if repeated:
        what = "element_id is absent or occurs more than once"
        done = "numbered among equal ids (#1, #2, …); no rows were merged"
        problems.append(Problem(what, done, file, column="element_id", count=repeated))
    twins = int(frame.duplicated().sum())
    if twins:
        what = "row is an exact copy of an earlier one"
        problems.append(Problem(what, "kept as an item of its own", file, count=twins))
    return ids


def _judged(records: Sequence[Table], problems: list[Problem]) -> list[Table]:
    """The figures and tables among an extractor's records; headings and passages are not judged."""
    out = []
    for table in records:
        frame = flattened(table)
        judged = frame["type"].str.strip().str.lower().str.startswith(KINDS).fillna(False)
        if not judged.any():
            out.append(replace(table, frame=frame))
            continue
        if not judged.all():
            what = "an extractor's records of passages and headings"
            problems.append(
                Problem(what, "kept in the study's files, no items", table.name, count=int((~judged).sum()))
            )
        out.append(replace(table, frame=frame[judged]))
    return out


def _columns(table: Table) -> set[str]:
    return {c.strip().lower() for c in table.frame.columns}


def _fits(columns: set[str]) -> bool:
    return {"caption", "vlm_description"} <= columns or {"type", "content", "element_id"} <= columns


def _use(table: Table) -> str:
    """What a table is for: its rows are `items`, or an extractor's `records`, or "", none of the protocol's."""
    columns = _columns(table)
    annotated = {"caption", "vlm_description"} <= columns or any(c in TEMPLATE or SCORE.match(c) for c in columns)
    if not annotated and is_records(table, KINDS):
        return "records"
    return "items" if _fits(columns) else ""


def _prepared(table: Table, problems: list[Problem]) -> pd.DataFrame:
    """The table with the protocol's column names; a missing `type` is told from the content."""
    frame = table.frame.rename(columns=lambda c: c.strip())
    lower = {c: c.lower() for c in frame.columns if c.lower() in {*EVIDENCE, *GROUPS, "element_id", *TEMPLATE}}
    frame = frame.rename(columns=lower)
    absent = [c for c in ("caption", "vlm_description") if c not in frame]
    if "type" in frame and "content" not in frame and frame["type"].str.strip().str.lower().str.startswith("tab").any():
        absent.append("content")
    problems += [Problem("the column is absent", "counted as blank in every row", table.name, None, c) for c in absent]
    for column in ("element_id", *EVIDENCE):
        if column not in frame:
            frame[column] = pd.Series(None, index=frame.index, dtype="str")
    if "type" not in frame:
        frame["type"] = frame["content"].notna().map({True: "table", False: "figure"}).astype("str")
        problems.append(
            Problem("no column says what is a figure and what a table", "rows with content taken as tables", table.name)
        )
    return frame


def _kind_values(items: pd.DataFrame, words: tuple[str, ...], default: str) -> tuple[str, ...]:
    found = [v for v in items["type"].dropna().unique() if v.strip().lower().startswith(words)]
    return tuple(found) or (default,)


def _dimensions(items: pd.DataFrame) -> dict[str, Scale]:
    figure = _kind_values(items, FIGURE, "figure")
    table = _kind_values(items, TABLE, "table")
    return {
        name: Scale(
            level="ordinal",
            categories=(0, 1, 2),
            names=NAMES,
            definitions=DEFINITIONS[name],
            question=QUESTIONS[name],
            title=TITLES[name],
            applies={"type": table if name == "table" else figure},
        )
        for name in ("caption", "vlm", "table")
    }


def _is_scores(column: pd.Series) -> bool:
    """Whether cells are filled, and each with a rubric score."""
    filled = column.dropna().str.strip()
    return len(filled) > 0 and bool(filled.isin(["0", "1", "2", "0.0", "1.0", "2.0"]).all())


def _rater(match: re.Match[str]) -> tuple[str, str]:
    """Name and kind of the rater that a score column names."""
    word = (match["before"] or match["after"] or "human").strip()
    if word.lower() in ("ai", "auto", "model"):
        return "AI", "ai"
    if word.lower() in ("final", "decision", "resolved"):
        return "team", "decision"
    return (word.lower() if word.lower() == "human" else word), "human"


def _score_columns(frame: pd.DataFrame, scores: Mapping[str, re.Match[str]]) -> list[tuple[str, str, str, str]]:
    """Columns of scores: (column, dimension, rater, kind)."""
    columns = [(c, m["dimension"].lower(), *_rater(m)) for c, m in scores.items()]
    return columns + [(c, d, "annotator", "human") for c, d in TEMPLATE.items() if c in frame and _is_scores(frame[c])]


def _ratings(
    frame: pd.DataFrame,
    columns: Sequence[tuple[str, str, str, str]],
    dimensions: Mapping[str, Scale],
    file: str,
    problems: list[Problem],
) -> pd.DataFrame:
    parts = []
    for column, dimension, rater, kind in columns:
        asked = dimensions[dimension].applies_to(frame)
        if n := int((frame[column].notna() & ~asked).sum()):
            what = f"a score of the {TITLES[dimension].lower()} of something that has none"
            problems.append(Problem(what, "left out", file, column=column, count=n))
        given = frame.loc[asked, column].dropna()
        value = pd.to_numeric(given.str.strip().str.replace(",", ".", regex=False), errors="coerce")
        wrong = given[~value.isin([0, 1, 2])]
        for text, n in wrong.value_counts().items():
            problems.append(
                Problem(
                    "no score of the rubric (0, 1, 2)",
                    "counted as missing",
                    file,
                    column=column,
                    value=str(text),
                    count=int(n),
                )
            )
        values = [float(v) if v in (0, 1, 2) else None for v in value]
        parts.append(
            ratings_table(
                {
                    "item_id": given.index,
                    "dimension": dimension,
                    "rater": rater,
                    "kind": kind,
                    "value": values,
                    "response": list(given),
                }
            )
        )
    parts = [p for p in parts if len(p)]
    return pd.concat(parts, ignore_index=True) if parts else empty_ratings()
