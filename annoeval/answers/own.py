"""Questions that only some studies ask, of their protocol or of contestants, and the tables that answer them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from annoeval.answers.win_rates import win_rate_sections
from annoeval.evaluation.win_rates import win_rates
from annoeval.protocols import protocol_of
from annoeval.protocols.protocol import Section
from annoeval.study import Study


def own_sections(study: Study) -> Sequence[Section]:
    """The sections that stand on the pages that all share, in their order."""
    return (*win_rate_sections(study.dimensions, win_rates(study)), *protocol_of(study).sections(study))


def own_tables(study: Study) -> Mapping[str, pd.DataFrame]:
    """The tables behind those sections, and what else the protocol has, by name."""
    return {"win_rates": win_rates(study), **protocol_of(study).tables(study)}
