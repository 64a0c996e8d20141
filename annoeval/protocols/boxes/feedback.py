"""What is wrong with one object, in words for the one who drew it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annoeval.protocols.boxes.rules import Rules
from annoeval.protocols.boxes.similarity import alike, compared
from annoeval.scoring.geometry import bounds
from annoeval.words import NONE, listed, number

_SIDES = (("left", 0, 1), ("top", 1, 1), ("right", 2, -1), ("bottom", 3, -1))
LEAST = 1.0  # pixels that are worth a word


def remark(
    outcome: str, truth: Mapping[str, Any] | None, drawn: Mapping[str, Any] | None, overlap: float, rules: Rules
) -> str:
    """One sentence. truth, drawn: `kind`, `coordinates`, `label`, `attributes`; None where there is no such object."""
    if outcome == "missed" and truth is not None:
        return f"Missed: {truth['label'] or NONE} {_place(truth)}."
    if drawn is None:
        return ""
    if outcome == "ignored":
        return f"{drawn['label'] or NONE} on a crowd: not counted."
    if truth is None:
        return f"Extra: {drawn['label'] or NONE} {_place(drawn)}, with no object of the ground truth."
    said = []
    if alike(truth["label"], drawn["label"]) < 1:
        said.append(f"wrong label: {drawn['label'] or NONE} instead of {truth['label'] or NONE}")
    for name in compared(truth["attributes"], truth["label"], rules):
        a, b = truth["attributes"].get(name), drawn["attributes"].get(name)
        if alike(a, b) < 1:
            said.append(f"{name}: {b or NONE} instead of {a or NONE}")
    said += _places(truth, drawn)
    if not said:
        return "Right." if overlap >= 0.995 else f"Right label; IoU {number(overlap, 3)}."
    return _first(said)


def _place(shape: Mapping[str, Any]) -> str:
    """Where an object lies, by the upright box around it, so that it is found on the image."""
    x1, y1, x2, y2 = bounds(shape["kind"], shape["coordinates"])
    return f"at {x1:.0f}, {y1:.0f} ({x2 - x1:.0f} × {y2 - y1:.0f} px)"


def _first(said: list[str]) -> str:
    sentence = listed(said, len(said)) + "."
    return sentence[0].upper() + sentence[1:]


def _places(truth: Mapping[str, Any], drawn: Mapping[str, Any]) -> list[str]:
    """Too wide or too narrow, side by side, by the upright boxes around both."""
    right, mine = (bounds(o["kind"], o["coordinates"]) for o in (truth, drawn))
    beyond: dict[str, list[str]] = {}
    for side, place, sign in _SIDES:
        off = sign * (right[place] - mine[place])
        if abs(off) >= LEAST:
            beyond.setdefault("too far out" if off > 0 else "too far in", []).append(f"{abs(off):.0f} px on the {side}")
    return [f"{what} by {listed(where, 4)}" for what, where in beyond.items()]
