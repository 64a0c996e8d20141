"""How judgements stand in a table: long, wide, counted, one-hot, nested, in a survey, by hand; and what is none."""

from __future__ import annotations

import json

import pytest

from annoeval import load
from annoeval.opening import readings_of
from annoeval.problem import AnnoevalError
from annoeval.reading import read
from tests.tables.settled import (
    likeliest,
    likely,
    of_rows,
    of_text,
    responses,
    said_by,
    sure,
    wide,
    workbook,
)


def test_one_column_a_rater():
    s = wide("a,x,x", "b,x,y")
    assert s.raters["name"].tolist() == ["A1", "A2"]
    assert responses(s, "A2") == {"a": "x", "b": "y"}


def test_a_dictionary_of_rater_item_label():
    nested = {"ann": {"i1": "x", "i2": "y", "i3": "x"}, "ben": {"i1": "x", "i2": "x", "i3": "x"}}
    s = of_text(json.dumps(nested), "d.json")
    assert s.raters["name"].tolist() == ["ann", "ben"]
    assert responses(s, "ann") == {"i1": "x", "i2": "y", "i3": "x"}


def test_a_dictionary_of_rater_item_and_what_was_said():
    said = {
        "ann": {"i1": {"label": "x", "confidence": 0.9}, "i2": {"label": "y"}, "i3": {"label": "x"}},
        "ben": {"i1": {"label": "x", "confidence": 1}, "i2": {"label": "x"}},
    }
    s = of_text(json.dumps(said), "d.json")
    assert responses(s, "ben") == {"i1": "x", "i2": "x"}
    assert s.ratings.loc[s.ratings["rater"] == "ann", "confidence"].tolist()[0] == 0.9


def test_in_a_long_table_what_differs_within_an_item_is_a_judgement():
    s = of_text("doc_id,annotator,topic,fluency,adequacy\n1,a,x,3,4\n1,b,x,2,4\n2,a,y,1,1\n2,b,y,1,2\n")
    assert list(s.dimensions) == ["fluency", "adequacy"]
    assert s.items["topic"].tolist() == ["x", "y"]


def test_in_a_survey_each_row_is_a_rater_and_each_question_an_item():
    rows = ["1/2/2026 10:00:00,a@b.c,Yes,No", "1/2/2026 11:00:00,d@e.f,Yes,Yes"]
    s = likely("\n".join(["Timestamp,Email Address,Is it clear?,Is it true?", *rows]))
    assert s.items.index.tolist() == ["Is it clear?", "Is it true?"]
    assert responses(s, "d@e.f") == {"Is it clear?": "Yes", "Is it true?": "Yes"}


def test_a_mapping_by_hand_overrides_the_guess():
    text = "a,b,c\n1,x,y\n2,x,x\n"
    by = {"b": {"role": "rating", "rater": "Ann"}, "c": {"role": "rating", "rater": "Ben"}}
    s = of_text(text, mapping={"a": "item", **by})
    assert s.raters["name"].tolist() == ["Ann", "Ben"]


def test_a_mapping_that_fits_no_column_says_which():
    with pytest.raises(AnnoevalError, match="no column “who”"):
        of_text("a,b\n1,2\n", mapping={"who": "rater"}, protocol="ratings")


def test_a_long_table_is_read_without_counting_its_long_texts():
    """Ten thousand distinct captions of an item each: evidence, not labels, though their number says nothing."""
    rows = "".join(
        f"i{i},{w},{'yes' if i % 3 else 'no'},{'a long caption of a picture that says ' * 2}{i}\n"
        for i in range(6000)
        for w in "AB"
    )
    study = load(("big.csv", f"item,rater,label,caption\n{rows}".encode()))
    assert list(study.dimensions) == ["label"]
    assert study.evidence == ("caption",)
    assert not any("differ between the ratings" in p.problem for p in study.problems)


def test_a_row_may_be_a_rater_and_a_column_an_item():
    s = load(("t.csv", b"rater,img1,img2,img3\nAnna,cat,dog,cat\nBen,cat,dog,dog\nChloe,dog,dog,cat\n"))
    assert s.items.index.tolist() == ["img1", "img2", "img3"]
    assert said_by(s)["img3", "Ben"] == "dog"


def test_comments_above_a_table_are_left_out_and_a_header_after_a_hash_is_not():
    rows = "1,a,x\n1,b,y\n2,a,x\n2,b,x\n"
    s = load(("c.csv", f"# made by a tool, v1\n# 2024-01-01\nitem_id,rater,label\n{rows}".encode()))
    assert s.raters["name"].tolist() == ["a", "b"]
    assert any(p.problem == "lines of comment above the table" and p.count == 2 for p in s.problems)
    assert readings_of([("c.csv", f"# item_id,rater,label\n{rows}".encode())])[0].tables[0].frame.shape == (4, 3)


def test_questions_with_a_letter_for_each_rater():
    s = likeliest(("w.csv", b"id,fluency_A,fluency_B,adequacy_A,adequacy_B\n1,3,4,2,2\n2,5,5,4,3\n3,2,2,1,1\n"))
    assert s.raters["name"].tolist() == ["A", "B"]
    assert set(s.dimensions) == {"fluency", "adequacy"}


def test_columns_that_are_qualities_are_questions_and_no_raters():
    s = load(("q.csv", b"id,fluency,adequacy,overall\n1,3,4,3\n2,2,2,2\n3,5,4,5\n"))
    assert s.raters["name"].tolist() == ["q"]
    assert set(s.dimensions) == {"fluency", "adequacy", "overall"}


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("header.csv", "item_id,rater,label\n", "no rows"),
        ("words.txt", "x\ny\nx\n", "who judged what"),
        ("page.xls", "<html><body><table><tr><td>1</td></tr></table></body></html>", "web page"),
    ],
)
def test_what_holds_no_judgement_is_told_in_a_sentence(name, text, says):
    with pytest.raises(AnnoevalError, match=says):
        load((name, text.encode()))


def test_a_column_that_names_the_criterion_gives_a_question_each():
    text = "item_id,annotator,criterion,score\n" + "".join(
        f"d{i},{a},{c},{(i + len(a + c)) % 5 + 1}\n"
        for i in range(6)
        for a in ("ann", "ben")
        for c in ("flow", "truth")
    )
    assert sure(text) >= 0.8
    s = of_text(text)
    assert list(s.dimensions) == ["flow", "truth"]
    assert len(s.ratings) == 24
    assert not any("more than once" in p.problem for p in s.problems)


def test_a_category_that_is_the_judgement_is_no_question():
    text = "item,rater,category\n" + "".join(f"d{i},{a},{'xy'[i % 2]}\n" for i in range(6) for a in "ab")
    assert list(of_text(text).dimensions) == ["category"]


def test_sheets_of_the_same_raters_and_items_are_questions():
    def rows(k):
        return [["ID", "Anna", "Ben"], *[[f"s{i}", (i * k) % 5 + 1, (i + k) % 5 + 1] for i in range(10)]]

    s = likely(workbook(Fluency=rows(2), Adequacy=rows(3)), "b.xlsx")
    assert (s.raters["name"].tolist(), list(s.dimensions)) == (["Anna", "Ben"], ["Fluency", "Adequacy"])


def test_a_table_of_r_with_spaces_and_row_names():
    text = '"rater1" "rater2"\n' + "".join(f'"{i}" {i % 4 + 1} {i % 3 + 1}\n' for i in range(12))
    s = of_text(text, "scores.txt")
    assert s.raters["name"].tolist() == ["rater1", "rater2"]
    assert len(s.items) == 12


def test_prose_is_no_table_by_spaces():
    assert list(read(b"yes we can\nno we can\nso we go\nand so on\n", "a.txt").tables[0].frame.columns) == [
        "yes we can"
    ]


def test_measures_in_rows_are_questions_of_one_rater():
    text = "doc_id,metric,value\n" + "".join(f"d{i},{m},0.{i}{len(m)}\n" for i in range(8) for m in ("rouge1", "bleu"))
    s = of_text(text)
    assert (len(s.items), list(s.dimensions), len(s.raters)) == (8, ["rouge1", "bleu"], 1)


def points(n: int) -> list[tuple]:
    marks = [(1 + i % 5, 1 + i * 3 % 4, 1 + i * 7 % 5) for i in range(n)]
    return [(f"e{i}", *m, sum(m)) for i, m in enumerate(marks)]


@pytest.mark.parametrize(
    "header", ["essay_id,content,organization,grammar,total", "name,exercise 1,exercise 2,exercise 3,sum"]
)
def test_points_for_criteria_with_their_total_are_one_raters_and_no_counts(header):
    s = of_rows(header, points(30))
    assert s.raters["name"].tolist() == ["t"]
    assert list(s.dimensions) == header.split(",")[1:4]
    assert s.items.index[:2].tolist() == ["e0", "e1"]


@pytest.mark.parametrize("header", ["id,a,b,total", "id,n_a,n_b,total", "id,yes,no,total"])
def test_counts_of_unequally_many_raters_with_their_total_stay_counts(header):
    agreed = [(i % 4 + 2, 0) if i % 3 else (0, 3) for i in range(20)]  # names say nothing, but one column is filled
    mixed = [(i % 4 + 2, i % 3) for i in range(20)]
    rows = [(f"i{i}", n, m, n + m) for i, (n, m) in enumerate(agreed if header == "id,a,b,total" else mixed)]
    assert len(of_rows(header, rows).of_kind("anonymous"))


def test_votes_for_models_are_counts_and_no_answers_of_the_models():
    rows = [(f"p{i}", i % 5, (i * 3) % (6 - i % 5), 0) for i in range(20)]
    s = of_rows("id,gpt4_votes,claude_votes,tie_votes", [(p, a, b, 7 - a - b) for p, a, b, _ in rows])
    assert s.dimensions["label"].categories == ("gpt4", "claude", "tie")


def test_three_columns_of_which_each_row_marks_one_are_labels_and_no_raters():
    rows = [(f"i{i}", *(int(i * i % 3 == k) for k in range(2)), int(i * i % 3 > 1)) for i in range(12)]
    s = of_rows("id,cat,dog,bird", rows)
    assert s.raters["name"].tolist() == ["t"]
    assert set(s.ratings["value"]) <= {"cat", "dog", "bird"}


def test_numbers_beside_a_column_called_label_are_features():
    rows = [(f"d{i}", i % 9 + 1, (i * 5) % 9 + 1, "pos" if i % 3 else "neg") for i in range(40)]
    s = of_rows("doc_id,n_sent,n_verbs,label", rows)
    assert s.raters["name"].tolist() == ["t"]
    assert set(s.ratings["value"]) == {"pos", "neg"}


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
