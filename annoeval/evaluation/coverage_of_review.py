"""Which part of the items people reviewed, and why: what an estimate of the whole may rest on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from annoeval.ratings import latest, of_dimension, resolve
from annoeval.study import PEOPLE, Study
from annoeval.words import count

BECAUSE = ("rule", "audit", "random", "all", "chosen")
COLUMN = "reviewed_because"  # of a file from elsewhere
DRAWN = ("audit", "random")


@dataclass(frozen=True)
class Coverage:
    """items: index item_id; `ai` the AI's score, `value` people's answer, `part`: `known` (reviewed for a reason that
    has nothing to do with the audit), `drawn` (by the audit) or `unseen`. reason: why the parts allow no estimate,
    "" where they do. n_reviewed: items people answered."""

    items: pd.DataFrame
    reason: str
    n_reviewed: int


def coverage(study: Study, dimension: str) -> Coverage:
    """The items of a dimension by what is known of them.

    An AI score of which every item was reviewed is known whatever the reasons. Of the others items drawn by an audit
    or at random stand for all that no rule picked. Items that were chosen by hand, or of which no reason is known,
    are no random sample: they are known themselves and tell nothing of others, and no estimate is valid while a part
    of their AI score is unseen and no audit was drawn.
    """
    given = resolve(study, dimension).set_index("item_id")
    seen = given["source"].isin(PEOPLE)
    items = pd.DataFrame({"ai": ai_scores(study, dimension).reindex(given.index), "value": given["value"].where(seen)})
    why = reasons(study, dimension).reindex(given.index)
    drawn = seen & why.isin(DRAWN)
    whole = seen.groupby(items["ai"].astype("object"), dropna=False).transform("all")
    items["part"] = np.select([seen & (whole | ~drawn), drawn], ["known", "drawn"], "unseen")
    return Coverage(items, _reason(items, why, given["source"].eq("tie")), int(seen.sum()))


def _reason(items: pd.DataFrame, why: pd.Series, tied: pd.Series) -> str:
    unseen = items["part"].eq("unseen")
    if not unseen.any():
        return ""
    if tied.any():
        return f"people are tied on {count(int(tied.sum()), 'item')}: which must be settled first"
    if not items["part"].eq("drawn").any():
        if items["part"].eq("known").any() and why[items["part"].eq("known")].isna().all():
            return (
                f"nobody looked at {count(int(unseen.sum()), 'item')}, and the file doesn't say why the others were "
                f"reviewed: a column {COLUMN} (rule, audit, random, all, chosen) would"
            )
        return f"nobody looked at {count(int(unseen.sum()), 'item')}: an audit drawn at random from them would do"
    known = items["part"].eq("known")
    unclear = known & unseen.groupby(items["ai"].astype("object"), dropna=False).transform("any")
    odd = unclear & why.ne("rule")
    if odd.any():
        return (
            f"{count(int(odd.sum()), 'item')} among those audited {'was' if odd.sum() == 1 else 'were'} reviewed by "
            "choice or for a reason unknown, so the audit no longer stands for the rest"
        )
    audited = set(items.loc[items["part"].eq("drawn"), "ai"].dropna())
    if not why.eq("random").any():
        left = unseen & unclear & ~items["ai"].isin(audited)
        if left.any():
            return f"the rule's review isn't finished: {int(left.sum()):,} of its AI scores are unseen"
    return ""


def ai_scores(study: Study, dimension: str) -> pd.Series:
    """The headline AI's (or the only one's) current score by item; empty where there is none or several."""
    rated = of_dimension(study, dimension)
    rated = latest(rated[rated["kind"] == "ai"])
    names = rated["rater"].unique()
    rater = study.headline if study.headline in names else names[0] if len(names) == 1 else None
    return rated[rated["rater"] == rater].set_index("item_id")["value"]


def reasons(study: Study, dimension: str) -> pd.Series:
    """Why people looked at each item, of its reviews the one that makes it a random draw first; missing = unknown."""
    r = study.ratings
    r = r[(r["dimension"] == dimension) & r["kind"].isin([*PEOPLE, "anonymous"]) & r["because"].isin(BECAUSE)]
    first = ("audit", "random", "rule", "all", "chosen")
    order = r["because"].map(first.index)
    found = r.loc[order.sort_values(kind="stable").index].drop_duplicates("item_id").set_index("item_id")["because"]
    column = next((c for c in study.items if str(c).strip().casefold() == COLUMN), None)
    if column is None:
        return found
    said = study.items[column].astype("object").map(lambda x: str(x).strip().casefold() if pd.notna(x) else None)
    return found.reindex(study.items.index).fillna(said.where(said.isin(BECAUSE)))
