"""Items whose id repeats in the file are called by what tells them apart."""

import pandas as pd

from annoeval.answers.items import item_names
from annoeval.rating_table import empty_ratings
from annoeval.study import Study


def study(ids, groups=(), **columns):
    items = pd.DataFrame(columns or None, index=pd.Index(ids, name="item_id"))
    return Study("s", "ratings", items, empty_ratings(), {}, groups=groups)


def test_an_id_that_repeats_is_told_by_its_document():
    papers = ["Biology (2023).pdf", "Physics (2025).pdf", "Physics (2025).pdf"]
    found = study(["fig_1#2", "fig_1#1", "fig_2"], ("type", "pdf"), type=["figure"] * 3, pdf=papers)
    assert item_names(found) == {"fig_1#2": "Biology (2023) · fig_1", "fig_1#1": "Physics (2025) · fig_1"}


def test_what_is_still_alike_is_numbered_in_the_files_order():
    found = study(["a#3", "a#1", "a#2"], ("domain",), domain=["Biology", "Biology", "Physics"])
    assert item_names(found) == {"a#3": "Biology · a", "a#1": "Biology · a #2", "a#2": "Physics · a"}


def test_without_a_group_that_tells_them_apart_only_their_order_does():
    found = study(["a#2", "a#1"], ("domain",), domain=["Biology", "Biology"])
    assert item_names(found) == {"a#2": "a", "a#1": "a #2"}


def test_a_column_that_says_more_is_taken_of_two_that_tell_as_much():
    found = study(["a#1", "a#2"], ("domain", "pdf"), domain=["Bio", "Phys"], pdf=["Biology (2023).pdf", "Physics.pdf"])
    assert item_names(found)["a#1"] == "Biology (2023) · a"


def test_ids_of_the_file_keep_their_names():
    assert item_names(study(["issue#7", "issue#12"])) == {}
    assert item_names(study(["item#1", "item#2"])) == {}  # rows that were numbered for want of an id
    assert item_names(study(["a", "a#1", "a#2"])) == {}
