"""The screen asks the question that `load` and `inspect` ask, of the same two readings."""

import pytest

from annoeval.opening import Question
from annoeval.opening import open as opened
from tests.tables.made_up.cases import every_case

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
