"""Which columns of a table are judgements, as sets to choose from, and what speaks for each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from annoeval.rating_table import REVIEWED_BECAUSE
from annoeval.tables.look import Field, Look
from annoeval.tables.mapping import Column, Evidence
from annoeval.tables.pair_tables import is_side, pairs
from annoeval.tables.raters import kind_of
from annoeval.tables.vocabulary import (
    KIND,
    SETTLED,
    SEVERITIES,
    STATES,
    is_metric,
    is_worked_out,
    place_in_text,
    spaced,
)
from annoeval.words import listed

NAMED, OF_QUALITY, BY_SCALE, BY_WORDS, MEASURED, BY_NUMBERS, LEFT = 2.0, 2.0, 0.5, 0.0, -0.5, -4.5, -4.5
WHICH = -4.5  # where several columns of words may be judgements or the items' own, and no name tells which
WORKED_OUT = -2.5  # the mean of others' judgements is nobody's own


@dataclass(frozen=True)
class Judged:
    """columns: what each of these columns holds, all of them judgements. evidence: what speaks for that."""

    columns: dict[str, Column]
    evidence: tuple[Evidence, ...]


def judgements(look: Look, used: Collection[str], raters: Collection[str] = ()) -> list[Judged]:
    """Sets of columns that may be the judgements, the likeliest first.

    By name ("label", "rating"), by the qualities that people judge ("fluency"), then by values that are a scale.
    Columns that no name tells are judgements or properties of the items: where they may be either, both sets are
    given, and neither is the surer. used: columns whose role is known. raters: columns named after raters, whose
    names say of no one's judgement but theirs.
    """
    errors = _errors(look, used)
    if errors is not None:
        return [errors]
    spans = _spans(look, used)
    known = {
        *used,
        *(c for c in look.fields if c.strip().casefold() == REVIEWED_BECAUSE),
    }  # says why, and judges nothing
    free = {c: f for c, f in look.fields.items() if c not in known and f.filled and not f.structured}
    marks = look.indicators(used)
    named = [c for c, f in free.items() if c not in marks and "label" in f.says and not f.prose]
    if not any(pairs(look)):  # "preference" between two texts that stand in no other row
        sided = [c for c, f in free.items() if "winner" in f.says and f.answers and all(map(is_side, f.answers))]
        named += [c for c in sided if c not in named]
    texts = [c for c in named if free[c].each_its_own]
    if len(texts) < len(named) or any(f.quality for f in free.values()):
        named = [c for c in named if c not in texts]  # "answer" beside "judge_score" is what was judged
    named = _own(named, free)
    sure = [c for c in named if not free[c].property_of_items and not STATES.match(c.strip())]
    doubted = [c for c in named if c not in sure] if sure else []  # "category" beside "rating" may be the item's
    named = sure or named
    if marks and not named:
        said = Evidence("judgement", NAMED, f"{listed(list(marks), 4)} mark one label each")
        return [Judged(dict(marks), (said,))]
    asked = [c for c, f in free.items() if c not in named and f.quality and not f.says & {"item", "rater"}]
    asked = _own(asked, free)
    told_by = {*named, *asked, *raters}
    unknown = [c for c, f in free.items() if c not in told_by and not f.says and not f.property_of_items]
    scaled = [c for c in unknown if free[c].scale and free[c].recurs]
    alike = {free[c].scale for c in asked}
    asked += [c for c in scaled if free[c].scale in alike]  # a column beside them on the same scale belongs to them
    scaled = [*doubted, *(c for c in scaled if c not in asked)]
    few = [] if named else [c for c in unknown if free[c].few and free[c].recurs]
    worded = [c for c in few if c not in scaled and c not in asked and not look.renames(c, {*used, *look.items})]
    found: list[Judged] = []
    if named or asked:
        base = [c for c in free if c in named or c in asked]
        said = Evidence("judgement", NAMED if named else OF_QUALITY, _said(named, asked))
        if named == [] and all(is_metric(c) for c in asked):
            said = Evidence("judgement", MEASURED, f"{listed(asked, 4)} are named after measures")
        if named and not asked and all(free[c].property_of_items for c in named):
            said = Evidence("judgement", BY_SCALE, f"{listed(named, 4)} may be a judgement, or what kind of item it is")
        doubt = [c for c in base if is_worked_out(c)]
        if len(doubt) == len(base):
            said = Evidence(
                "judgement", NAMED + WORKED_OUT, f"{listed(doubt, 4)} is worked out from others' judgements"
            )
        found.append(Judged(_labels(base), (said,)))
        if scaled or worded:
            more = [c for c in free if c in base or c in scaled or c in worded]
            told = Evidence("judgement", 0.0, f"{listed([*scaled, *worded], 4)} may be judgements as well")
            found.append(Judged(_labels(more), (said, told)))
    elif scaled:
        told = Evidence("judgement", BY_SCALE, f"{listed(scaled, 4)} hold the points of a scale")
        found.append(Judged(_labels(scaled), (told,)))
        if worded:
            found.append(Judged(_labels([c for c in free if c in scaled or c in worded]), (told,)))
    elif worded:
        weight = BY_WORDS if len(worded) == 1 else WHICH
        told = Evidence("judgement", weight, f"{listed(worded, 4)} hold few words")
        found.append(Judged(_labels(worded), (told,)))
    found += spans
    return found or _left(free, unknown, told_by)


def _left(free: Mapping[str, Field], unknown: Collection[str], known: Collection[str]) -> list[Judged]:
    """Where no name and no scale tells of a judgement: numbers of any kind, else the words that are left."""
    numbers = [c for c in unknown if free[c].numeric and (free[c].recurs or free[c].fractions)]
    numbers = [c for c in numbers if not free[c].long_numbers]
    if numbers:
        found = [Judged(_labels(numbers), (Evidence("judgement", BY_NUMBERS, f"{listed(numbers, 4)} hold numbers"),))]
        more = [c for c, f in free.items() if c not in numbers and not f.says and f.fractions and not f.about]
        if more:
            told = Evidence("judgement", 0.0, f"{listed(more, 4)} may be judgements as well")
            every = _labels([c for c in free if c in numbers or c in more])
            found.append(Judged(every, (*found[0].evidence, told)))
        return found
    words = [
        c
        for c, f in free.items()
        if c not in known and not f.says and 1 < f.distinct < f.filled and f.longest <= 60 and not f.each_its_own
    ]
    if len(words) != 1:
        return []
    return [Judged(_labels(words), (Evidence("judgement", LEFT, f"'{words[0]}' is what is left"),))]


def _own(columns: list[str], free: Mapping[str, Field]) -> list[str]:
    """The columns without those that are nobody's own judgement ("gold_label", "mean_score"), where others are left."""
    made = [c for c in columns if is_worked_out(c) or SETTLED.search(c) or kind_of(c) == "reference" or free[c].about]
    return [c for c in columns if c not in made] or columns


def _said(named: list[str], asked: list[str]) -> str:
    if not asked:
        return f"{listed(named, 4)} {'is' if len(named) == 1 else 'are'} named as a judgement"
    return f"{listed([*named, *asked], 4)} {'is' if len(named) + len(asked) == 1 else 'are'} named as what people judge"


def _labels(columns: Collection[str]) -> dict[str, Column]:
    return {c: Column("label", dimension=c.strip()) for c in columns}


def _errors(look: Look, used: Collection[str]) -> Judged | None:
    """A column of severities, and the one of what kind of error, where rows are errors that people found."""
    severe = [
        c
        for c in look.named("severity")
        if c not in used and look.fields[c].answers and all(SEVERITIES.match(a) for a in look.fields[c].answers)
    ]
    if len(severe) != 1:
        return None
    kinds = [c for c in look.named("error") if c not in used and c not in severe]
    kinds += [c for c in look.named("label") if c not in used and c not in severe and c not in kinds]
    columns = {severe[0]: Column("severity")} | {c: Column("error") for c in kinds[:1]}
    said = Evidence("judgement", NAMED, f"'{severe[0]}' says how severe each row's error is")
    return Judged(columns, (said,))


def _spans(look: Look, used: Collection[str]) -> list[Judged]:
    """Where rows are spans of text, the column that says of which kind each is: they may be errors to be counted."""
    free = {c: f for c, f in look.fields.items() if c not in used and f.filled}
    if not {"start", "end"} <= {place_in_text(c) for c, f in free.items() if f.numeric}:
        return []
    kinds = [c for c, f in free.items() if KIND.fullmatch(spaced(c)) and f.few and f.recurs]
    told = "rows are spans of text, and '{}' says of which kind: each may be an error"
    return [Judged({c: Column("error")}, (Evidence("judgement", WHICH, told.format(c)),)) for c in kinds[:1]]
