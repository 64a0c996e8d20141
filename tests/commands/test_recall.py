"""`quick` and `analyze` on the folder of a recall experiment."""

import json
import re

import pytest

from annoeval.__main__ import main

HEADER = (
    "condition\tphase1_exact_response\tsecret_valid\tsecret_animal\tsecret_color\tguess_valid\tguess_animal\t"
    "guess_color\tconfidence\tscore\tanimal_match\tcolor_match\n"
)
ROWS = (
    "control\tTrue\tFalse\towl\tred\tTrue\towl\tdark red\t50\t0.75\t1.0\t0.5\n"
    "control\tFalse\tFalse\tfox\tblue\tFalse\t\tgreen\thigh\t0.0\t0.0\t0.0\n"
    "experimental\tTrue\tFalse\tbee\tred\tTrue\tbee\tred\t90\t1.0\t1.0\t1.0\n"
    "experimental\tTrue\tFalse\telk\tred\tTrue\telk\tblue\t40\t0.5\t1.0\t0.0\n"
)
TRIALS = [
    {
        "trial_index": i,
        "condition": c,
        "phase1_thinking": f"Animal: {a}, Color: {b}",
        "phase1_visible_text": "x",
        "phase2_thinking": "",
        "phase2_visible_text": said,
    }
    for i, (c, a, b, said) in enumerate(
        [
            ("control", "owl", "red", "Animal: owl\nColor: dark red\nConfidence: 50"),
            ("control", "fox", "blue", "Color: green\nConfidence: high"),
            ("experimental", "bee", "red", "Animal: bee\nColor: red\nConfidence: 90"),
            ("experimental", "elk", "red", "Animal: elk\nColor: blue\nConfidence: 40"),
        ]
    )
]


@pytest.fixture
def folder(tmp_path):
    run = tmp_path / "run_a"
    run.mkdir()
    (run / "summary.tsv").write_text(HEADER + ROWS)
    (run / "trials.jsonl").write_text("\n".join(map(json.dumps, TRIALS)))
    (run / "notes.txt").write_text("nothing")
    return run


def test_quick_shows_averages_by_condition_and_a_line_a_trial(folder, capsys):
    assert main(["quick", str(folder)]) == 0
    out = capsys.readouterr().out
    assert "run_a: 4 trials" in out
    assert re.search(r"control +n +2 +score 0\.375", out)
    assert re.search(r"experimental +n +2 +score 0\.750", out)
    assert re.search(r"0 +control +✓ ~ +0\.750 +50 +owl → owl; red → dark red", out)
    assert re.search(r"1 +control +✗ ✗ +0\.000 +high +fox → –; blue → green", out)
    assert not re.search(r"\bnan\b|None", out)


def test_analyze_answers_the_questions_and_shows_every_slot(folder, capsys):
    assert main(["analyze", str(folder)]) == 0
    out = capsys.readouterr().out
    for question in ("Is recall above chance?", "Does the condition matter?", "Are some slots easier?"):
        assert question in out
    assert "recalls more" in out or "No difference between" in out
    assert re.search(r"animal +experimental +2 +1", out)
    assert "FUNNEL" in out
    assert not re.search(r"\bnan\b|None", out)


def test_a_folder_of_runs_is_one_study(folder, capsys):
    other = folder.parent / "run_b"
    other.mkdir()
    (other / "summary.tsv").write_text(HEADER + ROWS)
    assert main(["quick", str(folder.parent)]) == 0
    out = capsys.readouterr().out
    assert ": 8 trials" in out
    assert re.search(r"run run_b +n +4", out)


def test_one_of_the_two_files_is_enough(folder, capsys):
    (folder / "summary.tsv").unlink()
    assert main(["quick", str(folder)]) == 0
    assert "4 trials" in capsys.readouterr().out


def test_a_folder_without_trials_is_said(tmp_path, capsys):
    assert main(["quick", str(tmp_path)]) == 1
    assert "neither a summary.tsv nor a trials.jsonl" in capsys.readouterr().err
    assert main(["analyze", str(tmp_path / "none")]) == 1
    assert "no folder" in capsys.readouterr().err
