"""`app`: the screen, on this machine, or for others where that is said."""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
from typing import Any

from annoeval import hosting
from annoeval.place import ROOT


def add(verbs: Any) -> None:
    verb = verbs.add_parser("app", help="start the app in the browser")
    verb.add_argument("--port", type=int, default=8501)
    verb.add_argument("--headless", action="store_true", help="don't open a browser")
    where = verb.add_mutually_exclusive_group()
    where.add_argument("--address", default="127.0.0.1", help="what to listen at; by default this machine only")
    where.add_argument(
        "--open", action="store_const", const="0.0.0.0", dest="address", help="listen for other machines, too"
    )
    verb.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Becomes the server, so that ending this ends it; where a process can't (Windows), ends it on the way out."""
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py")]
    command += ["--server.address", chosen.address, "--server.port", str(chosen.port)]
    if chosen.headless:
        command += ["--server.headless", "true"]
    alone = chosen.address in hosting.LOCAL
    name = "localhost" if alone else own_number() if chosen.address in ("0.0.0.0", "::") else chosen.address
    os.environ.setdefault(hosting.ADDRESS, f"http://{f'[{name}]' if ':' in name else name}:{chosen.port}")
    print(said(alone), flush=True)
    os.chdir(ROOT)
    if os.name == "posix":
        os.execv(sys.executable, command)
    with subprocess.Popen(command) as server:
        try:
            return server.wait()
        finally:
            server.terminate()


def said(alone: bool) -> str:
    """Where it is, and who may do what there."""
    if alone:
        return f"annoeval: {hosting.address()} (this machine only; `annoeval app --open` lets others on the network in)"
    if hosting.by_links():
        return f"annoeval: {hosting.address()} (each study is open to who holds a link to it)"
    return (
        f"annoeval: {hosting.address()} (open: everyone who reaches it may read and change every study; "
        "ANNOEVAL_ACCESS=links gives each study to the holders of its links)"
    )


def own_number() -> str:
    """The number by which others on the network reach this machine; localhost where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # sends nothing: only the route is looked up
            return str(asked.getsockname()[0])
        except OSError:
            return "localhost"
