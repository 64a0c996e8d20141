"""Who annotates a study: each by a link that nobody can guess, with what they agreed to and no other personal data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import insert, select, update

from annoeval.problem import AnnoevalError
from annoeval.review import ledger, secret
from annoeval.review.roles import Role
from annoeval.review.store import Store
from annoeval.review.tables import annotators

ANNOTATOR = "annotator"
PROFICIENCY = ("Native", "Fluent", "Advanced", "Intermediate", "Basic")


@dataclass(frozen=True)
class Annotator:
    """Someone who answers. token: the secret of the link, "" where this server can't show it again (`renew` makes a new
    one); only its digest is kept. name: a pseudonym that stands beside the answers.
    seat: place among the annotators, from 0, that says which items are theirs where not everyone sees all.
    background: what they said of themselves (`background`, `proficiency`, `eligible`).
    consented, practised, withdrawn: when, as ISO text in UTC; None where not."""

    token: str
    digest: str
    salt: str
    study: str
    name: str
    seat: int
    invited: str
    background: Mapping[str, Any] = field(default_factory=dict)
    consented: str | None = None
    practised: str | None = None
    debrief: str | None = None
    withdrawn: str | None = None


def invite(store: Store, study: str, name: str = "") -> Annotator:
    """A new annotator with a link of their own; without a name the next of A1, A2, …

    Whoever withdrew leaves the seat to the next one. Raises AnnoevalError for a name that is taken.
    """
    with store.database.write(study, Role.OWNER) as connection:
        ledger.lock(connection, study)
        rows = connection.execute(select(annotators).where(annotators.c.study == study)).mappings().all()
        taken = {r["name"] for r in rows} | set(store.base(study).ratings["rater"])
        called = " ".join(name.split())[:60] or next(n for i in range(1, 10_000) if (n := f"A{i}") not in taken)
        if called in taken:
            raise AnnoevalError(f"{called} is in this study already; choose another name.")
        held = {r["seat"] for r in rows if r["withdrawn"] is None}
        row: dict[str, Any] = {
            **_link(store, study),
            "study": study,
            "name": called,
            "seat": next(s for s in range(len(held) + 1) if s not in held),
            "invited": ledger.now().isoformat(),
        }
        connection.execute(insert(annotators).values(**row))
    return _annotator(store, row)


def renew(store: Store, study: str, name: str) -> Annotator:
    """A new link for someone who takes part already; the old one ends."""
    link = _link(store, study)
    with store.database.write(study, Role.OWNER) as connection:
        here = (annotators.c.study == study) & (annotators.c.name == name)
        connection.execute(update(annotators).where(here).values(**link))
        row = connection.execute(select(annotators).where(here)).mappings().one()
    return _annotator(store, row)


def _link(store: Store, study: str) -> dict[str, str]:
    salt = secret.new_salt()
    return {"salt": salt, "digest": secret.digest(secret.token(store.home, ANNOTATOR, study, salt))}


def annotators_of(store: Store, study: str) -> list[Annotator]:
    """Those of a study, in the order they were invited; who withdrew among them. Their links are for its owner: whoever
    has one answers under its name."""
    query = select(annotators).where(annotators.c.study == study).order_by(annotators.c.invited, annotators.c.name)
    with store.database.read(study) as connection:
        found = [_annotator(store, r) for r in connection.execute(query).mappings()]
    access = store.database.access
    shown = access is None or access.role(study) == Role.OWNER
    return found if shown else [replace(a, token="") for a in found]


def by_token(store: Store, token: str) -> Annotator:
    """Whose link this is. Raises AnnoevalError for a link of nobody."""
    with store.everything.read() as connection:
        row = (
            connection.execute(select(annotators).where(annotators.c.digest == secret.digest(token))).mappings().first()
        )
    if row is None:
        raise AnnoevalError("This link belongs to no one; ask whoever sent it for a new one.")
    return replace(_annotator(store, row), token=token)


def consent(store: Store, who: Annotator, background: Mapping[str, Any]) -> None:
    """Note that someone agreed to take part, and what they said of themselves."""
    said = json.dumps(dict(background), ensure_ascii=False)
    _note(store, who, consented=ledger.now().isoformat(), background=said)


def end_practice(store: Store, who: Annotator) -> None:
    """Note that the practice is over."""
    _note(store, who, practised=ledger.now().isoformat())


def debrief(store: Store, who: Annotator, words: str) -> None:
    """Keep what someone says at the end."""
    _note(store, who, debrief=words[:10_000])


def withdraw(store: Store, who: Annotator) -> None:
    """Someone takes part no longer: the answers leave every figure at once, and what was said of oneself is deleted;
    that there was one stays counted."""
    with store.database.write(who.study) as connection:
        gone = {"withdrawn": ledger.now().isoformat(), "background": None, "debrief": None}
        mine = (annotators.c.digest == who.digest) & annotators.c.withdrawn.is_(None)
        if connection.execute(update(annotators).where(mine).values(**gone)).rowcount:
            ledger.append(connection, who.study, {"reviewer": who.name, "action": "withdraw"})


def _note(store: Store, who: Annotator, **values: str) -> None:
    with store.database.write(who.study) as connection:
        connection.execute(update(annotators).where(annotators.c.digest == who.digest).values(**values))


def _annotator(store: Store, row: Mapping[Any, Any]) -> Annotator:
    made = secret.token(store.home, ANNOTATOR, row["study"], row["salt"])
    shown = made if secret.digest(made) == row["digest"] else ""
    return Annotator(**{**row, "token": shown, "background": json.loads(row.get("background") or "{}")})
