"""The way through a queue: nothing is jumped over, nothing shown twice, and each item asks what applies to it."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.review.queue import Rule
from annoeval.review.walk import Walk, asked, open_walk
from annoeval.scale import Scale


def walk_of(*ids: str) -> Walk:
    return Walk(
        ids, ["why"] * len(ids), [frozenset({"caption"})] * len(ids), ["rule"] * len(ids), ["caption"] * len(ids)
    )


def test_steps_stay_at_the_ends():
    walk = walk_of("a", "b", "c")
    assert [walk.step("b", 1), walk.step("c", 1), walk.step("b", -1), walk.step("a", -1)] == ["c", "c", "a", "a"]
    assert walk_of().step(None, 1) is None


def test_after_the_last_item_come_the_skipped_ones():
    walk = walk_of("a", "b", "c")
    assert walk.next_open("c", {"b"}.__contains__) == "a"
    assert walk.next_open("c", {"a", "b"}.__contains__) is None
    assert walk.next_open(None, {"a"}.__contains__) == "b"


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(0, 30), max_size=20), st.integers(0, 29), st.integers(0, 30))
def test_the_next_open_item_is_open_and_another(done, size, at):
    walk = walk_of(*(str(n) for n in range(size)))
    found = walk.next_open(str(at), lambda i: int(i) in done)
    left = {str(n) for n in range(size)} - {str(n) for n in done} - {str(at)}
    assert (found in left) if left else found is None


def test_items_ask_only_what_applies_to_them(study):
    table = Scale("ordinal", (0, 1, 2), applies={"domain": ("Biology",)})
    both = replace(study, dimensions={**study.dimensions, "table": table})
    walk = open_walk(both, Rule("all"))
    needs = dict(zip(walk.ids, walk.needs, strict=True))
    assert needs["f1"] == {"caption"}
    assert needs["f2"] == {"caption", "table"}
    assert asked(both, "f2", Rule("all")) == ["caption", "table"]
    assert asked(both, "f2", Rule("low", "table")) == ["table"]


def test_an_item_of_which_nothing_is_asked_stands_in_no_queue(study):
    caption = replace(study.dimensions["caption"], applies={"domain": ("Physics",)})
    only = replace(study, items=study.items.assign(domain=["Physics", *["Biology"] * (len(study.items) - 1)]))
    walk = open_walk(replace(only, dimensions={"caption": caption}), Rule("all"))
    assert walk.ids == [study.items.index[0]]


def test_a_walk_can_be_narrowed_to_ones_own_items(study):
    assert open_walk(study, Rule("low"), only=["f4", "f5"]).ids == ["f5", "f4"]


def test_an_item_opened_by_its_link_says_so():
    assert walk_of("a").why("z") == "Opened by its link"
