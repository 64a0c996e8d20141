"""What a prediction is: any object with a title and an abstract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from annoeval.asking import NoAnswer


class PredictionError(NoAnswer):
    """A document that a program could not predict; its text says what happened."""


@runtime_checkable
class PredictedDoc(Protocol):
    """A prediction: `title` and `abstract`, each a text or None where the program found none."""

    @property
    def title(self) -> str | None: ...

    @property
    def abstract(self) -> str | None: ...


@dataclass(frozen=True)
class Document:
    """A prediction as the programs here give it."""

    id: str
    title: str | None = None
    abstract: str | None = None
