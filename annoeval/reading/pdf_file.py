"""Whether a PDF that someone sent can be opened in the server: a few bytes of it may stand for any number of things on
a page, and PDFium, which is no Python, ends the process that it runs out of memory in."""

from __future__ import annotations

import hashlib
import subprocess
import tempfile
import time

from annoeval.own_process import own_process
from annoeval.pdf_trial import MOST_MEMORY, MOST_SECONDS
from annoeval.reading.table import ReadError
from annoeval.waiting import go_on

_KEPT = 10_000
_harmless: dict[str, None] = {}


def check_pdf(data: bytes, name: str) -> None:
    """Raises ReadError where the text of its pages can't be read in a process of its own within `MOST_MEMORY` and
    `MOST_SECONDS`. What is no PDF or locked passes: opening it says so."""
    digest = hashlib.sha256(data).hexdigest()
    if digest in _harmless:
        return
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(data)
        file.flush()
        tried = own_process("annoeval.pdf_trial", file.name, noise=subprocess.DEVNULL)
        until = time.monotonic() + 2 * MOST_SECONDS  # of the clock, where others work too
        try:
            while tried.poll() is None and time.monotonic() < until:
                go_on()
                time.sleep(0.01)
        finally:
            tried.kill()
            tried.communicate()
    if tried.returncode < 0:
        raise ReadError(
            f"{name} takes more than {MOST_MEMORY >> 30} GB of memory or {MOST_SECONDS} seconds to read: it is "
            "damaged, or made to do harm; print it to a new PDF and drop that."
        )
    while len(_harmless) >= _KEPT:
        _harmless.pop(next(iter(_harmless)))
    _harmless[digest] = None
