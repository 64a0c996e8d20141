"""Captions of papers: which lines begin one, where it ends, and how an extracted one compares."""

import pytest

from annoeval.scoring.caption_match import Cuts, Printed, is_placeholder, likeliest, measured
from annoeval.scoring.caption_search import Caption, captions_in
from annoeval.scoring.file_order import out_of_order
from annoeval.scoring.paper import read_paper
from tests.scoring.drawn_papers import Drawn


def found(drawn):
    return [(p.caption.name, p.caption.text) for p in read_paper(drawn.data(), "p.pdf").captions]


def test_a_line_that_mentions_a_figure_begins_no_caption():
    drawn = Drawn().lines(60, 100, "Figure 1: Waders by month.")
    drawn.lines(60, 200, "Figure 1 plots the same", "as Figure 2.")
    assert found(drawn) == [("Figure 1", "Waders by month.")]


@pytest.mark.parametrize("label", ["Figure 2:", "Fig. 2.", "FIG. 2.", "Figure 2 |", "Figure 2 –", "Scheme 2."])
def test_each_journals_label_is_known(label):
    assert found(Drawn().lines(60, 100, f"{label} Waders by month.")) == [("Figure 2", "Waders by month.")]


def test_the_separator_that_most_numbers_of_a_paper_have_is_its_own():
    drawn = Drawn()
    for n in (1, 2, 3):
        drawn.lines(60, 100 * n, f"Figure {n}: Caption {n}.")
    drawn.lines(60, 600, "Figure 2. This sentence follows one that", "ended before a label.")
    assert found(drawn) == [(f"Figure {n}", f"Caption {n}.") for n in (1, 2, 3)]


def test_a_caption_ends_where_a_gap_or_letters_of_another_size_follow():
    drawn = Drawn().lines(60, 100, "Figure 1: Waders by month and", "by estuary", size=9, pitch=11)
    drawn.lines(60, 124, "Counts fall in winter.", size=11)
    assert found(drawn) == [("Figure 1", "Waders by month and by estuary")]


def test_a_word_broken_at_a_lines_end_and_ligatures_are_whole_again():
    drawn = Drawn().lines(60, 100, "Figure 1: The distri-", "bution of waders.")
    assert found(drawn) == [("Figure 1", "The distribution of waders.")]


def test_a_caption_goes_on_at_the_head_of_the_next_page():
    drawn = Drawn().lines(60, 740, "Figure 1: Waders on the mud at low", "water, counted by two people who", size=9)
    drawn.page().lines(60, 60, "stood on the dyke. Bars: months.", size=9)
    drawn.lines(60, 90, "Running text of the paper itself.", size=11)
    assert found(drawn)[0][1].endswith("who stood on the dyke. Bars: months.")


def test_captions_stand_in_an_extractors_notes_after_a_picture_or_a_sentence():
    first = "![](images/P_(2023)_1.png) Figure 2: Waders by month. Text."
    notes = [first, "as shown in Figure 3: no", "End. Figure 4. Curlews"]
    assert [(c.number, c.text) for c in captions_in(notes, "figure")] == [
        ("2", "Waders by month. Text."),
        ("4", "Curlews"),
    ]


@pytest.mark.parametrize("text", ["Figure on page 1", "Table 2 on page 14", "figure on page iv"])
def test_words_that_only_say_that_there_is_a_figure_are_no_caption(text):
    assert is_placeholder(text)


def test_a_caption_that_names_a_page_is_a_caption():
    assert not is_placeholder("Figure on page 1 of the atlas, drawn again")


TRUE = "Counts of waders at low water by month and estuary; bars are standard errors over 12 years of counts."


def printed(text):
    return Printed.of(Caption("figure", "1", text, 0, (0, 0, 1, 1)))


@pytest.mark.parametrize(
    ("extracted", "score"),
    [
        (TRUE, 2),
        (f"Figure 1: {TRUE}", 2),
        (TRUE.replace(" ", ""), 2),  # spaces are lost in many PDFs
        (TRUE[:60], 1),
        ("By month and estuary, counts of waders at low water; bars: errors", 1),
        (TRUE.replace("12 years", "21 years"), 1),  # a number that the paper does not say
        ("Density of lugworms against distance from the shore", 0),
    ],
)
def test_a_caption_is_whole_cut_off_or_another(extracted, score):
    assert measured(extracted, printed(TRUE)).score(Cuts()) == score


def test_formulas_compare_by_their_letters():
    assert measured(r"Mean \(\mathrm{MSD}\) by \(\theta_{1}\)", printed("Mean MSD by θ1")).score(Cuts()) == 2


def test_a_measure_near_a_cut_is_known_to_be():
    assert measured(TRUE[: int(len(TRUE) * 0.93)], printed(TRUE)).near(Cuts())
    assert not measured(TRUE, printed(TRUE)).near(Cuts())


def test_a_caption_is_held_against_the_one_it_is_most_like():
    other = printed("Curlews by month.")
    assert likeliest(TRUE[:50], [other, printed(TRUE)])[0].caption.text == TRUE


@pytest.mark.parametrize(
    ("numbers", "out"),
    [
        ([1, 2, 3, 4], []),
        ([1, 4, 3, 2, 5], [1, 3]),  # two captions changed places
        ([1, 3, 2, 4, 5], [1, 2]),
        ([1, 4, 3, 4, 5], [1]),  # one stands twice
        ([2, 2, 3, None, 5], []),  # one figure in two pictures; one not known
        ([1, 2, 7, 3, 4], [2]),
    ],
)
def test_rows_out_of_their_papers_order_are_found(numbers, out):
    assert [i for i, wrong in enumerate(out_of_order(numbers)) if wrong] == out


def test_a_file_in_another_order_than_the_paper_says_nothing():
    assert out_of_order([5, 4, 3, 2, 1]) is None


def test_one_paper_under_two_names_is_named_as_each_file_is():
    drawn = Drawn()
    drawn.lines(60, 100, "Figure 1: Waders at low water.")
    data = drawn.data()
    assert [read_paper(data, name).name for name in ("a.pdf", "b.pdf")] == ["a.pdf", "b.pdf"]
