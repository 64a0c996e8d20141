"""Readings in which a column is a rater's, a label's, or an item's: a row is a thing judged, or a person."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from annoeval.reading.box_tables import box_columns
from annoeval.tables.columns import Place, beside_raters, holds_rater, is_short, ways
from annoeval.tables.counts import Counted, counted, label_affixes
from annoeval.tables.look import Field, Look
from annoeval.tables.mapping import Column, Evidence, Guess
from annoeval.tables.pair_tables import beside_sides, pairs
from annoeval.tables.raters import kind_of
from annoeval.tables.roles import answers_of, first_key
from annoeval.tables.vocabulary import ASKED, SETTLED, is_metric, is_worked_out, says, spaced
from annoeval.vocabulary import MISSING, PEOPLE, yes_no
from annoeval.words import count, listed

NO_NAME = -1.9  # with an item, the same answers and capitals just too little to be sure
UNSAID = -4.2  # numbers under a letter and a number, where nothing in the file says what is numbered
PIECE = 2_000  # rows
BY_CHANCE = 0.001  # how seldom labels would come out so
STRONG = 4.0  # the weight of a way of naming raters that leaves little doubt
_JUDGES = re.compile(rf"(?:^|[\W_])(?:{PEOPLE})(?:$|[\W_\d])", re.IGNORECASE)
_IDENTITY = re.compile(r"[ _-](id|name|email|address)$", re.IGNORECASE)  # who, and not what someone said


def readings(look: Look) -> Iterator[Guess]:
    """Every plausible reading of a table whose columns are raters, labels that are counted, or items."""
    found = counted(look)
    yield from _counts(look, found)
    yield from _by_names(look)
    yield from _same_answers(look, found is not None)
    yield from _rows_are_raters(look)


def _fixed(look: Look) -> dict[str, Column]:
    """What no rater's column can be: ids, times, people's addresses."""
    ids = {c: Column("item") for c in _items(look)}
    people = {c: Column("rater") for c in look.named("rater") if _IDENTITY.search(c)}
    times = {c: w for c, w in look.beside.items() if w.role == "time"}
    boxes = box_columns(look.table)
    people |= {c: Column("evidence") for c in look.fields if c not in people and _IDENTITY.search(spaced(c))}
    return people | ids | times | {c: Column("evidence") for c in (boxes[0] if boxes else ())}


def _items(look: Look) -> list[str]:
    return look.finest(look.items) if look.items else []


def named_after_raters(look: Look) -> set[str]:
    """Columns whose names are those of two raters or more, and that hold the same kind of answers."""
    found = (_agreeing(look, w.places) for w in ways(list(look.fields)) if w.weight >= STRONG and len(w.raters) > 1)
    told = (places for places in found if _is_judgement(look, places) or not all(map(is_short, places)))
    return {c for places in told if len({p.rater for p in places.values()}) > 1 for c in places}


def only_numbered(look: Look, columns: Collection[str]) -> bool:
    """Whether columns of numbers are told apart by a letter and a number alone ("r1, r2", "u74, u75"): raters, or
    questions, runs and measures. Words that they have in common are labels, which raters give, and numbers may be
    anything's; points of a short scale under "A1, A2" are annotators' by custom."""
    by_custom = all(c.strip()[:1] in "aA" and look.fields[c].scale for c in columns)
    return not by_custom and all(is_short(c) and look.fields[c].numeric for c in columns)


def _keyed(look: Look, columns: dict[str, Column]) -> tuple[dict[str, Column], list[Evidence]]:
    """The columns with those that say the item, and what speaks for them."""
    named = [c for c, w in columns.items() if w.role == "item"]
    if named:
        again = look.again(named)
        said = f"{listed(named, 3)} says what a row is about"
        judged = [c for c in look.named("judged") if c not in columns] if again else []
        if judged and not look.again([*named, *judged]):
            finest = {c: Column("judged") for c in look.finest([*named, *judged]) if c in judged}
            said = f"{said}, and {listed(list(finest), 3)} of whose output it is"
            return columns | finest, [Evidence("item", 2.0, said)]
        return columns, [Evidence("item", 2.0 if not again else 0.0, said)]
    key = first_key(look.frame, columns)
    if key is None:
        return columns, []
    return columns | {key: Column("item")}, [Evidence("item", 0.5, f"'{key}' is another in each row")]


def _by_names(look: Look) -> Iterator[Guess]:
    fixed = _fixed(look)
    found = ways([c for c in look.fields if c not in fixed])
    told = {c for w in found if len(w.raters) > 1 for c in w.places}
    for way in found:
        places = _agreeing(look, way.places)
        raters = list(dict.fromkeys(p.rater for p in places.values() if p.part == "rating"))
        if not raters or (len(raters) < 2 <= len(way.raters)):
            continue
        evidence = [Evidence("rater columns", way.weight, way.words)]
        if not _is_judgement(look, places):
            # of a name such as "A1", or of a program, the values must tell that it judges: a program writes, too
            doubtful = all(map(is_short, places)) or all(kind_of(r) == "ai" for r in raters)
            weight = -6.0 if doubtful else -2.0
            evidence.append(Evidence("judgement", weight, f"'{next(iter(places))}' holds no answers that recur"))
        rated = [c for c, p in places.items() if p.part == "rating"]
        if only_numbered(look, rated) and len(rated) == len(places):
            said = f"{listed(rated, 3)} may be raters, or questions, runs and measures: numbers do not tell which"
            evidence.append(Evidence("rater columns", UNSAID, said))
        if len(raters) == 1:
            named = all("label" in says(places[c].dimension) or look.fields[c].quality for c in rated)
            said = f"{listed(rated, 3)}: {'' if named else 'not '}named as a judgement"
            evidence.append(Evidence("judgement", 1.0 if named else -2.0, said))
        contest = [s for s in pairs(look) if set(s) == set(places) and beside_sides(look, s)]
        if contest:
            said = f"{listed(list(contest[0]), 2)} may say whose texts stand beside them"
            evidence.append(Evidence("judged", -4.5, said))
        held = [r for r in raters if r in look.fields and r not in places]
        if len(held) > 1:
            said = f"{listed(held, 3)} are columns themselves, which say who is meant"
            evidence.append(Evidence("judged", -4.5, said))
        if label_affixes(list(places)):
            evidence.append(Evidence("counts", -3.0, "the names say that they count"))
        left = sorted(told - set(places) - set(fixed)) if len(places) == len(way.places) else []
        if left:
            said = f"{listed(left, 4)} would be left out, though named alike"
            evidence.append(Evidence("left out", -1.0 * min(4, len(left)), said))
        yield from _wide(look, fixed, places, evidence, raters)


def _is_judgement(look: Look, places: Mapping[str, Place]) -> bool:
    """Whether any of the columns holds what could be answers: points, numbers or words that recur. Under names such as
    "R1" numbers with many fractions may as well be measured."""
    rated = [c for c, p in places.items() if p.part == "rating"]
    measured = all(is_short(c) and look.fields[c].fractions and not look.fields[c].answers for c in rated)
    fields = [look.fields[c] for c in rated if look.fields[c].filled]
    return not measured and any(
        (f.scale or f.numeric or f.distinct <= max(12, f.filled / 3)) and f.longest <= 60 for f in fields
    )


def never_alike(look: Look, columns: Sequence[str]) -> bool:
    """Whether columns of few words in common hold two equal ones in no row, though by chance some would: people's
    names, where each does one thing of a row and no thing twice, and no labels."""
    words = [c for c in columns if look.fields[c].few and not look.fields[c].scale]
    if len(words) < 2 or len(words) < len(columns):
        return False
    for at in range(0, len(look), PIECE):  # labels stand twice in one of the first rows
        if _two_alike(look.frame[words].iloc[at : at + PIECE]):
            return False
    shares = [_folded(look.frame[c]).value_counts() / len(look) for c in words]
    filled = np.array([s.sum() for s in shares])
    held: dict[str, list[tuple[int, float]]] = {}
    for n, s in enumerate(shares):
        for word, share in s.items():
            held.setdefault(str(word), []).append((n, share / filled[n]))
    alike = np.zeros((len(words), len(words)))  # of two columns, how often they would hold the same word by chance
    for where in held.values():
        places, own = np.array([n for n, _ in where]), np.array([share for _, share in where])
        alike[np.ix_(places, places)] += np.outer(own, own)
    rows = len(look) * np.outer(filled, filled)  # in which both are filled in
    every = np.triu_indices(len(words), 1)
    log_chance = float((rows * np.log1p(-np.minimum(alike, 0.999)))[every].sum())
    return log_chance < math.log(BY_CHANCE)


def _folded(cells: pd.Series) -> pd.Series:
    return cells.str.strip().str.casefold()


def _two_alike(cells: pd.DataFrame) -> bool:
    """Whether two cells of one row hold the same word."""
    codes = pd.factorize(pd.concat([_folded(cells[c]) for c in cells], ignore_index=True))[0]
    table = np.sort(codes.reshape(len(cells.columns), -1), axis=0)
    return bool(((table[1:] == table[:-1]) & (table[1:] >= 0)).any())


def _wide(
    look: Look,
    fixed: Mapping[str, Column],
    places: Mapping[str, Place],
    evidence: Sequence[Evidence],
    raters: Sequence[str],
) -> Iterator[Guess]:
    columns = {c: w for c, w in fixed.items() if w.role in ("item", "time", "rater")}
    columns = {c: w if w.role != "rater" else Column("evidence") for c, w in columns.items()}
    taken = {c: Column(p.part, p.rater, p.dimension) for c, p in places.items()}
    keyed, key = _keyed(look, columns | taken)
    columns = keyed | taken
    own = {p.dimension for p in places.values() if p.part == "rating"}
    who = [c for c in look.named("rater") if c not in fixed and c not in places]
    who = [c for c in who if 1 < look.fields[c].distinct < look.fields[c].filled and look.fields[c].longest <= 60]
    more = list(evidence)
    settled = [r for r in raters if SETTLED.search(r)]
    if settled and len(raters) - len(settled) > 1:
        aside = Evidence("rater", -4.5, f"{listed(settled, 3)} may be what the others settled on, and is only shown")
        own_places = {c: p for c, p in places.items() if p.rater not in settled}
        yield from _wide(look, fixed, own_places, [*evidence, aside], [r for r in raters if r not in settled])
        more.append(Evidence("rater", -6.0, f"{listed(settled, 3)} may be what the others settled on"))
    if who:
        more.append(Evidence("rater", -2.0, f"{listed(who, 3)} names who judged"))
    rated = [c for c, p in places.items() if p.part == "rating"]
    if never_alike(look, rated):
        said = "in no row do two of them hold the same, as where a row says who did what"
        more.append(Evidence("rater columns", -5.0, said))
    if len(raters) > 1 and _may_be_judged(look, raters, rated):
        more.append(Evidence("judged", -4.5, f"{listed(list(raters), 3)} may be whose output is judged"))
    for c, f in look.fields.items():
        if c in columns or not f.filled:
            continue
        if f.says & {"note", "confidence"}:
            columns[c] = Column("evidence")
        elif "label" in f.says and not f.prose:
            of_all = is_worked_out(c) or SETTLED.search(c) or _asked_of(c) in own
            columns[c] = Column("evidence" if of_all else "rating", *(() if of_all else ("file", c.strip())))
    shown = ", ".join(f"'{r}'" for r in raters[:4]) + (" …" if len(raters) > 4 else "")
    because = f"its columns are named by {count(len(raters), 'rater')} ({shown})"
    if len(rated) == len(raters):
        because = f"{f'each of {len(rated)} columns is' if len(rated) > 1 else 'one column is'} a rater ({shown})"
    yield _whole(look, columns, because, "wide", [*more, *key])


def _may_be_judged(look: Look, raters: Sequence[str], rated: Sequence[str]) -> bool:
    """Whether columns named after programs alone may hold scores of what these made, and not by them: "gpt-4_score"."""
    graded = all(look.fields[c].numeric and look.fields[c].scale != "yes or no" for c in rated)
    return graded and all(kind_of(r) == "ai" for r in raters) and not any(map(_JUDGES.search, rated))


def _asked_of(column: str) -> str:
    """What a column of a label is of: "domain1" of "domain1_score"."""
    return re.sub(r"[ _.-](?:score|label|rating|grade)$", "", column.strip(), flags=re.IGNORECASE)


def _agreeing(look: Look, places: Mapping[str, Place]) -> dict[str, Place]:
    """Places whose ratings on one dimension have labels in common, as raters of one thing do."""
    out = dict(places)
    by_dimension: dict[str, list[str]] = {}
    for c, p in places.items():
        if p.part == "rating":
            by_dimension.setdefault(p.dimension, []).append(c)
    for same in by_dimension.values():
        if len(same) < 2 or max(look.fields[c].filled for c in same) < 5:
            continue  # too few answers to share any
        filled = [look.fields[c] for c in same if look.fields[c].filled]
        if not filled or all(f.numeric for f in filled):
            continue
        if 2 * sum(f.numeric for f in filled) > len(filled):  # a name beside numbers is no answer
            for f in filled:
                if not f.numeric and not f.scale:
                    out.pop(f.name)
            continue
        used = [s for f in filled if (s := _plain_answers(f))]
        counts: dict[str, int] = {}
        for answers in used:
            parts = {part for a in answers for part in re.split(r"[|;,]\s*", a)} | answers
            for part in parts:
                counts[part] = counts.get(part, 0) + 1
        if len(used) > 1 and max(counts.values()) < 2:
            for c in same:
                out.pop(c)
    return out


def _plain_answers(field: Field) -> set[str]:
    """A column's answers, yes and no however they are written, without words for no answer."""
    given = (field.answers or answers_of(field.cells)) - MISSING
    return {str(yes_no(a) if yes_no(a) is not None else a) for a in given}


def _same_answers(look: Look, add_up: bool) -> Iterator[Guess]:
    """Columns with the same few answers, whatever their names: each a rater's, or each a question of one rater's."""
    fixed = _fixed(look)
    group = _alike(look, [c for c in look.fields if c not in fixed])
    if len(group) < 2 or set(group) <= set(look.indicators()):
        return
    numbers = all(look.fields[c].numeric for c in group)
    labels = [c for c in look.named("label") if c not in group]
    if numbers and any(not look.fields[c].numeric and look.fields[c].longest <= 60 for c in labels):
        return  # numbers beside a label of words are features
    who = [c for c in look.named("rater") if c not in group and look.fields[c].distinct < look.fields[c].filled]
    places = {c: Place(c.strip(), "label") for c in group}
    asked = [c for c in group if ASKED.match(c.strip()) or is_metric(c) or look.fields[c].quality]
    holding = [c for c in group if holds_rater(c)]
    raters = [Evidence("same answers", 1.5, f"{count(len(group), 'column')} hold the same few answers")]
    told = [w for w in ways([c for c in look.fields if c not in fixed]) if w.weight > 1 and set(group) & set(w.places)]
    if told:
        raters.append(Evidence("rater columns", -1.5, f"their names say more: {told[0].words}"))
    elif holding:
        said = f"the names of {len(holding)} of them hold a rater's word"
        raters.append(Evidence("rater columns", 1.5 + 2.0 * len(holding) / len(group), said))
    elif 2 * len(asked) >= len(group):
        raters.append(Evidence("rater columns", -3.0, f"{listed(asked, 4)} are named as what people judge"))
    else:
        raters.append(Evidence("rater columns", NO_NAME, "no name says whether they are raters or questions"))
    if add_up:
        raters.append(Evidence("counts", -1.5, "the numbers of a row add up to the same, as counts do"))
    if who:
        raters.append(Evidence("rater", -1.0, f"{listed(who, 3)} names who judged"))
    beside_them = beside_raters(list(look.fields), places)
    proper = all(c[:1].isupper() for c in group) and not any(c[:1].isupper() for c in look.fields if c not in group)
    if proper and not all(map(is_short, group)):
        raters.append(Evidence("rater columns", 0.3, "their names are written with a capital, as people's are"))
    yield from _wide(look, fixed, places | beside_them, raters, [c.strip() for c in group])


def _alike(look: Look, columns: Sequence[str]) -> list[str]:
    """The largest group of columns with mostly the same few labels, whatever their names."""
    words: dict[str, frozenset[str]] = {}
    for c in columns:
        f = look.fields[c]
        if f.filled > 1 and f.distinct <= min(30, max(3, f.filled * 0.7)) and f.longest <= 40 and f.answers:
            words[c] = f.answers
    sets: dict[frozenset[str], list[str]] = {}
    for c, answers in words.items():
        sets.setdefault(answers, []).append(c)
    usual = sorted(sets, key=lambda s: (-len(sets[s]), -len(s), sorted(s)))[:30]  # not each with each
    best: list[str] = []
    for mine in usual:
        group = [c for s, own in sets.items() if len(mine & s) >= 0.5 * len(mine | s) for c in own]
        if len(group) > len(best) and (not all(yes_no(a) is not None for a in mine) or len(words) == len(group)):
            best = group
    return [c for c in columns if c in set(best)] if len(best) > 1 else []


def _rows_are_raters(look: Look) -> Iterator[Guess]:
    """Each row is a rater, each column an item: every rater stands once, and the columns use labels in common."""
    people = [c for c in look.named("rater") if "judged" not in look.fields[c].says]
    for who in people[:1]:
        f = look.fields[who]
        if f.filled < max(2, len(look)) or f.distinct < f.filled:
            continue
        own = ("time", "seconds", "confidence")
        more = {c: w for c, w in look.beside.items() if c != who and w.role in own}
        items = _alike(look, [c for c in look.fields if c not in more and c not in people])
        if len(items) < 2:
            continue
        evidence = [
            Evidence("rater", 2.0, f"'{who}' names another person in each row"),
            Evidence("same answers", 0.5, f"{count(len(items), 'column')} hold the same few answers"),
        ]
        if len({re.sub(r"\d+", "", c) for c in items}) == 1:
            evidence.append(Evidence("items", 2.0, f"the names of {listed(items, 3)} count them up"))
        other = [c for c in look.fields if c not in items and "label" in look.fields[c].says]
        if other or look.named("item"):
            said = f"{listed([*other, *look.named('item')], 3)} is named as an item or a judgement"
            evidence.append(Evidence("left out", -3.0, said))
        asked = [c for c in items if look.fields[c].quality]
        if 2 * len(asked) >= len(items):
            evidence.append(Evidence("left out", -2.0, f"{listed(asked, 3)} are what people judge, and no items"))
        columns = {who: Column("rater"), **{c: Column("answer") for c in items}} | more
        because = f"each row is a rater ('{who}') and each of {len(items)} columns an item"
        yield _whole(look, columns, because, "rows are raters", evidence)


def _counts(look: Look, found: Counted | None) -> Iterator[Guess]:
    """One column a label, in each row how many gave it."""
    who = [c for c in look.named("rater") if c in look.fields]
    if found is None or who:
        return
    named = [w for w in ways(found.labels) if w.weight >= STRONG and len(w.raters) > 1]
    if named and not label_affixes(found.labels):
        return
    columns = {c: Column("count", dimension="label") for c in found.labels}
    columns |= {c: Column("ignore") for c in found.totals}
    columns |= {c: Column("item") for c in _items(look) if c not in columns}
    columns |= {c: w for c, w in look.beside.items() if w.role in ("time", "note") and c not in columns}
    columns |= {c: Column("evidence") for c in look.named("label") if c not in columns}
    if found.numbered and "item" not in {w.role for w in columns.values()}:
        columns[found.numbered] = Column("item")
    columns, key = _keyed(look, columns)
    many = "as many" if found.same else "one or more"
    because = f"each of {len(found.labels)} columns counts how many gave that label, {many} in every row"
    evidence = [*found.evidence, *key]
    yield _whole(look, columns, because, "counts", evidence)


def _whole(look: Look, columns: dict[str, Column], because: str, shape: str, evidence: Sequence[Evidence]) -> Guess:
    every = {c: columns.get(c) or look.rest(c) for c in look.fields}
    return Guess(every, because, shape, tuple(evidence))
