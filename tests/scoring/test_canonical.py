"""The published rule of recognition studies: lower case, articles, punctuation, white space, in this order."""

import pytest

from annoeval.scoring.canonical import Recogniser, canonical


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Break the Ice!", "break ice"),
        ("  a   bite at THE cherry ", "bite at cherry"),
        ("an eye for an eye", "eye for eye"),
        ("theatre", "theatre"),  # an article is a word
        ("nail-biter", "nailbiter"),
        ("one's", "ones"),
        ("The", ""),
        ("", ""),
    ],
)
def test_a_canonical_form_is_lower_case_without_articles_and_punctuation(text, form):
    assert canonical(text) == form


def test_each_step_can_be_left_out():
    assert canonical("The Ice!", ("lower", "punctuation", "whitespace")) == "the ice"
    assert canonical("The Ice!", ("articles", "whitespace")) == "Ice!"


def test_a_step_that_there_is_not_is_named():
    with pytest.raises(ValueError, match="no step 'stems'; choose among lower, articles, punctuation, whitespace"):
        canonical("x", ("stems",))


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("Spill the beans.", 1.0),
        ("spilling the beans", 0.0),
        ("spill the tea", 0.0),
        ("", 0.0),
        ("!", 0.0),
        (None, None),
    ],
)
def test_only_the_same_canonical_form_is_right(answer, right):
    assert Recogniser().right(answer, "spill the beans") == right


def test_a_variant_counts_as_its_target_and_as_no_other():
    rule = Recogniser({"Spill the beans": ["Spilling the beans!"]})
    assert rule.right("spilling beans", "spill the beans") == 1.0
    assert rule.right("spilling beans", "break the ice") == 0.0


def test_an_answer_without_letters_is_no_variant_of_anything():
    assert Recogniser({"the": ["!"]}).right("?", "the") == 0.0


def test_one_step_alone_leaves_no_trace_of_what_it_took_away():
    assert canonical("a bull in a china shop", ["articles"]) == "bull in china shop"
    assert canonical("it's raining cats and dogs!", ["punctuation"]) == "its raining cats and dogs"
