"""Table `coverage`: how much of the items people reviewed, by AI score and group."""

from __future__ import annotations

import pandas as pd

from annoeval.evaluation.coverage_of_review import coverage as covered
from annoeval.evaluation.coverage_of_review import reasons
from annoeval.rating_table import PEOPLE, REASONS
from annoeval.study import Study
from annoeval.words import count, listed, percent

COLUMNS = ["dimension", "by", "group", "ai", "n_all", "n_reviewed", "n_audited", "n_unseen", "because", "words"]
ALL = "all"
MOST_SCORES = 12


def coverage(study: Study, dimension: str | None = None) -> pd.DataFrame:
    """How many items people reviewed, per dimension they judged, group and AI score ("all"; "none" without one).

    n_audited: of these drawn at random and counting. because: why people looked, with numbers. words: the row as a
    sentence, for whoever gets a table without the page it came from.
    """
    rows: list[dict[str, object]] = []
    r = study.ratings
    judged = set(r.loc[r["kind"].isin(PEOPLE), "dimension"].unique())
    for name in [dimension] if dimension else [d for d in study.dimensions if d in judged]:
        scale = study.dimensions[name]
        if scale.level == "text":
            continue
        items = covered(study, name).items
        why = reasons(study, name).reindex(items.index).where(items["part"] != "unseen")
        counted = pd.DataFrame({"n": 1, **{p: items["part"].eq(p).astype(int) for p in ("unseen", "drawn")}})
        counted = counted.assign(**{r: why.eq(r).astype(int) for r in REASONS})
        words = {x: _plain(x) for x in items["ai"].dropna().unique()}
        score = items["ai"].map(words).astype("object").fillna("none")
        place = {_plain(c): at for at, c in enumerate(scale.categories)}
        several = items["ai"].notna().any() and score.nunique() <= MOST_SCORES
        for by in ("", *study.groups):
            group = study.items[by].reindex(items.index).astype("str") if by else pd.Series("all", index=items.index)
            whole = counted.groupby(group, sort=False).sum()
            found = {(g, ALL): row for g, row in whole.iterrows()}
            if several:
                parts = counted.groupby([group, score], sort=False).sum()
                found |= {(str(g), s): row for (g, s), row in parts.iterrows()}
            order = {g: at for at, g in enumerate(whole.index)}
            for g, s in sorted(found, key=lambda k: (order[k[0]], k[1] != ALL, place.get(k[1], len(place)))):
                rows.append({"dimension": name, "by": by, "group": g, "ai": s, **_row(found[g, s])})
    return pd.DataFrame(rows, columns=COLUMNS)


def _plain(score: object) -> str:
    return f"{score:g}" if isinstance(score, float) else str(score)


def in_words(study: Study, dimension: str) -> str:
    """How much of all items people reviewed: "236 of 500 items reviewed by people (47 %), 40 of them drawn at random".

    For whoever gets scores of a dimension without the page they came from; "" where it has no items.
    """
    part = covered(study, dimension).items["part"]
    return _words(len(part), int(part.eq("unseen").sum()), int(part.eq("drawn").sum())) if len(part) else ""


def _words(n: int, unseen: int, drawn: int) -> str:
    words = f"{n - unseen:,} of {count(n, 'item')} reviewed by people ({percent((n - unseen) / n, n)})"
    if unseen:
        words += f", {drawn:,} of them drawn at random" if drawn else ", none drawn at random"
    return words


def _row(counts: pd.Series) -> dict[str, object]:
    n, unseen, drawn = (int(counts[c]) for c in ("n", "unseen", "drawn"))
    why = listed([f"{reason} {int(counts[reason]):,}" for reason in REASONS if counts[reason]], len(REASONS))
    return {
        "n_all": n,
        "n_reviewed": n - unseen,
        "n_audited": drawn,
        "n_unseen": unseen,
        "because": why,
        "words": _words(n, unseen, drawn),
    }
