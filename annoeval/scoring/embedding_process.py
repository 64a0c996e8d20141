"""The process that embeds texts, kept for a while between two uses: loading its model takes seconds, going on none."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import queue
import threading
import time
from collections.abc import Iterator, Sequence

from annoeval.own_process import own_process

MINUTES = "ANNOEVAL_MODEL_MINUTES"
LOADING = 15  # seconds that loading the packaged model takes on a quiet machine of two cores


class EmbeddingProcess:
    """One model in a process of its own. `lines` is what it answers, None at its end; `noise` what it said beside."""

    def __init__(self, model: str = "") -> None:
        self.model = model
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.noise: list[str] = []
        self.began = time.monotonic()
        self.loaded = False
        self.process = own_process("annoeval.scoring.embedder", *([model] if model else []))
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=lambda: self.noise.extend(self.process.stderr or ()), daemon=True).start()

    def ask(self, texts: Sequence[str]) -> None:
        """Gives it texts to embed; its answers come as `lines`, one a batch."""
        threading.Thread(target=self._tell, args=(json.dumps(list(texts)),), daemon=True).start()

    @property
    def ended(self) -> bool:
        return self.process.poll() is not None

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def _tell(self, request: str) -> None:
        with contextlib.suppress(OSError, ValueError):  # it was stopped, or ended before it read
            if self.process.stdin:
                self.process.stdin.write(request + "\n")
                self.process.stdin.flush()

    def _listen(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in self.process.stdout or ():
                self.loaded = True
                if line.strip():
                    self.lines.put(line)
        self.lines.put(None)


_lock = threading.Lock()
_idle: list[tuple[EmbeddingProcess, threading.Timer]] = []  # one at most: a model takes 500 MB
_used: list[EmbeddingProcess] = []


def minutes() -> float:
    """How long a process is kept after its last use: `ANNOEVAL_MODEL_MINUTES`, default 10; with 0 none is kept, and
    none is started before it is needed."""
    with contextlib.suppress(ValueError):
        return max(0.0, float(os.environ.get(MINUTES, "") or 10))
    return 10.0


def get_ready(model: str = "") -> None:
    """Starts loading a model that will be wanted soon, unless a process is there or on its way."""
    with _lock:
        if minutes() and not _idle and not _used:
            _keep(EmbeddingProcess(model))


def loading() -> float | None:
    """For how many seconds someone has been waiting for a model that is being loaded; None where nobody is."""
    with _lock:
        began = [p.began for p in _used if not p.loaded and not p.ended]
    return time.monotonic() - min(began) if began else None


@contextlib.contextmanager
def embedding_process(model: str = "") -> Iterator[EmbeddingProcess]:
    """A process with this model, of one user at a time; it is kept for the next where its work came to its end, and
    killed where it did not."""
    with _lock:
        process = _taken(model) or EmbeddingProcess(model)
        _used.append(process)
    try:
        yield process
    except BaseException:
        process.kill()
        raise
    finally:
        with _lock:
            _used.remove(process)
            if not process.ended and not _idle and minutes():
                _keep(process)
            else:
                process.kill()


def _taken(model: str) -> EmbeddingProcess | None:
    """The kept process, where it has this model; one with another makes room."""
    while _idle:
        process, timer = _idle.pop()
        timer.cancel()
        if process.model == model and not process.ended:
            return process
        process.kill()
    return None


def _keep(process: EmbeddingProcess) -> None:
    timer = threading.Timer(60 * minutes(), _let_go, args=(process,))
    timer.daemon = True
    _idle.append((process, timer))
    timer.start()


def _let_go(process: EmbeddingProcess) -> None:
    with _lock:
        _idle[:] = [(p, t) for p, t in _idle if p is not process]
        if process not in _used:
            process.kill()


@atexit.register
def _all_gone() -> None:
    for process, _ in _idle:
        process.kill()
