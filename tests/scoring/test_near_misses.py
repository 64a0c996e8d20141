"""Answers that come near a target are proposed; those that only look like it are never sure."""

import pytest

from annoeval.scoring.near_misses import in_meaning, near, words


def test_words_are_content_words_in_their_base_form():
    assert words("Spinning one's wheels!") == ("spin", "wheel")
    assert words("fell on deaf ears") == words("fall on deaf ears")
    assert words("the") == ("the",)
    assert words("can't") == ("can", "not")
    assert words("it's a slippery slope") == words("slippery slope")


@pytest.mark.parametrize(
    ("answer", "target"),
    [
        ("breaking the ice", "break the ice"),
        ("went under the knife", "go under the knife"),
        ("it's an acquired taste", "acquired taste"),
        ("cook his goose", "cook someone's goose"),
        ("hit the bull's eye", "hit the bullseye"),
        ("a snake in the gras", "a snake in the grass"),
        ("setting the bar high", "set the bar high"),
    ],
)
def test_the_same_words_in_another_form_are_sure(answer, target):
    found = near(answer, target)
    assert found is not None
    assert found.sure


@pytest.mark.parametrize(
    ("answer", "target", "why"),
    [
        ("birds of a feather", "birds of a feather flock together", "a part of it"),
        ("comparing apples and oranges", "apples and oranges", "more words around it"),
        ("don't rock the boat", "rock the boat", "denied on one side"),
        ("eat your cake and have it", "have your cake and eat it", "the same words in another order"),
        ("steal the sow", "steal the show", "spelt alike"),
    ],
)
def test_what_may_be_meant_is_left_to_people(answer, target, why):
    found = near(answer, target)
    assert found is not None
    assert (found.why, found.sure) == (why, False)


OTHERS = [
    ("break the mice", "break the ice"),  # another noun
    ("spill the tea", "spill the beans"),
    ("bite the pullet", "bite the bullet"),
    ("hit the hay", "hit the sack"),
    ("take the cake", "take the biscuit"),
    ("over the hill", "over the moon"),
    ("miss the bus", "miss the boat"),
    ("burn the ice", "break the ice"),  # another verb
    ("cut the mustard", "pass the mustard"),
    ("sit on the fence", "jump the fence"),
    ("fake a leg", "break a leg"),
    ("pull the bull by the horns", "take the bull by the horns"),
    ("break the ice and spill the beans", "break the ice"),  # two idioms
    ("break the ice or spill the beans", "spill the beans"),
    ("don't spill the beans", "spill the beans"),  # negation
    ("never look a gift horse in the mouth", "look a gift horse in the mouth"),
    ("no piece of cake", "piece of cake"),
    ("can't see the forest for the trees", "see the forest for the trees"),
    ("das Eis brechen", "break the ice"),  # translation
    ("rompre la glace", "break the ice"),
    ("the ice", "break the ice"),  # half of it
    ("the early bird", "the early bird catches the worm"),
    ("kill two birds", "kill two birds with one stone"),
    ("ice", "break the ice"),
    ("cat", "let the cat out of the bag"),
    ("under the moon", "over the moon"),  # another preposition
    ("out of the fire into the frying pan", "out of the frying pan into the fire"),  # the other way round
    ("on the same boat", "in the same boat"),
    ("a wolf in sheep's clothing", "a sheep in wolf's clothing"),
]


@pytest.mark.parametrize(("answer", "target"), OTHERS)
def test_another_idiom_is_never_sure(answer, target):
    found = near(answer, target)
    assert found is None or not found.sure


@pytest.mark.parametrize("answer", ["", "!", "the", "unrecognizable"])
def test_an_answer_of_no_words_comes_near_nothing(answer):
    assert near(answer, "break the ice") is None


def test_what_is_unlike_is_no_proposal():
    assert near("snowball effect", "a snowball's chance in hell") is None
    assert near("elbow room", "elbow grease") is None


def test_other_words_of_one_meaning_are_proposed_and_never_sure():
    found = in_meaning("clutching at straws", "grasping at straws", 0.78)
    assert (found.why, found.sure) == ("alike in meaning", False)
    assert in_meaning("hit the hay", "make hay while the sun shines", 0.72) is None
    assert in_meaning("clutching at straws", "grasping at straws", None) is None  # nothing is known without a model
