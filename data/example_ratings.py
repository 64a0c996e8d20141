"""Example `ratings`: support messages sorted into kinds by three people and a model, a row a rating."""

from __future__ import annotations

import random
from pathlib import Path

from text_table import table

KINDS = {
    "billing": [
        "I was charged twice for {m}.",
        "The invoice for {m} has the wrong address.",
        "Please refund the payment of {m}.",
    ],
    "bug": [
        "The export stops at 90 % since {m}.",
        "Search finds nothing since the update in {m}.",
        "The page is blank on my phone since {m}.",
    ],
    "question": [
        "How do I add a colleague before {m}?",
        "Can I see last year's numbers for {m}?",
        "Where is the report for {m}?",
    ],
    "praise": ["The new charts of {m} are a joy.", "Thank you for the quick help in {m}!"],
}
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August"]
RATERS = {"Mina": (0.93, 1.0), "Otto": (0.86, 0.85), "Sara": (0.8, 0.7), "model": (0.78, 1.0)}
NEAR = {"billing": "question", "bug": "question", "question": "bug", "praise": "question"}


def make(folder: Path, chance: random.Random) -> dict[str, object]:
    rows: list[dict[str, object]] = []
    for number in range(1, 61):
        kind = chance.choices(list(KINDS), [3, 3, 4, 1])[0]
        text = chance.choice(KINDS[kind]).format(m=chance.choice(MONTHS))
        channel = chance.choice(["mail", "chat", "phone"])
        for who, (care, presence) in RATERS.items():
            if chance.random() > presence:
                continue
            right = chance.random() < care
            label = kind if right else chance.choice([NEAR[kind], NEAR[kind], *KINDS])
            sure = chance.betavariate(8, 2) if right else chance.betavariate(5, 4)
            confidence = f"{sure:.2f}" if who == "model" else ""
            day = f"2026-03-{1 + number % 28:02d}T09:{number % 60:02d}:00Z"
            rows.append(
                {
                    "message_id": f"m{number:03d}",
                    "text": text,
                    "channel": channel,
                    "rater": who,
                    "label": label,
                    "confidence": confidence,
                    "time": day,
                }
            )
    table(folder / "ratings" / "messages.csv", rows)
    return {
        "name": "ratings",
        "protocol": "ratings",
        "title": "Support messages",
        "sentence": "60 messages sorted into four kinds by three people and a model, with the model's confidence",
        "files": ["ratings/messages.csv"],
    }
