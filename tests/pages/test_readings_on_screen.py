"""The screen asks the question that `load` and `inspect` ask, of the same two readings."""

import pytest

from annoeval.opening import open as opened
from annoeval.ways import Question
from tests.tables.made_up.cases import every_case

ONES_OWN = (("annotations.csv", "a bite"), ("annotations.csv", "a cherry"))  # a browser names both files so
ASKED = {c.name: c for c in every_case() if c.kind == "price, taste, service"}


@pytest.mark.parametrize("name", ASKED)
def test_both_readings_stand_on_the_screen_and_nothing_is_kept(visit, store, name):
    file, data = ASKED[name].files[0]
    question = opened([(file, data)])
    assert isinstance(question, Question)
    assert len(question.ways) == 2
    screen = visit()
    screen.app.file_uploader[0].set_value([(file, data, "text/csv")])
    screen.settle().sound()
    offered = screen.words + " ".join(str(o) for r in screen.app.radio for o in r.options)
    for way in question.ways:
        assert way.because in offered
    assert store.studies().empty


def test_boxes_of_either_kind_stand_on_the_screen_and_the_chosen_one_opens(visit, store):
    screen = visit()
    table = b"image,label,b0,b1,b2,b3\na.png,cell,50,50,150,150\n"
    screen.app.file_uploader[0].set_value([("anna.csv", table, "text/csv")])
    screen.settle().sound()
    start = next(r for r in screen.app.radio if r.label == "Start from")
    assert len(start.options) == 2
    start.set_value(start.options[1] if isinstance(start.value, str) else 1)
    screen.settle()
    screen.press("Read it this way").sound()
    study = store.study(store.studies()["id"].iloc[0])
    assert study.protocol == "boxes"
    assert study.shapes["coordinates"].tolist() == [(50, 50, 200, 200)]


def test_answers_without_a_name_open_once_it_is_said_who_annotated(visit, store):
    files = [(n, f"image_id,text_value\n6.jpg,{said}\n7.jpg,\n".encode(), "text/csv") for n, said in ONES_OWN]
    screen = visit()
    screen.app.file_uploader[0].set_value(files)
    screen.settle().sound()
    assert "Who annotated?" in screen.words
    screen.press("Read it this way")
    assert "say who annotated" in screen.app.error[0].value
    boxes = [b for b in screen.app.text_input if b.label.startswith("Who annotated")]
    for name, box in zip(("A1", "A2"), boxes, strict=True):
        box.set_value(name)
    screen.press("Read it this way").sound()
    study = store.study(store.studies()["id"].iloc[0])
    assert list(study.raters["name"]) == ["A1", "A2"]
    assert len(study.items) == 2
