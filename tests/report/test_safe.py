"""What people wrote stays words in every form of a report: no script, no formula, no markup of theirs acts."""

from __future__ import annotations

import csv
import io
import re
import shutil
import subprocess
import zipfile
from html.parser import HTMLParser

import pytest
from python_calamine import CalamineWorkbook

from annoeval.answers.blocks import Block, as_latex, as_markdown
from annoeval.export import workbook
from annoeval.report.archive import Enclosed, as_archive
from annoeval.report.material import Asked, Material
from annoeval.report.page import as_html
from annoeval.report.texts import latex, markdown
from annoeval.report.workbook import as_workbook
from tests.report.conftest import HOSTILE


class Tags(HTMLParser):
    """All elements of a page, and the code of its scripts by type."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.handlers: list[str] = []
        self.scripts: list[str | None] = []
        self.links: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on")]
        self.links += [v or "" for name, v in attrs if name in ("href", "src")]
        if tag == "script":
            self.scripts.append(dict(attrs).get("type"))


@pytest.fixture(scope="module")
def page(made):
    return as_html(made)


def test_a_page_holds_no_element_that_people_wrote(page):
    found = Tags(page)
    assert "img" not in found.tags
    assert "b" not in re.findall(r"<td[^>]*><(\w+)", page)
    assert found.handlers == []
    assert found.scripts == ["application/json", None, None]  # the figures, plotly, and the report's own


def test_what_people_wrote_is_on_the_page_as_words(page):
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "&lt;img src=x onerror=alert(2)&gt;" in page
    assert HOSTILE not in page


def test_a_page_fetches_nothing_and_lets_no_other_script_run(page):
    assert all(link.startswith("#") for link in Tags(page).links)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page).group(1)
    assert "default-src 'none'" in policy
    assert len(re.findall("'sha256-", policy)) == 2
    assert "unsafe-inline" not in policy.split("script-src")[1].split(";")[0]


def test_a_workbook_holds_text_and_no_formula(made):
    with zipfile.ZipFile(io.BytesIO(as_workbook(made))) as book:
        sheets = [book.read(n).decode() for n in book.namelist() if n.startswith("xl/worksheets/sheet")]
        links = [n for n in book.namelist() if "hyperlink" in n or "externalLink" in n]
    assert sheets
    assert not any("<f>" in s or "<f " in s or "<hyperlink" in s for s in sheets)
    assert links == []


def test_no_cell_of_a_table_in_the_archive_begins_as_a_formula(hostile):
    archive = as_archive(Material(hostile, Asked(), made="1 January 2026"), Enclosed())
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        tables = [n for n in packed.namelist() if n.startswith("tables/")]
        for name in tables:
            for row in csv.reader(io.StringIO(packed.read(name).decode("utf-8-sig"), newline="")):
                for cell in row:
                    assert cell[:1] not in tuple("=+@\t\r")
                    assert cell[:1] != "-" or float(cell) < 0
    assert tables


def test_markdown_shows_marks_as_marks(made):
    text = markdown(made)
    assert r"\<script\>" in text
    assert r"a\|b" in text
    assert r"\*e\*" in text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    cells = {line.count("|") - line.count(r"\|") for line in rows if "labels" not in line}
    assert all(n >= 3 for n in cells)


def test_latex_has_no_bare_special_of_peoples_words(made):
    text = "\n".join(line for line in latex(made).split("\n") if not line.startswith("%"))
    assert r"c \& d\_\%\$\#" in text
    assert not re.search(r"(?<!\\)[%#_]", text)


@pytest.mark.parametrize("said", ["# x", "- x", "1. x", "> x", "[a](http://x)", "![a](b)", "<b>", "a\nb", "| x |"])
def test_a_line_of_markdown_begins_nothing(said):
    text = as_markdown([Block("", said, ("a", "b"), ((said, "1"),))])
    assert not re.match(r"(#|- |\d+\. |> )", text)
    assert "](http" not in text.replace(r"\]", "")
    assert [line.count("|") - line.count(r"\|") for line in text.splitlines() if line.startswith("| ")] == [3, 3, 3]


def test_a_backslash_of_a_name_is_no_command():
    assert r"\textbackslash{}input\{x\}" in as_latex([Block("", r"\input{x}")])


MEANT_BY_LATEX = (
    *("[0.3, 0.7]", '["a"]', "*", "\\input{x}", "\\", "a_b & c % d # $x^2$ ~ {z}"),
    *("`x' -- ---", "?`!`", "<<a>>", "≠ μ"),
)


def test_a_row_that_begins_with_a_bracket_or_a_star_is_no_length_of_the_line_before_it():
    text = as_latex([Block("h", "", ("[A]", "B"), tuple((w, "1") for w in MEANT_BY_LATEX))])
    assert not re.search(r"(\\\\|\\midrule|\\toprule)\s*[\[*]", text)
    assert "{}[0.3, 0.7] & 1" in text
    assert r"\textasciigrave{}x' -{}- -{}-{}-" in text  # quotes and dashes as they were written


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed (texlive-latex-recommended)")
def test_latex_of_hostile_words_compiles(made, tmp_path):
    rows = as_latex([Block("[h]", "*", ("[A]", "B"), tuple((w, w) for w in MEANT_BY_LATEX), caption="[c]")])
    words = f"\\begin{{document}}\n{latex(made)}\n{rows}\n\\end{{document}}"
    (tmp_path / "a.tex").write_text(f"\\documentclass{{article}}\\usepackage{{booktabs,graphicx}}{words}", "utf-8")
    told = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-draftmode", "a.tex"],
        cwd=tmp_path,
        capture_output=True,
        timeout=60,
    )
    assert told.returncode == 0, told.stdout.decode("utf-8", "replace")[-2000:]


def test_sheets_that_would_be_named_alike_are_told_apart(made):
    long = "x" * 40
    frame = made.tables[0].frame
    data = workbook({long + "1": frame, long + "2": frame, "A/B": frame, "a b": frame, "'": frame})
    names = CalamineWorkbook.from_filelike(io.BytesIO(data)).sheet_names
    assert names == ["x" * 31, "x" * 29 + "_2", "A B", "a b_2", "Sheet"]


def test_a_table_of_latex_is_as_wide_as_the_line_and_no_longer_than_a_page():
    narrow = as_latex([Block("h", "", ("a", "b"), (("x", "1"),))])
    assert r"\begin{tabular}{lr}" in narrow
    assert "resizebox" not in narrow
    said = "A sentence is set in lines of its own column, however long it gets to be."
    wide = as_latex([Block("h", "", ("a", *"bcdefgh"), (("x", said, *["1234.56"] * 6),) * 60, words=(0, 1))])
    assert re.search(r"\\begin\{tabular\}\{lp\{0\.\d\d\\linewidth\}r{6}\}", wide)
    assert wide.count(r"\begin{table}") == 4  # three lines a row, 46 on a page
    assert wide.count(", continued.") == 3
    assert r"\resizebox{\linewidth}{!}{\begin{tabular}" in as_latex(
        [Block("h", "", ("word " * 4,) * 12, (("1",) * 12,))]
    )
