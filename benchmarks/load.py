"""Fifty people on one server: how long a page takes for each while all ask, and ten reviewers who write at once.

`python -m benchmarks load` starts the app on a free port with a store of its own, opens 50 websocket sessions as
browsers do, lets each look at three pages with a rest between them, and prints the median and the 95th percentile.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SESSIONS = 50
REVIEWERS = 10
EACH = 20  # answers of one reviewer
REST = (1.0, 4.0)  # seconds between two pages
PAGES = ("scores", "agreement", "review")


def main() -> Sequence[object]:
    with tempfile.TemporaryDirectory() as home:
        study = _study(Path(home))
        port = _free()
        log = (Path(home) / "server.log").open("w+")
        command = [sys.executable, "-m", "annoeval", "app", "--headless", "--port", str(port)]
        env = {**os.environ, "ANNOEVAL_HOME": home, "PYTHONPATH": str(ROOT)}
        server = subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log)
        try:
            _wait(port)
            asyncio.run(_look(port, study, "scores"))  # the first page imports what pages need
            times = asyncio.run(_all(port, study))
            wrote = _write(home, study)
        finally:
            server.terminate()
            server.wait(20)
        failed = SESSIONS * len(PAGES) - len(times)
        print(f"{SESSIONS} sessions, {len(times)} pages, {failed} failed: {_said(times)}")
        print(f"{REVIEWERS} reviewers at once, {len(wrote)} answers on disk: {_said(wrote)}")
        if failed or len(wrote) != REVIEWERS * EACH:
            raise SystemExit(1)
    return ()


def _said(times: Sequence[float]) -> str:
    ordered = sorted(times)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    median, p95, worst = (1000 * t for t in (statistics.median(ordered), p95, ordered[-1]))
    return f"median {median:,.0f} ms, p95 {p95:,.0f} ms, worst {worst:,.0f} ms"


def _study(home: Path) -> str:
    """300 items, three raters, three domains."""
    from annoeval.review.store import Store

    deal = random.Random(1)
    rows = [f"{n},{rater},{deal.choice('012')},{'abc'[n % 3]}" for n in range(300) for rater in ("Ana", "Ben", "Cem")]
    store = Store(url=f"sqlite:///{home / 'annoeval.db'}", home=home)
    id = store.add_study([("load.csv", "\n".join(["item_id,rater,label,domain", *rows]).encode())])
    store.database.close()
    return id


def _free() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _wait(port: int) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1)
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the app did not start")


async def _all(port: int, study: str) -> list[float]:
    found = await asyncio.gather(*(_visit(port, study, n) for n in range(SESSIONS)), return_exceptions=True)
    return [t for some in found if isinstance(some, list) for t in some]


async def _visit(port: int, study: str, n: int) -> list[float]:
    """One person: pages one after the other, each after a rest."""
    deal = random.Random(n)
    times = []
    for page in PAGES:
        await asyncio.sleep(deal.uniform(*REST))
        times.append(await _look(port, study, page))
    return times


async def _look(port: int, study: str, page: str) -> float:
    """Opens a page as a browser does; seconds until it stands there whole."""
    import websockets
    from streamlit.proto.BackMsg_pb2 import BackMsg
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

    began = time.perf_counter()
    at = f"ws://127.0.0.1:{port}/_stcore/stream"
    async with websockets.connect(at, subprotocols=["streamlit"], max_size=None) as socket:  # type: ignore[list-item]
        ask = BackMsg()
        ask.rerun_script.query_string = f"study={study}"
        ask.rerun_script.page_name = page
        await socket.send(ask.SerializeToString())
        drawn = 0
        while True:
            message = ForwardMsg()
            message.ParseFromString(bytes(await asyncio.wait_for(socket.recv(), 120)))  # type: ignore[arg-type]
            drawn += message.WhichOneof("type") in ("delta", "ref_hash")
            if message.WhichOneof("type") == "script_finished":
                if message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY and drawn > 5:
                    return time.perf_counter() - began
                if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
                    raise RuntimeError("the page failed")


def _write(home: str, study: str) -> list[float]:
    """Each reviewer by a connection of their own, beside the server; seconds an answer took to be on disk."""
    from annoeval.review.store import Store

    times: list[float] = []

    def review(n: int) -> None:
        store = Store(url=f"sqlite:///{home}/annoeval.db", home=home)
        for item in range(EACH):
            began = time.perf_counter()
            store.decide(study, str(item), "label", 1, reviewer=f"R{n}")
            times.append(time.perf_counter() - began)
        store.database.close()

    people = [threading.Thread(target=review, args=(n,)) for n in range(REVIEWERS)]
    for person in people:
        person.start()
    for person in people:
        person.join()
    return times
