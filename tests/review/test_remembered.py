"""What people said of a file counts whole for the next one with its header, until it is forgotten."""

from __future__ import annotations

import pytest

from annoeval.opening import header_of, readings_of
from annoeval.review.remembered import forget, is_remembered, remember, said_before
from annoeval.review.store import Store

CHOSEN = {
    "protocol": "ratings",
    "mapping": {"один": "item", "два": {"role": "rating", "rater": "Ann"}},
    "reading": {"encoding": "cp1251", "delimiter": ";"},
    "decimal": ",",
    "missing": ["н/д"],
    "separator": "+",
    "confidence": "0-10",
    "zone": "Europe/Warsaw",
    "scales": {"label": {"level": "nominal", "categories": ["x", "y"]}},
}
TEXT = "один;два\n1;да\n2;нет\n"


@pytest.fixture
def store(tmp_path):
    return Store(home=tmp_path)


def files(text=TEXT, encoding="cp1251"):
    return [("a.csv", text.encode(encoding))]


def recall(store, readings):
    return said_before(store).get(header_of(readings))


def said(store, these, options=CHOSEN):
    remember(store, readings_of(these), {**options, "name": "A", "repairs": [{"repair": "drop copies"}]})


def test_all_that_was_chosen_is_remembered_but_not_what_is_of_one_file_only(store):
    said(store, files())
    next_file = files(TEXT + "3;да\n")
    assert recall(store, readings_of(next_file)).for_files(next_file, readings_of(next_file)) == CHOSEN


def test_another_header_is_not_known(store):
    said(store, files())
    assert recall(store, readings_of(files("один;три\n1;да\n"))) is None


def test_an_encoding_is_not_forced_on_a_file_that_was_found_in_another(store):
    ascii_header = {**CHOSEN, "mapping": {"a": "item", "b": "label"}}
    said(store, [("a.csv", "a;b\n1;да\n".encode("cp1251"))], ascii_header)
    utf8 = [("b.csv", "a;b\n1;да\n".encode())]
    options = recall(store, readings_of(utf8)).for_files(utf8, readings_of(utf8))
    assert options["reading"] == {"delimiter": ";"}
    assert options["mapping"] == ascii_header["mapping"]


def test_an_encoding_is_not_forced_on_bytes_that_it_does_not_know(store):
    said(store, [("a.csv", "a;b\n1;たち\n".encode("shift_jis"))], {"reading": {"encoding": "shift_jis"}})
    wrong = [("b.csv", b"a;b\n1;\xe9t\xe9 \xff\xa0\xfe\n")]
    assert recall(store, readings_of(wrong)).for_files(wrong, readings_of(wrong)) == {}


def test_the_last_word_counts_and_can_be_forgotten(store):
    said(store, files())
    other = {**CHOSEN, "decimal": "."}
    said(store, files(), other)
    assert not is_remembered(store, CHOSEN)
    assert is_remembered(store, {**other, "name": "whatever it is called"})
    forget(store, other)
    assert recall(store, readings_of(files())) is None
