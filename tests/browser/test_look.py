"""The look holds: every hook of the style sheet finds something, themes repaint, nothing is fetched from elsewhere."""

import re
from pathlib import Path

import pytest

from annoeval.examples import examples
from annoeval.words import JOINER

ROOT = Path(__file__).resolve().parents[2]
FILE = b"item,rater,score,domain\n" + b"".join(
    b"i%d,%s,%d,%s\n" % (i, who, (i + len(who) * (i % 4 == 0)) % 3, b"Biology" if i % 2 else b"Physics")
    for i in range(12)
    for who in (b"Mei", b"Jo")
)


@pytest.fixture(scope="module")
def scores(browser, app, settle):
    """The page Scores of a small study, one for all tests."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, color_scheme="light")
    page = context.new_page()
    page.goto(app.url)
    page.locator("input[type=file]").first.set_input_files({"name": "look.csv", "mimeType": "text/csv", "buffer": FILE})
    page.get_by_text("What we found").wait_for()
    page.locator("[data-testid=stSidebarNavLink]").filter(has_text="Scores").click()
    page.locator(".js-plotly-plot .main-svg").first.wait_for()
    settle(page)
    yield page
    context.close()


def rule(page, selector: str, value: str) -> str:
    return page.locator(selector).first.evaluate(f"e => getComputedStyle(e).{value}")


HOOKS = [
    "[data-testid=stMainBlockContainer]",
    "[data-testid=stHeader]",
    '[data-testid="stButtonGroup"] button[aria-checked="true"]',
    ".ae-answer",
    ".js-plotly-plot .legend",
    ".js-plotly-plot .plotly .modebar",
    ".stMarkdown h4",
    ".stApp",
]


def test_every_hook_of_the_style_sheet_finds_something(scores):
    assert [hook for hook in HOOKS if not scores.locator(hook).count()] == []


def test_the_style_sheet_is_applied(scores):
    assert rule(scores, "[data-testid=stMainBlockContainer]", "maxWidth") == "1480px"
    assert rule(scores, "[data-testid=stHeader]", "pointerEvents") == "none"
    assert rule(scores, ".ae-answer", "fontSize") == "20px"
    assert "IBM Plex Sans" in rule(scores, ".stApp", "fontFamily")


def test_the_style_sheet_holds_nothing_that_looks_like_a_tag():
    for sheet in (ROOT / "annoeval" / "ui" / "static").glob("*.css"):
        assert not re.search(r"<[a-z/]", sheet.read_text()), sheet


def test_the_chart_and_the_logo_follow_the_theme_without_a_click(scores, settle):
    name = ".js-plotly-plot .annotation-text"
    light = rule(scores, name, "fill")
    logo = scores.locator("[data-testid=stSidebarHeader] img").first.get_attribute("src")
    scores.emulate_media(color_scheme="dark")
    scores.wait_for_function(
        "([s, old]) => [...document.querySelectorAll(s)].slice(0, 1).some(e => getComputedStyle(e).fill !== old)",
        arg=[name, light],
        timeout=15_000,
    )
    settle(scores)
    assert scores.locator("[data-testid=stSidebarHeader] img").first.get_attribute("src") != logo
    scores.emulate_media(color_scheme="light")
    scores.wait_for_function(
        "([s, old]) => [...document.querySelectorAll(s)].slice(0, 1).some(e => getComputedStyle(e).fill === old)",
        arg=[name, light],
        timeout=15_000,
    )


def test_the_chosen_segment_is_written_in_ink(scores):
    chosen = '[data-testid="stButtonGroup"] button[aria-checked="true"]'
    assert rule(scores, f"{chosen} p", "color") == rule(scores, ".stApp", "color")


def test_the_browser_asks_no_other_server(context, app, settle):
    asked = []
    page = context.new_page()
    page.on("request", lambda r: asked.append(r.url))
    page.goto(app.url)
    settle(page)
    others = [u for u in asked if not u.startswith((app.url, app.url.replace("http", "ws"), "data:", "blob:"))]
    assert others == []


def test_a_phone_gets_names_above_marks(context, app, scores, settle):
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(scores.url)
    page.locator(".js-plotly-plot .main-svg").first.wait_for()
    settle(page)
    page.wait_for_timeout(1500)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_name_is_asked_once_and_survives_a_reload(page, settle):
    page.get_by_role("button", name="Who are you?").click()
    page.get_by_label("Your name").first.fill("Mei Ling")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Mei Ling").wait_for()
    settle(page)
    page.wait_for_timeout(500)
    page.reload()
    settle(page)
    page.get_by_role("button", name="Mei Ling").wait_for()


def test_the_script_that_draws_plots_is_there_before_the_first_plot(context, app, settle):
    page = context.new_page()
    page.goto(app.url)
    settle(page)
    there = "() => performance.getEntriesByType('resource').some(r => r.name.includes('/PlotlyChart.'))"
    page.wait_for_function(there, timeout=15_000)
    assert not page.locator(".js-plotly-plot").count()


def figures(ids, name="look.csv"):
    rows = [f"{i},figure,Birds by the hour,Fish by the day,{n % 3}" for n, i in enumerate(ids)]
    return [(name, "\n".join(["element_id,type,caption,vlm_description,ai_caption_score", *rows]).encode())]


def test_an_id_that_is_an_address_is_text_and_no_link_where_it_was_saved(tab, app, store, settle):
    ids = ["https://papers.example/1", "www.papers.example", "ana@papers.example"]
    tab.context.add_cookies([{"name": "annoeval_person", "value": "ana@papers.example", "url": app.url}])
    tab.goto(f"{app.url}/review?study={store.add_study(figures(ids))}&rule=all&dimension=caption")
    for name in ids:
        tab.locator(".aec-answer").first.wait_for()
        tab.keyboard.press("1")
        said = re.sub("(?<=http)|(?<=www)|(?=@)", JOINER, name)
        saved = tab.locator(".st-key-ae_saved")
        saved.get_by_text(f"{said} saved as").wait_for()
        settle(tab)
        assert saved.locator("a").count() == 0


def test_recent_studies_get_their_answers_without_a_press(tab, app, store):
    store.add_study([("answers.csv", FILE.replace(b"Physics", b"Optics"))], name="Just arrived")
    tab.goto(app.url)
    row = tab.locator(".st-key-ae_recent").get_by_text("Mei and Jo agree on")
    row.first.wait_for(timeout=15_000)


def test_a_long_name_stands_whole_in_the_list_of_studies(tab, app, store, settle):
    name = "Captions and descriptions of the second round, spring"
    tab.goto(f"{app.url}/scores?study={store.add_study(figures(['a', 'b'], 'long.csv'), name=name)}")
    tab.get_by_role("heading", level=1).wait_for()
    settle(tab)
    tab.locator(".st-key-_switch input").click()
    option = tab.get_by_role("option", name=name)
    option.wait_for()
    assert option.evaluate("e => [...e.querySelectorAll('*')].every(c => c.scrollWidth <= c.clientWidth + 1)")


def test_on_a_phone_every_choice_is_in_view_and_an_item_says_why_it_is_there(context, app, store, settle):
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    (files,) = (e.contents() for e in examples() if e.name == "figures")
    study = store.add_study(files)
    page.goto(f"{app.url}/report?study={study}")
    page.get_by_role("radio", name="ZIP").wait_for()
    settle(page)
    ends = page.locator("[data-testid=stButtonGroup] button").evaluate_all(
        "bs => bs.map(b => b.getBoundingClientRect().right)"
    )
    assert ends
    assert max(ends) <= 390
    page.goto(f"{app.url}/review?study={study}&rule=disagree")
    why = page.locator(".ae-why")
    why.wait_for()
    settle(page)
    box = why.bounding_box()
    assert box["width"] > 100
    assert box["x"] + box["width"] <= 390
