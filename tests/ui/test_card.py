"""What stands on the buttons of the answer card."""

import pytest

from annoeval.scale import Scale
from annoeval.ui.review.card import answers


@pytest.mark.parametrize(
    ("scale", "icons"),
    [
        (Scale("ordinal", (0, 1, 2)), ["low", "middle", "high"]),
        (Scale("ordinal", ("good", "fair", "bad")), ["none", "none", "none"]),
        (Scale("nominal", ("yes", "no")), ["high", "low"]),
        (Scale("nominal", ("no", "yes")), ["low", "high"]),
        (Scale("nominal", (0, 1)), ["low", "high"]),
        (Scale("nominal", ("cat", "dog")), ["none", "none"]),
        (Scale("nominal", ("yes", "no", "maybe")), ["none", "none", "none"]),
    ],
)
def test_a_tick_and_a_cross_follow_what_a_label_means_never_its_place(scale, icons):
    assert [a.icon for a in answers(scale, None)] == icons
