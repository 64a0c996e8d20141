"""One vocabulary of yes and no, of no answer, and of what became of an answer, for every reader and protocol."""

from __future__ import annotations

import pandas as pd
import pytest

from annoeval import load
from annoeval.protocols.recall.study import _truth
from annoeval.vocabulary import ACCEPTED, BITS, MISSING, NO, TURNED_DOWN, YES, is_status, is_tie, yes_no

WORDS = sorted(YES), sorted(NO)


def values(study, dimension):
    mine = study.ratings[study.ratings["dimension"] == dimension]
    return [None if pd.isna(v) else float(v) for v in mine["value"]]


def tsv(names, rows):
    return "\n".join("\t".join(r) for r in [names, *rows]).encode()


def test_no_word_means_two_things():
    assert not YES & NO
    assert not (YES | NO) & MISSING
    assert not ACCEPTED & TURNED_DOWN.keys()


def test_every_protocol_reads_each_yes_and_each_no_alike():
    yes, no = WORDS
    words = [*yes, *no]
    right = [1.0] * len(yes) + [0.0] * len(no)
    assert [yes_no(w) for w in words] == [bool(r) for r in right] == [_truth(w) for w in words]
    table = tsv(
        ["image_id", "target", "annotator", "response", "is_correct"],
        [[f"i{n}", "cat", "A", "a cat", w] for n, w in enumerate(words)],
    )
    assert values(load(("r.tsv", table), protocol="recognition"), "recognised") == right
    table = tsv(["id", "m_correct", "m_confidence"], [[f"q{n}", w, "50"] for n, w in enumerate(words)])
    assert values(load(("c.tsv", table), protocol="confidence"), "correct") == right
    table = tsv(["item_id", "rater", "is_correct"], [[f"i{n}", "A", w] for n, w in enumerate(words)])
    assert values(load(("t.tsv", table), protocol="ratings"), "is_correct") == right


@pytest.mark.parametrize(
    ("yes", "no"),
    [("Ja", "Nein"), ("OUI", "non"), ("Sí", "No"), ("да", "НЕТ"), ("evet", "HAYIR"), ("是", "否"), ("TRUE", "False")],
)
def test_a_column_of_any_language_is_read_by_every_protocol(yes, no):
    said = [yes, no] * 10
    table = tsv(["question_id", "m_correct", "m_confidence"], [[f"q{n}", w, "50"] for n, w in enumerate(said)])
    assert values(load(("c.tsv", table), protocol="confidence"), "correct") == [1.0, 0.0] * 10


def test_false_no_and_0_are_not_true_and_what_is_neither_is_listed():
    words = ["TRUE", "false", "Yes", "no", "1", "0", "False", "T", "", "maybe"]
    table = tsv(["item_id", "rater", "is_correct"], [[f"b{n}", "A", w] for n, w in enumerate(words, 1)])
    study = load(("b.tsv", table), protocol="ratings")
    assert values(study, "is_correct") == [1, 0, 1, 0, 1, 0, 0, 1, None]
    assert [(p.row, p.value) for p in study.problems if p.problem == "neither yes nor no"] == [(11, "maybe")]


def test_labels_of_yes_and_no_in_a_set_of_columns_are_indicators_in_any_language():
    rows = [[f"i{n}", *("ja" if n % 3 == k else "nein" for k in range(3))] for n in range(6)]
    study = load(("i.tsv", tsv(["id", "label_cat", "label_dog", "label_fox"], rows)), protocol="ratings")
    assert sorted(study.ratings["value"]) == ["cat", "cat", "dog", "dog", "fox", "fox"]


def test_a_rejected_answer_is_known_in_any_language():
    rows = [[f"i{n}", who, "good", "abgelehnt" if n == 3 else "genehmigt"] for n in range(6) for who in "AB"]
    study = load(("s.tsv", tsv(["item_id", "rater", "label", "status"], rows)), protocol="ratings")
    assert len(study.ratings) == 10
    assert [(p.problem, p.count) for p in study.problems if p.action == "not counted"] == [("rejected assignments", 2)]


def test_a_status_of_things_is_none_of_answers():
    assert is_status({"approved", "rejected", "n/a"})
    assert is_status({"APPROVED", "RETURNED", "TIMED-OUT", "AWAITING REVIEW"})
    assert not is_status({"active", "expired"})
    assert not is_status({"n/a"})


def test_digits_alone_are_numbers_before_they_are_yes_and_no():
    assert BITS <= YES | NO
    table = tsv(["item_id", "rater", "is_correct"], [["1", "A", "0"], ["2", "A", "1"]])
    assert load(("n.tsv", table), protocol="ratings").dimensions["is_correct"].names == {}


@pytest.mark.parametrize(
    "text",
    [
        "tie",
        "It's a tie",
        "Both are bad",
        "tie (bothbad)",
        "equally_good",
        "unentschieden",
        "gleich gut",
        "Égalité",
        "empate",
        "les deux",
        "pareggio",
        "Ничья",
        "remis",
        "平局",
        "引き分け",
        "무승부",
        "=",
    ],
)
def test_neither_of_two_is_the_better_in_any_language(text):
    assert is_tie(text)


@pytest.mark.parametrize("text", ["", "A", "good", "left is better", "both_models_v2", "bad", "2"])
def test_a_name_or_a_side_is_no_tie(text):
    assert not is_tie(text)
