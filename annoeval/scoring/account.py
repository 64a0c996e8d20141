"""How a score of a program came about, as it is kept beside it: what was compared with what, how, and where it stands.

It is kept as JSON in the rating's `response`, so that it goes wherever the rating goes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from annoeval.pdf import Box

_MARK = '{"compared": '


@dataclass(frozen=True)
class Account:
    """Why a score is what it is.

    compared: what was held against what ("caption against Figure 3 of tides.pdf"). measures: name to value.
    cut: the cuts that decided, in words. file, page (counted from 1), box (points from the upper left): the place.
    against: the text that it was held against. region: about where the figure stands on that page.
    """

    compared: str
    measures: Mapping[str, float | str] = field(default_factory=dict)
    cut: str = ""
    file: str = ""
    page: int | None = None
    box: Box | None = None
    against: str = ""
    region: Box | None = None

    def written(self) -> str:
        """As `response` keeps it."""
        return json.dumps({k: v for k, v in asdict(self).items() if v not in (None, "", {})}, ensure_ascii=False)

    @property
    def sentence(self) -> str:
        """For the screen: "Compared: caption against Figure 3 of tides.pdf, page 4 · beginning 0.99 · …"."""
        where = f", page {self.page}" if self.page else ""
        measures = [f"{k} {v:.2f}" if isinstance(v, float) else f"{k} {v}" for k, v in self.measures.items()]
        return " · ".join([f"Compared: {self.compared}{where}", *measures, *([self.cut] if self.cut else [])])


def account(response: Any) -> Account | None:
    """The account that a rating's response holds; None where it holds something else."""
    if not isinstance(response, str) or not response.startswith(_MARK):
        return None
    try:
        told = json.loads(response)
        places = {k: tuple(told[k]) for k in ("box", "region") if told.get(k) is not None}
        return Account(**{**told, **places})
    except (ValueError, TypeError):
        return None
