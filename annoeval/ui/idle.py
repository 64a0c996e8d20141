"""While nobody waits: collecting what runs left behind (after each run, each key paid for it), importing ahead."""

from __future__ import annotations

import gc
import time
from functools import cache
from importlib import import_module
from threading import Thread

PAUSE = 2.0  # s between looks
QUIET = 0.05  # of a processor: below it nobody waits
WORTH = 1.0  # s of work since the last collection that make another worth its time


def collect_when_idle() -> None:
    """Called once, when what all pages need is imported: that is never looked at again."""
    gc.collect()
    gc.freeze()
    Thread(target=_watch, daemon=True).start()


@cache
def import_ahead() -> None:
    """Called when a page stands: what most statistics need is imported once, while the first one is looked at."""
    Thread(target=import_module, args=("scipy.special",), daemon=True).start()


def _watch() -> None:
    collected = before = time.process_time()
    while True:
        time.sleep(PAUSE)
        now = time.process_time()
        if now - before < QUIET * PAUSE and now - collected > WORTH:
            gc.collect()
            collected = now = time.process_time()
        before = now
