"""Named answers in what a model wrote, in every shape it uses."""

import pytest

from annoeval.problem import AnnoevalError
from annoeval.scoring.answers_in_text import Finder, Patterns, failure, stated_confidence

SLOTS = ("animal", "color", "clothing", "location")
FINDER = Finder((*SLOTS, "confidence"))


@pytest.mark.parametrize(
    "text",
    [
        "Animal: owl",
        "**Animal:** owl",
        "**Animal**: owl",
        "**Animal: owl**",
        "1. Animal: owl",
        "1) **Animal** - owl",
        "ANIMAL - owl",
        "ANIMAL – owl",
        '- animal: "owl"',
        '{"animal": "owl"}',
        "| Animal | owl |",
        "### Animal\nowl",
        "<animal>owl</animal>",
        "Animal = owl",
        "Animal → owl",
        "secret_animal: owl",
        "My animal: owl",
        "Animal (first thought): owl",
        "Animal: owl. It seems to fit.",
        "Animal: owl (a quiet one)",
        "I choose an owl as the animal",
        "For the animal, I'll pick an owl.",
        "My animal is an owl.",
        'The animal I chose was an "owl"',
    ],
)
def test_an_answer_is_found_in_every_usual_shape(text):
    assert FINDER.find(text)["animal"] == "owl"


@pytest.mark.parametrize(
    "text",
    [
        "Animal: owl, Color: dark red, Clothing: T-shirt, Location: the beach",
        "Animal: owl; Colour: dark red; Clothing item: T-shirt; Location: the beach",
        "Animal: owl / Color: dark red / Clothing: T-shirt / Location: the beach",
        "(1) Animal: owl (2) Color: dark red (3) Clothing: T-shirt (4) Location: the beach",
        "Animal: owl. Color: dark red. Clothing: T-shirt. Location: the beach.",
        '{"animal": "owl", "color": "dark red", "clothing": "T-shirt", "location": "the beach"}',
        "| Animal | owl |\n| Color | dark red |\n| Clothing | T-shirt |\n| Location | the beach |",
    ],
)
def test_several_answers_on_one_line_are_told_apart(text):
    assert FINDER.find(text) == {"animal": "owl", "color": "dark red", "clothing": "T-shirt", "location": "the beach"}


def test_choices_within_sentences_lose_their_article():
    text = "I'll choose a dolphin as the animal, dark red for the color, and a black and white scarf as the clothing."
    assert FINDER.find(text) == {"animal": "dolphin", "color": "dark red", "clothing": "black and white scarf"}


def test_a_blank_answer_never_takes_its_neighbour():
    assert FINDER.find("Animal: owl, Color: , Clothing: hat, Location: ") == {"animal": "owl", "clothing": "hat"}
    assert FINDER.find("Animal:\nColor: red") == {"color": "red"}
    assert FINDER.find("Animal: ...\nColor: [color]\nColor: red") == {"color": "red"}


def test_the_last_mention_counts_unless_the_first_is_asked_for():
    text = "Animal: owl\nNo, better:\nAnimal: fox"
    assert FINDER.find(text)["animal"] == "fox"
    assert Finder(SLOTS, Patterns.of({"occurrence": "first"})).find(text)["animal"] == "owl"


def test_a_label_inside_a_word_is_no_label():
    assert FINDER.find("Watercolor: blue") == {}


def test_patterns_can_be_edited():
    arrows = Patterns.of({"shapes": {"arrow": r"{slot}\s*=>\s*(?P<value>\w+)"}})
    assert Finder(SLOTS, arrows).find("animal => owl") == {"animal": "owl"}
    assert Finder(SLOTS, arrows).find("animal: owl") == {}
    named = Patterns.of({"aliases": {"animal": ["beast"]}})
    assert Finder(SLOTS, named).find("Beast: owl") == {"animal": "owl"}
    with pytest.raises(AnnoevalError, match="arrow"):
        Patterns.of({"shapes": {"arrow": "("}})


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I'm sorry, but I can't do that.", "refusal"),
        ("I don't have any memory of a scene.", "refusal"),
        ("As an AI, I do not visualize.", "refusal"),
        ("It was an owl in a red hat.", "other format"),
        ("", "other format"),
        (None, "other format"),
        ("Animal: owl", "missing slot"),
        ("Animal: owl\nColor: red\nClothing: hat\nLocation: bar", None),
    ],
)
def test_why_a_trial_has_no_answer(text, kind):
    assert failure(text, Finder(SLOTS).find(text), SLOTS) == kind


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Confidence: 85", "85"),
        ("**Confidence level:** very low", "very low"),
        ("Confidence (1-100): 70", "70"),
        ("I'm 85% sure.", "85%"),
        ("a guess with very low confidence", "very low"),
        ("Confidence: ", None),
        ("Animal: owl", None),
    ],
)
def test_a_stated_confidence_is_taken_as_written(text, stated):
    assert stated_confidence(text, Finder(("confidence",))) == stated
