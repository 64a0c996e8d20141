"""An account in the address of a picture: a page that an account may see hands it on, since its pictures are fetched
without one. It says who asks, and gives no more than that account may see at that moment."""

from __future__ import annotations

import base64
import hmac
import time
from pathlib import Path

from annoeval.review import secret

HOUR = 3600
LASTS = 2  # hours at most; the same for an hour, so that browsers keep the pictures


def sealed(home: Path, account: str, now: float | None = None) -> str:
    """The account (an e-mail address) with the hour it ends, so that nobody makes or changes it; "" for none."""
    if not account:
        return ""
    until = (int(time.time() if now is None else now) // HOUR + LASTS) * HOUR
    said = base64.urlsafe_b64encode(account.encode()).decode().rstrip("=")
    return f"{until}.{said}.{_mark(home, account, until)}"


def account_of(home: Path, seal: str, now: float | None = None) -> str:
    """Whose seal this is; "" for one that has ended, was changed, or is none."""
    until, _, rest = seal.partition(".")
    said, _, mark = rest.partition(".")
    try:
        ends = int(until)
        account = base64.urlsafe_b64decode(said + "=" * (-len(said) % 4)).decode()
    except ValueError:
        return ""
    whole = hmac.compare_digest(mark.encode(), _mark(home, account, ends).encode())
    return account if whole and ends > (time.time() if now is None else now) else ""


def _mark(home: Path, account: str, until: int) -> str:
    return secret.token(home, "seal", account, str(until))
