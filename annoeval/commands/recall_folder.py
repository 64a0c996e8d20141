"""A recall experiment's folder: its `summary.tsv`, its `trials.jsonl`, or those of the runs in its subfolders."""

from __future__ import annotations

import re
from pathlib import Path

from annoeval.opening import load
from annoeval.problem import AnnoevalError
from annoeval.study import Study

_FILES = re.compile(r".*(summary.*\.(tsv|csv|txt|xlsx)|trials.*\.(jsonl|ndjson|json))", re.IGNORECASE)


def study_in(folder: str) -> Study:
    """The Study of all runs in a folder (or of one file). Raises AnnoevalError where there is none."""
    root = Path(folder)
    if root.is_file():
        return load(root, protocol="recall")
    if not root.is_dir():
        raise AnnoevalError(f"{folder} is no folder.")
    found = [p for p in sorted(root.iterdir()) if p.is_file() and _FILES.fullmatch(p.name)]
    found += [q for p in sorted(root.iterdir()) if p.is_dir() for q in sorted(p.iterdir()) if _FILES.fullmatch(q.name)]
    if not found:
        raise AnnoevalError(f"{folder} holds neither a summary.tsv nor a trials.jsonl.")
    sources = [(str(p.relative_to(root.parent)), p.read_bytes()) for p in found]
    return load(*sources, protocol="recall", name=root.resolve().name)
