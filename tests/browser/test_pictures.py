"""The pictures of the user guide show the pages as they are; ANNOEVAL_PICTURES=docs/images writes them anew."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from annoeval.examples import examples

DOCS = Path(__file__).resolve().parents[2] / "docs"
PICTURES = {  # the example, the page's address, and words that stand there when it is drawn
    "studies": ("figures", "", "What it can show"),
    "annotate": ("recognition", "annotate", "Say what people are asked"),
    "review": ("figures", "review", "Partial"),
    "scores": ("figures", "scores", "Caption scores"),
    "agreement": ("ratings", "agreement", "agree on"),
    "confidence": ("confidence", "confidence", "Stated confidence"),
    "comparison": ("extraction", "comparison", "raters differ"),
    "matching": ("boxes", "matching", "submissions against"),
    "report": ("figures", "report", "In short"),
}


def test_the_guide_shows_these_pictures_and_no_others():
    shown = re.findall(r"\(images/(\w+)\.png\)", (DOCS / "guide.md").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_a_page_of_the_guide_stands_still_with_its_answer(name, app, context, store, settle):
    example, path, words = PICTURES[name]
    (found,) = (e for e in examples() if e.name == example)
    context.add_cookies([{"name": "annoeval_person", "value": "Ana", "url": app.url}])
    page = context.new_page()
    page.goto(f"{app.url}/{path}?study={store.add_study(found.contents(), name=found.title)}")
    page.get_by_role("heading", level=1).wait_for()
    page.get_by_text(words).first.wait_for()
    settle(page)
    assert "could not be drawn" not in page.locator("[data-testid=stMain]").inner_text()
    if folder := os.environ.get("ANNOEVAL_PICTURES"):
        page.get_by_test_id("stSkeleton").first.wait_for(state="hidden")
        page.wait_for_timeout(1500)  # charts and pictures of papers come after the page
        page.screenshot(path=Path(folder) / f"{name}.png")
