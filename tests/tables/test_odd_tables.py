"""Tables as people really keep them: each becomes the study that was meant."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
import xlsxwriter

from annoeval import load
from annoeval.opening import readings_of
from annoeval.protocols import detect
from annoeval.study import AnnoevalError
from annoeval.tables.repairs import repairs_for
from tests.tables.settled import likeliest


def said_by(s) -> dict[tuple[str, str], object]:
    """(item, rater) to value."""
    return dict(zip(zip(s.ratings["item_id"], s.ratings["rater"], strict=True), s.ratings["value"], strict=True))


def lines(*records: object) -> bytes:
    return b"\n".join(json.dumps(r).encode() for r in records)


def test_a_list_of_who_said_what_in_each_record_is_a_rating_each():
    s = load(("a.jsonl", lines(
        {"id": "d1", "text": "hello", "annotations": [
            {"annotator": "ann", "label": "pos"}, {"annotator": "ben", "label": "neg"}]},
        {"id": "d2", "text": "bye", "annotations": [{"annotator": "ann", "label": "neg"}]},
        {"id": "d3", "text": "so", "annotations": []},
    )))  # fmt: skip
    assert said_by(s) == {("d1", "ann"): "pos", ("d1", "ben"): "neg", ("d2", "ann"): "neg"}
    assert s.items["text"].tolist() == ["hello", "bye"]
    assert any(p.problem == "records that nobody judged" and p.count == 1 for p in s.problems)


def test_the_list_may_stand_deeper_in_a_json_file():
    value = {"meta": {"project": "x"}, "results": [
        {"doc": "a", "judgments": [{"judge": "gpt-4", "score": 4}, {"judge": "human", "score": 5}]},
        {"doc": "b", "judgments": [{"judge": "gpt-4", "score": 2}, {"judge": "human", "score": 2}]},
    ]}  # fmt: skip
    s = load(("a.json", json.dumps(value).encode()))
    assert said_by(s) == {("a", "gpt-4"): 4, ("a", "human"): 5, ("b", "gpt-4"): 2, ("b", "human"): 2}
    assert s.raters.set_index("name")["kind"].to_dict() == {"gpt-4": "ai", "human": "human"}


def test_a_list_in_which_labels_recur_is_of_several_people_and_no_set():
    s = load(("a.jsonl", lines({"id": "1", "labels": ["p", "n", "p"]}, {"id": "2", "labels": ["n", "n", "n"]})))
    assert len(s.raters) == 3
    assert s.ratings["value"].tolist() == ["p", "n", "n", "n", "p", "n"]
    assert any("several people" in p.action for p in s.problems)


def test_a_list_without_repeats_is_a_set_of_labels():
    s = load(
        (
            "a.jsonl",
            lines({"id": "1", "labels": ["p", "q"]}, {"id": "2", "labels": ["q"]}, {"id": "3", "labels": ["p"]}),
        )
    )
    assert s.dimensions["labels"].level == "set"


def test_a_row_may_be_a_rater_and_a_column_an_item():
    s = load(("t.csv", b"rater,img1,img2,img3\nAnna,cat,dog,cat\nBen,cat,dog,dog\nChloe,dog,dog,cat\n"))
    assert s.items.index.tolist() == ["img1", "img2", "img3"]
    assert said_by(s)["img3", "Ben"] == "dog"


def test_a_first_column_without_a_name_holds_the_ids_where_its_words_tell_rows_apart():
    s = likeliest(("p.csv", b",Anna,Ben\nimg1,cat,cat\nimg2,dog,dog\nimg3,cat,dog\n"))
    assert s.items.index.tolist() == ["img1", "img2", "img3"]
    counted = likeliest(("p.csv", b",Anna,Ben\n0,cat,cat\n1,dog,dog\n2,cat,dog\n"))
    assert counted.items.index.tolist() != ["0", "1", "2"], "rows that are only counted are not joined by position"


def test_a_text_is_shown_and_no_id_even_where_it_is_short():
    s = load(("c.csv", b"text,Coder A,Coder A comment,Coder B\nhello,pos,sure,neg\nbye,neg,,neg\nhi,pos,,pos\n"))
    assert s.evidence == ("text",)
    assert s.ratings["note"].dropna().tolist() == ["sure"]


def test_comments_above_a_table_are_left_out_and_a_header_after_a_hash_is_not():
    rows = "1,a,x\n1,b,y\n2,a,x\n2,b,x\n"
    s = load(("c.csv", f"# made by a tool, v1\n# 2024-01-01\nitem_id,rater,label\n{rows}".encode()))
    assert s.raters["name"].tolist() == ["a", "b"]
    assert any(p.problem == "lines of comment above the table" and p.count == 2 for p in s.problems)
    assert readings_of([("c.csv", f"# item_id,rater,label\n{rows}".encode())])[0].tables[0].frame.shape == (4, 3)


def test_crosses_in_columns_of_labels_are_sets_of_labels():
    s = load(("m.csv", b"item_id,rater,cat,dog,bird\n1,a,x,,\n1,b,,X,\n2,a,x,x,\n2,b,x,,x\n"))
    assert s.dimensions["label"].categories == ("bird", "cat", "dog")
    assert said_by(s)["2", "b"] == '["bird", "cat"]'


def test_questions_with_a_letter_for_each_rater():
    s = likeliest(("w.csv", b"id,fluency_A,fluency_B,adequacy_A,adequacy_B\n1,3,4,2,2\n2,5,5,4,3\n3,2,2,1,1\n"))
    assert s.raters["name"].tolist() == ["A", "B"]
    assert set(s.dimensions) == {"fluency", "adequacy"}


def test_columns_that_are_qualities_are_questions_and_no_raters():
    s = load(("q.csv", b"id,fluency,adequacy,overall\n1,3,4,3\n2,2,2,2\n3,5,4,5\n"))
    assert s.raters["name"].tolist() == ["q"]
    assert set(s.dimensions) == {"fluency", "adequacy", "overall"}


def workbook(**sheets: list[list[object]]) -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for i, row in enumerate(rows):
                sheet.write_row(i, 0, row)
    return out.getvalue()


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


def test_merged_labels_are_no_longer_said_to_be_apart():
    data = b"item_id,rater,label\n1,A,Yes\n2,A,yes \n3,A,no\n4,A,Yes\n"
    s = load(("c.csv", data))
    repair = next(r for r in repairs_for(s) if r.option["repair"] == "merge labels")
    assert repair.effect == "1 rating changed, 3 labels become 2: “Yes”, “yes ” → “Yes”"
    merged = load(("c.csv", data), options={"repairs": [dict(repair.option)]})
    assert [p.problem for p in merged.problems] == ["repair: label variants merged"]


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


def test_previews_of_a_survey_do_not_count():
    head = "StartDate,EndDate,Status,RecordedDate,ResponseId,Q1,Q2\n"
    rows = "2024-01-01,2024-01-01,{},2024-01-01,R_{},{},x\n"
    people = [rows.format("IP Address", i, "Yes" if i % 2 else "No") for i in range(1, 6)]
    s = likeliest(("q.csv", (head + rows.format("Survey Preview", 0, "Yes") + "".join(people)).encode()))
    assert s.raters["name"].tolist() == ["R_1", "R_2", "R_3", "R_4", "R_5"]
    assert any("preview" in p.problem and p.count == 1 for p in s.problems)


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
    text = header + "\n" + "".join(
        f"d{i % 6},{'ab'[i // 6]},{'xyz'[i % 3]},0.{i % 5 + 1},word {i}\n" for i in range(12)
    )  # fmt: skip
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
    text = "aa,bb,cc,dd\n" + "".join(f"x{i},{w},{'pq'[i * k % 2]},{'mn'[i % 2]}\n" for i in range(9)
                                     for k, w in enumerate(("ida", "jo", "kim"), 1))  # fmt: skip
    found = detect(readings_of([("a.csv", text.encode())]))[0]
    assert not found.clear  # asked about: the names may be of what is judged
    s = likeliest(("a.csv", text.encode()))
    assert s.raters["name"].tolist() == ["ida", "jo", "kim"]
    assert list(s.dimensions) == ["cc", "dd"], "that the raters agree on dd makes it no property of the items"


def test_a_grade_named_as_a_remark_is_a_grade():
    s = load(("a.csv", b"id,juge,note\n" + b"".join(b"c%d,a,%d\nc%d,b,%d\n" % (i, i % 5, i, i % 4) for i in range(8))))
    assert list(s.dimensions) == ["note"]
    s = load(
        ("a.csv", b"id,juge,classe,note\n" + b"".join(b"c%d,a,x,so so\nc%d,b,y,well\n" % (i, i) for i in range(8)))
    )
    assert list(s.dimensions) == ["classe"]


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
