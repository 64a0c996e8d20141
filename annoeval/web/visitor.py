"""Who sends a request: the links that its browser holds, or the token it brings."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING

from starlette.requests import Request

from annoeval import hosting
from annoeval.place import home

if TYPE_CHECKING:  # the server listens before these are imported
    from annoeval.review.store import Store

COOKIE = "annoeval_links"  # tokens, the newest first, with dots between
MOST_LINKS = 40


def store() -> Store:
    """The server's store, for who runs it."""
    return _opened(str(home()), os.environ.get("ANNOEVAL_DATABASE_URL"))


@lru_cache(maxsize=2)
def _opened(home: str, url: str | None) -> Store:
    from annoeval.review.store import Store

    return Store()


def store_for(request: Request) -> Store:
    """The store as whoever sends this request may use it."""
    from annoeval.review.grants import access

    whole = store()
    if not hosting.by_links():
        return whole
    sent = bearer(request)
    return whole.seen_by(access(whole, [*([sent] if sent else []), *held(request.cookies.get(COOKIE, ""))]))


def bearer(request: Request) -> str:
    """The token of `Authorization: Bearer TOKEN`; "" without one."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def held(cookie: str) -> list[str]:
    """The tokens in a browser's cookie."""
    return [t for t in cookie.split(".") if 20 <= len(t) <= 64][:MOST_LINKS]
