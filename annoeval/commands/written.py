"""Tables written to the file that the command line names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pandas as pd

from annoeval.export import to_csv, to_xlsx
from annoeval.problem import AnnoevalError

WRITERS: dict[str, Callable[[pd.DataFrame], bytes]] = {
    ".csv": lambda frame: to_csv(frame, mark=False),
    ".tsv": lambda frame: to_csv(frame, "\t", mark=False),
    ".xlsx": to_xlsx,
    ".jsonl": lambda frame: frame.to_json(orient="records", lines=True, force_ascii=False).encode(),
}


def not_the_input(path: Path, files: Sequence[str]) -> None:
    """Raises AnnoevalError where writing would put a file in the place of one that was read."""
    if path.exists() and any(Path(f).exists() and path.samefile(f) for f in files):
        raise AnnoevalError(f"{path} is the file that was read; give another name with -o.")


def write(path: str | Path, table: pd.DataFrame) -> None:
    """The table in the form that the file's ending names, CSV for endings unknown. Raises AnnoevalError where the file
    can't be written."""
    writer = WRITERS.get(Path(path).suffix.lower(), WRITERS[".csv"])
    try:
        Path(path).write_bytes(writer(table))
    except OSError as error:
        raise AnnoevalError(f"{path} can't be written: {error.strerror or error}.") from error
