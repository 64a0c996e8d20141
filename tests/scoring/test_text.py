"""Text similarity: published distances, normal forms, and what empty means."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.scoring.text import (
    TextOptions,
    direction_marks,
    distance,
    indel_similarity,
    match_kind,
    similarities,
    similarity,
    word_error_rate,
)

GIVEN = TextOptions("as given")
EXACTLY = 1e-12


@pytest.mark.parametrize(
    ("a", "b", "edits", "score", "published_in"),
    [
        ("kitten", "sitting", 3, 4 / 7, "Wikipedia, Levenshtein distance"),
        ("Saturday", "Sunday", 3, 5 / 8, "Wikipedia, Levenshtein distance"),
        ("hello", "kelm", 3, 2 / 5, "mmda, tests of its metrics"),
        ("Na+", "Na⁺", 1, 2 / 3, "mmda, tests of its metrics"),
        ("Hello", "heLlo", 2, 3 / 5, "mmda, tests of its metrics"),
        ("\nHel lo\r", "Hello", 3, 5 / 8, "mmda, tests of its metrics"),
        ("0", "101", 2, 1 / 3, "RapidFuzz, its own tests"),
        ("", "", 0, 1.0, "RapidFuzz, its own tests"),
        ("qabxcd", "abycdf", 3, 1 / 2, "RapidFuzz, its own tests"),
        ("truck", "trunk", 1, 4 / 5, "Annotation_check, formula.md"),
        ("car", "Car", 1, 2 / 3, "Annotation_check, formula.md"),
        ("", "hello", 5, 0.0, "mmda, vlue.py's rule"),
    ],
)
def test_published_distances(a, b, edits, score, published_in):
    assert distance(a, b) == edits
    assert similarity(a, b, GIVEN) == pytest.approx(score, abs=EXACTLY), published_in


def test_an_emoji_is_one_character():
    assert similarity("😀a", "😀b") == 0.5


def test_a_substitution_counts_once_unlike_in_the_indel_ratio():
    assert similarity("s", "s.") == 0.5
    assert indel_similarity("s", "s.") == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("label", "prediction", "nfc", "nfkc", "given"),
    [
        ("résumé", "re\u0301sume\u0301", 1.0, 1.0, 0.5),
        ("figure", "ﬁgure", 2 / 3, 1.0, 2 / 3),
        ("Na⁺", "Na+", 2 / 3, 1.0, 2 / 3),
        ("ſein", "sein", 0.75, 1.0, 0.75),
        ("½ cup", "1⁄2 cup", 4 / 7, 1.0, 4 / 7),
        ("a b", "a\u00a0b", 2 / 3, 1.0, 2 / 3),
    ],
)
def test_composed_letters_are_equal_and_look_alikes_are_only_on_request(label, prediction, nfc, nfkc, given):
    assert similarity(label, prediction) == pytest.approx(nfc)
    assert similarity(label, prediction, TextOptions("NFKC")) == pytest.approx(nfkc)
    assert similarity(label, prediction, GIVEN) == pytest.approx(given)


def test_superscripts_can_be_kept_apart_under_nfkc():
    keep = TextOptions("NFKC", keep_superscripts=True)
    assert similarity("Na⁺ in ﬁgure", "Na+ in figure", keep) == pytest.approx(12 / 13)
    assert similarity("H₂O", "H2O", keep) == pytest.approx(2 / 3)


LABEL = "price-determining factors in self-supervised learning"


@pytest.mark.parametrize(
    ("prediction", "raw", "joined"),
    [
        ("price-\ndetermining factors in self-supervised learning", 0.981481, 0.981132),
        ("pricedetermining factors in selfsupervised learning", 0.962264, 0.962264),
        ("price-determining fac-\ntors in self-super-\nvised learning", 0.929825, 1.0),
        ("price-determining fac\u00adtors in self-supervised learn\u00ading", 0.963636, 1.0),
    ],
)
def test_line_end_hyphens_are_joined_only_on_request(prediction, raw, joined):
    assert similarity(LABEL, prediction) == pytest.approx(raw, abs=1e-6)
    assert similarity(LABEL, prediction, TextOptions(join_hyphens=True)) == pytest.approx(joined, abs=1e-6)


def test_joining_leaves_the_reference_and_hyphens_within_a_line_alone():
    option = TextOptions(join_hyphens=True)
    assert option.prepare("self-\nmade") == "self-\nmade"
    assert option.prepare("self-made", prediction=True) == "self-made"
    assert option.prepare("price-\ndetermining", prediction=True) == "pricedetermining"


@pytest.mark.parametrize(
    ("a", "b", "score"),
    [
        ("שלום world", "world שלום", 0.0),
        ("نص عربي 123", "نص عربي 123", 1.0),
        ("שלום", "םולש", 0.0),
        ("abc", "abc\u200f", 0.75),
        ("safe.txt", "safe\u202etxt.exe", 7 / 12),
    ],
)
def test_right_to_left_text_is_compared_in_reading_order(a, b, score):
    assert similarity(a, b) == pytest.approx(score)


def test_invisible_direction_marks_are_counted():
    assert direction_marks("abc\u200f") == 1
    assert direction_marks("שלום") == 0


def test_ligatures_can_be_opened_without_touching_anything_else():
    option = TextOptions(open_ligatures=True)
    assert option.prepare("eﬃcient ½") == "efficient ½"


def test_spaces_case_and_paragraphs_are_options():
    assert similarity("A  b", "a b", TextOptions(ignore_case=True, collapse_spaces=True)) == 1.0
    assert TextOptions(join_paragraphs=True).prepare("one\n\n  two \n three") == "one\ntwo\nthree"


def test_the_options_are_named_in_words():
    assert TextOptions().name == "NFC"
    assert TextOptions.of("nfkc,keep-superscripts,ignore-case").name == "NFKC, superscripts kept, case ignored"
    with pytest.raises(ValueError, match="unknown text option 'fold'"):
        TextOptions.of("fold")


def test_missing_is_not_scored_and_the_words_none_and_nan_are_text():
    scores = similarities(["None", "nan", None, "x"], ["none", "nan", "abc", None])
    assert scores[:2].tolist() == [0.75, 1.0]
    assert scores[2] != scores[2]
    assert scores[3] != scores[3]


@pytest.mark.parametrize(
    ("reference", "hypothesis", "rate"),
    [("This is a test", "", 1.0), ("This is a test", "This test", 0.5), ("", "", 0.0), ("a", "a b c", 2.0)],
)
def test_word_error_rate_as_in_jiwer(reference, hypothesis, rate):
    assert word_error_rate(reference, hypothesis) == rate


def test_word_error_rate_has_no_value_without_reference_words():
    assert word_error_rate("", "word") is None


@pytest.mark.parametrize(
    ("reference", "prediction", "kind"),
    [
        ("A title", "A title", "exact"),
        ("A title", "A TITLE", "case"),
        ("Straße", "STRASSE", "case"),
        ("ΟΔΟΣ", "οδος", "case"),
        ("figure", "ﬁgure", "wrong"),
        ("sein", "ſein", "wrong"),
        ("A rather long title of a paper", "A rather long title of a papers", "almost"),
        ("A title", "Another thing", "wrong"),
        ("A title", None, "not found"),
        ("A title", "", "not found"),
        (None, "A title", "found though absent"),
        ("", "A title", "found though absent"),
        (None, None, "both absent"),
        ("", "", "both empty"),
    ],
)
def test_kinds_of_match(reference, prediction, kind):
    assert match_kind(reference, prediction) == kind


def test_almost_starts_at_95_percent():
    assert match_kind("x" * 20, "x" * 19 + "y") == "almost"
    assert match_kind("x" * 20, "x" * 18 + "yy") == "wrong"


texts = st.text(alphabet="abcé🙂 ", max_size=12)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=150))
def test_a_batch_gives_what_single_pairs_give(pairs):
    batch = similarities([a for a, _ in pairs], [b for _, b in pairs])
    assert batch.tolist() == [similarity(a, b) for a, b in pairs]


@settings(max_examples=60, deadline=None)
@given(texts, texts)
def test_similarity_is_symmetric_bounded_and_one_only_for_equal_texts(a, b):
    score = similarity(a, b, GIVEN)
    assert 0 <= score <= 1
    assert score == similarity(b, a, GIVEN)
    assert (score == 1) == (a == b)


def test_repeated_pairs_are_scored_once_with_the_same_result():
    a, b = ["kitten", "car", "x"] * 500, ["sitting", "Car", "x"] * 500
    assert similarities(a, b) == pytest.approx([4 / 7, 2 / 3, 1.0] * 500)
