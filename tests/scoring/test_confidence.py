"""Stated confidences: numbers, percentages, words, and what stays missing."""

import numpy as np
import pytest

from annoeval.scoring.confidence import find_scale, read_confidence, read_confidences


@pytest.mark.parametrize(
    ("text", "share", "form"),
    [
        ("50", 0.5, "number"),
        ("62,5", 0.625, "number"),
        ("5e1", 0.5, "number"),
        ("1", 0.01, "number"),
        ("100", 1.0, "number"),
        ("85%", 0.85, "percent"),
        ("about 85 percent", 0.85, "percent"),
        ("8/10", 0.8, "fraction"),
        ("8 out of 10", 0.8, "fraction"),
        ("**85**", 0.85, "number"),
        ("high", 0.75, "words"),
        ("Very high", 0.9, "words"),
        ("very low", 0.1, "words"),
        ("low", 0.25, "words"),
        ("medium-high", 0.65, "words"),
        ("my confidence is very low here", 0.1, "words"),
        ("", None, "missing"),
        ("N/A", None, "missing"),
        ("no_confidence", None, "missing"),
        ("0", 0.0, "number"),
        ("0.85", None, "ambiguous"),
        ("140", None, "outside"),
        ("-5", None, "outside"),
        ("blue", None, "unreadable"),
    ],
)
def test_reading_one_confidence(text, share, form):
    read, how = read_confidence(text)
    assert how == form
    assert read == (None if share is None else pytest.approx(share))


def test_a_bare_number_is_judged_on_its_own_scale():
    assert read_confidence("8", scale=(0, 10)) == (0.8, "number")
    assert read_confidence("80", scale=(0, 10)) == (None, "outside")
    assert read_confidence("80%", scale=(0, 10)) == (0.8, "percent")


def test_words_and_missing_are_left_out_of_the_bare_numbers():
    read = read_confidences(["50", "high", None, "70 %"])
    assert read.value.tolist()[:2] == [0.5, 0.75]
    assert np.isnan(read.value[2])
    assert np.isnan(read.bare).tolist() == [False, True, True, True]


def test_the_words_can_be_edited():
    assert read_confidence("high", words={"high": 80.0}) == (0.8, "words")
    assert read_confidence("low", words={"high": 80.0}) == (None, "unreadable")


def test_the_ends_of_the_scale_are_kept():
    stated = ["0", "1", "50", "100", "85%", "0.85"]
    assert find_scale(stated) == (0, 100)
    read = read_confidences(stated, find_scale(stated))
    assert read.value[:5].tolist() == [0.0, 0.01, 0.5, 1.0, 0.85]
    assert read.form[5] == "ambiguous"
    shares = ["0", "1", "0.5", "0.85"]
    assert read_confidences(shares, find_scale(shares)).value.tolist() == [0.0, 1.0, 0.5, 0.85]


def test_a_scale_is_found_over_the_whole_column():
    assert find_scale(["8", "9", "10", "0", "7.5"]) == (0, 10)
    assert find_scale(["8", "9", "10", "55"]) == (0, 100)
    assert find_scale(["1", "1", "0"]) == (0, 10)
    assert find_scale(["high", None]) == (0, 100)
    assert find_scale(["5", "9"], highest=(1, 100)) == (0, 100)
