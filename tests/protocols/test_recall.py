"""A recall experiment's summary.tsv becomes a Study with both rules side by side."""

import re

import pandas as pd
import pytest

from annoeval.protocols.recall import Recall
from annoeval.ratings import matrix
from annoeval.reading.table import Reading, Table

COLUMNS = [
    "condition",
    "phase1_exact_response",
    "secret_valid",
    "secret_animal",
    "secret_color",
    "secret_clothing",
    "secret_location",
    "guess_valid",
    "guess_animal",
    "guess_color",
    "guess_clothing",
    "guess_location",
    "confidence",
    "score",
    "exact_matches",
    "partial_matches",
    "animal_match",
    "color_match",
    "clothing_match",
    "location_match",
]


def summary(*rows: str, name: str = "summary.tsv") -> Reading:
    """A reading of rows written as `condition|secret,secret,…|guess,…|confidence|score|match,…`."""
    cells = []
    for row in rows:
        condition, secret, guess, confidence, score, matches = row.split("|")
        cells.append([condition, "True", "False", *secret.split(","), "True", *guess.split(","), confidence, score,
                      "", "", *matches.split(",")])  # fmt: skip
    frame = pd.DataFrame(cells, columns=COLUMNS, index=pd.RangeIndex(2, len(cells) + 2, name="row"))
    return Reading(name, "csv", (Table(name, frame.where(frame != "", None)),))


ROWS = (
    "control|octopus,dark red,denim jacket,beach|octopus,emerald green,straw hat,beach|50|0.5|1.0,0.0,0.0,1.0",
    "control|giraffe,,top hat,the beach|,green,T-shirt,beach|high|0.125|0.0,0.0,0.0,0.5",
    "experimental|owl,red,scarf,garden|owl,RED,wool scarf,garden||0.875|1.0,1.0,0.5,1.0",
)


def build(*readings: Reading, **options: object):
    return Recall().build(readings, options)


def test_the_columns_are_recognised():
    assert Recall().detect([summary(*ROWS)]).confidence >= 0.8
    other = Reading("x.csv", "csv", (Table("x.csv", pd.DataFrame({"secret_valid": ["a"], "guess_valid": ["b"]})),))
    assert Recall().detect([other]) is None


def test_slots_are_scored_by_both_rules_and_the_score_is_their_mean():
    scores = matrix(build(summary(*ROWS)), "score", "latest")
    assert scores["as published"].tolist() == [0.5, 0.125, 0.875]
    assert scores["recommended"].tolist() == [0.5, 0.25, 0.875]


def test_the_published_rule_headlines_unless_told_otherwise():
    assert build(summary(*ROWS)).headline == "as published"
    assert build(summary(*ROWS), rule="recommended").headline == "recommended"


def test_slots_are_scores_and_never_judgements():
    assert {s.role for s in build(summary(*ROWS)).dimensions.values()} == {"score"}


def test_secret_valid_is_recomputed_and_said_once():
    study = build(summary(*ROWS))
    assert study.items["secret_complete"].tolist() == [True, False, True]
    (problem,) = [p for p in study.problems if p.column == "secret_valid"]
    assert problem.count == 2
    assert "always says False" in problem.problem


def test_a_table_that_never_asked_for_confidence_lacks_none():
    study = build(summary(*(re.sub(r"\|(50|high)\|", "||", row) for row in ROWS)))
    assert study.items["confidence"].isna().all()
    assert not [p for p in study.problems if p.column == "confidence"]


def test_a_confidence_in_words_is_missing_and_counted():
    study = build(summary(*ROWS))
    assert study.items["confidence"].tolist()[0] == 0.5
    assert study.items["confidence"].isna().tolist() == [False, True, True]
    assert {p.value for p in study.problems if p.column == "confidence"} == {"high", None}


def test_a_score_that_the_rule_does_not_give_is_kept_and_said():
    study = build(summary("control|owl,red,hat,bar|owl,red,hat,bar|50|0.25|1.0,1.0,1.0,1.0"))
    assert matrix(study, "score", "latest").iloc[0].tolist() == [0.25, 1.0]
    assert [p.column for p in study.problems if "published rule" in p.problem] == ["score"]


def test_sorting_the_file_keeps_every_trials_id():
    forward, backward = build(summary(*ROWS)), build(summary(*ROWS[::-1]))
    key = "secret_animal"
    assert dict(zip(forward.items[key], forward.items.index, strict=True)) == dict(
        zip(backward.items[key], backward.items.index, strict=True)
    )


def test_a_header_repeated_in_the_file_starts_another_run():
    reading = summary(*ROWS)
    frame = reading.tables[0].frame
    again = pd.concat([frame, pd.DataFrame([COLUMNS], columns=COLUMNS), frame], ignore_index=True)
    study = build(Reading("summary.tsv", "csv", (Table("summary.tsv", again),)))
    assert len(study.items) == 6
    assert "run" in study.groups
    assert study.items["run"].nunique() == 2


def test_counts_tell_exact_and_partial_recalls_by_condition():
    counts = Recall().tables(build(summary(*ROWS)))["recall_counts"]
    published = counts[counts["rater"] == "as published"].set_index("group")
    assert published.loc["all", ["exact", "partial", "none", "secret_complete", "guess_complete"]].tolist() == [
        5,
        2,
        5,
        2,
        2,
    ]
    assert published.loc["control", ["n", "exact", "partial"]].tolist() == [2, 2, 1]


def test_the_experiments_own_figures(real_file):
    frame = pd.read_csv(real_file("recall", "summary.tsv"), sep="\t", dtype=str, keep_default_na=False)
    study = build(Reading("summary.tsv", "csv", (Table("summary.tsv", frame.where(frame != "", None)),)))
    scores = matrix(study, "score", "latest")["as published"]
    by = scores.groupby(study.items["condition"])
    assert by.mean().tolist() == pytest.approx([0.459375, 0.621875])
    assert by.std().tolist() == pytest.approx([0.21997140694143608, 0.22015346483061102])
    counts = Recall().tables(study)["recall_counts"].iloc[0]
    assert counts[["exact", "partial", "secret_complete", "guess_complete"]].tolist() == [169, 8, 77, 74]
    assert study.items["confidence"].corr(scores) == pytest.approx(0.4702445986903613)
    assert sum(p.count for p in study.problems if p.column == "secret_valid") == 77
