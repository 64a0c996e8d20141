"""Long work beside the page: one worker, progress in counts, and a stop that is heard."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import streamlit as st

from annoeval.problem import AnnoevalError

log = logging.getLogger("annoeval")
SHOWN = 60.0  # seconds that the end of a job stays on screen
Report = Callable[[int, int], None]


class Stopped(Exception):
    """Someone pressed stop."""


@dataclass
class Job:
    """One piece of long work.

    state: `waiting`, `running`, `done`, `stopped` or `failed`. said: how it ended, in a sentence for the screen.
    """

    title: str
    state: str = "waiting"
    done: int = 0
    of: int = 0
    said: str = ""
    ended: float = 0.0
    stop: threading.Event = field(default_factory=threading.Event)

    @property
    def over(self) -> bool:
        return self.state in ("done", "stopped", "failed")

    def report(self, done: int, of: int) -> None:
        """What the work calls as it goes on; raises Stopped when it is to end."""
        self.done, self.of = done, of
        if self.stop.is_set():
            raise Stopped


class Work:
    """The jobs of this server by key, run one after the other."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="annoeval")
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()

    def start(self, key: str, title: str, do: Callable[[Report], str]) -> Job:
        """Starts work, unless the same is already under way."""
        known = self._jobs.get(key)
        if known is not None and not known.over:
            return known
        job = self._jobs[key] = Job(title)
        self._worker.submit(self._run, job, do)
        return job

    def job(self, key: str) -> Job | None:
        """The job started last under this key; None once it has been over for a minute."""
        job = self._jobs.get(key)
        return None if job is None or (job.over and time.monotonic() - job.ended > SHOWN) else job

    def stop(self, key: str) -> None:
        """Ends the work under this key: at once where it waits for its turn, else at its next report."""
        job = self._jobs.get(key)
        if job is None:
            return
        with self._lock:
            job.stop.set()
            if job.state == "waiting":
                job.said, job.ended, job.state = "Stopped before it began.", time.monotonic(), "stopped"

    def _run(self, job: Job, do: Callable[[Report], str]) -> None:
        with self._lock:
            if job.over:
                return
            job.state = "running"
        try:
            job.report(0, job.of)
            job.said = do(job.report)
            end = "done"
        except Stopped:
            job.said, end = f"Stopped at {job.done:,} of {job.of:,}; nothing was stored.", "stopped"
        except AnnoevalError as error:
            job.said, end = str(error), "failed"
        except Exception:
            log.exception("%s failed", job.title)
            job.said, end = f"{job.title} failed for a reason that the server's log names.", "failed"
        job.ended = time.monotonic()
        job.state = end


@st.cache_resource
def work() -> Work:
    """The one worker of this server."""
    return Work()
