"""JSON records become rows, with every number as it was written."""

from __future__ import annotations

import json

import pytest

from annoeval import load
from annoeval.reading import ReadError, read


def frame(text: str):
    return read(text.encode(), "r.json").tables[0].frame


def test_numbers_keep_their_text():
    got = frame('[{"id": 7310582219447731201, "x": 1.10}, {"id": "7310582219447731201", "x": 1e-3}]')
    assert got["id"].tolist() == ["7310582219447731201"] * 2
    assert got["x"].tolist() == ["1.10", "1e-3"]


def test_nested_fields_are_named_by_their_path_and_lists_stay_json():
    got = frame('[{"a": {"b": {"c": "x"}}, "l": [1.50, "é"]}]')
    assert got.iloc[0].to_dict() == {"a.b.c": "x", "l": '[1.50, "é"]'}


def test_null_and_bare_nan_are_missing():
    assert frame('[{"a": null, "b": 1}, {"a": NaN, "b": 2}]')["a"].isna().all()


def test_one_bad_line_is_reported_and_skipped():
    reading = read(b'{"id": 1}\n{"id": 2\n{"id": 3}\n', "r.jsonl")
    assert reading.format == "jsonl"
    assert reading.tables[0].frame["id"].tolist() == ["1", "3"]
    assert reading.tables[0].frame.index.tolist() == [1, 3]
    assert reading.problems[0].row == 2


def test_line_separators_inside_a_record_end_no_line():
    got = frame('{"id": 1, "t": "a\u2028b"}\n{"id": 2, "t": "c"}\n')
    assert got["t"].tolist() == ["a\u2028b", "c"]


def test_a_repeated_key_is_kept_and_reported():
    reading = read(b'[{"id": 1, "label": "a", "label": "b"}]', "r.json")
    assert reading.tables[0].frame.iloc[0].to_dict() == {"id": "1", "label": "a", "label (2)": "b"}
    assert reading.problems[0].column == "label"


def test_an_object_around_a_list_gives_the_list():
    assert frame('{"version": 2, "data": [{"id": 1}, {"id": 2}]}')["id"].tolist() == ["1", "2"]


def test_an_object_of_columns_is_turned_into_rows():
    assert frame('{"id": [1, 2], "label": ["a", "b"]}')["label"].tolist() == ["a", "b"]


def test_a_dictionary_of_rater_item_label_gives_a_row_per_rating():
    got = frame('{"ann": {"i1": "x", "i2": "y", "i3": "x"}, "ben": {"i1": "x", "i2": "x", "i3": "x"}}')
    assert got[got["rater"] == "ben"].set_index("item")["label"].to_dict() == {"i1": "x", "i2": "x", "i3": "x"}


@pytest.mark.parametrize(
    ("text", "raters"),
    [
        ('{"alice": {"img1": "cat", "img2": "dog"}, "bob": {"img1": "cat", "img2": "cat"}}', {"alice", "bob"}),
        ('{"img1": {"alice": "cat", "bob": "cat"}, "img2": {"alice": "dog", "bob": "cat"}}', {"alice", "bob"}),
        ('{"x": {"human": 1, "model": 2}, "y": {"human": 1, "model": 1}}', {"human", "model"}),
        ('{"p": {"u": "yes", "v": "no"}, "q": {"u": "yes", "v": "yes"}}', {"p", "q"}),
        ('{"a.png": {"p": "1", "q": "2", "r": "2"}, "b.png": {"p": "1", "q": "1", "r": "2"}}', {"p", "q", "r"}),
    ],
)
def test_of_two_keys_the_one_with_the_names_of_people_is_the_rater(text, raters):
    got = frame(text)
    assert raters == (set(got["rater"]) if "rater" in got else set(got.columns) - {"item"})


def test_which_keys_were_taken_for_raters_is_said_and_the_mapping_can_swap_them():
    text = b'{"p": {"u": "yes", "v": "no"}, "q": {"u": "yes", "v": "yes"}}'
    s = load(("r.json", text))
    assert s.raters["name"].tolist() == ["p", "q"]
    assert any("taken for raters" in p.action for p in s.problems)
    swapped = load(("r.json", text), options={"mapping": {"rater": "item", "item": "rater", "label": "label"}})
    assert swapped.raters["name"].tolist() == ["u", "v"]


def test_the_fields_of_two_records_are_no_answers_to_one_question():
    got = frame('{"i1": {"text": "hi", "label": "x"}, "i2": {"text": "ho", "label": "x"}}')
    assert list(got.columns) == ["key", "text", "label"]


@pytest.mark.parametrize("text", ['"hello"', "5", "true", "null"])
def test_a_single_json_value_is_no_table(text):
    with pytest.raises(ReadError, match="single value"):
        read(text.encode(), "r.json")


def test_a_dictionary_of_records_keeps_its_keys():
    got = frame('{"i1": {"label": "x", "n": 1}, "i2": {"label": "y", "n": 2}, "i3": {"label": "y", "n": 2}}')
    assert got["key"].tolist() == ["i1", "i2", "i3"]


@pytest.mark.parametrize("text", ["[]", "{}", "[1", "[" * 100_000, '{"a": '])
def test_json_without_records_gives_a_sentence(text):
    with pytest.raises(ReadError):
        read(text.encode(), "r.json")


def test_a_half_character_does_not_stop_the_file():
    assert frame(json.dumps([{"t": "a\ud800b"}]))["t"].tolist() == ["a?b"]


def test_records_over_several_lines_one_after_another_are_read_each():
    rows = [{"id": 1, "label": "x"}, {"id": 2, "label": "y"}, {"id": 3, "label": "x"}]
    for text in ("\n".join(json.dumps(r, indent=2) for r in rows), "".join(json.dumps(r) for r in rows)):
        reading = read(text.encode(), "t.json")
        assert reading.tables[0].frame["label"].tolist() == ["x", "y", "x"]
    with pytest.raises(ReadError, match="stops being so at line"):
        read((json.dumps(rows[0], indent=2) + '\n{\n "id": ').encode(), "t.json")
