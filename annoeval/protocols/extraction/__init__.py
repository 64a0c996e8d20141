"""Extraction: texts that models found in documents, each against the document's reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from annoeval.problem import Problem
from annoeval.protocols.extraction.free_text import sureness
from annoeval.protocols.extraction.gather import gather, labels_file
from annoeval.protocols.extraction.records import (
    Records,
    Value,
    fields_of,
    identity,
    is_semantic_scholar,
    own_columns,
    pair_keys,
    published_columns,
    rows_of,
    value_of,
)
from annoeval.protocols.extraction.reference import passages, reference_scales, with_corrected_references
from annoeval.protocols.extraction.rules import RULE_SETS, RULES, SAYS, Rule, rule_of, score_field
from annoeval.protocols.extraction.sections import extraction_sections
from annoeval.protocols.extraction.tables import leaderboard, match_kinds, model_differences, published_rows, set_scores
from annoeval.protocols.extraction.words import answer
from annoeval.protocols.protocol import NOTHING, Detection, Protocol, Section, Setting, Told
from annoeval.rating_table import ratings_table
from annoeval.reading.table import ReadError, Reading, flat
from annoeval.scale import Scale
from annoeval.scoring.text import TEXT_CHOICES, TextOptions
from annoeval.study import Study
from annoeval.tables.build import decision_of
from annoeval.tables.guessing import SURE
from annoeval.tables.mapping import JUDGED

FAILED = ("exclude", "zero")
MOST_GROUPS = 20


class Extraction(Protocol):
    """Predictions of title, abstract or any text fields by several models, scored 0 to 1 against a reference."""

    name = "extraction"
    title = "Extraction"
    summary = "Texts that models extracted, field by field against a reference: a leaderboard with intervals."
    published_as = "scores.csv"
    tags = ("Wrong field", "Incomplete", "Made up", "Guideline unclear")

    def detect(self, readings: Sequence[Reading], options: Mapping[str, Any] | None = None) -> Detection | None:
        """Sure of published output tables, of pairs of objects, and of labels beside predictions; where someone judged
        the texts, it is about the judgements and none of these."""
        plain = []
        for reading in flat(readings):
            if reading.annotations is not None:
                return None
            rows = rows_of(reading, 400)
            if not rows:
                continue
            columns = list(dict.fromkeys(k for _, r in rows for k in r))
            published, keys = published_columns(columns), pair_keys(rows[0][1])
            if (published or keys) and _judged(reading, options or {}):
                return None
            if published:
                return Detection(
                    self.name, 0.95, "a column Model, and texts beside their scores: " + ", ".join(published)
                )
            if keys:
                return self._pairs(rows, keys)
            plain.append((reading, rows))
        if any(r.format == "tei" for r, _ in plain):
            return Detection(self.name, 0.95, "headers of papers as GROBID writes them")
        if plain and all(is_semantic_scholar(rows[0][1]) for _, rows in plain):
            return Detection(self.name, 0.85, "papers as the Semantic Scholar API gives them")
        return self._labels(plain)

    def _pairs(self, rows: list[tuple[int, dict[str, Any]]], keys: tuple[str, str]) -> Detection | None:
        reference, prediction = keys
        said = f"each record holds {reference} and {prediction}"
        if any(isinstance(r.get(k), Mapping) for _, r in rows for k in keys):
            return Detection(self.name, 0.95, said)
        sure = sureness((value_of(r.get(reference)) for _, r in rows), (value_of(r.get(prediction)) for _, r in rows))
        return None if sure is None else Detection(self.name, sure, said)

    def _labels(self, plain: Sequence[tuple[Reading, list[tuple[int, dict[str, Any]]]]]) -> Detection | None:
        if len(plain) < 2:
            return None
        labels = labels_file(plain, {})
        if labels is None:
            return None
        first = next(rows for r, rows in plain if r is labels)
        ids = {identity(r, i) for i, r in first} - {None}
        fields = {f for f, v in fields_of(first[0][1]).items() if isinstance(v, (str, list)) or v is None}
        for reading, rows in plain:
            if reading is labels:
                continue
            own = {identity(r, i) for i, r in rows} - {None}
            if not ids & own or not fields & set(fields_of(rows[0][1])):
                return None
        lengths = [len(v) for _, r in first for f in fields if isinstance(v := value_of(r.get(f)), str)]
        if not lengths or float(np.mean(lengths)) < 8:
            return None  # labels of classes, not extracted texts
        return Detection(
            self.name,
            0.85,
            f"{labels.file} and the other files share ids and the fields {', '.join(sorted(fields)[:4])}",
        )

    def build(self, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
        """Items are documents, raters the models; the reference stands beside them without a value of its own.

        options: `rules` ("fingreylit", or {field: rule of `RULES`}), `text` (`TextOptions.of`), `failed` ("exclude":
        a document in which any model failed counts for none; "zero": it counts 0 for that model), `exclude` (ids),
        `labels` (the references' file), `models` {file: name}, `rescore` (the file's own scores don't count).
        """
        records = gather(readings, options)
        if not records.models:
            raise ReadError(
                "No predictions were found: drop the labels beside one file of predictions a model, or a file of pairs "
                "with ground_truth and prediction."
            )
        return _study(records, readings, options)

    def tables(self, study: Study) -> Mapping[str, pd.DataFrame]:
        """`leaderboard`, `model_differences`, `match_kinds`, and `set_scores` where a field is a set."""
        made = {
            "leaderboard": leaderboard(study),
            "model_differences": model_differences(study),
            "match_kinds": match_kinds(study),
        }
        sets = set_scores(study)
        return made | ({"set_scores": sets} if len(sets) else {})

    def sections(self, study: Study) -> Sequence[Section]:
        """A leaderboard a field, the models that can't be told apart, and the kinds of match."""
        return tuple(extraction_sections(study))

    def settings(self) -> Sequence[Setting]:
        """Rules, how texts are compared, failed documents."""
        return (
            Setting("rules", "Scored by", "choice", None, (("likeness, lists as sets", None),
                    *((name, name) for name in RULE_SETS))),
            Setting("text", "Texts are compared", "several", "", tuple((o.replace("-", " "), o) for o in TEXT_CHOICES),
                    help="By default as they are, in Unicode's normal form NFC."),
            Setting("failed", "A document in which a model failed", "choice", None,
                    (("is left out for all models", None), ("counts 0 for that model", "zero"))),
        )  # fmt: skip

    def passages(self, study: Study, item_id: str, dimension: str) -> Sequence[tuple[str, str | None]]:
        """The reference and what each model found, worst first."""
        return passages(study, item_id, dimension)

    def follow(self, study: Study, told: Told = NOTHING) -> Study:
        """Scores follow corrected references."""
        return with_corrected_references(study)

    def published(self, study: Study) -> pd.DataFrame:
        """`SHA, URL, Model, Title, TitleScore, …`, the reference as rows of "Gold"."""
        return published_rows(study)

    def headline(self, study: Study) -> str | None:
        """Who leads on each field, and who can't be told apart from the leader."""
        return answer(study)


def _judged(reading: Reading, options: Mapping[str, Any]) -> bool:
    """Whether judgements stand beside the texts, or who gave them."""
    for table in reading.tables:
        found, own = decision_of(table, options), own_columns([str(c) for c in table.frame.columns])
        if found.best is not None and found.judged >= SURE and set(found.best.of("rater", *JUDGED)) - own:
            return True
    return False


def chosen_rules(options: Mapping[str, Any]) -> Mapping[str, Rule]:
    """Field → rule, from the option `rules`: the name of a set of rules, or a mapping. Raises ReadError for others."""
    given = options.get("rules") or {}
    if isinstance(given, str):
        if given not in RULE_SETS:
            raise ReadError(f"There are no rules {given!r}; use {', '.join(RULE_SETS)}, or name a rule per field.")
        return RULE_SETS[given]
    for name, rule in given.items():
        if rule not in RULES:
            raise ReadError(f"There is no rule {rule!r} for {name}; use one of {', '.join(RULES)}.")
    return dict(given)


def text_options(options: Mapping[str, Any]) -> TextOptions:
    """The study's text options; raises ReadError for one that doesn't exist."""
    try:
        return TextOptions.of(options.get("text"))
    except (TypeError, ValueError) as error:
        raise ReadError(f"The option text: {error}.") from error


def _study(records: Records, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
    failed_as = str(options.get("failed", "exclude"))
    if failed_as not in FAILED:
        raise ReadError(f"Failed documents can be treated as {' or '.join(FAILED)}, not {failed_as!r}.")
    text, rules = text_options(options), chosen_rules(options)
    ids = pd.Index(list(records.documents), name="item_id")
    fields = records.fields()
    failures = _failures(records)
    dropped = set(map(str, options.get("exclude", ())))
    if failed_as == "exclude":
        dropped |= {key for failed in failures.values() for key in failed}
    problems = [*records.problems, *_failure_problems(failures, failed_as)]
    given, used = _Given(ids), {}
    for name in fields:
        references: list[Value] = [(d.reference or {}).get(name) for d in records.documents.values()]
        everything = [p.fields.get(name) for m in records.models.values() for p in m.values()]
        rule = used[name] = rule_of(name, references, everything, rules)
        if any(d.reference is not None for d in records.documents.values()):
            given.add(name, "reference", "reference", None, references, None)
        for model, predictions in records.models.items():
            said = [predictions[k].fields.get(name) if k in predictions else None for k in ids]
            scored = score_field(references, said, rule, text)
            value = scored.value.copy()
            unknown = np.array([records.documents[k].reference is None for k in ids])
            value[unknown] = np.nan
            if not options.get("rescore") and text == TextOptions():
                own = [predictions[k].scores.get(name) if k in predictions else None for k in ids]
                problems += _own_scores(value, own, model, name, ids)
            missed = np.array([k in failures[model] for k in ids])
            value[missed] = 0.0 if failed_as == "zero" else np.nan
            value[np.array([k in dropped for k in ids])] = np.nan
            kinds = [None if m else k for m, k in zip(missed | unknown, scored.kind, strict=True)]
            given.add(name, model, "ai", value, said, kinds)
    items = _items(records, ids, fields, failures)
    return Study(
        name=str(options.get("name") or readings[0].file),
        protocol="extraction",
        items=items,
        ratings=given.table(),
        dimensions={
            f: Scale(
                "interval",
                bounds=(0.0, 1.0),
                role="score",
                title=f.replace("_", " ").capitalize(),
                question=f"How well was the {f.replace('_', ' ')} extracted?",
            )
            for f in fields
        }
        | reference_scales(fields),
        groups=_groups(records, items, fields, options),
        evidence=tuple(fields),
        problems=tuple(problems),
        options={
            **options,
            "scored_by": {f: SAYS[r] for f, r in used.items()},
            "compared": text.name,
            "failed": failed_as,
        },
    )


class _Given:
    """Ratings of the same items one rater and field after the other, in the end one table."""

    def __init__(self, ids: pd.Index) -> None:
        self.ids = ids.tolist()
        named = ("dimension", "rater", "kind", "value", "response", "note")
        self.columns: dict[str, list[Any]] = {column: [] for column in named}

    def add(
        self,
        field: str,
        rater: str,
        kind: str,
        value: np.ndarray | None,
        said: Sequence[Value],
        note: Sequence[str | None] | None,
    ) -> None:
        none: Sequence[Any] = [None] * len(self.ids)
        own = {
            "dimension": [field] * len(self.ids),
            "rater": [rater] * len(self.ids),
            "kind": [kind] * len(self.ids),
            "value": none if value is None else [None if np.isnan(v) else float(v) for v in value],
            "response": ["\n".join(v) if isinstance(v, list) else v for v in said],
            "note": none if note is None else note,
        }
        for name, cells in own.items():
            self.columns[name] += cells

    def table(self) -> pd.DataFrame:
        times = len(self.columns["rater"]) // max(len(self.ids), 1)
        return ratings_table({"item_id": self.ids * times, **self.columns})


def _failures(records: Records) -> dict[str, dict[str, str]]:
    """Model → document id → why: an error of its own, or no prediction at all for a labelled document."""
    labelled = [k for k, d in records.documents.items() if d.reference is not None]
    found: dict[str, dict[str, str]] = {}
    for model, predictions in records.models.items():
        found[model] = {k: str(p.error) for k, p in predictions.items() if p.error}
        found[model] |= {k: "no prediction" for k in labelled if k not in predictions}
    return found


def _failure_problems(failures: Mapping[str, Mapping[str, str]], failed_as: str) -> list[Problem]:
    action = "counts 0 for this model" if failed_as == "zero" else "left out for all models"
    return [
        Problem(f"{model} failed: {why}", action, value=key, column="id")
        for model, failed in failures.items()
        for key, why in failed.items()
    ]


def _own_scores(value: np.ndarray, own: Sequence[float | None], model: str, field: str, ids: pd.Index) -> list[Problem]:
    """Puts the file's own scores in `value` where it carries them; says where they differ from the rule's."""
    differs = []
    for i, score in enumerate(own):
        if score is None or not 0 <= score <= 1:
            continue
        if not np.isnan(value[i]) and abs(value[i] - score) > 5e-4:
            differs.append(i)
        value[i] = score
    if not differs:
        return []
    return [
        Problem(
            f"{model}'s own score of {field} is not what the texts give",
            "the file's score counts",
            column=field,
            value=str(ids[differs[0]]),
            count=len(differs),
        )
    ]


def _items(
    records: Records, ids: pd.Index, fields: Sequence[str], failures: Mapping[str, Mapping[str, str]]
) -> pd.DataFrame:
    columns: dict[str, list[Any]] = {}
    names = dict.fromkeys(c for d in records.documents.values() for c in d.columns)
    for name in names:
        columns[name] = [d.columns.get(name) for d in records.documents.values()]
    others = dict.fromkeys(f for d in records.documents.values() for f in d.reference or {} if f not in fields)
    for name in (*others, *fields):
        values = [(d.reference or {}).get(name) for d in records.documents.values()]
        columns[name] = ["\n".join(v) if isinstance(v, list) else v for v in values]
    failed = {k: [m for m, f in failures.items() if k in f] for k in ids}
    if any(failed.values()):
        columns["failed_in"] = [", ".join(failed[k]) or None for k in ids]
    return pd.DataFrame(columns, index=ids)


def _groups(
    records: Records, items: pd.DataFrame, fields: Sequence[str], options: Mapping[str, Any]
) -> tuple[str, ...]:
    """Columns that group documents: few values, each of several documents on average; with FinGreyLit's rules the
    reference's language first, as its tables are by language."""
    found = ["language"] if options.get("rules") == "fingreylit" and "language" in items else []
    for name in items.columns:
        n = items[name].nunique()
        if name not in (*fields, *found, "url", "failed_in") and 2 <= n <= min(MOST_GROUPS, len(items) / 3):
            found.append(name)
    return tuple(found)
