"""What annoeval saves it reads back: the same items, scales, raters and final scores, whatever the protocol."""

from __future__ import annotations

import io
import json

import pandas as pd
import pytest

from annoeval import load
from annoeval.commands.partitions import scored
from annoeval.commands.prescore import WRITERS, scored_table
from annoeval.conclusions import resolve
from annoeval.examples import examples
from annoeval.export import to_csv, to_xlsx
from annoeval.prescoring import ai_ratings
from annoeval.protocols import Means
from annoeval.questions import questions
from annoeval.ratings import latest
from annoeval.review import sheet
from annoeval.review.rule import reviewable
from annoeval.review.store import Store
from annoeval.study import Study

FORMATS = {"csv": to_csv, "xlsx": lambda frame: to_xlsx(frame, "scores")}


@pytest.fixture
def reviewed(tmp_path):
    """An example of a protocol, of which Ana answered three items of each question."""
    opened = []

    def reviewed(name: str) -> Study:
        opened.append(Store(url=f"sqlite:///{tmp_path / 'reviews.db'}", home=tmp_path))
        example = next(e for e in examples() if e.name == name)
        id = opened[-1].add_study(example.contents(), name=example.title)
        study = opened[-1].study(id)
        for dimension in reviewable(study):
            scale = study.dimensions[dimension]
            value = scale.categories[0] if scale.categories else 55.5 if scale.level == "interval" else "corrected"
            for item in study.applicable(dimension)[:3]:
                for question in questions(study, item, dimension):
                    opened[-1].decide(id, item, question, value, reviewer="Ana", note="as agreed")
        return opened[-1].study(id)

    yield reviewed
    for store in opened:
        store.database.close()


def stands(study: Study, dimension: str) -> dict[str, tuple]:
    found = resolve(study, dimension)
    return {
        r.item_id: (None if pd.isna(r.value) else study.dimensions[dimension].describe(r.value), r.source)
        for r in found.itertuples()
    }


def said(study: Study, dimension: str) -> set[tuple]:
    own = latest(study.ratings[study.ratings["dimension"] == dimension]).dropna(subset="value")
    describe, rows = study.dimensions[dimension].describe, own.itertuples()
    return {(r.item_id, r.rater, r.kind, describe(r.value), f"{r.confidence:.9g}", str(r.note)) for r in rows}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", [e.name for e in examples()])
def test_the_table_that_review_saves_opens_with_the_same_scores(reviewed, name, format):
    study = reviewed(name)
    again = load((f"corrected_scores.{format}", FORMATS[format](sheet.corrected(study))))
    assert list(again.items.index) == list(study.items.index)
    assert set(study.items.columns) <= set(again.items.columns)
    assert again.problems == ()
    for dimension in reviewable(study):
        assert again.dimensions[dimension] == study.dimensions[dimension]
        assert said(again, dimension) == said(study, dimension)
        assert stands(again, dimension) == stands(study, dimension)


def test_saved_twice_it_is_the_same_table(reviewed):
    first = sheet.corrected(reviewed("figures"))
    second = sheet.corrected(load(("a.csv", to_csv(first))))
    same = [c for c in first if c not in ("revision", "annoeval")]
    assert list(second) == list(first)
    assert to_csv(second[same]) == to_csv(first[same])


def test_the_files_columns_keep_their_names():
    file = b"item_id,text,A1,A2\nx,one,yes,no\ny,two,no,no\n"
    assert list(sheet.corrected(load(("a.csv", file))))[:4] == ["item_id", "text", "A1", "A2"]
    template = b"pdf,type,element_id,caption,vlm_description,content,correct_caption\np,figure,e1,c,d,,\n"
    assert "correct_caption" in sheet.corrected(load(("a.csv", template)))


def test_a_sorted_table_and_one_with_rows_taken_out_are_read_back_too(reviewed):
    study = reviewed("ratings")
    table = sheet.corrected(study)
    kept = pd.concat([table.iloc[::-1].iloc[:-5], table.iloc[[0]]])
    again = load(("a.csv", to_csv(kept)))
    before = stands(study, "label")
    assert stands(again, "label") == {i: before[i] for i in kept["item_id"]}


def test_a_final_score_that_was_changed_in_the_table_is_a_decision_and_said(reviewed):
    table = sheet.corrected(reviewed("figures"))
    item = table.index[table["caption_final"].eq(0)][0]
    table.loc[item, "caption_final"] = 1
    again = load(("a.csv", to_csv(table)))
    assert stands(again, "caption")[table["item_id"][item]] == ("1 Partial", "decision")
    assert [(p.column, p.count) for p in again.problems] == [("caption_final", 1)]


def test_a_score_typed_into_the_table_that_is_on_no_scale_is_missing_and_said(reviewed):
    table = sheet.corrected(reviewed("figures")).astype({"caption_Ana": "object"})
    table.loc[table["caption_Ana"].first_valid_index(), "caption_Ana"] = 7
    again = load(("a.csv", to_csv(table)))
    assert [(p.problem, p.column, p.value) for p in again.problems if p.column == "caption_Ana"] == [
        ("not on the scale", "caption_Ana", "7")
    ]


def test_a_cell_of_that_name_which_says_something_else_is_a_cell():
    study = load(("a.csv", b"item_id,rater_A,rater_B,annoeval\n1,x,y,no json\n2,x,x,[1]\n"))
    assert study.protocol == "ratings"


def test_a_table_of_a_newer_version_says_so():
    cell = json.dumps({"annoeval": 99}).replace('"', '""')
    with pytest.raises(Exception, match="newer annoeval"):
        load(("a.csv", f'item_id,A,annoeval\n1,x,"{cell}"\n'.encode()))


@pytest.mark.parametrize("ending", WRITERS)
def test_a_file_scored_by_the_command_line_opens_with_the_same_scores(ending):
    example = next(e for e in examples() if e.name == "figures")
    name, data = example.contents()[0]
    original = pd.read_csv(io.BytesIO(data), dtype="str")
    original = original[[c for c in original if "_score_" not in c]]
    study = load((name, to_csv(original)))
    made = ai_ratings(study, "similarity only")
    again = load(
        (f"scored{ending}", WRITERS[ending](scored_table(original, scored(study, "similarity only", Means()))))
    )
    for dimension in study.dimensions:
        given = made[(made["dimension"] == dimension) & made["value"].notna()]
        back = again.ratings[again.ratings["dimension"] == dimension]
        assert dict(zip(back["item_id"], back["value"], strict=True)) == dict(
            zip(given["item_id"], given["value"], strict=True)
        )
        assert set(back["kind"]) == {"ai"}
