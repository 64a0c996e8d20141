"""Agreement in a real browser: a cell leads to its items, and they to review."""

import pytest

from annoeval.review.store import Store

ROWS = "item_id,Aiko,Jonas,Mia\n" + "".join(
    f"i{i},{i % 3},{(i + (i % 10 == 0)) % 3},{(i + (i % 6 == 0)) % 3}\n" for i in range(60)
)


@pytest.fixture
def agreement(tab, app, settle):
    """The page Agreement of a study."""
    study = Store(home=app.home).add_study([("r.csv", ROWS.encode())])
    tab.goto(f"{app.url}/agreement?study={study}")
    settle(tab)
    tab.wait_for_selector(".js-plotly-plot .annotation-text")
    return tab


def cell(page, chart, text):
    return page.locator(".js-plotly-plot").nth(chart).locator(".annotation-text", has_text=text).first


def test_a_pair_opens_its_labels_and_the_items_on_which_it_differs(agreement, settle, click):
    page = agreement
    assert page.get_by_text("14 items on which Aiko, Jonas and Mia differ").is_visible()
    click(page, cell(page, 0, "0.85"))  # Aiko and Jonas: six of sixty apart
    settle(page)
    assert page.get_by_text("6 items on which Aiko and Jonas differ").is_visible()
    assert "Jonas said" in page.locator(".js-plotly-plot").nth(1).inner_text()


def test_a_cell_of_labels_leads_to_its_items_and_to_review(agreement, settle, click):
    page = agreement
    click(page, cell(page, 1, "2"))  # of the row Aiko 0: two items on which Jonas said 1
    settle(page)
    assert page.get_by_text("2 items where Aiko said “0” and Jonas said “1”").is_visible()
    page.get_by_role("button", name="Review them").click()
    page.wait_for_url("**/review**")
    assert "i0" in page.url


def test_the_two_maps_begin_and_end_on_one_line_and_numbers_stand_right(agreement):
    drawn = agreement.locator(".js-plotly-plot .heatmaplayer image")
    drawn.nth(1).wait_for(state="attached")
    maps = [one.bounding_box() for one in drawn.all()]
    assert len(maps) == 2
    assert abs(maps[0]["y"] - maps[1]["y"]) < 1
    assert abs(maps[0]["height"] - maps[1]["height"]) < 1
    table = agreement.get_by_test_id("stTable")
    aligned = [
        table.locator(f"{part} >> nth=1").evaluate("e => getComputedStyle(e).textAlign") for part in ("th", "td")
    ]
    assert aligned == ["right", "right"]
