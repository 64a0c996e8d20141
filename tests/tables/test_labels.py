"""What was said: labels, scores, sets, words for no answer, and when it was said."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from annoeval import load
from annoeval.tables.repairs import repairs_for
from tests.tables.settled import (
    json_lines,
    likeliest,
    likely,
    of_rows,
    of_text,
    responses,
    said_by,
    value,
    wide,
)


def test_na_and_none_are_labels_and_only_a_blank_is_missing():
    """κ over the seven items that both answered, 2 of them about words that other readers take for missing."""
    s = wide("1,NA,NA", "2,NA,None", "3,None,None", "4,Yes,Yes", "5,No,No", "6,Yes,No", "7,NA,NA", "8,,Yes")
    assert value(s, "cohen_kappa") == pytest.approx(0.621622, abs=1e-6)
    assert s.dimensions["label"].categories == ("NA", "No", "None", "Yes")


def test_words_for_no_answer_can_be_named():
    text = "item_id,A1,A2\n1,NA,NA\n2,NA,None\n4,Yes,Yes\n5,No,No\n6,Yes,No\n"
    assert len(of_text(text, missing=["NA", "None"]).ratings) == 10
    assert of_text(text, missing=["NA", "None"]).ratings["value"].notna().sum() == 6


def test_labels_partly_numbers_are_compared_as_text():
    rows = [(101, "101"), ("101", "101"), (102, "102"), ("foo", "foo"), ("bar", "foo"), (101, 102)]
    text = "\n".join(json.dumps({"item_id": f"x{i}", "human": h, "ai": a}) for i, (h, a) in enumerate(rows))
    s = of_text(text, "m.jsonl")
    assert s.dimensions["label"].categories == ("101", "102", "bar", "foo")
    assert s.raters["kind"].tolist() == ["human", "ai"]
    assert value(s, "cohen_kappa", raters=["human", "ai"]) == pytest.approx(0.538462, abs=1e-6)


def test_spellings_are_compared_as_given_listed_and_merged_on_request():
    text = "item_id,A1,A2\nv1,Yes,yes \nv2,Yes, YES\nv3,No,No\nv4,No,no\nv5,yes,yes\u00a0\nv6,NO,No\n"
    raw = of_text(text)
    assert value(raw, "cohen_kappa") == pytest.approx(0.0625)
    assert sum("case or spaces" in p.problem for p in raw.problems) == 2
    [merge] = repairs_for(raw)
    assert "6 labels become 2" in merge.effect or "labels become 2" in merge.effect
    merged = of_text(text, repairs=[dict(merge.option)])
    assert value(merged, "cohen_kappa") == 1.0
    assert merged.ratings["response"].tolist() == raw.ratings["response"].tolist(), "what was written stays"


def test_false_and_no_are_not_true_and_a_word_that_is_neither_is_listed():
    marks = ["TRUE", "false", "Yes", "no", "1", "0", "False", "T", "", "maybe"]
    s = of_text("item_id,is_correct\n" + "".join(f"b{i},{m}\n" for i, m in enumerate(marks, 1)))
    values = s.ratings["value"].dropna().astype(float)
    assert (values.sum(), values.count(), values.mean()) == (4, 8, 0.5)
    assert [(p.row, p.value) for p in s.problems if p.problem == "neither yes nor no"] == [(11, "maybe")]


def test_scores_outside_the_rubric_are_missing_and_listed():
    scores = ["2", "2.0", " 1", "0 ", "n/a", "3", "-1", "1.5", "", "two"]
    text = "item_id,caption_score_ai\n" + "".join(f"s{i},{v}\n" for i, v in enumerate(scores, 1))
    s = of_text(text, scales={"caption_score": {"level": "ordinal", "categories": [0, 1, 2]}})
    values = s.ratings["value"].dropna().astype(float)
    assert (values.mean(), len(values)) == (1.25, 4)
    rows = sorted(p.row for p in s.problems if p.row is not None)
    assert rows == [7, 8, 9, 11]
    assert s.raters.iloc[0].tolist() == ["ai", "ai"]


def test_json_in_label_cells_is_a_set():
    cells = [
        '{"choices": ["Cat", "Dog"]}',
        "Cat",
        '{"choices": ["Bird"]}',
        '{"choices": ["Dog", "Cat"]}',
        '["Cat"]',
        "Dog",
    ]
    frame = pd.DataFrame({"id": [1, 2, 3] * 2, "annotator": ["h1"] * 3 + ["h2"] * 3, "label": cells})
    s = of_text(frame.to_csv(index=False))
    assert s.dimensions["label"].level == "set"
    assert s.dimensions["label"].categories == ("Bird", "Cat", "Dog")
    assert value(s, "percent") == pytest.approx(2 / 3)


def test_joined_labels_are_sets_where_that_leaves_fewer_labels():
    s = wide("1,A|B,B|A", "2,A,A", "3,B|C,C", "4,C,C|B", "5,A|B,A|B")
    assert s.dimensions["label"].categories == ("A", "B", "C")


def test_a_comma_in_a_label_does_not_make_it_a_set():
    s = of_text('item_id,A1,A2\n1,"Paris, France","Paris, France"\n2,"Rome, Italy","Rome, Italy"\n')
    assert s.dimensions["label"].level == "nominal"


def test_one_hot_columns_are_one_label():
    s = of_text("item_id,rater,label_cat,label_dog,label_cow\n1,a,1,0,0\n1,b,0,1,0\n2,a,0,0,1\n2,b,0,0,1\n")
    assert responses(s, "a") == {"1": "cat", "2": "cow"}
    several = of_text("item_id,rater,label_cat,label_dog,label_cow\n1,a,1,1,0\n1,b,0,1,0\n2,a,0,0,0\n2,b,0,0,1\n")
    assert several.dimensions["label"].level == "set"
    assert responses(several, "a") == {"1": '["cat", "dog"]', "2": "[]"}


def test_google_forms_times_with_their_zone_and_comments_that_are_no_question():
    data = (
        b"Timestamp,Email Address,Is picture 1 right?,Is picture 2 right?,Any other comments?\n"
        b"2024/05/01 3:04:05 PM GMT+2,a@x.org,Yes,No,fine\n"
        b"2024/05/01 4:04:05 PM GMT-3:30,b@x.org,Yes,Yes,\n"
        b"2024/05/02 4:04:05 PM GMT,c@x.org,No,Yes,\n"
    )
    study = likeliest(("form.csv", data))
    assert list(study.items.index) == ["Is picture 1 right?", "Is picture 2 right?"]
    times = study.ratings.drop_duplicates("rater")["time"].dt.strftime("%Y-%m-%dT%H:%M:%S").tolist()
    assert times == ["2024-05-01T13:04:05", "2024-05-01T19:34:05", "2024-05-02T16:04:05"]


def test_a_caption_score_is_on_the_published_rubric_and_what_is_not_is_listed_and_missing():
    cells = ["2", "2.0", " 1", "0 ", "n/a", "3", "-1", "1.5", "", "two"]
    text = "item_id,caption_score_ai\n" + "".join(f"s{i},{c}\n" for i, c in enumerate(cells, 1))
    study = load(("scores.csv", text.encode()))
    assert study.dimensions["caption_score"].categories == (0, 1, 2)
    assert study.ratings["value"].dropna().tolist() == [2, 2, 1, 0]
    listed = {p.value for p in study.problems if p.action == "counts as missing" and p.row}
    assert listed == {"3", "-1", "1.5", "two"}


def test_a_caption_score_from_one_to_five_keeps_its_own_scale():
    text = "item_id,caption_score_ai\n" + "".join(f"s{i},{i}\n" for i in range(1, 6))
    assert load(("scores.csv", text.encode())).dimensions["caption_score"].categories == (1, 2, 3, 4, 5)


@pytest.mark.parametrize("name", ["when", "date", "created", "submitted", "column 4", "Stempel"])
def test_the_one_column_of_dates_says_when_a_rating_was_given(name):
    s = of_text(f"item_id,rater,label,{name}\na,p,x,2026-03-01\na,q,x,2026-03-02\nb,p,y,2026-03-03\nb,q,x,2026-03-04\n")
    assert s.ratings["time"].dt.day.tolist() == [1, 2, 3, 4]
    assert list(s.items.columns) == []


def test_of_two_columns_of_dates_neither_is_taken_unless_its_name_says_so():
    rows = "a,p,x,2026-03-01,2026-04-01\na,q,x,2026-03-02,2026-04-02\n"
    assert of_text("item_id,rater,label,first,second\n" + rows).ratings["time"].isna().all()
    assert of_text("item_id,rater,label,first,rated_at\n" + rows).ratings["time"].dt.month.tolist() == [4, 4]


def test_a_date_of_the_thing_judged_is_no_time_of_judging():
    s = of_text("item_id,rater,label,day\na,p,x,2026-03-01\na,q,x,2026-03-01\nb,p,y,2026-03-03\nb,q,x,2026-03-03\n")
    assert s.ratings["time"].isna().all()
    assert s.items["day"].tolist() == ["2026-03-01", "2026-03-03"]
    other = of_text("item_id,A1,A2,published\na,x,x,2026-03-01\nb,x,y,2026-03-03\n")
    assert other.ratings["time"].isna().all()


def test_a_column_called_time_that_holds_no_dates_is_none():
    s = of_text("item_id,rater,label,time\na,p,x,morning\na,q,x,evening\nb,p,y,evening\nb,q,x,morning\n")
    assert s.ratings["time"].isna().all()
    assert not any(p.problem == "not a time" for p in s.problems)


def test_a_list_without_repeats_is_a_set_of_labels():
    s = load(
        (
            "a.jsonl",
            json_lines({"id": "1", "labels": ["p", "q"]}, {"id": "2", "labels": ["q"]}, {"id": "3", "labels": ["p"]}),
        )
    )
    assert s.dimensions["labels"].level == "set"


def test_crosses_in_columns_of_labels_are_sets_of_labels():
    s = load(("m.csv", b"item_id,rater,cat,dog,bird\n1,a,x,,\n1,b,,X,\n2,a,x,x,\n2,b,x,,x\n"))
    assert s.dimensions["label"].categories == ("bird", "cat", "dog")
    assert said_by(s)["2", "b"] == '["bird", "cat"]'


def test_merged_labels_are_no_longer_said_to_be_apart():
    data = b"item_id,rater,label\n1,A,Yes\n2,A,yes \n3,A,no\n4,A,Yes\n"
    s = load(("c.csv", data))
    repair = next(r for r in repairs_for(s) if r.option["repair"] == "merge labels")
    assert repair.effect == "1 rating changed, 3 labels become 2: “Yes”, “yes ” → “Yes”"
    merged = load(("c.csv", data), options={"repairs": [dict(repair.option)]})
    assert [p.problem for p in merged.problems] == ["repair: label variants merged"]


def test_german_headers_and_decimal_commas():
    text = "id;Bewerter;Bewertung;Sicherheit\n1;Anna;2,5;0,8\n1;Jörg;3,0;0,95\n2;Anna;1,5;0,5\n2;Jörg;1,0;0,7\n"
    s = load(("d.csv", text.encode("cp1252")))
    assert said_by(s) == {("1", "Anna"): 2.5, ("1", "Jörg"): 3.0, ("2", "Anna"): 1.5, ("2", "Jörg"): 1.0}
    assert s.ratings["confidence"].tolist() == [0.8, 0.95, 0.5, 0.7]


def test_rows_of_two_encodings_in_one_file_are_each_read_as_written():
    data = "item_id,rater,label\n1,José,café\n2,José,thé\n".encode() + "1,Zoë,café\n2,Zoë,thé\n".encode("cp1252")
    s = load(("m.csv", data))
    assert s.raters["name"].tolist() == ["José", "Zoë"]
    assert s.dimensions["label"].categories == ("café", "thé")


def test_cells_of_a_markdown_table_have_no_spaces_around_them():
    s = load(("t.md", b"| item | rater 1 | rater 2 |\n|---|---|---|\n| a | x | x |\n| b | y | x |\n| c | y | y |\n"))
    assert s.dimensions["label"].categories == ("x", "y")


FORM = (
    "Timestamp,Email Address,Is summary 1 faithful?,Is summary 2 faithful?,How confident are you? (1-5),Any comments?\n"
    "2024/05/01 3:04:05 PM GMT+2,a@x.org,Yes,No,4,fine\n2024/05/01 4:04:05 PM GMT+2,b@x.org,Yes,Yes,5,\n"
    "2024/05/02 3:04:05 PM GMT+2,c@x.org,No,No,2,hm\n"
)


def test_how_confident_people_are_in_a_form_is_no_answer_about_an_item():
    s = likeliest(("f.csv", FORM.encode()))
    assert s.items.index.tolist() == ["Is summary 1 faithful?", "Is summary 2 faithful?"]
    assert s.ratings["confidence"].tolist() == [0.8, 1.0, 0.4] * 2


def test_a_grade_named_as_a_remark_is_a_grade():
    s = load(("a.csv", b"id,juge,note\n" + b"".join(b"c%d,a,%d\nc%d,b,%d\n" % (i, i % 5, i, i % 4) for i in range(8))))
    assert list(s.dimensions) == ["note"]
    s = load(
        ("a.csv", b"id,juge,classe,note\n" + b"".join(b"c%d,a,x,so so\nc%d,b,y,well\n" % (i, i) for i in range(8)))
    )
    assert list(s.dimensions) == ["classe"]


def test_codes_for_no_answer_are_pointed_out_and_can_be_named():
    text = "VPNR;CODER_1;CODER_2\n" + "".join(f"{i};{(1, 2, 3, 99)[i % 4]};{(3, 2, 1, -9)[i % 4]}\n" for i in range(20))
    s = of_text(text)
    assert {p.value for p in s.problems if "stands for no answer" in p.problem} == {"99", "-9"}
    assert list(s.items.index)[:2] == ["0", "1"]
    s = of_text(text, missing=["99", "-9"])
    assert s.dimensions["label"].categories == (1, 2, 3)
    assert s.ratings["value"].isna().sum() == 10
    assert not any("stands for no answer" in p.problem for p in s.problems)


def test_a_long_scale_that_holds_99_says_nothing_of_codes():
    text = "id,rater1,rater2\n" + "".join(f"x{i},{i * 3 % 100},{i * 7 % 100}\n" for i in range(60))
    assert not any("stands for no answer" in p.problem for p in of_text(text).problems)


@pytest.mark.parametrize("form", ["%02dJAN2024", "%02dJAN2024:10:11:12", "%02d-Jan-2024"])
def test_dates_of_sas_and_oracle_are_times(form):
    text = "item,rater,label,made\n" + "".join(
        f"i{i},{a},x,{form % (i + 1 + k * 9)}\n" for i in range(9) for k, a in enumerate("ab")
    )
    assert of_text(text).ratings["time"].notna().all()


def test_a_date_beside_each_raters_column_is_when_that_rater_answered():
    text = "item,anna,anna_date,ben,ben_date\n" + "".join(
        f"k{i},{'xy'[i % 2]},2024-03-{i + 1:02d},{'yx'[i % 3 % 2]},2024-04-{i + 1:02d}\n" for i in range(12)
    )
    s = likely(text)
    months = s.ratings.groupby("rater")["time"].agg(lambda t: t.dt.month.unique().tolist())
    assert months.to_dict() == {"anna": [3], "ben": [4]}


def test_a_column_a_choice_in_mechanical_turk_is_one_question():
    text = '"HITId","WorkerId","Answer.mood.pos","Answer.mood.neg"\n' + "".join(
        f'"H{i}","W{k}","{str((i + k) % 2 == 0).lower()}","{str((i + k) % 2 == 1).lower()}"\n'
        for i in range(6)
        for k in range(3)
    )
    s = of_text(text)
    assert s.dimensions["mood"].categories == ("neg", "pos")
    assert s.ratings["value"].iloc[0] == "pos"


def test_one_hot_columns_of_true_and_false():
    text = "id,rater,cat,dog,cow\n" + "".join(
        f"x{i},{a},{i % 3 == 0},{i % 3 == 1},{i % 3 == 2}\n" for i in range(9) for a in "ab"
    )
    s = of_text(text)
    assert s.dimensions["label"].categories == ("cat", "cow", "dog")


def test_one_and_zero_by_a_person_and_true_and_false_by_a_program_are_the_same_answers():
    rows = [(i, i % 2, bool(i % 3 % 2)) for i in range(12)]
    s = of_rows("id,human,model", rows)
    assert s.raters["name"].tolist() == ["human", "model"]
    assert s.dimensions["label"].categories == (0, 1)
    assert set(s.ratings["value"]) == {0, 1}
