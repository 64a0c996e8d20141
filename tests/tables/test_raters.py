"""Who judged: by column, header, sheet, file, list and tool; and who is no rater."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
import xlsxwriter

from annoeval import load
from annoeval.opening import readings_of
from annoeval.protocols import detect
from annoeval.tables.repairs import repairs_for
from tests.tables.settled import (
    json_lines,
    likeliest,
    likely,
    likely_rows,
    lines,
    of_rows,
    of_text,
    said_by,
    sure,
    value,
    workbook,
)


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
        for r, row in enumerate(
            [("e1", "B", 2, 2, 2, 1), ("e2", "B", 1, 0, 2, 0), ("e3", "C", 0, 1, 0, 1), ("e4", "C", 2, 2, 2, 2)], 2
        ):
            sheet.write_row(r, 0, row)
    s = load(("m.xlsx", out.getvalue()))
    assert value(s, "cohen_kappa", "caption_score") == pytest.approx(0.555556, abs=1e-6)
    assert s.groups == ("domain",)


def test_models_with_correctness_and_confidence_in_pairs_of_columns():
    text = "gpt-4_confidence,gpt-4_correctness,llama_confidence,llama_correctness\n9,1,8,0\n10,0,1,1\n,1,7,0\n"
    s = of_text(text, protocol="ratings")
    assert s.raters["name"].tolist() == ["gpt-4", "llama"]
    assert list(s.dimensions) == ["correctness"]
    assert s.ratings["confidence"].tolist()[:2] == [0.9, 1.0]
    assert s.ratings["confidence"].tolist()[4] == 0.1, "one scale for the family: 1 of 10"


def test_several_questions_by_several_raters():
    s = of_text("item_id,human_fluency,human_adequacy,ai_fluency,ai_adequacy\n1,3,4,3,3\n2,2,2,4,2\n")
    assert list(s.dimensions) == ["fluency", "adequacy"]
    assert s.raters.to_numpy().tolist() == [["human", "human"], ["ai", "ai"]]


def test_mechanical_turk_is_known_by_its_columns():
    s = of_text("HITId,WorkerId,Input.text,Answer.tone,WorkTimeInSeconds\nh1,w1,hi,kind,12\nh1,w2,hi,rude,8\n")
    assert s.items["Input.text"].tolist() == ["hi"]
    assert s.ratings[["rater", "dimension", "value", "seconds"]].to_numpy().tolist() == [
        ["w1", "tone", "kind", 12.0],
        ["w2", "tone", "rude", 8.0],
    ]


def test_a_rater_whose_answers_differ_between_files_is_two_raters():
    a = b"item_id,human,model\n1,x,x\n2,y,y\n3,x,x\n"
    b = b"item_id,human,model\n1,x,y\n2,y,y\n3,x,x\n"
    s = load(("first.csv", a), ("second.csv", b))
    assert s.raters["name"].tolist() == ["human", "model", "model (second)"]


TURK = (
    "HITId,WorkerId,AssignmentStatus,Input.text,Answer.tone\n"
    "h1,w1,Approved,hi,kind\nh1,w2,Rejected,hi,rude\nh2,w1,Submitted,ho,kind\nh2,w2,Rejected,ho,rude\n"
)


def test_rejected_assignments_do_not_count_and_are_said_once():
    s = of_text(TURK)
    assert s.raters["name"].tolist() == ["w1"]
    [said] = [p for p in s.problems if "rejected" in p.problem]
    assert (said.problem, said.action, said.count) == ("rejected assignments", "not counted", 2)


def test_rejected_assignments_count_where_someone_chooses_so():
    [repair] = repairs_for(of_text(TURK))
    assert repair.changes == 2
    s = of_text(TURK, repairs=[dict(repair.option)])
    assert s.raters["name"].tolist() == ["w1", "w2"]
    assert len(s.ratings) == 4
    assert any(p.action == "counted as chosen" for p in s.problems)
    assert repairs_for(s) == []


def test_where_every_assignment_is_rejected_they_count():
    s = of_text(TURK.replace("Approved", "Rejected").replace("Submitted", "Rejected"))
    assert len(s.ratings) == 4


def test_a_list_of_who_said_what_in_each_record_is_a_rating_each():
    s = load(
        (
            "a.jsonl",
            json_lines(
                {
                    "id": "d1",
                    "text": "hello",
                    "annotations": [{"annotator": "ann", "label": "pos"}, {"annotator": "ben", "label": "neg"}],
                },
                {"id": "d2", "text": "bye", "annotations": [{"annotator": "ann", "label": "neg"}]},
                {"id": "d3", "text": "so", "annotations": []},
            ),
        )
    )
    assert said_by(s) == {("d1", "ann"): "pos", ("d1", "ben"): "neg", ("d2", "ann"): "neg"}
    assert s.items["text"].tolist() == ["hello", "bye"]
    assert any(p.problem == "records that nobody judged" and p.count == 1 for p in s.problems)


def test_the_list_may_stand_deeper_in_a_json_file():
    value = {
        "meta": {"project": "x"},
        "results": [
            {"doc": "a", "judgments": [{"judge": "gpt-4", "score": 4}, {"judge": "human", "score": 5}]},
            {"doc": "b", "judgments": [{"judge": "gpt-4", "score": 2}, {"judge": "human", "score": 2}]},
        ],
    }
    s = load(("a.json", json.dumps(value).encode()))
    assert said_by(s) == {("a", "gpt-4"): 4, ("a", "human"): 5, ("b", "gpt-4"): 2, ("b", "human"): 2}
    assert s.raters.set_index("name")["kind"].to_dict() == {"gpt-4": "ai", "human": "human"}


def test_a_list_in_which_labels_recur_is_of_several_people_and_no_set():
    s = load(("a.jsonl", json_lines({"id": "1", "labels": ["p", "n", "p"]}, {"id": "2", "labels": ["n", "n", "n"]})))
    assert len(s.raters) == 3
    assert s.ratings["value"].tolist() == ["p", "n", "n", "n", "p", "n"]
    assert any("several people" in p.action for p in s.problems)


ANNA, BEN = [["id", "label"], ["1", "x"], ["2", "y"]], [["id", "label"], ["1", "x"], ["2", "x"]]


def test_a_sheet_for_each_rater_and_a_legend():
    s = load(("m.xlsx", workbook(Anna=ANNA, Ben=BEN, Legend=[["code", "meaning"], ["x", "good"], ["y", "bad"]])))
    assert s.raters["name"].tolist() == ["Anna", "Ben"]
    assert s.items.index.tolist() == ["1", "2"]
    assert any(p.file == "m.xlsx › Legend" and p.action == "not used" for p in s.problems)


def test_workbooks_of_several_raters_in_an_archive_are_named_from_their_files():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("study/anna.xlsx", workbook(Sheet=ANNA))
        archive.writestr("study/ben.xlsx", workbook(Sheet=BEN))
    assert load(("r.zip", out.getvalue())).raters["name"].tolist() == ["anna", "ben"]


def test_one_person_written_in_several_ways_is_said_and_can_be_merged():
    data = b"item_id,rater,label\n1,Anna,x\n1,Ben,x\n2,anna ,y\n2,Ben,y\n3,ANNA,x\n3,Ben,x\n"
    s = load(("c.csv", data))
    assert len(s.raters) == 4
    assert any(p.problem.startswith("raters whose names differ only") for p in s.problems)
    [repair] = repairs_for(s)
    assert repair.changes == 2
    assert repair.effect == "2 ratings given to another name: “Anna”, “anna”, “ANNA” → “Anna”"
    merged = load(("c.csv", data), options={"repairs": [dict(repair.option)]})
    assert merged.raters["name"].tolist() == ["Anna", "Ben"]
    assert [p.problem for p in merged.problems] == ["repair: raters of one name merged"]


def two_headers(over: tuple[str, str], under: tuple[str, str]) -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        sheet.merge_range("B1:C1", over[0])
        sheet.merge_range("D1:E1", over[1])
        sheet.write_row(1, 0, ["Figure", *under, *under])
        for i in range(4):
            sheet.write_row(2 + i, 0, [f"f{i}", i % 3, (i + 1) % 3, 2, i % 2])
        sheet.write_row(6, 0, ["Mean", 1, 1, 2, 0.5])
    return out.getvalue()


def test_titles_over_names_may_be_what_is_judged():
    s = load(("m.xlsx", two_headers(("Caption", "Table"), ("Anna", "Ben"))))
    assert s.raters["name"].tolist() == ["Anna", "Ben"]
    assert list(s.dimensions) == ["Caption", "Table"]
    assert s.items.index.tolist() == ["f0", "f1", "f2", "f3"]


def test_titles_over_names_that_say_neither_are_asked_about():
    readings = readings_of([("m.xlsx", two_headers(("North", "South"), ("alpha", "beta")))])
    assert detect(readings)[0].confidence < 0.8


def test_previews_of_a_survey_do_not_count():
    head = "StartDate,EndDate,Status,RecordedDate,ResponseId,Q1,Q2\n"
    rows = "2024-01-01,2024-01-01,{},2024-01-01,R_{},{},x\n"
    people = [rows.format("IP Address", i, "Yes" if i % 2 else "No") for i in range(1, 6)]
    s = likeliest(("q.csv", (head + rows.format("Survey Preview", 0, "Yes") + "".join(people)).encode()))
    assert s.raters["name"].tolist() == ["R_1", "R_2", "R_3", "R_4", "R_5"]
    assert any("preview" in p.problem and p.count == 1 for p in s.problems)


LANGUAGES = {
    "zh": ("编号,标注者,标签,置信度,备注", "标注者1,标注者2"),
    "zh-Hant": ("樣本編號,標註者,標籤,信心度,備註", "評分者A,評分者B"),
    "ja": ("文書ID,評価者,ラベル,確信度,コメント", "アノテーター1,アノテーター2"),
    "ko": ("문서 번호,평가자,라벨,확신도,의견", "평가자 1,평가자 2"),
    "de": ("Nr.,Bewerterin,Kategorie,Sicherheit,Anmerkung", "Prüfer 1,Prüfer 2"),
    "fr": ("Numéro,Annotateur,Étiquette,Confiance,Commentaire", "Évaluatrice 1,Évaluatrice 2"),
    "es": ("Número,Anotadora,Categoría,Confianza,Observación", "Juez 1,Juez 2"),
    "pt": ("Número,Avaliador,Rótulo,Confiança,Observação", "Avaliador_1,Avaliador_2"),
    "it": ("Numero,Annotatore,Etichetta,Fiducia,Commento", "Valutatore 1,Valutatore 2"),
    "ru": ("№,Разметчик,Метка,Уверенность,Комментарий", "Эксперт 1,Эксперт 2"),
    "pl": ("Lp.,Oceniający,Etykieta,Pewność,Uwagi", "Sędzia 1,Sędzia 2"),
    "nl": ("Nummer,Beoordelaar,Categorie,Zekerheid,Opmerking", "Beoordelaar 1,Beoordelaar 2"),
    "tr": ("Örnek No,Etiketleyen,Etiket,Güven,Açıklama", "Değerlendirici 1,Değerlendirici 2"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_headers_in_other_languages(language):
    header, two = LANGUAGES[language]
    text = (
        header + "\n" + "".join(f"d{i % 6},{'ab'[i // 6]},{'xyz'[i % 3]},0.{i % 5 + 1},word {i}\n" for i in range(12))
    )
    file = ("long.csv", text.encode())
    assert detect(readings_of([file]))[0].confidence >= 0.8
    s = load(file)
    assert (list(s.items.index), s.raters["name"].tolist()) == ([f"d{i}" for i in range(6)], ["a", "b"])
    assert s.dimensions[header.split(",")[2]].categories == ("x", "y", "z")
    assert s.ratings["confidence"].notna().all()
    assert s.ratings["note"].notna().all()
    rows = "".join(f"t{i},{'pq'[i % 2]},{'qp'[i % 3 % 2]}\n" for i in range(8))
    wide = ("wide.csv", f"{header.split(',')[0]},{two}\n{rows}".encode())
    assert detect(readings_of([wide]))[0].confidence >= 0.8
    assert load(wide).raters["name"].tolist() == two.split(",")


def test_a_column_of_names_that_crosses_the_items_is_guessed_under_any_header():
    text = "aa,bb,cc,dd\n" + "".join(
        f"x{i},{w},{'pq'[i * k % 2]},{'mn'[i % 2]}\n" for i in range(9) for k, w in enumerate(("ida", "jo", "kim"), 1)
    )
    found = detect(readings_of([("a.csv", text.encode())]))[0]
    assert not found.clear  # asked about: the names may be of what is judged
    s = likeliest(("a.csv", text.encode()))
    assert s.raters["name"].tolist() == ["ida", "jo", "kim"]
    assert list(s.dimensions) == ["cc", "dd"], "that the raters agree on dd makes it no property of the items"


def test_rejected_submissions_of_prolific_are_named_and_not_counted():
    text = "Submission id,Participant id,Status,Time taken,item,answer\n" + "".join(
        f"s{k}{i},p{k},{'REJECTED' if k == 2 else 'APPROVED'},30,img{i},{'xy'[(i + k) % 2]}\n"
        for k in range(3)
        for i in range(5)
    )
    s = of_text(text)
    assert s.raters["name"].tolist() == ["p0", "p1"]
    assert any(p.problem == "rejected assignments" and p.count == 5 for p in s.problems)


def test_a_judge_within_a_record_is_a_rater():
    s = of_text(
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
    log = {
        "eval": {"task": "t"},
        "samples": [
            {
                "id": i,
                "input": f"{i}?",
                "target": "x",
                "output": {"model": "gpt-4o"},
                "scores": {
                    "match": {"value": "CI"[i % 2], "answer": "x"},
                    "graded": {"value": "CI"[i % 3 % 2], "explanation": f"because {i}"},
                },
            }
            for i in range(8)
        ],
    }
    s = of_text(json.dumps(log), "log.json")
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

    s = of_text(
        lines(
            *(
                {
                    "id": f"t{i}",
                    "text": f"some text {i}",
                    "annotators": held(["a1", "a2", "a3"][: 2 + i % 2]),
                    "labels": held([i % 2, 1, 0][: 2 + i % 2]),
                }
                for i in range(8)
            )
        ),
        "h.jsonl",
    )
    assert s.raters["name"].tolist() == ["a1", "a2", "a3"]
    assert len(s.ratings) == 20
    assert s.dimensions["labels"].categories == (0, 1)


def points(n: int) -> list[tuple]:
    marks = [(1 + i % 5, 1 + i * 3 % 4, 1 + i * 7 % 5) for i in range(n)]
    return [(f"e{i}", *m, sum(m)) for i, m in enumerate(marks)]


def test_points_by_people_with_their_total_are_theirs_and_no_counts():
    assert likely_rows("id,anna,ben,carl,total", points(30)).raters["name"].tolist() == ["anna", "ben", "carl"]


def test_people_who_say_yes_or_no_are_raters():
    rows = [(f"i{i}", i % 2, i // 2 % 2, i // 3 % 2) for i in range(12)]
    assert likely_rows("id,anna,ben,carl", rows).raters["name"].tolist() == ["anna", "ben", "carl"]


def test_who_took_part_is_no_rating():
    rows = [(f"p{i}", 20 + i, "ab"[i % 2], i % 7 + 1) for i in range(30)]
    s = likely_rows("participant_id,age,condition,rating", rows)
    assert list(s.dimensions) == ["rating"]
    assert s.items.index[0] == "p0"


def test_labels_under_names_of_models_are_by_programs():
    rows = [(f"i{n}", "cat" if n % 3 else "dog", "cat" if n % 2 else "dog", "cat") for n in range(30)]
    study = of_rows("image,resnet50,vit_b16,gold", rows)
    assert dict(zip(study.raters["name"], study.raters["kind"], strict=True)) == {
        "resnet50": "ai",
        "vit_b16": "ai",
        "gold": "reference",
    }
