"""Recall trials from raw text, alone and beside the summary."""

import json

import pandas as pd

from annoeval.opening import load
from annoeval.protocols.recall import Recall
from annoeval.ratings import matrix
from annoeval.reading import read

HEADER = (
    "condition\tphase1_exact_response\tsecret_valid\tsecret_animal\tsecret_color\tguess_valid\tguess_animal\t"
    "guess_color\tconfidence\tscore\tanimal_match\tcolor_match\n"
)


def trial(index, thinking, said, condition="control", visible="I understand. I have visualized my scene."):
    return {
        "trial_index": index,
        "condition": condition,
        "phase1_thinking": thinking,
        "phase1_visible_text": visible,
        "phase2_thinking": "",
        "phase2_visible_text": said,
    }


def raw(*trials, name="trials.jsonl"):
    return read("\n".join(json.dumps(t) for t in trials).encode(), name, {})


def summary(*rows, name="summary.tsv"):
    return read((HEADER + "\n".join("\t".join(r.split("|")) for r in rows) + "\n").encode(), name, {})


OWL = trial(0, "Animal: owl, Color: red", "**Animal:** owl\n**Color:** blue\nConfidence: 50")
FOX = trial(1, "Animal: fox, Color: ", "Color: green\nConfidence: high", visible="Done!")
NONE = trial(2, "I can't do this.", "It was nice.", condition="experimental")
PAIR = {"slots": ["animal", "color"]}


def cells(column):
    return [None if pd.isna(v) else v for v in column]


def build(*readings, **options):
    return Recall().build(readings, {**PAIR, **options})


def test_raw_trials_alone_give_slots_scores_and_confidence():
    study = build(raw(OWL, FOX, NONE))
    assert list(study.items.index) == ["0", "1", "2"]
    assert cells(study.items["secret_animal"]) == ["owl", "fox", None]
    assert cells(study.items["guess_color"]) == ["blue", "green", None]
    assert study.items["phase1_followed"].tolist() == [True, False, True]
    assert matrix(study, "score", "latest")["as published"].tolist() == [0.5, 0.0, 0.0]
    assert study.items["confidence"].tolist()[0] == 0.5
    assert study.items["confidence_read"].tolist()[1] == 0.75


def test_failures_are_sorted_by_what_happened():
    study = build(raw(OWL, FOX, NONE))
    assert cells(study.items["secret_failure"]) == [None, "missing slot", "refusal"]
    assert cells(study.items["guess_failure"]) == [None, "missing slot", "other format"]


def test_a_trial_index_that_comes_again_is_another_run():
    study = build(raw(OWL, FOX, OWL))
    assert study.items["run"].nunique() == 2
    assert study.items.index.is_unique
    assert any("re-run" in p.problem for p in study.problems)


def test_trials_counted_within_each_condition_are_one_run():
    study = build(raw(OWL, {**OWL, "condition": "experimental"}))
    assert "run" not in study.items
    assert list(study.items.index) == ["control/0", "experimental/0"]


def test_summary_and_raw_text_become_one_trial_each():
    study = build(summary("control|True|False|owl|red|True|owl|blue|50|0.5|1.0|0.0"), raw(OWL))
    assert list(study.items.index) == ["0"]
    assert study.items["phase2_visible_text"].iloc[0].startswith("**Animal:**")
    assert not any("raw text" in p.problem for p in study.problems)


def test_words_that_differ_between_the_files_are_said_and_the_summary_counts():
    files = summary("control|True|False|owl|red|True|owl|green|50|0.5|1.0|0.0"), raw(OWL)
    study = build(*files)
    assert study.items["guess_color"].tolist() == ["green"]
    assert [p.column for p in study.problems if "raw text" in p.problem] == ["guess_color"]
    assert build(*files, reextract=True).items["guess_color"].tolist() == ["blue"]


def test_editing_a_pattern_changes_which_trials_are_valid():
    files = (raw(trial(0, "animal ~ owl, color ~ red", "animal ~ owl\ncolor ~ red")),)
    assert build(*files).items["guess_complete"].tolist() == [False]
    arrows = {"shapes": {"arrow": r"{slot}\s*~\s*(?P<value>\w+)"}}
    assert build(*files, patterns=arrows).items["guess_complete"].tolist() == [True]


def test_runs_dropped_together_are_a_group():
    study = build(raw(OWL, name="one/trials.jsonl"), raw(OWL, FOX, name="two/trials.jsonl"))
    assert study.groups == ("condition", "run")
    assert study.items["run"].tolist() == ["one", "two", "two"]


def test_trials_of_one_file_only_are_kept_and_said():
    study = build(summary("control|True|False|owl|red|True|owl|blue|50|0.5|1.0|0.0"), raw(OWL, NONE))
    assert len(study.items) == 2
    assert any("missing from the summary" in p.problem for p in study.problems)


def test_files_of_one_name_in_two_folders_are_two_runs(tmp_path):
    paths = []
    for run in ("first", "second"):
        (tmp_path / run).mkdir()
        path = tmp_path / run / "summary.tsv"
        path.write_text(HEADER + "control\tTrue\tFalse\towl\tred\tTrue\towl\tblue\t50\t0.5\t1.0\t0.0\n")
        paths.append(path)
    assert load(*paths).items["run"].tolist() == ["first", "second"]
