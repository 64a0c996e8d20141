"""Rows of several files are joined by what they show, never by what was judged, and by their place when asked."""

from __future__ import annotations

import numpy as np
import pytest

from annoeval import load
from annoeval.evaluation.agreement import agreement
from annoeval.evaluation.scores import scores
from annoeval.tables.joining import BY_ROW, UNJOINED

MAPPING = {"Adequacy": "label", "Fluency": "label"}


def sheets(seed: int = 3, raters: int = 3, rows: int = 30) -> list[tuple[str, bytes]]:
    """Score sheets of raters who score at random, without any id."""
    rng = np.random.default_rng(seed)
    made = [
        "\n".join(["Adequacy,Fluency", *(f"{a},{b}" for a, b in rng.integers(1, 6, (rows, 2)))]) for _ in range(raters)
    ]
    return [(f"R{n}-scores.csv", text.encode()) for n, text in enumerate(made, 1)]


def alpha(study, dimension: str) -> float | None:
    found = agreement(study, dimension, by=())
    return found.loc[found["coefficient"] == "krippendorff_alpha", "value"].iloc[0]


def test_sheets_without_ids_have_no_agreement_and_say_why():
    study = load(*sheets(), options={"mapping": MAPPING})
    assert len(study.items) == 90
    assert [p.count for p in study.problems if p.problem == UNJOINED] == [30, 30, 30]
    found = agreement(study, "Adequacy", by=())
    assert found["value"].isna().all()
    assert found["reason"].str.contains(UNJOINED).all()


def test_each_raters_mean_stands_where_no_rows_can_be_joined():
    files = sheets()
    found = scores(load(*files, options={"mapping": MAPPING}), "Fluency", by=()).set_index("rater")
    for n, (_, data) in enumerate(files, 1):
        cells = [int(line.split(",")[1]) for line in data.decode().split()[1:]]
        assert found.loc[f"R{n}-scores", "mean"] == pytest.approx(np.mean(cells))


def test_a_column_that_says_the_same_of_every_row_joins_none():
    files = [(n, d.replace(b"\n", b",b1\n").replace(b"Fluency,b1", b"Fluency,batch") + b",b1") for n, d in sheets()]
    study = load(*files, options={"mapping": {**MAPPING, "batch": "evidence"}})
    assert len(study.items) == 90


def test_rows_are_joined_by_their_place_when_asked_and_it_is_said():
    study = load(*sheets(), options={"mapping": MAPPING, "join": "row"})
    assert len(study.items) == 30
    assert len([p for p in study.problems if p.problem == BY_ROW]) == 3
    assert abs(alpha(study, "Adequacy")) < 0.3


def test_a_row_keeps_its_place_whatever_was_judged():
    one, two = b"score\n3\n1\n2\n", b"score\n1\n2\n3\n"
    study = load(("ann.csv", one), ("ben.csv", two), options={"mapping": {"score": "label"}, "join": "row"})
    both = study.ratings.pivot(index="item_id", columns="rater", values="value")
    assert both.to_numpy().tolist() == [[3.0, 1.0], [1.0, 2.0], [2.0, 3.0]]


def test_texts_join_whatever_the_order_of_the_rows():
    one, two = b"text,label\nthree,x\none,x\ntwo,y\n", b"text,label\none,y\ntwo,y\nthree,x\n"
    study = load(("ann.csv", one), ("ben.csv", two))
    both = study.ratings.pivot(index="item_id", columns="rater", values="value")
    both.index = study.items["text"].reindex(both.index)
    assert both.loc["one"].tolist() == ["x", "y"]
    assert len(study.items) == 3


def test_texts_that_stand_twice_in_a_file_are_each_files_own():
    one, two = b"text,label\nsame,x\nsame,y\ntwo,y\n", b"text,label\nsame,y\nsame,x\ntwo,y\n"
    study = load(("ann.csv", one), ("ben.csv", two))
    assert len(study.items) == 5
    assert [p.count for p in study.problems if p.problem == UNJOINED] == [2, 2]


def test_an_id_that_stands_twice_in_two_files_is_not_joined_by_the_scores():
    one, two = b"id,label\na,x\na,y\nb,x\n", b"id,label\na,y\na,x\nb,x\n"
    study = load(("ann.csv", one), ("ben.csv", two), options={"mapping": {"id": "item", "label": "label"}})
    assert len(study.items) == 5
    assert study.ratings[study.ratings["item_id"] == "b"]["value"].tolist() == ["x", "x"]
