"""What a visitor may do with a study, checked where the store is read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum

from annoeval.problem import AnnoevalError


class Role(IntEnum):
    """Each may do what those before it may."""

    VIEWER = 1  # reads
    REVIEWER = 2  # judges, comments, votes
    OWNER = 3  # changes the files, the name and the design, gives and takes links, removes, restores, deletes

    @property
    def word(self) -> str:
        return self.name.lower()


class NotAllowed(AnnoevalError):
    """The visitor's link or account doesn't go so far."""


@dataclass(frozen=True)
class Grant:
    """A role in a study, held by whoever has the link, or by an account. made, expires, revoked: ISO text in UTC, None
    where not. salt: with the server's secret it gives the link again."""

    id: str
    study: str
    role: Role
    label: str
    made: str
    made_by: str
    salt: str
    digest: str | None = None
    account: str | None = None
    expires: str | None = None
    revoked: str | None = None

    @property
    def open(self) -> bool:
        """Whether it holds at this moment."""
        if self.revoked is not None:
            return False
        return self.expires is None or datetime.fromisoformat(self.expires) > datetime.now(UTC)


class Access:
    """A visitor: the roles that their links and account give.

    keep: is told the token of each link that comes to be theirs on the way (a study they brought).
    """

    def __init__(self, grants: Iterable[Grant] = (), account: str = "", keep: Callable[[str], None] | None = None):
        self.grants = list(grants)
        self.account = account
        self.keep = keep or (lambda token: None)

    @property
    def studies(self) -> list[str]:
        """The studies that this visitor may read now."""
        return list(dict.fromkeys(g.study for g in self.grants if g.open))

    def role(self, study: str | None) -> Role | None:
        """The highest role held now; None without any."""
        return max((g.role for g in self.grants if g.study == study and g.open), default=None)

    def check(self, study: str | None, needs: Role) -> None:
        """Raises NotAllowed where the role held doesn't reach."""
        held = self.role(study)
        if held is None:
            raise NotAllowed(
                "This study is open to holders of its links only. Yours may have ended: ask its owner for a new one."
            )
        if held < needs:
            may = {Role.VIEWER: "lets you look, not change anything", Role.REVIEWER: "lets you judge, not this"}[held]
            raise NotAllowed(f"Your link {may}: ask the study's owner for a link as {needs.word}.")
