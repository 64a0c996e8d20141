"""A model as the judge: it sees the page or the picture, and reads what was extracted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

import pandas as pd

from annoeval.place import home
from annoeval.problem import AnnoevalError
from annoeval.protocols.figures import captions, tables
from annoeval.protocols.figures.captions import Judged, nothing
from annoeval.protocols.figures.papers import Papers, texts
from annoeval.protocols.figures.recommended import caption_cuts, table_cuts
from annoeval.protocols.figures.verdict import Verdict, ratings, unjudged
from annoeval.protocols.protocol import Means
from annoeval.scoring.account import Account
from annoeval.scoring.judge import Remembered, cost, judge
from annoeval.scoring.judge_terms import Case, Cost, Settings
from annoeval.study import Study

JUDGE = "judge"
KEPT = "judge.jsonl"  # in the folder of what is kept
UNPLACED = "its place in the paper is not known, so there is no picture to show to the judge"


@dataclass(frozen=True)
class _Asked:
    """One item and question: what the judge is asked, or why it is not. account: what was shown to it."""

    case: Case | None
    why: str = ""
    account: Account | None = None


@dataclass(frozen=True)
class _Place:
    """Where an item's figure or table is seen: its picture, or a page of its paper; else why it is nowhere seen."""

    image: Callable[[], bytes] | None
    what: str = ""
    page: int | None = None
    file: str = ""
    why: str = ""


def judged(study: Study, means: Means) -> pd.DataFrame:
    """Ratings by rater "judge", each question asked for itself.

    means.settings: `judge` (a `Settings`), `judge_key` (else from the environment). The judge sees the extractor's
    picture where it is among the files, else the page of the paper that the caption or table was found on; what is
    found nowhere gets no score and the reason. What was answered once is kept and never asked again.
    """
    settings = _settings(means)
    kept = Remembered(home() / KEPT)
    asked = _asked(study, means)
    of = sum(a.case is not None for each in asked.values() for a in each)
    before, made = 0, []
    for dimension, each in asked.items():
        cases = [a.case for a in each if a.case is not None]

        def report(done: int, _: int, before: int = before) -> None:
            if means.progress is not None:
                means.progress(before + done, of)

        key, own = means.settings.get("judge_key"), _own(settings, study, dimension)
        answers = judge(cases, own, api_key=key, remembered=kept, progress=report)
        before += len(cases)
        said = {answer.id: answer for answer in answers}
        verdicts = []
        for a in each:
            answer = said[a.case.id] if a.case is not None else None
            if answer is None:
                verdicts.append(unjudged(a.why))
            elif answer.score is None:
                verdicts.append(Verdict(None, f"No score by {settings.model}: {answer.reason}", account=a.account))
            else:
                account = None if a.account is None else replace(a.account, cut=own.question, against=own.rubric)
                verdicts.append(Verdict(answer.score, answer.reason, None, account, confidence=answer.confidence))
        ids = study.items.loc[study.applicable(dimension)].index
        made.append(ratings(dimension, ids, verdicts, JUDGE))
    return pd.concat([m for m in made if len(m)] or made[:1], ignore_index=True)


def budget(study: Study, means: Means) -> Cost:
    """What `judged` would take, with what was answered before left out."""
    settings, kept = _settings(means), Remembered(home() / KEPT)
    each = [
        cost([a.case for a in asked if a.case is not None], _own(settings, study, dimension), kept)
        for dimension, asked in _asked(study, means).items()
    ]
    parts = zip(*((c.cases, c.remembered, c.tokens_in, c.tokens_out, c.dollars, c.minutes) for c in each), strict=True)
    cases, known, into, out, dollars, minutes = (sum(p) for p in parts)
    return Cost(int(cases), int(known), int(into), int(out), dollars, minutes)


def _settings(means: Means) -> Settings:
    settings = means.settings.get("judge")
    if not isinstance(settings, Settings):
        raise AnnoevalError("The judge needs the address of an API and the name of a model.")
    return settings


def _own(settings: Settings, study: Study, dimension: str) -> Settings:
    """The settings for one question: which text is rated, and the rubric for it where none was written."""
    scale = study.dimensions[dimension]
    rubric = settings.rubric or "\n".join(f"{score}: {words}" for score, words in (scale.definitions or {}).items())
    return replace(settings, rubric=f"Rated is the {scale.title.lower()} alone.\n{rubric}")


def _asked(study: Study, means: Means) -> Mapping[str, list[_Asked]]:
    """By dimension the cases of its items, in their order."""
    papers, model = Papers(study.items, means.files), _settings(means).model
    figures = study.items.loc[study.applicable("caption")]
    ruled = study.items.loc[study.applicable("table")]
    seen = _figures_seen(figures, papers, means)
    both = list(zip(texts(figures["caption"]), texts(figures["vlm_description"]), strict=True))
    shown: list[dict[str, str]] = [
        {k: v for k, v in (("Caption", c), ("Description", d)) if v and not nothing(v)} for c, d in both
    ]
    asked = {}
    for dimension, title in (("caption", "Caption"), ("vlm", "Description")):
        asked[dimension] = [
            _case(item, place, words, title, model)
            for item, place, words in zip(figures.index, seen, shown, strict=True)
        ]
    noted = texts(ruled.get("table_markdown", pd.Series(None, ruled.index, dtype="object")))
    content = [record or text for record, text in zip(noted, texts(ruled["content"]), strict=True)]
    places = _tables_seen(ruled, papers, means)
    asked["table"] = [
        _case(item, place, {"Table": text} if text and not nothing(text) else {}, "Table", model)
        for item, place, text in zip(ruled.index, places, content, strict=True)
    ]
    return asked


def _case(item: str, place: _Place, words: Mapping[str, str], rated: str, model: str) -> _Asked:
    if rated not in words:
        return _Asked(None, f"it has no {rated.lower()}")
    if place.image is None:
        return _Asked(None, place.why)
    account = Account(f"{rated.lower()} against {place.what}, by {model}", file=place.file, page=place.page)
    return _Asked(Case(str(item), {"Seen": place.what, **words}, place.image), "", account)


def _figures_seen(figures: pd.DataFrame, papers: Papers, means: Means) -> list[_Place]:
    found = captions.scored(figures, papers, caption_cuts(means.thresholds))
    pictures = texts(figures.get("image_path", pd.Series(None, figures.index, dtype="object")))
    names = texts(papers.names[figures.index])
    return [_figure(name, path, mine, papers) for name, path, mine in zip(names, pictures, found, strict=True)]


def _figure(name: str, path: str, mine: Judged, papers: Papers) -> _Place:
    picture = papers.picture(path) if path else None
    if picture is not None:
        return _Place(lambda: picture, "the picture of the figure")
    true = mine.true
    known = mine.paper is not None and mine.place is not None and mine.verdict.value
    if true is None or not known or true.caption.page < 0:
        return _Place(None, why=UNPLACED)
    return _page(name, true.caption.page + 1, true.caption.name, papers)


def _tables_seen(ruled: pd.DataFrame, papers: Papers, means: Means) -> list[_Place]:
    found = tables.scored(ruled, papers, table_cuts(means.thresholds))
    out = []
    for name, verdict in zip(texts(papers.names[ruled.index]), found, strict=True):
        account = verdict.account
        if account is None or account.page is None or not verdict.value:
            out.append(_Place(None, why=UNPLACED))
        else:
            which = account.compared.removeprefix("table against ").split(" of ")[0]
            out.append(_page(name, account.page, which, papers))
    return out


def _page(name: str, page: int, which: str, papers: Papers) -> _Place:
    return _Place(partial(papers.image, name, page), f"{which} on this page of the paper", page, papers.file(name))
