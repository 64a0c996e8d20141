"""Faults that people reported of other tools, played on a small review file: item, domain, AI's and human's score."""

from __future__ import annotations

import io

import pandas as pd
import pytest

from annoeval.conclusions import resolve
from annoeval.export import to_csv
from annoeval.ratings import matrix
from annoeval.review import sheet
from annoeval.review.store import Store

FILE = b"""item_id,domain,caption_score_ai,caption_score_human
f1,Physics,0,
f2,Biology,2,
f3,Chemistry,1,
f4,Biology,1,
f5,Physics,1,
f6,Physics,1,
"""
D = "caption_score"


@pytest.fixture
def real(tmp_path, database_url):
    store = Store(url=database_url, home=tmp_path)
    yield store, store.add_study([("review.csv", FILE)])
    store.database.close()


def people(store, id) -> dict:
    final = resolve(store.study(id), D)
    return {r.item_id: r.value for r in final.itertuples() if r.source == "reviewer"}


def test_the_second_save_of_a_row_is_told_of_the_first_and_neither_is_lost(real):
    # cloud-annotations 55: the second editor's work was overwritten without a word
    store, id = real
    opened = {who: store.seen(id, "f1", D) for who in ("R1", "R2")}
    store.decide(id, "f1", D, 2, reviewer="R2", seen_version=opened["R2"])
    late = store.decide(id, "f1", D, 0, reviewer="R1", seen_version=opened["R1"])
    assert late.conflict is not None
    assert (late.conflict.theirs.value, late.conflict.theirs.reviewer) == (2, "R2")
    for item, who, value in (("f3", "R1", 1), ("f4", "R2", 2)):
        assert store.decide(id, item, D, value, reviewer=who, seen_version=0).conflict is None
    history = store.events(id)
    assert history[history["item_id"] == "f1"][["reviewer", "value"]].to_numpy().tolist() == [["R2", 2], ["R1", 0]]
    assert {i: v for i, v in people(store, id).items() if v is not None} == {"f3": 1, "f4": 2}


def test_sessions_never_share_a_table_that_one_of_them_can_change(real):
    store, id = real
    mine = store.study(id)
    before = mine.ratings.copy()
    store.decide(id, "f1", D, 2, reviewer="R1")
    pd.testing.assert_frame_equal(mine.ratings, before)


def test_undo_redo_and_a_row_left_out_agree_at_each_step(real):
    # streamlit 6540: deleted rows could not be brought back
    store, id = real
    for who, item, value in (("R1", "f1", 1), ("R1", "f3", 2), ("R2", "f4", 0)):
        store.decide(id, item, D, value, reviewer=who)
    rows = store.study(id).items
    store.undo(id, "R1")
    store.undo(id, "R1")
    assert people(store, id) == {"f4": 0}
    store.redo(id, "R1")
    assert people(store, id) == {"f1": 1, "f4": 0}
    store.exclude(id, "f6", "R1")
    assert sheet.corrected(store.study(id))["item_id"].tolist() == ["f1", "f2", "f3", "f4", "f5"]
    store.undo(id, "R1")
    pd.testing.assert_frame_equal(store.study(id).items, rows)
    exported = sheet.corrected(store.study(id)).set_index("item_id")
    assert exported[f"{D}_final"].tolist() == [1, 2, 1, 0, 1, 1]
    assert matrix(store.study(id), D, "latest", ["R1"])["R1"].to_dict() == {"f1": 1.0}


def test_an_export_holds_the_last_edit_and_the_revision_of_the_screen(real):
    # streamlit 5586: the file held the state before the last edit
    store, id = real
    store.decide(id, "f5", D, 2, reviewer="R1")
    first = pd.read_csv(io.BytesIO(to_csv(sheet.corrected(store.study(id)))), encoding="utf-8-sig").set_index("item_id")
    store.decide(id, "f1", D, 1, reviewer="R1")
    second = pd.read_csv(io.BytesIO(to_csv(sheet.corrected(store.study(id)))), encoding="utf-8-sig").set_index(
        "item_id"
    )
    assert first[f"{D}_R1"].dropna().to_dict() == {"f5": 2}
    assert second[f"{D}_R1"].dropna().to_dict() == {"f1": 1, "f5": 2}
    assert (second[f"{D}_ai"].mean(), second[f"{D}_final"].mean()) == (1.0, pytest.approx(8 / 6))
    assert set(first["revision"]) != set(second["revision"]) == {store.study(id).digest}
