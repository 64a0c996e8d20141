"""Table `domains`: how right captions, descriptions and tables are in each domain, by people, the AI, and resolved."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any, Literal

import numpy as np
import pandas as pd

from annoeval.conclusions import resolve
from annoeval.protocols.protocol import Bar, Section
from annoeval.rating_table import PEOPLE
from annoeval.statistics.clustered import FEWEST
from annoeval.statistics.means import mean_interval
from annoeval.study import Study
from annoeval.words import count, interval, percent

COLUMNS = [
    "domain",
    "source",
    "what",
    "figures",
    "tables",
    "items",
    "n",
    "mean",
    "low",
    "high",
    "share",
    "share_low",
    "share_high",
    "method",
    "reason",
]
PARTS = ("caption", "vlm", "table")
NAMED = {"caption": "caption", "vlm": "description", "table": "table"}
MOST = 2.0  # the rubric's best score
ALL = "All"
MIXED = "people's values and unchecked ones of the AI stand together, so there is no interval"


def domains(study: Study) -> pd.DataFrame:
    """One row for each domain (and all), source and question, and one for the multimodal accuracy, `what` = `accuracy`.

    source: `people` (what annotators, reviewers and the team say), `ai` (the headline scorer), `resolved`. figures,
    tables: how many there are; items: those that the question applies to; n: those that have a value. share: of the
    best score, with its limits. accuracy: the mean of the shares of the questions that apply in the domain, in equal
    parts; its interval is t's, with the standard error of a sum of means that share items (linearised, Cochran 1977,
    Sampling Techniques, 3rd ed., p. 66).
    """
    values = {source: found for source, found in _values(study).items() if len(found)}
    if len(values) < 3:  # resolved is then what the one source says
        values.pop("resolved", None)
    rows = [
        row
        for domain, items in _domains(study)
        for source, found in values.items()
        for row in _rows(study, domain, items, source, found[found["item_id"].isin(items.index)])
    ]
    return pd.DataFrame(rows, columns=COLUMNS)


def domain_section(study: Study) -> list[Section]:
    """The multimodal accuracy of each domain, for the page Scores."""
    table = domains(study)
    rows = table[table["what"] == "accuracy"]
    source = next((s for s in ("resolved", "people", "ai") if rows["source"].eq(s).any()), None)
    total = rows[rows["domain"] == ALL].set_index("source")
    if source is None:
        return []
    known = total[total["share"].notna()]
    said = "; ".join(f"{_by(s)} **{percent(row.share)}**{_limits(row)}" for s, row in known.iterrows())
    if not said:
        said = f"there is no accuracy, since {total.loc[source, 'reason']}"
    own = rows[rows["source"] == source]
    without = [f"{r.domain} has none: {r.reason}" for r in own.itertuples() if pd.isna(r.share) and r.domain != ALL]
    bars = tuple(
        Bar(
            r.domain,
            _maybe(r.share),
            _maybe(r.share_low),
            _maybe(r.share_high),
            (percent(r.share), _hundreds(r), str(r.figures), str(r.tables), str(r.n)),
        )
        for r in own.itertuples()
    )
    parts = "the caption's, the description's and the table's share of the best score, in equal parts"
    shown = f"; the plot shows it {_by(source)}" if len(known) else ""
    return [
        Section(
            "scores",
            "Multimodal accuracy by domain",
            " ".join([f"{said[0].upper()}{said[1:]}. It is made of {parts}{shown}.", *(f"{w}." for w in without)]),
            "domains",
            bars,
            ("Accuracy", "95 % CI, %", "Figures", "Tables", "Scores"),
            role=ROLES[source],
        )
    ]


ROLES: dict[str, Literal["ai", "human", "ink"]] = {"people": "human", "ai": "ai", "resolved": "ink"}


def _hundreds(row: Any) -> str:
    return interval(100 * row.share_low, 100 * row.share_high, 0)


def _by(source: Any) -> str:
    return {"people": "by people", "ai": "by the AI"}.get(str(source), "as resolved")


def _limits(row: Any) -> str:
    return "" if pd.isna(row.share_low) else f" (95 % CI {_hundreds(row)} %; {count(int(row.n), 'score')})"


def _maybe(value: float) -> float | None:
    return None if pd.isna(value) else float(value)


def _domains(study: Study) -> Iterator[tuple[str, pd.DataFrame]]:
    yield ALL, study.items
    if "domain" in study.items and study.items["domain"].nunique() > 1:
        yield from ((str(name), items) for name, items in study.items.groupby("domain", sort=True))


def _values(study: Study) -> dict[str, pd.DataFrame]:
    """By source each item's value: item_id, dimension, value, source."""
    ratings = study.ratings
    ai = study.headline if study.headline in study.of_kind("ai") else next(iter(study.of_kind("ai")), None)
    kinds = ratings["kind"]
    of = {"people": kinds != "ai", "ai": (kinds == "ai") & (ratings["rater"] == ai), "resolved": kinds.notna()}
    found = {}
    for source, mine in of.items():
        final = resolve(study if source == "resolved" else study.replace_ratings(ratings[mine]))
        found[source] = final[final["value"].notna() & final["dimension"].isin(PARTS)]
    return found


def _rows(study: Study, domain: str, items: pd.DataFrame, source: str, found: pd.DataFrame) -> Iterator[dict[str, Any]]:
    applies = {d: items.index.intersection(study.applicable(d)) for d in PARTS if d in study.dimensions}
    figures = len(applies.get("caption", ()))
    about = {"domain": domain, "source": source, "figures": figures, "tables": len(applies.get("table", ()))}
    mixed = bool(found["source"].isin(PEOPLE).any() and found["source"].eq("ai").any())
    held: dict[str, pd.Series] = {}
    for what, ids in applies.items():
        own = found[found["dimension"] == what].set_index("item_id")["value"].astype("float64")
        held[what] = own
        limits = mean_interval(own.to_numpy(), bounds=(0.0, MOST)) if len(own) and not mixed else None
        low, high = (limits.low, limits.high) if limits else (None, None)
        none = "there are none here" if not len(ids) else "none has a value" if not len(own) else MIXED if mixed else ""
        mean = float(own.mean()) if len(own) else None
        yield about | {
            "what": what,
            "items": len(ids),
            "n": len(own),
            "mean": mean,
            "low": low,
            "high": high,
            "share": _over(mean),
            "share_low": _over(low),
            "share_high": _over(high),
            "method": limits.method if limits else "",
            "reason": none or (limits.reason if limits else ""),
        }
    yield about | _accuracy({d: held[d] for d, ids in applies.items() if len(ids)}, mixed) | {"items": len(items)}


def _over(value: float | None) -> float | None:
    return None if value is None or pd.isna(value) else value / MOST


def _accuracy(held: dict[str, pd.Series], mixed: bool) -> dict[str, Any]:
    """The mean of the questions' shares. held: each question's values by item, of those that apply in the domain."""
    n = sum(map(len, held.values()))
    lacking = [d for d, own in held.items() if own.empty]
    if lacking or not held:
        why = f"no {' and no '.join(NAMED[d] for d in lacking)} has a score" if lacking else "there are no items"
        return {"what": "accuracy", "n": n, "reason": why}
    part = 1 / len(held)
    share = sum(part * float(own.mean()) / MOST for own in held.values())
    pull = pd.concat([part * (own - own.mean()) / MOST / len(own) for own in held.values()]).groupby(level=0).sum()
    named = {"what": "accuracy", "n": n, "share": share, "method": f"equal parts of {', '.join(held)}", "reason": ""}
    k = len(pull)
    se = sqrt(k / (k - 1) * float(np.square(pull).sum())) if k > 1 else 0.0
    if mixed or k < FEWEST or se == 0:
        why = MIXED if mixed else "too few items for an interval" if k < FEWEST else "all values are equal"
        return named | {"reason": why}
    from scipy.special import stdtrit

    half = float(stdtrit(k - 1, 0.975)) * se
    return named | {"share_low": max(share - half, 0.0), "share_high": min(share + half, 1.0)}
