"""Files of statistics programs, evaluation logs and crowd platforms: each becomes the study that was meant."""

from __future__ import annotations

import io
import json

import pytest
import xlsxwriter

from annoeval import load
from annoeval.opening import readings_of
from annoeval.protocols import detect
from annoeval.reading import read
from tests.tables.settled import likeliest


def study(text, name="table.csv", **options):
    return load((name, text.encode() if isinstance(text, str) else text), options=options)


def likely(text, name="table.csv", **options):
    return likeliest((name, text.encode() if isinstance(text, str) else text), options=options)


def sure(text, name="table.csv"):
    return detect(readings_of([(name, text.encode() if isinstance(text, str) else text)]))[0].confidence


def lines(*records):
    return "\n".join(map(json.dumps, records))


def workbook(**sheets):
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for n, row in enumerate(rows):
                sheet.write_row(n, 0, row)
    return out.getvalue()


def test_a_column_that_names_the_criterion_gives_a_question_each():
    text = "item_id,annotator,criterion,score\n" + "".join(
        f"d{i},{a},{c},{(i + len(a + c)) % 5 + 1}\n"
        for i in range(6)
        for a in ("ann", "ben")
        for c in ("flow", "truth")
    )
    assert sure(text) >= 0.8
    s = study(text)
    assert list(s.dimensions) == ["flow", "truth"]
    assert len(s.ratings) == 24
    assert not any("more than once" in p.problem for p in s.problems)


def test_a_category_that_is_the_judgement_is_no_question():
    text = "item,rater,category\n" + "".join(f"d{i},{a},{'xy'[i % 2]}\n" for i in range(6) for a in "ab")
    assert list(study(text).dimensions) == ["category"]


def test_remarks_below_a_totals_row_are_left_out_with_it():
    rows = [["ID", "Anna", "Ben"], *[[f"s{i}", i % 5, (i + 1) % 5] for i in range(10)], ["Total", 20, 20], [],
            ["Notes: scores from 0 to 4, collected in May"]]  # fmt: skip
    s = likely(workbook(Data=rows), "b.xlsx")
    assert len(s.items) == 10
    assert {p.problem for p in s.problems} >= {"a totals row", "a remark below the table"}


def test_a_last_row_with_one_cell_is_kept_where_it_is_no_remark():
    rows = [["ID", "Anna", "Ben"], *[[f"s{i}", i % 5, (i + 1) % 5] for i in range(10)], ["s10"]]
    assert "s10" in likely(workbook(Data=rows), "b.xlsx").items.index


def test_sheets_of_the_same_raters_and_items_are_questions():
    def rows(k):
        return [["ID", "Anna", "Ben"], *[[f"s{i}", (i * k) % 5 + 1, (i + k) % 5 + 1] for i in range(10)]]

    s = likely(workbook(Fluency=rows(2), Adequacy=rows(3)), "b.xlsx")
    assert (s.raters["name"].tolist(), list(s.dimensions)) == (["Anna", "Ben"], ["Fluency", "Adequacy"])


def test_codes_for_no_answer_are_pointed_out_and_can_be_named():
    text = "VPNR;CODER_1;CODER_2\n" + "".join(f"{i};{(1, 2, 3, 99)[i % 4]};{(3, 2, 1, -9)[i % 4]}\n" for i in range(20))
    s = study(text)
    assert {p.value for p in s.problems if "stands for no answer" in p.problem} == {"99", "-9"}
    assert list(s.items.index)[:2] == ["0", "1"]
    s = study(text, missing=["99", "-9"])
    assert s.dimensions["label"].categories == (1, 2, 3)
    assert s.ratings["value"].isna().sum() == 10
    assert not any("stands for no answer" in p.problem for p in s.problems)


def test_a_long_scale_that_holds_99_says_nothing_of_codes():
    text = "id,A1,A2\n" + "".join(f"x{i},{i * 3 % 100},{i * 7 % 100}\n" for i in range(60))
    assert not any("stands for no answer" in p.problem for p in study(text).problems)


@pytest.mark.parametrize("form", ["%02dJAN2024", "%02dJAN2024:10:11:12", "%02d-Jan-2024"])
def test_dates_of_sas_and_oracle_are_times(form):
    text = "item,rater,label,made\n" + "".join(
        f"i{i},{a},x,{form % (i + 1 + k * 9)}\n" for i in range(9) for k, a in enumerate("ab")
    )
    assert study(text).ratings["time"].notna().all()


def test_a_date_beside_each_raters_column_is_when_that_rater_answered():
    text = "item,anna,anna_date,ben,ben_date\n" + "".join(
        f"k{i},{'xy'[i % 2]},2024-03-{i + 1:02d},{'yx'[i % 3 % 2]},2024-04-{i + 1:02d}\n" for i in range(12)
    )
    s = likely(text)
    months = s.ratings.groupby("rater")["time"].agg(lambda t: t.dt.month.unique().tolist())
    assert months.to_dict() == {"anna": [3], "ben": [4]}


def test_a_table_of_r_with_spaces_and_row_names():
    text = '"rater1" "rater2"\n' + "".join(f'"{i}" {i % 4 + 1} {i % 3 + 1}\n' for i in range(12))
    s = study(text, "scores.txt")
    assert s.raters["name"].tolist() == ["rater1", "rater2"]
    assert len(s.items) == 12


def test_prose_is_no_table_by_spaces():
    assert list(read(b"yes we can\nno we can\nso we go\nand so on\n", "a.txt").tables[0].frame.columns) == [
        "yes we can"
    ]


def test_rejected_submissions_of_prolific_are_named_and_not_counted():
    text = "Submission id,Participant id,Status,Time taken,item,answer\n" + "".join(
        f"s{k}{i},p{k},{'REJECTED' if k == 2 else 'APPROVED'},30,img{i},{'xy'[(i + k) % 2]}\n"
        for k in range(3) for i in range(5))  # fmt: skip
    s = study(text)
    assert s.raters["name"].tolist() == ["p0", "p1"]
    assert any(p.problem == "rejected assignments" and p.count == 5 for p in s.problems)


def test_a_column_a_choice_in_mechanical_turk_is_one_question():
    text = '"HITId","WorkerId","Answer.mood.pos","Answer.mood.neg"\n' + "".join(
        f'"H{i}","W{k}","{str((i + k) % 2 == 0).lower()}","{str((i + k) % 2 == 1).lower()}"\n'
        for i in range(6) for k in range(3))  # fmt: skip
    s = study(text)
    assert s.dimensions["mood"].categories == ("neg", "pos")
    assert s.ratings["value"].iloc[0] == "pos"


def test_one_hot_columns_of_true_and_false():
    text = "id,rater,cat,dog,cow\n" + "".join(
        f"x{i},{a},{i % 3 == 0},{i % 3 == 1},{i % 3 == 2}\n" for i in range(9) for a in "ab"
    )
    s = study(text)
    assert s.dimensions["label"].categories == ("cat", "cow", "dog")


def test_a_judge_within_a_record_is_a_rater():
    s = study(
        lines(
            *(
                {
                    "id": f"q{i}",
                    "messages": [{"role": "user", "content": "?"}],
                    "judge": {"model": ("gpt-4", "claude")[i % 2], "score": i % 5 + 1},
                }
                for i in range(10)
            )
        ),
        "j.jsonl",
    )
    assert s.raters["name"].tolist() == ["gpt-4", "claude"]
    assert set(s.raters["kind"]) == {"ai"}
    assert list(s.dimensions) == ["judge.score"]


def test_scorers_of_an_evaluation_log_are_raters():
    log = {"eval": {"task": "t"}, "samples": [
        {"id": i, "input": f"{i}?", "target": "x", "output": {"model": "gpt-4o"},
         "scores": {"match": {"value": "CI"[i % 2], "answer": "x"},
                    "graded": {"value": "CI"[i % 3 % 2], "explanation": f"because {i}"}}} for i in range(8)
    ]}  # fmt: skip
    s = study(json.dumps(log), "log.json")
    assert s.raters.values.tolist() == [["match (auto)", "ai"], ["graded (auto)", "ai"]]
    graded = s.ratings[s.ratings["rater"] == "graded (auto)"]
    assert graded["note"].tolist() == [f"because {i}" for i in range(8)]


@pytest.mark.parametrize("names", [("acc", "acc_norm"), ("faithfulness", "answer_relevancy"), ("f1", "exact_match")])
def test_measures_are_questions_and_no_raters(names):
    text = f"question,{','.join(names)}\n" + "".join(f"what is {i}?,{i % 2},{i % 3 % 2}\n" for i in range(12))
    s = likely(text)
    assert set(s.dimensions) == set(names)
    assert len(s.raters) == 1
    assert sure(text) < 0.8


@pytest.mark.parametrize("as_text", [False, True], ids=["lists", "joined by commas"])
def test_names_in_one_list_and_labels_in_another(as_text):
    def held(values):
        return ",".join(map(str, values)) if as_text else values

    s = study(lines(*({"id": f"t{i}", "text": f"some text {i}", "annotators": held(["a1", "a2", "a3"][: 2 + i % 2]),
                       "labels": held([i % 2, 1, 0][: 2 + i % 2])} for i in range(8))), "h.jsonl")  # fmt: skip
    assert s.raters["name"].tolist() == ["a1", "a2", "a3"]
    assert len(s.ratings) == 20
    assert s.dimensions["labels"].categories == (0, 1)


def test_a_text_that_nobody_rated_is_an_item_and_no_remark():
    text = "text,label_a,label_b\n" + "".join(f"this is a sentence of words {i},x,{'xy'[i % 2]}\n" for i in range(8))
    s = likely(text + "and another sentence of several words,,\n")
    assert len(s.items) == 9


def test_a_line_after_a_star_is_a_remark():
    text = "item,rater1,rater2\n" + "".join(f"i{i},x,{'xy'[i % 2]}\n" for i in range(8)) + "* made in 2021,,\n"
    assert len(study(text).items) == 8


def test_measures_in_rows_are_questions_of_one_rater():
    text = "doc_id,metric,value\n" + "".join(f"d{i},{m},0.{i}{len(m)}\n" for i in range(8) for m in ("rouge1", "bleu"))
    s = study(text)
    assert (len(s.items), list(s.dimensions), len(s.raters)) == (8, ["rouge1", "bleu"], 1)
