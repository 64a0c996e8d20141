"""A report as one HTML file: it needs no network and no other file, and runs no script but its own."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from annoeval import place
from annoeval.charts.colour import paint
from annoeval.charts.legend import with_key
from annoeval.evaluation import as_plain
from annoeval.report.content import NUMERIC, Column, Heading, Part, Plot, Report, Section, Table, Text
from annoeval.words import markup

HERE = Path(__file__).parent
FONTS = place.PACKAGE / "ui" / "static"
NO_SCRIPT = "<noscript>This plot needs scripts; its numbers stand in a table.</noscript>"
SHORT = 16  # rows up to which a table stays on one page of paper
WIDE = 150  # letters of a row that A4 upright holds in small print; beyond it paper is turned
LONG = 28  # letters of a cell from which its column is set as small print
# which letters each file of the typeface holds; IBM Plex Sans, SIL Open Font License 1.1
PLEX = {
    "ibm-plex-sans-latin-wght-normal.woff2": "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,"
    "U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    "ibm-plex-sans-greek-wght-normal.woff2": "U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF",
}


def as_html(report: Report) -> str:
    """The whole page. What people wrote stands in it as text; a policy forbids any script that isn't the report's."""
    scripts = [_plotly(), (HERE / "report.js").read_text("utf-8")] if report.plots else []
    title = html.escape(report.title)
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_policy(scripts)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{title}</title>",
            f"<style>{_style(report)}</style>",
            "</head>",
            "<body>",
            f"<header><h1>{title}</h1>{_facts(report)}{_contents(report)}</header>",
            "<main>",
            *(_section(s, report.source) for s in report.sections),
            "</main>",
            f"<footer>{html.escape(report.source)}</footer>",
            *_scripts(report, scripts),
            "</body>",
            "</html>",
            "",
        ]
    )


def part_as_html(part: Part, source: str) -> str:
    """One heading, text or table as HTML; a plot as the place that the script fills. source: what its numbers carry."""
    match part:
        case Heading(words):
            return f"<h3>{html.escape(words)}</h3>"
        case Text(words, "code"):
            return f"<pre><code>{html.escape(words)}</code></pre>"
        case Text(words, tone):
            return "".join(f'<p class="ar-{tone}">{markup(p)}</p>' for p in words.split("\n\n") if p.strip())
        case Table():
            return _table(part, source)
        case Plot():
            return _plot(part)


def _table(table: Table, source: str) -> str:
    rows = table.rows()
    classes = [
        "ar-number" if c.kind in NUMERIC else "ar-long" if any(len(row[i]) > LONG for row in rows) else ""
        for i, c in enumerate(table.columns)
    ]
    head = "".join(f"<th{_class(k)}>{html.escape(c.title)}</th>" for c, k in zip(table.columns, classes, strict=True))
    body = "".join(
        f"<tr>{''.join(f'<td{_class(k)}>{html.escape(v)}</td>' for v, k in zip(row, classes, strict=True))}</tr>\n"
        for row in rows
    )
    said = " ".join(html.escape(w) for w in (table.note, table.cut) if w)
    size = " ar-short" if len(rows) <= SHORT else ""
    letters = _letters(table, rows)
    size += " ar-wide" if letters > WIDE else ""
    return (
        f'<div class="ar-block{size}" style="--letters: {letters}">'
        f'<div class="ar-table"><table id="table-{html.escape(table.name)}">'
        f"<caption>{html.escape(table.title)}</caption>"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>"
        f'<p class="ar-note">{said}{" " if said else ""}{html.escape(source)}</p></div>'
    )


def _letters(table: Table, rows: list[tuple[str, ...]]) -> int:
    """How many letters a row needs at the least: words wrap, long ones in a column of `LONG`; numbers don't."""

    def needed(i: int, column: Column) -> int:
        cells = [row[i] for row in rows]
        parts = cells if column.kind in NUMERIC else [w for cell in cells for w in cell.split()]
        longest = max(map(len, (*parts, *column.title.split())), default=0)
        return min(LONG, max(longest, min(LONG // 2, max(map(len, cells), default=0))))

    return sum(2 + needed(i, c) for i, c in enumerate(table.columns))


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def _plot(plot: Plot) -> str:
    height = int(with_key(plot.figure, plot.keys)["layout"]["height"])
    save = "".join(f'<button type="button" data-format="{f}">{f.upper()}</button>' for f in ("svg", "png"))
    return (
        f'<figure data-plot="{html.escape(plot.name)}">'
        f"<figcaption>{html.escape(plot.title)}<span>{save}</span></figcaption>"
        f'<div class="scroll"><div class="plot" style="height:{height}px">{NO_SCRIPT}</div></div></figure>'
    )


def _section(section: Section, source: str) -> str:
    inside = "\n".join(part_as_html(p, source) for p in section.parts)
    return f'<section id="{section.key}"><h2>{html.escape(section.title)}</h2>\n{inside}\n</section>'


def _facts(report: Report) -> str:
    return f"<dl>{''.join(f'<dt>{html.escape(k)}</dt><dd>{html.escape(v)}</dd>' for k, v in report.facts)}</dl>"


def _contents(report: Report) -> str:
    return f"<nav>{''.join(f'<a href=#{s.key}>{html.escape(s.title)}</a>' for s in report.sections)}</nav>"


def _scripts(report: Report, scripts: list[str]) -> Iterator[str]:
    if not scripts:
        return
    figures = {p.name: paint(with_key(p.figure, p.keys), "light") for p in report.plots}
    told = json.dumps(as_plain(figures), ensure_ascii=False, allow_nan=False, default=str).replace("<", "\\u003c")
    yield f'<script type="application/json" id="figures">{told}</script>'
    yield from (f"<script>{s}</script>" for s in scripts)


def _policy(scripts: list[str]) -> str:
    """Only the scripts given run, by their hash; nothing is fetched; images and fonts are inside the file."""
    hashes = (base64.b64encode(hashlib.sha256(s.encode()).digest()).decode() for s in scripts)
    allowed = " ".join(f"'sha256-{h}'" for h in hashes) or "'none'"
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data: blob:; "
        "font-src data:; base-uri 'none'; form-action 'none'"
    )


def _style(report: Report) -> str:
    sheets = [(HERE / name).read_text("utf-8") for name in ("parts.css", "report.css")]  # the print rules come last
    source = "".join(c for c in report.source if c not in "\\\"'<>{};\n")
    return "\n".join([*_faces(), *sheets, f':root {{ --source: "{source}"; }}'])


@cache
def _faces() -> tuple[str, ...]:
    return tuple(
        f'@font-face {{ font-family: "IBM Plex Sans"; font-weight: 100 700; unicode-range: {letters}; src: '
        f"url(data:font/woff2;base64,{base64.b64encode((FONTS / name).read_bytes()).decode()}) format('woff2'); }}"
        for name, letters in PLEX.items()
    )


@cache
def _plotly() -> str:
    """Plotly's script as its package brings it."""
    found = find_spec("plotly")
    assert found is not None
    assert found.submodule_search_locations is not None
    folder = Path(next(iter(found.submodule_search_locations)))
    return (folder / "package_data" / "plotly.min.js").read_text("utf-8").replace("</script", "<\\/script")
