"""A role that is given: its row, and the token of its link."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert

from annoeval.review import ledger, secret
from annoeval.review.roles import Grant, Role
from annoeval.review.tables import grants

LINK = "link"


def granted(
    connection: Connection,
    home: Path,
    study: str,
    role: Role,
    by: str,
    *,
    days: int | None = None,
    label: str = "",
    account: str = "",
) -> Grant:
    """Writes the row of a new link, or of an account's role, inside an open transaction."""
    now, salt = ledger.now(), secret.new_salt()
    row: dict[str, Any] = {
        "id": secrets.token_hex(8),
        "study": study,
        "role": role.word,
        "label": " ".join(label.split())[:120],
        "made": now.isoformat(),
        "made_by": by,
        "salt": salt,
        "digest": None if account else secret.digest(secret.token(home, LINK, study, salt)),
        "account": account.strip().casefold()[:320] or None,
        "expires": None if days is None else (now + timedelta(days=days)).isoformat(),
        "revoked": None,
    }
    connection.execute(insert(grants).values(**row))
    return grant_of(row)


def grant_of(row: Mapping[Any, Any]) -> Grant:
    """A row as a Grant."""
    return Grant(**{**row, "role": Role[row["role"].upper()]})
