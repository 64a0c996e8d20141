"""`figures`: extracted captions, descriptions and tables."""

import pandas as pd
import pytest

from annoeval.conclusions import resolve
from annoeval.protocols.figures import Figures
from annoeval.reading.table import Reading, Table


def reading(**columns: list) -> list[Reading]:
    n = len(next(iter(columns.values())))
    base = {
        "pdf": ["p.pdf"] * n,
        "type": ["figure"] * n,
        "element_id": [f"e{i}" for i in range(n)],
        "caption": ["c"] * n,
        "vlm_description": ["d"] * n,
        "content": [None] * n,
    }
    return [Reading("f.csv", "csv", (Table("f.csv", pd.DataFrame(base | columns).astype("str")),))]


def test_is_recognised_by_caption_description_and_type():
    found = Figures().detect(reading(domain=["x"]))
    assert found is not None
    assert found.confidence > 0.9
    assert "'caption'" in found.because


def test_is_not_seen_in_a_table_of_labels():
    frame = pd.DataFrame({"item": ["1"], "label": ["cat"]}).astype("str")
    assert Figures().detect([Reading("f.csv", "csv", (Table("f.csv", frame),))]) is None


def test_an_element_id_that_repeats_merges_no_rows():
    study = Figures().build(reading(element_id=["page_1_fig_1"] * 3, caption=["a", "b", "b"]), {})
    assert len(study.items) == 3
    assert list(study.items["caption"]) == ["a", "b", "b"]
    assert {p.problem for p in study.problems} == {
        "element_id is absent or occurs more than once",
        "row is an exact copy of an earlier one",
    }


def test_caption_scores_apply_to_figures_and_table_scores_to_tables():
    study = Figures().build(reading(type=["figure", "table"]), {})
    assert list(study.applicable("caption")) == ["e0"]
    assert list(study.applicable("table")) == ["e1"]


def test_score_columns_name_their_rater_by_prefix_or_suffix():
    study = Figures().build(reading(caption_score_ai=["0"], caption_score=["1"], vlm_score_Aiko=["2"]), {})
    got = {(r.dimension, r.rater, r.kind, r.value) for r in study.ratings.itertuples()}
    assert got == {("caption", "AI", "ai", 0.0), ("caption", "human", "human", 1.0), ("vlm", "Aiko", "human", 2.0)}


def test_each_question_says_which_words_it_judges():
    study = Figures().build(reading(type=["figure"]), {})
    assert {d: s.text for d, s in study.dimensions.items()} == {
        "caption": "caption",
        "vlm": "vlm_description",
        "table": "content",
    }


def test_a_score_outside_the_rubric_is_a_problem_and_missing_never_a_zero():
    study = Figures().build(reading(caption_score=["3"]), {})
    assert study.ratings["value"].isna().all()
    assert study.ratings["response"].tolist() == ["3"]
    assert [(p.value, p.column) for p in study.problems] == [("3", "caption_score")]


def test_wrong_scores_of_every_kind_are_one_kind_of_problem():
    study = Figures().build(reading(caption_score=["3", "good"], vlm_score=["1", "n/a"]), {})
    assert len({p.problem for p in study.problems}) == 1


def test_a_table_of_something_else_dropped_along_adds_no_items_and_is_named():
    other = Table("summary.csv", pd.DataFrame({"domain": ["x", "y"], "mean": ["1", "2"]}).astype("str"))
    study = Figures().build([*reading(domain=["x"]), Reading("summary.csv", "csv", (other,))], {})
    assert len(study.items) == 1
    assert [(p.file, p.action, p.count) for p in study.problems] == [("summary.csv", "not used", 2)]


def test_a_column_that_the_file_lacks_is_said_since_blank_text_scores_zero():
    table = reading(type=["figure", "table"])[0].tables[0]
    for column in ("caption", "vlm_description", "content"):
        without = Table("f.csv", table.frame.drop(columns=column))
        study = Figures().build([Reading("f.csv", "csv", (without,))], {})
        assert [(p.problem, p.column) for p in study.problems] == [("the column is absent", column)]


def test_a_corrected_text_is_evidence_and_no_score():
    study = Figures().build(reading(correct_caption=["The right caption"]), {})
    assert len(study.ratings) == 0
    assert study.items["correct_caption"].tolist() == ["The right caption"]


def test_the_templates_columns_filled_with_scores_are_an_annotators():
    study = Figures().build(reading(correct_caption=["2"]), {})
    assert study.ratings[["dimension", "rater", "value"]].values.tolist() == [["caption", "annotator", 2.0]]


def test_an_unscored_figure_has_no_final_score():
    assert set(resolve(Figures().build(reading(caption=["a", "b"]), {}), "caption")["source"]) == {"missing"}


def records(paper: str, *rows: tuple[str, str, str]) -> Reading:
    """What an extractor wrote of a paper: (type, content, caption)."""
    frame = pd.DataFrame(
        {
            "element_id": [f"page_1_{i}" for i in range(len(rows))],
            "type": [kind for kind, _, _ in rows],
            "content": [content for _, content, _ in rows],
            "context": [f"around {content}" for _, content, _ in rows],
            "metadata.caption": [caption or None for _, _, caption in rows],
        }
    )
    name = f"{paper}.jsonl"
    return Reading(name, "jsonl", (Table(name, frame.astype("str").where(frame.notna())),))


def test_an_extractors_records_beside_the_annotated_table_are_evidence_and_no_items():
    told = records("p", ("heading", "Results", ""), ("figure", "x", "c"), ("text", "Counts fall.", ""))
    for dropped in ([*reading(caption=["c"]), told], [told, *reading(caption=["c"])]):
        study = Figures().build(dropped, {})
        assert len(study.items) == 1
        assert study.items["context"].tolist() == ["around x"]
        assert "context" in study.evidence
        assert [(p.action, p.count) for p in study.problems] == [
            ("shown beside the items: context", 1),
            ("kept in the study's files, no items", 2),
        ]


def test_records_change_no_ids_and_no_scores():
    table = reading(element_id=["page_1"] * 2, caption=["a", "b"], caption_score=["1", "2"])
    alone, beside = (Figures().build(r, {}) for r in (table, [records("p", ("figure", "x", "a")), *table]))
    assert list(alone.items.index) == list(beside.items.index)
    pd.testing.assert_frame_equal(alone.ratings, beside.ratings)


def test_records_are_told_by_paper_type_and_text_where_their_number_differs():
    told = records("p", ("figure", "x", "b"), ("figure", "y", "elsewhere"), ("table", "z", "a"))
    study = Figures().build([*reading(caption=["a", "b"]), told], {})
    assert study.items["context"].fillna("").tolist() == ["", "around x"]


def test_records_that_fit_two_figures_alike_stay_in_the_files():
    told = records("p", ("figure", "x", "c"), ("figure", "y", "d"), ("figure", "z", "e"))
    study = Figures().build([*reading(caption=["c", "c"]), told], {})
    assert study.items["context"].isna().all()


def test_records_of_another_paper_stay_in_the_files():
    study = Figures().build([*reading(caption=["c"]), records("other", ("figure", "x", "c"))], {})
    assert study.items["context"].isna().all()


def test_a_caption_that_the_table_cut_off_is_its_records():
    whole = "Counts of waders at low water, by month and by estuary, with the share of juveniles."
    told = records("p", ("figure", "x", "another"), ("figure", "y", whole), ("text", "z", ""))
    study = Figures().build([*reading(caption=[whole[:60]]), told], {})
    assert study.items["context"].tolist() == ["around y"]


def test_records_alone_are_judged_by_their_figures_and_tables():
    study = Figures().build([records("p", ("text", "w", ""), ("figure", "x", "c"), ("table", "y", "t"))], {})
    assert study.items["caption"].tolist() == ["c", "t"]
    assert study.items["pdf"].tolist() == ["p", "p"]
    assert ("kept in the study's files, no items", 1) in {(p.action, p.count) for p in study.problems}


def test_a_second_table_of_tables_is_annotated_as_well():
    frame = pd.DataFrame({"element_id": ["t1"], "type": ["table"], "content": ["|a|b|"]}).astype("str")
    tables = Reading("tables.csv", "csv", (Table("tables.csv", frame),))
    assert len(Figures().build([*reading(caption=["c"]), tables], {}).items) == 2


@pytest.mark.parametrize(
    "columns",
    [
        {"item_id": ["fig_a", "fig_b", "fig_c"]},
        {"Figure_ID": ["fig_a", "fig_b", "fig_c"]},
        {"doc_id": ["d"] * 3, "item_id": ["fig_a", "fig_b", "fig_c"]},
    ],
)
def test_ids_are_taken_by_what_their_column_is_called_and_of_several_those_that_tell_rows_apart(columns):
    frame = reading(caption=["a", "b", "c"], **columns)[0].tables[0].frame.drop(columns="element_id")
    study = Figures().build([Reading("f.csv", "csv", (Table("f.csv", frame),))], {})
    assert list(study.items.index) == ["fig_a", "fig_b", "fig_c"]
