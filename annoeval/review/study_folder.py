"""A recognition study as a folder that anyone can check: what was done, the files, and the lines that recompute it."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import PurePosixPath

from annoeval.answers.blocks import as_latex, as_markdown
from annoeval.answers.results_section import results_section
from annoeval.evaluation import evaluate
from annoeval.export import to_csv
from annoeval.protocols import protocol_of
from annoeval.protocols.recognition.results import judged_by
from annoeval.protocols.recognition.variants import BY_RULE, built_in
from annoeval.review.annotators import annotators_of
from annoeval.review.design import design_of, pictured
from annoeval.review.pictures import all_pictures, picture
from annoeval.review.sampling import FILE, listed
from annoeval.review.store import Store
from annoeval.study import Study
from annoeval.words import count

TABLES = (
    *("agreement_on_correctness", "agreement", "scores", "annotators", "difficulty"),
    *("model_comparison", "errors"),
)
ANALYSIS = '''\
"""Recomputes results/ from the answers: pip install annoeval, then python analysis.py"""
import json
from pathlib import Path
import annoeval
here = Path(__file__).parent
variants = json.loads((here / "idiom_variants.json").read_text("utf-8"))
files = [here / "annotations_raw.csv", here / "annotations_summary.csv"]
results = annoeval.evaluate(annoeval.load(*files, protocol="recognition", options={{"variants": variants}}))
for name in {tables}:
    results[name].to_csv(here / "results" / f"{{name}}.csv", index=False)
'''


def study_folder(store: Store, id: str) -> bytes:
    """The folder as a ZIP archive; the same study gives the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, data in _files(store, id):
            kind = zipfile.ZIP_STORED if name.startswith("images/") else zipfile.ZIP_DEFLATED
            packed.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data, kind)
    return out.getvalue()


def section_of(study: Study, form: str) -> str:
    """The results section of a study as `markdown` or `latex`."""
    blocks = results_section(evaluate(study), judged_by(study))
    return as_latex(blocks) if form == "latex" else as_markdown(blocks)


def _files(store: Store, id: str) -> Iterator[tuple[str, bytes]]:
    study = store.study(id)
    results = evaluate(study)
    yield "README.md", _readme(store, id, study).encode()
    yield "analysis.py", ANALYSIS.format(tables=list(TABLES)).encode()
    yield FILE, to_csv(listed(study.items), mark=False)
    yield "idiom_variants.json", json.dumps(_variants(study), ensure_ascii=False, indent=1).encode()
    raw = protocol_of(study).published(study)
    if judged_by(study) == BY_RULE:  # under its usual name it would be read as what people judged
        raw = raw.rename(columns={"is_correct": "is_correct_by_rule"})
    yield "annotations_raw.csv", to_csv(raw, mark=False)
    yield "annotations_summary.csv", to_csv(results["annotations_summary"], mark=False)
    for name in TABLES:
        yield f"results/{name}.csv", to_csv(results[name], mark=False)
    yield "results/results.md", section_of(study, "markdown").encode()
    yield "results/results.tex", section_of(study, "latex").encode()
    for item, names in all_pictures(store, id).items():
        data = picture(store, id, names[-1])
        if data:
            yield f"images/{item}{PurePosixPath(names[-1]).suffix.lower()}", data


def _variants(study: Study) -> dict[str, list[str]]:
    """Every form that counts as its target: built-in ones, those given, those people accepted."""
    judged = study.options.get("judged_forms") or {}
    accepted = {target: [f for f, counts in forms.items() if counts] for target, forms in judged.items()}
    out: dict[str, list[str]] = {}
    for some in (built_in(), study.options.get("variants") or {}, accepted):
        for target, forms in some.items():
            out.setdefault(target, []).extend(f for f in forms if f not in out.get(target, ()))
    return {target: forms for target, forms in out.items() if forms}


def _readme(store: Store, id: str, study: Study) -> str:
    """The protocol as it was followed, from what the study and its design say; nothing is claimed beyond them."""
    design, people = design_of(store, id), annotators_of(store, id)
    drawn = study.options.get("sample")
    lines = [f"# {study.name}", "", "## Sample", "", f"{count(len(study.items), 'image')}, listed in `{FILE}`."]
    if drawn:
        lines.append(
            f"Drawn from {drawn['of']} by `random.seed({drawn['seed']}); "
            f"sorted(random.sample(range({drawn['of']}), {drawn['n']}))`."
        )
    if design:
        gone = sum(a.withdrawn is not None for a in people)
        agreed = sum(a.consented is not None for a in people)
        practised = list(pictured(store, id, design.practice))
        who = "everyone" if design.raters_per_item is None else f"{design.raters_per_item} of {design.seats} annotators"
        lines += [
            "",
            "## Annotation",
            "",
            f"{count(agreed, 'annotator')} agreed to take part; {gone} withdrew, and their answers are in no file. "
            f"Each image was shown to {who}, in an order of each annotator's own (sha256 of seed {design.seed}, "
            "annotator and id). Neither the target, a model's answer nor another annotator's was shown.",
            "",
            f"Practice: {', '.join(practised) or 'none'}. Hidden items with known answers: "
            f"{len(pictured(store, id, design.hidden))}, kept out of all results.",
            "",
            f"Question: {design.question}",
            "",
            "Instructions:",
            "",
            *(f"> {line}" for line in design.instructions.splitlines()),
            "",
            "Consent:",
            "",
            *(f"> {line}" for line in design.consent.splitlines()),
        ]
    judged = "by the published rule" if judged_by(study) == BY_RULE else "by people (`is_correct`)"
    lines += [
        "",
        "## Judging",
        "",
        f"Answers were judged {judged}: lower case, articles, punctuation and white space aside, an answer is right "
        "where it is the target or one of its forms in `idiom_variants.json`."
        if judged.startswith("by the")
        else f"Answers were judged {judged}.",
        "",
        "## Files",
        "",
        "`annotations_raw.csv`: a row an answer. `annotations_summary.csv`: a row an image. `results/`: the tables, "
        "and the results section. `analysis.py` recomputes them; seconds there are those between two answers, where "
        "results/ has them as measured in the browser. `images/`: what was shown.",
        "",
    ]
    return "\n".join(lines)
