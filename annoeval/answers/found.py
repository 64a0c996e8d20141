"""What is in a file? The sentences above a study's preview, and which pages it can fill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annoeval.study import Study
from annoeval.words import count, listed, noun, several


def what_we_found(study: Study, files: Sequence[str], read_as: str, because: str) -> str:
    """One paragraph: how many items in which files, how they are grouped, who judged them, and why it is read so."""
    lead = f"**{_counted(study)}** in **{listed([str(f) for f in files], 3)}**{_groups(study)}."
    reason = f" Read as **{read_as}**{', because ' + because if because else ''}."
    return f"{lead} {_raters(study)}{reason}"


def _counted(study: Study) -> str:
    """How many items, or images where objects are drawn on them."""
    if study.shapes is None or "what" not in study.items:
        return count(len(study.items), "item")
    return count(int((study.items["what"] == "image").sum()), "image")


def _groups(study: Study) -> str:
    said = []
    for column in study.groups[:4]:
        values = study.items[column].dropna().unique()
        if len(values) == 1:
            said.append(f"{noun(column)} {values[0]}")
        elif len(values) > 1:
            said.append(several(len(values), column))
    return f", in {listed(said)}" if said else ""


def _raters(study: Study) -> str:
    kinds = study.raters["kind"]
    hidden = study.of_kind("anonymous")
    people = [n for n, k in zip(study.raters["name"], kinds, strict=True) if k in ("human", "reviewer")]
    scored = study.ratings[study.ratings["value"].notna()]
    models = list(dict.fromkeys(scored.loc[scored["kind"] == "ai", "rater"]))
    rules = {"as published", "recommended"}
    drawn = _drawn(study)
    if not people and not models and not hidden:
        tried = " The protocol's rule could judge none of them." if rules & set(study.of_kind("ai")) else ""
        return f"{drawn}." if drawn else f"Nothing is scored yet.{tried}"
    said = []
    if hidden:
        each = study.ratings[study.ratings["kind"] == "anonymous"].groupby(["item_id", "dimension"]).size()
        most = "" if each.nunique() == 1 else "up to "
        said.append(f"{most}{count(len(hidden), 'person', 'people')} for each item, and who gave which isn't known")
    if people:
        said.append(f"{count(len(people), 'person', 'people')} ({listed(people)})" if len(people) > 1 else people[0])
    others = [m for m in models if m not in rules]
    if others:
        said.append(others[0] if len(others) == 1 else f"{count(len(others), 'model')} ({listed(others)})")
    if rules & set(models):
        both = rules <= set(models)
        said.append("the published and the recommended rule" if both else "the protocol's rule")
    return f"{count(len(scored), 'score')} by {listed(said)}{f'; {drawn}' if drawn else ''}."


def _drawn(study: Study) -> str:
    """The objects drawn on images: "12 drawn objects (cat and dog)"."""
    if study.shapes is None or not len(study.shapes):
        return ""
    labels = list(dict.fromkeys(study.shapes["label"].dropna()))
    return count(len(study.shapes), "drawn object") + (f" ({listed(labels)})" if labels else "")


PAGES = ("annotate", "review", "scores", "agreement", "confidence", "comparison", "matching", "report")


@dataclass(frozen=True)
class Need:
    """What a page lacks: a phrase ("a second rater") and what gets it: `score`, `review`, `map`, `match` or ""."""

    what: str
    action: str


def needs(study: Study, scorable: bool) -> dict[str, Need | None]:
    """For each page None where the study fills it, else what it needs. scorable: whether an AI scorer is offered."""
    given = study.ratings[study.ratings["value"].notna()]
    drawn = study.shapes is not None and len(study.shapes) > 0
    if drawn and not len(given):  # nothing is graded before it is known what is right
        rest = dict.fromkeys(PAGES, Need("pairs with a ground truth, which the page Matching asks for", "match"))
        return {**rest, "matching": None}
    judged = [n for n, s in study.dimensions.items() if s.role == "judgement" and s.level != "text"]
    independent = given[given["kind"].isin(["human", "anonymous", "reviewer", "ai"]) & given["dimension"].isin(judged)]
    several = independent.groupby("dimension")["rater"].nunique().gt(1).any()
    known = independent[independent["kind"] != "anonymous"].groupby("dimension")["rater"].nunique().gt(1).any()
    confident = (
        study.ratings["confidence"].notna().any()
        or ("confidence" in study.items and study.items["confidence"].notna().any())
        or len(study.metrics) > 0
    )
    numeric = [n for n, s in study.dimensions.items() if s.numeric]
    scored = given["dimension"].isin(numeric).any()
    grouped = any(2 <= study.items[g].nunique() <= 60 for g in study.groups)
    get = "score" if scorable and not (given["kind"] == "ai").any() else "review"
    asked = Need("a question that items are judged by" if len(study.items) else "items", "map")
    judgeable = None if len(study.items) and study.dimensions else asked
    return {
        "matching": None if drawn else Need("drawn objects on images", ""),
        "annotate": judgeable,
        "review": judgeable,
        "scores": None if len(given) else Need("scores", get),
        "report": None if len(given) else Need("scores", get),
        "agreement": None if several else Need("a second rater" if len(independent) else "two raters", get),
        "confidence": None
        if confident and len(given)
        else Need("a confidence column" if not confident else "scores", "map" if not confident else get),
        "comparison": None
        if known or (scored and grouped)
        else Need("a group column or a second rater", "map")
        if scored or several
        else Need("two raters" if len(given) else "scores", get),
    }
