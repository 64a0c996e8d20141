"""How an audit's interval came to be what it is: the limits after every item, in the order drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from annoeval.evaluation.coverage_of_review import coverage
from annoeval.evaluation.estimates import figure
from annoeval.statistics.partial.looks import ANY_TIME
from annoeval.study import Study

COLUMNS = ["n", "estimate", "low", "high"]
MOST = 40  # points of the curve


def course(study: Study, dimension: str, what: str = "mean") -> pd.DataFrame:
    """The figure's estimate and limits at any time after the first n audited items, columns `COLUMNS`.

    Empty where no audit was drawn here: of a file from elsewhere the order isn't known. The limits hold at all n
    together, so that one may look after every item and stop at will.
    """
    found, audit = coverage(study, dimension), study.audit(dimension)
    counted = set(found.items.index[found.items["part"] == "drawn"])
    order = [i for i in audit.items if i in counted] if audit is not None else []
    rows = []
    for n in np.unique(np.linspace(1, len(order), min(len(order), MOST)).round()).astype(int) if order else ():
        later = found.items.index.isin(order[n:])
        items = found.items.assign(part=found.items["part"].mask(later, "unseen"))
        row = figure(study, dimension, replace(found, items=items, looks=ANY_TIME), what)
        if row.found is not None:
            low, high, estimate = row.found
            rows.append({"n": int(n), "estimate": estimate, "low": low, "high": high})
    return pd.DataFrame(rows, columns=COLUMNS)
