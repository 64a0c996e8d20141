"""Whether raters give the same answers, how sure that is, and where they part."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from annoeval.answers.agreement import by_group, how_alike, nearer, told, who
from annoeval.answers.circular import how_circular
from annoeval.answers.classes import how_much_found, in_short, truth_and_ai
from annoeval.answers.dirty import with_dirt
from annoeval.answers.scores import rater_name
from annoeval.charts.classes import MEASURES, shares_of_labels
from annoeval.charts.matrix import label_by_label, most_confused, rater_by_rater
from annoeval.evaluation.circular import circular
from annoeval.evaluation.explain import used
from annoeval.evaluation.raters import UNKNOWN, rated_by_two, rater_sets
from annoeval.report.columns import table, yes_no
from annoeval.report.content import Heading, Part, Plot, Table, Text, file_name
from annoeval.report.material import Material
from annoeval.report.sections.own import own
from annoeval.statistics.agreement.registry import named
from annoeval.words import title

MOST_LABELS = 10  # of a matrix
MOST_GROUPS = 30


def agreement(m: Material) -> Iterator[Part]:
    """Every dimension that two raters judged; then the questions that only this study asks of agreement."""
    for dimension in m.chosen(rated_by_two(m.study)):
        yield Heading(m.name(dimension))
        yield Text(sentence(m, dimension), "answer")
        for name, raters in rater_sets(m.study, dimension).items():
            yield _coefficients(m, dimension, name, tuple(raters))
        yield from _pairs(m, dimension)
        yield from _groups(m, dimension)
    yield from own(m, "agreement")


def first_set(m: Material, dimension: str) -> tuple[str, ...]:
    """The raters that the answer is about."""
    return tuple(next(iter(rater_sets(m.study, dimension).values())))


def coefficients(m: Material, dimension: str, raters: tuple[str, ...]) -> pd.DataFrame:
    """The overall coefficients of a set of raters."""
    return m.result("agreement", dimension=dimension, raters=raters, by=(), cluster=m.asked.cluster)


def pairs(m: Material, dimension: str) -> pd.DataFrame:
    """Every two raters whose names are known."""
    found = m.result("pairs", dimension=dimension, cluster=m.asked.cluster)
    return found[found["reason"] != UNKNOWN]


def sentence(m: Material, dimension: str) -> str:
    """The answer of the page Agreement."""
    scale, raters, known = m.scale(dimension), first_set(m, dimension), pairs(m, dimension)
    weights = "quadratic" if "quadratic" in set(known["weights"]) else "none"
    parts = [
        how_alike(dimension, scale, coefficients(m, dimension, raters), who(raters, m.kinds)),
        nearer(known[known["weights"] == weights], raters, m.kinds),
    ]
    against = truth_and_ai(known, m.kinds)
    if against:
        parts.append(in_short(m.result("classes", dimension=dimension, raters=against, cluster=m.asked.cluster), scale))
    ai = m.study.of_kind("ai")
    parts.append(how_circular(circular(m.study, dimension, (*raters, *ai)), m.study.dimensions))
    return with_dirt(" ".join(p for p in parts if p), m.study, dimension)


def _coefficients(m: Material, dimension: str, of: str, raters: tuple[str, ...]) -> Table:
    own = told(coefficients(m, dimension, raters)).sort_values("recommended", ascending=False, kind="stable")
    shown = own.assign(coefficient=[named(c).title for c in own["coefficient"]], recommended=yes_no(own["recommended"]))
    return table(
        file_name("agreement", dimension, of),
        f"{m.name(dimension)}: coefficients, {of}",
        shown,
        hide=("dimension", "by", "group", "raters", "se"),
        note=f"Of {who(raters, m.kinds)}. {used(m.study, dimension, raters).sentence}",
    )


def _pairs(m: Material, dimension: str) -> Iterator[Part]:
    known, name = pairs(m, dimension), m.name(dimension)
    if known.empty:
        yield Text(f"There is no table of who agrees with whom: {UNKNOWN}.", "quiet")
        return
    weights = next(w for w in ("quadratic", *known["weights"]) if w in set(known["weights"]))
    figure = rater_by_rater(known[known["weights"] == weights])
    yield Plot(file_name("pairs", dimension), f"{name}: rater by rater", figure)
    yield table(
        file_name("pairs", dimension),
        f"{name}: every two raters",
        known.assign(rater_a=known["rater_a"].map(rater_name), rater_b=known["rater_b"].map(rater_name)),
        {"rater_a": "Rater", "rater_b": "Rater", "kappa_max": "Highest κ", "open": "Tied"},
        hide=("dimension",),
    )
    first = known[["rater_a", "rater_b"]].iloc[0]
    two = truth_and_ai(known, m.kinds) or (str(first["rater_a"]), str(first["rater_b"]))
    yield from _labels(m, dimension, two)


def _labels(m: Material, dimension: str, two: tuple[str, str]) -> Iterator[Part]:
    """What two raters confuse, and how much of each label one finds of the other's."""
    scale, name, between = m.scale(dimension), m.name(dimension), " and ".join(map(rater_name, two))
    confusion = m.result("confusion", dimension=dimension, raters=two)
    if confusion.empty:
        return
    shown, _ = most_confused(confusion, MOST_LABELS)
    yield Plot(file_name("confusion", dimension, *two), f"{name}: labels of {between}", label_by_label(shown, scale))
    wide = confusion.assign(
        label_rows=confusion["label_rows"].map(scale.describe),
        label_columns=confusion["label_columns"].map(scale.describe),
    )
    yield table(
        file_name("confusion", dimension, *two),
        f"{name}: labels of {between}",
        wide[wide["n"] > 0],
        {"label_rows": f"{rater_name(two[0])} said", "label_columns": f"{rater_name(two[1])} said"},
        hide=("dimension", "rater_rows", "rater_columns"),
    )
    shares = m.result("classes", dimension=dimension, raters=two, cluster=m.asked.cluster)
    if shares.empty:
        return
    yield Text(how_much_found(shares, scale))
    keys = (*((role, words) for _, _, role, words in MEASURES), ("line", "95 % interval"))
    about = f"{name}: what {rater_name(str(shares['rater'].iloc[0]))} finds of each label"
    yield Plot(file_name("classes", dimension, *two), about, shares_of_labels(shares, scale), keys)
    yield table(
        file_name("classes", dimension, *two),
        about,
        shares.assign(label=shares["label"].map(scale.describe)),
        {"n_truth": f"{rater_name(two[0])} said", "n_said": f"{rater_name(two[1])} said", "open": "Tied"},
        hide=("dimension", "truth", "rater", "n"),
    )


def _groups(m: Material, dimension: str) -> Iterator[Part]:
    by = tuple(g for g in m.study.groups if g in m.study.items and 1 < m.study.items[g].nunique() <= MOST_GROUPS)
    if not by:
        return
    raters = first_set(m, dimension)
    found = m.result("agreement", dimension=dimension, raters=raters, by=by, cluster=m.asked.cluster)
    groups = by_group(found[found["by"] != ""])
    if len(groups):
        yield table(
            file_name("agreement", dimension, "groups"),
            f"{m.name(dimension)}: agreement by group",
            groups.assign(by=groups["by"].map(title)),
            {"by": "By", "note": "Note"},
            note=f"Of {who(raters, m.kinds)}. Groups are small: look at the intervals before comparing two of them.",
        )
