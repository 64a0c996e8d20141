"""Named answers in free text: "Animal: owl", "**Color** – red", "I choose a dolphin as the animal"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from annoeval.problem import AnnoevalError

Failure = Literal["refusal", "other format", "missing slot"]

ALIASES: Mapping[str, tuple[str, ...]] = {
    "color": ("color", "colour"),
    "clothing": (
        "clothing item",
        "item of clothing",
        "article of clothing",
        "piece of clothing",
        "clothing",
        "clothes",
    ),
    "location": ("location", "place", "setting"),
    "confidence": ("confidence level", "confidence rating", "confidence score", "confidence", "rating"),
}

_VERB = r"(?:choos\w+|chose|pick\w*|select\w*|go(?:ing)? with|visuali[sz]\w+|imagin\w+|us(?:e|ing))"
_WORDS = r"(?P<value>(?:(?!\s(?:as|for)\s)[^.,;:\n])+?)"

# In the order they are tried: a slot is taken from the first shape that gives it. {slot} stands for its names.
PATTERNS: Mapping[str, str] = {
    "labelled": r"(?<![\w-])(?:(?:my|the|chosen|final|secret|guess(?:ed)?)[ _])*{slot}"
    r"(?: choice| guess| chosen| i (?:chose|picked|selected))?(?:[ ]?\([^()\n]{{0,40}}\))?"
    r"[*_\"'`”’\])]*\s*(?::|=|→|\s[-–—]+\s|\|)\s*",
    "tag": r"<{slot}>\s*(?P<value>[^<]*?)\s*</",
    "heading": r"^[ \t]*(?:#+|\*\*|__)[ \t]*{slot}[ \t]*[*_:]*[ \t]*\n+[ \t]*(?P<value>[^\n]+)",
    "chosen as": rf"{_VERB}(?:\s+|[^.\n]*?(?:[,;]|\band\b)\s+(?:and\s+)?){_WORDS}"
    r"\s+(?:as|for)\s+(?:the|my|an?)?\s*{slot}\b",
    "for the": rf"(?:for|as)\s+(?:the|my|an?)\s+{{slot}}\b[^\w\n]*(?:i(?:['’]ll| will| would|['’]d)?\s+)?"
    rf"(?:{_VERB}|say|guess)\s+{_WORDS}(?=[.,;:\n]|$)",
    "is": rf"\b(?:the|my)\s+{{slot}}\s+(?:is|was|will be|would be|were|are)\s+{_WORDS}(?=[.,;:\n]|$)",
    "quoted": r"\b{slot}\b[^\n\"'“”]{{0,60}}[\"“'](?P<value>[^\"”'\n]+)[\"”']",
}

REFUSALS = re.compile(
    r"\b(?:i\s+(?:can(?:no|')?t|cannot|am\s+(?:not\s+able|unable)|do\s*n[o']t\s+(?:have|know|recall|remember|retain)"
    r"|won'?t|will\s+not|have\s+no\s+(?:memory|access|record|way)|must\s+decline|decline)"
    r"|i'?m\s+(?:sorry|unable|not\s+able)|as\s+an?\s+(?:ai|language\s+model)|no\s+memory\s+of|not\s+possible\s+for\s+me)",
    re.IGNORECASE,
)

_BLANKS = frozenset({"", "...", "…", "?", "-", "–", "—", "n/a", "blank", "empty"})
_ASIDE = re.compile(r"(?<=\w)\s+\([^()]*\)?$")
_ARTICLE = re.compile(r"^(?:an?|the)\s+(?=\w)", re.IGNORECASE)
_MARKUP = " \t\r\n*_`\"'“”‘’«»[](){}|,;:/\\"
_SENTENCE_END = re.compile(r"(?<=\w{3})[.!?](?:\s+(?=[A-Z\"'“(])|\s*$)")
_LEAD_IN = re.compile(
    r"[\s*_`\"'“‘«\[({|,;]*(?:\b(?:and|the|my)\b\s*)?(?:[-•–*]|\(?\d+[.)])?[\s*_`\"'“‘«\[({|]*$", re.IGNORECASE
)


@dataclass(frozen=True)
class Patterns:
    """How named answers are found; every field can be edited.

    shapes: name → regular expression, `{slot}` standing for the slot's names. A shape with a group `value` gives the
        answer there; one without gives what follows it, up to the next label or the line's end.
    aliases: slot → its names; a slot that is not listed is called by its own name.
    occurrence: which of several mentions counts: `last` (what was finally chosen) or `first`.
    """

    shapes: Mapping[str, str]
    aliases: Mapping[str, tuple[str, ...]]
    occurrence: Literal["first", "last"] = "last"

    @classmethod
    def of(cls, given: Mapping[str, object] | None = None) -> Patterns:
        """Patterns from JSON-able options `shapes`, `aliases`, `occurrence`; the defaults where not given.

        Raises AnnoevalError where an expression is no regular expression.
        """
        given = given or {}
        shapes = dict(given.get("shapes") or PATTERNS)  # type: ignore[call-overload]
        aliases = {**ALIASES, **{k: tuple(v) for k, v in dict(given.get("aliases") or {}).items()}}  # type: ignore[call-overload]
        occurrence: Literal["first", "last"] = "first" if given.get("occurrence") == "first" else "last"
        for name, shape in shapes.items():
            try:
                re.compile(shape.format(slot="slot"))
            except (re.error, KeyError, IndexError, ValueError) as error:
                raise AnnoevalError(f"the pattern “{name}” is no regular expression: {error}.") from error
        return cls(shapes, aliases, occurrence)

    def names(self, slot: str) -> str:
        """An alternation of a slot's names, longest first."""
        names = sorted(self.aliases.get(slot, (slot.replace("_", " "),)), key=len, reverse=True)
        return "(?:" + "|".join(re.escape(n).replace(r"\ ", r"[\s_]+") for n in names) + ")"


class Finder:
    """Finds the answers to some slots in texts; expressions are compiled once."""

    def __init__(self, slots: Sequence[str], patterns: Patterns | None = None) -> None:
        self.slots = tuple(slots)
        self.patterns = patterns or Patterns.of()
        flags = re.IGNORECASE | re.MULTILINE
        self._order: list[tuple[str, bool]] = []
        self._compiled: dict[str, dict[str, re.Pattern[str]]] = {}
        for name, shape in self.patterns.shapes.items():
            self._compiled[name] = {s: re.compile(shape.format(slot=self.patterns.names(s)), flags) for s in self.slots}
            self._order.append((name, "(?P<value>" in shape))

    def find(self, text: str | None) -> dict[str, str]:
        """Slot → answer, for the slots that have one; blank answers are none."""
        if not text or not text.strip():
            return {}
        found: dict[str, str] = {}
        for name, closed in self._order:
            missing = [s for s in self.slots if s not in found]
            if not missing:
                break
            answers = self._closed_answers(name, text, missing) if closed else self._open_answers(name, text)
            for slot in missing:
                given = [a for a in answers.get(slot, []) if a]
                if given:
                    found[slot] = given[-1] if self.patterns.occurrence == "last" else given[0]
        return {s: found[s] for s in self.slots if s in found}

    def _closed_answers(self, name: str, text: str, slots: Sequence[str]) -> dict[str, list[str]]:
        said = {s: [cleaned(m["value"]) for m in self._compiled[name][s].finditer(text)] for s in slots}
        if name in ("tag", "heading", "quoted"):
            return said
        return {s: [_ARTICLE.sub("", a) for a in answers] for s, answers in said.items()}  # within a sentence

    def _open_answers(self, name: str, text: str) -> dict[str, list[str]]:
        labels = sorted(
            ((m.start(), m.end(), slot) for slot, p in self._compiled[name].items() for m in p.finditer(text)),
        )
        answers: dict[str, list[str]] = {}
        for i, (_, end, slot) in enumerate(labels):
            line_end = text.find("\n", end)
            stop = len(text) if line_end < 0 else line_end
            if "\n" in text[labels[i][0] : end]:
                answers.setdefault(slot, []).append("")  # the label's line ends before any answer
                continue
            if i + 1 < len(labels) and labels[i + 1][0] < stop:
                piece = _LEAD_IN.sub("", text[end : labels[i + 1][0]])
            else:
                piece = text[end:stop]
            answers.setdefault(slot, []).append(cleaned(piece))
        return answers


def cleaned(answer: str) -> str:
    """An answer without markup, quotes, list marks and what follows its first sentence."""
    text = answer.strip(_MARKUP)
    match = _SENTENCE_END.search(text)
    if match:
        text = text[: match.start()]
    text = _ASIDE.sub("", re.sub(r"\s*<[^>]*>\s*", " ", text).strip(_MARKUP))
    text = " ".join(text.strip(_MARKUP).split())
    return "" if text.lower() in _BLANKS or not text.strip("._") else text.rstrip(".!")


_SURE = re.compile(
    r"(?P<number>\d+(?:\.\d+)?\s*(?:%|percent|/\s*100)?)\s*(?:sure|confiden\w+|certain\w*)\b"
    r"|(?P<word>(?:very |extremely |fairly |quite |moderately )?(?:low|high|medium|moderate))[\s-]+confidence\b",
    re.IGNORECASE,
)


def stated_confidence(text: str | None, finder: Finder) -> str | None:
    """The confidence as written: after its label, else within a sentence ("I'm 85% sure", "very low confidence")."""
    if not text:
        return None
    labelled = finder.find(text).get("confidence")
    if labelled:
        return labelled
    said = [m["number"] or m["word"] for m in _SURE.finditer(text)]
    return said[-1].strip() if said else None


def failure(text: str | None, found: Mapping[str, str], slots: Sequence[str]) -> Failure | None:
    """Why not all slots were found: a `refusal`, an `other format` without any label, or a `missing slot`."""
    if all(s in found for s in slots):
        return None
    if found:
        return "missing slot"
    return "refusal" if text and REFUSALS.search(text) else "other format"
