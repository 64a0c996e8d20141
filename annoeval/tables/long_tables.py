"""Readings in which a row is one judgement: a column names who judged, or the file is one rater's."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from annoeval.tables.columns import holds_rater
from annoeval.tables.judgements import NAMED, Judged, judgements
from annoeval.tables.look import Field, Look
from annoeval.tables.mapping import ANONYMOUS, OF_THE_FILE, Column, Evidence, Guess
from annoeval.tables.roles import first_key, names_cases, varies
from annoeval.tables.vocabulary import MAYBE_QUESTION, NOT_ITEM, is_condition, is_metric, spaced
from annoeval.tables.wide_tables import named_after_raters, only_numbered
from annoeval.words import count, listed

MOST = 6  # columns of one kind that are weighed against each other
_ASKED_WITH = re.compile(r"query|topic|prompt|claim|premise|context", re.IGNORECASE)  # to which texts are answers
_GIVEN = re.compile(r"(?i).*(label|prediction|predicted|annotation|category|class|classification|choice|code|answer)s?")


@dataclass(frozen=True)
class Key:
    """What a row is about: columns that together say it (none where only the texts tell), and what speaks for it."""

    columns: tuple[str, ...]
    evidence: tuple[Evidence, ...]


def readings(look: Look) -> Iterator[Guess]:
    """Every plausible reading of a table as one judgement a row, with a column of raters or with none."""
    raters = named_after_raters(look)
    people = [c for c in look.named("rater") if look.fields[c].longest <= 200 and c not in raters]
    models = [c for c in look.named("judged") if look.fields[c].longest <= 200 and c not in raters]
    human = [c for c in people if c not in models]
    if human:
        for who in _one_of_each(look, human)[:MOST]:
            said = Evidence("rater", 3.0, f"'{who}' names who judged")
            yield from _by(look, who, said, [c for c in models if c != who], [c for c in human if c != who], raters)
    elif models:
        for who in [c for c in models if c in people][:MOST]:
            said = Evidence("rater", 2.0, f"'{who}' may name who judged, or whose output is judged")
            yield from _by(look, who, said, [], [], raters)
    else:
        yield from _unnamed(look)
    yield from _of_the_file(look, models, human, raters)


def _one_of_each(look: Look, columns: Sequence[str]) -> list[str]:
    """Of columns that name the same people (an id and a name beside it) the first by name."""
    kept: list[str] = []
    for c in sorted(columns):
        if not any(look.groups([c]) == look.groups([k]) == look.groups([c, k]) for k in kept):
            kept.append(c)
    return kept


def _by(
    look: Look,
    who: str,
    said: Evidence,
    models: Sequence[str],
    others: Sequence[str],
    raters: Collection[str],
) -> Iterator[Guess]:
    """Readings with a column of raters. models: columns of whose output is judged. others: more columns of people.
    raters: columns named after raters, whose judgements may be theirs and not those of the column's people."""
    field = look.fields[who]
    if field.distinct == field.filled > 3 and not look.items:
        return  # each stands once: a row is a person
    given = [said]
    if len(others) > 0 and not all(look.groups([who]) == look.groups([who, o]) for o in others):
        given.append(Evidence("rater", -1.0, f"{listed(list(others), 3)} may name who judged as well"))
    judged = {c: Column("judged") for c in models}
    if judged:
        given.append(Evidence("judged", 1.0, f"{listed(list(judged), 3)} says whose output is judged"))
    asked = _questions(look, {who, *judged})
    more = look.beside
    for on in asked:
        used = {who, *judged, *more, *on, *others}
        timed = any(w.role == "time" for w in more.values())
        for found in judgements(look, used):
            if who in look.named("judged") and all(map(is_metric, found.columns)):
                continue  # BLEU is measured on what a model wrote, and no judgement by it
            events = any(w.role in ("error", "severity") for w in found.columns.values())
            keys = _keys(look, [who, *on], judged, timed, used, events)
            if events and on and not sure_question(look, on):
                continue
            for key in keys:
                if any(c in found.columns for c in key.columns):
                    continue
                if on and not sure_question(look, on) and not look.again([who, *key.columns, *judged]) > 0:
                    continue  # without it each rater's rows are told apart as well
                evidence = [e for e in key.evidence if not events or e.name != "repeats"]
                theirs = [c for c in found.columns if c in raters]
                if theirs:
                    told = f"{listed(theirs, 3)} are named after raters"
                    evidence.append(Evidence("rater columns", -3.0, told))
                columns = {c: Column("item") for c in key.columns} | judged | {who: Column("rater")} | more | on
                if not key.columns:
                    columns |= {c: Column("group") for c in judged}
                because = f"each row is one rating: '{who}' gave '{next(iter(found.columns))}'"
                if events:
                    because = f"each row is one error that '{who}' found"
                yield _whole(look, columns | found.columns, because, "long", [*given, *evidence, *found.evidence])


def _questions(look: Look, used: Collection[str]) -> list[dict[str, Column]]:
    """Columns that say on what each row's judgement is: the one named so; else none, or one of those that may be."""
    free = {c: f for c, f in look.fields.items() if c not in used and f.filled == len(look)}
    usable = [c for c, f in free.items() if f.distinct <= 50 and not f.prose]
    sure = [c for c in usable if "question" in look.fields[c].says and _names(look.fields[c])]
    if len(sure) == 1:
        return [{sure[0]: Column("question")}]
    named = [c for c in usable if MAYBE_QUESTION.fullmatch(c.strip()) and _no_item(look, c)]
    maybe = list(dict.fromkeys([*sure, *named]))
    return [{}, *({c: Column("question")} for c in maybe[:MOST])]


def _names(field: Field) -> bool:
    """Whether a column holds names, or numbers that stand for some: "quality" over the points of a scale does not."""
    return not (field.scale or field.numeric) or "id" in spaced(field.name).lower().split()


def _no_item(look: Look, column: str) -> bool:
    """Whether a column that may name the question is not named after items, or is of words beside another that is:
    "question" beside "text_id"."""
    field = look.fields[column]
    beside_others = [c for c in look.items if c != column]
    return "item" not in field.says or (field.few and field.recurs and bool(beside_others))


def sure_question(look: Look, on: Collection[str]) -> bool:
    """Whether a column's name alone says that it names the question."""
    return all("question" in look.fields[c].says for c in on)


def _keys(
    look: Look, within: Sequence[str], judged: Collection[str], timed: bool, used: Collection[str], events: bool
) -> Iterator[Key]:
    """What the rows may be about. within: the rater and the question, for each of which an item stands once, but where
    rows are events."""
    named = [c for c in look.items if c not in used]
    several = len(look) and look.groups(within[:1]) > 1
    rows = [c for c in named if several and look.groups([c, *judged]) == len(look) > 3]  # each stands once
    parts = [c for c in named if c not in rows]
    finest = look.finest([*parts, *judged])[:MOST] if parts else []
    together = tuple(c for c in finest if c not in judged)
    best = look.groups([*parts, *judged]) if parts else 0
    shared = bool(parts)
    for columns in dict.fromkeys([together, *((c,) for c in sorted(parts)[:MOST])]):
        if not columns:
            continue
        groups = look.groups([*columns, *judged])
        if columns != together and groups == best:
            continue  # the same items under another name
        told = f"{listed(list(columns), 3)} {'says' if len(columns) == 1 else 'together say'} what a row is about"
        evidence = [Evidence("item", 2.0, f"{told}: {count(groups, 'item')}")]
        if groups < best:
            evidence.append(Evidence("item", -2.5, f"{listed(list(together), 3)} tells more apart: {best} items"))
        again = _repeats(look, columns, [*judged, *within], timed)
        yield Key(columns, (*evidence, *again))
        if columns == together and again and again[0].weight < 0:
            yield from _with_more(look, columns, [*judged, *within], used)
    if not shared or look.shared([*together, *judged], within[0]) == 0:
        texts = list(_texts(look, within, used, rows, events))
        for c in texts:
            told = f"'{c}' is shared by several raters{'' if events else ', each of whom has it once'}"
            yield Key((c,), (Evidence("item", 1.5 if rows else 0.5, told),))
        for c in sorted(rows, key=lambda c: ("item" not in c.lower(), c))[:1]:
            weight = -1.0 if texts or shared else 2.0
            yield Key((c,), (Evidence("item", weight, f"'{c}' is another in each row"),))
    elif rows:
        c = min(rows)
        yield Key((c,), (Evidence("item", -1.0, f"'{c}' is another in each row"),))
    if not named:
        yield Key((), (Evidence("item", -3.0, "no column says which item a row is about"),))


def _with_more(look: Look, key: Sequence[str], within: Sequence[str], used: Collection[str]) -> Iterator[Key]:
    """Keys with one more column (a query, a topic's number), with which no rater judged an item again."""
    for c, f in sorted(look.fields.items()):
        named = NOT_ITEM.fullmatch(spaced(c)) or _ASKED_WITH.fullmatch(c.strip())
        if c in used or c in key or f.filled < len(look) or not named:
            continue
        if look.again([*key, c, *within]) == 0:
            columns = (*key, c)
            told = f"{listed(list(columns), 3)} together say what a row is about: {count(look.groups(columns), 'item')}"
            yield Key(columns, (Evidence("item", 1.0, told), *_repeats(look, columns, within, False)))


def _repeats(look: Look, key: Sequence[str], within: Sequence[str], timed: bool) -> list[Evidence]:
    again = look.again([*key, *within], about=key)
    if again == 0:
        return [Evidence("repeats", 1.0, "each rater judged each item once")]
    if again <= 0.3 or timed:
        return []
    said = f"{again:.0%} of the rows judge an item that their rater judged already"
    return [Evidence("repeats", -6.0, said)]


def _texts(
    look: Look, within: Sequence[str], used: Collection[str], rows: Collection[str], events: bool
) -> Iterator[str]:
    """Texts or long numbers, not said to be anything, that tell each rater's rows apart, where these are no events, and
    are shared by several raters."""
    n = 0
    for c, f in sorted(look.fields.items()):
        if c in used or c in rows or f.says - {"item"} or f.filled < len(look) or n >= MOST:
            continue
        if (f.numeric and not f.long_numbers) or f.scale or f.distinct <= 2 or f.distinct == len(look):
            continue
        if not events and look.again([c, *within]) > 0:
            continue
        if 2 * look.shared([c], within[0]) >= 1:
            n += 1
            yield c


def _unnamed(look: Look) -> Iterator[Guess]:
    """Without a name that says so: a column of few names, each once for an item."""
    n = len(look)
    names = [
        c
        for c, f in look.fields.items()
        if not f.says
        and f.filled == n
        and f.longest <= 40
        and 2 <= f.distinct <= min(30, n / 3)
        and not f.numeric
        and not f.scale
        and not f.property_of_items
        and not f.quality
    ]
    items = [c for c in look.named("item") if look.fields[c].filled == n]
    free = [c for c, f in look.fields.items() if not f.says and f.filled == n and not f.scale and not f.prose]
    for who in names[:MOST]:
        size = look.fields[who].distinct
        for item in (items or free)[:MOST]:
            many = look.fields[item].distinct
            if item == who or not size < many or n < 0.8 * many * size or look.again([item, who]) > 0:
                continue
            said = Evidence("rater", 1.0, f"each of {size} names in '{who}' stands once for each '{item}'")
            key = Evidence("item", 2.0 if items else 0.5, f"'{item}' says what a row is about")
            more = look.beside
            for found in judgements(look, {who, item, *more}):
                columns = {item: Column("item"), who: Column("rater")} | more | found.columns
                doubt = Evidence("rater", -1.5, f"no name says whether '{who}' judges or is judged")
                yield _whole(look, columns, said.words, "long", [said, key, doubt, *found.evidence])


def _of_the_file(look: Look, models: Sequence[str], human: Sequence[str], raters: Collection[str]) -> Iterator[Guess]:
    """Readings of one rater's table, whose rater is the file: a judgement in each row, or a mark for each label."""
    more = look.beside
    called = set() if only_numbered(look, raters) else raters
    for on in _questions(look, more):
        used = {*more, *on, *models}
        for found in judgements(look, used, called):
            if any(w.role == "severity" for w in found.columns.values()) or set(found.columns) & set(on):
                continue
            judged = {c: Column("judged") for c in models}
            key = _own_key(look, found, on, judged, {*used, *found.columns})
            evidence = [*found.evidence, *key.evidence]
            if human:
                said = f"{listed(list(human), 3)} is named as who judged"
                evidence.append(Evidence("rater", -3.0, said))
            elif left := sorted(called or set(raters) - set(found.columns)):
                evidence.append(Evidence("rater columns", -3.0, f"{listed(left, 3)} are named after raters"))
            elif found.evidence[0].weight >= NAMED:
                evidence.append(Evidence("rater", 1.0, "no column names who judged: the file is one rater's"))
            else:
                evidence.append(Evidence("rater", -1.0, "no name says that anyone judged"))
            named = [c for c in found.columns if holds_rater(c) and c not in raters]
            if 2 * len(named) >= len(found.columns) and named:
                evidence.append(Evidence("rater columns", -3.0, f"{listed(named, 3)} hold a rater's word"))
            if models:
                told = f"{listed(list(models), 3)} may be whose output is judged, or who judged"
                given = all(_GIVEN.fullmatch(c.strip()) for c in found.columns)
                evidence.append(Evidence("judged", -1.5 if given else 0.5, told))
            once = [c for c in found.columns if look.fields[c].distinct == look.fields[c].filled > 1]
            if not look.items and any(not look.fields[c].numeric for c in once):
                evidence.append(Evidence("judgement", -2.0, "no value recurs, as labels do"))
            if not key.columns:
                judged = {c: Column("group") for c in judged}
                times = {c for c, w in more.items() if w.role == "time"}
                shown = [c for c, f in look.fields.items() if f.filled and not f.numeric and c not in times]
                if set(shown) <= set(found.columns) and not any(look.fields[c].scale for c in found.columns):
                    said = "beside numbers and times nothing says what a row is about, and no number is a scale's"
                    evidence.append(Evidence("item", -2.0, said))
            columns = {c: Column("item") for c in key.columns} | judged | more | on | found.columns
            because = f"it has one rater's labels ('{next(iter(found.columns))}')"
            if len(found.columns) > 1 and not any(w.role == "indicator" for w in found.columns.values()):
                because = f"each of {len(found.columns)} columns is a question that one rater answered"
            yield _whole(look, columns, because, "one rater", evidence)
            if not on and not human and not raters:
                yield from _several_of_an_item(look, found, judged, more)


def _several_of_an_item(
    look: Look, found: Judged, judged: Mapping[str, Column], more: Mapping[str, Column]
) -> Iterator[Guess]:
    """Readings of rows that repeat the items, with nobody named: each of an item's rows by another person, where every
    item has as many; or all of them by one, who judged again."""
    named = [c for c in look.items if c not in {*more, *judged, *found.columns}]
    key = look.finest(named) if named else []
    codes = look.codes([*key, *judged])
    sizes = np.bincount(codes) if key else np.array([])
    if not len(sizes) or sizes.max() < 2 or len(sizes) < 2:
        return
    free = [c for c in look.fields if c not in {*key, *judged, *found.columns, *more}]
    if any(look.rest(c).role == "group" and varies(look.frame[c], codes) for c in free):
        return  # something tells the rows of an item apart
    columns = {c: Column("item") for c in key} | dict(judged) | dict(more)
    said = [*found.evidence, Evidence("item", 1.0, f"{listed(key, 3)} says what a row is about")]
    timed = any(w.role == "time" for w in more.values())
    if sizes.min() == sizes.max():
        k = int(sizes[0])
        told = Evidence("rater", -1.5, f"each item has {k} rows, as where {k} people judged it whom no column names")
        because = f"each item's {k} rows are ratings by {k} unnamed raters"
        own = {c: replace(w, rater=ANONYMOUS) for c, w in found.columns.items()}
        yield _whole(look, columns | own, because, "one rater", [*said, told])
    told = Evidence("rater", -1.5 if timed else -2.5, "one rater may have judged items again: the last row counts")
    own = {c: replace(w, rater=OF_THE_FILE) for c, w in found.columns.items()}
    because = "one rater judged items again, and the last of an item's rows counts"
    yield _whole(look, columns | own, because, "one rater", [*said, told])


def _own_key(look: Look, found: Judged, on: Collection[str], judged: Collection[str], used: Collection[str]) -> Key:
    """What the rows of one rater's table are about, each once."""
    named = [c for c in look.items if c not in used]
    named = [c for c in named if not names_cases(look.frame, c, {*named, *used})]
    if named:
        columns = tuple(c for c in look.finest([*named, *judged]) if c not in judged) or tuple(named[:1])
        told = f"{listed(list(columns), 3)} {'says' if len(columns) == 1 else 'together say'} what a row is about"
        again = look.again([*columns, *judged, *on])
        if not again:
            return Key(columns, (Evidence("item", 2.0, told),))
        apart = [c for c, f in look.fields.items() if c not in used and is_condition(c) and f.few]
        apart = [c for c in apart if not look.again([*columns, *judged, *on, c])]
        if apart:
            return Key(columns, (Evidence("item", 1.0, f"{told}, and '{apart[0]}' under which condition"),))
        doubt = Evidence("repeats", -3.0, f"{again:.0%} of the rows repeat an item: who judged again isn't told")
        return Key(columns, (Evidence("item", 1.0, told), doubt))
    key = first_key(look.frame, used)
    if key is not None:
        return Key((key,), (Evidence("item", 0.5, f"'{key}' is another in each row"),))
    return Key((), ())


def _whole(look: Look, columns: dict[str, Column], because: str, shape: str, evidence: Sequence[Evidence]) -> Guess:
    """The reading with all columns in the table's order; those without a role are groups or evidence."""
    every = {str(c): columns.get(str(c)) or look.rest(str(c)) for c in look.frame.columns}
    return Guess(every, because, shape, tuple(evidence))
