"""A link to what is on screen, down to the plot."""

from urllib.parse import parse_qs, urlsplit

from annoeval.review.store import Store

ROWS = "item_id,group,Aiko,Jonas,Mia\n" + "".join(
    f"i{i},{'ab'[i % 2]},{i % 3},{(i + (i % 10 == 0)) % 3},{(i + (i % 6 == 0)) % 3}\n" for i in range(60)
)


def test_the_link_of_a_plot_leads_to_that_plot_with_its_filter(context, page, app, settle):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    study = Store(home=app.home).add_study([("r.csv", ROWS.encode())])
    page.goto(f"{app.url}/agreement?study={study}&by.group=a")
    settle(page)
    plots = page.locator("[class*='st-key-_chart_']")
    plots.nth(1).locator(".main-svg").first.wait_for()
    plots.nth(1).hover()
    plots.nth(1).get_by_role("button", name="Copy a link to this plot").click()
    page.get_by_text("Copied").wait_for()
    copied = urlsplit(page.evaluate("navigator.clipboard.readText()"))
    asked = parse_qs(copied.query)
    assert copied.path == "/agreement"
    assert (asked["study"], asked["by.group"], asked["plot"]) == ([study], ["a"], ["2"])

    other = context.new_page()
    other.goto(copied.geturl())
    settle(other)
    other.wait_for_function(
        """() => { const box = document.querySelectorAll("[class*='st-key-_chart_']")[1]?.getBoundingClientRect();
                   return box && box.top >= 0 && box.top < innerHeight / 2; }"""
    )
    assert other.get_by_text("30 of 60").first.is_visible()
