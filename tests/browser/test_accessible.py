"""No page has a serious accessibility fault that axe can find."""

from __future__ import annotations

from pathlib import Path

import pytest

from annoeval.review.store import Store

EXAMPLE = Path(__file__).resolve().parents[2] / "data" / "figures" / "papers.csv"
PAGES = sorted(p.stem for p in (Path(__file__).resolve().parents[2] / "pages").glob("*.py"))
VIEWS = [*PAGES, "review?view=table", "review?view=meeting", "review?view=team", "review?view=history"]


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_serious_in_light_and_dark(view, app, browser, settle):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    store = Store(url=f"sqlite:///{app.home / 'annoeval.db'}", home=app.home)
    study = store.add_study([(EXAMPLE.name, EXAMPLE.read_bytes())])
    store.database.close()
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="light")
    context.add_cookies([{"name": "annoeval_person", "value": "Ana", "url": app.url}])
    page = context.new_page()
    path = "" if view == "studies" else view
    page.goto(f"{app.url}/{path}{'&' if '?' in view else '?'}study={study}")
    page.get_by_role("heading", level=1).wait_for()
    settle(page)
    page.wait_for_timeout(1200)
    page.locator("[data-testid=stSidebarNavItems][role=presentation]").wait_for(state="attached")  # mended by the app
    found = [("light", v) for v in axe.Axe().run(page).response["violations"]]
    ground = "getComputedStyle(document.querySelector('.stApp')).backgroundColor"
    light = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"old => {ground} !== old", arg=light)
    settle(page)
    page.wait_for_timeout(1200)  # charts are drawn anew
    colours = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}  # all that another theme can change
    found += [("dark", v) for v in axe.Axe().run(page, options=colours).response["violations"]]
    context.close()
    serious = [
        f"{scheme}: {v['id']}: {v['help']}: " + "; ".join(n["html"][:200] for n in v["nodes"][:3])
        for scheme, v in found
        if v["impact"] in ("serious", "critical")
    ]
    assert serious == []
