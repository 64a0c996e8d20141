"""The paper beside the texts in Review, in a browser."""

import uuid
from urllib.parse import urlencode

import pytest

from annoeval.prescoring import ai_ratings
from annoeval.protocols import Means
from annoeval.scoring import semantic
from tests.protocols.test_figures_scored import CAPTIONS, paper


@pytest.fixture
def study(store, monkeypatch):
    monkeypatch.setattr(semantic, "cosine", lambda pairs, *_, **__: [None] * len(pairs))
    rows = [f"waders.pdf,figure,e0,{CAPTIONS[2]},A chart.", "waders.pdf,figure,e1,Figure on page 1,A map."]
    file = "\n".join(["pdf,type,element_id,caption,vlm_description", *rows]).encode()
    id = store.add_study([("figures.csv", file)], {"test": uuid.uuid4().hex})
    store.attach(id, [("waders.pdf", paper().files["papers/Waders.PDF"])], "A")
    store.add_scores(id, ai_ratings(store.base(id), None, Means(store.attached(id))), "recommended", "A")
    return id


def opened(page, app, settle, study, item):
    page.context.add_cookies([{"name": "annoeval_person", "value": "Aiko", "url": app.url}])
    page.goto(f"{app.url}/review?" + urlencode({"study": study, "at": item, "rule": "all"}))
    page.locator(".st-key-ae_paper img").wait_for()
    page.wait_for_function("() => document.querySelector('.st-key-ae_paper img').naturalWidth > 0")
    settle(page)


def test_the_page_with_its_mark_stands_beside_the_texts_and_the_answer(page, app, settle, study):
    opened(page, app, settle, study, "e0")
    mark, sheet = (page.locator(s).bounding_box() for s in (".ae-place:not(.ae-about)", ".ae-sheet"))
    assert sheet["y"] <= mark["y"] <= sheet["y"] + sheet["height"]
    for part in (".ae-sheet", ".ae-passage", ".st-key-ae_judge button"):
        box = page.locator(part).first.bounding_box()
        assert box["y"] + box["height"] <= 720
    assert "Figure 3, page 1" in page.locator(".st-key-ae_paper").inner_text()


def test_pages_are_turned_and_a_place_that_is_not_found_is_said(page, app, settle, study):
    opened(page, app, settle, study, "e1")
    assert "was not found in waders.pdf" in page.locator(".st-key-ae_paper").inner_text()
    assert not page.locator(".ae-place").count()
    page.get_by_role("button", name="Next page").click()
    page.locator(".st-key-ae_paper img[alt^='Page 2']").wait_for()
