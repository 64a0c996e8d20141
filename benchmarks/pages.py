"""Click → page settled, in a real Chromium on the real app: a fresh start; page switches, filters at 100,000 ratings;
each page's first view at 20,000 and 1,000,000 ratings, and the memory that these views take.

The sidebar's links are clicked five times round; the first round, in which results are computed, is not counted. The
filter is switched on and off twice for each of its values: half of the times compute, half find the result kept.
A first view finds nothing kept; the study itself was opened before, on the page Studies, and looked at for a second.
Views load libraries too, which the study has no part in: what the same views of 100 ratings take in a server of their
own is taken off the memory. It stays in the times. A study of 20,000 ratings has 4 MB, less than a server's memory
varies by from run to run; the figure of a million is the one that tells.
`python -m benchmarks.pages 20000` takes the first views at this many ratings only.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from annoeval.study import Study
from benchmarks.__main__ import line
from benchmarks.review import memory, server
from benchmarks.timing import Figure, Row
from tests.chromium import ARGUMENTS, found

RATERS = ("A1", "A2", "A3", "A4", "AI")
NAMES = ("Scores", "Agreement", "Confidence", "Comparison", "Studies")
DOMAINS = ("Biology", "Chemistry", "Geology", "Medicine", "Physics")
ROUNDS = 5
VIEWS = ("Scores", "Agreement", "Confidence", "Comparison", "Review", "Report")
BUDGETS = {20_000: 1.0, 1_000_000: 3.0}  # s that a first view may take at so many ratings
MOST_MEMORY = 4  # times the study
FEW = 100  # ratings that take no memory worth the name
LOOKED = 1  # s
OPENING = 600_000  # ms that reading a million rows may take
SETTLED = """name => {
  const app = document.querySelector("[data-testid=stApp]");
  return app && app.dataset.testScriptState === "notRunning"
    && [...document.querySelectorAll("h1")].some(h => h.innerText.trim() === name)
    && !document.querySelector("[data-testid=stSkeleton]")
    && [...document.querySelectorAll("[data-testid=stPlotlyChart]")].every(p => p.querySelector(".main-svg"));
}"""


def ratings_file(items: int = 20_000) -> bytes:
    """Five raters, one of them an AI, on every item: 100,000 ratings with groups and confidence."""
    lines = ["item,rater,score,domain,condition,confidence"]
    for i in range(items):
        domain, condition = DOMAINS[i % 5], ("control", "experimental")[i // 5 % 2]
        for r, rater in enumerate(RATERS):
            score = (i * 7 + (i * (r + 3)) % 5 // 4) % 3
            lines.append(f"item{i},{rater},{score},{domain},{condition},{(i * 37 + r * 11) % 101 / 100}")
    return "\n".join(lines).encode()


def settle(page: Any, name: str, since: float) -> float:
    """Seconds until the page of this name stands still, its plots drawn."""
    page.wait_for_function(SETTLED, arg=name, polling=20)
    return time.perf_counter() - since


def switches(page: Any) -> list[float]:
    """Times of page switches after the first round."""
    times = []
    for turn in range(ROUNDS):
        for name in NAMES:
            start = time.perf_counter()
            link(page, name).click()
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


def link(page: Any, name: str) -> Any:
    """A page's link in the sidebar."""
    return page.locator("[data-testid=stSidebarNavLink]").filter(has_text=name)


def first_views(browser: Any, ratings: int) -> list[Row | Figure]:
    """Each page of `VIEWS` opened once in a new server, and what the server's memory rose by over that of the study."""
    times, rise, held = viewed(browser, ratings)
    _, imports, _ = viewed(browser, FEW)
    rows: list[Row | Figure] = [
        Row(f"{name}, first view, {ratings:,} ratings", taken, "budget", BUDGETS[ratings], 1)
        for name, taken in times.items()
    ]
    most = 1 + max(rise - imports, 0) / held
    return [*rows, Figure(f"memory of first views ÷ study, {ratings:,} ratings", most, at_most=MOST_MEMORY)]


def viewed(browser: Any, ratings: int) -> tuple[dict[str, float], int, int]:
    """Seconds of each page's first view, bytes by which the server's memory rose, and bytes that the study takes."""
    from annoeval.review.store import Store

    times: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as home:
        store = Store(url=f"sqlite:///{home}/annoeval.db", home=home)
        study = store.add_study([("ratings.csv", ratings_file(ratings // len(RATERS)))])
        held = size(store.study(study))
        store.database.close()
        page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
        page.set_default_timeout(OPENING)
        with server(home) as (address, pid):
            page.goto(f"{address}/?study={study}")
            settle(page, "Studies", time.perf_counter())
            page.wait_for_timeout(1000 * LOOKED)
            before = memory(pid)
            Path(f"/proc/{pid}/clear_refs").write_text("5")  # the peak counts from here on
            for name in VIEWS:
                start = time.perf_counter()
                link(page, name).click()
                times[name] = settle(page, name, start)
            rise = memory(pid, "VmHWM") - before
        page.close()
    return times, rise, held


def size(study: Study) -> int:
    """Bytes of a study's tables."""
    return sum(int(frame.memory_usage(deep=True).sum()) for frame in (study.items, study.ratings))


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser; None where there is no Playwright."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("pages: skipped, Playwright is not installed", file=sys.stderr)
        yield None
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found(), args=ARGUMENTS)
        yield browser
        browser.close()


def main() -> list[Row | Figure]:
    """Medians and first views against the budgets."""
    with chromium() as browser:
        if browser is None:
            return []
        return [*settled(browser), *(row for ratings in BUDGETS for row in first_views(browser, ratings))]


def settled(browser: Any) -> list[Row]:
    """A fresh start, page switches and filters."""
    from annoeval.review.store import Store

    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as home:
        store = Store(url=f"sqlite:///{home}/annoeval.db", home=home)
        study = store.add_study([("ratings.csv", ratings_file())])
        store.database.close()
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
        page.close()
    return rows


if __name__ == "__main__":
    with chromium() as one:
        for asked in map(int, sys.argv[1:] or map(str, BUDGETS)):
            for row in first_views(one, asked) if one else ():
                print("  ".join(cell for cell in line(row) if cell), flush=True)
