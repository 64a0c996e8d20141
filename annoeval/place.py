"""Where the app, its pages and the examples lie: beside the package in a checkout, inside it where it is installed; and
where what is kept lies."""

from __future__ import annotations

import os
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
INSIDE = PACKAGE / "beside"  # what `setup.py` puts into a wheel
ROOT = INSIDE if INSIDE.is_dir() else PACKAGE.parent


def home() -> Path:
    """The folder of what is kept: `ANNOEVAL_HOME`, else `~/.annoeval`."""
    return Path(os.environ.get("ANNOEVAL_HOME") or Path.home() / ".annoeval")
