"""A module of this package in a process of its own, spoken with by lines of text: for what is heavy or may have to be
stopped at any moment."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import IO

from annoeval.place import PACKAGE


def own_process(module: str, *arguments: str, noise: int | IO[str] = subprocess.PIPE) -> subprocess.Popen[str]:
    """`python -m module arguments…` with this process's environment, speaking UTF-8. It finds the package wherever that
    lies, and the packages that this process was pointed to. noise: where its standard error goes."""
    paths = [str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        text=True,
        encoding="utf-8",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=noise,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "PYTHONUTF8": "1"},
    )
