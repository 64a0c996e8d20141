"""`python -m annoeval`: verbs, exit codes, and one sentence for a file that can't be used."""

import csv
import json
import re

import pandas as pd
import pytest

from annoeval.__main__ import main

LABELS = "item_id,rater,label\n1,Ana,cat\n1,Ben,cat\n2,Ana,dog\n2,Ben,cat\n3,Ana,dog\n3,Ben,dog\n4,Ana,cat\n4,Ben,cat\n"


@pytest.fixture
def labels(tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text(LABELS, "utf-8")
    return path


def test_evaluate_json_is_one_document_with_study_and_result_tables(labels, capsys):
    assert main(["evaluate", str(labels), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["study"]["n_items"] == 4
    assert document["study"]["raters"] == [{"name": "Ana", "kind": "human"}, {"name": "Ben", "kind": "human"}]
    assert {"scores", "agreement", "pairs", "confusion", "comparison", "problems"} <= set(document["results"])
    (pair,) = [p for p in document["results"]["pairs"] if p["weights"] in (None, "none", "unweighted", "nominal")]
    assert pair["n"] == 4
    assert pair["observed"] == 0.75
    assert pair["expected"] == 0.5  # Ana 2 cats of 4, Ben 3 of 4: .5·.75 + .5·.25
    assert pair["kappa"] == 0.5


def test_json_has_no_nan_even_where_nothing_is_defined(tmp_path, capsys):
    path = tmp_path / "one.csv"
    path.write_text("item_id,rater,label\n1,Ana,cat\n", "utf-8")
    assert main(["evaluate", str(path), "--json"]) == 0

    def refuse(constant):
        raise AssertionError(constant)

    json.loads(capsys.readouterr().out, parse_constant=refuse)


def test_evaluate_to_read_names_the_tables(labels, capsys):
    assert main(["evaluate", str(labels)]) == 0
    out = capsys.readouterr().out
    assert "agreement" in out
    assert not re.search(r"\bnan\b", out, re.IGNORECASE)


def test_inspect_says_what_and_why(labels, capsys):
    assert main(["inspect", str(labels)]) == 0
    out = capsys.readouterr().out
    assert "because" in out
    assert "4 items, 8 ratings" in out


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.csv", b""),
        ("blank.csv", b"\n\n"),
        ("header.csv", b"item_id,rater,label\n"),
        (
            "picture.csv",
            b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89",
        ),
        ("prose.csv", b"Dear all,\nplease find the minutes below.\nRegards\n"),
        ("list.json", b"[]"),
    ],
)
def test_a_file_that_cannot_be_used_gives_one_sentence_and_exit_code_1(name, content, tmp_path, capsys):
    (tmp_path / name).write_bytes(content)
    assert main(["evaluate", str(tmp_path / name)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    assert name in line
    assert "Traceback" not in line
    assert line.endswith(".")


def test_a_file_that_is_not_there_says_so(capsys):
    assert main(["inspect", "nowhere.csv"]) == 1
    assert "nowhere.csv" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["evaluate"],
        ["template", "f.csv", "-o", "f.docx"],
        ["evaluate", "f", "--protocol", "x"],
        ["evaluate", "f.csv", "--map", "rater"],
        ["prescore", "f.csv", "-o", "f.docx"],
    ],
)
def test_wrong_use_is_exit_code_2(arguments, capsys):
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2


def test_columns_can_be_named_by_hand(tmp_path, capsys):
    path = tmp_path / "odd.csv"
    path.write_text("wer,was,antwort\nAna,1,ja\nBen,1,ja\nAna,2,nein\nBen,2,ja\n", "utf-8")
    assert (
        main(["evaluate", str(path), "--json", "--map", "wer=rater", "--map", "was=item", "--map", "antwort=label"])
        == 0
    )
    assert json.loads(capsys.readouterr().out)["study"]["n_items"] == 2


FIGURE = {"pdf": "p.pdf", "type": "figure", "element_id": "f", "caption": 'A cat, "old"', "content": ""}
FIGURES = [
    FIGURE | {"vlm_description": FIGURE["caption"]},
    FIGURE | {"vlm_description": ""},
    FIGURE | {"type": "table", "caption": "", "vlm_description": "", "content": "mean value 12 34 56 78"},
]


@pytest.mark.model
def test_prescore_keeps_every_row_and_column_in_order_and_adds_the_scores(tmp_path, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_HOME", str(tmp_path))
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    with source.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIGURES[0])
        writer.writeheader()
        writer.writerows(FIGURES)
    assert main(["prescore", str(source), "--scorer", "similarity-only", "-o", str(target)]) == 0
    with target.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [{k: r[k] for k in FIGURES[0]} for r in rows] == FIGURES
    added = [(r["caption_score_ai"], r["vlm_score_ai"], r["table_score_ai"]) for r in rows]
    assert added == [("2", "2", ""), ("0", "0", ""), ("", "", "2")]


@pytest.mark.model
def test_prescore_takes_the_sheet_of_figures_out_of_a_workbook(tmp_path, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_HOME", str(tmp_path))
    source, target = tmp_path / "in.xlsx", tmp_path / "out.csv"
    with pd.ExcelWriter(source) as book:
        pd.DataFrame({"about": ["papers"], "by": ["us"]}).to_excel(book, sheet_name="Read me", index=False)
        pd.DataFrame(FIGURES).to_excel(book, sheet_name="Figures", index=False)
    assert main(["prescore", str(source), "-o", str(target)]) == 0
    assert pd.read_csv(target)["element_id"].tolist() == [row["element_id"] for row in FIGURES]


def test_an_unknown_scorer_is_wrong_use_and_the_known_ones_are_named(tmp_path, capsys):
    source = tmp_path / "figures.csv"
    pd.DataFrame(FIGURES).to_csv(source, index=False)
    with pytest.raises(SystemExit) as stopped:
        main(["prescore", str(source), "--scorer", "oracle", "-o", str(tmp_path / "out.csv")])
    assert stopped.value.code == 2
    assert "similarity only" in capsys.readouterr().err


def test_prescore_says_which_protocols_have_no_scorer(labels, tmp_path, capsys):
    assert main(["prescore", str(labels), "-o", str(tmp_path / "out.csv")]) == 1
    assert "ratings" in capsys.readouterr().err


def test_prescore_needs_a_name_where_the_protocol_publishes_none(labels, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["prescore", str(labels)])
    assert stopped.value.code == 2
    assert "-o OUT is needed" in capsys.readouterr().err


BARE = "type,element_id,caption,vlm_description,content\nfigure,1,,A chart,\ntable,2,,,Table 1 on page 1\n"


def test_figures_have_published_names_for_the_template_and_the_scored_file(tmp_path, monkeypatch, capsys):
    source = tmp_path / "rows.csv"
    source.write_text(BARE)
    monkeypatch.chdir(tmp_path)
    assert main(["template", str(source)]) == 0
    header = (tmp_path / "accuracy_annotations_scored.csv").read_text().splitlines()[0]
    assert header.endswith("content,caption_score,vlm_score,table_score,caption_score_ai,vlm_score_ai,table_score_ai")
    assert main(["prescore", str(source), "--scorer", "recommended"]) == 0
    assert (tmp_path / "accuracy_annotations_scored_ai.csv").exists()
    assert main(["template", "accuracy_annotations_scored.csv"]) == 1
    assert "is the file that was read" in capsys.readouterr().err


def test_there_is_no_template_for_a_table_of_labels(labels, capsys):
    assert main(["template", str(labels)]) == 1
    assert "no template" in capsys.readouterr().err
