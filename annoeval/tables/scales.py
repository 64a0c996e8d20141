"""Responses as written become values on a scale, decided once for a dimension and never cell by cell."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from annoeval.reading.labels import ALIKE_LABELS, folded, label_set, variants
from annoeval.reading.spreadsheet_marks import MADE_DATE, made_dates
from annoeval.reading.table import ReadError
from annoeval.reading.values import number
from annoeval.study import NOT_DECLARED, Problem, Scale
from annoeval.tables.ordered import known_order, of_choices, placed
from annoeval.tables.written import written_scores
from annoeval.vocabulary import BITS, is_missing, plain, yes_no
from annoeval.words import listed

_SEPARATORS = ("|", ";", ",", "/")
_YES_NO_NAME = re.compile(
    r"^(is|has|was|are)[ _].+|.*correct(ness)?$|.*[ _](ok|valid|passed|present)$|^(passed|valid)$", re.I
)
_LISTED = 100
_NO_ANSWER = {float(n) for n in (-9, -8, -7, -99, -98, -999, -9999, 77, 88, 98, 99, 999, 9999)}


def on_scale(
    ratings: pd.DataFrame, dimension: str, given: Mapping[str, Any] | Scale | None, options: Mapping[str, Any]
) -> tuple[pd.Series, Scale, list[Problem]]:
    """Values of one dimension's ratings (missing as None), their scale, and what could not be put on it.

    ratings: columns response, decimal, row, column, file. given: a scale that is known (from a tool, or chosen:
    `level`, `categories`, `bounds`). options: `separator` between several labels in a cell, `missing` words that
    mean no answer in a column of labels (none by default: NA may be a label).
    """
    response = ratings["response"]
    if options.get("missing"):
        absent = response.str.strip().str.casefold().isin([str(w).casefold() for w in options["missing"]])
        ratings = ratings.assign(response=response.where(~absent))
        response = ratings["response"]
    words = {str(w).casefold() for w in options.get("missing") or ()}
    known = response.dropna()
    distinct = [t for t in known.unique() if t.strip().casefold() not in words]
    if isinstance(given, Mapping):
        given = scale_from(given, dimension)
    separator = options.get("separator")
    if given is None or given.level == "set":
        marks = [separator] if separator else _marks(ratings, distinct)
        sets = _sets(distinct, marks, bool(separator), given is not None)
        if sets is not None:
            universe = tuple(sorted({label for s in sets.values() for label in s}))
            several = given is not None or any(len(s) != 1 for s in sets.values())
            meaning = {t: json.dumps(sorted(s), ensure_ascii=False) if several else s[0] for t, s in sets.items()}
            level = given or Scale("set" if several else "nominal", universe)
            wrong = [t for t, s in sets.items() if level.closed and not set(s) <= set(map(str, level.categories))]
            kept = {t: v for t, v in meaning.items() if t not in wrong}
            return _mapped(response, kept), level, _listed(ratings, wrong, NOT_DECLARED)
    if given is not None and given.closed and given.level in ("nominal", "ordinal") and not given.numeric:
        return _declared(ratings, distinct, given, dimension)
    if given is not None and given.level in ("nominal", "text") and not given.numeric:
        return _mapped(response, {t: t for t in distinct}), given, []
    if given is not None and given.level == "ordinal" and given.categories and not given.numeric:
        return _in_order(ratings, distinct, given, dimension)
    if given is None and _is_yes_no(distinct, dimension):
        return _yes_no(ratings, distinct, dimension)
    written = written_scores(distinct, str(ratings["decimal"].iloc[0])) if given is None or given.numeric else None
    if written is not None:
        return _written(ratings, *written, given, dimension)
    meanings = _numbers(ratings, known)
    if given == scale_from({"level": "ordinal"}, dimension) and not _mostly_numbers(meanings, known):
        order = known_order(distinct)
        if order is None:
            shown = listed([f"“{t}”" for t in _ordered(distinct)], 6)
            raise ReadError(f"{dimension} is said to be ordered, but not how: put {shown} in order, low to high.")
        return _mapped(response, {t: t for t in distinct}), replace(given, categories=order), []
    if given is not None or _mostly_numbers(meanings, known):
        return _numeric(ratings, meanings, given, dimension)
    if _is_prose(known):
        return _mapped(response, {t: t for t in distinct}), Scale("text"), []
    scale, said = of_choices(Scale("nominal", _ordered(distinct)), dimension)
    return (
        _mapped(response, {t: t for t in distinct}),
        scale,
        [*_spellings(known, dimension), *_made_dates(ratings, dimension), *_slashed(ratings, distinct), *said],
    )


def scale_from(given: Mapping[str, Any], dimension: str) -> Scale:
    """The scale that options describe: `level` (nominal), `categories`, which then are all that there are, `bounds`."""
    listed = {k: tuple(given[k]) for k in ("categories", "bounds") if given.get(k)}
    return Scale(**{"level": "nominal", "title": dimension, "closed": "categories" in listed, **given, **listed})


def _mapped(response: pd.Series, meaning: Mapping[str, Any]) -> pd.Series:
    """By distinct texts: a text object for each cell of a large column would be as large as its file."""
    codes, texts = pd.factorize(response)
    known = np.array([*(meaning.get(str(t)) for t in texts), None], dtype="object")  # code -1, the last: missing
    return pd.Series(known[codes], index=response.index, dtype="object")


def _ordered(labels: Sequence[str]) -> tuple[str, ...]:
    """Labels in a stable order: numbers among them by size, then words by letters."""
    return tuple(sorted(labels, key=lambda t: (number(t) is None, number(t) or 0.0, t)))


def _written(
    ratings: pd.DataFrame, numbers: Mapping[str, float], top: float | None, given: Scale | None, dimension: str
) -> tuple[pd.Series, Scale, list[Problem]]:
    """Scores such as "4/5" as their numbers, on a scale up to the highest possible one where that is named."""
    texts = {t: f"{v:g}" for t, v in numbers.items()}
    bare = ratings.assign(response=ratings["response"].map(lambda t: texts.get(t, t)), decimal=".")
    scale = given
    if scale is None and top is not None:
        whole = top <= 10 and all(v.is_integer() for v in numbers.values())
        lowest = 0 if 0.0 in numbers.values() else 1
        scale = Scale("ordinal", tuple(range(lowest, int(top) + 1))) if whole else Scale("interval", bounds=(0.0, top))
    values, scale, problems = _numeric(bare, _numbers(bare, bare["response"].dropna()), scale, dimension)
    example = next(iter(texts))
    done = f"read as numbers: “{example}” is {texts[example]}"
    count = int(ratings["response"].isin(list(texts)).sum())
    return (
        values,
        scale,
        [Problem("scores written as more than a number", done, column=dimension, count=count), *problems],
    )


def _in_order(
    ratings: pd.DataFrame, distinct: Sequence[str], given: Scale, dimension: str
) -> tuple[pd.Series, Scale, list[Problem]]:
    """Words in the order that was given. One that has no place in it is kept and said: it stands beside another
    spelling of it, else after all others."""
    places = {str(c): c for c in given.categories}
    meaning = {t: places.get(t, places.get(t.strip(), t)) for t in distinct}
    more = [m for t, m in meaning.items() if t not in places and t.strip() not in places]
    problems = []
    if more:
        problems.append(
            Problem(
                "labels without a place in the order",
                "placed beside their like, or last",
                column=dimension,
                value=", ".join(f"“{m}”" for m in more)[:200],
                count=len(more),
            )
        )
    return _mapped(ratings["response"], meaning), replace(given, categories=placed(given.categories, more)), problems


def _declared(
    ratings: pd.DataFrame, distinct: Sequence[str], given: Scale, dimension: str
) -> tuple[pd.Series, Scale, list[Problem]]:
    """Labels that were declared; another spelling of one stands beside it, and any other is listed and not let in."""
    places = {str(c): c for c in given.categories}
    alike = {folded(p) for p in places}
    wrong = [t for t in distinct if folded(t) not in alike]
    values, scale, said = _in_order(ratings, [t for t in distinct if t not in wrong], given, dimension)
    said += _spellings(ratings["response"].dropna(), dimension) if said else []
    return values, scale, [*_listed(ratings, wrong, NOT_DECLARED), *said]


def _slashed(ratings: pd.DataFrame, distinct: Sequence[str]) -> list[Problem]:
    """Asks about cells such as "joy/anger": whether they hold one label or several is not told."""
    cells = [t for t in distinct if "/" in t and not is_missing(t)]
    known = set(distinct)
    parts = {p.strip() for t in cells for p in t.split("/")}
    if len(cells) < 2 or not parts & known or all(number(p) is not None for p in parts):
        return []
    done = "each is one label; where it holds several, name “/” as what labels in a cell are split at"
    n = int(ratings["response"].isin(cells).sum())
    return [Problem("cells with “/” may hold several labels", done, column=str(ratings["column"].iloc[0]), count=n)]


def _marks(ratings: pd.DataFrame, distinct: Sequence[str]) -> list[str]:
    """What may separate labels in a cell; not the comma of numbers such as "1,5"."""
    comma = ratings["decimal"].eq(",").any() and all(number(t, ",") is not None for t in distinct if not is_missing(t))
    return [m for m in _SEPARATORS if m != "," or not comma]


def _sets(
    distinct: Sequence[str], marks: Sequence[str], separator: bool, asked: bool
) -> dict[str, tuple[str, ...]] | None:
    """Cells as sets of labels: lists or choices, or words with a mark between them that leaves fewer labels.

    separator: whether people said that the mark stands between labels.
    """
    if not separator and any(t.lstrip()[:1] in "[{" for t in distinct):
        found = {t: label_set(t) for t in distinct}
        longest = max((len(s) for s in found.values() if s is not None), default=0)
        numbers = all(number(x) is not None for s in found.values() for x in s or ())
        if longest >= 3 and numbers:
            return None  # coordinates, not labels
        if longest == 1 and numbers and not any('"' in t for t in distinct):
            return None  # "[4]" is how a judge writes a score
        if all(s is not None for s in found.values()) and any(
            t.lstrip().startswith(("[", "{'", '{"choices"', '{"labels"', '{"taxonomy"')) for t in distinct
        ):
            return {t: s for t, s in found.items() if s is not None}
    for mark in marks:
        holding = [t for t in distinct if mark in t]
        if not holding or (not separator and len(holding) == len(distinct) == 1):
            continue
        split = {t: label_set(t, mark) or () for t in distinct}
        labels = {label for s in split.values() for label in s}
        spelled = {t: {folded(x) for x in s} for t, s in split.items()}  # one odd spelling makes no other kind of cell
        often = {label: sum(folded(label) in s for s in spelled.values()) for label in labels}
        short = max((len(x) for x in labels), default=99) <= 40
        clear = all(n > 1 or (label,) in split.values() for label, n in often.items()) and short
        if mark == "/":  # else it may name a label and its kind, or be a date or a fraction
            clear &= all(number(label) is None for label in labels) and _in_any_place(distinct)
        if asked or separator or (clear and len(labels) <= max(len(distinct), 3) and len(labels) <= 60):
            return split
    if asked:
        return {t: label_set(t) or (t,) for t in distinct}
    return None


def _in_any_place(distinct: Sequence[str]) -> bool:
    """Whether labels with "/" between them stand alone too, or now first, now later, at least half of those that follow
    another. In "animal/dog", a label and its kind, each has one place."""
    places: dict[str, set[int]] = {}
    for text in distinct:
        for place, label in enumerate(text.split("/")):
            places.setdefault(label.strip(), set()).add(place)
    alone = {t.strip() for t in distinct if "/" not in t}
    later = [label for label, at in places.items() if max(at) > 0]
    moving = [label for label in later if len(places[label]) > 1]
    return places.keys() <= alone or (bool(places.keys() & alone) and 2 * len(moving) >= max(len(later), 4))


def _is_yes_no(distinct: Sequence[str], dimension: str) -> bool:
    """TRUE and false are yes and no; so are Yes, 1, T, … in a column whose name asks for it. Plain labels "Yes" and
    "No" stay labels."""
    said = {plain(t) for t in distinct if not is_missing(t)}
    if not said or said <= BITS:
        return False
    if said <= {"true", "false", "t", "f", *BITS}:
        return bool(said & {"true", "false"})
    known = {t for t in said if yes_no(t) is not None}
    return bool(_YES_NO_NAME.match(dimension.strip())) and len(known) >= 0.6 * len(said) and len(known) >= 2


def _yes_no(ratings: pd.DataFrame, distinct: Sequence[str], dimension: str) -> tuple[pd.Series, Scale, list[Problem]]:
    meaning = {t: float(said) for t in distinct if (said := yes_no(t)) is not None}
    unknown = [t for t in distinct if t not in meaning]
    scale = Scale("nominal", (0, 1), names={0: "No", 1: "Yes"})
    return _mapped(ratings["response"], meaning), scale, _listed(ratings, unknown, "neither yes nor no")


def _numbers(ratings: pd.DataFrame, known: pd.Series) -> dict[tuple[str, str], float | None]:
    """The number of each distinct (text, decimal mark)."""
    pairs = pd.DataFrame({"t": known, "d": ratings.loc[known.index, "decimal"]}).drop_duplicates()
    return {(t, d): number(t.rstrip(" %"), d) for t, d in zip(pairs["t"], pairs["d"], strict=True)}


def _mostly_numbers(meanings: Mapping[tuple[str, str], float | None], known: pd.Series) -> bool:
    """At least four fifths of the answers are numbers, words for no answer left aside."""
    is_number = {t: v is not None for (t, _), v in meanings.items()}
    counts = known.value_counts()
    counts = counts[[not is_missing(t) for t in counts.index]]
    good = int(sum(n for t, n in counts.items() if is_number[str(t)]))
    return bool(good) and good >= 0.8 * counts.sum()


def _numeric(
    ratings: pd.DataFrame, meanings: Mapping[tuple[str, str], float | None], given: Scale | None, dimension: str
) -> tuple[pd.Series, Scale, list[Problem]]:
    values = pd.Series(None, index=ratings.index, dtype="object")
    for decimal in ratings["decimal"].unique():
        mine = ratings.loc[ratings["decimal"] == decimal, "response"]
        values[mine.index] = _mapped(mine, {t: v for (t, d), v in meanings.items() if d == decimal})
    texts = ratings["response"].dropna()
    read = {t for (t, _), v in meanings.items() if v is not None}
    wrong = [t for t in texts.unique() if t not in read]
    absent = [t for t in wrong if is_missing(t)]
    problems = _listed(ratings, [t for t in wrong if t not in absent], "not a number")
    for t in absent:
        n = int((ratings["response"] == t).sum())
        problems.append(Problem("a word for “no answer”", "counts as missing", _file(ratings), None, dimension, t, n))
    scale = given or _scale_of(values, dimension)
    if given is None:
        problems += _codes(values, ratings, dimension)
    outside = _outside(values, scale)
    if outside.any():
        reach = (
            ", ".join(f"{c:g}" for c in scale.categories)
            if scale.categories
            else "{:g} to {:g}".format(*(scale.range or (np.nan, np.nan)))
        )
        problems += _rows(ratings[outside], f"outside the scale ({reach})")
        values = values.where(~outside, None)
    return values.astype("object").where(values.notna(), None), scale, problems


def _codes(values: pd.Series, ratings: pd.DataFrame, dimension: str) -> list[Problem]:
    """Numbers such as 99 and -9 far from a short range of whole ones: mostly a code for no answer."""
    counts = values.dropna().value_counts()
    codes = [v for v in counts.index if v in _NO_ANSWER]
    rest = [v for v in counts.index if v not in _NO_ANSWER]
    if not codes or len(rest) < 2 or min(rest) < 0 or max(rest) > 10 or counts[codes].sum() > counts[rest].sum():
        return []
    done = "counted as a number; if it means no answer, name it among the words for that"
    what, file = "a number that often stands for no answer", _file(ratings)
    return [Problem(what, done, file, None, dimension, f"{v:g}", int(counts[v])) for v in codes]


def _outside(values: pd.Series, scale: Scale) -> pd.Series:
    numeric = pd.to_numeric(values, errors="coerce")
    if scale.categories:
        return numeric.notna() & ~numeric.isin([float(c) for c in scale.categories])
    if scale.bounds is not None:
        return numeric.notna() & ~numeric.between(*scale.bounds)
    return pd.Series(False, index=values.index)


def _scale_of(values: pd.Series, dimension: str) -> Scale:
    """0 and 1 are nominal, whole numbers over a short range ordinal, other numbers interval."""
    levels = sorted({float(v) for v in values.dropna()})
    whole = all(v.is_integer() for v in levels)
    if whole and set(levels) <= {0.0, 1.0}:
        return Scale("nominal", (0, 1))
    if whole and levels[-1] - levels[0] <= 10:
        low = 0 if levels[0] in (0.0, 1.0) and 0.0 in levels else int(levels[0])
        return Scale("ordinal", tuple(range(low, int(levels[-1]) + 1)))
    return Scale("interval")


def _is_prose(known: pd.Series) -> bool:
    distinct = known.nunique()
    return len(known) > 5 and distinct > 0.7 * len(known) and known.str.len().median() > 30


def _spellings(known: pd.Series, dimension: str) -> list[Problem]:
    out = []
    for usual, spellings in variants(known).items():
        shown = ", ".join(f"“{s}”" for s in spellings)
        n = int(known.isin(spellings).sum())
        done = f"compared as given; they could be merged into “{usual}”"
        out.append(Problem(ALIKE_LABELS, done, "", None, dimension, shown, n))
    return out


def _made_dates(ratings: pd.DataFrame, dimension: str) -> list[Problem]:
    made = ratings[made_dates(ratings["response"])]
    done = "compared as it stands; correct it in the file"
    return [
        Problem(MADE_DATE, done, str(mine["file"].iloc[0]), None, dimension, str(text), len(mine))
        for text, mine in made.groupby("response", sort=False)
    ]


def _file(ratings: pd.DataFrame) -> str:
    return str(ratings["file"].iloc[0]) if len(ratings) else ""


def _listed(ratings: pd.DataFrame, texts: Sequence[str], problem: str) -> list[Problem]:
    return _rows(ratings[ratings["response"].isin(list(texts))], problem) if texts else []


def _rows(wrong: pd.DataFrame, problem: str) -> list[Problem]:
    out = []
    for _, r in wrong.head(_LISTED).iterrows():
        row = int(r["row"]) if pd.notna(r["row"]) else None
        out.append(Problem(problem, "counts as missing", r["file"], row, r["column"], str(r["response"])[:200]))
    if len(wrong) > _LISTED:
        out.append(Problem(f"{problem} (further cells)", "counts as missing", _file(wrong), count=len(wrong) - _LISTED))
    return out
