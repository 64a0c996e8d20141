"""Where the app, its pages and the examples lie: beside the package in a checkout, inside it where it is installed."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
INSIDE = PACKAGE / "beside"  # what `setup.py` puts into a wheel
ROOT = INSIDE if INSIDE.is_dir() else PACKAGE.parent
