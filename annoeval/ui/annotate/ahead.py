"""The grid's thumbnails are made before it asks for them: when pictures come, and while an annotator reads."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable

from annoeval.review.pictures import thumbnail
from annoeval.review.store import Store

log = logging.getLogger("annoeval")
_BEGUN: set[tuple[str, ...]] = set()
_UNREAD: dict[str, dict[str, None]] = {}
_ONE_AT_A_TIME = threading.Lock()  # of all studies: answers and pictures that are looked at need the processor more


def make_ahead(store: Store, study: str, files: Iterable[str]) -> None:
    """Begins, beside the page, to make the thumbnails of a study's pictures; of the same ones once a server."""
    wanted = tuple(dict.fromkeys(files))
    mark = (study, *sorted(wanted))
    if not wanted or mark in _BEGUN:
        return
    _BEGUN.add(mark)
    threading.Thread(target=_make, args=(store, study, wanted), name="annoeval-ahead", daemon=True).start()


def unread(study: str) -> list[str]:
    """The pictures of which none could be made so far: damaged ones, or of more pixels than can be held."""
    return list(_UNREAD.get(study, ()))


def _make(store: Store, study: str, files: tuple[str, ...]) -> None:
    try:
        for file in files:
            with _ONE_AT_A_TIME:
                if thumbnail(store, study, file) is None:
                    _UNREAD.setdefault(study, {})[file] = None
    except Exception:  # whatever it is, the grid asks for each picture itself
        log.exception("thumbnails of %s were not made ahead", study)
