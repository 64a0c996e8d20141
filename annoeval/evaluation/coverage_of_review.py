"""Which part of the items people reviewed, and why: what an estimate of the whole may rest on."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from annoeval.conclusions import resolve
from annoeval.questions import settled
from annoeval.rating_table import PEOPLE, REASONS, REVIEWED_BECAUSE
from annoeval.ratings import newest
from annoeval.statistics.partial.looks import ANY_TIME, ONCE, Looks
from annoeval.study import Audit, Study
from annoeval.words import count

COLUMN = REVIEWED_BECAUSE  # also the option that says it of all answers without a reason
DRAWN = ("audit", "random")


@dataclass(frozen=True)
class Coverage:
    """items: index item_id; `ai` the AI's score, `value` people's answer, `final` the final score (`annoeval.resolve`:
    people's, else the AI's, none where people are tied), `part`: `known` (reviewed for a reason that has nothing to do
    with the audit), `drawn` (by the audit, and counting), `aside` (the audit may not count it: it was reviewed for
    another reason, or out of turn) or `unseen`. reason: why the parts allow no estimate, "" where they do. asked:
    whether saying why people reviewed these items could help. looks: at how many sizes the audit was looked at. by: the
    item column whose values were drawn from apart. waiting: drawn items that do not count yet. n_reviewed: items people
    answered."""

    items: pd.DataFrame
    reason: str
    n_reviewed: int
    asked: bool = False
    looks: Looks = ONCE
    by: str = ""
    waiting: int = 0


def coverage(study: Study, dimension: str) -> Coverage:
    """The items of a dimension by what is known of them.

    An AI score of which every item was reviewed is known whatever the reasons. Of the others items drawn by an audit
    or at random stand for all that it was drawn from. Items that were chosen by hand, or of which no reason is known,
    are no random sample: they are known themselves and tell nothing of others.
    """
    return study.once("coverage of review", dimension, lambda: _covered(study, dimension))


def _covered(study: Study, dimension: str) -> Coverage:
    given = resolve(study, dimension).set_index("item_id")
    seen = given["source"].isin(PEOPLE)
    if study.dimensions[dimension].judges:  # who answered reviewed nothing
        seen = pd.Series(given.index.isin(settled(study, dimension)), index=given.index)
    ai = ai_scores(study, dimension).reindex(given.index)
    items = pd.DataFrame({"ai": ai, "value": given["value"].where(seen), "final": given["value"]})
    why = reasons(study, dimension).reindex(given.index)
    whole = ~_some_alike(~seen, ai)
    tied = int(given["source"].eq("tie").sum())
    audit = study.audit(dimension)
    if audit is not None and audit.items and not seen.all():
        return _of_audit(study, audit, items, seen, why, whole, tied)
    drawn = seen & why.isin(DRAWN) & ~whole
    # arrays throughout: numpy asks a Series for names that it lacks, for which pandas looks through all its ids
    items["part"] = np.select([(seen & ~drawn).to_numpy(), drawn.to_numpy()], ["known", "drawn"], "unseen")
    open_ = int((~seen & why.isin(DRAWN)).sum())
    reason, asked = _of_file(items, why, tied, open_)
    return Coverage(items, reason, int(seen.sum()), asked, waiting=open_)


def frame(study: Study, dimension: str, seed: int = 1) -> list[str]:
    """What an audit is drawn from, in a random order that only seed and ids decide: items no person has answered.

    Left out are AI scores up to the middle of the scale of which people reviewed some: reviewing them is under way,
    and when it is finished they are known.
    """
    given = resolve(study, dimension).set_index("item_id")
    seen = given["source"].isin(PEOPLE)
    ai, limits = ai_scores(study, dimension).reindex(given.index), study.dimensions[dimension].range
    begun = _some_alike(seen, ai)
    if limits is not None:
        begun &= ~(pd.to_numeric(ai, errors="coerce") > (limits[0] + limits[1]) / 2)
        seen |= begun & ai.notna().any()
    rank = {i: hashlib.sha256(f"{seed}:{i}".encode("utf-8", "replace")).digest() for i in given.index[~seen]}
    return sorted(rank, key=rank.__getitem__)


def _of_audit(
    study: Study, audit: Audit, items: pd.DataFrame, seen: pd.Series, why: pd.Series, whole: pd.Series, tied: int
) -> Coverage:
    """The frame is as it was at the draw: what was reviewed of it since for other reasons stands aside."""
    earlier = seen & why.isin(DRAWN) & ~items.index.isin(audit.frame) & ~whole  # by an audit that the file tells of
    inside = (items.index.isin(audit.frame) | earlier) & ~whole
    drawn = [i for i in audit.items if i in items.index]
    at = study.items[audit.by].reindex(drawn) if audit.by in study.items else pd.Series(0, index=drawn)
    counting, looks = _counting(audit, at, seen.reindex(drawn))
    counts = (items.index.isin(counting) & inside) | earlier
    items["part"] = np.select([seen & ~inside, counts, seen], ["known", "drawn", "aside"], "unseen")
    waiting = len(drawn) - len(counting)
    outside = int((items["part"].eq("unseen") & ~inside).sum())
    reason = ""
    if tied:
        reason = _ties(tied)
    elif outside:
        reason = (
            f"{count(outside, 'item')} that nobody looked at {'was' if outside == 1 else 'were'} not among those the "
            "audit was drawn from: a review by rule isn't finished, or they came later"
        )
    elif not counts.any() and audit.looks > 1:
        reason = f"the first of {audit.looks} planned looks comes after {count(waiting, 'more item')} at most"
    elif not counts.any():
        reason = f"the audit has begun: {count(len(drawn), 'item')} drawn, the first not reviewed yet"
    if earlier.any():
        looks = ANY_TIME
    return Coverage(items, reason, int(seen.sum()), looks=looks, by=audit.by, waiting=waiting)


def _counting(audit: Audit, at: pd.Series, seen: pd.Series) -> tuple[list[Hashable], Looks]:
    """Which drawn items count, and how often they were looked at.

    While items are open, the answered ones may be the easy ones, whatever order people worked in; so of every stratum
    count those before the first that is open. Under planned looks only the parts that are complete do. Where the study
    is only a part of what was drawn from (a filter), the audit may go on outside it.
    at: the stratum of every drawn item; seen: whether people answered it.
    """
    all_here = len(at) == len(audit.items)
    strata = [part.index.to_numpy() for _, part in at.groupby(at, sort=False)]
    if audit.looks > 1 and not audit.enlarged and all_here:
        for taken in range(audit.looks, 0, -1):
            part = [i for s in strata for i in s[: -(-len(s) * taken // audit.looks)]]
            if seen[part].all():
                return part, Looks(taken, audit.looks)
        return [], Looks(1, audit.looks)
    if seen.all():
        return list(seen.index), ONCE if all_here and not audit.enlarged else ANY_TIME
    return [i for s in strata for i in s[: int(seen[s].cumprod().sum())]], ANY_TIME


def _of_file(items: pd.DataFrame, why: pd.Series, tied: int, open_: int) -> tuple[str, bool]:
    """Why what a file says of its reviews allows no estimate, and whether saying more could help."""
    unseen = items["part"].eq("unseen")
    n = count(int(unseen.sum()), "item")
    if not unseen.any():
        return "", False
    if tied:
        return _ties(tied), False
    if open_:
        return f"{count(open_, 'item')} drawn at random {'has' if open_ == 1 else 'have'} no answer yet", False
    known = items["part"].eq("known")
    unclear = known & _some_alike(unseen, items["ai"])
    untold = bool((unclear & why.isna()).any())
    if not items["part"].eq("drawn").any():
        if untold:
            return (
                f"nobody looked at {n}, and it isn't said why {count(int(unclear.sum()), 'other')} like "
                f"{'it' if n == '1 item' else 'them'} {'was' if unclear.sum() == 1 else 'were'} reviewed: at random, "
                f"or by choice? A column {COLUMN} ({', '.join(REASONS)}) says it"
            ), True
        return f"nobody looked at {n}; an audit drawn at random from them would tell", False
    odd = int((unclear & why.ne("rule")).sum())
    if odd:
        return (
            f"{count(odd, 'item')} among those audited {'was' if odd == 1 else 'were'} reviewed by choice or for a "
            "reason unknown, so the audit no longer stands for the rest"
        ), untold
    audited = set(items.loc[items["part"].eq("drawn"), "ai"].dropna())
    left = unseen & unclear & ~items["ai"].isin(audited)
    if left.any() and not why.eq("random").any():
        return f"the rule's review isn't finished: {int(left.sum()):,} of its AI scores are unseen", False
    return "", False


def _some_alike(has: pd.Series, ai: pd.Series) -> pd.Series:
    """Whether some item of the same AI score has a property; those without a score are alike. has, ai: aligned."""
    codes = pd.factorize(ai, use_na_sentinel=False)[0]
    return pd.Series(np.bincount(codes, has.to_numpy())[codes] > 0, index=has.index)


def _ties(n: int) -> str:
    return f"people are tied on {count(n, 'item')}, which must be settled first"


def ai_scores(study: Study, dimension: str) -> pd.Series:
    """The headline AI's (or the only one's) current score by item; empty where there is none or several."""
    at = study.rated.get(dimension, np.empty(0, "int64"))
    at = at[study.are("ai")[at]]
    known = study.raters["name"].tolist()
    names = [known[c] for c in pd.unique(study.rater_codes[at])]
    rater = study.headline if study.headline in names else names[0] if len(names) == 1 else None
    at = newest(study, at[study.rater_codes[at] == known.index(rater)] if rater is not None else at[:0])
    return study.ratings[["item_id", "value"]].iloc[at].set_index("item_id")["value"]


def reasons(study: Study, dimension: str) -> pd.Series:
    """Why people looked at each item, of its reviews the one that makes it a random draw first; missing = unknown.

    By the ratings, else the file's column `reviewed_because`, else the study's option of that name, which says it of
    every answer without a reason, in all dimensions or by dimension.
    """
    r, people = study.ratings, study.are(*PEOPLE)
    at = np.flatnonzero(r["because"].notna())
    told = r.iloc[at[r["dimension"].iloc[at].eq(dimension)]]
    by_people = pd.Series(people, index=r.index).reindex(told.index)
    told = told[told["because"].isin(REASONS) & (told["value"].notna() | ~by_people)]  # an AI's: drawn, not answered
    order = told["because"].map(("audit", "random", "rule", "all", "chosen").index) + 10 * ~by_people[told.index]
    told = told.loc[order.sort_values(kind="stable").index].drop_duplicates("item_id").set_index("item_id")["because"]
    found = told.reindex(study.items.index)
    column = next((c for c in study.items if str(c).strip().casefold() == COLUMN), None)
    if column is not None:
        told_by = study.items[column]
        words = {x: str(x).strip().casefold() for x in told_by.dropna().unique()}
        found = found.fillna(told_by.map({x: word for x, word in words.items() if word in REASONS}))
    given = study.options.get(COLUMN)
    given = given.get(dimension) if isinstance(given, Mapping) else given
    if given in REASONS:
        at = study.given.get(dimension, np.empty(0, "int64"))
        answered = np.zeros(len(study.items) + 1, dtype=bool)
        answered[study.places[at[people[at]]]] = True  # the last is for ratings of no item
        found = found.where(found.notna() | ~answered[:-1], given)
    return found
