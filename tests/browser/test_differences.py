"""Confidence and Comparison in a real browser: a box, a bar and a mark lead to their items."""

import pytest

from annoeval.review.store import Store

TRIALS = "item,condition,rater,score,confidence\n" + "".join(
    f"t{i},{'control' if i % 2 else 'experimental'},AI,{(i * 7 % 9) / 8},{(i * 11 % 40) / 40}\n" for i in range(80)
)
TWO = "item,domain,rater,rating\n" + "".join(
    f"f{i},{'ABC'[i % 3]},{who},{(i + (who == 'Tom' and i % 5 == 0)) % 3}\n"
    for i in range(45)
    for who in ("Mei", "Tom")
)


@pytest.fixture
def opened(tab, app, settle):
    """Opens a page of a study made of a table."""

    def opened(name, rows, **parameters):
        study = Store(home=app.home).add_study([("r.csv", rows.encode())])
        more = "".join(f"&{k}={v}" for k, v in parameters.items())
        tab.set_viewport_size({"width": 1280, "height": 1500})
        tab.goto(f"{app.url}/{name}?study={study}{more}")
        settle(tab)
        tab.wait_for_selector(".js-plotly-plot .main-svg")
        tab.wait_for_timeout(600)  # a first visit tells the theme and draws once more
        return tab

    return opened


def drag(page, chart, start, end):
    """Draws a box over a chart, from and to in shares of its plot."""
    plot = page.locator(".js-plotly-plot").nth(chart).locator(".nsewdrag").first.bounding_box()
    (x0, y0), (x1, y1) = ((plot["x"] + plot["width"] * a, plot["y"] + plot["height"] * b) for a, b in (start, end))
    page.mouse.move(x0, y0)
    page.mouse.down()
    page.mouse.move((x0 + x1) / 2, (y0 + y1) / 2, steps=4)
    page.mouse.move(x1, y1, steps=4)
    page.mouse.up()


def test_a_box_on_confidence_chooses_items_for_review(opened, settle):
    page = opened("confidence", TRIALS)
    drag(page, 0, (0.4, 0.45), (0.95, 0.97))
    page.get_by_text("items with confidence").wait_for()
    page.get_by_role("button", name="Review them").click()
    page.wait_for_url("**/review**rule=chosen**")
    assert "item=t" in page.url


def test_a_bar_of_comparison_leads_to_its_items(opened, settle, click):
    page = opened("comparison", TWO, what="rater")
    click(page, page.locator(".js-plotly-plot .bars .point").first)
    settle(page)
    page.get_by_text("items with 0 in Mei").wait_for()
    assert page.get_by_text("Mei is higher on").is_visible()


def test_a_mark_of_the_forest_plot_is_looked_at_and_kept_in_the_address(opened, settle, click):
    page = opened("comparison", TWO, what="domain")
    before = page.locator(".ae-text").first.inner_text()  # of the pair; the answer is of all groups
    marks = page.locator(".js-plotly-plot").first.locator(".scatterlayer .point")
    click(page, marks.nth(2))
    page.wait_for_url("**couple=**")
    settle(page)
    assert page.locator(".ae-text").first.inner_text() != before
