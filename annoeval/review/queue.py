"""Which items come next, and why: not scored first, then the worst."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from annoeval.conclusions import resolve
from annoeval.questions import of_answer, settled
from annoeval.rating_table import PEOPLE
from annoeval.ratings import CLOSE, counted, latest, newest, numbered
from annoeval.review.disagreement import disagreement
from annoeval.review.rule import Rule, default_rule, looked_at, middle, reviewable, scored
from annoeval.study import Study

__all__ = ["Rule", "default_rule", "queue", "reviewable"]
OF_AI = ("low", "unscored", "confidence", "ai_human")  # queues of items whose AI score is looked at
MIXED = ("low", "unscored", "confidence", "unreviewed")  # queues that items drawn for an audit stand in as well
DRAWN = "Drawn at random for the audit"
TO_CHECK = "One of the items to check"


def queue(study: Study, rule: Rule, blind: bool = False) -> pd.DataFrame:
    """The items a rule picks, in the order they are reviewed, items drawn for an audit spread evenly among them.

    blind: the reason then names no score and no person, and doesn't tell the audit's items from the others.
    Returns columns `item_id, why` (a sentence for the screen), `because` (why people look at it: `rule`, `all` or
    `chosen`, and `audit` where the rule alone would not show it), `about` (the question that the reason is about, ""
    where it is about none, or would tell the audit's items from the others); an item stands once, for its most urgent
    reason.
    """
    items = study.items.index[_in_groups(study, rule)]
    drawn = items_drawn(study, rule.dimension)
    if rule.kind == "audit":
        found = _table(pd.Index(drawn)[pd.Index(drawn).isin(items)], DRAWN)
    else:
        found = _picked(study, rule, items, blind)
        found["because"] = rule.because
        more = [i for i in drawn if i in items] if rule.kind in MIXED and not rule.notes else []
        found = _mixed(found, _table(pd.Index(more)[~pd.Index(more).isin(found["item_id"])], DRAWN))
    return found.assign(why=TO_CHECK, about="") if blind and found["item_id"].isin(drawn).any() else found


def items_drawn(study: Study, dimension: str | None) -> list[str]:
    """Items drawn for the audit of a dimension, or of any that people judge, in the order drawn."""
    asked = [dimension] if dimension in study.dimensions else reviewable(study)
    drawn = [i for d in asked for audit in study.audits if audit.dimension == d for i in audit.items]
    return list(dict.fromkeys(drawn))


def _mixed(found: pd.DataFrame, audit: pd.DataFrame) -> pd.DataFrame:
    """Two queues as one, each in its own order and both at the same pace."""
    if not len(audit):
        return found
    both = pd.concat([found, audit], ignore_index=True)
    place = np.concatenate([(np.arange(len(f)) + 0.5) / max(len(f), 1) for f in (found, audit)])
    return both.iloc[np.argsort(place, kind="stable")].reset_index(drop=True)


def _picked(study: Study, rule: Rule, items: pd.Index, blind: bool) -> pd.DataFrame:
    if rule.notes:
        said = _with_notes(study, rule)
        items = items[items.isin(said.index)]
    if rule.kind == "chosen":
        wanted = items[items.isin(rule.items)]
        return _table(wanted, "You chose it", "chosen")
    if rule.kind == "all":
        found = _table(items, "Every item is in this queue", "all")
        if rule.notes and not blind:
            found["why"] = said.reindex(items).to_numpy()
        return found
    dimensions = [rule.dimension] if rule.dimension in study.dimensions else reviewable(study)
    pick = {
        "low": _low,
        "unscored": _unscored,
        "confidence": _confidence,
        "disagree": _disagree,
        "ai_human": _ai_human,
        "unreviewed": _unreviewed,
    }[rule.kind]
    parts = [
        pick(study, d, rule, blind).assign(about=_question(study, d, rule)) for d in dimensions if d is not None
    ] or [_found(np.empty(0, "int64"), 0.0, "").assign(about="")]
    found = pd.concat(parts, ignore_index=True)
    found = found[np.append(_mask(study, items), False)[found["place"]]]  # the last is for ratings of no item
    found = found.sort_values(["urgency", "place"], kind="stable").drop_duplicates("place")
    ids = pd.Series(study.items.index.take(found["place"]), dtype="str")
    return pd.DataFrame({"item_id": ids, **{c: found[c].reset_index(drop=True) for c in ("why", "about")}})


def _question(study: Study, dimension: str, rule: Rule) -> str:
    """What a reviewer is asked first: the dimension, or the answer of the AI that the rule looks at."""
    who = rule.rater or study.headline
    if not study.dimensions[dimension].judges or rule.kind not in OF_AI or not who:
        return dimension
    return of_answer(dimension, who)


def _table(items: pd.Index, why: str, because: str = "audit") -> pd.DataFrame:
    return pd.DataFrame({"item_id": pd.Series(items, dtype="str"), "why": why, "because": because, "about": ""})


def _places(study: Study, ids: Iterable[str]) -> np.ndarray:
    """Items by their places: `isin` of texts walks over all of them in Python."""
    return np.asarray(study.items.index.get_indexer(pd.Index(ids if isinstance(ids, pd.Index) else list(ids))))


def _mask(study: Study, ids: Iterable[str]) -> np.ndarray:
    """A boolean per item: whether it is one of these."""
    mask = np.zeros(len(study.items) + 1, dtype=bool)
    mask[_places(study, ids)] = True
    return mask[:-1]


def _in_groups(study: Study, rule: Rule) -> np.ndarray:
    keep = np.ones(len(study.items), dtype=bool)
    for column, values in rule.groups.items():
        if column in study.items:
            keep &= study.items[column].astype("str").isin(values).to_numpy()
    return keep


def _found(places: np.ndarray, urgency: np.ndarray | float, why: pd.Series | str) -> pd.DataFrame:
    """Rows of one dimension, items by their places; a lower urgency comes first: −1 not scored, 0 the worst possible,
    1 the best."""
    frame = pd.DataFrame({"place": places})
    frame["urgency"] = urgency
    frame["why"] = why if isinstance(why, str) else why.to_numpy()
    return frame


def headline_scores(study: Study, dimension: str, rater: str | None = None) -> pd.DataFrame:
    """The headline AI's (or `rater`'s) current rating of each item it scored, index `item_id`; empty without an AI."""
    return study.ratings.iloc[_of_headline(study, dimension, rater)].set_index("item_id")


def _of_headline(study: Study, dimension: str, rater: str | None = None) -> np.ndarray:
    """`headline_scores`, by their places in the ratings."""
    at = study.rated.get(dimension, np.empty(0, "int64"))
    at = newest(study, at[study.are("ai")[at]])
    names = study.raters["name"].tolist()
    who = rater
    if who is None and len(at):
        said = [names[c] for c in pd.unique(study.rater_codes[at])]
        who = study.headline if study.headline in said else said[0]
    return at[study.rater_codes[at] == names.index(who)] if who in names else at[:0]


def not_scored(study: Study, dimension: str, rater: str | None = None) -> pd.DataFrame:
    """Ratings of the headline AI (or `rater`) that say in their note why an item has no score, index `item_id`."""
    r = study.ratings
    own = r[study.are("ai") & r["value"].isna().to_numpy() & r["note"].notna().to_numpy()]
    own = own[own["dimension"] == dimension]
    who = rater or study.headline
    own = own[own["rater"] == who] if who else own
    return latest(own).drop_duplicates("item_id", keep="last").set_index("item_id")


def _with_notes(study: Study, rule: Rule) -> pd.Series:
    """What the AI said of each item that bears one of the rule's notes: "title: not found by model-a"."""
    own = _ratings_of(study, rule, rule.dimension)
    said = own["dimension"] + ": " + own["note"].astype("str") + " by " + own["rater"]
    return said.groupby(own["item_id"], sort=False).agg(_listed)


def _ratings_of(study: Study, rule: Rule, dimension: str | None) -> pd.DataFrame:
    """The AIs' current ratings that a rule looks at: its rater's if it names one, with its notes if it names any."""
    r = study.ratings
    own = r[(r["kind"] == "ai") & r["dimension"].isin(looked_at(study, dimension))]
    own = latest(own if rule.rater is None else own[own["rater"] == rule.rater])
    return own[own["note"].isin(rule.notes)] if rule.notes else own


def _about(study: Study, dimension: str, why: str) -> str:
    """The reason, named after its dimension where a study asks several: "Caption: the AI said 0 Incorrect"."""
    if len(reviewable(study)) == 1:
        return why
    return f"{study.dimensions[dimension].title or dimension}: {why[:1].lower()}{why[1:]}"


def _missing(study: Study, dimension: str, rule: Rule, known: np.ndarray) -> pd.DataFrame:
    """Items without a score, each with the reason that its AI gave for that, where it gave one. known: the places of
    those that have one."""
    open_ = study.dimensions[dimension].applies_to(study.items).to_numpy().copy()
    open_[known[known >= 0]] = False
    without = np.flatnonzero(open_)
    if not len(without):
        return _found(without, -1.0, "")
    said = not_scored(study, scored(study, dimension), rule.rater)["note"].reindex(study.items.index[without])
    words = {note: _about(study, dimension, note) for note in said.dropna().unique()}
    plain = _about(study, dimension, f"Not scored by {rule.rater or 'the AI'}")
    why = pd.Series([words.get(note, plain) for note in said], index=said.index, dtype="str")
    return _found(without, -1.0, why)


def _unscored(study: Study, dimension: str, rule: Rule, blind: bool) -> pd.DataFrame:
    return _missing(study, dimension, rule, study.places[_of_headline(study, scored(study, dimension), rule.rater)])


def _low(study: Study, dimension: str, rule: Rule, blind: bool) -> pd.DataFrame:
    scale = study.dimensions[scored(study, dimension)]
    limit = rule.threshold if rule.threshold is not None else middle(study, scored(study, dimension))
    limits = scale.range
    if limit is None or limits is None:
        return _found(np.empty(0, "int64"), 0.0, "")
    at = _of_headline(study, scored(study, dimension), rule.rater)
    places, scores = study.places[at], study.ratings[["value", "signal", "note"]].iloc[at]
    values = pd.to_numeric(scores["value"], errors="coerce")
    close = scores["note"].map(lambda note: str(note).startswith(CLOSE), na_action="ignore").eq(True)
    chosen = ((values <= limit) | close).to_numpy()
    low = scores[chosen]
    if blind:
        why: pd.Series | str = _about(study, dimension, "The AI may be wrong")
    else:
        who = rule.rater or "The AI"
        said = f"{who}’s answer:" if scale.judges else f"{who} said"
        words = {v: _about(study, dimension, f"{said} {scale.describe(v)}") for v in low["value"].unique()}
        why = low["value"].map(words).astype("str")
        why = why.where(~close[chosen], why + ": " + low["note"].astype("str"))
    # among equal scores the number before the cut decides, within the width of one step
    signal = low["signal"].rank(pct=True).fillna(1.0) * 1e-6
    urgency = (values[chosen] - limits[0]) / (limits[1] - limits[0] or 1) + signal
    return pd.concat([_missing(study, dimension, rule, places), _found(places[chosen], urgency.to_numpy(), why)])


def _confidence(study: Study, dimension: str, rule: Rule, blind: bool) -> pd.DataFrame:
    limit = 0.5 if rule.threshold is None else rule.threshold
    at = _of_headline(study, scored(study, dimension), rule.rater)
    places, confidence = study.places[at], study.ratings["confidence"].iloc[at]
    if confidence.isna().all() and "confidence" in study.items:
        places, confidence = np.arange(len(study.items)), pd.to_numeric(study.items["confidence"], errors="coerce")
        if confidence.max() > 1:  # percent
            confidence = confidence / 100
    doubted = (confidence < limit).to_numpy()
    low = confidence[doubted]
    why = (low * 100).map(f"Confidence {{:.0f}} %, below {limit * 100:.0f} %".format)
    return _found(places[doubted], low.to_numpy(), f"Confidence is below {limit * 100:.0f} %" if blind else why)


def _disagree(study: Study, dimension: str, rule: Rule, blind: bool) -> pd.DataFrame:
    r, scale = study.ratings, study.dimensions[dimension]
    decided = np.flatnonzero(study.are("decision"))
    decided = study.places[decided[r["dimension"].iloc[decided].eq(dimension)]]
    at = counted(study, dimension, "latest")
    at = at[study.are("human", "anonymous", "reviewer")[at] & (study.places[at] >= 0)]
    at = at[~np.isin(study.places[at], decided)]
    numbers, answers = numbered(study, dimension)
    place, answer = study.places[at], numbers[at].astype("int64")
    one = np.full(len(study.items), -1)
    one[place] = answer
    differ = np.zeros(len(study.items), dtype=bool)
    differ[place[answer != one[place]]] = True
    given, split = pd.Series(answers[pd.unique(answer)]), differ[place]
    at, place, answer = at[split], place[split], answer[split]
    apart = disagreement(scale, pd.DataFrame({"item_id": place, "value": answers[answer]}), given)
    items, urgency = apart.index.to_numpy(), 1 - apart.to_numpy()
    if blind:
        return _found(items, urgency, _about(study, dimension, "People differ"))
    # what is said of an item follows from who said what of it, and few items differ in that
    known = ~study.are("anonymous")[at]  # of the others only how many said what
    who = np.where(known, study.rater_codes[at] + 1, 0)
    told, item = _alike(who * len(answers) + answer, pd.Index(items).get_indexer(place), len(items))
    names, words = study.raters["name"].tolist(), [scale.describe(v) for v in answers]
    says = "’s answer: " if scale.judges else " said "
    prefix = f"{scale.title or dimension}: " if len(reviewable(study)) > 1 else ""
    sentences = []
    for one_of in told:
        own = [(int(c) // len(answers), words[int(c) % len(answers)]) for c in one_of]
        said = _listed([names[rater - 1] + says + word for rater, word in own if rater])
        hidden = [word for rater, word in own if not rater]
        sentences.append(prefix + (f"{_counted(pd.Series(hidden))}, {said}".strip(", ") if hidden else said))
    return _found(items, urgency, pd.Series(np.array(sentences, dtype=object)[item], dtype="str"))


def _alike(codes: np.ndarray, row: np.ndarray, n: int) -> tuple[list[np.ndarray], np.ndarray]:
    """The different sequences of codes that rows have, and which of them each row has. row: of each code; n: rows."""
    order = np.argsort(row, kind="stable")
    codes, sizes = codes[order], np.bincount(row, minlength=n)
    starts = np.cumsum(sizes) - sizes
    kind = np.zeros(n, "int64")
    for j in range(int(sizes.max(initial=0))):  # one after the other, so that numbers stay small
        more = sizes > j
        step = np.where(more, codes[np.where(more, starts + j, 0)] + 1, 0)
        kind = pd.factorize(kind * (int(codes.max()) + 2) + step)[0]
    first = pd.Series(kind).drop_duplicates().index.to_numpy()  # of each kind, in the order of their numbers
    return [codes[starts[i] : starts[i] + sizes[i]] for i in first], kind


def _counted(parts: pd.Series) -> str:
    return ", ".join(f"{n} said {label}" for label, n in parts.value_counts().items())


def _listed(parts: list[str]) -> str:
    shown = ", ".join(parts[:3])
    return shown if len(parts) <= 3 else f"{shown} and {len(parts) - 3} more"


def _ai_human(study: Study, dimension: str, rule: Rule, blind: bool) -> pd.DataFrame:
    ai = headline_scores(study, dimension, rule.rater)["value"]
    final = resolve(study, dimension).set_index("item_id")
    people = final.loc[final["source"].isin(PEOPLE), "value"]
    both = pd.DataFrame({"ai": ai, "people": people}).dropna()
    both = both[both["ai"] != both["people"]]
    if blind:
        return _found(_places(study, both.index), 0.0, _about(study, dimension, "The AI and people differ"))
    scale = study.dimensions[dimension]
    prefix = f"{scale.title or dimension}: the AI said " if len(reviewable(study)) > 1 else "The AI said "
    why = prefix + both["ai"].map(scale.describe) + ", people " + both["people"].map(scale.describe)
    limits = scale.range
    urgency: np.ndarray | float = 0.0
    if limits is not None and len(both):
        gap = (both["ai"].astype(float) - both["people"].astype(float)).abs()
        urgency = (1 - gap / (limits[1] - limits[0] or 1)).to_numpy()
    return _found(_places(study, both.index), urgency, why)


def _unreviewed(study: Study, dimension: str, rule: Rule, blind: bool) -> pd.DataFrame:
    applies = study.dimensions[dimension].applies_to(study.items).to_numpy()
    places = np.flatnonzero(applies & ~_mask(study, settled(study, dimension)))
    worst = _worst_scores(study, dimension, rule)
    words = "Nobody has reviewed it yet"
    if worst is None:
        return _found(places, 0.0, words)
    low = worst.reindex(study.items.index[places])
    said = words + "; lowest: " + low["dimension"] + " " + low["value"].map("{:.2f}".format) + " by " + low["rater"]
    why: pd.Series | str = words if blind else said.where(low["value"].notna(), words)
    return _found(places, low["value"].fillna(1.0).to_numpy(), why)


def _worst_scores(study: Study, dimension: str, rule: Rule) -> pd.DataFrame | None:
    """Each item's lowest score, 0–1, among those a question is about, where it is not scored itself; else None.

    Columns `dimension, rater, value`, index `item_id`.
    """
    limits = study.dimensions[scored(study, dimension)].range
    if scored(study, dimension) == dimension or limits != (0.0, 1.0):
        return None
    own = _ratings_of(study, rule, dimension)
    own = own.loc[own["value"].notna(), ["item_id", "dimension", "rater", "value"]]
    own = own.assign(value=own["value"].astype("float64"))
    best = own.groupby("rater")["value"].transform("max")
    own = own if (best == 0).all() else own[best > 0]  # a model that gave nothing anywhere says nothing of an item
    own = own.sort_values("value", kind="stable")
    return own.drop_duplicates("item_id").set_index("item_id")
