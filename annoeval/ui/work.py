"""Long work beside the page: one worker, progress in counts, and a stop that is heard."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import streamlit as st

from annoeval.study import AnnoevalError

log = logging.getLogger("annoeval")
Report = Callable[[int, int], None]


class Stopped(Exception):
    """Someone pressed stop."""


@dataclass
class Job:
    """One piece of long work. state: `waiting`, `running`, `done`, `stopped` or `failed`."""

    title: str
    state: str = "waiting"
    done: int = 0
    of: int = 0
    error: str = ""
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

    def start(self, key: str, title: str, do: Callable[[Report], None]) -> Job:
        """Starts work, unless the same is already under way."""
        known = self._jobs.get(key)
        if known is not None and not known.over:
            return known
        job = self._jobs[key] = Job(title)
        self._worker.submit(self._run, job, do)
        return job

    def job(self, key: str) -> Job | None:
        """The job started last under this key."""
        return self._jobs.get(key)

    def forget(self, key: str) -> None:
        """Drops a finished job, so that its message is shown once."""
        if (job := self._jobs.get(key)) is not None and job.over:
            del self._jobs[key]

    @staticmethod
    def _run(job: Job, do: Callable[[Report], None]) -> None:
        try:
            job.state = "running"
            job.report(0, job.of)
            do(job.report)
            job.state = "done"
        except Stopped:
            job.state = "stopped"
        except AnnoevalError as error:
            job.error, job.state = str(error), "failed"
        except Exception:
            log.exception("%s failed", job.title)
            job.error, job.state = "It failed for a reason that the server's log names.", "failed"


@st.cache_resource
def work() -> Work:
    """The one worker of this server."""
    return Work()
