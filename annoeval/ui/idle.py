"""Collecting what runs left behind while nobody waits; done after each run, each key paid for it."""

from __future__ import annotations

import gc
import time
from threading import Thread

PAUSE = 2.0  # s between looks
QUIET = 0.05  # of a processor: below it nobody waits
WORTH = 1.0  # s of work since the last collection that make another worth its time


def collect_when_idle() -> None:
    """Called once, when what all pages need is imported: that is never looked at again."""
    gc.collect()
    gc.freeze()
    Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    collected = before = time.process_time()
    while True:
        time.sleep(PAUSE)
        now = time.process_time()
        if now - before < QUIET * PAUSE and now - collected > WORTH:
            gc.collect()
            collected = now = time.process_time()
        before = now
