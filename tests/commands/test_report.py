"""`report` writes a file's figures in the form that the ending names, and `verify` recomputes an archive."""

import io
import zipfile

import pytest

from annoeval.__main__ import main

DATA = "id,domain,ai_score,human_score\n" + "\n".join(
    f"c{i},{'Biology' if i % 2 else 'Physics'},{i % 3},{(i + (i % 4 == 0)) % 3}" for i in range(24)
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "captions.csv"
    path.write_text(DATA)
    return path


@pytest.mark.parametrize(
    ("ending", "begins"),
    [(".html", b"<!doctype html>"), (".xlsx", b"PK"), (".md", b"# "), (".tex", b"% Text")],
)
def test_the_ending_says_the_form(file, tmp_path, ending, begins):
    out = tmp_path / f"report{ending}"
    assert main(["report", str(file), "-o", str(out), "--sections", "summary,scores"]) == 0
    assert out.read_bytes().startswith(begins)


def test_an_archive_is_verified_and_a_changed_digit_named(file, tmp_path, capsys):
    out = tmp_path / "report.zip"
    assert main(["report", str(file), "-o", str(out), "--sections", "scores", "--where", "domain=Biology"]) == 0
    assert main(["verify", str(out)]) == 0
    assert "every number is as recomputed" in capsys.readouterr().out
    changed = io.BytesIO()
    with zipfile.ZipFile(out) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, content.replace(b",12,", b",13,", 1) if name.endswith("_rater.csv") else content)
    out.write_bytes(changed.getvalue())
    assert main(["verify", str(out)]) == 3
    assert "tables/scores_score_rater.csv, row 1, n: 13 in the report, 12 recomputed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--where", "domain=Law"], "there is no 'Law' here; there is Physics and Biology"),
        (["--where", "field=Law"], "there is no 'field' here; there is domain"),
        (["--dimension", "beauty"], "there is no 'beauty' here; there is score"),
        (["--cluster", "domain"], "there is no 'domain' here; there is none"),
        (["--reviewed", "no"], "No item passes the filter (not reviewed by people)"),
    ],
)
def test_a_name_that_the_study_does_not_have_is_refused_with_those_it_has(file, tmp_path, capsys, more, said):
    out = tmp_path / "r.html"
    assert main(["report", str(file), "-o", str(out), *more]) == 1
    assert said in capsys.readouterr().err
    assert not out.exists()


def test_an_ending_without_a_form_is_wrong_use(file, capsys):
    with pytest.raises(SystemExit) as left:
        main(["report", str(file), "-o", "report.docx"])
    assert left.value.code == 2
    assert "use one of .html, .xlsx, .tex, .md, .zip" in capsys.readouterr().err


def test_what_is_no_report_is_refused(file, capsys):
    assert main(["verify", str(file)]) == 1
    assert "captions.csv is no ZIP archive" in capsys.readouterr().err
