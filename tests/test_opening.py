"""One way in: files open, raise a question with two readings, or are refused in a sentence."""

from __future__ import annotations

import json

import pytest

from annoeval import load, opening
from annoeval.__main__ import main
from annoeval.commands import arguments, inspect
from annoeval.opening import Opened, Said, header_of, open, readings_of
from annoeval.protocols import Detection, detect
from annoeval.reading.table import ReadError
from annoeval.ways import NotSure, Question

CLEAR = ("clear.csv", b"item_id,A1,A2\na,x,x\nb,x,y\nc,y,y\n")
TEXT = "place,price,taste,service\n" + "".join(f"p{i},{i % 5},{i * 3 % 5},{i * 2 % 5}\n" for i in range(15))
UNCLEAR = ("meals.csv", TEXT.encode())


def test_a_clear_file_opens_and_says_why():
    found = open([CLEAR])
    assert isinstance(found, Opened)
    assert found.study.raters["name"].tolist() == ["A1", "A2"]
    assert found.because == "each of 2 columns is a rater ('A1', 'A2')"


def test_an_unclear_file_raises_a_question_with_both_readings_and_what_would_differ():
    found = open([UNCLEAR])
    assert isinstance(found, Question)
    best, other = found.ways
    assert {len(load(UNCLEAR, options=w.options).raters) for w in (best, other)} == {1, 3}
    assert all(e.words for w in found.ways for e in w.evidence)
    assert other.outcome in found.differs
    assert json.loads(json.dumps(found.plain()))["readings"][0]["mapping"] == best.mapping


def test_the_library_raises_with_the_mapping_to_give():
    with pytest.raises(NotSure, match="mapping=") as caught:
        load(UNCLEAR)
    assert len(caught.value.question.ways) == 2
    with pytest.raises(NotSure):
        load(UNCLEAR, protocol="ratings")


def test_what_people_said_before_is_handed_in_and_counts():
    way = open([UNCLEAR]).ways[1]
    header = header_of(readings_of([UNCLEAR]))
    found = open([UNCLEAR], {header: Said(way.options, "UTF-8")})
    assert isinstance(found, Opened)
    assert found.options == way.options


def test_what_is_no_table_is_refused_in_a_sentence():
    with pytest.raises(ReadError, match="drop the file with the answers"):
        open([("a.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1")])


def test_the_command_line_prints_the_option_that_settles_it_and_fails(tmp_path, capsys):
    path = tmp_path / "meals.csv"
    path.write_text(TEXT)
    assert main(["evaluate", str(path)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "--reading 1" in said.err
    assert "--reading 2" in said.err
    assert main(["evaluate", "--reading", "2", str(path)]) == 0


def test_inspect_names_the_two_readings_of_the_question(tmp_path, capsys):
    path = tmp_path / "meals.csv"
    path.write_text(TEXT)
    assert main(["inspect", str(path)]) == 1
    said = capsys.readouterr().out
    assert "not clear" in said
    assert all(w.because in said and w.outcome in said for w in open([path]).ways)


def test_where_two_protocols_fit_nearly_equally_a_reading_of_each_is_offered(monkeypatch, tmp_path, capsys):
    likeliest, other = detect(readings_of([UNCLEAR]))[0].choices
    assert likeliest.odds > other.odds
    between = (likeliest.odds + other.odds) / 2
    fits = [Detection("extraction", between / (1 + between), "its columns may be texts of papers")]
    for module in (opening, inspect, arguments):
        monkeypatch.setattr(module, "detect", lambda readings, options=None: [*detect(readings, options), *fits])
    asked = open([UNCLEAR])
    assert isinstance(asked, Question)
    assert [w.protocol for w in asked.ways] == ["ratings", "extraction"]
    assert "extraction" in str(asked)
    path = tmp_path / "meals.csv"
    path.write_text(TEXT)
    assert main(["inspect", str(path)]) == 1
    said = capsys.readouterr()
    assert all(w.because in said.out and w.because in said.err for w in asked.ways)
    assert main(["inspect", str(path), "--reading", "2"]) == 1
    assert "No predictions were found" in capsys.readouterr().err


def test_numbers_that_may_be_boxes_are_asked_about_both_ways():
    table = ("anna.csv", b"image,label,b0,b1,b2,b3\na.png,cell,50,50,150,150\n")
    scene = {"image": "a.png", "gt": [{"bbox": [5, 5, 9, 9]}], "anna": [{"bbox": [5, 5, 9, 9]}]}
    for file in (table, ("scene.json", json.dumps(scene).encode())):
        asked = open([file])
        assert isinstance(asked, Question)
        corners, sizes = (load(file, options=w.options).shapes["coordinates"].iat[0] for w in asked.ways)
        assert corners[:2] == sizes[:2]
        assert sizes[2] == corners[0] + corners[2]
        assert "boxes" in str(asked)
        assert asked.ways[1].outcome


def test_four_answers_on_a_scale_are_rather_ratings_than_boxes():
    rows = "".join(f"i{i}.png,{i % 5},{i * 3 % 5},{i * 7 % 4},{i * 2 % 5}\n" for i in range(20))
    asked = open([("a.csv", f"image,q1,q2,q3,q4\n{rows}".encode())])
    assert isinstance(asked, Question)
    assert [w.protocol for w in asked.ways] == ["ratings", "boxes"]


def test_files_that_are_opened_together_name_their_study_together():
    second = ("more.csv", CLEAR[1].replace(b"A1,A2", b"A3,A4"))
    assert load(CLEAR, second).name == "clear.csv and more.csv"
    assert load(CLEAR, second, name="Ours").name == "Ours"
    assert load(CLEAR).name == "clear.csv"
