"""Which items of two files are the same thing: by id where the file gives one, else by content and its ordinal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import pandas as pd

from annoeval.study import Study

_MADE = re.compile(r"#\d+'*$")


@dataclass(frozen=True)
class Matching:
    """same: new id to old id of items whose content is the same. changed: likewise, content differs.

    added: new ids without an old one; gone: old ids without a new one. differs: how often each column differs.
    """

    same: dict[str, str] = field(default_factory=dict)
    changed: dict[str, str] = field(default_factory=dict)
    added: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    differs: dict[str, int] = field(default_factory=dict)

    @property
    def ids(self) -> dict[str, str]:
        """Every matched new id and the old id it should go by."""
        return {**self.same, **self.changed}

    def renames(self) -> dict[str, str]:
        """New ids that are called otherwise so that matched items keep their old ids; no two become one."""
        out = {new: old for new, old in self.ids.items() if new != old}
        taken = set(self.ids.values())
        for new in self.added:
            name = new
            while name in taken:
                name += "'"
            taken.add(name)
            if name != new:
                out[new] = name
        return out


def matched(old: Study, new: Study) -> Matching:
    """How the items of a new version of a file (or of another rater's) correspond to a study's.

    An id that stands in the file names its item. Ids that were made ("key#2", where a key is absent or repeats) name
    nothing: those items are paired by all that both files show of them and the ordinal among equals, never by
    position; what is left, by key and order, counts as changed.
    """
    columns = compared(old.items, new.items)
    was, now = _texts(old.items, columns), _texts(new.items, columns)
    pairs = {i: i for i in new.items.index if i in old.items.index and not _MADE.search(i)}
    free_old = [i for i in old.items.index if i not in set(pairs.values())]
    free_new = [i for i in new.items.index if i not in pairs]
    pairs |= _by_key(was[free_old], now[free_new]) if columns else {}
    free_old = [i for i in free_old if i not in set(pairs.values())]
    free_new = [i for i in free_new if i not in pairs]
    by_base = _by_key(
        pd.Series([_MADE.sub("", i) for i in free_old], index=free_old, dtype="str"),
        pd.Series([_MADE.sub("", i) for i in free_new], index=free_new, dtype="str"),
    )
    pairs |= {n: o for n, o in by_base.items() if _MADE.search(n) and _MADE.search(o)}
    same = {n: o for n, o in pairs.items() if now[n] == was[o]}
    changed = {n: o for n, o in pairs.items() if n not in same}
    used = set(pairs.values())
    return Matching(
        same,
        changed,
        tuple(i for i in new.items.index if i not in pairs),
        tuple(i for i in old.items.index if i not in used),
        _differences(old.items, new.items, changed, columns),
    )


def compared(old: pd.DataFrame, new: pd.DataFrame) -> list[str]:
    """Columns that both tables of items fill in."""
    return [c for c in old.columns if c in new.columns and old[c].notna().any() and new[c].notna().any()]


def _texts(items: pd.DataFrame, columns: Sequence[str]) -> pd.Series:
    text = pd.Series("", index=items.index, dtype="str")
    for column in columns:
        text = text + "\x1f" + items[column].astype("str").where(items[column].notna(), "").str.strip()
    return text


def _by_key(old: pd.Series, new: pd.Series) -> dict[str, str]:
    """New id to old id of equal texts, the first with the first among equals; equal ids first."""
    pairs = {i: i for i in new.index if i in old.index and old[i] == new[i]}
    rest_old, rest_new = old.drop(list(pairs.values())), new.drop(list(pairs))
    places: dict[tuple[str, int], str] = {}
    for (i, text), n in zip(rest_old.items(), rest_old.groupby(rest_old.to_numpy()).cumcount(), strict=True):
        places[str(text), int(n)] = str(i)
    for (i, text), n in zip(rest_new.items(), rest_new.groupby(rest_new.to_numpy()).cumcount(), strict=True):
        if (str(text), int(n)) in places:
            pairs[str(i)] = places[str(text), int(n)]
    return pairs


def _differences(
    old: pd.DataFrame, new: pd.DataFrame, changed: dict[str, str], columns: Sequence[str]
) -> dict[str, int]:
    out = {}
    if changed:
        a, b = old.loc[list(changed.values())], new.loc[list(changed)]
        for column in columns:
            x = a[column].astype("str").where(a[column].notna(), "").str.strip().to_numpy()
            y = b[column].astype("str").where(b[column].notna(), "").str.strip().to_numpy()
            if n := int((x != y).sum()):
                out[column] = n
    return out


def renamed(study: Study, ids: dict[str, str]) -> Study:
    """A study whose items go by other ids: an item and everything said of it."""
    from dataclasses import replace

    if not ids:
        return study
    items = study.items.rename(index=ids)
    items.index.name = "item_id"
    ratings = study.ratings.assign(item_id=study.ratings["item_id"].replace(ids).astype("str"))
    return replace(study, items=items, ratings=ratings, digest="")
