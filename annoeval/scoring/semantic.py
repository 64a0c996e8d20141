"""How alike two texts are in meaning: the cosine of their embeddings, by the packaged model (all-MiniLM-L6-v2,
offline) or any other.

The model runs in a process of its own: loading it inside a server holds up every page for seconds and costs 500 MB
for good, and a process can be stopped at any moment. `embedding_process` keeps it for some minutes.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import queue
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from annoeval.place import home
from annoeval.problem import AnnoevalError
from annoeval.scoring.embedder import BATCH, DIGEST
from annoeval.scoring.embedding_process import embedding_process

LOOK = 0.2  # seconds between looks whether the work is to stop
Progress = Callable[[int, int], None]


def cosine(
    pairs: Sequence[tuple[str, str] | None],
    progress: Progress | None = None,
    cache: Path | None = None,
    model: str = "",
) -> list[float | None]:
    """The cosine similarity of each pair of texts, −1 to 1; None for a pair that is None.

    Equal texts are embedded once, in batches of 32, longest first so that batches are even. `progress(done, of)` counts
    distinct texts; an exception from it stops the work at once. Embeddings are kept in a SQLite file by text hash and
    model under `cache` (default `ANNOEVAL_HOME`). model: a folder or a name on the hub; "" is the packaged one.
    Raises AnnoevalError when the model can't be loaded.
    """
    texts = list(dict.fromkeys(t for p in pairs if p for t in p))
    vectors = embeddings(texts, progress, cache, model)
    return [None if p is None else float(np.clip(vectors[p[0]] @ vectors[p[1]], -1.0, 1.0)) for p in pairs]


def embeddings(
    texts: Sequence[str], progress: Progress | None = None, cache: Path | None = None, model: str = ""
) -> dict[str, np.ndarray]:
    """Unit vectors by text (384 numbers from the packaged model); arguments as for `cosine`."""
    store = _Cache(cache or home(), identity(model))
    found = store.get(texts)
    missing = sorted((t for t in texts if t not in found), key=len, reverse=True)
    known = len(found)
    for made in _embedded(missing, lambda done: progress(known + done, len(texts)) if progress else None, model):
        store.put(made)
        found.update(made)
    if progress:
        progress(len(texts), len(texts))
    return found


def kept(pairs: Sequence[tuple[str, str]], cache: Path | None = None, model: str = "") -> list[float | None]:
    """The cosine of each pair of which both embeddings are on disk already, None of the others; needs no model."""
    vectors = _Cache(cache or home(), identity(model)).get(list(dict.fromkeys(t for p in pairs for t in p)))
    return [float(np.clip(vectors[a] @ vectors[b], -1.0, 1.0)) if {a, b} <= set(vectors) else None for a, b in pairs]


def stored(cache: Path | None = None, model: str = "") -> int:
    """How many texts have an embedding on disk."""
    return _Cache(cache or home(), identity(model)).size()


def identity(model: str) -> str:
    """What tells a model's embeddings from another's: the packaged one's sha256, a folder with its files' sizes and
    times, or the name on the hub."""
    if not model:
        return DIGEST
    folder = Path(model)
    if not folder.is_dir():
        return model
    files = sorted((str(f.relative_to(folder)), f.stat().st_size, f.stat().st_mtime_ns) for f in folder.rglob("*.*"))
    return hashlib.sha256(json.dumps([str(folder.resolve()), files]).encode()).hexdigest()


def _embedded(texts: Sequence[str], look: Callable[[int], None], model: str) -> Iterator[dict[str, np.ndarray]]:
    """Embeddings batch by batch from the embedding process; `look(done)` is called a few times a second."""
    if not texts:
        return
    done = 0
    with embedding_process(model) as process:
        process.ask(texts)
        while done < len(texts):
            try:
                line = process.lines.get(timeout=LOOK)
            except queue.Empty:
                look(done)
                continue
            if line is None or line.startswith("!"):
                raise AnnoevalError((line or "").lstrip("!").strip() or _last_words(process.noise))
            batch = texts[done : done + BATCH]
            vectors = np.frombuffer(base64.b64decode(line), dtype="float32").reshape(len(batch), -1)
            done += len(batch)
            yield dict(zip(batch, vectors, strict=True))
            look(done)


def _last_words(noise: Sequence[str]) -> str:
    last = next((line.strip() for line in reversed(noise) if line.strip()), "it gave no reason")
    return f"The embedding process ended too early: {last}"


class _Cache:
    """One model's embeddings on disk by sha256 of the text. A folder that can't be written to is no reason to fail."""

    def __init__(self, folder: Path, model: str) -> None:
        self.path = folder / "embeddings.sqlite"
        self.model = model

    def _run(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with contextlib.closing(sqlite3.connect(self.path, timeout=10)) as connection, connection:
                connection.execute(
                    "create table if not exists embedding"
                    " (model text, text_hash blob, vector blob, primary key (model, text_hash))"
                )
                return work(connection)
        except (OSError, sqlite3.Error):
            return None

    def get(self, texts: Sequence[str]) -> dict[str, np.ndarray]:
        def look(connection: sqlite3.Connection) -> dict[str, np.ndarray]:
            query = "select vector from embedding where model = ? and text_hash = ?"
            rows = ((t, connection.execute(query, (self.model, _key(t))).fetchone()) for t in texts)
            return {t: np.frombuffer(row[0], dtype="float32") for t, row in rows if row}

        return self._run(look) or {}

    def size(self) -> int:
        query = "select count(*) from embedding where model = ?"
        return self._run(lambda c: c.execute(query, (self.model,)).fetchone()[0]) or 0

    def put(self, vectors: dict[str, np.ndarray]) -> None:
        rows = [(self.model, _key(t), v.tobytes()) for t, v in vectors.items()]
        self._run(lambda c: c.executemany("insert or ignore into embedding values (?, ?, ?)", rows))


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
