"""Potato: what an annotator's state says, whichever form it stands in."""

from __future__ import annotations

import json

import pytest

from annoeval import load
from annoeval.reading import read


def state(who: str, answers: object, **more: object) -> bytes:
    return json.dumps({"user_id": who, "instance_id_to_label_to_value": answers, **more}).encode()


def pairs(**fields: object) -> list[object]:
    """Answers as pairs of a field and what it holds: `sentiment__positive=True`."""
    return [[dict(zip(("schema", "name"), key.split("__"), strict=True)), value] for key, value in fields.items()]


def said(data: bytes) -> list[tuple[str, str, object]]:
    ratings = read(data, "user_state.json").annotations.ratings
    return list(ratings[["item_id", "dimension", "value"]].itertuples(index=False, name=None))


@pytest.mark.parametrize(
    "answers",
    [
        {"a": {"tone": {"labels": {"warm": True}}}, "b": {"tone": {"labels": {"cold": True, "warm": False}}}},
        {"a": {"tone": {"warm": "true"}}, "b": {"tone": {"cold": "true"}}},
        {"a": pairs(tone__warm=True), "b": pairs(tone__cold="cold")},
    ],
)
def test_a_ticked_field_is_the_answer_in_every_form(answers):
    assert said(state("ida", answers)) == [("a", "tone", "warm"), ("b", "tone", "cold")]


def test_states_of_several_people_are_raters_of_the_same_items_whatever_the_files_are_called():
    files = [
        (f"annotation_output/{w}/user_state.json", state(w, {f"i{n}": pairs(tone__warm=True) for n in range(3)}))
        for w in ("ida", "jon")
    ]
    study = load(*files)
    assert (list(study.raters["name"]), len(study.items), len(study.ratings)) == (["ida", "jon"], 3, 6)


def test_a_point_is_a_number_a_slider_holds_one_and_a_list_holds_the_label():
    found = read(
        state("ida", {"a": pairs(**{"clear__4": "4", "sure__slider": "62", "topic__select-one": "law"})}), "s.json"
    ).annotations
    assert dict(zip(found.ratings["dimension"], found.ratings["value"], strict=True)) == {
        "clear": 4.0,
        "sure": 62.0,
        "topic": "law",
    }
    assert {d: s.level for d, s in found.scales.items()} == {"clear": "ordinal", "sure": "interval", "topic": "nominal"}


def test_rows_of_a_grid_are_questions_and_several_boxes_are_a_set():
    answers = {"a": pairs(card__speed="Low", card__tone="High", topic__law=True, topic__art=True)}
    assert said(state("ida", answers)) == [
        ("a", "card.speed", "Low"),
        ("a", "card.tone", "High"),
        ("a", "topic", '["art", "law"]'),
    ]


def test_of_several_points_the_history_of_clicks_tells_the_last():
    clicks = [{"schema_name": "clear", "old_label": old, "label_name": new} for old, new in ((None, "5"), ("5", "4"))]
    answers = {"a": pairs(clear__5="5", clear__4="4")}
    trail = {"instance_id_to_behavioral_data": {"a": {"annotation_changes": clicks}}}
    assert said(state("ida", answers, **trail)) == [("a", "clear", 4.0)]
    untold = read(state("ida", answers), "user_state.json")
    assert len(untold.annotations.ratings) == 0
    assert [p.action for p in untold.problems] == ["left out"]


def test_a_number_under_one_name_that_never_changes_is_no_answer():
    found = read(state("ida", {i: {"tone": {"warm": "2"}} for i in "ab"}), "user_state.json")
    assert len(found.annotations.ratings) == 0
    assert found.problems[0].column == "tone"


def test_lines_of_older_versions_name_the_annotator_by_their_folder():
    rows = [
        {"id": i, "displayed_text": f"t {i}", "label_annotations": {"tone": {label: "1"}}, "span_annotations": [{}]}
        for i, label in (("a", "warm"), ("b", "cold"))
    ]
    found = read("\n".join(map(json.dumps, rows)).encode(), "ida/annotated_instances.jsonl")
    assert found.annotations.ratings[["rater", "value"]].to_numpy().tolist() == [["ida", "warm"], ["ida", "cold"]]
    assert [(p.problem.split(":")[0], p.count) for p in found.problems] == [("text spans", 2)]


def test_what_was_written_is_a_text_and_spans_and_drawings_are_counted():
    found = read(
        state(
            "ida",
            {"a": [*pairs(why__text_box="so"), [{"schema": "box", "name": "_data"}, "[]"]]},
            instance_id_to_span_to_value={"a": {"names": [{"start": 0, "end": 2, "label": "P"}]}},
        ),
        "user_state.json",
    )
    assert found.annotations.scales["why"].level == "text"
    assert sorted(p.problem.split(":")[0] for p in found.problems) == [
        "drawings and other structured answers",
        "text spans",
    ]
