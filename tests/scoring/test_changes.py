"""Changes between two texts, by word and by character."""

from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.scoring.changes import Run, changes


def test_a_replaced_word_is_one_deletion_and_one_insertion():
    assert changes("the brown fox", "the red fox") == [
        Run("same", "the "),
        Run("deleted", "brown"),
        Run("inserted", "red"),
        Run("same", " fox"),
    ]


def test_characters_show_where_within_a_word():
    assert [r.text for r in changes("Na+", "Na⁺", by="character") if r.change != "same"] == ["+", "⁺"]


@settings(max_examples=60, deadline=None)
@given(
    st.text(alphabet="ab c.", max_size=20),
    st.text(alphabet="ab c.", max_size=20),
    st.sampled_from(["word", "character"]),
)
def test_the_runs_spell_both_texts(a, b, by):
    runs = changes(a, b, by)
    assert "".join(r.text for r in runs if r.change != "inserted") == a
    assert "".join(r.text for r in runs if r.change != "deleted") == b
