"""Feedback as files: a page to print or send to each student, and the tables of a whole class."""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence

import pandas as pd

from annoeval.export import to_csv, workbook
from annoeval.protocols.boxes.rules import Rules
from annoeval.words import NONE, count, number

_STYLE = """body{font:15px/1.5 "IBM Plex Sans",sans-serif;max-width:900px;margin:2rem auto;padding:0 1rem;color:#1b2430}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #dce1e7}
thead th{border-bottom:2px solid #1b2430}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.how{color:#5b6470}html{color-scheme:light;background:#fff}
@page{margin:16mm}@media print{body{font-size:10pt;margin:0;padding:0;max-width:none}th,td{padding:.15rem .4rem}
tr{break-inside:avoid}h2{break-after:avoid}}
.bar{position:relative;width:60%}.bar i{position:absolute;top:25%;height:50%;background:#d55e00}
.bar i{print-color-adjust:exact}.bar i.all{background:#0072b2}"""
_UNSAFE = re.compile(r"[^\w .()-]")
SUMMARY = (
    "submissions",
    "lost_points",
    "label_confusion",
    "attribute_confusion",
    "image_tags",
    "common_mistakes",
    "robustness",
)


def sheet(who: str, matches: pd.DataFrame, tables: Mapping[str, pd.DataFrame], rules: Rules) -> str:
    """An HTML page without scripts, to be read or printed. matches: rows of `who`; tables: those of the study."""
    every, lost = tables["submissions"], tables["lost_points"]
    one = every[(every["submission"] == who) & (every["rule"] == "recommended")].iloc[0]
    lost = lost[lost["submission"] == who]
    spread = "" if pd.isna(one["low"]) else f" (95 % CI {number(one['low'], 1)} to {number(one['high'], 1)})"
    score = f"<b>{number(one['overall'], 1)}</b> of 100{spread}" if not pd.isna(one["overall"]) else "no score"
    costs = f"<h2>What cost points</h2><table>{_waterfall(lost)}</table>" if len(lost) else ""
    right = (matches["remark"] == "Right.") & matches["override_reason"].isna()
    perfect = f"<p>{count(int(right.sum()), 'object')} right in every respect, not listed.</p>" if right.any() else ""
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{html.escape(who)}</title><style>{_STYLE}</style>"
        f"<h1>{html.escape(who)}</h1><p>Score: {score}. {one['matched']} matched, {one['missed']} missed, "
        f"{one['extra']} extra.</p><p class=how>{html.escape(_how(rules))}</p>{costs}<h2>Object by object</h2>"
        f"{_objects(worst_first(matches[~right]), rules)}{perfect}</html>"
    )


def _how(rules: Rules) -> str:
    """How the score is made, in two sentences."""
    pair = f"{rules.iou:g} · IoU + {rules.label:g} · label + {rules.attributes:g} · attributes"
    return (
        f"A pair (IoU from {rules.gate:g}) scores {pair}, {rules.most:g} at most. The score of 100 is "
        f"{100 * rules.blend:.0f} % the pairs' mean and {100 - 100 * rules.blend:.0f} % the F-measure of matched, "
        f"missed and extra objects (β {rules.beta:g}). Places are pixels from the left and the top."
    )


def _objects(matches: pd.DataFrame, rules: Rules) -> str:
    """The objects as rows; the column of reasons only where a person gave one."""
    if matches.empty:
        return ""
    reasons = matches["override_reason"].notna().any()
    rows = "".join(
        f"<tr><td>{html.escape(str(r.image))}</td><td>{html.escape(str(r.remark))}</td>"
        f"<td class=n>{NONE if pd.isna(r.final_score) else number(r.final_score, 1)}</td>"
        + (
            f"<td>{html.escape(r.override_reason) if isinstance(r.override_reason, str) else ''}</td>"
            if reasons
            else ""
        )
        + "</tr>"
        for r in matches.itertuples()
    )
    last = "<th>Why it was set" if reasons else ""
    return (
        f"<table><thead><tr><th>Image<th>Remark<th class=n>Of {rules.most:g}{last}</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _waterfall(lost: pd.DataFrame) -> str:
    """Rows from 100 down to the score, a bar each."""
    rows, left = [("Perfect", 0.0, 100.0, "100", " class=all")], 100.0
    for r in lost.itertuples():
        if abs(r.points) > 0.005:
            left -= r.points
            start, sign = min(left, left + r.points), "−" if r.points > 0 else "+"
            rows.append(
                (f"{r.cause[:1].upper()}{r.cause[1:]}", start, abs(r.points), f"{sign}{number(abs(r.points), 1)}", "")
            )
    rows.append(("Score", 0.0, left, number(left, 1), " class=all"))
    return "".join(
        f"<tr><td>{html.escape(name)}</td><td class=bar>"
        f"<i{kind} style='left:{start:.2f}%;width:{length:.2f}%'></i></td><td class=n>{text}</td></tr>"
        for name, start, length, text, kind in rows
    )


def feedback(tables: Mapping[str, pd.DataFrame], names: Sequence[str], rules: Rules) -> bytes:
    """A ZIP for a class: summary and detailed tables as CSV and XLSX, and a page for each student."""
    out = io.BytesIO()
    matches = tables["matches"]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("summary.csv", to_csv(tables["submissions"]))
        archive.writestr("detailed.csv", to_csv(matches))
        archive.writestr("summary.xlsx", workbook({n: tables[n] for n in SUMMARY if len(tables[n])}))
        archive.writestr("detailed.xlsx", workbook({"matches": matches}))
        taken: Counter[str] = Counter()
        for who in names:
            name = _UNSAFE.sub("_", who)[:80].strip(". ") or "student"
            taken[name.casefold()] += 1
            name += f" {n}" if (n := taken[name.casefold()]) > 1 else ""
            archive.writestr(f"students/{name}.html", sheet(who, matches[matches["submission"] == who], tables, rules))
    return out.getvalue()


_ORDER = {"missed": 0, "extra": 1, "matched": 2, "ignored": 3}


def worst_first(matches: pd.DataFrame) -> pd.DataFrame:
    """Missed and extra objects, then pairs from the lowest score."""
    order = matches["outcome"].map(_ORDER)
    return matches.assign(_o=order).sort_values(["_o", "final_score"], kind="stable").drop(columns="_o")
