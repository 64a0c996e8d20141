"""What a row is about may be several columns, and whose output is judged is not who judges."""

from __future__ import annotations

import pandas as pd
import pytest

from annoeval import load
from annoeval.reading.table import Table
from annoeval.tables.keys import item_keys
from tests.tables.settled import of_rows

SEGMENTS = "system,seg,rater,score\nX,1,ann,1\nY,1,ann,3\nX,1,ben,2\nY,1,ben,3\nX,2,ann,1\nX,2,ben,1\n"
SAID = {"system": "judged", "seg": "item", "rater": "rater", "score": "label"}


def test_a_segment_of_two_systems_is_two_items():
    study = load(("a.csv", SEGMENTS.encode()), options={"mapping": SAID})
    assert study.items.index.tolist() == ["X · 1", "Y · 1", "X · 2"]


def test_what_is_judged_is_a_group_and_no_rater():
    study = load(("a.csv", SEGMENTS.encode()), options={"mapping": SAID})
    assert study.groups == ("system",)
    assert study.raters["name"].tolist() == ["ann", "ben"]


def test_the_columns_of_a_key_stay_beside_it():
    study = load(("a.csv", SEGMENTS.encode()), options={"mapping": SAID})
    assert study.items["seg"].tolist() == ["1", "1", "2"]
    assert study.evidence == ("seg",)


def test_no_two_keys_become_one_id():
    cells = [("a · b", "c"), ("a", "b · c"), ("a\\", "· b"), ("a", "\\· b"), ("a", "b"), ("a·b", "c")]
    table = Table("t", pd.DataFrame(cells, columns=["x", "y"], dtype="str"))
    assert item_keys(table, ["x", "y"], []).nunique() == len(cells)


def test_one_column_of_ids_keeps_them_as_they_are():
    study = load(("a.csv", b"id,A1,A2\na \xc2\xb7 b,x,x\nc\\,x,y\n"))
    assert study.items.index.tolist() == ["a · b", "c\\"]


def test_a_row_that_lacks_a_part_of_its_key_is_left_out_and_said():
    text = SEGMENTS.replace("X,2,ben", ",2,ben")
    study = load(("a.csv", text.encode()), options={"mapping": SAID})
    assert len(study.ratings) == 5
    assert [(p.row, p.column) for p in study.problems if p.problem == "a rating without an item"] == [(7, "system")]


def test_the_order_of_columns_changes_no_id():
    frame = pd.DataFrame([line.split(",") for line in SEGMENTS.split()[1:]], columns=SEGMENTS.split()[0].split(","))
    turned = frame[["score", "seg", "rater", "system"]].to_csv(index=False)
    assert load(("a.csv", turned.encode()), options={"mapping": SAID}).items.index.tolist() == [
        "X · 1",
        "Y · 1",
        "X · 2",
    ]


def test_a_table_of_one_row_an_item_may_have_several_columns_for_its_id():
    text = "doc,turn,A1,A2\nd1,1,x,x\nd1,2,x,y\nd2,1,y,y\n"
    said = {"doc": "item", "turn": "item", "A1": "rating", "A2": "rating"}
    study = load(("a.csv", text.encode()), options={"mapping": said})
    assert study.items.index.tolist() == ["d1 · 1", "d1 · 2", "d2 · 1"]
    assert not [p for p in study.problems if "more than once" in p.problem]


def test_what_is_judged_is_no_part_of_an_id_that_tells_it_already():
    text = "system,id,A1,A2\nX,x1,a,b\nX,x2,a,a\nY,y1,b,b\n"
    said = {"system": "judged", "id": "item", "A1": "rating", "A2": "rating"}
    study = load(("a.csv", text.encode()), options={"mapping": said})
    assert study.items.index.tolist() == ["x1", "x2", "y1"]
    assert study.groups == ("system",)


def test_ids_that_two_files_give_to_two_systems_are_not_one_item():
    said = {"system": "judged", "id": "item", "rater": "rater", "score": "label"}
    one, two = (f"system,id,rater,score\n{s},1,ann,1\n{s},2,ann,2\n".encode() for s in "XY")
    study = load(("x.csv", one), ("y.csv", two), options={"mapping": said})
    assert study.items.index.tolist() == ["X · 1", "X · 2", "Y · 1", "Y · 2"]


def test_another_score_changes_no_id():
    said = {"text": "evidence", "A1": "rating", "A2": "rating"}
    rows = ["b,1,2", "a,3,1", "a,1,2", "b,2,2"]
    one = load(("a.csv", "\n".join(["text,A1,A2", *rows]).encode()), options={"mapping": said})
    other = load(
        ("a.csv", "\n".join(["text,A1,A2", *(r[:2] + "3,3" for r in rows)]).encode()), options={"mapping": said}
    )
    assert one.items.index.tolist() == other.items.index.tolist() == ["item#3", "item#1", "item#2", "item#4"]


@pytest.mark.parametrize("asked", ["query", "topic", "prompt"])
def test_a_query_and_a_passage_together_are_what_is_judged(asked):
    rows = [(f"q{q}", f"p{p}", w, (q + p) % 4) for q in range(6) for p in range(5) for w in ("as1", "as2")]
    study = of_rows(f"{asked},passage,assessor,relevance", rows)
    assert (len(study.items), len(study.raters), list(study.dimensions)) == (30, 2, ["relevance"])
