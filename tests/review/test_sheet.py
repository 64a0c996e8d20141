"""The table takes only what was typed, and the corrected scores keep the AI's beside people's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annoeval.problem import AnnoevalError
from annoeval.rating_table import ratings_table
from annoeval.review import sheet
from annoeval.review.sheet import Edit
from annoeval.review.standing import Standing


def test_a_cleared_cell_is_an_edit(study):
    assert sheet.typed(study, "f1", "caption", " ") == Edit("f1", "caption", None)


@pytest.mark.parametrize("words", ["2", "2.0", " 2 ", "Accurate", "2 accurate"])
def test_an_answer_may_be_typed_as_its_value_or_its_name(study, words):
    assert sheet.typed(study, "f1", "caption", words) == Edit("f1", "caption", 2)


def of_sets(study, *labels):
    tags = replace(study.dimensions["caption"], level="set", categories=labels, names={})
    return replace(study, dimensions={"tags": tags})


def test_labels_of_a_set_are_typed_with_commas(study):
    sets = of_sets(study, "cat", "dog")
    assert sheet.typed(sets, "f1", "tags", "cat") == Edit("f1", "tags", '["cat"]')
    assert sheet.typed(sets, "f1", "tags", "dog, cat,").value == '["cat", "dog"]'
    with pytest.raises(AnnoevalError, match=r"'cow' is no label of tags; use cat, dog\."):
        sheet.typed(sets, "f1", "tags", "cow")


def test_labels_with_commas_are_typed_with_semicolons_and_shown_so(study):
    sets = of_sets(study)
    value = sheet.typed(sets, "f1", "tags", "red, green; blue").value
    assert value == '["blue", "red, green"]'
    assert sheet.written(sets.dimensions["tags"], value) == "blue; red, green"


def test_a_set_is_shown_as_its_labels_and_a_list_of_labels_is_stored_as_a_set(study, store, id):
    tags = replace(study.dimensions["caption"], level="set", categories=("cat", "dog"), names={})
    sets = replace(study, dimensions={"tags": tags})
    store.decide(id, "f1", "caption", 1, reviewer="Ana")
    answered = Standing()
    for event in store.item_events(id, "f1"):
        answered.add(replace(event, dimension="tags", value='["cat", "dog"]'))
    ai = {"tags": {"f1": {"value": '["dog"]'}}}
    shown = sheet.rows(sets, answered, ["f1", "f2"], ["tags"], "Ana", ai)
    assert shown["mine:tags"].tolist() == ["cat, dog", ""]
    assert shown.at["f1", "ai:tags"] == "dog"


def test_a_question_that_is_not_asked_of_an_item_takes_no_score(study):
    physics = replace(study.dimensions["caption"], applies={"domain": ("Physics",)})
    only = replace(study, dimensions={**study.dimensions, "caption": physics})
    with pytest.raises(AnnoevalError, match="not asked of f2"):
        sheet.typed(only, "f2", "caption", "1")


@pytest.mark.parametrize("words", ["7", "-1", "0.5"])
def test_a_number_off_the_scale_is_refused(study, words):
    with pytest.raises(AnnoevalError, match=r"is not on the scale of caption; use one of 0, 1, 2\."):
        sheet.typed(study, "f1", "caption", words)


@pytest.mark.parametrize("words", ["abc", "nan", "inf", "1_0", "1,5"])
def test_a_word_for_a_number_is_refused_with_what_could_be_there(study, words):
    with pytest.raises(AnnoevalError, match=rf"“{words}” is no answer to Caption \(0, 1 or 2\)"):
        sheet.typed(study, "f1", "caption", words)


def test_where_a_second_opinion_is_asked_for_the_others_are_left_blank(store, id, study):
    for item in ("f1", "f2"):
        store.decide(id, item, "caption", 2, reviewer="Ana")
    ai = {"caption": {i: {"value": 1} for i in study.items.index}}
    standing = store.standing(id)
    found = sheet.rows(study, standing, ["f1", "f2"], ["caption"], "Ben", ai, {("f1", "caption")})
    assert found["people:caption"].fillna("").tolist() == ["", "Ana 2 Accurate"]
    assert found["ai:caption"].isna().tolist() == [True, False]


def annotated(study):
    rows = ratings_table(
        {
            "item_id": ["f1", "f1", "f2"],
            "dimension": "caption",
            "rater": ["Cleo", "Dan", "Cleo"],
            "kind": "human",
            "value": [0, 2, 1],
        }
    )
    return study.with_ratings(rows)


def test_what_the_files_annotators_said_stands_beside_what_reviewers_said(store, id, study):
    store.decide(id, "f1", "caption", 2, reviewer="Ana")
    found = sheet.rows(annotated(study), store.standing(id), ["f1", "f2", "f3"], ["caption"], "Ben", {"caption": {}})
    assert found["people:caption"].fillna("").tolist() == [
        "Cleo 0 Incorrect, Dan 2 Accurate, Ana 2 Accurate",
        "Cleo 1 Partial",
        "",
    ]
    blind = sheet.rows(annotated(study), store.standing(id), ["f1"], ["caption"], "Ben", {})
    assert "people:caption" not in blind


def test_where_no_ai_scored_there_is_no_column_for_it(study):
    assert list(sheet.rows(study, Standing(), ["f1"], ["caption"], "Ana", {"caption": {}}))[-1] == "mine:caption"
    assert "ai:caption" not in sheet.rows(study, Standing(), ["f1"], ["caption"], "Ana", {"caption": {}})


def test_search_looks_into_ids_texts_and_groups_in_any_case(study):
    ids = list(study.items.index)
    assert sheet.search(study, ids, "PHYSICS") == ["f1", "f3", "f5"]
    assert sheet.search(study, ids, "text 3") == ["f4"]
    assert sheet.search(study, ids, " ") == ids
    assert sheet.search(study, ids, "a(b") == []


def test_people_replace_the_ai_only_in_the_final_column(store, id):
    store.decide(id, "f1", "caption", 2, reviewer="Ana")
    frame = sheet.corrected(store.study(id)).set_index("item_id")
    row = frame.loc["f1", ["caption_AI", "caption_Ana", "caption_final", "caption_source"]]
    assert row.tolist() == [0, 2, 2, "reviewer"]
    assert frame.loc["f2", ["caption_AI", "caption_final", "caption_source"]].tolist() == [2, 2, "ai"]


def test_a_files_own_item_id_column_is_not_doubled(study):
    items = study.items.assign(item_id=study.items.index)
    assert list(sheet.corrected(replace(study, items=items)).columns).count("item_id") == 1
    renamed = replace(study, items=study.items.assign(item_id="same"))
    assert sheet.corrected(renamed)["item"].tolist() == list(study.items.index)


def test_whole_scores_are_written_without_a_decimal_point(store, id):
    store.decide(id, "f1", "caption", 2, reviewer="Ana")
    text = sheet.corrected(store.study(id))["caption_final"].astype("str").tolist()
    assert text[:3] == ["2", "2", "1"]


def test_ids_stand_as_a_person_counts():
    ids = ["fig_10", "fig_2", "b", "10", "9", "fig_2b", "٣"]
    assert sheet.by_id(ids) == ["٣", "9", "10", "b", "fig_2", "fig_2b", "fig_10"]


@pytest.mark.parametrize("name", ["AI", "final", "source", "majority", "=Ana"])
def test_a_reviewer_of_any_name_keeps_their_column_and_the_ai_its(store, id, name):
    store.decide(id, "f1", "caption", 2, reviewer=name)
    store.decide(id, "f1", "caption", 1, reviewer="Ben")
    first = sheet.corrected(store.study(id)).set_index("item_id").loc["f1"]
    assert first["caption_AI"] == 0
    assert first["caption_source"] == "tie"
    own = [c for c in first.index if c.startswith("caption_") and c not in ("caption_AI", "caption_Ben")]
    assert 2 in first[own].tolist()


def test_a_column_of_the_file_that_is_named_as_one_of_ours_keeps_its_name(study):
    items = study.items.assign(revision="draft 3", caption_AI=[0, 2, 1, 1, None, 2])
    frame = sheet.corrected(replace(study, items=items))
    assert frame["revision"].unique().tolist() == ["draft 3"]
    assert frame["revision (annoeval)"].unique().tolist() == [study.digest]
    assert list(frame.columns).count("caption_AI") == 1
