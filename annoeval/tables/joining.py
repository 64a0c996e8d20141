"""Which rows of several files are about one item, where no column of ids says so: by what they show, never by a
judgement, and by their place only when asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from annoeval.problem import Problem
from annoeval.tables.part import Part

UNJOINED = "nothing says which rows of the files belong together"
BY_ROW = "rows of the files are joined by their place"
_MADE = r"#\d+'*$"


def same_items(parts: Sequence[Part], by_row: bool, problems: list[Problem]) -> list[Part]:
    """Items without an id of their own are told by what all those parts show of them.

    What more than one row of a part shows tells none of them apart, so that such rows, and rows that show nothing, are
    each part's own: the order in which files list their rows says nothing. by_row: someone said that it does.
    """
    loose = [p for p in parts if p.loose is not None]
    if not loose or (len(parts) == 1 and _are_made(loose[0])):
        return list(parts)
    shared = [c for c in loose[0].items.columns if all(c in p.items for p in loose)]
    table = pd.concat([_told_by(p, shared, number, by_row) for number, p in enumerate(loose)], ignore_index=True)
    single = len(parts) == 1
    table["own"] = np.where(table["joins"] | single, -1, table["part"])
    table["place"] = table["place"].where(~table["joins"], 0)
    known = table[["base", "text", "own", "place"]].drop_duplicates().sort_values(["base", "own", "text", "place"])
    numbers = known.groupby("base", sort=False).cumcount() + 1
    known["new"] = known["base"] + "#" + numbers.astype("str")
    table = table.merge(known, on=["base", "text", "own", "place"], how="left")
    taken = {str(i) for p in parts for i in p.items.index} - set(table["old"])
    table["new"] = [n + "'" if n in taken else n for n in table["new"]]
    _say(loose, table, problems)
    out, number = [], 0
    for p in parts:
        if p.loose is None:
            out.append(p)
            continue
        mine = table[table["part"] == number].set_index("old")["new"]
        number += 1
        new = dict(zip(mine.index, mine, strict=True))
        ids = p.ratings["item_id"]
        moved = ids.map(new)
        ratings = p.ratings.assign(item_id=moved.where(moved.notna(), ids))
        out.append(replace(p, items=p.items.rename(index=new), loose=None, ratings=ratings))
    return out


def _told_by(part: Part, shared: Sequence[str], number: int, by_row: bool) -> pd.DataFrame:
    """A row per item without an id: `base` of its id, the `text` it is told by, and whether that `joins` files."""
    assert part.loose is not None
    old = part.loose.index
    made = old.str.contains(_MADE)
    base = pd.Series(np.where(made, old.str.replace(_MADE, "", regex=True), "item"), dtype="str")
    rows = part.items.loc[old]
    if by_row and not part.keyed and _are_made(part):
        text = pd.Series([f"{n:09d}" for n in part.loose], dtype="str")
        return pd.DataFrame({"old": old, "base": "row", "text": text, "joins": True, "place": 0, "part": number})
    text = pd.Series("", index=rows.index, dtype="str")
    for column in sorted(shared):
        text = text + "\x1f" + rows[column].fillna("").astype("str")
    text = text.reset_index(drop=True)
    pair = {c for scale in part.scales.values() for c in scale.contestants}  # they meet in many battles
    told = rows[[c for c in shared if c not in pair]].notna().any(axis=1).to_numpy()
    joins = told & ~pd.DataFrame({"b": base, "t": text}).duplicated(keep=False)
    place = text.groupby(text).cumcount()
    return pd.DataFrame({"old": old, "base": base, "text": text, "joins": joins, "place": place, "part": number})


def _are_made(part: Part) -> bool:
    """Whether a row is an item, which was numbered for want of an id; else what it shows stands for its id."""
    return part.loose is not None and bool(part.loose.index.str.contains(_MADE).all())


def _say(loose: Sequence[Part], table: pd.DataFrame, problems: list[Problem]) -> None:
    rated = [n for n, p in enumerate(loose) if len(p.ratings)]
    if len(rated) < 2:
        return
    for n in rated:
        mine = table[table["part"] == n]
        if (mine["base"] == "row").all():
            done = "as chosen; whether the files list the same things in one order is not known"
            problems.append(Problem(BY_ROW, done, loose[n].file, count=len(mine)))
        elif not mine["joins"].all():
            done = "each is an item of this file alone; name a column of item ids, or join by row"
            problems.append(Problem(UNJOINED, done, loose[n].file, count=int((~mine["joins"]).sum())))
