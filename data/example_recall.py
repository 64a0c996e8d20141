"""Example `recall`: a model pictures four secret things and guesses them later, with and without cues."""

from __future__ import annotations

import json
import random
from pathlib import Path

from text_table import table

SLOTS = {
    "animal": ["otter", "heron", "red fox", "tortoise", "barn owl", "moose", "gecko", "badger"],
    "color": ["teal", "ochre", "dark green", "crimson", "ivory", "navy blue", "lilac"],
    "clothing": ["raincoat", "wool hat", "apron", "leather boots", "poncho", "silk scarf"],
    "location": ["harbour", "greenhouse", "old library", "train station", "the meadow", "rooftop"],
}
TRIALS = 36  # in each condition


def make(folder: Path, chance: random.Random) -> dict[str, object]:
    rows: list[dict[str, object]] = []
    lines: list[str] = []
    for index in range(2 * TRIALS):
        condition = ("control", "experimental")[index % 2]
        secret = {slot: chance.choice(words) for slot, words in SLOTS.items()}
        known = chance.betavariate(4, 4 if condition == "experimental" else 6)
        guess = {s: (secret[s] if chance.random() < known else chance.choice(w)) for s, w in SLOTS.items()}
        if chance.random() < 0.06:
            guess[chance.choice(list(SLOTS))] = ""
        confidence = round(min(99, max(1, 100 * known + chance.gauss(5, 14))))
        match = {s: _match(secret[s], guess[s]) for s in SLOTS}
        row: dict[str, object] = {"condition": condition, "phase1_exact_response": True, "secret_valid": False}
        row |= {f"secret_{s}": secret[s] for s in SLOTS} | {"guess_valid": all(guess.values())}
        row |= {f"guess_{s}": guess[s] for s in SLOTS} | {"confidence": confidence, "score": sum(match.values()) / 4}
        row |= {
            "exact_matches": sum(m == 1 for m in match.values()),
            "partial_matches": sum(m == 0.5 for m in match.values()),
        }
        rows.append(row | {f"{s}_match": m for s, m in match.items()})
        lines.append(json.dumps(_trial(index, condition, secret, guess, confidence)))
    table(folder / "recall" / "summary.tsv", rows, "\t")
    (folder / "recall" / "trials.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return {
        "name": "recall",
        "protocol": "recall",
        "title": "Recall with and without cues",
        "sentence": f"{2 * TRIALS} trials: a model guesses four things it pictured before; control against experimental",
        "files": ["recall/summary.tsv", "recall/trials.jsonl"],
    }


def _match(secret: str, guess: str) -> float:
    if not secret or not guess:
        return 0.0
    if secret.lower() == guess.lower():
        return 1.0
    return 0.5 if set(secret.lower().split()) & set(guess.lower().split()) else 0.0


def _trial(
    index: int, condition: str, secret: dict[str, str], guess: dict[str, str], confidence: int
) -> dict[str, object]:
    def said(things: dict[str, str]) -> str:
        return "\n".join(f"{slot.capitalize()}: {word}" for slot, word in things.items() if word)

    return {
        "timestamp_iso": f"2026-04-{1 + index // 24:02d}T{index % 24:02d}:00:00Z",
        "trial_index": index,
        "condition": condition,
        "phase1_thinking": said(secret),
        "phase1_visible_text": "I have pictured my scene.",
        "phase2_visible_text": f"{said(guess)}\nConfidence: {confidence}",
    }
