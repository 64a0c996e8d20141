"""Workbooks: sheets, merged titles, and cells as a person typed them."""

from __future__ import annotations

import contextlib
import datetime as dt
import io
import struct
import time
import zipfile

import pytest
import xlsxwriter
import xlwt

from annoeval.reading import ReadError, read
from annoeval.reading.number_formats import padded


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
    assert list(frame.columns) == [
        "item_id",
        "domain",
        "Rater A / caption",
        "Rater A / vlm",
        "Rater B / caption",
        "Rater B / vlm",
    ]
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


def old_book(*cells: tuple[object, str], sheet: str = "s") -> bytes:
    """An XLS sheet with the column `id` of (value, format code), beside a column `label`."""
    made = xlwt.Workbook()
    made.add_sheet("before")
    page = made.add_sheet(sheet)
    page.write(0, 0, "id")
    page.write(0, 1, "label")
    for r, (value, code) in enumerate(cells, 1):
        page.write(r, 0, value, xlwt.easyxf(num_format_str=code))
        page.write(r, 1, "x")
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def test_an_old_workbook_keeps_ids_as_they_are_shown():
    data = old_book((7, "000"), (12, "000"), ("003", "General"), (7, "General"), (1.5, "00"), (1234567, "00000000"))
    reading = read(data, "s.xls")
    assert reading.format == "xls"
    assert reading.tables[0].frame["id"].tolist() == ["007", "012", "003", "7", "1.5", "01234567"]


def test_an_old_workbook_of_many_rows_keeps_its_zeros_to_the_end():
    data = old_book(*[(i, "0000") for i in range(1, 3000)], sheet="größer")
    assert read(data, "s.xls").tables[0].frame["id"].tolist() == [f"{i:04}" for i in range(1, 3000)]


def test_dates_of_an_old_workbook_are_iso_8601():
    data = old_book((dt.datetime(2026, 2, 1), "D-MMM-YY"), (dt.datetime(2026, 2, 1, 10, 30), "M/D/YY h:mm"))
    assert read(data, "s.xls").tables[0].frame["id"].tolist() == ["2026-02-01", "2026-02-01 10:30:00"]


@pytest.mark.parametrize("cut", [100, 600, 1500, 3000])
def test_a_damaged_old_workbook_says_so(cut):
    with pytest.raises(ReadError, match=r"damaged|without rows"):
        read(old_book((7, "000"))[:cut], "s.xls")


def test_an_old_workbook_whose_sectors_lead_in_a_ring_ends_all_the_same():
    data = bytearray(old_book((7, "000")))
    (table,) = struct.unpack_from("<I", data, 76)
    struct.pack_into("<2I", data, 512 * (table + 1), 1, 0)  # sector 0 → 1 → 0 → …
    with pytest.raises(ReadError, match="damaged"):
        read(bytes(data), "s.xls")


def test_an_old_workbook_with_any_damaged_byte_is_read_or_refused_in_a_sentence():
    whole = old_book((7, "000"), (8, "000"))
    for at in range(0, len(whole), 23):
        data = bytearray(whole)
        data[at] ^= 0xFF
        with contextlib.suppress(ReadError):
            assert read(bytes(data), "s.xls").tables


def test_cells_of_an_old_workbook_keep_their_kinds():
    made = xlwt.Workbook()
    page = made.add_sheet("s")
    for c, name in enumerate(["id", "right", "at", "took", "score"]):
        page.write(0, c, name)
    page.write(1, 0, 7310582219447731)
    page.write(1, 1, True)
    page.write(1, 2, dt.time(10, 30), xlwt.easyxf(num_format_str="hh:mm:ss"))
    page.write(1, 3, 1.5, xlwt.easyxf(num_format_str="[h]:mm:ss"))
    page.row(1).set_cell_error(4, "#DIV/0!")
    out = io.BytesIO()
    made.save(out)
    frame = read(out.getvalue(), "s.xls").tables[0].frame
    assert frame.iloc[0].tolist() == ["7310582219447731", "TRUE", "10:30:00", "1 day, 12:00:00", "#DIV/0!"]


def test_merged_cells_of_an_old_workbook_are_filled_down():
    made = xlwt.Workbook()
    page = made.add_sheet("s")
    for c, name in enumerate(["domain", "id", "label"]):
        page.write(0, c, name)
    page.write_merge(1, 2, 0, 0, "Biology")
    for r in (1, 2):
        page.write(r, 1, f"i{r}")
        page.write(r, 2, "x")
    out = io.BytesIO()
    made.save(out)
    assert read(out.getvalue(), "s.xls").tables[0].frame["domain"].tolist() == ["Biology", "Biology"]


def test_an_office_file_with_a_password_says_so():
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1000) + "EncryptedPackage".encode("utf-16-le") + bytes(1000)
    with pytest.raises(ReadError, match="locked with a password"):
        read(data, "s.xlsx")


@pytest.mark.parametrize(
    ("number", "code", "shown"),
    [("7", "000", "007"), ("7.0", "000", "007"), ("1234", "000", "1234"), ("7", '"P"000', "P007"),
     ("7", "000;-000", "007"), ("7", "[Red]000", "007"), ("7", '00" kg"', None),
     ("7", "P\\-00", "P-07"), ("7", "0", None), ("7", "#,##0", None),
     ("7", "0.00", None), ("7.5", "000", None), ("-7", "000", None), ("7", "General", None), ("7", "0%", None)],
)  # fmt: skip
def test_a_format_of_zeros_is_part_of_an_id(number, code, shown):
    assert padded(number, code) == shown


def open_document(*rows_of_cells: str) -> bytes:
    """An ODS sheet of rows, each written as its cells' XML."""
    space = "urn:oasis:names:tc:opendocument:xmlns:"
    inside = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows_of_cells)
    content = (
        f'<office:document-content xmlns:office="{space}office:1.0" xmlns:table="{space}table:1.0" '
        f'xmlns:text="{space}text:1.0"><office:body><office:spreadsheet><table:table table:name="s">{inside}'
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
    return out.getvalue()


def text_cell(text: str) -> str:
    return f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'


def number_cell(value: str, shown: str, repeated: int = 1) -> str:
    more = f' table:number-columns-repeated="{repeated}"' if repeated > 1 else ""
    return (
        f'<table:table-cell office:value-type="float" office:value="{value}"{more}><text:p>{shown}</text:p>'
        "</table:table-cell>"
    )


def test_an_open_document_sheet_is_read():
    reading = read(open_document(text_cell("id") + text_cell("label"), text_cell("007") + text_cell("x")), "s.ods")
    assert reading.format == "ods"
    assert reading.tables[0].frame.iloc[0].tolist() == ["007", "x"]


def test_an_open_document_sheet_keeps_ids_as_they_are_shown():
    data = open_document(
        text_cell("id") + text_cell("a") + text_cell("b"),
        number_cell("7", "007") + number_cell("3", "03", 2),
        number_cell("7310582219447731201", "7.31E+18") + number_cell("0.5", "00.5") + number_cell("1000", "1.000"),
        number_cell("7", "7") + number_cell("7", "P-007") + text_cell("x"),
    )
    rows_read = read(data, "s.ods").tables[0].frame.to_numpy().tolist()
    assert rows_read == [["007", "03", "03"], ["7310582219447731201", "0.5", "1000"], ["7", "P-007", "x"]]


def test_repeated_rows_of_an_open_document_sheet_are_counted():
    data = open_document(
        text_cell("id") + text_cell("n"),
        number_cell("5", "5") + text_cell("x"),
        number_cell("5", "005") + text_cell("y"),
    )
    name, changed = "content.xml", io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as given, zipfile.ZipFile(changed, "w") as archive:
        for member in given.namelist():
            content = given.read(member)
            if member == name:
                head, tail = content.split(b"</table:table-row>", 1)
                tail = tail.replace(b"<table:table-row>", b'<table:table-row table:number-rows-repeated="3">', 1)
                content = head + b"</table:table-row>" + tail
            archive.writestr(member, content)
    assert read(changed.getvalue(), "s.ods").tables[0].frame["id"].tolist() == ["5", "5", "5", "005"]


def test_a_stray_cell_at_the_end_of_a_sheet_is_refused_in_a_sentence():
    """Held as a box of 17,000 million cells it would end the process."""

    def fill(sheet):
        rows(["id", "label"], ["1", "x"])(sheet)
        sheet.write_string(1_048_575, 16_383, "stray")

    with pytest.raises(ReadError, match="1,048,576 rows and 16,384 columns"):
        read(book(("s", fill)), "s.xlsx")
    reading = read(book(("stray", fill), ("s", rows(["id", "label"], ["1", "x"]))), "s.xlsx")
    assert [t.name for t in reading.tables] == ["s.xlsx › s"]
    assert any(p.value == "stray" and "spans" in p.action for p in reading.problems)


def test_rows_repeated_a_million_times_are_refused_in_a_sentence():
    data = open_document(text_cell("id") + text_cell("n"), number_cell("1", "1", 16_000) + text_cell("x"))
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as given, zipfile.ZipFile(changed, "w") as archive:
        for member in given.namelist():
            row = b'<table:table-row><table:table-cell office:value-type="float"'
            many = row.replace(b"row>", b'row table:number-rows-repeated="1000000">', 1)
            archive.writestr(member, given.read(member).replace(row, many))
    with pytest.raises(ReadError, match="1,000,001 rows"):
        read(changed.getvalue(), "s.ods")


def test_a_long_text_that_a_small_workbook_repeats_is_refused_before_it_fills_the_memory():
    text = "long " * 6_000  # once in the file of 600 KB, and a gigabyte in the cells

    def fill(sheet):
        rows(["id", "note", "label"])(sheet)
        for row in range(1, 36_001):
            sheet.write_string(row, 1, text)

    began = time.process_time()
    with pytest.raises(ReadError, match="repeats long texts"):
        read(book(("s", fill)), "s.xlsx")
    assert time.process_time() - began < 15


@pytest.mark.parametrize(
    "cell",
    [
        text_cell('a<text:s text:c="2000000000"/>'),
        text_cell("a" * 900_000).replace("<table:table-cell", '<table:table-cell table:number-columns-repeated="1500"'),
    ],
    ids=["spaces", "a text"],
)
def test_what_an_open_document_sheet_repeats_is_refused_before_it_fills_the_memory(cell):
    with pytest.raises(ReadError, match="repeats long texts"):
        read(open_document(text_cell("id"), cell), "s.ods")


def test_an_open_document_sheet_that_is_cut_short_says_so():
    data = open_document(text_cell("id"), text_cell("1"))
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as given, zipfile.ZipFile(changed, "w") as archive:
        for member in given.namelist():
            archive.writestr(member, given.read(member)[:-60])
    with pytest.raises(ReadError, match="damaged"):
        read(changed.getvalue(), "s.ods")


def test_a_stray_cell_at_the_end_of_an_old_workbooks_sheet_is_refused_in_a_sentence():
    made = xlwt.Workbook()
    sheet = made.add_sheet("s")
    for place, text in (((0, 0), "id"), ((1, 0), "1"), ((65_535, 255), "stray")):
        sheet.write(*place, text)
    out = io.BytesIO()
    made.save(out)
    with pytest.raises(ReadError, match="65,536 rows and 256 columns"):
        read(out.getvalue(), "s.xls")


def test_an_error_of_a_formula_stays_to_be_seen():
    def fill(sheet):
        rows(["id", "score"], ["1", 2], ["2", None])(sheet)
        sheet.write_formula(2, 1, "=1/0", None, "#DIV/0!")

    assert read(book(("s", fill)), "s.xlsx").tables[0].frame["score"].tolist() == ["2", "#DIV/0!"]
