"""Any table of raters and labels becomes a study: long, wide, one-hot, joined, nested, and several files at once."""

from __future__ import annotations

import io
import json

import pandas as pd
import pytest
import xlsxwriter

from annoeval import load
from annoeval.evaluation.agreement import agreement
from annoeval.study import AnnoevalError
from annoeval.tables.repairs import repairs_for
from tests.tables.settled import likeliest


def study(text: str, name: str = "answers.csv", **options):
    return load((name, text.encode()), options=options)


def likely(text: str, name: str = "answers.csv", **options):
    return likeliest((name, text.encode()), options=options)


def value(s, coefficient: str, dimension: str = "label", raters=None):
    found = agreement(s, dimension=dimension, raters=raters) if raters else agreement(s, dimension=dimension)
    return found.loc[(found["coefficient"] == coefficient) & (found["by"] == ""), "value"].iloc[0]


def wide(*rows: str, header: str = "item_id,A1,A2"):
    return study("\n".join([header, *rows]) + "\n")


def responses(s, rater: str) -> dict[str, object]:
    mine = s.ratings[s.ratings["rater"] == rater]
    return dict(zip(mine["item_id"], mine["value"], strict=True))


def test_one_column_a_rater():
    s = wide("a,x,x", "b,x,y")
    assert s.raters["name"].tolist() == ["A1", "A2"]
    assert responses(s, "A2") == {"a": "x", "b": "y"}


def test_na_and_none_are_labels_and_only_a_blank_is_missing():
    """κ over the seven items that both answered, 2 of them about words that other readers take for missing."""
    s = wide("1,NA,NA", "2,NA,None", "3,None,None", "4,Yes,Yes", "5,No,No", "6,Yes,No", "7,NA,NA", "8,,Yes")
    assert value(s, "cohen_kappa") == pytest.approx(0.621622, abs=1e-6)
    assert s.dimensions["label"].categories == ("NA", "No", "None", "Yes")


def test_words_for_no_answer_can_be_named():
    text = "item_id,A1,A2\n1,NA,NA\n2,NA,None\n4,Yes,Yes\n5,No,No\n6,Yes,No\n"
    assert len(study(text, missing=["NA", "None"]).ratings) == 10
    assert study(text, missing=["NA", "None"]).ratings["value"].notna().sum() == 6


def test_labels_partly_numbers_are_compared_as_text():
    rows = [(101, "101"), ("101", "101"), (102, "102"), ("foo", "foo"), ("bar", "foo"), (101, 102)]
    text = "\n".join(json.dumps({"item_id": f"x{i}", "human": h, "ai": a}) for i, (h, a) in enumerate(rows))
    s = study(text, "m.jsonl")
    assert s.dimensions["label"].categories == ("101", "102", "bar", "foo")
    assert s.raters["kind"].tolist() == ["human", "ai"]
    assert value(s, "cohen_kappa", raters=["human", "ai"]) == pytest.approx(0.538462, abs=1e-6)


def test_spellings_are_compared_as_given_listed_and_merged_on_request():
    text = "item_id,A1,A2\nv1,Yes,yes \nv2,Yes, YES\nv3,No,No\nv4,No,no\nv5,yes,yes\u00a0\nv6,NO,No\n"
    raw = study(text)
    assert value(raw, "cohen_kappa") == pytest.approx(0.0625)
    assert sum("case or spaces" in p.problem for p in raw.problems) == 2
    [merge] = repairs_for(raw)
    assert "6 labels become 2" in merge.effect or "labels become 2" in merge.effect
    merged = study(text, repairs=[dict(merge.option)])
    assert value(merged, "cohen_kappa") == 1.0
    assert merged.ratings["response"].tolist() == raw.ratings["response"].tolist(), "what was written stays"


def test_false_and_no_are_not_true_and_a_word_that_is_neither_is_listed():
    marks = ["TRUE", "false", "Yes", "no", "1", "0", "False", "T", "", "maybe"]
    s = study("item_id,is_correct\n" + "".join(f"b{i},{m}\n" for i, m in enumerate(marks, 1)))
    values = s.ratings["value"].dropna().astype(float)
    assert (values.sum(), values.count(), values.mean()) == (4, 8, 0.5)
    assert [(p.row, p.value) for p in s.problems if p.problem == "neither yes nor no"] == [(11, "maybe")]


def test_scores_outside_the_rubric_are_missing_and_listed():
    scores = ["2", "2.0", " 1", "0 ", "n/a", "3", "-1", "1.5", "", "two"]
    text = "item_id,caption_score_ai\n" + "".join(f"s{i},{v}\n" for i, v in enumerate(scores, 1))
    s = study(text, scales={"caption_score": {"level": "ordinal", "categories": [0, 1, 2]}})
    values = s.ratings["value"].dropna().astype(float)
    assert (values.mean(), len(values)) == (1.25, 4)
    rows = sorted(p.row for p in s.problems if p.row is not None)
    assert rows == [7, 8, 9, 11]
    assert s.raters.iloc[0].tolist() == ["ai", "ai"]


def test_repeated_names_are_two_raters_of_one_question():
    s = likely("item_id,caption_score,caption_score\nd1,2,2\nd2,2,1\nd3,1,1\nd4,0,0\nd5,1,0\nd6,2,2\n")
    assert value(s, "cohen_kappa", "caption_score") == pytest.approx(0.5)


def test_merged_titles_of_a_workbook_are_raters():
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet("scores")
        sheet.merge_range("C1:D1", "Rater A")
        sheet.merge_range("E1:F1", "Rater B")
        sheet.write_row(1, 0, ["item_id", "domain", "caption_score", "vlm_score", "caption_score", "vlm_score"])
        for r, row in enumerate([("e1", "B", 2, 2, 2, 1), ("e2", "B", 1, 0, 2, 0), ("e3", "C", 0, 1, 0, 1),
                                 ("e4", "C", 2, 2, 2, 2)], 2):  # fmt: skip
            sheet.write_row(r, 0, row)
    s = load(("m.xlsx", out.getvalue()))
    assert value(s, "cohen_kappa", "caption_score") == pytest.approx(0.555556, abs=1e-6)
    assert s.groups == ("domain",)


def test_two_reviewers_files_join_on_ids_with_leading_zeros():
    a = b'item_id,label\n"007",x\n"7",y\n"010",x\n"10",y\n'
    b = b"item_id,label\n007,x\n7,y\n010,y\n10,y\n"
    s = load(("anna.csv", a), ("ben.csv", b))
    assert s.raters["name"].tolist() == ["anna", "ben"]
    assert s.items.index.tolist() == ["007", "7", "010", "10"]
    assert value(s, "cohen_kappa") == pytest.approx(0.5)


def test_ids_of_19_digits_stay_apart_and_a_rating_without_item_is_listed():
    rows = [("7310582219447731201", "h1", "a"), ("7310582219447731202", "h1", "b"), ("7310582219447731201", "h2", "a"),
            ("", "h2", "a")]  # fmt: skip
    s = study("item_id,annotator,label\n" + "".join(",".join(r) + "\n" for r in rows))
    assert s.items.index.tolist() == ["7310582219447731201", "7310582219447731202"]
    assert [(p.row, p.problem) for p in s.problems] == [(5, "a rating without an item")]


def test_one_file_an_annotator_joins_in_any_order_and_a_file_without_labels_adds_no_one():
    labels = {1: ("pos", "pos"), 2: ("neg", "neg"), 3: ("pos", "pos"), 4: ("neu", "neu"), 5: ("pos", "neu"),
              6: ("neg", "neg")}  # fmt: skip

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
    s = study(frame.to_csv(index=False))
    assert s.dimensions["label"].level == "set"
    assert s.dimensions["label"].categories == ("Bird", "Cat", "Dog")
    assert value(s, "percent") == pytest.approx(2 / 3)


def test_joined_labels_are_sets_where_that_leaves_fewer_labels():
    s = wide("1,A|B,B|A", "2,A,A", "3,B|C,C", "4,C,C|B", "5,A|B,A|B")
    assert s.dimensions["label"].categories == ("A", "B", "C")


def test_a_comma_in_a_label_does_not_make_it_a_set():
    s = study('item_id,A1,A2\n1,"Paris, France","Paris, France"\n2,"Rome, Italy","Rome, Italy"\n')
    assert s.dimensions["label"].level == "nominal"


def test_one_hot_columns_are_one_label():
    s = study("item_id,rater,label_cat,label_dog,label_cow\n1,a,1,0,0\n1,b,0,1,0\n2,a,0,0,1\n2,b,0,0,1\n")
    assert responses(s, "a") == {"1": "cat", "2": "cow"}
    several = study("item_id,rater,label_cat,label_dog,label_cow\n1,a,1,1,0\n1,b,0,1,0\n2,a,0,0,0\n2,b,0,0,1\n")
    assert several.dimensions["label"].level == "set"
    assert responses(several, "a") == {"1": '["cat", "dog"]', "2": "[]"}


def test_a_dictionary_of_rater_item_label():
    nested = {"ann": {"i1": "x", "i2": "y", "i3": "x"}, "ben": {"i1": "x", "i2": "x", "i3": "x"}}
    s = study(json.dumps(nested), "d.json")
    assert s.raters["name"].tolist() == ["ann", "ben"]
    assert responses(s, "ann") == {"i1": "x", "i2": "y", "i3": "x"}


def test_a_dictionary_of_rater_item_and_what_was_said():
    said = {
        "ann": {"i1": {"label": "x", "confidence": 0.9}, "i2": {"label": "y"}, "i3": {"label": "x"}},
        "ben": {"i1": {"label": "x", "confidence": 1}, "i2": {"label": "x"}},
    }
    s = study(json.dumps(said), "d.json")
    assert responses(s, "ben") == {"i1": "x", "i2": "x"}
    assert s.ratings.loc[s.ratings["rater"] == "ann", "confidence"].tolist()[0] == 0.9


def test_models_with_correctness_and_confidence_in_pairs_of_columns():
    text = "gpt-4_confidence,gpt-4_correctness,llama_confidence,llama_correctness\n9,1,8,0\n10,0,1,1\n,1,7,0\n"
    s = study(text, protocol="ratings")
    assert s.raters["name"].tolist() == ["gpt-4", "llama"]
    assert list(s.dimensions) == ["correctness"]
    assert s.ratings["confidence"].tolist()[:2] == [0.9, 1.0]
    assert s.ratings["confidence"].tolist()[4] == 0.1, "one scale for the family: 1 of 10"


def test_several_questions_by_several_raters():
    s = study("item_id,human_fluency,human_adequacy,ai_fluency,ai_adequacy\n1,3,4,3,3\n2,2,2,4,2\n")
    assert list(s.dimensions) == ["fluency", "adequacy"]
    assert s.raters.to_numpy().tolist() == [["human", "human"], ["ai", "ai"]]


def test_in_a_long_table_what_differs_within_an_item_is_a_judgement():
    s = study("doc_id,annotator,topic,fluency,adequacy\n1,a,x,3,4\n1,b,x,2,4\n2,a,y,1,1\n2,b,y,1,2\n")
    assert list(s.dimensions) == ["fluency", "adequacy"]
    assert s.items["topic"].tolist() == ["x", "y"]


def test_a_rater_who_judges_an_item_again_is_reported_and_both_answers_stay():
    s = study("item_id,annotator,label\ni1,h1,a\ni2,h1,a\ni2,h1,b\ni1,h2,a\ni2,h2,b\n")
    assert len(s.ratings) == 5
    assert [(p.problem, p.value, p.count) for p in s.problems] == [("“h1” judged an item more than once", "i2", 1)]
    kinds = [r.option["repair"] for r in repairs_for(s)]
    assert kinds == ["keep latest", "keep first"]


def test_many_items_judged_again_by_one_rater_are_one_problem():
    rows = "".join(f"i{n},h1,a\ni{n},h1,b\ni{n},h2,a\n" for n in range(30))
    s = likely("item_id,annotator,label\n" + rows)
    assert [(p.count, p.value) for p in s.problems] == [(30, "i0, i1, i2 and 27 more")]


def test_mechanical_turk_is_known_by_its_columns():
    s = study("HITId,WorkerId,Input.text,Answer.tone,WorkTimeInSeconds\nh1,w1,hi,kind,12\nh1,w2,hi,rude,8\n")
    assert s.items["Input.text"].tolist() == ["hi"]
    assert s.ratings[["rater", "dimension", "value", "seconds"]].to_numpy().tolist() == [
        ["w1", "tone", "kind", 12.0], ["w2", "tone", "rude", 8.0]]  # fmt: skip


def test_in_a_survey_each_row_is_a_rater_and_each_question_an_item():
    rows = ["1/2/2026 10:00:00,a@b.c,Yes,No", "1/2/2026 11:00:00,d@e.f,Yes,Yes"]
    s = likely("\n".join(["Timestamp,Email Address,Is it clear?,Is it true?", *rows]))
    assert s.items.index.tolist() == ["Is it clear?", "Is it true?"]
    assert responses(s, "d@e.f") == {"Is it clear?": "Yes", "Is it true?": "Yes"}


def test_a_mapping_by_hand_overrides_the_guess():
    text = "a,b,c\n1,x,y\n2,x,x\n"
    by = {"b": {"role": "rating", "rater": "Ann"}, "c": {"role": "rating", "rater": "Ben"}}
    s = study(text, mapping={"a": "item", **by})
    assert s.raters["name"].tolist() == ["Ann", "Ben"]


def test_a_mapping_that_fits_no_column_says_which():
    with pytest.raises(AnnoevalError, match="no column “who”"):
        study("a,b\n1,2\n", mapping={"who": "rater"}, protocol="ratings")


def test_sorting_a_file_without_ids_changes_no_id_where_rows_show_what_they_are_about():
    lines = ["one,x,y", "two,x,x", "three,y,y", "four,z,x"]
    ids = []
    for order in (lines, sorted(lines)):
        items = study("text,A1,A2\n" + "\n".join(order) + "\n").items
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


def test_a_rater_whose_answers_differ_between_files_is_two_raters():
    a = b"item_id,human,model\n1,x,x\n2,y,y\n3,x,x\n"
    b = b"item_id,human,model\n1,x,y\n2,y,y\n3,x,x\n"
    s = load(("first.csv", a), ("second.csv", b))
    assert s.raters["name"].tolist() == ["human", "model", "model (second)"]


def test_files_named_as_runs_are_a_group():
    a, b = b"item_id,human,model\n1,x,x\n2,y,y\n", b"item_id,human,model\n1,x,y\n2,y,y\n"
    s = load(("run1.csv", a), ("run2.csv", b))
    assert s.groups == ("run",)
    assert len(s.items) == 4


def test_a_table_that_describes_the_items_adds_their_groups():
    s = load(("r.csv", b"item_id,A1,A2\n1,x,x\n2,y,x\n3,x,x\n4,y,y\n"),
             ("about.csv", b"item_id,domain\n1,Bio\n2,Bio\n3,Chem\n4,Chem\n"))  # fmt: skip
    assert s.items["domain"].tolist() == ["Bio", "Bio", "Chem", "Chem"]
    assert s.groups == ("domain",)


def test_results_without_names_take_them_from_the_ground_truth():
    truth = {"images": [{"id": 7, "file_name": "a.png"}], "categories": [{"id": 2, "name": "car"}],
             "annotations": [{"id": 1, "image_id": 7, "category_id": 2, "bbox": [0, 0, 1, 1]}]}  # fmt: skip
    found = [{"image_id": 7, "category_id": 2, "bbox": [0, 0, 1, 1], "score": 0.5}]
    s = load(("truth.json", json.dumps(truth).encode()), ("student.json", json.dumps(found).encode()))
    assert s.items.index.tolist() == ["a.png"]
    assert s.shapes[["image", "label", "submission"]].to_numpy().tolist() == [
        ["a.png", "car", "truth"], ["a.png", "car", "student"]]  # fmt: skip


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


def test_a_long_table_is_read_without_counting_its_long_texts():
    """Ten thousand distinct captions of an item each: evidence, not labels, though their number says nothing."""
    rows = "".join(f"i{i},{w},{'yes' if i % 3 else 'no'},{'a long caption of a picture that says ' * 2}{i}\n"
                   for i in range(6000) for w in "AB")  # fmt: skip
    study = load(("big.csv", f"item,rater,label,caption\n{rows}".encode()))
    assert list(study.dimensions) == ["label"]
    assert study.evidence == ("caption",)
    assert not any("differ between the ratings" in p.problem for p in study.problems)


def test_a_column_that_differs_within_an_item_is_said_once_however_long():
    rows = "".join(f"i{i},{w},yes,{'words ' * 12}{i} {w}\n" for i in range(6000) for w in "AB")
    study = load(("big.csv", f"item,rater,label,caption\n{rows}".encode()))
    assert [p.value for p in study.problems if "differ between the ratings" in p.problem] == ["caption"]


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


def test_a_case_with_many_rows_and_no_rater_is_a_group_to_compare_by():
    """Four made-up cases under two conditions: no row of a case can be told from the next, so a row is the item."""
    rows = [f"{case},{condition},{score}" for case in "ABCD" for condition in ("control", "experimental")
            for score in (0.25, 0.5, 0.75)]  # fmt: skip
    s = study("case,condition,score\n" + "\n".join(rows))
    assert s.groups == ("case", "condition")
    assert len(s.items) == 24


def test_a_case_rated_once_a_condition_stays_an_item():
    rows = [f"c{case},{condition},{case % 3}" for case in range(8) for condition in ("control", "experimental")]
    s = study("case,condition,score\n" + "\n".join(rows))
    assert s.groups == ("condition",)
    assert all(i.startswith("c") for i in s.items.index)


def test_an_id_stays_an_item_however_often_it_occurs():
    rows = [f"d{k // 4},{'yes' if k % 3 else 'no'}" for k in range(24)]
    assert "doc_id" not in likely("doc_id,label\n" + "\n".join(rows)).groups


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
    s = study(f"item_id,rater,label,{name}\na,p,x,2026-03-01\na,q,x,2026-03-02\nb,p,y,2026-03-03\nb,q,x,2026-03-04\n")
    assert s.ratings["time"].dt.day.tolist() == [1, 2, 3, 4]
    assert list(s.items.columns) == []


def test_of_two_columns_of_dates_neither_is_taken_unless_its_name_says_so():
    rows = "a,p,x,2026-03-01,2026-04-01\na,q,x,2026-03-02,2026-04-02\n"
    assert study("item_id,rater,label,first,second\n" + rows).ratings["time"].isna().all()
    assert study("item_id,rater,label,first,rated_at\n" + rows).ratings["time"].dt.month.tolist() == [4, 4]


def test_a_date_of_the_thing_judged_is_no_time_of_judging():
    s = study("item_id,rater,label,day\na,p,x,2026-03-01\na,q,x,2026-03-01\nb,p,y,2026-03-03\nb,q,x,2026-03-03\n")
    assert s.ratings["time"].isna().all()
    assert s.items["day"].tolist() == ["2026-03-01", "2026-03-03"]
    other = study("item_id,A1,A2,published\na,x,x,2026-03-01\nb,x,y,2026-03-03\n")
    assert other.ratings["time"].isna().all()


def test_a_column_called_time_that_holds_no_dates_is_none():
    s = study("item_id,rater,label,time\na,p,x,morning\na,q,x,evening\nb,p,y,evening\nb,q,x,morning\n")
    assert s.ratings["time"].isna().all()
    assert not any(p.problem == "not a time" for p in s.problems)


TURK = (
    "HITId,WorkerId,AssignmentStatus,Input.text,Answer.tone\n"
    "h1,w1,Approved,hi,kind\nh1,w2,Rejected,hi,rude\nh2,w1,Submitted,ho,kind\nh2,w2,Rejected,ho,rude\n"
)


def test_rejected_assignments_do_not_count_and_are_said_once():
    s = study(TURK)
    assert s.raters["name"].tolist() == ["w1"]
    [said] = [p for p in s.problems if "rejected" in p.problem]
    assert (said.problem, said.action, said.count) == ("rejected assignments", "not counted", 2)


def test_rejected_assignments_count_where_someone_chooses_so():
    [repair] = repairs_for(study(TURK))
    assert repair.changes == 2
    s = study(TURK, repairs=[dict(repair.option)])
    assert s.raters["name"].tolist() == ["w1", "w2"]
    assert len(s.ratings) == 4
    assert any(p.action == "counted as chosen" for p in s.problems)
    assert repairs_for(s) == []


def test_where_every_assignment_is_rejected_they_count():
    s = study(TURK.replace("Approved", "Rejected").replace("Submitted", "Rejected"))
    assert len(s.ratings) == 4
