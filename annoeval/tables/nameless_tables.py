"""Readings of a table whose columns have no names: who judged what is told by values alone, and so is asked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from annoeval.tables.look import Look
from annoeval.tables.mapping import Column, Evidence, Guess
from annoeval.tables.vocabulary import is_named

MOST = 6  # columns of one kind that are weighed against each other


def readings(look: Look) -> Iterator[Guess]:
    """Each row as one judgement: two columns that together stand once, one of raters and one of items, both ways
    round, and one of labels."""
    if any(map(is_named, look.fields)):
        return
    whole = [c for c, f in look.fields.items() if f.filled == len(look) and not f.prose]
    labels = [c for c, f in look.fields.items() if f.distinct > 1 and f.recurs and (f.scale or f.few or f.numeric)]
    keys = [c for c in whole if 1 < look.fields[c].distinct < len(look)][:MOST]
    for label in labels[:MOST]:
        for who, item in permutations([c for c in keys if c != label], 2):
            if look.again([who, item]) > 0.1:
                continue
            fewer = look.fields[who].distinct < look.fields[item].distinct
            several = look.shared([item], who) >= 0.5
            scored = bool(look.fields[label].scale) or look.fields[label].numeric
            evidence = (
                Evidence("rater", 0.5, f"'{who}' and '{item}' together stand once: one may be who judged the other"),
                Evidence("rater", 0.2 if fewer else 0.0, f"'{who}' holds {'fewer' if fewer else 'more'} of the two"),
                Evidence("item", 0.5 if several else 0.0, f"{'several' if several else 'few'} share '{item}'"),
                Evidence("judgement", 0.3 if scored else 0.0, f"'{label}' holds {'numbers' if scored else 'words'}"),
            )
            columns = {c: look.rest(c) for c in look.fields}
            columns |= {who: Column("rater"), item: Column("item"), label: Column("label", dimension="label")}
            yield Guess(columns, f"each row is one rating: '{who}' gave '{label}'", "long", evidence)
