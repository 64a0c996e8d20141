"""`app`: the screen, on this machine."""

from __future__ import annotations

import argparse
import subprocess
import sys
from typing import Any

from annoeval.place import ROOT


def add(verbs: Any) -> None:
    verb = verbs.add_parser("app", help="start the app in the browser")
    verb.add_argument("--port", type=int, default=8501)
    verb.add_argument("--headless", action="store_true", help="don't open a browser")
    verb.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py"), "--server.port", str(chosen.port)]
    return subprocess.call([*command, "--server.headless", "true"] if chosen.headless else command, cwd=ROOT)
