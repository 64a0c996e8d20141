"""How the text of a file is read: what was detected, and each of it to choose otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from annoeval.reading.dialect import DELIMITER_NAMES
from annoeval.reading.table import Reading, flat

AS_FOUND = "as found"
ENCODINGS = {
    "utf-8": "UTF-8",
    "cp1252": "Windows-1252",
    "latin-1": "Latin-1",
    "utf-16": "UTF-16",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251 (Cyrillic)",
    "gb18030": "GB 18030 (Chinese)",
    "shift_jis": "Shift JIS (Japanese)",
    "euc-kr": "EUC-KR (Korean)",
    "big5": "Big5 (Chinese)",
    "euc_jp": "EUC-JP (Japanese)",
}
DECIMALS = {".": "point", ",": "comma"}
BOXES = {"xyxy": "two corners", "xywh": "corner and size"}
DATES = {"day_first": "day first (3 April)", "month_first": "month first (March 4)"}
CONFIDENCES = ("0-1", "0-10", "0-100")


def found(readings: Sequence[Reading]) -> str:
    """What was detected, in words: "UTF-8, semicolon, decimal comma"."""
    facts = dict(flat(readings)[0].facts) if readings else {}
    parts = [facts.get("encoding"), facts.get("delimiter"), facts.get("sheet") and f"sheet {facts['sheet']}"]
    if facts.get("decimal"):
        parts.append(f"decimal {DECIMALS[facts['decimal']]}")
    return ", ".join(p for p in parts if p)


def reading_options(readings: Sequence[Reading], options: Mapping[str, Any], old: str | None) -> dict[str, Any]:
    """Draws the choices and gives the options that they change: `reading`, `decimal`, `missing`, `separator`,
    `confidence`, `dates`; a choice left as found is left out."""
    now = dict(options.get("reading") or {})
    facts = dict(flat(readings)[0].facts) if readings else {}
    reading: dict[str, Any] = {
        k: v for k, v in now.items() if k not in ("encoding", "delimiter", "header", "sheet", "boxes")
    }
    said = found(readings)
    with st.expander(f"How it is read: {said}" if said else "How it is read"):
        with st.container(horizontal=True):
            if "encoding" in facts:
                _pick("Encoding", ENCODINGS, now, "encoding", reading, old)
            if "delimiter" in facts:
                _pick("Columns are separated by", DELIMITER_NAMES, now, "delimiter", reading, old)
            sheets = facts.get("sheets", "").split(", ")
            if len(sheets) > 1:
                _pick("Sheet", {s: s for s in sheets}, now, "sheet", reading, old)
            if "boxes" in facts:
                _pick("Boxes are", BOXES, now, "boxes", reading, old)
            row = st.number_input("Header row (0: as found)", 0, 100, int(now.get("header") or 0), key=f"_header_{old}")
            if row:
                reading["header"] = int(row)
        out: dict[str, Any] = {"reading": reading} if reading else {}
        with st.container(horizontal=True):
            _pick("Decimal mark", DECIMALS, options, "decimal", out, old)
            _pick("Confidence runs", {c: c.replace("-", " to ") for c in CONFIDENCES}, options, "confidence", out, old)
            _pick("Dates such as 03/04 are", DATES, options, "dates", out, old)
            words = st.text_input(
                "Words that mean no answer",
                ", ".join(options.get("missing") or ()),
                key=f"_missing_{old}",
                placeholder="none: NA is a label",
                help="Separated by commas. Among numbers, n/a and such are known",
            )
            mark = st.text_input(
                "Labels in a cell are split at",
                options.get("separator") or "",
                key=f"_separator_{old}",
                placeholder=AS_FOUND,
                max_chars=3,
            )
    if words.strip():
        out["missing"] = [w.strip() for w in words.split(",") if w.strip()]
    if mark.strip():
        out["separator"] = mark.strip()
    return out


def _pick(
    label: str, choices: Mapping[str, str], now: Mapping[str, Any], name: str, into: dict[str, Any], old: str | None
) -> None:
    keys = [AS_FOUND, *choices]
    at = keys.index(now[name]) if now.get(name) in keys else 0
    chosen = st.selectbox(label, keys, at, format_func=lambda k: choices.get(k, k), key=f"_how_{name}_{old}")
    if chosen != AS_FOUND:
        into[name] = chosen
