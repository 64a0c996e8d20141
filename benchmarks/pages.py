"""Click → page settled, in a real Chromium on the real app: a fresh start; page switches, filters at 100,000 ratings.

The sidebar's links are clicked five times round; the first round, in which results are computed, is not counted. The
filter is switched on and off twice for each of its values: half of the times compute, half find the result kept.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from typing import Any

from benchmarks.review import server
from benchmarks.timing import Row
from tests.chromium import ARGUMENTS, found

NAMES = ("Scores", "Agreement", "Confidence", "Comparison", "Studies")
DOMAINS = ("Biology", "Chemistry", "Geology", "Medicine", "Physics")
ROUNDS = 5
SETTLED = """name => {
  const app = document.querySelector("[data-testid=stApp]");
  return app && app.dataset.testScriptState === "notRunning"
    && [...document.querySelectorAll("h1")].some(h => h.innerText.trim() === name);
}"""


def ratings_file(items: int = 20_000) -> bytes:
    """Five raters, one of them an AI, on every item: 100,000 ratings with groups and confidence."""
    lines = ["item,rater,score,domain,condition,confidence"]
    for i in range(items):
        domain, condition = DOMAINS[i % 5], ("control", "experimental")[i // 5 % 2]
        for r, rater in enumerate(("A1", "A2", "A3", "A4", "AI")):
            score = (i * 7 + (i * (r + 3)) % 5 // 4) % 3
            lines.append(f"item{i},{rater},{score},{domain},{condition},{(i * 37 + r * 11) % 101 / 100}")
    return "\n".join(lines).encode()


def settle(page: Any, name: str, since: float) -> float:
    """Seconds until the page of this name stands still."""
    page.wait_for_function(SETTLED, arg=name, polling=20)
    return time.perf_counter() - since


def switches(page: Any) -> list[float]:
    """Times of page switches after the first round."""
    times = []
    for turn in range(ROUNDS):
        for name in NAMES:
            start = time.perf_counter()
            page.locator("[data-testid=stSidebarNavLink]").filter(has_text=name).click()
            taken = settle(page, name, start)
            if turn:
                times.append(taken)
    return times


def filters(page: Any, address: str, study: str) -> list[float]:
    """Times of filter changes on Scores."""
    page.goto(f"{address}/scores?study={study}")
    settle(page, "Scores", time.perf_counter())
    times = []
    for domain in DOMAINS * 2:
        page.get_by_role("button", name="Filters").click()
        page.get_by_role("combobox", name="Domain").click()
        start = time.perf_counter()
        page.get_by_role("option", name=domain).click()
        page.get_by_text("4,000 of 20,000").wait_for()
        times.append(settle(page, "Scores", start))
        page.keyboard.press("Escape")
        start = time.perf_counter()
        page.get_by_role("button", name="Show all items").click()
        page.get_by_text("20,000 of 20,000").wait_for()
        times.append(settle(page, "Scores", start))
        page.keyboard.press("Escape")
    return times


def main() -> list[Row]:
    """Medians against the budgets."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("pages: skipped, Playwright is not installed", file=sys.stderr)
        return []
    from annoeval.review.store import Store

    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        store = Store(url=f"sqlite:///{home}/annoeval.db", home=home)
        study = store.add_study([("ratings.csv", ratings_file())])
        store.database.close()
        browser = playwright.chromium.launch(executable_path=found(), args=ARGUMENTS)
        page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
        page.set_default_timeout(120_000)
        start = time.perf_counter()
        with server(home) as (address, _):
            page.goto(address)
            rows.append(Row("start → first page", settle(page, "Studies", start), "budget", 3.0, 1))
            page.goto(f"{address}/?study={study}")
            settle(page, "Studies", start)
            rows.append(
                Row("page switch, 100,000 ratings, median", statistics.median(switches(page)), "budget", 0.5, 1)
            )
            times = filters(page, address, study)
            rows.append(Row("filter, 100,000 ratings, median", statistics.median(times), "budget", 0.5, 1))
        browser.close()
    return rows
