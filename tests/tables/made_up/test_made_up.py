"""Made-up tables of many kinds, in several disguises each: the right reading, or the right question, and never a figure
that the file does not support."""

from __future__ import annotations

from functools import cache

import pytest

from tests.tables.made_up.cases import Case, every_case
from tests.tables.made_up.trial import Outcome, faults, tried

CASES = {case.name: case for case in every_case()}
PLAIN = [name for name, case in CASES.items() if case.must == "open"]
UNCLEAR = [name for name, case in CASES.items() if not case.right]


@cache
def outcome(name: str) -> Outcome:
    return tried(CASES[name].files)


def case(name: str) -> Case:
    return CASES[name]


@pytest.mark.parametrize("name", CASES)
def test_no_figure_stands_that_the_table_does_not_support(name):
    assert faults(case(name), outcome(name)) == []


@pytest.mark.parametrize("name", PLAIN)
def test_a_table_whose_headers_say_it_plainly_opens(name):
    assert outcome(name).what == "open", outcome(name).sentence


@pytest.mark.parametrize("name", UNCLEAR)
def test_a_table_that_does_not_tell_does_not_open(name):
    assert outcome(name).what in ("ask", "refuse"), case(name).because


def test_there_are_sixty_tables_and_twenty_kinds_each_in_three_disguises():
    kinds = [c.kind for c in CASES.values()]
    assert len(kinds) >= 60
    assert len(set(kinds)) >= 20
    assert min(map(kinds.count, kinds)) >= 3
