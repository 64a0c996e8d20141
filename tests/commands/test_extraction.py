"""`evaluate` on extracted texts: predictors, the published block, rules and options."""

import csv
import json

import pytest

from annoeval.__main__ import main

LABELS = [
    {"id": "a", "url": "u", "title": "kitten", "abstract": "x"},
    {"id": "b", "url": "v", "title": "truck", "abstract": "y"},
]
MODULE = """
from types import SimpleNamespace

def predict(id, pdf, label, suffix="", loud=False):
    if id == "b" and loud:
        raise ValueError("too loud")
    return SimpleNamespace(title=label["title"] + suffix, abstract=label["abstract"])
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "labels.json").write_text(json.dumps(LABELS))
    (tmp_path / "my_model.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


RUN = ["evaluate", "--labels-json-path", "labels.json", "--pdfs-basedir", ".", "--predictor", "my_model:predict"]


def test_a_predictor_is_called_and_scored(folder, capsys):
    assert main([*RUN, "--suffix", "s", "--text"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("-------- TITLE --------\nmy_model---\nN: 2; Mean: 0.845238095238095")
    assert "-------- ABSTRACT --------\nmy_model---\nN: 2; Mean: 1.0; Std: 0.0" in out


def test_a_document_that_fails_is_listed_with_its_id(folder, capsys):
    assert main([*RUN, "--loud", "--json"]) == 0
    out, err = capsys.readouterr()
    assert "b: ValueError: too loud" in err
    board = json.loads(out)["results"]["leaderboard"]
    assert board[0]["n"] == 1
    assert board[0]["failed_documents"] == "1 left out for all models: b"


def test_failed_documents_can_count_nothing(folder, capsys):
    assert main([*RUN, "--loud", "--failed", "zero", "--model", "mine", "--json"]) == 0
    board = json.loads(capsys.readouterr().out)["results"]["leaderboard"]
    assert (board[0]["rater"], board[0]["n"], board[0]["mean"]) == ("mine", 2, 0.5)


def test_the_published_table_is_written_and_read_again(folder, capsys):
    assert main([*RUN, "--suffix=s", "--output-csv-path", "out.csv", "--text"]) == 0
    rows = list(csv.DictReader((folder / "out.csv").open(encoding="utf-8")))
    assert [r["Model"] for r in rows] == ["Gold", "my_model"] * 2
    assert set(rows[0]) == {"SHA", "URL", "Model", "Title", "TitleScore", "Abstract", "AbstractScore"}
    first = capsys.readouterr().out
    assert main(["evaluate", "out.csv", "--text"]) == 0
    assert capsys.readouterr().out == first


def test_unknown_options_are_wrong_use_without_a_predictor(folder, capsys):
    with pytest.raises(SystemExit):
        main(["evaluate", "labels.json", "--suffix", "s"])


def test_an_option_the_predictor_does_not_take_fails_every_document_in_words(folder, capsys):
    assert main([*RUN, "--nonsense", "1", "--json"]) == 0
    assert "2 of 2 documents failed" in capsys.readouterr().err


def test_text_options_are_named_in_the_result(folder, capsys):
    (folder / "pairs.jsonl").write_text(json.dumps({"id": "1", "label": "A ﬁgure here", "prediction": "a figure here"}))
    assert main(["evaluate", "pairs.jsonl", "--text-options", "nfkc,ignore-case", "--json"]) == 0
    board = json.loads(capsys.readouterr().out)["results"]["leaderboard"]
    assert (board[0]["mean"], board[0]["compared"]) == (1.0, "NFKC, case ignored")
    assert main(["evaluate", "pairs.jsonl", "--text-options", "bold"]) == 1
    assert "unknown text option" in capsys.readouterr().err


def test_a_folder_stands_for_its_files(folder, capsys):
    runs = folder / "runs"
    runs.mkdir()
    for model in ("one", "two"):
        pair = {
            "id": "1",
            "ground_truth": {"title": "kitten"},
            "prediction": {"title": "kitten" if model == "one" else "sitting"},
        }
        (runs / f"{model}.jsonl").write_text(json.dumps(pair))
    (runs / "notes.md").write_text("# nothing")
    assert main(["evaluate", str(runs), "--rules", "fingreylit", "--json"]) == 0
    board = json.loads(capsys.readouterr().out)["results"]["leaderboard"]
    assert {(r["rater"], r["mean"]) for r in board if r["by"] == ""} == {("one", 1.0), ("two", 0.0)}


def test_no_file_and_no_predictor_is_said(capsys):
    with pytest.raises(SystemExit) as wrong:
        main(["evaluate"])
    assert wrong.value.code == 2
    assert "name at least one FILE" in capsys.readouterr().err


def test_a_confidence_scale_can_be_said(folder, capsys):
    (folder / "wide.csv").write_text("m_confidence,m_correct\n5,1\n10,0\n")
    assert main(["evaluate", "wide.csv", "--confidence-scale", "0-20", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["results"]["models"]
    assert row["confidence"] == 0.375
    assert main(["evaluate", "wide.csv", "--confidence-scale", "big"]) == 1
