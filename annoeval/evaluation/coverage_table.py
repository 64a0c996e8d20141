"""Table `coverage`: how much of the items people reviewed, by AI score and group."""

from __future__ import annotations

import pandas as pd

from annoeval.evaluation.coverage_of_review import coverage as covered
from annoeval.evaluation.coverage_of_review import reasons
from annoeval.study import Study
from annoeval.words import count, listed, percent

COLUMNS = ["dimension", "by", "group", "ai", "n_all", "n_reviewed", "n_audited", "n_unseen", "because", "words"]
ALL = "all"
MOST_SCORES = 12


def coverage(study: Study, dimension: str | None = None) -> pd.DataFrame:
    """Per dimension, group and AI score ("all" together; "none" without one): how many items people reviewed.

    n_audited: of these drawn at random and counting. because: why people looked, with numbers. words: the row as a
    sentence, for whoever gets a table without the page it came from.
    """
    rows = []
    for name in [dimension] if dimension else study.dimensions:
        if study.dimensions[name].level == "text":
            continue
        items = covered(study, name).items
        why = reasons(study, name).reindex(items.index).where(items["part"] != "unseen")
        items = items.assign(why=why, score=items["ai"].astype("object").where(items["ai"].notna(), "none"))
        scores = [s for s in study.dimensions[name].categories if (items["score"] == s).any()]
        scores += [s for s in items["score"].unique() if s not in scores]
        scored = items["ai"].notna().any() and len(scores) <= MOST_SCORES
        for by in ("", *study.groups):
            groups = study.items[by].reindex(items.index).astype("str") if by else pd.Series("all", index=items.index)
            for group, part in items.groupby(groups, sort=False):
                parts = [(ALL, part), *((_plain(s), part[part["score"] == s]) for s in scores if scored)]
                rows += [_row(name, by, str(group), score, own) for score, own in parts if len(own)]
    return pd.DataFrame(rows, columns=COLUMNS)


def _plain(score: object) -> str:
    return f"{score:g}" if isinstance(score, float) else str(score)


def _row(dimension: str, by: str, group: str, ai: str, part: pd.DataFrame) -> dict[str, object]:
    n, unseen = len(part), int(part["part"].eq("unseen").sum())
    drawn = int(part["part"].eq("drawn").sum())
    told = part["why"].value_counts()
    why = listed([f"{reason} {times:,}" for reason, times in told.items()], 6)
    words = f"{n - unseen:,} of {count(n, 'item')} reviewed by people ({percent((n - unseen) / n, n)})"
    if unseen:
        words += f", {drawn:,} of them drawn at random" if drawn else ", none drawn at random"
    return {
        "dimension": dimension,
        "by": by,
        "group": group,
        "ai": ai,
        "n_all": n,
        "n_reviewed": n - unseen,
        "n_audited": drawn,
        "n_unseen": unseen,
        "because": why,
        "words": words,
    }
