"""On a server that keeps studies for some days only: those whose time is over are deleted, looked for once an hour."""

from __future__ import annotations

import logging
import time

from annoeval import hosting

log = logging.getLogger("annoeval")
PAUSE = 3600.0


def delete_when_over() -> None:
    """Runs as long as the server does; ends at once where studies are kept."""
    while (days := hosting.days_kept()) is not None:
        from annoeval.review.deletion import delete_outdated
        from annoeval.web.visitor import store

        try:
            gone = delete_outdated(store(), days)
            if gone:
                log.info("deleted %d studies unchanged for %d days", len(gone), days)
        except Exception:
            log.exception("studies whose time is over were not deleted")
        time.sleep(PAUSE)
