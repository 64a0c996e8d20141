"""Workbooks: sheets, merged titles, and cells as a person typed them."""

from __future__ import annotations

import datetime as dt
import io
import zipfile

import pytest
import xlsxwriter

from annoeval.reading import ReadError, read


def book(*sheets) -> bytes:
    """An XLSX of (name, function of the sheet)."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as workbook:
        for name, fill in sheets:
            fill(workbook.add_worksheet(name))
    return out.getvalue()


def rows(*values):
    def fill(sheet):
        for r, row in enumerate(values):
            for c, value in enumerate(row):
                if isinstance(value, str):
                    sheet.write_string(r, c, value)
                elif value is not None:
                    sheet.write(r, c, value)

    return fill


def merged(sheet):
    sheet.merge_range("A1:B1", "Figure")
    sheet.merge_range("C1:D1", "Rater A")
    sheet.merge_range("E1:F1", "Rater B")
    for c, name in enumerate(["item_id", "domain", "caption", "vlm", "caption", "vlm"]):
        sheet.write(1, c, name)
    for r, (item, *scores) in enumerate([("e1", 2, 2, 2, 1), ("e2", 1, 0, 2, 0)]):
        sheet.write_row(3 + r, 0, [item, None, *scores])
    sheet.merge_range("B4:B5", "Biology")


def test_merged_titles_tell_repeated_names_apart_and_merged_cells_are_filled_down():
    reading = read(book(("scores", merged), ("notes", rows(["free text"]))), "s.xlsx")
    frame = reading.tables[0].frame
    assert list(frame.columns) == ["item_id", "domain", "Rater A / caption", "Rater A / vlm", "Rater B / caption",
                                   "Rater B / vlm"]  # fmt: skip
    assert frame["domain"].tolist() == ["Biology", "Biology"]
    assert frame.index.tolist() == [4, 5]
    assert any(p.problem == "blank rows" and p.count == 1 for p in reading.problems)
    assert reading.facts["sheets"] == "scores, notes"


def test_whole_numbers_have_no_point_and_text_ids_keep_their_zeros():
    frame = read(book(("s", rows(["id", "score"], ["007", 2], ["010", 0.5]))), "s.xlsx").tables[0].frame
    assert frame["id"].tolist() == ["007", "010"]
    assert frame["score"].tolist() == ["2", "0.5"]


def test_a_sheet_can_be_chosen():
    data = book(("a", rows(["id", "x"], ["1", "p"])), ("b", rows(["id", "x"], ["2", "q"])))
    assert [t.name for t in read(data, "s.xlsx").tables] == ["s.xlsx › a", "s.xlsx › b"]
    assert read(data, "s.xlsx", {"sheet": "b"}).tables[0].frame["x"].tolist() == ["q"]
    with pytest.raises(ReadError, match="no sheet"):
        read(data, "s.xlsx", {"sheet": "c"})


def test_an_empty_workbook_says_so():
    with pytest.raises(ReadError, match="without rows"):
        read(book(("Sheet", lambda s: None)), "s.xlsx")


def test_a_damaged_workbook_says_so():
    with pytest.raises(ReadError, match="damaged"):
        read(book(("s", rows(["id"], ["1"])))[:200], "s.xlsx")


def test_ids_of_19_digits_and_formats_of_zeros_keep_their_digits():
    """A writer such as openpyxl writes all digits of an integer, which a float would round."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as workbook:
        sheet = workbook.add_worksheet("s")
        zeros = workbook.add_format({"num_format": "000"})
        sheet.write_row(0, 0, ["id", "code"])
        sheet.write_number(1, 0, 1111111111111111)
        sheet.write_number(1, 1, 7, zeros)
    with zipfile.ZipFile(out) as given:
        files = {n: given.read(n) for n in given.namelist()}
    path = "xl/worksheets/sheet1.xml"
    files[path] = files[path].replace(b"1111111111111111", b"7310582219447731201")
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    assert read(data.getvalue(), "s.xlsx").tables[0].frame.iloc[0].tolist() == ["7310582219447731201", "007"]


def test_a_date_among_labels_is_reported():
    def fill(sheet):
        sheet.write_row(0, 0, ["id", "range"])
        for r, label in enumerate(["3-4", "5-6", "7-8"], 1):
            sheet.write_row(r, 0, [str(r), label])
        sheet.write_string(4, 0, "4")
        sheet.write_datetime(4, 1, dt.datetime(2026, 2, 1))

    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True, "default_date_format": "d-mmm"}) as workbook:
        fill(workbook.add_worksheet("s"))
    [problem] = read(out.getvalue(), "s.xlsx").problems
    assert (problem.row, problem.value) == (5, "2026-02-01")


def test_an_open_document_sheet_is_read():
    space = "urn:oasis:names:tc:opendocument:xmlns:"
    cells = "".join(
        "<table:table-row>" + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{c}</text:p></table:table-cell>' for c in row
        ) + "</table:table-row>"
        for row in (("id", "label"), ("007", "x"))
    )  # fmt: skip
    content = (
        f'<office:document-content xmlns:office="{space}office:1.0" xmlns:table="{space}table:1.0" '
        f'xmlns:text="{space}text:1.0"><office:body><office:spreadsheet><table:table table:name="s">{cells}'
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
    reading = read(out.getvalue(), "s.ods")
    assert reading.format == "ods"
    assert reading.tables[0].frame.iloc[0].tolist() == ["007", "x"]
