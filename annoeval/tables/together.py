"""Several files become one study: whose ratings they are, which items are the same, what does not match."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.labels import one_form
from annoeval.reading.tools import rater_from
from annoeval.tables.counts import further_raters
from annoeval.tables.keys import TWO_FORMS
from annoeval.tables.part import Part

_RUN = re.compile(r"(?:^|[ _.-])(?P<run>(?:run|seed|rep|repeat|repetition|round|attempt)[ _-]?\d+)", re.IGNORECASE)


def named_images(parts: Sequence[Part]) -> list[Part]:
    """Parts of COCO results with images and categories named by another part that has their numbers."""
    names = {
        str(number): str(image)
        for p in parts
        if "image_id" in p.items and not _unnamed(p)
        for image, number in p.items["image_id"].dropna().items()
    }
    categories = {f"category {n}": label for p in parts for n, label in p.categories.items()}
    out = []
    for p in parts:
        if names and _unnamed(p):
            known = {i: names.get(str(n), str(i)) for i, n in p.items["image_id"].items()}
            shapes = p.shapes
            if shapes is not None:
                shapes = shapes.assign(image=shapes["image"].map(known), label=shapes["label"].replace(categories))
            p = replace(p, items=p.items.rename(index=known), shapes=shapes)
        out.append(p)
    return out


def _unnamed(part: Part) -> bool:
    """Whether a part knows its images by number only."""
    return "image_id" in part.items and bool(part.items.index.str.match(r"image \d+$").all())


def with_runs(parts: Sequence[Part]) -> list[Part]:
    """Where every file is named as a run ("run_2.csv"), each run's items are its own, with a group `run`."""
    runs = [m["run"] if (m := _RUN.search(rater_from(p.file, ""))) else None for p in parts]
    if len(parts) < 2 or None in runs or len(set(runs)) != len(runs):
        return list(parts)
    out = []
    for p, run in zip(parts, runs, strict=True):
        new = {i: f"{run}/{i}" for i in p.items.index}
        items = p.items.rename(index=new).assign(run=run).astype({"run": "str"})
        ratings = p.ratings.assign(item_id=p.ratings["item_id"].map(new))
        loose = None if p.loose is None else p.loose.rename(index=new)
        renamed = dict.fromkeys(p.by_file, "rater")
        ratings["rater"] = ratings["rater"].replace(renamed)
        out.append(
            replace(
                p,
                items=items,
                ratings=ratings,
                groups=(*p.groups, "run"),
                loose=loose,
                by_file=frozenset(renamed.values()),
            )
        )
    return out


def by_sheet(parts: Sequence[Part], problems: list[Problem]) -> list[Part]:
    """Sheets of one workbook in which the same raters judge the same items: each sheet is a question."""
    sheets = [p.file.split(" › ", 1) for p in parts]
    if len(parts) < 2 or any(len(s) < 2 or s[0] != sheets[0][0] for s in sheets):
        return list(parts)
    first = parts[0]
    raters, items = set(first.ratings["rater"]), set(first.items.index)
    if len(raters) < 2 or not first.keyed:
        return list(parts)
    for p in parts:
        alike = set(p.ratings["rater"]) == raters and set(p.items.index) == items and p.keyed
        if not alike or set(p.ratings["dimension"]) != {"label"}:
            return list(parts)
    names = ", ".join(sheet for _, sheet in sheets)
    problems.append(
        Problem("sheets of the same raters and items", "each sheet is a question", sheets[0][0], value=names)
    )
    return [replace(p, ratings=p.ratings.assign(dimension=s)) for p, (_, s) in zip(parts, sheets, strict=True)]


def same_ids(parts: Sequence[Part], problems: list[Problem]) -> list[Part]:
    """Ids that another file writes in another Unicode form, or as numbers with a point (7.0), join those without."""
    out: list[Part] = []
    known: set[str] = set()
    for p in parts:
        pointed = (
            {str(i): str(i).split(".")[0] for i in p.items.index} if _are_pointed(p.items.index) and p.keyed else {}
        )
        others = set().union(*(_ids(o) for o in parts if o is not p and o.keyed)) if pointed else set()
        if others.isdisjoint(pointed.values()) or len(set(pointed.values())) < len(pointed):
            pointed = {}
        forms = one_form(p.items.index.astype("str"), sorted(known)) if known and p.keyed else {}
        for new, what, done in (
            (
                pointed,
                "item ids written as numbers with a point (7.0)",
                "taken without it, as another file writes them",
            ),
            (forms, TWO_FORMS, "taken as one"),
        ):
            if new:
                problems.append(Problem(what, done, p.file, count=len(new)))
                p = _renamed(p, new)
        out.append(p)
        known |= _ids(p)
    return out


def _ids(part: Part) -> set[str]:
    return set(map(str, part.items.index.tolist()))


def _are_pointed(ids: pd.Index) -> bool:
    return len(ids) > 0 and bool(ids.astype("str").str.fullmatch(r"\d+\.0+").all())


def _renamed(part: Part, new: Mapping[str, str]) -> Part:
    shapes = part.shapes
    if shapes is not None:
        shapes = shapes.assign(image=shapes["image"].replace(new))
    ratings = part.ratings.assign(item_id=part.ratings["item_id"].replace(new))
    loose = None if part.loose is None else part.loose.rename(index=new)
    return replace(part, items=part.items.rename(index=new), ratings=ratings, shapes=shapes, loose=loose)


def raters_apart(parts: Sequence[Part], problems: list[Problem]) -> list[Part]:
    """A rater of one name in several files is one person where the answers to the same items are equal (copies
    are dropped) or do not overlap; where they differ, each file's is another rater, named after the file."""
    if len(parts) == 1:
        return [replace(parts[0], ratings=parts[0].ratings.reset_index(drop=True))]
    seen: dict[str, pd.Series] = {}
    out: list[Part] = []
    for p in parts:
        ratings = (
            further_raters(p.ratings, pd.concat([q.ratings for q in out]))
            if out and "anonymous" in set(p.ratings["kind"])
            else p.ratings
        )
        for rater in list(ratings["rater"].unique()):
            mine = ratings[ratings["rater"] == rater]
            key = pd.MultiIndex.from_frame(mine[["item_id", "dimension"]])
            answers = pd.Series(mine["response"].to_numpy(), index=key)
            answers = answers[~answers.index.duplicated(keep="last")]
            before = seen.get(rater)
            if before is None:
                seen[rater] = answers
                continue
            both = before.index.intersection(answers.index)
            if not len(both):
                seen[rater] = pd.concat([before, answers])
                continue
            equal = before.loc[both].to_numpy() == answers.loc[both].to_numpy()
            if equal.all():
                copies = mine.index[key.isin(both)]
                ratings = ratings.drop(index=copies)
                what = f"ratings by “{rater}” that another file holds too"
                problems.append(Problem(what, "counted once", p.file, count=len(copies)))
                seen[rater] = pd.concat([before, answers.drop(both)])
            else:
                name = f"{rater} ({rater_from(p.file, 'second file')})"
                ratings = ratings.assign(rater=ratings["rater"].where(ratings["rater"] != rater, name))
                what = f"“{rater}” answers the same items differently in two files"
                problems.append(Problem(what, f"taken as another rater, “{name}”", p.file, count=int((~equal).sum())))
                seen[name] = answers
        out.append(replace(p, ratings=ratings.reset_index(drop=True)))
    return out


def joined_items(parts: Sequence[Part], problems: list[Problem]) -> pd.DataFrame:
    """All items; a later part adds columns, and fills what an earlier one left blank. What only some parts hold is
    said."""
    frame = parts[0].items
    for p in parts[1:]:
        new = p.items
        common = frame.index.intersection(new.index)
        shown = {*p.groups, *p.evidence}  # what a tool numbers for itself describes nothing
        for column in [c for c in new if c in frame and c in shown]:
            a, b = frame.loc[common, column], new.loc[common, column]
            differ = int((a.notna() & b.notna() & (a != b)).sum())
            if differ:
                what = "an item that is described differently in two files"
                problems.append(Problem(what, "the first file's is shown", p.file, column=column, count=differ))
        frame = frame.combine_first(new).reindex(
            index=[*frame.index, *new.index.difference(frame.index, sort=False)],
            columns=[*frame.columns, *(c for c in new if c not in frame)],
        )
    rated = [p for p in parts if len(p.ratings)]
    if len(rated) > 1:
        for p in rated:
            missing = frame.index.difference(p.items.index, sort=False)
            if len(missing) and len(missing) < len(frame):
                listed = ", ".join(missing[:5]) + (" …" if len(missing) > 5 else "")
                what = "items that are not in this file"
                problems.append(Problem(what, "without its rating", p.file, value=listed, count=len(missing)))
    frame.index.name = "item_id"
    return frame
