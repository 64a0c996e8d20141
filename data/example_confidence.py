"""Example `confidence`: 120 questions answered by five made-up models that say how sure they are, 0 to 10."""

from __future__ import annotations

import random
from pathlib import Path

from text_table import table

MODELS = {
    "small": (0.45, 0.2),
    "small-tuned": (0.52, 0.9),
    "medium": (0.6, 0.5),
    "large": (0.74, 0.7),
    "large-careful": (0.72, 1.4),
}
TOPICS = ["anatomy", "drugs", "diagnosis", "ethics"]


def make(folder: Path, chance: random.Random) -> dict[str, object]:
    rows: list[dict[str, object]] = []
    for number in range(1, 121):
        hard = chance.gauss(0, 0.15)
        row: dict[str, object] = {"question_id": f"q{number:03d}", "topic": chance.choice(TOPICS)}
        for model, (skill, insight) in MODELS.items():
            right = chance.random() < min(0.97, max(0.05, skill - hard))
            sure = round(
                min(10, max(0, 8.3 + insight * (1 if right else -1) * chance.random() * 1.5 + chance.gauss(0, 0.8)))
            )
            said: object = sure
            if model == "small" and chance.random() < 0.08:
                said = "no_confidence"
            row |= {f"{model}_confidence": said, f"{model}_correctness": int(right)}
        rows.append(row)
    table(folder / "confidence" / "answers.csv", rows)
    return {
        "name": "confidence",
        "protocol": "confidence",
        "title": "Stated confidence",
        "sentence": "120 questions answered by five models, each answer right or wrong and stated with a confidence",
        "files": ["confidence/answers.csv"],
    }
