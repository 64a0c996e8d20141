"""Links to a study, and accounts it was given to: each with a role, an end, and a way to take it back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import or_, select, update

from annoeval.problem import AnnoevalError
from annoeval.review import ledger, secret
from annoeval.review.grant_row import LINK, grant_of, granted
from annoeval.review.library import Library
from annoeval.review.roles import Access, Grant, NotAllowed, Role
from annoeval.review.tables import grants


def give(
    store: Library,
    study: str,
    role: Role,
    by: str,
    *,
    days: int | None = None,
    label: str = "",
    account: str = "",
) -> Grant:
    """A new link with a role, or the role for an account (its e-mail address). days: how long it holds; None for ever.

    Needs the owner's role.
    """
    with store.database.write(study, Role.OWNER) as connection:
        detail = {"role": role.word, "label": label, "account": account, "days": days}
        ledger.append(connection, study, {"reviewer": by, "action": "grant", "detail": detail})
        return granted(connection, store.home, study, role, by, days=days, label=label, account=account)


def take(store: Library, study: str, id: str, by: str) -> None:
    """End a link or an account's role at once. Raises NotAllowed for the last owner, who would be shut out."""
    with store.database.write(study, Role.OWNER) as connection:
        rows = connection.execute(select(grants).where(grants.c.study == study)).mappings().all()
        held = [g for g in map(grant_of, rows) if g.open]
        if not any(g.role == Role.OWNER for g in held if g.id != id):
            raise NotAllowed("This is the last way in for an owner: make another owner's link first.")
        ledger.append(connection, study, {"reviewer": by, "action": "grant", "detail": {"ended": id}})
        connection.execute(
            update(grants).where(grants.c.study == study, grants.c.id == id).values(revoked=ledger.now().isoformat())
        )


def given(store: Library, study: str) -> list[Grant]:
    """All links and accounts of a study, the newest first. Needs the owner's role."""
    with store.database.read(study, Role.OWNER) as connection:
        query = select(grants).where(grants.c.study == study).order_by(grants.c.made.desc())
        return [grant_of(r) for r in connection.execute(query).mappings()]


def shown(store: Library, grant: Grant) -> str | None:
    """The link's token again; None where this server's secret is another than it was made with."""
    made = secret.token(store.home, LINK, grant.study, grant.salt)
    return made if secret.digest(made) == grant.digest else None


def access(store: Library, tokens: Sequence[str], account: str = "", keep: Any = None) -> Access:
    """Who comes with these tokens and this account (an e-mail address that the provider has proven)."""
    digests = [secret.digest(t) for t in tokens]
    mine = grants.c.digest.in_(digests)
    wanted = or_(mine, grants.c.account == account.casefold()) if account else mine
    with store.everything.read() as connection:
        rows = connection.execute(select(grants).where(wanted)).mappings().all()
    return Access(map(grant_of, rows), account.casefold(), keep)


def by_token(store: Library, token: str) -> Grant:
    """What a link gives. Raises AnnoevalError for a link that is none, has ended or was taken back."""
    held = access(store, [token])
    found = next((g for g in held.grants if g.open), None)
    if found is None:
        raise AnnoevalError("This link leads nowhere: it has ended or was cut short. Ask who sent it for a new one.")
    return found
