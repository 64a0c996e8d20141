"""Pages of papers beside their items: made once, kept within bounds, and marked where a score says."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from annoeval.pdf import Pdf, PdfError
from annoeval.prescoring import ai_ratings
from annoeval.protocols import Means
from annoeval.review import made_images
from annoeval.review.papers import page_image, paper_of_item, place_of, sheet
from annoeval.review.store import Store
from annoeval.scoring import semantic
from tests.protocols.test_figures_scored import CAPTIONS, paper
from tests.scoring.drawn_papers import Drawn


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_HOME", str(tmp_path))
    monkeypatch.setattr(semantic, "cosine", lambda pairs, *_, **__: [None] * len(pairs))
    return Store()


def kept(store, pdf, *captions):
    rows = "".join(f"waders.pdf,figure,e{n},{c},A chart.\n" for n, c in enumerate(captions))
    id = store.add_study([("f.csv", f"pdf,type,element_id,caption,vlm_description\n{rows}".encode())])
    store.attach(id, [("waders.pdf", pdf)], "A")
    return id


def test_a_score_says_where_its_item_stands(store):
    id = kept(store, paper().files["papers/Waders.PDF"], CAPTIONS[1], "Sales of ice cream.")
    study = store.base(id)
    made = ai_ratings(study, None, Means(store.attached(id)))
    scored = study.with_ratings(made)
    file = paper_of_item(scored, "e0", store.file_names(id))
    assert file == "waders.pdf"
    place = place_of(scored, "e0", "vlm", file)  # the description stands where the caption does
    assert (place.page, place.what) == (1, "Figure 2")
    assert place.box[0] == pytest.approx(60, abs=2)
    assert place.box[1] == pytest.approx(192, abs=4)
    assert place_of(study, "e0", "caption", file) is None


def test_a_page_image_is_made_once_and_of_the_file_that_is_there(store, monkeypatch):
    id = kept(store, paper().files["papers/Waders.PDF"], CAPTIONS[0])
    made = page_image(store, id, "waders.pdf", 1)
    assert made[:3] == b"\xff\xd8\xff"
    monkeypatch.setattr(Pdf, "image", lambda *_: pytest.fail("drawn again"))
    assert page_image(store, id, "waders.pdf", 1) == made


def test_kept_images_stay_within_their_bound(store, monkeypatch, tmp_path):
    id = kept(store, paper().files["papers/Waders.PDF"], CAPTIONS[0])
    one = page_image(store, id, "waders.pdf", 1)
    monkeypatch.setattr(made_images, "MOST_KEPT", len(one) + 10)
    page_image(store, id, "waders.pdf", 2)
    assert [f.name.split("-")[1] for f in (tmp_path / "pages").iterdir()] == ["2"]


@pytest.mark.parametrize("page", [0, 3, 99])
def test_a_page_that_is_none_is_said(store, page):
    id = kept(store, paper().files["papers/Waders.PDF"], CAPTIONS[0])
    with pytest.raises(PdfError):
        page_image(store, id, "waders.pdf", page)
    with pytest.raises(PdfError, match="no paper other"):
        page_image(store, id, "other.pdf", 1)


def test_ten_reviewers_turn_the_pages_of_300_at_once(store):
    drawn = Drawn()
    for n in range(300):
        drawn.lines(60, 80, *[f"Line {k} of page {n}: redshank feed at low water." for k in range(50)]).page()
    id = kept(store, drawn.data(), CAPTIONS[0])
    began = time.perf_counter()
    assert sheet(store, id, "waders.pdf", 250).pages == 300
    assert time.perf_counter() - began < 2
    with ThreadPoolExecutor(10) as reviewers:
        images = list(reviewers.map(lambda n: page_image(store, id, "waders.pdf", n), range(1, 41)))
    assert len(set(images)) == 40


def test_an_item_of_a_paper_that_is_not_there_has_none(store):
    study = store.base(kept(store, paper().files["papers/Waders.PDF"], CAPTIONS[0]))
    assert paper_of_item(study, "e0", ["gulls.pdf"]) is None
