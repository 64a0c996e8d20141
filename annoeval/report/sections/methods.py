"""How the figures came about, as a methods section says it, with the references that it cites."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from annoeval import __version__
from annoeval.answers import comparison as differences
from annoeval.answers import confidence as certainty
from annoeval.answers.agreement import told
from annoeval.answers.scores import in_methods
from annoeval.evaluation.current import with_confidence
from annoeval.evaluation.design import design
from annoeval.evaluation.explain import recommended
from annoeval.evaluation.methods import methods as of_agreement
from annoeval.evaluation.raters import rated_by_two
from annoeval.report.content import Heading, Part, Text
from annoeval.report.material import Material
from annoeval.report.sections.agreement import coefficients, first_set
from annoeval.report.sections.comparison import ADJUSTED, compared
from annoeval.report.sections.confidence import correlations, figures, rater_of
from annoeval.statistics.references import REFERENCES
from annoeval.words import noun

NOUNS = {"rater": "rater", "dimension": "question"}
# what a method is called in a result table → who defined it
SOURCES = {
    "Wilson": "wilson1927", "BCa": "efron1987", "jackknife": "miller1974", "Clopper": "clopper1934",
    "welch": "welch1947", "welch_anova": "welch1951", "mann_whitney": "mann1947", "mcnemar": "mcnemar1947",
    "stuart_maxwell": "stuart1955", "friedman": "friedman1937", "cochran_q": "cochran1950",
    "kruskal_wallis": "kruskal1952", "hotelling": "hotelling1931", "hedges_g": "hedges1981",
}  # fmt: skip


def methods(m: Material) -> Iterator[Part]:
    """A paragraph a dimension, one on the comparisons, and the references."""
    cited: dict[str, None] = {}
    for dimension in m.scored:
        said = " ".join(_of(m, dimension, cited))
        yield Heading(m.name(dimension))
        yield Text(f"{said} {design(m.study, dimension, m.asked.cluster, __version__)}")
    tested = list(_comparisons(m, cited))
    if tested:
        yield Heading("Comparisons")
        yield Text(" ".join(dict.fromkeys(tested)))
    words = m.asked.filter.words
    yield Heading("Data and software")
    carried = dict(m.carried)
    yield Text(
        f"{carried['filter']}. Seeds of random steps: {carried['seed']}. Computed with annoeval {carried['annoeval']}; "
        f"the digest of the data is {carried['data']}."
    )
    if words:
        yield Text(f"Only items and raters that pass the filter enter any figure: {words}.")
    if cited:
        yield Heading("References")
        yield Text("\n\n".join(sorted(REFERENCES[key].printed for key in cited)))


def cited(m: Material) -> list[str]:
    """The keys of all references that the methods section cites."""
    found: dict[str, None] = {}
    for dimension in m.scored:
        list(_of(m, dimension, found))
    list(_comparisons(m, found))
    return list(found)


def _of(m: Material, dimension: str, found: dict[str, None]) -> Iterator[str]:
    numeric = m.scale(dimension).numeric
    rows = m.result("scores" if numeric else "labels", dimension=dimension, cluster=m.asked.cluster)
    if len(rows):
        yield in_methods(rows)
        _cite(found, rows["method"] if "method" in rows else pd.Series(["Wilson"]))
    if dimension in rated_by_two(m.study):
        raters = first_set(m, dimension)
        best = recommended(told(coefficients(m, dimension, raters)))
        if best is not None:
            said, keys = of_agreement(m.study, dimension, raters, best)
            found |= dict.fromkeys(keys)
            yield said
    if dimension in with_confidence(m.study):
        rater = rater_of(m, dimension)
        related = correlations(m, dimension, rater)
        borne = figures(m, dimension, rater)
        if borne["value"].notna().any():
            found |= dict.fromkeys(("naeini2015", "brier1950"))
        if said := certainty.in_methods(related[related["by"] == ""], borne):
            yield said


def _comparisons(m: Material, found: dict[str, None]) -> Iterator[str]:
    for what, _, _, rows in compared(m):
        best = rows[rows["recommended"]]
        _cite(found, best["test"], best["effect_name"], best["method"])
        if rows["p_adjusted"].notna().any():
            found["holm1979"] = None
        sides = {"a": f"One {NOUNS.get(what) or f'value of {noun(what)}'}", "b": "another", "method": ""}
        for _, row in best[best["b"] != ""].drop_duplicates(["test", "effect_name"]).iterrows():
            yield differences.in_methods(pd.Series({**row, **sides}), ADJUSTED)


def _cite(found: dict[str, None], *columns: pd.Series) -> None:
    for word in dict.fromkeys(str(w) for column in columns for w in column.dropna()):
        found |= {key: None for name, key in SOURCES.items() if word == name or (name in word and name[0].isupper())}
        if word.startswith("mcnemar"):
            found[SOURCES["mcnemar"]] = None
