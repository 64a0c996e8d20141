"""Tables in the layouts of published data sets: what opens is right, and `load`, `inspect` and `open` say the same."""

from __future__ import annotations

from functools import cache

import pytest

from annoeval.__main__ import main
from annoeval.opening import Opened
from annoeval.opening import open as opened
from annoeval.problem import AnnoevalError
from annoeval.ways import Question
from tests.tables.made_up import exports
from tests.tables.made_up.layouts import LAYOUTS
from tests.tables.made_up.trial import Outcome, tried

assert exports  # which adds its own
BY_NAME = {layout.name: layout for layout in LAYOUTS}
every_layout = pytest.mark.parametrize("name", BY_NAME)


@cache
def outcome(name: str) -> Outcome:
    return tried([BY_NAME[name].file])


def test_there_are_fifty_layouts():
    assert len(BY_NAME) >= 50


@every_layout
def test_what_opens_has_the_items_and_raters_that_the_layout_has(name):
    layout, study = BY_NAME[name], outcome(name).study
    if study is None:
        assert outcome(name).sentence
        return
    assert len(study.items) in layout.items
    assert len(study.raters) in layout.raters, study.raters["name"].tolist()
    assert not set(layout.never) & {*study.raters["name"], *study.ratings["dimension"]}


@every_layout
def test_load_and_inspect_name_the_same_readings_as_the_screen(name, tmp_path, capsys):
    file, data = BY_NAME[name].file
    path = tmp_path / file
    path.write_bytes(data)
    try:
        asked = opened([path])  # what the Studies page calls
    except AnnoevalError:
        asked = None
    code = main(["inspect", str(path)])
    told = capsys.readouterr()
    if isinstance(asked, Opened):
        assert outcome(name).study is not None
        assert code == 0
        assert asked.because in told.out
        assert len(asked.study.items) == len(outcome(name).study.items)
    elif isinstance(asked, Question):
        assert outcome(name).question.ways == asked.ways
        for way in asked.ways:
            assert way.because in told.out + told.err
    else:
        assert outcome(name).what == "refuse"
        assert code == 1
