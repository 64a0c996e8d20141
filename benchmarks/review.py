"""Key press → next item on screen, in a real Chromium on the real app, with every decision on disk first.

Printed beside the times: the server's processor time a press and a page, ten reviewers at once, bytes over the
websocket per decision, and the server's memory with ten sessions.
The peers' times were measured once on the same machine and a file of 47 items (Label Studio 1.23, Potato 2.12).
"""

from __future__ import annotations

import csv
import io
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.timing import Row
from tests.chromium import ARGUMENTS, found

ROOT = Path(__file__).resolve().parents[1]
PRESSES, WARM, SESSIONS = 40, 5, 10
MOST_BYTES, MOST_MEMORY = 20_000, 1.5 * 2**30
MOST_PRESS, MOST_PAGE = 0.05, 0.3  # s of processor time
ACTIVE = 20  # s that ten reviewers work
PAUSE, HURRY = 0.8, 0.2  # s before a press, and as much again at random: who looks at each item, and who hardly does
LEAST_RATE = 20  # answers a second in a hurry: ten who pause 0.8 to 1.6 s can't give more than eight
# the time of each key, heard before the page's own scripts, and of the moment the next item's text stands on the page
HEAR = 'window.addEventListener("keydown", () => { window.pressed = performance.now(); }, true);'
WATCH = """
window.times = [];
const read = () => document.querySelector(".ae-id")?.textContent;
let shown = read();
new MutationObserver(() => {
  const now = read();
  if (!now || now === shown) return;
  shown = now;
  requestAnimationFrame(() => window.times.push(performance.now() - window.pressed));
}).observe(document.body, { childList: true, subtree: true, characterData: true });
"""

# a reviewer who looks at each item for a while and presses a key; the keys go where a keyboard's would
WORK = """
window.work = until => {
  if (performance.now() > until) return;
  setTimeout(() => {
    const n = window.times.length;
    const key = String(n % 3);
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }));
    const wait = setInterval(() => {
      if (window.times.length === n) return;
      clearInterval(wait);
      window.work(until);
    }, 20);
  }, PAUSE * (1 + Math.random()));
};
window.work(performance.now() + SECONDS * 1000);
"""


def figures_file(n: int) -> bytes:
    """n figures with texts of the usual length and AI scores."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["pdf", "domain", "type", "element_id", "caption", "vlm_description", "ai_caption_score"])
    for i in range(n):
        caption = f"Figure {i}. Number of wading birds per hectare against hours after low tide, in plot {i % 97}. " * 2
        description = (
            f"A chart of the number of wading birds per hectare. Plot {i % 97} is drawn with a dashed line. " * 4
        )
        domain = ("Ecology", "Physics", "Medicine")[i % 3]
        writer.writerow([f"p{i % 500}.pdf", domain, "figure", f"f{i:06d}", caption, description, i % 3])
    return out.getvalue().encode()


@contextmanager
def server(home: str) -> Iterator[tuple[str, int]]:
    """The app on a free port: its address and process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "streamlit",
            "run",
            str(ROOT / "app.py"),
            "--server.headless=true",
            f"--server.port={port}",
            "--server.address=127.0.0.1",
            "--server.fileWatcherType=none",
        ],
        cwd=ROOT,
        env={**os.environ, "ANNOEVAL_HOME": home},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1)
                break
            except OSError:
                time.sleep(0.25)
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(20)


def memory(pid: int, which: str = "VmRSS") -> int:
    """Resident bytes of a process; which: `VmRSS` now, `VmHWM` at most."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(which):
            return int(line.split()[1]) * 1024
    return 0


def processor(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def sit(browser: Any, address: str, study: str, name: str) -> Any:
    """A browser of its own in front of the queue."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    context.set_default_timeout(120_000)
    context.add_cookies([{"name": "annoeval_person", "value": name, "url": address}])
    page = context.new_page()
    page.add_init_script(HEAR)
    page.sizes = []  # type: ignore[attr-defined]

    def count(payload: str | bytes) -> None:
        page.sizes.append(len(payload))

    page.on("websocket", lambda ws: (ws.on("framereceived", count), ws.on("framesent", count)))
    page.goto(f"{address}/review?study={study}&rule=low&dimension=caption")
    page.locator(".aec-answer").first.wait_for()
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    page.wait_for_timeout(500)
    return page


def walk(page: Any, presses: int) -> tuple[list[float], float]:
    """Seconds from key to next item for each press, and bytes over the websocket per press."""
    page.evaluate(WATCH)
    page.sizes.clear()
    for n in range(presses):
        page.keyboard.press(str(n % 3))
        page.wait_for_function("n => window.times.length > n", arg=n)
        page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
        page.wait_for_timeout(150)
    return [t / 1000 for t in page.evaluate("window.times")], sum(page.sizes) / presses


def at_once(pages: list[Any], pid: int, pause: float) -> tuple[list[float], float, float]:
    """Ten reviewers at once: seconds of each press in order, answers a second, and processor time a press."""
    for page in pages:
        page.evaluate(WATCH)
    before, began = processor(pid), time.monotonic()
    for page in pages:
        page.evaluate(WORK.replace("SECONDS", str(ACTIVE)).replace("PAUSE", str(pause * 1000)))
    pages[0].wait_for_timeout((ACTIVE + 5) * 1000)
    times = [t / 1000 for page in pages for t in page.evaluate("window.times")]
    used, took = processor(pid) - before, time.monotonic() - began
    return sorted(times), len(times) / (took - 5), used / max(len(times), 1)


def main() -> list[Row]:
    """Times at 47 and at 100,000 items; size and memory are printed."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("review: skipped, Playwright is not installed", file=sys.stderr)
        return []
    from annoeval.review.store import Store

    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        store = Store(url=f"sqlite:///{home}/annoeval.db", home=home)
        studies = {n: store.add_study([(f"{n}.csv", figures_file(n))]) for n in (47, 10_000, 100_000)}
        store.database.close()
        del store
        with server(home) as (address, pid):
            browser = playwright.chromium.launch(executable_path=found(), args=ARGUMENTS)
            page = sit(browser, address, studies[47], "Ana")
            before = processor(pid)
            small, _ = walk(page, 25)
            press = (processor(pid) - before) / 25
            median = statistics.median(small[WARM:])
            rows.append(Row("key → next item, 47 items, median", median, "budget", 0.1, 1))
            rows.append(Row("key → next item, 47 items, median", median, "Label Studio 1.23", 0.33))
            rows.append(Row("key → next item, 47 items, median", median, "Potato 2.12", 0.55))
            drawn = []
            for _ in range(4):  # the first reads the file
                before = processor(pid)
                sit(browser, address, studies[10_000], "Ana").close()
                drawn.append(processor(pid) - before)
            pages = [sit(browser, address, studies[10_000], f"Reviewer {n}") for n in range(SESSIONS)]
            at_ease, in_hurry = (at_once(pages, pid, pause) for pause in (PAUSE, HURRY))
            for page in pages:
                page.context.close()
            large, size = walk(sit(browser, address, studies[100_000], "Ana"), PRESSES)
            kept = sorted(large[WARM:])
            rows.append(Row("key → next item, 100,000 items, median", statistics.median(kept), "budget", 0.15, 1))
            rows.append(Row("key → next item, 100,000 items, 95 %", kept[int(0.95 * len(kept))], "budget", 0.6, 1))
            pages = [sit(browser, address, studies[100_000], f"Reviewer {n}") for n in range(SESSIONS - 1)]
            for page in pages:
                walk(page, 2)
            used = memory(pid)
            browser.close()
    for pause, (times, rate, _) in ((PAUSE, at_ease), (HURRY, in_hurry)):
        short = "" if pause == PAUSE or rate >= LEAST_RATE else "  MISSED"
        print(
            f"ten at once, pauses of {pause:g} to {2 * pause:g} s: {len(times)} presses, {rate:.1f} a second{short}, "
            f"median {statistics.median(times):.2f} s, 95 % {times[int(0.95 * len(times))]:.2f} s"
        )
    for what, value, most, unit in (
        ("processor time a press, 47 items", press, MOST_PRESS, "ms"),
        ("processor time a press, ten at once", in_hurry[2], MOST_PRESS, "ms"),
        ("processor time a page, 10,000 items", statistics.median(drawn[1:]), MOST_PAGE, "ms"),
        ("bytes over the websocket per decision", size, MOST_BYTES, "kB"),
        (f"memory of the server, {SESSIONS} sessions on 100,000 items", used, MOST_MEMORY, "MB"),
    ):
        one = {"ms": 1e-3, "kB": 1e3, "MB": 2**20}[unit]
        verdict = "" if value <= most else "  MISSED"
        print(f"{what}: {value / one:,.0f} {unit} (at most {most / one:,.0f}){verdict}", flush=True)
    return rows
