"""The one store of this server, which its pages and its routes share, with what it holds in memory."""

from __future__ import annotations

import os
import threading
from functools import lru_cache

from annoeval import place
from annoeval.review.store import Store

_GATE = threading.Lock()  # two requests at the start open it once


def server_store() -> Store:
    """The store that `ANNOEVAL_HOME` and `ANNOEVAL_DATABASE_URL` name, for who runs the server."""
    with _GATE:
        return _opened(str(place.home()), os.environ.get("ANNOEVAL_DATABASE_URL"))


@lru_cache(maxsize=2)
def _opened(home: str, url: str | None) -> Store:
    return Store()
