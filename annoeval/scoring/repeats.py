"""Work on rows of which many are equal: it is done once for each distinct row, and the rows take what they need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, overload

import numpy as np
import pandas as pd

T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True, eq=False)
class Repeated(Sequence[T], Generic[T]):
    """What each of many rows has. once: the distinct things. which: for each row the place of its own in `once`."""

    once: Sequence[T]
    which: np.ndarray

    @classmethod
    def of(cls, things: Sequence[T]) -> Repeated[T]:
        """Things that stand one a row already."""
        return things if isinstance(things, cls) else cls(things, np.arange(len(things)))

    def each(self, of: Callable[[T], U]) -> Repeated[U]:
        """What follows from each distinct thing."""
        return Repeated([of(thing) for thing in self.once], self.which)

    def array(self, of: Callable[[T], object], dtype: str = "object") -> np.ndarray:
        """One cell a row of what follows from its thing; equal cells are one object."""
        cells = np.empty(len(self.once), dtype)
        cells[:] = [of(thing) for thing in self.once]
        return cells[self.which]

    def __len__(self) -> int:
        return len(self.which)

    @overload
    def __getitem__(self, row: int) -> T: ...
    @overload
    def __getitem__(self, row: slice) -> Sequence[T]: ...
    def __getitem__(self, row: int | slice) -> T | Sequence[T]:
        return Repeated(self.once, self.which[row]) if isinstance(row, slice) else self.once[self.which[row]]


def once(make: Callable[..., T], *columns: pd.Series | np.ndarray) -> Repeated[T]:
    """`make(*cells)` for each row of equally long columns, called once for equal cells. A missing cell is one more."""
    which, first = _distinct([pd.factorize(column)[0] for column in columns])
    cells = [column.array if isinstance(column, pd.Series) else column for column in columns]
    return Repeated([make(*(column[row] for column in cells)) for row in first.tolist()], which)


def _distinct(codes: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """For each row which combination of codes it has, and the row where each is first, in the order of these rows."""
    which = codes[0].astype("int64") + 1
    for more in codes[1:]:
        which = pd.factorize(which * (int(more.max(initial=-1)) + 2) + more + 1)[0].astype("int64")
    which, known = pd.factorize(which)
    first = np.full(len(known), len(which))
    np.minimum.at(first, which, np.arange(len(which)))
    return which, first
