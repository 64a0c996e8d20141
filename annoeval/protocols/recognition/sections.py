"""Recognition's own questions as sections of the pages: sentence, plot, table."""

from __future__ import annotations

from collections.abc import Iterator

from annoeval.protocols.protocol import Section
from annoeval.protocols.recognition.results import (
    agreement_on_correctness,
    annotators,
    difficulty,
    kinds_of_error,
    model_comparison,
)
from annoeval.protocols.recognition.variants import JUDGED, disagreements, proposals
from annoeval.study import Study
from annoeval.words import count, interval, missing, number, percent

KAPPAS = {"fleiss_kappa": "Fleiss'", "cohen_kappa": "Cohen's"}  # of two annotators there is only the second


def recognition_sections(study: Study) -> Iterator[Section]:
    """The questions that this study can answer, in order."""
    if not len(study.ratings):
        return
    yield from _people(study)
    yield from _images(study)
    yield from _rule(study)
    yield from _correctness(study)
    yield from _model(study)


def _people(study: Study) -> Iterator[Section]:
    found = annotators(study)
    timed = found.dropna(subset="median_seconds")
    checked = int(found["checked"].sum())
    if timed.empty and not found["unrecognizable"].any() and not checked:
        return
    said = []
    if checked:
        said.append(
            f"Reviewers checked **{checked:,}** of {count(int(found['n'].sum()), 'answer')}; their scores count."
        )
    if len(timed):
        slow, fast = timed["median_seconds"].max(), timed["median_seconds"].min()
        said.append(f"An answer took **{fast:.0f}–{slow:.0f} seconds** (medians of {count(len(timed), 'rater')}).")
    if found["unrecognizable"].any():
        said.append(f"{count(int(found['unrecognizable'].sum()), 'answer')} said that nothing is to be recognised.")
    yield Section("scores", "How did annotators work?", " ".join(said), "annotators")


def _images(study: Study) -> Iterator[Section]:
    found = difficulty(study)
    if not len(found) or found["n"].max() < 2:
        return
    nobody, everyone = int((found["share"] == 0).sum()), int((found["share"] == 1).sum())
    said = f"Of {count(len(found), 'image')}, **{nobody}** were recognised by nobody and **{everyone}** by everyone."
    yield Section("scores", "Which images are hard?", said, "difficulty")


def _rule(study: Study) -> Iterator[Section]:
    if JUDGED not in study.dimensions:
        return
    apart, near = disagreements(study), proposals(study)
    said = (
        f"The rule (same canonical form, or a known variant) and people judge **{count(len(apart), 'answer')}** "
        f"differently; {count(len(near), 'form')} of answers come near their target and can be accepted as variants."
    )
    yield Section("scores", "Does the rule see what people see?", said, "rule_against_people")


def _model(study: Study) -> Iterator[Section]:
    rows = model_comparison(study)
    if not len(rows):
        return
    said = []
    for r in rows.itertuples():
        if not r.n:
            said.append(f"{r.model} can't be compared with people: {r.reason}.")
            continue
        low, high = 100 * r.agreement_low, 100 * r.agreement_high
        kappa = "–" if missing(r.kappa) else f"{number(r.kappa)}, {interval(r.kappa_low, r.kappa_high)}"
        said.append(
            f"People's majority and {r.model} agree on **{percent(r.agreement)}** of {count(r.n, 'image')} "
            f"(95 % CI {low:.0f}–{high:.0f} %; κ {kappa}): only people have {r.people_only} right, only {r.model} "
            f"{r.model_only}, neither {r.both_wrong}."
        )
    yield Section("agreement", "Do people and the model recognise the same?", " ".join(said), "model_comparison")
    errors = kinds_of_error(study)
    if len(errors):
        counted = errors["kind"].value_counts()
        told = "; ".join(f"{n} {kind}" for kind, n in counted.items())
        yield Section("agreement", "Where they err", f"{count(len(errors), 'image')}: {told}.", "errors")


def _correctness(study: Study) -> Iterator[Section]:
    """Where only the rule says who was right: people's judgements have the page's own coefficients."""
    rows = agreement_on_correctness(study)
    if JUDGED in study.dimensions or not len(rows):
        return
    r = rows[rows["coefficient"].isin(KAPPAS)].iloc[0]
    limits = "" if missing(r["low"]) else f" {interval(r['low'], r['high'])}"
    value = f"–, {r['reason']}" if missing(r["value"]) else f"**{number(r['value'])}**{limits}"
    of, by = count(int(r["n_items"]), "image"), KAPPAS[r["coefficient"]]
    said = f"On what the rule finds right, annotators agree with {by} κ {value} ({of})."
    yield Section("agreement", "Do annotators recognise the same?", said, "agreement_on_correctness")
