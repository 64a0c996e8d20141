"""A report in every form with the data that it rests on, as one ZIP that `annoeval verify` recomputes."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from annoeval import __version__
from annoeval.answers.blocks import Block, as_markdown
from annoeval.charts.colour import paint
from annoeval.charts.legend import with_key
from annoeval.evaluation import as_plain
from annoeval.export import to_csv
from annoeval.opening import reopened
from annoeval.problem import AnnoevalError
from annoeval.reading.study_file import History, read_study, write_study
from annoeval.report.build import report
from annoeval.report.content import Report
from annoeval.report.material import Material
from annoeval.report.page import as_html
from annoeval.report.sections.methods import cited
from annoeval.report.texts import latex, markdown, references
from annoeval.report.workbook import as_workbook

MANIFEST = "manifest.json"
STUDY = "data/study.zip"
REVIEWED = "data/review.json"
LEDGER = "data/ledger.json"
VERSION = 1
README = """\
A report made by annoeval {version}.

- `report.html`: sentences, plots and tables, for any browser; it needs no network and prints as PDF
- `report.xlsx`, `report.md`, `report.tex`: its tables; `references.bib`: what it cites
- `tables/`: every table at full precision; `plots/`: every plot as a Plotly figure
- `data/files/`: the files as they were read; `data/study.zip`: the study with all decisions, to be opened in annoeval
- `data/ledger.json`, `data/review.json`: who decided what and when; minutes of meetings and items left out
- `manifest.json`: what was asked for, and the sha256 of every file

`python -m annoeval verify report.zip` recomputes every number from the data and names any that differs.
"""


@dataclass(frozen=True)
class Enclosed:
    """What a study was made of. files: as they were read. options: as they were read with. ledger: the rows of the
    history of its review, by table."""

    files: Sequence[tuple[str, bytes]] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    ledger: History = field(default_factory=dict)


def as_archive(material: Material, enclosed: Enclosed) -> bytes:
    """The archive; the same study and the same day give the same bytes."""
    made = dict(members(material, report(material)))
    study = write_study(replace(material.whole, digest=""))
    read = read_study(study, STUDY).study
    assert read is not None
    data = {
        STUDY: study,
        REVIEWED: _json(material.reviewed.plain()),
        LEDGER: _json(dict(enclosed.ledger)),
        **{_place(n, name): content for n, (name, content) in enumerate(enclosed.files, 1)},
    }
    manifest = {
        "annoeval": __version__,
        "format": VERSION,
        "name": material.whole.name,
        "made": material.made,
        "asked": material.asked.plain(),
        "digest": material.whole.digest,
        "content": read.digest,
        "read": _read(enclosed),
        "files": {path: hashlib.sha256(content).hexdigest() for path, content in {**made, **data}.items()},
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for path, content in {MANIFEST: _json(manifest), **made, **data}.items():
            packed.writestr(zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def members(material: Material, made: Report) -> Iterator[tuple[str, bytes]]:
    """The files of a report that are made from its data: path and content."""
    title = as_markdown([Block(made.title)], 1)
    yield "README.md", f"{title}\n{README.format(version=__version__)}".encode("utf-8", "replace")
    yield "report.html", as_html(made).encode("utf-8", "replace")
    yield "report.xlsx", as_workbook(made)
    yield "report.md", markdown(made).encode("utf-8", "replace")
    yield "report.tex", latex(made).encode("utf-8", "replace")
    yield "references.bib", references(cited(material)).encode()
    for table in made.tables:
        yield f"tables/{table.name}.csv", to_csv(table.frame)
    for plot in made.plots:
        yield f"plots/{plot.name}.json", _json(paint(with_key(plot.figure, plot.keys), "light"))


def _read(enclosed: Enclosed) -> dict[str, Any]:
    """How the files were read, and the digest of what they give by themselves; null where they don't open so."""
    try:
        digest = reopened(*enclosed.files, options=enclosed.options).digest if enclosed.files else None
    except AnnoevalError:
        digest = None
    sources = [{"name": name, "path": _place(n, name)} for n, (name, _) in enumerate(enclosed.files, 1)]
    return {"sources": sources, "options": dict(enclosed.options), "digest": digest}


def _place(n: int, name: str) -> str:
    """Where a file stands in the archive, whatever its name."""
    return f"data/files/{n:02d}_{re.sub(r'[^A-Za-z0-9.-]+', '_', name.rsplit('/', 1)[-1])[-80:]}"


def _json(content: Any) -> bytes:
    return json.dumps(as_plain(content), ensure_ascii=False, indent=1, default=str).encode("utf-8", "surrogatepass")
