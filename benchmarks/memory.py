"""What the app holds in memory while the embedding model works beside it: the two processes that a hosted server runs.

`python -m benchmarks memory` opens three pages on the app, embeds texts as scoring does, and adds the peaks of the two.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from annoeval.scoring import semantic
from benchmarks.load import PAGES, ROOT, _free, _look, _study, _wait
from benchmarks.timing import Figure

LIMIT = 2.7  # GB that Streamlit's Community Cloud gives an app at most; it promises 1
TEXTS = [f"Figure {n}: counts of waders at low water by month, by estuary and by observer. " * 4 for n in range(160)]


def main() -> Sequence[Figure]:
    with tempfile.TemporaryDirectory() as home:
        study, port = _study(Path(home)), _free()
        command = [sys.executable, "-m", "annoeval", "app", "--headless", "--port", str(port)]
        env = {**os.environ, "ANNOEVAL_HOME": home, "PYTHONPATH": str(ROOT)}
        server = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            _wait(port)
            for page in PAGES:
                asyncio.run(_look(port, study, page))
            model = _of_the_model(Path(home) / "vectors")
            app = peak(server.pid)
        finally:
            server.terminate()
            server.wait(20)
    return (
        Figure("GB that the app holds at its peak, three pages seen", app),
        Figure("GB that the embedding model's process holds at its peak, 160 texts embedded", model),
        Figure("GB of both", app + model, at_most=LIMIT),
    )


def _of_the_model(cache: Path) -> float:
    """The most that the embedding process held while it embedded `TEXTS`."""
    pairs = [(text, TEXTS[0]) for text in TEXTS]
    work = threading.Thread(target=semantic.cosine, args=(pairs,), kwargs={"cache": cache})
    most = 0.0
    work.start()
    while work.is_alive():
        most = max([most, *(peak(child) for child in _children(os.getpid()))])
        time.sleep(0.05)
    return most


def peak(process: int) -> float:
    """The most that a process held so far, in GB; 0 for one that has gone. Linux only."""
    try:
        said = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    held = next((line.split()[1] for line in said.splitlines() if line.startswith("VmHWM")), "0")
    return int(held) * 1024 / 1e9


def _children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]
