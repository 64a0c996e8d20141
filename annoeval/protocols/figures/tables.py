"""Scores of tables: against a gold table, the table printed in the paper, or by what their own layout proves."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from annoeval.protocols.figures.papers import ABSENT, Papers, column_of, text_of
from annoeval.protocols.figures.verdict import Verdict, unjudged
from annoeval.scoring.account import Account
from annoeval.scoring.caption_match import is_placeholder
from annoeval.scoring.close_calls import SAID
from annoeval.scoring.paper import Paper
from annoeval.scoring.repeats import Repeated, once
from annoeval.scoring.table_cells import Rows, cells, faults, has_spans
from annoeval.scoring.table_match import TableCuts, TableMeasures, lines_of, measured
from annoeval.scoring.table_region import PrintedTable

NO_TABLE = "no table here"
_DATA = 6  # numbers from which a text without cells may be a table's data


def scored(items: pd.DataFrame, papers: Papers, cuts: TableCuts) -> Repeated[Verdict]:
    """A verdict for each table, equal ones made once. items: the tables, with `content`, and `table_markdown` where
    records are at hand."""

    def verdict(content: object, record: object, gold: object, name: object) -> Verdict:
        return _verdict(text_of(content), text_of(record), text_of(gold), text_of(name), papers, cuts)

    noted, gold = (column_of(items, c) for c in ("table_markdown", "correct_format"))
    return once(verdict, items["content"], noted, gold, papers.names[items.index])


def _verdict(content: str, record: str, gold: str, name: str, papers: Papers, cuts: TableCuts) -> Verdict:
    text = record if record and cells(record) else content
    rows, plain = cells(text), False
    if rows is None:
        if is_placeholder(text) or sum(c.isdigit() for c in text) < _DATA:
            what = f"“{' '.join(text.split())[:60]}”" if text else "nothing"
            return Verdict(None, f"{NO_TABLE}: the content is {what}")
        rows, plain = tuple(tuple(line.split()) for line in text.splitlines() if line.strip()), True
    spans = has_spans(text)
    gold_rows = cells(gold) if gold else None
    if gold_rows is not None:
        measures = measured(rows, [" ".join(row) for row in gold_rows], spans=spans, plain=plain)
        return _judged(measures, cuts, Account("table against the gold table", against=gold))
    paper = papers.printed(name)
    if isinstance(paper, Paper):
        return _against(rows, paper, cuts, spans, plain)
    if plain:
        return Verdict(None, f"{NO_TABLE}: the content is text without rows and columns, and {ABSENT}")
    if record and text == record:
        return _by_layout(rows, spans)
    return unjudged(paper)


def _against(rows: Rows, paper: Paper, cuts: TableCuts, spans: bool, plain: bool) -> Verdict:
    """Against the printed table that it is most like."""
    if not paper.tables:
        return unjudged(f"no table was found in {paper.name}")
    found = [(t, measured(rows, lines_of(t.rows), t.rows, spans, plain)) for t in paper.tables]
    table, measures = max(found, key=lambda f: (min(f[1].numbers, f[1].sequence), f[1].text))
    missing = len(paper.of("table")) - len(paper.tables)
    if measures.score(cuts) == 0 and missing:
        return unjudged(f"{missing} of the tables of {paper.name} were not found, and it is like none of the others")
    return _judged(measures, cuts, _account(table, paper))


def _account(table: PrintedTable, paper: Paper) -> Account:
    return Account(
        f"table against {table.caption.name} of {paper.name}",
        file=paper.name,
        page=table.caption.page + 1,
        box=table.box,
        against="\n".join(lines_of(table.rows)),
    )


def _judged(measures: TableMeasures, cuts: TableCuts, account: Account) -> Verdict:
    value = measures.score(cuts)
    told: dict[str, float | str] = {
        "number recall": round(measures.recall, 4),
        "number precision": round(measures.precision, 4),
        "rows in order": round(measures.sequence, 4),
        "text": round(measures.text, 4),
        "header": round(measures.header, 4),
    }
    if measures.ragged:
        told["share of its rows"] = round(measures.rows, 4)
    if measures.faults:
        told["faults"] = str(len(measures.faults))
    cut = f"0 below {cuts.other:g} of numbers or rows, 2 from {cuts.whole:g} of both"
    near = measures.near(cuts)
    said = [*measures.faults, *([SAID] if near else [])]
    filled = replace(account, measures=told, cut=cut)
    return Verdict(value, "; ".join(said), min(measures.numbers, measures.sequence), filled, near)


def _by_layout(rows: Rows, spans: bool) -> Verdict:
    """Weaker: an extractor's record alone proves faults of layout, and no right data."""
    found = faults(rows, spans)
    account = Account("the extractor's table by its own layout", cut="1 where the layout proves a fault, else 2")
    if found:
        return Verdict(1, "; ".join(found), None, account)
    return Verdict(2, "no fault in its layout; without the PDF its data were not compared", None, account, True)
