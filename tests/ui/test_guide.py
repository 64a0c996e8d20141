"""The guide shows the documentation: links between its pages lead on, others are words."""

from annoeval.ui.guide import for_screen


def test_links_lead_to_pages_of_the_guide_and_pictures_are_left_out():
    text = "# User guide\n\n![Studies](images/studies.png)\nSee [Review](review.md#keys) and [code](../x.py)."
    assert for_screen(text, {"review"}).strip() == "See [Review](guide?doc=review) and code."
    assert for_screen("[x](https://example.org)", set()) == "[x](https://example.org)"
