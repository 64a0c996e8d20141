"""What other cuts of a scorer would change, and which ones people's own scores speak for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from annoeval.conclusions import resolve
from annoeval.protocols import protocol_of
from annoeval.statistics.calibration.cuts import Fitted, fit_cuts, quadratic
from annoeval.study import Study


@dataclass(frozen=True)
class Change:
    """What cuts change of one dimension. n: items with a score. changed: whose score would be another. people: how
    many of them people scored; before, after: quadratically weighted κ with these, None where it is undefined."""

    dimension: str
    n: int
    changed: int
    people: int
    before: float | None
    after: float | None


def changes(study: Study, scorer: str, cuts: Mapping[str, float]) -> list[Change]:
    """What cuts would change of a scorer's scores as they stand, by dimension. cuts: those set by hand."""
    new = protocol_of(study).rescored(study, scorer, cuts)
    if new is None or new.empty:
        return []
    r = study.ratings
    now = r.loc[r["rater"] == scorer, ["item_id", "dimension", "value"]]
    both = new.rename(columns={"value": "new"}).merge(now, on=["item_id", "dimension"])
    both = both.astype({"value": "float64"}).merge(_people(study), on=["item_id", "dimension"], how="left")
    out = []
    for dimension, rows in both.groupby("dimension", sort=False):
        seen = rows[rows["truth"].notna()]
        known = seen["truth"].to_numpy()
        kappas = [quadratic(seen[c].to_numpy(), known) if len(seen) else np.nan for c in ("value", "new")]
        before, after = (None if np.isnan(k) else float(k) for k in kappas)
        changed = int(rows["value"].ne(rows["new"]).sum())
        out.append(Change(str(dimension), len(rows), changed, len(seen), before, after))
    return out


def fitted(study: Study, scorer: str, dimension: str) -> Fitted:
    """The cuts of a dimension that agree best with what people said, with the gain on items they were not fitted to."""
    protocol = protocol_of(study)
    cuts = {k: v for k, v in protocol.thresholds(scorer).items() if k.startswith(f"{dimension}.")}
    ids = study.ratings.loc[(study.ratings["rater"] == scorer) & study.ratings["value"].notna(), "item_id"]
    truth = _people(study)
    truth = truth[(truth["dimension"] == dimension) & truth["item_id"].isin(ids)].set_index("item_id")["truth"]
    if not cuts or truth.empty:
        return Fitted(0, cuts, reason="nobody scored what the AI scored")
    r = study.ratings
    seen = study.replace_ratings(
        r[(r["rater"] == scorer) & (r["dimension"] == dimension) & r["value"].notna() & r["item_id"].isin(truth.index)]
    )
    order = seen.ratings["item_id"]

    def scores(chosen: Mapping[str, float]) -> np.ndarray:
        made = protocol.rescored(seen, scorer, chosen)
        assert made is not None
        return made["value"].to_numpy(float)

    papers = study.items.loc[order, "pdf"].fillna("").to_numpy() if "pdf" in study.items else None
    return fit_cuts(scores, cuts, truth.reindex(order).to_numpy(float), papers)


def _people(study: Study) -> pd.DataFrame:
    """`item_id, dimension, truth`: what people settled on, without the AI."""
    own = study.ratings[study.ratings["kind"] != "ai"]
    if own.empty:
        return pd.DataFrame({"item_id": [], "dimension": [], "truth": []}).astype({"truth": "float64"})
    final = resolve(study.replace_ratings(own))
    final = final[final["value"].notna()]
    return final[["item_id", "dimension"]].assign(truth=pd.to_numeric(final["value"]).astype("float64"))
