"""Numbered pairs of who answered and the answer become one row an answer; columns that only look so stay."""

import random

import annoeval
from annoeval.opening import readings_of

IDS = [f"TURK_{n:02}" for n in range(6)]


def table(columns, rows):
    return "t.csv", "\n".join(",".join(map(str, row)) for row in (columns, *rows)).encode()


def crowd(slots=3, rows=12):
    draw = random.Random(7)
    out = []
    for n in range(rows):
        people = draw.sample(IDS, slots)
        out.append([f"s{n}", f"sentence {n}", *(c for who in people for c in (who, draw.randint(1, 5)))])
    return out


def test_scores_belong_to_the_person_named_beside_them():
    rows = crowd()
    columns = ["id", "text", *(f"{c}{n}" for n in (1, 2, 3) for c in ("TurkId", "Score"))]
    study = annoeval.load(table(columns, rows))
    assert sorted(study.raters["name"]) == IDS
    assert list(study.dimensions) == ["Score"]
    given = {(r.item_id, r.rater): r.value for r in study.ratings.itertuples()}
    assert given == {(row[0], row[c]): row[c + 1] for row in rows for c in (2, 4, 6)}
    [told] = [p for p in study.problems if p.problem == "raters and answers in numbered columns"]
    assert told.action == "each is one answer: “TurkId1” gave “Score1”"


def test_an_empty_pair_is_no_answer():
    rows = [[*row[:-2], "", ""] if n % 2 else row for n, row in enumerate(crowd())]
    columns = ["id", "text", *(f"{c}_{n}" for n in (1, 2, 3) for c in ("annotator_id", "label"))]
    assert len(annoeval.load(table(columns, rows)).ratings) == 30


def columns_of(file):
    return list(readings_of([file])[0].tables[0].frame.columns)


def test_two_raters_who_differ_on_every_row_are_no_names():
    """A file of what is still to be settled: labels of two annotators and how sure each was."""
    columns = ["id", "annotator_1", "confidence_1", "annotator_2", "confidence_2"]
    rows = [[n, "yes", 0.9, "no", 0.4] if n % 2 else [n, "no", 0.2, "yes", 0.8] for n in range(8)]
    assert columns_of(table(columns, rows)) == columns


def test_raters_columns_of_scores_stay_side_by_side():
    columns = ["id", "rater1", "time1", "rater2", "time2", "rater3", "time3"]
    rows = [[n, n % 3, 5, n % 2, 6, 1, 7] for n in range(9)]
    assert columns_of(table(columns, rows)) == columns
