"""Ordinary tables that look like something else: features, totals, row numbers and marks are no raters' answers."""

from __future__ import annotations

import json

import pytest

from annoeval import load
from annoeval.opening import readings_of
from annoeval.protocols import detect
from tests.tables.settled import likeliest


def study(header: str, rows, name: str = "t.csv"):
    return load((name, "\n".join([header, *(",".join(map(str, r)) for r in rows)]).encode()))


def likely(header: str, rows, name: str = "t.csv"):
    return likeliest((name, "\n".join([header, *(",".join(map(str, r)) for r in rows)]).encode()))


def sure(header: str, rows) -> float:
    text = "\n".join([header, *(",".join(map(str, r)) for r in rows)])
    return detect(readings_of([("t.csv", text.encode())]))[0].confidence


def labels(n: int) -> list[str]:
    return ["xyz"[(i * i + i // 3) % 3] for i in range(n)]


RATED = [(i, f"i{i // 2}", "AB"[i % 2], label) for i, label in enumerate(labels(40))]


@pytest.mark.parametrize(
    "header",
    ["index,item_id,rater,label", "id,task_id,annotator,label", "No.,item,rater,label", "id,tweet,worker,label"],
)
def test_a_number_for_each_rating_is_not_the_item_where_another_column_is_shared(header):
    s = study(header, RATED)
    assert len(s.items) == 20
    assert s.ratings.groupby("item_id")["rater"].nunique().eq(2).all()


def test_ids_that_nobody_shares_stay_the_items():
    texts = ["one", "two", "three", "four"]
    s = study("id,rater,topic,label", [(i, "AB"[i % 2], texts[i % 4], label) for i, label in enumerate(labels(40))])
    assert len(s.items) == 40


def test_each_persons_own_count_of_trials_is_no_item():
    rows = [(i, f"p{i // 10}", i % 10, f"s{i * 7 % 10}", label) for i, label in enumerate(labels(30))]
    s = study("id,participant,trial,stimulus,label", rows)
    assert set(s.items.index) == {f"s{k}" for k in range(10)}


def points(n: int) -> list[tuple]:
    marks = [(1 + i % 5, 1 + i * 3 % 4, 1 + i * 7 % 5) for i in range(n)]
    return [(f"e{i}", *m, sum(m)) for i, m in enumerate(marks)]


@pytest.mark.parametrize(
    "header", ["essay_id,content,organization,grammar,total", "name,exercise 1,exercise 2,exercise 3,sum"]
)
def test_points_for_criteria_with_their_total_are_one_raters_and_no_counts(header):
    s = study(header, points(30))
    assert s.raters["name"].tolist() == ["t"]
    assert list(s.dimensions) == header.split(",")[1:4]
    assert s.items.index[:2].tolist() == ["e0", "e1"]


def test_points_by_people_with_their_total_are_theirs_and_no_counts():
    assert likely("id,anna,ben,carl,total", points(30)).raters["name"].tolist() == ["anna", "ben", "carl"]


@pytest.mark.parametrize("header", ["id,a,b,total", "id,n_a,n_b,total", "id,yes,no,total"])
def test_counts_of_unequally_many_raters_with_their_total_stay_counts(header):
    agreed = [(i % 4 + 2, 0) if i % 3 else (0, 3) for i in range(20)]  # names say nothing, but one column is filled
    mixed = [(i % 4 + 2, i % 3) for i in range(20)]
    rows = [(f"i{i}", n, m, n + m) for i, (n, m) in enumerate(agreed if header == "id,a,b,total" else mixed)]
    assert len(study(header, rows).of_kind("anonymous"))


def test_votes_for_models_are_counts_and_no_answers_of_the_models():
    rows = [(f"p{i}", i % 5, (i * 3) % (6 - i % 5), 0) for i in range(20)]
    s = study("id,gpt4_votes,claude_votes,tie_votes", [(p, a, b, 7 - a - b) for p, a, b, _ in rows])
    assert s.dimensions["label"].categories == ("gpt4", "claude", "tie")


def test_three_columns_of_which_each_row_marks_one_are_labels_and_no_raters():
    rows = [(f"i{i}", *(int(i * i % 3 == k) for k in range(2)), int(i * i % 3 > 1)) for i in range(12)]
    s = study("id,cat,dog,bird", rows)
    assert s.raters["name"].tolist() == ["t"]
    assert set(s.ratings["value"]) <= {"cat", "dog", "bird"}


def test_people_who_say_yes_or_no_are_raters():
    rows = [(f"i{i}", i % 2, i // 2 % 2, i // 3 % 2) for i in range(12)]
    assert likely("id,anna,ben,carl", rows).raters["name"].tolist() == ["anna", "ben", "carl"]


def test_numbers_beside_a_column_called_label_are_features():
    rows = [(f"d{i}", i % 9 + 1, (i * 5) % 9 + 1, "pos" if i % 3 else "neg") for i in range(40)]
    s = study("doc_id,n_sent,n_verbs,label", rows)
    assert s.raters["name"].tolist() == ["t"]
    assert set(s.ratings["value"]) == {"pos", "neg"}


def test_who_took_part_is_no_rating():
    rows = [(f"p{i}", 20 + i, "ab"[i % 2], i % 7 + 1) for i in range(30)]
    s = likely("participant_id,age,condition,rating", rows)
    assert list(s.dimensions) == ["rating"]
    assert s.items.index[0] == "p0"


def test_a_table_that_pandas_wrote_by_columns_is_read_by_rows_however_few_they_are():
    columns = {"id": [1, 1, 2], "rater": ["A", "B", "A"], "label": ["x", "y", "x"], "more": [5, 6, 7]}
    by_columns = {c: {str(i): v for i, v in enumerate(values)} for c, values in columns.items()}
    split = {
        "columns": list(columns),
        "index": [0, 1, 2],
        "data": [list(r) for r in zip(*columns.values(), strict=True)],
    }
    for value in (by_columns, split):
        s = load(("t.json", json.dumps(value).encode()))
        assert set(s.items.index) == {"1", "2"}
        assert s.raters["name"].tolist() == ["A", "B"]


@pytest.mark.parametrize("first", [0, 1])
def test_ids_that_a_program_turned_into_numbers_with_a_point_join_those_of_the_other_file(first):
    plain = ("anna.csv", b"item_id,label\n7,x\n8,y\n10,x\n")
    pointed = ("ben.csv", b"item_id,label\n7.0,x\n8.0,x\n10.0,x\n")
    s = load(*((plain, pointed) if first else (pointed, plain)))
    assert sorted(s.items.index) == ["10", "7", "8"]
    assert any("with a point" in p.problem and p.count == 3 for p in s.problems)


def test_versions_with_a_point_stay_apart_from_those_without():
    s = load(("anna.csv", b"item_id,label\n7,x\n8,y\n"), ("ben.csv", b"item_id,label\n7.0,x\n7.1,x\n"))
    assert len(s.items) == 4


def test_ids_of_the_same_letters_are_one_item_however_they_are_composed():
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    one = load(("t.csv", f"item_id,rater,label\n{composed},A,x\n{decomposed},B,x\n".encode()))
    two = load(
        ("anna.csv", f"item_id,label\n{decomposed},x\n".encode()), ("ben.csv", f"id,label\n{composed},x\n".encode())
    )
    assert one.items.index.tolist() == [composed]
    assert two.items.index.tolist() == [decomposed]
    assert all(any("composed in two ways" in p.problem for p in s.problems) for s in (one, two))


def test_parts_of_a_document_are_the_items_where_the_document_stands_first():
    rows = [(f"d{i // 8}", f"s{i // 2}", "AB"[i % 2], label) for i, label in enumerate(labels(40))]
    s = study("doc_id,sentence_id,annotator,label", rows)
    assert len(s.items) == 20
    assert not any("more than once" in p.problem for p in s.problems)


def test_it_is_asked_what_the_items_are_where_a_rater_judged_most_of_them_again():
    parts = [(f"d{i // 8}", f"s{i // 2 % 4}", "AB"[i % 2], label) for i, label in enumerate(labels(40))]
    assert sure("doc_id,annotator,label", [(d, a, label) for d, _, a, label in parts]) < 0.8
    s = study("doc_id,sentence_id,annotator,label", parts)
    assert len(s.items) == 20, "a sentence's number counts within its document: both together are the item"
    timed = [(f"i{i // 4}", "AB"[i % 2], label, f"2024-01-01T10:{i:02d}:00Z") for i, label in enumerate(labels(40))]
    assert sure("item,rater,label,timestamp", timed) >= 0.8


def test_one_and_zero_by_a_person_and_true_and_false_by_a_program_are_the_same_answers():
    rows = [(i, i % 2, bool(i % 3 % 2)) for i in range(12)]
    s = study("id,human,model", rows)
    assert s.raters["name"].tolist() == ["human", "model"]
    assert s.dimensions["label"].categories == (0, 1)
    assert set(s.ratings["value"]) == {0, 1}
