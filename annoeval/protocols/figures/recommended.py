"""The recommended scorer: each item by the best evidence at hand, and no score where there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace

import pandas as pd

from annoeval.problem import AnnoevalError
from annoeval.protocols.figures import captions, tables
from annoeval.protocols.figures.captions import Judged, nothing
from annoeval.protocols.figures.papers import Papers, column_of
from annoeval.protocols.figures.verdict import Verdict, ratings, unjudged
from annoeval.protocols.protocol import Means
from annoeval.scoring import semantic
from annoeval.scoring.account import Account
from annoeval.scoring.caption_match import Cuts
from annoeval.scoring.close_calls import SAID, close_call
from annoeval.scoring.repeats import Repeated, once
from annoeval.scoring.rubric import collapsed, figure_score
from annoeval.scoring.table_match import TableCuts
from annoeval.study import Study


def recommended(study: Study, means: Means) -> pd.DataFrame:
    """Ratings by rater "recommended" for every figure and table of a `figures` study.

    Evidence in this order: gold columns (`correct_…`), the PDF, an extractor's records. A caption is held against the
    captions printed in its paper, a table against the printed rows. A description has a score only from a gold one;
    else its likeness to the caption is a hint in `signal`. means.thresholds: `caption.beginning`, `table.other`, …
    """
    papers = Papers(study.items, means.files)
    figures = study.items.loc[study.applicable("caption")]
    judged = captions.scored(figures, papers, caption_cuts(means.thresholds))
    ruled = study.items.loc[study.applicable("table")]
    made = [
        ratings("caption", figures.index, judged.each(lambda j: j.verdict)),
        ratings("vlm", figures.index, _descriptions(figures, judged, means)),
        ratings("table", ruled.index, tables.scored(ruled, papers, table_cuts(means.thresholds))),
    ]
    return pd.concat([m for m in made if len(m)] or made[:1], ignore_index=True)


def caption_cuts(thresholds: Mapping[str, float]) -> Cuts:
    """The cuts for captions, with those that were set by hand. Raises AnnoevalError for a name that is none."""
    _check(thresholds)
    return replace(Cuts(), **_own(thresholds, "caption."))


def table_cuts(thresholds: Mapping[str, float]) -> TableCuts:
    """The cuts for tables, with those that were set by hand. Raises AnnoevalError for a name that is none."""
    _check(thresholds)
    return replace(TableCuts(), **_own(thresholds, "table."))


CUTS: Mapping[str, float] = {
    f"{what}.{f.name}": getattr(cuts, f.name)
    for what, cuts in (("caption", Cuts()), ("table", TableCuts()))
    for f in fields(cuts)
}


def _check(thresholds: Mapping[str, float]) -> None:
    wrong = [k for k in thresholds if k not in CUTS]
    if wrong:
        raise AnnoevalError(f"There is no threshold {wrong[0]!r}; there are {', '.join(CUTS)}.")


def _own(thresholds: Mapping[str, float], prefix: str) -> dict[str, float]:
    return {k.removeprefix(prefix): v for k, v in thresholds.items() if k.startswith(prefix)}


def _descriptions(figures: pd.DataFrame, judged: Repeated[Judged], means: Means) -> Repeated[Verdict]:
    """A description's likeness to the gold one, or as a hint to the caption: the true one where it is known."""

    def described(text: object, gold: object, caption: object, which: int) -> tuple[str, str, bool]:
        mine = judged.once[which]
        own = collapsed(mine.true.caption.text if mine.true is not None and mine.verdict.value else caption)
        true = collapsed(gold)
        return collapsed(text), true or ("" if nothing(own) else own), bool(true)

    told = (figures["vlm_description"], column_of(figures, "correct_vlm_description"), figures["caption"])
    each = once(described, *told, judged.which)
    pairs = [(text, other) if text and other else None for text, other, _ in each.once]
    try:
        cosines, why = semantic.cosine(pairs, means.progress, model=means.model), ""
    except AnnoevalError as error:
        cosines, why = [None] * len(pairs), str(error).rstrip(".")
    verdicts = [_description(text, gold, c, why) for (text, _, gold), c in zip(each.once, cosines, strict=True)]
    return Repeated(verdicts, each.which)


def _description(text: str, gold: bool, cosine: float | None, why: str) -> Verdict:
    if not text:
        return unjudged("it has no description")
    if cosine is None:
        return unjudged(why or "there is no text to hold it against")
    if not gold:
        note = "a picture is not judged by texts; its likeness to the caption is a hint only"
        return unjudged(note, cosine, Account("description against the caption", {"cosine": round(cosine, 4)}))
    account = Account("description against the gold one", {"cosine": round(cosine, 4)}, "2 from 0.80, 1 from 0.60")
    near = close_call(lambda shift: figure_score(cosine - shift))
    return Verdict(figure_score(cosine), SAID if near else "", cosine, account, near)
