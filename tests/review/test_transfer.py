"""An exported study, read back, is the same cell for cell: ratings, notes, raters, times and history."""

from __future__ import annotations

import pandas as pd
import pytest

from annoeval import load
from annoeval.reading import ReadError, read
from annoeval.reading.study_file import write_study
from annoeval.review.store import Store
from annoeval.review.transfer import exported, imported

TEXT = """item_id,domain,caption,A1,A2,ai_confidence
007,Bio,"=SUM(A1) – “ok”
second line",2,1,0.123456789012345678
010,Chem,,0,,
nan,Chem,NA,1,2,1
"""


@pytest.fixture
def store(tmp_path):
    return Store(home=tmp_path / "one")


def reviewed(store: Store) -> str:
    id = store.add_study([("s.csv", TEXT.encode())], {}, "My study")
    store.decide(
        id, "007", "label", 1, reviewer="Ann", note="why = not\nsure", because="rule", blind=True, seconds=1.25
    )
    store.decide(id, "010", "label", 2, reviewer="Ben")
    store.decide(id, "007", "label", 2, reviewer="Ann", tags=("Incomplete",))
    store.undo(id, "Ben")
    return id


def test_a_study_file_gives_back_the_same_study():
    study = load(("s.csv", TEXT.encode()))
    again = load(("s.zip", write_study(study)))
    pd.testing.assert_frame_equal(again.items, study.items)
    pd.testing.assert_frame_equal(again.ratings, study.ratings)
    assert again.dimensions == study.dimensions
    assert again.problems == study.problems
    assert again.digest == study.digest


def test_a_reviewed_study_moves_to_another_store_with_its_history(store, tmp_path):
    id = reviewed(store)
    other = Store(home=tmp_path / "two")
    new = imported(other, "moved.zip", exported(store, id))
    before, after = store.study(id), other.study(new)
    pd.testing.assert_frame_equal(after.ratings, before.ratings)
    pd.testing.assert_frame_equal(after.items, before.items)
    assert after.name == "My study"
    pd.testing.assert_frame_equal(
        other.events(new).drop(columns="study"), store.events(id).drop(columns="study"), check_dtype=False
    )


def test_what_was_moved_can_be_undone_and_goes_on(store, tmp_path):
    other = Store(home=tmp_path / "two")
    new = imported(other, "moved.zip", exported(store, reviewed(store)))
    n = len(other.events(new))
    other.undo(new, "Ann")
    other.decide(new, "010", "label", 0, reviewer="Cy")
    assert len(other.events(new)) == n + 2
    assert imported(other, "moved.zip", other.files(new)[0][1]) == new
    assert len(other.events(new)) == n + 2, "dropping the file again changes nothing"


def test_python_reads_a_study_file_with_its_decisions(store):
    id = reviewed(store)
    pd.testing.assert_frame_equal(load(("x.zip", exported(store, id))).ratings, store.study(id).ratings)


def test_the_same_study_gives_the_same_bytes(store):
    id = reviewed(store)
    assert exported(store, id) == exported(store, id)


def test_shapes_come_back_as_they_were():
    coco = b'{"images": [{"id": 1, "file_name": "a.png"}], "categories": [], "annotations": [{"id": 1, "image_id": 1,'
    coco += b'"category_id": 2, "bbox": [1, 2, 3, 4], "attributes": {"a": "b"}, "score": 0.25}]}'
    study = load(("c.json", coco))
    again = load(("s.zip", write_study(study)))
    assert again.shapes.to_dict("records") == study.shapes.to_dict("records")


def test_a_damaged_export_says_so():
    data = write_study(load(("s.csv", TEXT.encode())))
    with pytest.raises(ReadError, match="damaged"):
        read(data[: len(data) // 2], "s.zip")
