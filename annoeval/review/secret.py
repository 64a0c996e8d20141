"""Tokens of links: made from the server's own secret, kept as digests, so that no database or backup gives one."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from pathlib import Path


def secret(home: Path) -> bytes:
    """`ANNOEVAL_SECRET`, which several servers of one database share, else one made once and kept in `home`.

    Where it is lost, links that were sent still work; only to show one again a new one has to be made.
    """
    given = os.environ.get("ANNOEVAL_SECRET", "")
    if given:
        return given.encode()
    path = home / "secret"
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
    except FileExistsError:
        pass
    return path.read_bytes()


def new_salt() -> str:
    """128 random bits."""
    return secrets.token_hex(16)


def token(home: Path, kind: str, study: str, salt: str) -> str:
    """The secret part of a link, 256 bits that nobody computes without the server's secret."""
    made = hmac.new(secret(home), "\n".join((kind, study, salt)).encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def digest(token: str) -> str:
    """What is kept of a token. Tokens are random, so that a plain hash can't be turned back."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
