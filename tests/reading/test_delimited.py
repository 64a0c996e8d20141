"""Text tables come in as they are written, and what is wrong with them is said."""

from __future__ import annotations

import pandas as pd
import pytest

from annoeval.export import to_csv
from annoeval.reading import ReadError, read
from annoeval.reading.values import numbers


def table(text: str | bytes, **options):
    data = text.encode() if isinstance(text, str) else text
    return read(data, "answers.csv", options).tables[0].frame


def said(text: str | bytes, **options):
    data = text.encode() if isinstance(text, str) else text
    return [(p.row, p.problem, p.count) for p in read(data, "answers.csv", options).problems]


def test_a_byte_order_mark_is_no_part_of_the_first_name():
    frame = table(b'\xef\xbb\xbf"item_id","label"\r\n"fig-001","2"\r\n')
    assert list(frame.columns) == ["item_id", "label"]
    assert frame.loc[2, "item_id"] == "fig-001"


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "utf-32"])
def test_the_encoding_is_found_from_the_bytes(codec):
    frame = table("text,label\nGrüße,ok\n".encode(codec))
    assert frame.loc[2].tolist() == ["Grüße", "ok"]


def test_windows_1252_keeps_its_quotes_dashes_and_euro():
    reading = read("id,caption\nc1,– “high dose” café €5 …\n".encode("cp1252"), "r.csv")
    assert reading.tables[0].frame.loc[2, "caption"] == "– “high dose” café €5 …"
    assert reading.facts["encoding"] == "Windows-1252"
    assert "not UTF-8" in reading.problems[0].problem


def test_one_damaged_byte_does_not_turn_a_utf8_file_into_another_encoding():
    data = "id,text\na,Größenänderung für Wörter\nb,x".encode() + b"\x96\n"
    assert table(data).loc[2, "text"] == "Größenänderung für Wörter"


def test_a_chosen_encoding_overrides_the_guess():
    assert table("id,t\n1,Привет\n".encode("cp1251"), encoding="cp1251").loc[2, "t"] == "Привет"


@pytest.mark.parametrize(("mark", "name"), [(",", "comma"), (";", "semicolon"), ("\t", "tab"), ("|", "bar")])
def test_the_delimiter_is_found_from_the_content(mark, name):
    text = "\n".join(mark.join(r) for r in [("id", "who", "label"), ("1", "A", "x"), ("2", "B", "y")])
    reading = read(text.encode(), "wrong-ending.tsv")
    assert reading.facts["delimiter"] == name
    assert reading.tables[0].frame["label"].tolist() == ["x", "y"]


def test_commas_in_sentences_do_not_make_columns_of_a_semicolon_file():
    frame = table("id;text\n1;one, two, three\n2;four, five\n")
    assert frame["text"].tolist() == ["one, two, three", "four, five"]


def test_decimal_commas_of_a_semicolon_file_are_decimals():
    reading = read(b"id;score\nr1;1\nr2;0,5\nr3;0,625\nr4;0\n", "g.csv")
    assert reading.facts["decimal"] == ","
    score = numbers(reading.tables[0].frame["score"], ",").values
    assert score.tolist() == [1, 0.5, 0.625, 0]
    assert score.mean() == 0.53125


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
def test_every_line_ending_ends_one_row(end):
    assert table(end.join(["id,label", "a,x", "b,y", ""]))["id"].tolist() == ["a", "b"]


def test_a_quoted_newline_does_not_end_a_row():
    frame = table('id,caption\nq1,"first\nsecond, with comma"\nq2,"He said ""no"""\n')
    assert frame["caption"].tolist() == ["first\nsecond, with comma", 'He said "no"']
    assert frame.index.tolist() == [2, 3]


def test_rows_with_another_number_of_cells_are_held_back_and_never_moved():
    text = "id,who,label,comment\ng1,A,ok,fine\ng2,A,bad,blurred, dark\ng3,B,ok\ng4,B,bad,none\n"
    assert table(text)["id"].tolist() == ["g1", "g4"]
    assert [row for row, _, _ in said(text)] == [3, 4]


def test_ragged_rows_can_be_repaired():
    frame = table("id,label,note\n1,a,x, y\n2,b\n", ragged="repair")
    assert frame.loc[2, "note"] == "x, y"
    assert frame["note"].isna().tolist() == [False, True]


def test_repeated_names_are_reported_and_none_stands_for_the_other():
    reading = read(b"id,score,score\na,2,2\nb,2,1\n", "d.csv")
    assert list(reading.tables[0].frame.columns) == ["id", "score (1)", "score (2)"]
    assert "columns 2, 3" in reading.problems[0].problem


def test_equal_repeated_columns_keep_the_plain_name():
    assert list(table("id,score,score\na,2,2\nb,1,1\n").columns) == ["id", "score", "score (2)"]


def test_empty_trailing_columns_and_blank_rows_are_counted():
    text = "id,who,label,,,\nt1,A,ok,,,\n\nt2,A,bad,,,\n,,,,,\n"
    assert list(table(text).columns) == ["id", "who", "label"]
    assert {(p, n) for _, p, n in said(text)} == {("blank rows", 2), ("columns without name and content", 3)}


def test_a_delimiter_at_the_end_of_every_row_moves_nothing():
    assert table("id,who,label\nt1,A,ok,\nt2,A,bad,\n")["label"].tolist() == ["ok", "bad"]


def test_na_and_none_are_words_and_only_a_blank_is_missing():
    frame = table("id,A\n1,NA\n2,None\n3,null\n4,nan\n5,\n")
    assert frame["A"].tolist()[:4] == ["NA", "None", "null", "nan"]
    assert frame["A"].isna().tolist() == [False] * 4 + [True]


def test_ids_keep_leading_zeros_and_every_digit():
    frame = table("id,label\n007,x\n7310582219447731201,y\n")
    assert frame["id"].tolist() == ["007", "7310582219447731201"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"\n\n\n", "empty"),
        (b"id,label\n", "no rows"),
        (b",,\n,,\n", "empty"),
    ],
)
def test_a_file_without_rows_says_so(data, words):
    with pytest.raises(ReadError, match=words):
        read(data, "nothing.csv")


def test_a_picture_named_csv_is_called_a_picture():
    with pytest.raises(ReadError, match="PNG picture"):
        read(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "scores.csv")


def test_an_unclosed_quotation_mark_does_not_swallow_the_rows_after_it():
    text = 'id\tsays\n1\t"unclosed\n2\tplain\n3\t"closed"\n4\tlast "\n'
    frame = table(text)
    assert frame["id"].tolist() == ["1", "2", "3", "4"]
    assert frame.loc[2, "says"] == '"unclosed'


def test_a_totals_row_at_the_end_is_left_out_and_said():
    text = "id,score\na,1\nb,2\nTotal,3\n"
    assert table(text)["id"].tolist() == ["a", "b"]
    assert (4, "a totals row", 1) in said(text)
    assert len(table(text, totals="keep")) == 3


@pytest.mark.parametrize("word", ["Subtotal", "Sub-total: A", "Zwischensumme", "Sous-total", "小計"])
def test_subtotals_between_rows_are_left_out_and_said(word):
    text = f"id,score\na,1\nb,2\n{word},3\nc,1\nd,5\n{word},6\ne,1\n"
    assert table(text)["id"].tolist() == ["a", "b", "c", "d", "e"]
    assert (4, "subtotal rows", 2) in said(text)
    assert len(table(text, totals="keep")) == 7


def test_a_survey_header_of_three_rows_keeps_the_questions():
    text = 'Q1,Q2\n"How good?\nReally","Why?"\n"{""ImportId"":""QID1""}","{""ImportId"":""QID2""}"\n3,nice\n'
    reading = read(text.encode(), "q.csv").tables[0]
    assert reading.frame["Q1"].tolist() == ["3"]
    assert reading.titles["Q1"] == "How good?\nReally"


def test_a_line_that_names_the_delimiter_is_no_row():
    assert list(table("sep=;\nid;label\n1;a\n").columns) == ["id", "label"]


def test_spaces_set_after_each_delimiter_are_no_content():
    assert table('text, label\nAAA, Negative\nB, "a, b"\n')["label"].tolist() == ["Negative", "a, b"]


def test_row_names_without_a_header_do_not_shift_the_columns():
    frame = table('"score","who"\n"1",5,"A"\n"2",6,"B"\n')
    assert frame["score"].tolist() == ["5", "6"]
    assert frame["row name"].tolist() == ["1", "2"]


def test_a_title_above_the_table_is_no_header():
    frame = table("Ratings of May,,\n\nid,who,label\n1,A,x\n2,B,y\n")
    assert list(frame.columns) == ["id", "who", "label"]
    assert frame.index.tolist() == [4, 5]


def test_a_column_of_sentences_stays_one_column():
    assert table("text\nHello, world\nGood day\n")["text"].tolist() == ["Hello, world", "Good day"]


def test_line_separators_of_unicode_end_no_row():
    assert table("id,t\n1,a\u2028b\u0085c\n2,d\n")["t"].tolist() == ["a\u2028b\u0085c", "d"]


def test_thousands_of_columns_are_read():
    names = ",".join(f"c{i}" for i in range(2000))
    assert table(f"{names}\n{','.join(['1'] * 2000)}\n").shape == (1, 2000)


@pytest.mark.parametrize("cell", ['="007"', '"=""007"""'])
def test_a_text_that_a_spreadsheet_was_kept_from_reading_as_a_number_is_that_text(cell):
    text = f"item_id,rater,label\n{cell},x,1\n010,x,0\n007,y,1\n"
    assert table(text)["item_id"].tolist() == ["007", "010", "007"]
    assert any("a text written as a formula" in p for _, p, _ in said(text))


def test_a_formula_that_is_no_mere_text_stays_as_it_is():
    assert table('item_id,rater,label\n"=A1&""x""",x,1\n2,x,0\n')["item_id"].tolist() == ['=A1&"x"', "2"]


def test_a_text_that_looks_like_such_a_cell_comes_back_from_an_export_as_it_was():
    frame = pd.DataFrame({"id": ["1", "2"], "label": ['="007"', "b"]})
    assert read(to_csv(frame), "e.csv").tables[0].frame["label"].tolist() == ['="007"', "b"]


def test_apostrophes_that_defuse_formulas_are_taken_off_again():
    frame = pd.DataFrame({"id": ["1", "2"], "=caption": ["=SUM(A1)", "'tis"], "delta": [-2, 0.5]})
    back = read(to_csv(frame), "e.csv")
    assert back.tables[0].frame["=caption"].tolist() == ["=SUM(A1)", "'tis"]
    assert back.tables[0].frame["delta"].tolist() == ["-2.0", "0.5"]


def test_text_that_was_decoded_wrongly_is_reported_and_repaired_on_request():
    text = "id,t\n1,cafÃ© â€œgoodâ€\u009d\n2,Ãtat\n3,plain\n"
    assert table(text).loc[2, "t"].startswith("cafÃ©")
    assert any("decoded wrongly" in p for _, p, _ in said(text))
    assert table(text, mojibake="repair").loc[2, "t"].startswith("café")


@pytest.mark.parametrize(
    "top",
    [
        "item,A,,B,\n,score,conf,score,conf\n",
        ",A,,B,\nitem,score,conf,score,conf\n",
        "item,A,A,B,B\n,score,conf,score,conf\n",
    ],
)
def test_titles_over_several_columns_join_their_names_also_where_a_name_spans_both_rows(top):
    reading = read((top + "1,2,.5,1,.4\n2,1,.3,0,.2\n").encode(), "t.csv")
    assert list(reading.tables[0].frame.columns) == ["item", "A / score", "A / conf", "B / score", "B / conf"]
    assert len(reading.tables[0].frame) == 2


def test_answers_below_a_header_with_gaps_are_no_second_header():
    reading = read(b"item,A,,B,\ni1,x,y,x,y\ni2,x,x,y,y\ni3,y,x,y,x\n", "t.csv")
    assert len(reading.tables[0].frame) == 3
