"""A running app and a Chromium for the browser tests.

`app` starts the server once on a free port, with an `ANNOEVAL_HOME` of its own, for all browser tests: each brings
studies that no other has. `page` is a fresh browser page on it, `tab` one that has been nowhere yet. `App.restart()`
stops the server hard and starts it again on the same home and port.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from annoeval.review.store import Store
from tests.chromium import ARGUMENTS, found

ROOT = Path(__file__).resolve().parents[2]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever stands in this folder drives a browser."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker("browser")


class App:
    """The app in a process of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        self.log = (self.home / "server.log").open("ab")
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "streamlit",
                "run",
                str(ROOT / "app.py"),
                "--server.headless=true",
                f"--server.port={self.port}",
                "--server.address=127.0.0.1",
            ],
            cwd=ROOT,
            env={**os.environ, "ANNOEVAL_HOME": str(self.home)},
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
        )
        for _ in range(240):
            try:
                urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1)
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.25)
        raise RuntimeError("the app did not start:\n" + (self.home / "server.log").read_text()[-2000:])

    def stop(self, how: int = signal.SIGKILL) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, how)
        self.process.wait(20)
        self.log.close()

    def restart(self) -> None:
        self.stop()
        self.start()


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    running = App(tmp_path_factory.mktemp("home"))
    yield running
    running.stop()


@pytest.fixture
def store(app: App) -> Iterator[Store]:
    """The running app's store, opened beside it."""
    opened = Store(url=f"sqlite:///{app.home / 'annoeval.db'}", home=app.home)
    yield opened
    opened.database.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    path = found()
    if path is None:
        pytest.skip("no Chromium: run `python tests/chromium.py`")
    with playwright.sync_playwright() as p:
        chromium = p.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    """A browser context of its own: no cookies, 1280 × 720, light."""
    one = browser.new_context(viewport={"width": 1280, "height": 720}, color_scheme="light")
    one.set_default_timeout(20_000)
    yield one
    one.close()


@pytest.fixture
def tab(context: Any) -> Any:
    """A fresh page that has been nowhere yet."""
    return context.new_page()


@pytest.fixture
def page(tab: Any, app: App) -> Any:
    """A fresh page on the app's start page, settled."""
    tab.goto(app.url)
    settle(tab)
    return tab


def settle(page: Any) -> None:
    """Waits until the script has run and the page stands still."""
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    page.wait_for_timeout(150)
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")


@pytest.fixture(scope="session", name="settle")
def settle_() -> Any:
    return settle


def stands(page: Any, mark: Any) -> tuple[float, float]:
    """The middle of a mark once two looks find it at one place: a chart is drawn anew when it learns its width."""
    before = None
    for _ in range(100):
        mark.scroll_into_view_if_needed()
        box = mark.bounding_box()
        if box is not None and box == before:
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        before = box
        page.wait_for_timeout(100)
    raise AssertionError(f"{mark} never stood still")


@pytest.fixture
def click() -> Any:
    """Clicks a mark of a chart as a hand does: come near, rest, press."""

    def click(page: Any, mark: Any) -> None:
        x, y = stands(page, mark)
        page.mouse.move(x - 4, y - 3)
        page.wait_for_timeout(250)
        page.mouse.move(x, y)
        page.wait_for_timeout(250)
        page.mouse.click(x, y)
        page.wait_for_timeout(300)

    return click
