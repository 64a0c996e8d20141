"""`recognition`: people (and a model) say in their own words what an image shows; right or wrong against a target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from annoeval.problem import Problem
from annoeval.protocols.protocol import NOTHING, Detection, Meaning, Protocol, Section, Setting, Told, left_out
from annoeval.protocols.recognition.answered import with_answers
from annoeval.protocols.recognition.columns import (
    CORRECT,
    ITEM,
    RATER,
    RESPONSE,
    TARGET,
    Columns,
    column,
    has_answers,
    has_summary,
)
from annoeval.protocols.recognition.results import (
    agreement_on_correctness,
    annotators,
    difficulty,
    kinds_of_error,
    model_comparison,
    outcomes,
    raw_table,
    summary_table,
)
from annoeval.protocols.recognition.rows import answers_of, items_of, ratings_of
from annoeval.protocols.recognition.sampled import detect_sample, is_sample, sampled_items
from annoeval.protocols.recognition.sections import recognition_sections
from annoeval.protocols.recognition.summaries import contradicted, of_images, ratings_of_the_model
from annoeval.protocols.recognition.unnamed import TEXT, is_saved_by_the_page, is_unnamed, unsaid, with_annotators
from annoeval.protocols.recognition.variants import (
    ANSWER,
    BY_RULE,
    JUDGED,
    disagreements,
    proposals,
    recogniser,
    with_variants,
)
from annoeval.rating_table import empty_ratings
from annoeval.reading.table import ReadError, Reading, Table
from annoeval.scale import Scale
from annoeval.scoring.canonical import STEPS
from annoeval.study import Study
from annoeval.words import listed

DIMENSIONS = {
    "recognised": Scale(
        level="nominal",
        categories=(0, 1),
        names={0: "Not recognised", 1: "Recognised"},
        definitions={0: "The answer means something else", 1: "The answer names the target, in whatever words"},
        question="Is the answer right?",
        title="Recognised",
    ),
    "recognised_auto": Scale(
        level="nominal",
        categories=(0, 1),
        role="score",
        names={0: "Not recognised", 1: "Recognised"},
        title="Recognised, by the rule",
    ),
    "answer": Scale(level="text", title="Answer"),
    "canonical": Scale(level="nominal", title="Answer, canonical", follows="answer"),
}
STEP_NAMES = {
    "lower": "Lower case",
    "articles": "Without articles",
    "punctuation": "Without punctuation",
    "whitespace": "White space collapsed",
}


class Recognition(Protocol):
    """Open answers of several annotators on images with a known target."""

    name = "recognition"
    title = "Recognition"
    summary = "Open answers to images, right or wrong against a target; several annotators and a model"
    published_as = "annotations_raw.csv"
    secret = ("target", "answers")

    def detect(self, readings: Sequence[Reading], options: Mapping[str, Any] | None = None) -> Detection | None:
        tables = [t for r in readings for t in r.tables]
        unnamed = [t for t in tables if is_unnamed(t)]
        lacking = unsaid(tables, options or {})
        if unnamed and all(map(is_saved_by_the_page, unnamed)) and (not lacking or self._others(tables)):
            because = f"one person's answers to images ('{TEXT[0]}') stand in {listed([t.name for t in unnamed], 3)}"
            return Detection(self.name, 0.95, because, unsaid=tuple(lacking))
        columns = [c for t in tables for c in t.frame.columns]
        found = [column(columns, names) for names in (TARGET, RATER, RESPONSE)]
        item, correct = column(columns, ITEM), column(columns, CORRECT)
        if not all(found) or item is None or len({item, *found}) < 4:
            return detect_sample(self.name, tables)
        named = ", ".join(f"'{c}'" for c in [*found, correct] if c)
        return Detection(
            self.name, 0.95 if correct else 0.8, f"it has a target, a rater and an answer in its own words ({named})"
        )

    def build(self, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
        """Items are images, raters who answered; `answer` is what they wrote, as the file normalised it where it did.

        A list of ids and targets, alone or beside a model's answers, is a study before any person's answer.
        Columns or a summary file that say what a model answered, or whether it was right, make the rater `MLLM`.
        options: `zone`, where times without a zone were written; `steps` and `variants` of the rule (see `recogniser`);
        `annotators`, {file: name}, for files that don't say whose answers they hold.
        """
        given = [t for r in readings for t in r.tables]
        every = with_annotators(given, options)
        tables = [t for t in every if has_answers(t)]
        problems = [p for r in readings for p in r.problems]
        lists = [t for t in every if is_sample(t)]
        if not tables and lists:
            problems += left_out(t for t in every if t is not lists[0] and not has_summary(t))
            return self._before(lists[0], of_images(every), options, problems)
        if not tables or not sum(len(t.frame) for t in tables):
            raise ReadError(
                f"{readings[0].file} has no answers; a recognition file has one row per image and annotator."
            )
        file = tables[0].name
        targets = any(map(is_unnamed, given))  # a list of them is of use then
        problems += left_out(t for t in every if not (has_answers(t) or has_summary(t) or (targets and is_sample(t))))
        frame = pd.concat([t.frame for t in tables], ignore_index=True)
        columns = Columns.of(file, list(frame.columns))
        rule = recogniser(options)
        frame = answers_of(frame, columns, options, file, problems)
        items = items_of(frame, columns, file, problems)
        ratings = ratings_of(frame, columns, items["target"], rule, file, problems)
        told = of_images(every)
        if len(told.columns) > 1:
            problems += contradicted(told, ratings)
            model = ratings_of_the_model(told, items["target"], rule, bool(columns.correct), problems)
            ratings = pd.concat([ratings, model], ignore_index=True) if len(model) else ratings
        answering = ratings.loc[ratings["dimension"] == ANSWER, "kind"].unique().tolist()
        few = min(30, len(items) / 2)
        groups = [c for c in items if c not in ("target", "answers") and 1 < items[c].nunique() <= few]
        return Study(
            name=str(options.get("name") or readings[0].file),
            protocol=self.name,
            items=items,
            ratings=ratings,
            dimensions=_dimensions(bool(columns.correct), answering != ["ai"]),
            groups=tuple(groups),
            evidence=("target", "answers"),
            problems=tuple(problems),
            options=dict(options),
        )

    @staticmethod
    def _others(tables: Sequence[Table]) -> bool:
        """Whether all tables beside those without an annotator are lists, summaries or answers of their kind."""
        return all(is_unnamed(t) or is_sample(t) or has_summary(t) or has_answers(t) for t in tables)

    def _before(self, table: Table, told: pd.DataFrame, options: Mapping[str, Any], problems: list[Problem]) -> Study:
        """A study whose people's answers are still to be given. told: what is known of images, as a model's answers."""
        rule = recogniser(options)  # one that can't be followed is said now
        items = sampled_items(table, problems)
        model = ratings_of_the_model(told, items["target"], rule, False, problems) if len(told.columns) > 1 else None
        return Study(
            name=str(options.get("name") or table.name),
            protocol=self.name,
            items=items,
            ratings=empty_ratings() if model is None else model,
            dimensions=_dimensions(False, True),
            evidence=("target", "answers"),
            problems=tuple(problems),
            options=dict(options),
        )

    def unsaid(self, readings: Sequence[Reading]) -> Sequence[Setting]:
        """Who annotated each file that doesn't say so."""
        names = [t.name for r in readings for t in r.tables if is_unnamed(t)]
        hint = "A pseudonym; it stands beside the answers in every table."
        return [Setting(f"annotators.{n}", f"Who annotated {n}?", "text", "", help=hint) for n in names]

    def settings(self) -> Sequence[Setting]:
        """Which steps make the canonical form, and which forms of a target count beside it."""
        return (
            Setting(
                "steps",
                "What doesn't count when an answer is compared with its target",
                "several",
                ",".join(STEPS),
                tuple((STEP_NAMES[s], s) for s in STEPS),
            ),
        )

    def follow(self, study: Study, told: Told = NOTHING) -> Study:
        """Answers given here are judged by the rule like a file's; a form that people accepted as a variant of the
        target is right by the rule."""
        return with_variants(with_answers(study), told.variants)

    def right(self, study: Study, answer: object, known: str) -> bool:
        """As the rule judges it, with the study's own steps and variants."""
        return recogniser(study.options).right(answer, known) == 1.0

    def beside(self, readings: Sequence[Reading]) -> str:
        """Tables of a row an image, such as a model's answers."""
        tables = [t for r in readings for t in r.tables]
        if not tables or not all(map(has_summary, tables)):
            return ""
        return "What is told of each image, such as a model's answers: it joins the images and changes nobody's answer."

    def proposals(self, study: Study, meaning: Meaning | None = None) -> pd.DataFrame:
        """Answers that come near their target without its very words."""
        return proposals(study, meaning)

    def sections(self, study: Study) -> Sequence[Section]:
        """Who recognises how much, which images are hard, rule and people, people and the model, the answers."""
        return tuple(recognition_sections(study))

    def tables(self, study: Study) -> Mapping[str, pd.DataFrame]:
        """`annotators, difficulty, model_comparison, errors, outcomes, agreement_on_correctness,
        rule_against_people, proposals`, and the published `annotations_summary`."""
        return {
            "annotators": annotators(study),
            "difficulty": difficulty(study),
            "model_comparison": model_comparison(study),
            "errors": kinds_of_error(study),
            "outcomes": outcomes(study),
            "agreement_on_correctness": agreement_on_correctness(study),
            "rule_against_people": disagreements(study),
            "proposals": proposals(study),
            "annotations_summary": summary_table(study),
        }

    def published(self, study: Study) -> pd.DataFrame:
        """`annotations_raw.csv`."""
        return raw_table(study)


def _dimensions(judged: bool, people: bool) -> dict[str, Scale]:
    """The protocol's dimensions, `recognised` where the file says which answers are right. Review asks of each answer
    whether it is, else whether the rule judged it rightly; once an image where all answers are one model's (no
    `people`), so that an audit of images is one of its answers."""
    found = {d: s for d, s in DIMENSIONS.items() if d != JUDGED or judged}
    asked = JUDGED if judged else BY_RULE
    if people:
        words = DIMENSIONS[JUDGED]
        found[asked] = replace(found[asked], question=words.question, definitions=words.definitions, judges=ANSWER)
    return found
