"""doccano, Prodigy, Argilla and GROBID: records understood by the tool's own rules."""

from __future__ import annotations

import json

import pytest

from annoeval.reading import read
from annoeval.reading.table import ReadError


def lines(*rows) -> bytes:
    return "\n".join(json.dumps(r) for r in rows).encode()


def test_doccano_names_the_annotator_by_the_file():
    found = read(lines({"id": 1, "text": "t1", "label": ["pos"]}, {"id": 2, "text": "t2", "label": []}), "admin.jsonl")
    ratings = found.annotations.ratings
    assert ratings[["item_id", "rater", "value"]].to_numpy().tolist() == [["1", "admin", "pos"]]
    assert found.annotations.counts["empty"] == 1


def test_doccano_several_labels_are_a_set_and_spans_are_counted():
    found = read(lines({"id": 1, "text": "t", "label": ["b", "a"]}), "x.jsonl").annotations
    assert found.scales["label"].level == "set"
    assert found.ratings["value"].tolist() == ['["a", "b"]']
    spans = read(lines({"id": 1, "text": "t", "label": [[0, 1, "ORG"]]}), "x.jsonl")
    assert [(p.problem.split(":")[0], p.count) for p in spans.problems] == [("text spans", 1)]


def test_a_text_without_id_is_known_by_its_content():
    a = read(lines({"text": "one", "labels": ["x"]}, {"text": "two", "labels": ["y"]}), "ann.jsonl").annotations
    b = read(lines({"text": "two", "labels": ["y"]}, {"text": "one", "labels": ["x"]}), "ben.jsonl").annotations
    assert sorted(a.items.index) == sorted(b.items.index)


def prodigy(text, answer, **more):
    return {"text": text, "answer": answer, "_input_hash": hash(text) % 10**6, "_task_hash": 1, **more}


def test_prodigy_accept_and_reject_are_answers_about_the_label():
    found = read(
        lines(
            prodigy("a", "accept", label="DOC"),
            prodigy("b", "reject", label="DOC"),
            prodigy("c", "ignore", label="DOC"),
        ),
        "ann.jsonl",
    ).annotations
    assert found.ratings[["dimension", "rater", "value"]].to_numpy().tolist() == [
        ["DOC", "ann", "accept"],
        ["DOC", "ann", "reject"],
    ]
    assert found.scales["DOC"].categories == ("accept", "reject")
    assert found.counts["ignore"] == 1


def test_prodigy_choices_are_the_chosen_options():
    options = [{"id": "p", "text": "Positive"}, {"id": "n", "text": "Negative"}]
    row = prodigy("a", "accept", accept=["p"], options=options, _session_id="set-ann", _timestamp=1700000000)
    found = read(lines(row), "x.jsonl").annotations
    assert found.ratings.iloc[0][["rater", "value"]].tolist() == ["set-ann", "p"]
    assert found.scales["label"].categories == ("p", "n")
    assert str(found.ratings["time"].iloc[0]) == "2023-11-14 22:13:20+00:00"


def test_argilla_submitted_answers_count_and_suggestions_are_the_ais():
    row = {
        "id": "r1",
        "fields": {"text": "hi"},
        "metadata": {"domain": "a"},
        "responses": {
            "tone": [
                {"user_id": "u1", "value": "kind", "status": "submitted"},
                {"user_id": "u2", "value": "rude", "status": "discarded"},
            ]
        },
        "suggestions": {"tone": {"value": "kind", "score": 0.9, "agent": "m"}},
    }
    found = read(json.dumps([row]).encode(), "a.json").annotations
    assert found.ratings[["rater", "kind", "value"]].to_numpy().tolist() == [
        ["u1", "human", "kind"],
        ["m", "ai", "kind"],
    ]
    assert found.items.loc["r1", "domain"] == "a"
    assert found.counts["discarded"] == 1


def test_argilla_flat_records_are_the_same_answers():
    row = {
        "id": "r1",
        "text": "hi",
        "tone.responses": ["kind"],
        "tone.responses.users": ["u1"],
        "tone.responses.status": ["submitted"],
        "tone.suggestion": "rude",
        "tone.suggestion.agent": "m",
    }
    found = read(json.dumps([row]).encode(), "a.json").annotations
    assert found.ratings[["rater", "value"]].to_numpy().tolist() == [["u1", "kind"], ["m", "rude"]]


def test_a_grobid_header_is_one_record():
    tei = """<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>On κ</title></titleStmt>
    <sourceDesc><biblStruct><analytic><author><persName><forename>A.</forename><surname>B</surname></persName></author>
    </analytic></biblStruct></sourceDesc></fileDesc><profileDesc><abstract><p>Short.</p></abstract></profileDesc>
    </teiHeader></TEI>"""
    row = read(tei.encode(), "p.xml").tables[0].frame.iloc[0]
    assert row[["title", "authors", "abstract"]].tolist() == ["On κ", "A. B", "Short."]
    assert row.isna()["doi"]


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (
            b"#FORMAT=WebAnno TSV 3.3\n#T_SP=ner|identifier|value\n\n\n#Text=John.\n1-1\t0-4\tJohn\t*\tPER\t\n",
            "WebAnno TSV of INCEpTION",
        ),
        (b"T1\tPerson 0 4\tAnna\nT2\tPlace 14 18;20 24\tRome\nR1\tLives Arg1:T1 Arg2:T2\n#1\tNote T1\thm\n", "brat"),
        (b'{"%TYPES": {}, "%VIEWS": {}, "%FEATURE_STRUCTURES": [{"%ID": 1, "begin": 0, "end": 4}]}', "UIMA CAS"),
    ],
)
def test_files_of_spans_are_refused_by_their_name(content, named):
    with pytest.raises(ReadError, match=f"{named}.*: spans of text are not read"):
        read(content, "doc.txt")


def test_rows_that_begin_like_a_span_are_a_table():
    assert read(b"T1\tyes\nT2\tno\nT3\tyes\n", "t.tsv").format == "csv"
