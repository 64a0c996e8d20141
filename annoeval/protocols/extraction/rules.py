"""How each field is scored: by likeness, as a set, by equality, or as found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from annoeval.protocols.extraction.records import Value
from annoeval.scoring.sets import SetMatch, match_sets
from annoeval.scoring.text import ALMOST, Kind, TextOptions, indel_similarity, match_kind, similarities

Rule = Literal["likeness", "set", "equal", "found"]
RULES: tuple[Rule, ...] = ("likeness", "set", "equal", "found")

# FinGreyLit's evaluation of metadata extracted from Finnish grey literature (National Library of Finland).
FINGREYLIT: Mapping[str, Rule] = {
    **dict.fromkeys(("creator", "publisher", "alt_title", "e-isbn", "p-isbn"), "set"),
    **dict.fromkeys(("year", "language", "doi", "type_coar", "e-issn", "p-issn"), "equal"),
    "title": "found",
}
RULE_SETS: Mapping[str, Mapping[str, Rule]] = {"fingreylit": FINGREYLIT}

SAYS: Mapping[Rule, str] = {
    "likeness": "1 − Levenshtein distance ÷ longer length",
    "set": "F1 of the set of values",
    "equal": "equal or not, absent against absent being equal",
    "found": "found where the case-insensitive Indel ratio is at least 0.95",
}


@dataclass(frozen=True)
class FieldScores:
    """One field's scores by one model over n documents.

    value: in [0, 1], NaN where there is no reference to compare with. kind: what kind of match each is.
    sets: precision, recall and F1 of set-valued fields, else empty.
    """

    value: np.ndarray
    kind: list[Kind]
    sets: list[SetMatch]


def rule_of(field: str, references: Sequence[Value], predictions: Sequence[Value], chosen: Mapping[str, Rule]) -> Rule:
    """The rule of a field: as chosen, else `set` where any value is a list, else `likeness`."""
    if field in chosen:
        return chosen[field]
    return "set" if any(isinstance(v, list) for v in (*references, *predictions)) else "likeness"


def score_field(
    references: Sequence[Value], predictions: Sequence[Value], rule: Rule, options: TextOptions
) -> FieldScores:
    """Scores of n predictions of one field. Absent (None) references have no score under `likeness`; under the other
    rules absent against absent is right and absent against present wrong. A field not predicted scores 0."""
    a, b = [_text(v) for v in references], [_text(v) for v in predictions]
    if rule == "likeness":
        value = similarities(a, ["" if p is None else p for p in b], options)
        return FieldScores(
            value,
            [match_kind(x, y, None if np.isnan(v) else float(v), options) for x, y, v in zip(a, b, value, strict=True)],
            [],
        )
    kinds = [match_kind(x, y, options=options) for x, y in zip(a, b, strict=True)]
    if rule == "set":
        sets = [
            match_sets([options.prepare(v) for v in _list(r)], [options.prepare(v, prediction=True) for v in _list(p)])
            for r, p in zip(references, predictions, strict=True)
        ]
        kinds = [_set_kind(s, k) for s, k in zip(sets, kinds, strict=True)]
        return FieldScores(np.array([s.f1 for s in sets], dtype=float), kinds, sets)
    if rule == "equal":
        same = [
            _prepared(r, options, False) == _prepared(p, options, True)
            for r, p in zip(references, predictions, strict=True)
        ]
        return FieldScores(np.array(same, dtype=float), kinds, [])
    return FieldScores(np.array([_found(x, y, options) for x, y in zip(a, b, strict=True)], dtype=float), kinds, [])


def _found(reference: str | None, prediction: str | None, options: TextOptions) -> bool:
    if not reference or not prediction:
        return not reference and not prediction
    return indel_similarity(options.prepare(reference).lower(), options.prepare(prediction, True).lower()) >= ALMOST


def _set_kind(match: SetMatch, kind: Kind) -> Kind:
    return "exact" if match.f1 == 1 and match.n_reference else kind if kind != "exact" else "wrong"


def _prepared(value: Value, options: TextOptions, prediction: bool) -> str | list[str] | None:
    if isinstance(value, list):
        return [options.prepare(v, prediction) for v in value] or None
    return options.prepare(value, prediction) if value else None


def _text(value: Value) -> str | None:
    if isinstance(value, list):
        return "\n".join(value) if value else None
    return value


def _list(value: Value) -> list[str]:
    return value if isinstance(value, list) else [value] if value else []
