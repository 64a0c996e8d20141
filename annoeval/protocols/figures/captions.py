"""Scores of captions: against a gold text, the caption printed in the paper, or what an extractor noted around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from annoeval.protocols.figures.papers import Papers, column_of, text_of
from annoeval.protocols.figures.verdict import Verdict, unjudged
from annoeval.scoring.account import Account
from annoeval.scoring.caption_match import Cuts, Measures, Printed, is_placeholder, likeliest, measured
from annoeval.scoring.caption_search import SENTENCE, Caption
from annoeval.scoring.close_calls import SAID
from annoeval.scoring.file_order import out_of_order
from annoeval.scoring.paper import Paper
from annoeval.scoring.repeats import Repeated, once
from annoeval.scoring.spoken import letters, spoken
from annoeval.words import listed

NONE_EXTRACTED = "No caption extracted"
WHOLE = 20  # letters from which a caption that stands within another text is no chance


@dataclass(frozen=True)
class Judged:
    """A caption's verdict, and the printed caption that it was held against with its place among the paper's."""

    verdict: Verdict
    true: Printed | None = None
    place: int | None = None
    paper: Paper | None = None


def scored(items: pd.DataFrame, papers: Papers, cuts: Cuts) -> Repeated[Judged]:
    """A verdict for each figure, equal ones made once. items: the figures, in the file's order."""
    names = papers.names[items.index]

    def judged(text: object, true: object, name: object) -> _Read:
        said, gold, paper = text_of(text), text_of(true), text_of(name)
        mine = _by_gold(said, gold, cuts) if gold else _by_paper(said, paper, papers, cuts)
        return _Read(mine, _held(said, mine.paper))

    read = once(judged, items["caption"], column_of(items, "correct_caption"), names)
    places = read.array(lambda r: -1 if r.judged.place is None else r.judged.place, "int64")
    of_paper = pd.factorize(names, use_na_sentinel=False)[0]
    found = pd.DataFrame({"paper": of_paper, "place": places})[places >= 0]
    at = np.ones(len(items), dtype="int64")  # rows of this paper with the same caption
    at[found.index] = found.groupby(["paper", "place"])["place"].transform("size")
    return once(lambda n, how, rows: _told(read.once[n], how, rows), read.which, _orders(of_paper, places), at)


@dataclass(frozen=True)
class _Read:
    """A text's verdict without the rows around it. held: the figures whose whole captions it holds."""

    judged: Judged
    held: list[str]


def nothing(text: str) -> bool:
    """Whether nothing was extracted: a blank, or words that only say that there is a figure."""
    return not letters(text) or is_placeholder(text)


def _by_gold(text: str, true: str, cuts: Cuts) -> Judged:
    printed = Printed.of(Caption("figure", "", true))
    if nothing(text):
        return Judged(Verdict(0, NONE_EXTRACTED), printed)
    measures = measured(text, printed)
    return Judged(_verdict(measures, cuts, Account("caption against the gold text", against=true)), printed)


def _by_paper(text: str, name: str, papers: Papers, cuts: Cuts) -> Judged:
    paper = papers.printed(name)
    if isinstance(paper, Paper):
        mine = paper.of("figure")
        if not mine:
            return Judged(unjudged(f"no caption of a figure was found in {paper.name}"), paper=paper)
        if nothing(text):
            return Judged(Verdict(0, NONE_EXTRACTED), paper=paper)
        return _against(text, mine, paper, cuts)
    noted = papers.noted(name)
    if noted is None:
        why = f"{NONE_EXTRACTED[0].lower()}{NONE_EXTRACTED[1:]}, and {paper}" if nothing(text) else paper
        return Judged(unjudged(why))
    if nothing(text):
        return Judged(Verdict(0, NONE_EXTRACTED), paper=noted)
    return _by_record(text, noted, cuts)


def _against(text: str, printed: Sequence[Printed], paper: Paper, cuts: Cuts) -> Judged:
    true, measures = likeliest(text, printed)
    caption = true.caption
    what = Account(
        f"caption against {caption.name} of {paper.name}",
        file=paper.name,
        page=caption.page + 1,
        box=caption.box,
        against=caption.text,
        region=paper.regions.get(caption.name),
    )
    verdict = _verdict(measures, cuts, what)
    return Judged(verdict, true, printed.index(true) if verdict.value else None, paper)


def _by_record(text: str, noted: Paper, cuts: Cuts) -> Judged:
    """Weaker: the record's text runs on after the caption's end, so only a caption that breaks off shows."""
    printed = noted.of("figure")
    true, measures = likeliest(text, printed) if printed else (None, None)
    if true is None or measures is None or measures.score(cuts) == 0:
        return Judged(unjudged("the extractor's records of its paper show no caption like it"), paper=noted)
    rest = _rest(true.caption.text, len(letters(text)))
    following = next((letter for letter in rest if letter.isalnum()), "")
    goes_on = not SENTENCE.search(text.strip()) and (following.islower() or rest[:1].isalnum())
    whole = replace(measures, recall=0.0 if goes_on else 1.0)
    account = Account(f"caption against {true.caption.name} in the extractor's records", against=true.caption.text)
    verdict = _verdict(whole, cuts, account)
    return Judged(verdict, true, printed.index(true), noted)


def _rest(text: str, n: int) -> str:
    """A text from its n-th letter on, as `letters` counts them."""
    plain = spoken(text)
    seen = 0
    for at, letter in enumerate(plain):
        if seen >= n:
            return plain[at:]
        seen += len(letters(letter))
    return ""


def _verdict(measures: Measures, cuts: Cuts, account: Account) -> Verdict:
    value = measures.score(cuts)
    told: dict[str, float | str] = {
        "beginning": round(measures.beginning, 4),
        "recall": round(measures.recall, 4),
        "words": round(measures.words, 4),
    }
    if measures.foreign:
        told["foreign share"] = round(measures.foreign, 4)
        told["foreign numbers"] = ", ".join(measures.strange[:4])
    cut = (
        f"2 from beginning {cuts.beginning:g} and recall {cuts.recall:g}, 1 from beginning {cuts.part:g} or words "
        f"{cuts.words:g}"
    )
    near = measures.near(cuts)
    return Verdict(value, SAID if near else "", measures.beginning, replace(account, measures=told, cut=cut), near)


IN_ORDER, OUT_OF_ORDER, NO_ORDER = range(3)


def _orders(of_paper: np.ndarray, places: np.ndarray) -> np.ndarray:
    """For each row whether it follows the order of its paper, or its paper's rows follow none. places: −1: unknown."""
    orders = np.full(len(places), IN_ORDER)
    for rows in pd.Series(of_paper).groupby(of_paper, sort=False).indices.values():
        known = rows[places[rows] >= 0]
        wrong = out_of_order(places[known].tolist())
        orders[known] = NO_ORDER if wrong is None else np.where(wrong, OUT_OF_ORDER, IN_ORDER)
    return orders


def _told(read: _Read, order: int, rows: int) -> Judged:
    """A verdict with what the rows around say. Captions that stand out of their paper's order are another figure's,
    however well they match. Captions of which it isn't plain whose they are go to a person: one caption at several
    rows of its paper, as of two figures or of one in several pictures, or one text with the captions of several."""
    mine, said = read.judged, []
    verdict, true = mine.verdict, mine.true
    if order == OUT_OF_ORDER and true is not None:
        note = f"out of order: it is the caption of {true.caption.name}, which does not stand here"
        verdict = replace(verdict, value=0, note=note, close=False)
    if order == NO_ORDER:
        note = "the rows of this paper do not follow its order, so that a caption of another figure is not seen"
        verdict = replace(verdict, note=note, close=True)
    if true is not None and rows > 1:
        said.append(f"the caption of {true.caption.name} stands at {rows} rows of this paper")
    if len(read.held) > 1:
        said.append(f"it holds the captions of {listed(read.held)}")
    if said:
        note = "; ".join(n for n in (f"ambiguous: {' and '.join(said)}", verdict.note) if n)
        verdict = replace(verdict, note=note, close=True)
    return replace(mine, verdict=verdict)


def _held(text: str, paper: Paper | None) -> list[str]:
    """The figures whose whole captions stand in an extracted text, one after the other."""
    mine = letters(text)
    known = [p for p in (paper.of("figure") if paper is not None else ()) if len(p.letters) >= WHOLE]
    inside = [p for p in known if p.letters in mine]
    return [p.caption.name for p in inside if not any(p is not o and p.letters in o.letters for o in inside)]
