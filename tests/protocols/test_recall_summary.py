"""A recall study goes out as the published program's summary.tsv, and comes back as the same study."""

import json
import re

import pandas as pd
import pytest

from annoeval import evaluate, load
from annoeval.__main__ import main
from annoeval.protocols import protocol_of
from annoeval.protocols.recall.tables import trials_said

SLOTS = ("animal", "color", "clothing", "location")
COLUMNS = [
    "condition",
    "phase1_exact_response",
    *(f"{side}_{name}" for side in ("secret", "guess") for name in ("valid", *SLOTS)),
    *("confidence", "score", "exact_matches", "partial_matches"),
    *(f"{slot}_match" for slot in SLOTS),
]
FORMAT = "I understand. I have visualized my scene."
TRIALS = [
    ("control", FORMAT, "owl, red, hat, beach", "owl, dark red, hat, desert", "50"),
    ("experimental", "Fine.", "fox, blue, scarf, park", "fox, blue, , park", "high"),
    ("experimental", FORMAT, "", "elk, red, cap, pier", "40"),
]


def lines(words):
    named = zip(SLOTS, words.split(", "), strict=True) if words else ()
    return "\n".join(f"{slot.capitalize()}: {word}" for slot, word in named if word)


@pytest.fixture
def trials(tmp_path):
    rows = [
        {
            "trial_index": i,
            "condition": c,
            "phase1_thinking": lines(secret),
            "phase1_visible_text": seen,
            "phase2_thinking": "",
            "phase2_visible_text": f"{lines(guess)}\nConfidence: {sure}",
        }
        for i, (c, seen, secret, guess, sure) in enumerate(TRIALS)
    ]
    path = tmp_path / "trials.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


def test_raw_trials_are_written_as_the_published_summary(trials, capsys):
    out = trials.with_name("summary.tsv")
    assert main(["prescore", str(trials), "-o", str(out)]) == 0
    assert "3 items scored" in capsys.readouterr().err
    rows = pd.read_csv(out, sep="\t", dtype=str, keep_default_na=False)
    assert list(rows.columns) == COLUMNS
    assert rows.loc[0].tolist() == [
        "control",
        "True",
        "True",
        "owl",
        "red",
        "hat",
        "beach",
        "True",
        "owl",
        "dark red",
        "hat",
        "desert",
        "50",
        "0.625",
        "2",
        "1",
        "1.0",
        "0.5",
        "1.0",
        "0.0",
    ]
    # valid means that no slot is blank
    assert rows["secret_valid"].tolist() == ["True", "True", "False"]
    assert rows["guess_valid"].tolist() == ["True", "False", "True"]


def figures(study):
    results = evaluate(study)
    wanted = ("scores", "comparison", "recall_counts", "recall_funnel", "recall_means", "recall_confidence")
    return {name: results[name].reset_index(drop=True) for name in wanted}


def test_read_back_it_is_the_same_study(trials, capsys):
    out = trials.with_name("summary.tsv")
    main(["prescore", str(trials), "-o", str(out)])
    before, after = figures(load(trials)), figures(load(out))
    for name, table in before.items():
        pd.testing.assert_frame_equal(table, after[name])
    assert not load(out).problems or all("_valid" not in p.problem for p in load(out).problems)


def test_several_runs_stand_in_one_file_with_the_header_between(trials):
    two = [(f"{run}/trials.jsonl", trials.read_bytes()) for run in ("a", "b")]
    study = load(*two)
    rows = protocol_of(study).published(study)
    conditions = [c for c, *_ in TRIALS]
    assert rows["condition"].tolist() == [*conditions, "condition", *conditions]
    again = load(("summary.tsv", rows.to_csv(sep="\t", index=False).encode()))
    assert again.items["run"].nunique() == 2
    assert len(again.items) == 6


def test_scored_valid_and_used_stand_in_one_sentence(trials):
    assert trials_said(load(trials)) == (
        "All 3 trials are scored and used; **1** of them are valid (secret and guess complete), "
        "and **1** of these followed the format of phase 1."
    )


def test_the_published_files_go_round_without_a_changed_figure(real_file, tmp_path):
    expected = json.loads(real_file("recall", "expected.json").read_text())
    published = real_file("recall", "summary.tsv").read_text().splitlines()
    out = tmp_path / "summary.tsv"
    assert main(["prescore", str(real_file("recall", "trials.jsonl")), "-o", str(out)]) == 0
    written = out.read_text().splitlines()
    without_valid = [[c for i, c in enumerate(row.split("\t")) if i != 2] for row in written]
    assert without_valid == [[c for i, c in enumerate(row.split("\t")) if i != 2] for row in published]
    results = evaluate(load(out))
    counts = results["recall_counts"].query("rater == 'as published'").set_index("group")
    means = results["recall_means"].query("rater == 'as published' and over == 'all trials'").set_index("group")
    for group in ("all", "control", "experimental"):
        assert means.loc[group, "mean"] == expected[group]["mean"]
        assert means.loc[group, "sd"] == pytest.approx(expected[group]["sd"], abs=1e-12)
        for name in ("exact", "partial", "secret_complete", "guess_complete"):
            assert counts.loc[group, name] == expected[group][name]
    assert "All 80 trials are scored and used; **72** of them are valid" in trials_said(load(out))


def test_analyze_lists_each_trial_with_a_mark_per_slot(trials, capsys):
    assert main(["analyze", str(trials)]) == 0
    out = capsys.readouterr().out
    assert re.search(r"TRIALS\n✓ exact  ~ partial  ✗ none", out)
    assert re.search(r"control +✓ ~ ✓ ✗ +0\.625 +50", out)
