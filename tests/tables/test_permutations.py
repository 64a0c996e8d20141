"""What the columns of a table are does not hang on its outcome: not on the order of rows or columns, not on what raters
are called, and not on whether they agree."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.tables.made_up.cases import Row, written
from tests.tables.made_up.trial import Outcome, tried

few = settings(  # a seed says it all, so that there is nothing to shrink
    max_examples=2,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
seeds = st.integers(0, 10_000)

NAMES = ["Anna", "B. Okafor", "rater_3", "w1043", "Chen", "judge-2", "dana@example.org", "Émile", "coder C", "王芳"]


@dataclass(frozen=True)
class Shape:
    """A table: rows from (items, raters, value of item and rater on a question), and the questions it asks."""

    name: str
    rows: Callable[[Sequence[str], Sequence[str], Callable[[str, str, str], object]], list[Row]]
    questions: Mapping[str, Sequence[object]]
    names: Sequence[str] = tuple(NAMES)
    item: str = "item_id"


def long_rows(items, raters, value):
    return [{"item_id": i, "annotator": r, "label": value(i, r, "label")} for i in items for r in raters]


def long_two_questions(items, raters, value):
    return [
        {"item_id": i, "annotator": r, "fluency": value(i, r, "fluency"), "adequacy": value(i, r, "adequacy")}
        for i in items
        for r in raters
    ]


def long_criterion(items, raters, value):
    return [
        {"item_id": i, "annotator": r, "criterion": q, "score": value(i, r, q)}
        for i in items
        for q in ("style", "tone")
        for r in raters
    ]


def wide_raters(items, raters, value):
    return [{"item_id": i, **{r: value(i, r, "label") for r in raters}} for i in items]


def wide_questions(items, raters, value):
    return [{"item_id": i, **{f"{r}_{q}": value(i, r, q) for r in raters for q in ("source", "label")}} for i in items]


def two_keys(items, raters, value):
    return [
        {"system": s, "segment_id": i, "annotator": r, "score": value(f"{s} {i}", r, "score")}
        for s in ("alpha", "beta")
        for i in items
        for r in raters
    ]


SHAPES = [
    Shape("long", long_rows, {"label": ["pos", "neg", "mixed"]}),
    Shape("long, two questions", long_two_questions, {"fluency": [1, 2, 3, 4, 5], "adequacy": [1, 2, 3, 4, 5]}),
    Shape("long, a criterion a row", long_criterion, {"style": [1, 2, 3, 4], "tone": [1, 2, 3, 4]}),
    Shape("wide", wide_raters, {"label": ["yes", "no", "unclear"]}, [f"rater_{k}" for k in "abcdefgh"]),
    Shape("wide, questions", wide_questions, {"source": [0, 1], "label": [0, 1]}, [f"annotator{k}" for k in range(9)]),
    Shape("system × segment", two_keys, {"score": [1, 2, 3, 4, 5]}),
]
by_name = pytest.mark.parametrize("shape", SHAPES, ids=lambda s: s.name)


def values(shape: Shape, seed: int, agreed: bool = False) -> Callable[[str, str, str], object]:
    """A value for every item, rater's place and question; all raters' the same where they are agreed."""

    def value(item: str, rater: str, question: str) -> object:
        who = "" if agreed else rater
        rng = random.Random(f"{seed} {item} {who} {question}")
        labels = shape.questions[question]
        own = random.Random(f"{seed} {item} {question}").choice(labels)
        return own if agreed or rng.random() < 0.6 else rng.choice(labels)

    return value


def table(shape: Shape, seed: int, raters: Sequence[str] | None = None, agreed: bool = False) -> list[Row]:
    who = list(raters or shape.names[:3])
    place = {r: str(n) for n, r in enumerate(who)}  # a renamed rater gives the same answers
    value = values(shape, seed, agreed)
    return shape.rows([f"i{k}" for k in range(14)], who, lambda i, r, q: value(i, place[r], q))


def read(rows: Sequence[Row], columns: Sequence[str] | None = None) -> Outcome:
    return tried([("table.csv", written(rows, columns or list(rows[0]), "csv"))])


def said(outcome: Outcome) -> object:
    """Which columns are judgements and what the items are; that it is asked, where it is."""
    if outcome.study is None:
        return outcome.what
    study = outcome.study
    given = set(study.ratings["dimension"])
    return sorted(d for d in study.dimensions if d in given), sorted(study.items.index), len(study.raters)


def answers(outcome: Outcome) -> object:
    assert outcome.study is not None
    r = outcome.study.ratings
    return sorted(zip(r["item_id"], r["dimension"], r["rater"], r["value"].astype(str), strict=True))


@by_name
@few
@given(seed=seeds)
def test_the_order_of_rows_and_columns_changes_neither_items_nor_judgements_nor_a_single_answer(shape, seed):
    rows = table(shape, seed)
    first = read(rows)
    rng = random.Random(seed)
    columns = list(rows[0])
    rng.shuffle(columns)
    rng.shuffle(rows)
    other = read(rows, columns)
    assert said(other) == said(first)
    if first.study is not None:
        assert answers(other) == answers(first)


@by_name
@few
@given(seed=seeds)
def test_the_names_of_raters_change_neither_items_nor_judgements(shape, seed):
    names = random.Random(seed).sample(list(shape.names), 3)
    assert said(read(table(shape, seed, names))) == said(read(table(shape, seed)))


@by_name
@few
@given(seed=seeds)
def test_raters_who_agree_throughout_are_read_as_those_who_differ(shape, seed):
    assert said(read(table(shape, seed, agreed=True))) == said(read(table(shape, seed)))


@by_name
def test_raters_who_all_say_one_and_the_same_are_read_as_those_who_differ(shape):
    one = replace(shape, questions={q: labels[:1] for q, labels in shape.questions.items()})
    assert said(read(table(one, 1))) == said(read(table(shape, 1)))


@by_name
def test_every_shape_opens_with_its_questions_and_three_raters(shape):
    outcome = read(table(shape, 1))
    assert outcome.study is not None, outcome.sentence
    n = 28 if shape.name == "system × segment" else 14
    assert len(outcome.study.items) == n
    assert outcome.study.raters["name"].tolist() == list(shape.names[:3])
    assert set(outcome.study.ratings["dimension"]) == set(shape.questions)
