"""What the rows are about: ids, keys, joined files, and rows that are no items."""

from __future__ import annotations

import json

import pytest

from annoeval import load
from annoeval.problem import AnnoevalError
from annoeval.tables.repairs import repairs_for
from tests.tables.settled import (
    likeliest,
    likely,
    of_rows,
    of_text,
    sure_of_rows,
    value,
    workbook,
)


def test_two_reviewers_files_join_on_ids_with_leading_zeros():
    a = b'item_id,label\n"007",x\n"7",y\n"010",x\n"10",y\n'
    b = b"item_id,label\n007,x\n7,y\n010,y\n10,y\n"
    s = load(("anna.csv", a), ("ben.csv", b))
    assert s.raters["name"].tolist() == ["anna", "ben"]
    assert s.items.index.tolist() == ["007", "7", "010", "10"]
    assert value(s, "cohen_kappa") == pytest.approx(0.5)


def test_ids_of_19_digits_stay_apart_and_a_rating_without_item_is_listed():
    rows = [
        ("7310582219447731201", "h1", "a"),
        ("7310582219447731202", "h1", "b"),
        ("7310582219447731201", "h2", "a"),
        ("", "h2", "a"),
    ]
    s = of_text("item_id,annotator,label\n" + "".join(",".join(r) + "\n" for r in rows))
    assert s.items.index.tolist() == ["7310582219447731201", "7310582219447731202"]
    assert [(p.row, p.problem) for p in s.problems] == [(5, "a rating without an item")]


def test_one_file_an_annotator_joins_in_any_order_and_a_file_without_labels_adds_no_one():
    labels = {
        1: ("pos", "pos"),
        2: ("neg", "neg"),
        3: ("pos", "pos"),
        4: ("neu", "neu"),
        5: ("pos", "neu"),
        6: ("neg", "neg"),
    }

    def lines(which: int, order):
        rows = ({"id": i, "text": f"t{i}", "label": [labels[i][which]] if which < 2 else []} for i in order)
        return "\n".join(map(json.dumps, rows)).encode()

    s = load(
        ("admin.jsonl", lines(0, range(1, 7))),
        ("annotator.jsonl", lines(1, range(6, 0, -1))),
        ("unknown.jsonl", lines(2, range(1, 7))),
    )
    assert s.raters["name"].tolist() == ["admin", "annotator"]
    assert len(s.items) == 6
    assert value(s, "cohen_kappa") == pytest.approx(0.75)


def test_a_rater_who_judges_an_item_again_is_reported_and_both_answers_stay():
    s = of_text("item_id,annotator,label\ni1,h1,a\ni2,h1,a\ni2,h1,b\ni1,h2,a\ni2,h2,b\n")
    assert len(s.ratings) == 5
    assert [(p.problem, p.value, p.count) for p in s.problems] == [("“h1” judged an item more than once", "i2", 1)]
    kinds = [r.option["repair"] for r in repairs_for(s)]
    assert kinds == ["keep latest", "keep first"]


def test_many_items_judged_again_by_one_rater_are_one_problem():
    rows = "".join(f"i{n},h1,a\ni{n},h1,b\ni{n},h2,a\n" for n in range(30))
    s = likely("item_id,annotator,label\n" + rows)
    assert [(p.count, p.value) for p in s.problems] == [(30, "i0, i1, i2 and 27 more")]


def test_sorting_a_file_without_ids_changes_no_id_where_rows_show_what_they_are_about():
    lines = ["one,x,y", "two,x,x", "three,y,y", "four,z,x"]
    ids = []
    for order in (lines, sorted(lines)):
        items = of_text("text,A1,A2\n" + "\n".join(order) + "\n").items
        ids.append(dict(zip(items["text"], items.index, strict=True)))
    assert ids[0] == ids[1]


def test_files_without_ids_join_by_what_they_show_and_what_is_missing_is_listed():
    a = b"text,label\none,x\ntwo,y\nthree,x\n"
    b = b"text,label\nthree,x\none,y\n"
    s = load(("ann.csv", a), ("ben.csv", b))
    both = s.ratings.pivot(index="item_id", columns="rater", values="value")
    both.index = s.items["text"].reindex(both.index).to_numpy()
    assert both.loc["one"].tolist() == ["x", "y"]
    assert both.loc["three"].tolist() == ["x", "x"]
    assert any(p.problem == "items that are not in this file" and p.count == 1 for p in s.problems)


def test_files_named_as_runs_are_a_group():
    a, b = b"item_id,human,model\n1,x,x\n2,y,y\n", b"item_id,human,model\n1,x,y\n2,y,y\n"
    s = load(("run1.csv", a), ("run2.csv", b))
    assert s.groups == ("run",)
    assert len(s.items) == 4


def test_a_table_that_describes_the_items_adds_their_groups():
    s = load(
        ("r.csv", b"item_id,A1,A2\n1,x,x\n2,y,x\n3,x,x\n4,y,y\n"),
        ("about.csv", b"item_id,domain\n1,Bio\n2,Bio\n3,Chem\n4,Chem\n"),
    )
    assert s.items["domain"].tolist() == ["Bio", "Bio", "Chem", "Chem"]
    assert s.groups == ("domain",)


def test_results_without_names_take_them_from_the_ground_truth():
    truth = {
        "images": [{"id": 7, "file_name": "a.png"}],
        "categories": [{"id": 2, "name": "car"}],
        "annotations": [{"id": 1, "image_id": 7, "category_id": 2, "bbox": [0, 0, 1, 1]}],
    }
    found = [{"image_id": 7, "category_id": 2, "bbox": [0, 0, 1, 1], "score": 0.5}]
    files = ("truth.json", json.dumps(truth).encode()), ("student.json", json.dumps(found).encode())
    s = load(*files, protocol="ratings")
    assert s.items.index.tolist() == ["a.png"]
    assert s.shapes[["image", "label", "submission"]].to_numpy().tolist() == [
        ["a.png", "car", "truth"],
        ["a.png", "car", "student"],
    ]


def test_pictures_alone_say_what_is_missing():
    with pytest.raises(AnnoevalError, match="drop the file with the answers"):
        load(("a.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1"))


def test_captions_without_any_judgement_become_items_to_rate():
    data = b"id,caption\n007,a dog\n7,a cat\n8,a bird\n"
    options = {"protocol": "ratings", "scales": {"label": {"categories": ["right", "wrong"]}}}
    study = load(("captions.csv", data), options=options)
    assert list(study.items.index) == ["007", "7", "8"]
    assert study.items["caption"].tolist() == ["a dog", "a cat", "a bird"]
    assert study.ratings.empty
    assert study.dimensions["label"].categories == ("right", "wrong")


def test_rows_without_ids_and_judgements_are_each_an_item():
    study = load(
        ("texts.csv", b"text,topic\nsame,a\nsame,a\nother,b\n"),
        options={"protocol": "ratings", "scales": {"label": {"categories": ["good", "bad"]}}},
    )
    assert len(study.items) == 3


def test_a_column_that_differs_within_an_item_is_said_once_however_long():
    rows = "".join(f"i{i},{w},yes,{'words ' * 12}{i} {w}\n" for i in range(6000) for w in "AB")
    study = load(("big.csv", f"item,rater,label,caption\n{rows}".encode()))
    assert [p.value for p in study.problems if "differ between the ratings" in p.problem] == ["caption"]


def test_a_case_with_many_rows_and_no_rater_is_a_group_to_compare_by():
    """Four made-up cases under two conditions: no row of a case can be told from the next, so a row is the item."""
    rows = [
        f"{case},{condition},{score}"
        for case in "ABCD"
        for condition in ("control", "experimental")
        for score in (0.25, 0.5, 0.75)
    ]
    s = of_text("case,condition,score\n" + "\n".join(rows))
    assert s.groups == ("case", "condition")
    assert len(s.items) == 24


def test_a_case_rated_once_a_condition_stays_an_item():
    rows = [f"c{case},{condition},{case % 3}" for case in range(8) for condition in ("control", "experimental")]
    s = of_text("case,condition,score\n" + "\n".join(rows))
    assert s.groups == ("condition",)
    assert all(i.startswith("c") for i in s.items.index)


def test_an_id_stays_an_item_however_often_it_occurs():
    rows = [f"d{k // 4},{'yes' if k % 3 else 'no'}" for k in range(24)]
    assert "doc_id" not in likely("doc_id,label\n" + "\n".join(rows)).groups


def test_a_first_column_without_a_name_holds_the_ids_where_its_words_tell_rows_apart():
    s = likeliest(("p.csv", b",Anna,Ben\nimg1,cat,cat\nimg2,dog,dog\nimg3,cat,dog\n"))
    assert s.items.index.tolist() == ["img1", "img2", "img3"]
    counted = likeliest(("p.csv", b",Anna,Ben\n0,cat,cat\n1,dog,dog\n2,cat,dog\n"))
    assert counted.items.index.tolist() != ["0", "1", "2"], "rows that are only counted are not joined by position"


def test_a_text_is_shown_and_no_id_even_where_it_is_short():
    s = load(("c.csv", b"text,Coder A,Coder A comment,Coder B\nhello,pos,sure,neg\nbye,neg,,neg\nhi,pos,,pos\n"))
    assert s.evidence == ("text",)
    assert s.ratings["note"].dropna().tolist() == ["sure"]


def test_characters_that_nobody_sees_do_not_part_ids_raters_or_labels():
    text = "item_id,rater,label\na\u200b,ann,yes\n\ufeffb,ann,no\na,ben,yes\u200b\nb,ben\u2060,no\n"
    s = load(("a.csv", text.encode()))
    assert list(s.items.index) == ["a", "b"]
    assert s.raters["name"].tolist() == ["ann", "ben"]
    said = {p.problem: p for p in s.problems}
    assert said["spaces or invisible characters around item ids"].count == 2
    assert said["labels that differ only in case or spaces"].count == 2


def test_joiners_inside_a_word_are_part_of_it():
    s = load(("a.csv", "item_id,rater,label\nمی\u200cخواهم,x,1\nب,x,0\n".encode()))
    assert "می\u200cخواهم" in s.items.index


def test_remarks_below_a_totals_row_are_left_out_with_it():
    rows = [
        ["ID", "Anna", "Ben"],
        *[[f"s{i}", i % 5, (i + 1) % 5] for i in range(10)],
        ["Total", 20, 20],
        [],
        ["Notes: scores from 0 to 4, collected in May"],
    ]
    s = likely(workbook(Data=rows), "b.xlsx")
    assert len(s.items) == 10
    assert {p.problem for p in s.problems} >= {"a totals row", "a remark below the table"}


def test_a_last_row_with_one_cell_is_kept_where_it_is_no_remark():
    rows = [["ID", "Anna", "Ben"], *[[f"s{i}", i % 5, (i + 1) % 5] for i in range(10)], ["s10"]]
    assert "s10" in likely(workbook(Data=rows), "b.xlsx").items.index


def test_a_text_that_nobody_rated_is_an_item_and_no_remark():
    text = "text,label_a,label_b\n" + "".join(f"this is a sentence of words {i},x,{'xy'[i % 2]}\n" for i in range(8))
    s = likely(text + "and another sentence of several words,,\n")
    assert len(s.items) == 9


def test_a_line_after_a_star_is_a_remark():
    text = "item,rater1,rater2\n" + "".join(f"i{i},x,{'xy'[i % 2]}\n" for i in range(8)) + "* made in 2021,,\n"
    assert len(of_text(text).items) == 8


def labels(n: int) -> list[str]:
    return ["xyz"[(i * i + i // 3) % 3] for i in range(n)]


RATED = [(i, f"i{i // 2}", "AB"[i % 2], label) for i, label in enumerate(labels(40))]


@pytest.mark.parametrize(
    "header",
    ["index,item_id,rater,label", "id,task_id,annotator,label", "No.,item,rater,label", "id,tweet,worker,label"],
)
def test_a_number_for_each_rating_is_not_the_item_where_another_column_is_shared(header):
    s = of_rows(header, RATED)
    assert len(s.items) == 20
    assert s.ratings.groupby("item_id")["rater"].nunique().eq(2).all()


def test_ids_that_nobody_shares_stay_the_items():
    texts = ["one", "two", "three", "four"]
    s = of_rows("id,rater,topic,label", [(i, "AB"[i % 2], texts[i % 4], label) for i, label in enumerate(labels(40))])
    assert len(s.items) == 40


def test_each_persons_own_count_of_trials_is_no_item():
    rows = [(i, f"p{i // 10}", i % 10, f"s{i * 7 % 10}", label) for i, label in enumerate(labels(30))]
    s = of_rows("id,participant,trial,stimulus,label", rows)
    assert set(s.items.index) == {f"s{k}" for k in range(10)}


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
    s = of_rows("doc_id,sentence_id,annotator,label", rows)
    assert len(s.items) == 20
    assert not any("more than once" in p.problem for p in s.problems)


def test_it_is_asked_what_the_items_are_where_a_rater_judged_most_of_them_again():
    parts = [(f"d{i // 8}", f"s{i // 2 % 4}", "AB"[i % 2], label) for i, label in enumerate(labels(40))]
    assert sure_of_rows("doc_id,annotator,label", [(d, a, label) for d, _, a, label in parts]) < 0.8
    s = of_rows("doc_id,sentence_id,annotator,label", parts)
    assert len(s.items) == 20, "a sentence's number counts within its document: both together are the item"
    timed = [(f"i{i // 4}", "AB"[i % 2], label, f"2024-01-01T10:{i:02d}:00Z") for i, label in enumerate(labels(40))]
    assert sure_of_rows("item,rater,label,timestamp", timed) >= 0.8
