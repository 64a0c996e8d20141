"""What a name leaves open the values must tell; where neither does, it is asked."""

from __future__ import annotations

import json

import pytest

from annoeval import load
from annoeval.opening import readings_of
from annoeval.tables.guessing import decide
from annoeval.ways import NotSure
from tests.tables.settled import of_text

WORKERS = [(w, i) for i in range(12) for w in ("k7", "m2", "p9")]


def table(*rows: str) -> str:
    return "\n".join(rows) + "\n"


def decided(text: str, name: str = "table.csv"):
    return decide(readings_of([(name, text.encode())])[0].tables[0])


def roles(text: str, name: str = "table.csv") -> dict[str, str]:
    best = decided(text, name).best
    return {c: w.role for c, w in best.columns.items()} if best else {}


# tables whose columns have no names


def crowd(separator: str) -> str:
    return "".join(f"{w}{separator}doc{i}{separator}{'spam' if i % 3 else 'ham'}\n" for w, i in WORKERS)


@pytest.mark.parametrize(("separator", "name"), [("\t", "labels.tsv"), (",", "labels.csv"), (";", "labels.txt")])
def test_a_first_row_whose_cells_stand_again_below_is_data(separator, name):
    reading = readings_of([(name, crowd(separator).encode())])[0]
    assert len(reading.tables[0].frame) == 36
    assert list(reading.tables[0].frame.columns) == ["column 1", "column 2", "column 3"]
    assert [p.problem for p in reading.problems] == ["no names above the columns"]


def test_who_judged_what_is_asked_where_no_column_has_a_name():
    with pytest.raises(NotSure) as asked:
        of_text(crowd("\t"))
    first, second = (w.options["mapping"] for w in asked.value.question.ways)
    assert (first["column 1"], first["column 2"]) == ("rater", "item")
    assert (second["column 1"], second["column 2"]) == ("item", "rater")


def test_a_table_without_names_opens_once_its_columns_are_said():
    said = {"column 1": "rater", "column 2": "item", "column 3": "label"}
    study = load(("labels.tsv", crowd("\t").encode()), options={"mapping": said})
    assert (len(study.items), len(study.raters), len(study.ratings)) == (12, 3, 36)


@pytest.mark.parametrize(
    "header",
    ["item,1,3,4", "rater,item,label", "text,yes,no", "id,positive,negative"],
)
def test_names_are_no_data(header):
    rows = {
        "item,1,3,4": "".join(f"a{i},{1 + i % 4},{1 + i % 4},{1 + i % 3}\n" for i in range(12)),
        "rater,item,label": "".join(f"w{i % 3},d{i // 3},{'x' if i % 2 else 'y'}\n" for i in range(12)),
        "text,yes,no": "".join(f"t{i},{'yes' if i % 2 else ''},{'' if i % 2 else 'no'}\n" for i in range(12)),
        "id,positive,negative": "".join(f"{i},{i % 2},{1 - i % 2}\n" for i in range(12)),
    }
    reading = readings_of([("t.csv", f"{header}\n{rows[header]}".encode())])[0]
    assert [str(c) for c in reading.tables[0].frame.columns] == header.split(",")


def test_one_header_that_stands_again_in_the_middle_is_a_header():
    part = "item,rater,label\n" + "".join(f"d{i},anna,x\n" for i in range(6))
    reading = readings_of([("t.csv", (part + part.replace("anna", "ben")).encode())])[0]
    assert [str(c) for c in reading.tables[0].frame.columns] == ["item", "rater", "label"]


# names of a letter and a number


def test_where_two_terms_begin_and_end_are_no_four_raters():
    text = table(
        "sentence_id,b1,e1,b2,e2,verdict",
        *(f"s{i},{i % 7},{9 + i % 7},{30 + i % 5},{41 + i % 5},yes" for i in range(40)),
    )
    assert "rating" not in {roles(text)[c] for c in ("b1", "e1", "b2", "e2")}


def test_measures_called_r1_and_r2_are_no_raters():
    text = table(
        "output_id,R1,R2,RL,Faithful",
        *(f"o{i},{31.17 + i * 0.37:.2f},{9.41 + i * 0.21:.2f},{25 + i * 0.3:.2f},{i % 3 / 2}" for i in range(90)),
    )
    assert "rating" not in {roles(text)[c] for c in ("R1", "R2")}


def test_scores_by_r1_and_r2_are_two_raters():
    text = table("output_id,R1,R2", *(f"o{i},{i % 5},{(i + i % 2) % 5}" for i in range(30)))
    assert roles(text) == {"output_id": "item", "R1": "rating", "R2": "rating"}


def test_texts_called_a1_and_a2_are_no_answers():
    said = [
        f"The {i}th reason why this side of the debate is right, which nobody else wrote in such words"
        for i in range(24)
    ]
    text = table("id\tlabel\ta1\ta2", *(f"p{i}\ta{1 + i % 2}\t{t} at all\t{t}, really" for i, t in enumerate(said)))
    assert roles(text, "t.tsv")["label"] == "label"
    assert "rating" not in roles(text, "t.tsv").values()


# what a program wrote, and what is measured on it


def test_what_programs_wrote_is_no_judgement_by_them():
    wrote = [
        f"A long reply number {i} that the program gave to what the person had asked of it before" for i in range(20)
    ]
    text = table(
        "id,model1.output,model1.score,model2.output,model2.score",
        *(f"d{i},{t} one,,{t} two," for i, t in enumerate(wrote)),
    )
    assert not decided(text).clear


def test_a_measure_is_no_judgement_by_the_model_it_was_measured_on():
    text = table(
        "hash,model_name,Bleu,Meteor",
        *(f"h{i},{m},{0.1 + i / 90:.4f},{0.2 + i / 70:.4f}" for i in range(20) for m in ("pgn", "bart")),
    )
    assert not decided(text).clear


def test_columns_of_which_no_name_tells_the_judgement_are_asked_about():
    rows = [
        f"{w},s{i},{'causes' if i % 2 else 'treats'},{'may_treat' if i % 3 else 'cause_of'}"
        for i in range(12)
        for w in ("k7", "m2", "p9")
    ]
    assert not decided(table("worker_id,sent_id,relation,twrex", *rows)).clear


# cells that hold several people's answers


def test_lists_of_lists_beside_names_are_a_set_by_each():
    rows = [
        {
            "text": f"t{i}",
            "annotations": [["age"], ["age", "sex"] if i % 2 else ["age"]],
            "anon_annotators": ["a7", "a8"],
        }
        for i in range(8)
    ]
    study = load(("r.json", json.dumps(rows).encode()))
    assert set(study.raters["name"]) == {"a7", "a8"}
    assert study.dimensions["annotations"].level == "set"


def test_a_label_is_no_object():
    rows = [{"id": f"q{i}", "judgments": [{"chosen": f"c{i}", "by": {"x": i}}]} for i in range(8)]
    text = table("id\tjudgments", *(f"{r['id']}\t{json.dumps(r['judgments'])}" for r in rows))
    best = decided(text, "t.tsv").best
    assert best is None or best.columns["judgments"].role != "label"


def test_who_spoke_is_no_list_of_answers():
    rows = [{"key": f"k{i}", "context_speakers": ["AMY", "BEN", "AMY"], "sarcasm": bool(i % 2)} for i in range(8)]
    reading = readings_of([("r.json", json.dumps(rows).encode())])[0]
    assert not any(str(c).startswith("rater ") for c in reading.tables[0].frame.columns)


def test_what_stands_under_annotators_names_beside_their_answers_is_about_them():
    rows = [
        {
            "key": str(i),
            "annotators": "Ann1,Ann2,Ann3",
            "annotations": f"0,1,{i % 2}",
            "info": {"Ann1": "Old", "Ann2": "Young", "Ann3": "Old"},
        }
        for i in range(8)
    ]
    study = load(("r.json", json.dumps(rows).encode()))
    assert list(study.dimensions) == ["annotations"]
    assert len(study.ratings) == 24


def test_fields_of_a_record_are_no_people_without_a_question():
    rows = [
        {
            "id": f"q{i}",
            "out": {"prompt_output": {"verdict": i % 2, "note": "n"}, "edited_output": {"verdict": 1, "note": "m"}},
        }
        for i in range(8)
    ]
    with pytest.raises(NotSure):
        load(("r.json", json.dumps(rows).encode()))


# counts and pairs


def test_columns_called_votes_count_votes_though_items_have_unlike_many():
    text = table("id,votes_no,votes_1,votes_2", *(f"t{i},{i % 3},{2 + i % 4},{i % 2}" for i in range(20)))
    assert {roles(text)[c] for c in ("votes_no", "votes_1", "votes_2")} == {"count"}


def test_two_identifiers_together_say_which_pair_was_judged():
    text = table(
        "identifier1,identifier2,annotator,judgment",
        *(f"u{i % 5},v{i % 4},{w},{1 + i % 4}" for i in range(20) for w in ("k", "m")),
    )
    assert roles(text) == {"identifier1": "item", "identifier2": "item", "annotator": "rater", "judgment": "label"}


def test_rows_that_end_before_the_header_does_are_cut_where_the_header_is():
    note = "a; b"
    header = "HITId,WorkerId,Answer.ok,Approve,Reject"
    rows = "".join(f'"h{i}","w{i % 2}","{note} & c;"\n' for i in range(9))
    assert readings_of([("b.csv", f"{header}\n{rows}".encode())])[0].facts["delimiter"] == "comma"
