"""An annotator's page has no serious fault that axe can find, wide or on a phone, and fits its screen."""

import uuid

import pytest

from annoeval.review.annotators import by_token, consent, end_practice, invite
from annoeval.review.design import Design, keep
from tests.browser.test_annotate import png

WORDS = "A heron stands at the edge of the lake and the caption tells of the sale of ice in three towns. " * 6


@pytest.fixture(scope="module")
def tokens(app):
    from annoeval.review.store import Store

    store = Store(url=f"sqlite:///{app.home / 'annoeval.db'}", home=app.home)
    images = [(f"{n}.png", png(20 * n)) for n in range(12)]
    table = "id,idiom\n" + "".join(f"{n},hush idiom {n}\n" for n in range(12))
    idioms = store.add_study(
        [("sampled_idioms.csv", table.encode()), *images], {"protocol": "recognition", "test": uuid.uuid4().hex}
    )
    keep(store, idioms, Design(title="Which idiom?", practice=()), "Ana")
    rows = "".join(f"f{n},{WORDS},{n % 3}\n" for n in range(5))
    captions = store.add_study(
        [("captions.csv", ("item_id,caption,ai_caption_score\n" + rows).encode())], {"test": uuid.uuid4().hex}
    )
    keep(
        store,
        captions,
        Design(title="Captions", question="Is the caption right?", practice=(), shown=("caption",)),
        "Ana",
    )
    found = {}
    for kind, study in (("images", idioms), ("texts", captions)):
        who = invite(store, study)
        consent(store, who, {"proficiency": "Native"})
        end_practice(store, who)
        found[kind] = by_token(store, who.token).token
    found["begin"] = invite(store, idioms).token
    store.database.close()
    return found


@pytest.mark.parametrize("kind", ["images", "texts", "begin"])
@pytest.mark.parametrize(("scheme", "width", "height"), [("light", 1280, 720), ("dark", 390, 844)])
def test_axe_finds_nothing_serious(tokens, kind, scheme, width, height, app, browser, tmp_path):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{app.url}/annotate?a={tokens[kind]}")
    page.get_by_role("heading", level=1).wait_for()
    if kind == "texts":
        page.locator(".an .texts", has_text="A heron").wait_for()
    page.wait_for_timeout(1200)
    page.screenshot(path=tmp_path / "page.png", full_page=True)
    found = axe.Axe().run(page).response["violations"]
    wider = page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
    context.close()
    serious = [
        f"{v['id']}: {v['help']}: " + "; ".join(n["html"][:200] for n in v["nodes"][:3])
        for v in found
        if v["impact"] in ("serious", "critical")
    ]
    assert serious == []
    assert wider <= 0  # nothing is beside the screen
