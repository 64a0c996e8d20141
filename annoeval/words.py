"""How numbers and names are said: the same on a page, in a chart and in a report."""

from __future__ import annotations

import html
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

NONE = "–"
MINUS = "−"


def missing(value: Any) -> bool:
    """Whether a value is undefined: None, NaN or NA."""
    return value is None or str(value) in ("<NA>", "NaT") or value != value


def number(value: Any, digits: int = 2) -> str:
    """A number with a fixed count of decimals and a true minus sign; "–" where undefined."""
    if missing(value):
        return NONE
    if math.isinf(float(value)):
        return "∞" if float(value) > 0 else MINUS + "∞"
    if abs(float(value)) >= 1e15:  # beyond what decimals could say
        return f"{float(value):.{digits}e}".replace("e+", "e").replace("-", MINUS)
    # half up, as people and spreadsheets round: 0.625 is 0.63, and 0.285 is 0.29 though its float lies below
    exact = Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return f"{abs(exact) if exact == 0 else exact:f}".replace("-", MINUS)


def interval(low: Any, high: Any, digits: int = 2) -> str:
    """An interval as "0.31–0.72", with "to" where a bound is negative; "–" where undefined."""
    if missing(low) or missing(high):
        return NONE
    joint = " to " if float(low) < 0 or float(high) < 0 else "–"
    return f"{number(low, digits)}{joint}{number(high, digits)}"


def decimals(low: Any, high: Any) -> int:
    """How many decimals an interval needs to show that it has a width: two, up to four for narrow ones."""
    if missing(low) or missing(high) or float(low) == float(high):
        return 2
    return max(2, min(4, 1 - math.floor(math.log10(abs(float(high) - float(low))))))


def p_value(p: Any) -> str:
    """A p value as journals print it: "0.032", "< 0.001"; "–" where undefined."""
    if missing(p):
        return NONE
    return "< 0.001" if float(p) < 0.001 else number(p, 3)


def percent(share: Any, n: int | None = None) -> str:
    """A share as a percentage, without decimals under n = 200; "–" where undefined."""
    if missing(share):
        return NONE
    return f"{number(100 * float(share), 1 if n is not None and n >= 200 else 0)} %"


def count(n: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun: "1 item", "47 items", "100,000 items"."""
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"


def plural(noun: str) -> str:
    """An English noun's plural by rule, good enough for column names: "domain" → "domains", "query" → "queries"."""
    if noun[-1:].isupper():  # "PDFs"
        return noun + "s"
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun if noun.endswith("s") else noun + "es"
    return noun[:-1] + "ies" if re.search(r"[^aeiou]y$", noun) else noun + "s"


_PARTICLES = frozenset(["at", "by", "for", "from", "in", "into", "of", "on", "out", "per", "to", "up", "with"])


def several(n: int, column: str) -> str:
    """How many values a column has, as a person would say it: "5 domains", "3 PDFs"; of a name that is no English noun
    "5 values of “where from”"."""
    named = noun(column)
    words = named.split(" ")
    if re.fullmatch(r"[A-Za-z]{2,}([ -][A-Za-z]{2,})*", named) and words[-1] not in _PARTICLES:
        return count(n, named, plural(named))
    return f"{count(n, 'value')} of “{named}”"


def listed(parts: list[str], most: int = 4, last: str = "and") -> str:
    """Names in a row: "A, B and C"; beyond `most`, "A, B, C and 5 more"."""
    if len(parts) > most:
        parts = [*parts[: most - 1], f"{len(parts) - most + 1:,} more"]
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + f" {last} {parts[-1]}" if parts else ""


_ABBREVIATIONS = frozenset(["ai", "doi", "id", "llm", "ocr", "pdf", "url", "vlm"])


def title(name: str) -> str:
    """A column's or dimension's name as a heading: "caption_score" becomes "Caption score", "ai_score" "AI score"."""
    words = [w.upper() if w.lower() in _ABBREVIATIONS else w for w in name.replace("_", " ").strip().split(" ")]
    text = " ".join(words)
    return text[:1].upper() + text[1:]


def noun(name: str) -> str:
    """A column's or dimension's name inside a sentence: "domain", "PDF", "VLM description"."""
    return " ".join(w.upper() if w.lower() in _ABBREVIATIONS else w.lower() for w in name.replace("_", " ").split())


def without_ending(name: str) -> str:
    """A document's file name without its ending: "Biology (2023).pdf" is "Biology (2023)"; other text as it is."""
    return re.sub(r"(?<=\S)\.(pdf|docx?|html?|txt|xml|jsonl?|csv|tsv|png|jpe?g)$", "", name, flags=re.IGNORECASE)


def file_title(name: str) -> str:
    """What a study is called until someone renames it: its first file's name without folder and ending."""
    stem = name.rsplit("/", 1)[-1].rsplit(".", 1)[0].replace("_", " ").strip()
    return stem[:1].upper() + stem[1:] or name


def together(names: Sequence[str]) -> str:
    """What several files are called together: "Summary and Trials", "Labels and 4 more"."""
    more = [] if len(names) < 2 else [names[1] if len(names) == 2 else f"{len(names) - 1:,} more"]
    return " and ".join([*names[:1], *more])


def distinct(names: Mapping[str, str], *tells: Mapping[str, str]) -> dict[str, str]:
    """Names that tell their keys apart: where some are alike, each gets behind it the first of `tells` that is another
    for each of them, else its key.

    Streamlit sends a choice back by its label, so of two options with one label it would always take the first.
    """
    alike: dict[str, list[str]] = {}
    for key, name in names.items():
        alike.setdefault(name, []).append(key)
    of = {
        name: next((t for t in tells if len({t[k] for k in keys}) == len(keys)), {k: k for k in keys})
        for name, keys in alike.items()
        if len(keys) > 1
    }
    return {key: f"{name} ({of[name][key]})" if name in of else name for key, name in names.items()}


_PUNCTUATION = re.compile(r"([!\"#$%&'()*+,\-./:;<=>?@\[\]\\^_`{|}~])")
# what GitHub's Markdown makes a link of though each of its characters is escaped, and where a word joiner keeps it text
_ADDRESS = re.compile(r"(?<=http)(?=s?://)|(?<=www)(?=\.)|(?<=\S)(?=@)", re.IGNORECASE)
JOINER = "\N{WORD JOINER}"


def plain(text: Any, most: int = 120) -> str:
    """Someone's text, safe inside Markdown: on one line, cut to `most` characters, shown as it is, addresses too."""
    return _PUNCTUATION.sub(r"\\\1", _ADDRESS.sub(JOINER, short(text, most)))


def short(text: Any, most: int = 120) -> str:
    """Someone's text on one line, cut to `most` characters, for what is no Markdown."""
    flat = " ".join(str(text).split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"


def markup(sentence: str) -> str:
    """A sentence as HTML in which only `**bold**` means anything; everything else is shown as it is."""
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html.escape(sentence))


def ago(time: datetime) -> str:
    """How long ago a moment in UTC was: "a moment ago", "12 min ago", "3 days ago"."""
    seconds = (datetime.now(UTC) - time).total_seconds()
    if seconds < 90:
        return "a moment ago"
    if seconds < 5400:
        return f"{round(seconds / 60)} min ago"
    if seconds < 129600:
        return f"{round(seconds / 3600)} h ago"
    return f"{round(seconds / 86400)} days ago"


def tally(labels: Iterable[str]) -> str:
    """How often each label occurs, the most frequent first: "9 × yes, 5 × no"."""
    return ", ".join(f"{n} × {label}" for label, n in Counter(labels).most_common())
