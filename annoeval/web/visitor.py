"""Who sends a request: the links that its browser holds, the token it brings, or the account in a picture's address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request

from annoeval import hosting

if TYPE_CHECKING:  # the server listens before these are imported
    from annoeval.review.store import Store


def store() -> Store:
    """The server's store, for who runs it."""
    from annoeval.review.of_server import server_store

    return server_store()


def store_for(request: Request) -> Store:
    """The store as whoever sends this request may use it."""
    from annoeval.review.grants import access
    from annoeval.review.seal import account_of

    whole = store()
    if not hosting.by_links():
        return whole
    sent = bearer(request)
    tokens = [*([sent] if sent else []), *hosting.links_held(request.cookies)]
    return whole.seen_by(access(whole, tokens, account_of(whole.home, request.query_params.get("as", ""))))


def bearer(request: Request) -> str:
    """The token of `Authorization: Bearer TOKEN`; "" without one."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""
