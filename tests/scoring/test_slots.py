"""Slot scores: the published examples of the recall experiment's scoring guide, and where the two rules differ."""

import pytest

from annoeval.scoring.slots import as_published, recommended, score_table, slot_scores


@pytest.mark.parametrize(
    ("secret", "guess", "score"),
    [
        ("elephant", "elephant", 1.0),
        ("golden retriever", "retriever", 0.5),
        ("elephant", "giraffe", 0.0),
        ("red", "dark red", 0.5),
        ("beach", "beach", 1.0),
        ("SCARF", "scarf", 1.0),
        (" café ", "CAFÉ", 1.0),
    ],
)
def test_the_guides_examples_score_alike_under_both_rules(secret, guess, score):
    assert as_published(secret, guess) == score
    assert recommended(secret, guess) == score


@pytest.mark.parametrize("rule", [as_published, recommended])
def test_an_empty_side_scores_nothing(rule):
    assert rule("", "red") == rule("red", "") == rule("", "") == rule("  ", "  ") == 0.0


@pytest.mark.parametrize(
    ("secret", "guess", "published", "better"),
    [
        ("the beach", "the desert", 0.5, 0.0),
        ("the beach", "beach", 0.5, 1.0),
        ("T-shirt", "t shirt", 0.0, 1.0),
        ("T-shirt", "tshirt", 0.0, 1.0),
        ("red.", "red", 0.0, 1.0),
        ("a dress of silk", "a pair of jeans", 0.5, 0.0),
        ("denim-jacket", "leather jacket", 0.0, 0.5),
    ],
)
def test_the_recommended_rule_ignores_articles_hyphens_and_punctuation(secret, guess, published, better):
    assert as_published(secret, guess) == published
    assert recommended(secret, guess) == better


def test_a_text_of_function_words_alone_keeps_them():
    assert recommended("the one", "The One") == 1.0


def test_missing_texts_count_as_empty():
    assert slot_scores(["red", None, float("nan")], ["red", "red", None], as_published).tolist() == [1.0, 0.0, 0.0]


def test_any_repairing_of_trials_is_a_look_up_in_the_score_table():
    secrets, guesses = ["red", "blue", "red"], ["blue", "red", "dark red"]
    s, g, table = score_table(secrets, guesses, as_published)
    for order in ([0, 1, 2], [2, 0, 1], [1, 0, 2]):
        expected = slot_scores(secrets, [guesses[i] for i in order], as_published)
        assert table[s, g[order]].tolist() == expected.tolist()


def test_no_trials_give_no_scores():
    assert slot_scores([], [], as_published).shape == (0,)
