"""Papers and an extractor's records are attached to an open study: evidence, no items, no new version."""

import pytest

from annoeval.problem import AnnoevalError
from annoeval.review.store import Store
from tests.scoring.drawn_papers import Drawn

CSV = b"pdf,type,element_id,caption,vlm_description\nw.pdf,figure,f1,Waders by month.,A chart.\n"


@pytest.fixture
def open_study(tmp_path):
    store = Store(url=f"sqlite:///{tmp_path / 'a.db'}", home=tmp_path)
    yield store, store.add_study([("f.csv", CSV)])
    store.database.close()


def test_a_paper_attached_to_an_open_study_changes_neither_items_nor_digest(open_study):
    store, id = open_study
    before = store.base(id)
    data = Drawn().lines(60, 100, "Figure 1: Waders by month.").data()
    assert store.attach(id, [("w.pdf", data)], "Ana") == ["w.pdf"]
    assert store.base(id).digest == before.digest
    assert store.attached(id)["w.pdf"] == data
    assert store.attach(id, [("w.pdf", data)], "Ana") == []  # it is there


def test_records_attached_later_are_shown_beside_the_items(open_study):
    store, id = open_study
    line = '{"element_id": "x", "type": "%s", "content": "%s", "page": "1", "context": "around"}\n'
    records = (line % ("figure", "Waders by month.") + line % ("heading", "Results")).encode()
    store.attach(id, [("w.jsonl", records)], "Ana")
    assert store.base(id).items["context"].tolist() == ["around"]


def test_a_file_with_items_is_no_evidence(open_study):
    store, id = open_study
    with pytest.raises(AnnoevalError, match="adds none"):
        store.attach(id, [("more.csv", CSV.replace(b"f1", b"f2"))], "Ana")
    assert store.file_names(id) == ["f.csv"]
