"""The page Report: what goes in is ticked, and stands below as it will read."""

from __future__ import annotations

import html
import re

import pytest

from annoeval.report.archive import as_archive
from annoeval.report.material import Asked, Material
from annoeval.report.of_store import enclosed, reviewed
from annoeval.report.verify import verify

DATA = "id,domain,ai_score,human_score\n" + "\n".join(
    f"c{i},{'Biology' if i % 2 else 'Physics'},{i % 3},{i % 2 if i < 10 else ''}" for i in range(40)
)


@pytest.fixture(autouse=True)
def someone(monkeypatch):
    monkeypatch.setattr("annoeval.ui.state.person", lambda: "Ana")


def ticked(screen):
    return [c.label for c in screen.app.checkbox if c.value]


def test_sections_that_the_study_can_fill_are_offered_and_the_first_is_open(visit, add):
    page = visit("report", study=add(DATA)).sound()
    assert ticked(page)[:4] == ["In short", "What is true of all items", "Scores", "Agreement"]
    assert "Confidence" not in [c.label for c in page.app.checkbox]
    assert "10 of 40 items (25 %) are reviewed" in page.words


def test_sections_and_the_filter_come_from_the_address(visit, add):
    page = visit("report", study=add(DATA), section=["scores"], **{"by_domain": "Biology"}).sound()
    assert ticked(page) == ["Scores"]
    assert "20 of 40 items, as filtered (domain Biology)" in page.words
    whole = visit("report", study=add(DATA), section=["scores"], of="all", **{"by_domain": "Biology"}).sound()
    assert "All 40 items" in whole.words
    assert "as filtered" not in whole.words


def test_a_section_taken_out_is_taken_out_of_the_address(visit, add):
    page = visit("report", study=add(DATA))
    next(c for c in page.app.checkbox if c.label == "Agreement").uncheck()
    assert "Agreement" not in ticked(page.settle())
    assert "agreement" not in page.app.query_params["section"]


def test_names_of_people_are_text_on_the_preview(visit, add):
    data = "id,rater,label\n" + "\n".join(f"{i},{r},{i % 2}" for i in range(20) for r in ("<b>A</b>", "B & C"))
    page = visit("report", study=add(data), section=["scores"])
    bodies = " ".join(e.proto.body for e in page.app.get("html"))
    assert "<td>&lt;b&gt;A&lt;/b&gt;</td>" in re.sub(r"<td[^>]*>", "<td>", bodies)
    assert "<b>A</b>" in html.unescape(bodies)


def test_without_scores_the_page_says_what_it_needs(visit, add):
    rows = "".join(f"e{i},figure,Figure {i}. A plot.,A plot of {i}.\n" for i in range(4))
    page = visit("report", study=add(f"element_id,type,caption,vlm_description\n{rows}")).sound()
    assert "This page needs" in page.words


def test_an_archive_of_a_reviewed_study_holds_its_ledger_and_is_verified(store, add):
    id = add(DATA)
    store.decide(id, "c20", "score", 2, reviewer="Ana", note="seen")
    store.exclude(id, "c30", "Ben", "blurred")
    material = Material(store.study(id), Asked(("scores", "left_out")), reviewed(store, id), "1 January 2026")
    assert material.reviewed.excluded["note"].tolist() == ["blurred"]
    found = enclosed(store, id)
    assert [e["reviewer"] for e in found.ledger["events"]] == ["Ana", "Ben"]
    assert found.files == [("results.csv", DATA.encode())]
    assert verify(as_archive(material, found), "report.zip").differences == ()
