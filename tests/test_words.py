"""How numbers and names are said."""

import numpy as np
import pytest

from annoeval import words


@pytest.mark.parametrize("nothing", [None, float("nan"), np.nan])
def test_an_undefined_number_is_a_dash_and_never_nan(nothing):
    assert words.number(nothing) == "–"
    assert words.percent(nothing) == "–"
    assert words.p_value(nothing) == "–"
    assert words.interval(nothing, 1.0) == "–"


def test_a_negative_number_has_a_true_minus_sign():
    assert words.number(-0.25) == "−0.25"


def test_a_rounded_zero_has_no_sign():
    assert words.number(-0.0001) == "0.00"


def test_an_interval_with_a_negative_bound_is_not_written_with_dashes():
    assert words.interval(-0.1, 0.3) == "−0.10 to 0.30"
    assert words.interval(0.1, 0.3) == "0.10–0.30"


def test_small_p_values_are_not_printed_as_zero():
    assert words.p_value(1e-9) == "< 0.001"
    assert words.p_value(0.0321) == "0.032"


def test_percentages_have_no_decimals_under_two_hundred_values():
    assert words.percent(0.7111, 47) == "71 %"
    assert words.percent(0.7111, 300) == "71.1 %"


def test_counts_know_their_plural():
    assert words.count(1, "item") == "1 item"
    assert words.count(1200, "study", "studies") == "1,200 studies"


def test_long_lists_are_cut_with_a_count():
    assert words.listed(["A"]) == "A"
    assert words.listed(["A", "B", "C"]) == "A, B and C"
    assert words.listed(list("ABCDEFG")) == "A, B, C and 4 more"
    assert words.listed([]) == ""


def test_names_that_are_alike_are_told_apart():
    assert words.distinct({"a1": "Two", "b2": "Two", "c3": "One"}) == {"a1": "Two (a1)", "b2": "Two (b2)", "c3": "One"}


def test_someones_text_can_not_act_as_markdown():
    assert words.plain("![x](http://a.b)") == rf"\!\[x\]\(http{words.JOINER}\:\/\/a\.b\)"
    assert words.plain("a\n\n# b") == r"a \# b"
    assert len(words.plain("x" * 500)) == 120


def test_markup_knows_bold_and_nothing_else():
    assert words.markup("**47** of <img src=x>") == "<b>47</b> of &lt;img src=x&gt;"


def test_a_number_too_long_to_be_written_out_is_given_by_its_power_of_ten():
    assert words.number(3e30) == "3.00e30"
    assert words.number(-1.5e26, 1) == "−1.5e26"
    assert words.number(123456789.0) == "123456789.00"


def test_a_columns_name_becomes_a_heading_with_its_abbreviations_in_capitals():
    assert [words.title(n) for n in ("vlm_description", "ai_caption_score", "element_id", "domain", "")] == [
        "VLM description",
        "AI caption score",
        "Element ID",
        "Domain",
        "",
    ]


def test_a_count_of_a_columns_values_reads_as_a_person_would_say_it():
    assert words.several(3, "pdf") == "3 PDFs"
    assert words.several(1, "source_query") == "1 source query"
    assert words.several(2, "source_query") == "2 source queries"
    assert words.several(5, "where_from") == "5 values of “where from”"
    assert words.several(2, "P.K. (2nd pass)") == "2 values of “p.k. (2nd pass)”"


def test_a_name_inside_a_sentence_keeps_its_abbreviations():
    assert words.noun("VLM_Description") == "VLM description"
    assert words.noun("pdf") == "PDF"


def test_a_documents_ending_is_no_part_of_its_name():
    assert [words.without_ending(n) for n in ("Biology (2023).pdf", "v1.2", ".pdf")] == [
        "Biology (2023)",
        "v1.2",
        ".pdf",
    ]


def test_an_address_in_someones_text_becomes_no_link():
    for address in ("https://a.b/c", "HTTP://a.b", "www.a.b", "a@b.org"):
        assert words.plain(address).replace("\\", "") != address
        assert words.plain(address).replace("\\", "").replace(words.JOINER, "") == address


def test_names_that_are_alike_are_told_apart_by_what_differs_in_all_of_them():
    names = {"a1": "Two", "b2": "Two", "c3": "Two", "d4": "One"}
    kind, day = {"a1": "x", "b2": "x", "c3": "y"}, {"a1": "1 May", "b2": "2 May", "c3": "3 May"}
    assert words.distinct(names, kind, day)["b2"] == "Two (2 May)"
    assert words.distinct(names, kind)["b2"] == "Two (b2)"
    assert words.distinct(names, kind, day)["d4"] == "One"


def test_files_that_belong_together_are_named_together():
    assert words.together(["Labels"]) == "Labels"
    assert words.together(["Summary", "Trials"]) == "Summary and Trials"
    assert words.together(["Labels", "a", "b"]) == "Labels and 2 more"
