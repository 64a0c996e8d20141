"""The sheet that people score figures and tables in: written, filled and read back."""

import io
import re
import zipfile

import pandas as pd
import pytest

from annoeval import load
from annoeval.opening import readings_of
from annoeval.problem import AnnoevalError
from annoeval.protocols import protocol_of
from annoeval.rating_table import ratings_table

TEXT = """pdf,Domain,type,element_id,caption,vlm_description,correct_caption,content,Remark
a.pdf,Biology,figure,fig_1,"Counts, by month",A chart.,,,=1+1
a.pdf,Biology,table,tab_1,,,,"| a | 1 |",007
b.pdf,Physics,figure,fig_1,Spins,"A ""map"".
Second line",,,
"""
SCORES = ["caption_score", "vlm_score", "table_score"]


def template(text=TEXT, ai=None):
    file = ("rows.csv", text.encode())
    study = load(file)
    if ai:
        study = study.with_ratings(ratings_table(ai))
    return study, protocol_of(study).template(study, readings_of([file]))


def test_scoring_columns_follow_the_files_own_people_first():
    _, made = template()
    own = TEXT.splitlines()[0].split(",")
    assert list(made.sheets[made.main].columns) == [*own, *SCORES, *(f"{c}_ai" for c in SCORES)]
    assert made.sheets[made.main][SCORES].isna().all(axis=None)


def test_columns_that_the_file_has_are_not_added_again():
    _, made = template(TEXT.replace("Remark", "caption_score").replace("=1+1", "2").replace("007", ""))
    assert list(made.sheets[made.main].columns).count("caption_score") == 1
    assert made.sheets[made.main]["caption_score"].tolist()[0] == "2"


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_it_reads_back_without_loss(form):
    study, made = template()
    again = load((f"t.{form}", getattr(made, form)()))
    pd.testing.assert_frame_equal(again.items, study.items)
    assert again.ratings.empty
    assert not [p for p in again.problems if p.action == "not used"]


def test_scores_of_an_ai_stand_in_their_columns_and_only_where_they_apply():
    ai = {"item_id": ["fig_1#1", "tab_1"], "dimension": ["caption", "table"], "rater": "recommended", "kind": "ai"}
    study, made = template(ai=ai | {"value": [2.0, 1.0]})
    again = load(("t.csv", made.csv()))
    given = again.ratings[["dimension", "rater", "value"]].values.tolist()
    assert sorted(given) == [["caption", "AI", 2.0], ["table", "AI", 1.0]]
    assert study.items.index.tolist() == again.items.index.tolist()


def sheet_xml(book, number):
    with zipfile.ZipFile(io.BytesIO(book)) as packed:
        return packed.read(f"xl/worksheets/sheet{number}.xml").decode()


def test_the_workbook_has_a_drop_down_of_the_rubric_and_grey_cells_where_nothing_is_asked():
    """The file's nine columns are A to I, so that scores stand in J to O, in rows 2 to 4."""
    _, made = template()
    rows = sheet_xml(made.xlsx(), 1)
    rules = re.findall(r'<dataValidation type="list"[^>]*sqref="([^"]+)"><formula1>([^<]+)', rows)
    assert rules == [(f"{at}2:{at}4", '"0,1,2"') for at in "JKLMNO"]
    assert set(re.findall(r'<c r="([J-L]\d)" s="\d+"/>', rows)) == {"L2", "J3", "K3", "L4"}
    said = made.sheets["guidelines"]
    assert "Partial: Minor truncation or paraphrase" in said["Meaning"].tolist()


def test_filled_it_gives_the_persons_scores():
    _, made = template()
    made.sheets[made.main]["caption_score"] = pd.array([2, None, 0], dtype="Int64")
    ratings = load(("t.xlsx", made.xlsx())).ratings
    assert ratings[["dimension", "rater", "kind", "value"]].values.tolist() == [
        ["caption", "human", "human", 2.0],
        ["caption", "human", "human", 0.0],
    ]


def test_a_score_where_the_question_does_not_apply_is_left_out_and_said():
    text = TEXT.replace("Remark", "table_score").replace("=1+1", "2").replace("007", "1")
    study = load(("rows.csv", text.encode()))
    assert study.ratings["item_id"].tolist() == ["tab_1"]
    assert [(p.action, p.column, p.count) for p in study.problems if p.column == "table_score"] == [
        ("left out", "table_score", 1)
    ]


def test_a_text_that_no_cell_of_a_workbook_holds_is_refused_and_the_csv_file_holds_it():
    _, made = template(TEXT.replace("Spins", "S" * 40_000))
    with pytest.raises(AnnoevalError, match="take the CSV file"):
        made.xlsx()
    assert load(("t.csv", made.csv())).items["caption"].str.len().max() == 40_000
