"""A report is verified by its own data: as written it agrees, and one changed digit is named."""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from random import Random

import pytest

from annoeval.reading.table import ReadError
from annoeval.report.archive import MANIFEST, Enclosed, as_archive
from annoeval.report.material import Asked, Material
from annoeval.report.verify import verify
from annoeval.study import Study

FILE = ("captions.csv", None)


@pytest.fixture(scope="module")
def archive(captions: Study) -> bytes:
    rows = [f"c{i},{'Biology' if i % 2 else 'Physics'},{i % 3},{i % 2 if i < 10 else ''}" for i in range(40)]
    data = "\n".join(["id,domain,ai_score,human_score", *rows]).encode()
    material = Material(captions, Asked(("summary", "truth", "scores", "methods")), made="1 January 2026")
    return as_archive(material, Enclosed([("captions.csv", data)], {**captions.options, "protocol": captions.protocol}))


def changed(archive: bytes, path: str, change: Callable[[bytes], bytes], hidden: bool = False) -> bytes:
    """The archive with one file changed. hidden: the manifest says that it was written so."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        files = {n: old.read(n) for n in old.namelist()}
        files[path] = change(files[path])
        if hidden:
            told = json.loads(files[MANIFEST])
            told["files"][path] = hashlib.sha256(files[path]).hexdigest()
            files[MANIFEST] = json.dumps(told).encode()
        for name, content in files.items():
            new.writestr(name, content)
    return out.getvalue()


def swapped(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    def change(content: bytes) -> bytes:
        assert old in content
        return content.replace(old, new, 1)

    return change


def test_a_report_agrees_with_its_data(archive):
    found = verify(archive, "report.zip")
    assert found.differences == ()
    assert found.tables == 4


def test_the_same_study_and_day_give_the_same_bytes(archive, captions):
    material = Material(captions, Asked(("summary", "truth", "scores", "methods")), made="1 January 2026")
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        data = packed.read("data/files/01_captions.csv")
    again = as_archive(
        material, Enclosed([("captions.csv", data)], {**captions.options, "protocol": captions.protocol})
    )
    assert again == archive


def test_another_process_writes_the_same_bytes(tmp_path):
    file = tmp_path / "scores.csv"
    drawn = Random(3)
    rows = [f"i{i},{who},{drawn.randrange(3)},{'ABC'[i % 3]}" for i in range(60) for who in ("Aiko", "Jonas", "Mia")]
    file.write_text("\n".join(["item_id,rater,score,domain", *rows]))
    written = []
    for salt in ("1", "2"):
        out = tmp_path / f"{salt}.zip"
        env = {**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": os.pathsep.join(sys.path)}
        order = [sys.executable, "-m", "annoeval", "report", str(file), "-o", str(out)]
        subprocess.run(order, env=env, capture_output=True, check=True)
        written.append(out.read_bytes())
    with zipfile.ZipFile(io.BytesIO(written[0])) as packed:
        assert packed.read("references.bib").count(b"@") >= 5
    assert written[0] == written[1]


@pytest.mark.parametrize("hidden", [False, True])
def test_a_changed_digit_of_a_table_is_named_with_its_row_and_column(archive, hidden):
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        line = packed.read("tables/scores_score_rater.csv").decode("utf-8-sig").splitlines()[1]
    mean = next(c for c in line.split(",") if c.startswith("0.9"))
    told = verify(
        changed(archive, "tables/scores_score_rater.csv", swapped(mean.encode(), b"1" + mean[1:].encode()), hidden), "r"
    )
    assert [d.split(":")[0] for d in told.differences] == ["tables/scores_score_rater.csv, row 1, mean"]
    assert f"1{mean[1:]} in the report, {mean} recomputed" in told.differences[0]


@pytest.mark.parametrize("hidden", [False, True])
def test_a_changed_digit_on_the_page_is_named_with_its_table(archive, hidden):
    cell = b'<td class="ar-number">40</td>'
    found = verify(changed(archive, "report.html", swapped(cell, cell.replace(b"40", b"41")), hidden), "r")
    assert len(found.differences) == 1
    assert found.differences[0].startswith("report.html, table “Score: what is true of all items”, row 1, ")
    assert found.differences[0].endswith("41 in the report, 40 recomputed")


def test_a_changed_sentence_and_a_changed_plot_are_named(archive):
    found = verify(changed(archive, "report.html", swapped(b"10 of 40 items", b"12 of 40 items"), True), "r")
    assert "report.html, under “In short”: " in found.differences[0]
    found = verify(changed(archive, "report.html", swapped(b'"x": [0.', b'"x": [1.'), True), "r")
    assert found.differences[0].startswith("report.html, plot ")


@pytest.mark.parametrize("path", ["report.md", "report.tex"])
def test_a_changed_digit_of_a_text_is_named_with_its_line(archive, path):
    found = verify(changed(archive, path, swapped(b"10 of 40", b"11 of 40"), True), "r")
    assert found.differences[0].startswith(f"{path}, line ")


def test_a_changed_cell_of_the_workbook_is_named_with_its_sheet(archive):
    def change(data: bytes) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
            for name in old.namelist():
                content = old.read(name)
                if name == "xl/worksheets/sheet4.xml":
                    content = content.replace(b"<v>40</v>", b"<v>41</v>", 1)
                new.writestr(name, content)
        return out.getvalue()

    found = verify(changed(archive, "report.xlsx", change, True), "r")
    assert found.differences[0].startswith("report.xlsx, sheet scores_score_rater, row ")


def test_changed_data_give_other_numbers_and_are_named(archive):
    found = verify(changed(archive, "data/files/01_captions.csv", swapped(b"c1,Biology,1,1", b"c1,Biology,2,1")), "r")
    assert any(d.startswith("data/files give other data") for d in found.differences)
    assert "data/files/01_captions.csv was changed after it was written" in found.differences


def test_a_file_too_many_and_one_missing_are_named(archive):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            if name != "tables/coverage_score.csv":
                new.writestr(name, old.read(name))
        new.writestr("tables/more.csv", b"a\n1\n")
    found = verify(out.getvalue(), "r").differences
    assert "tables/coverage_score.csv is missing" in found
    assert "tables/more.csv is not in the manifest" in found


def test_what_is_no_report_is_refused_in_a_sentence():
    with pytest.raises(ReadError, match=r"x\.zip is no ZIP archive"):
        verify(b"PK\x03\x04nothing", "x.zip")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("a.csv", "a")
    with pytest.raises(ReadError, match="is no report"):
        verify(out.getvalue(), "x.zip")
