"""Example `recognition`: pictures of idioms, named by three people and a model."""

from __future__ import annotations

import random
from pathlib import Path

from text_table import table

IDIOMS = """a piece of cake; a storm in a teacup; add fuel to the fire; bark up the wrong tree; bite the bullet; break the ice;
burn the midnight oil; call it a day; cry over spilt milk; cut corners; every cloud has a silver lining; get cold feet; hit the nail on the head;
in the same boat; jump on the bandwagon; kill two birds with one stone; let the cat out of the bag; miss the boat; on thin ice; once in a blue moon;
out of the frying pan into the fire; pull someone's leg; rain on your parade; see eye to eye; sit on the fence; spill the beans; steal the show;
take it with a grain of salt; the ball is in your court; the elephant in the room; the last straw; the tip of the iceberg; throw in the towel;
turn over a new leaf; under the weather; up in the air; walk on eggshells; when pigs fly; you can't judge a book by its cover; a needle in a haystack""".replace("\n", " ").split("; ")  # fmt: skip
SKILL = {"Ada": 0.82, "Ben": 0.74, "Chi": 0.68, "model-v1": 0.55}


def make(folder: Path, chance: random.Random) -> dict[str, object]:
    rows: list[dict[str, object]] = []
    for image, idiom in enumerate(IDIOMS, 1):
        hard = chance.gauss(0, 0.22)
        for who, skill in SKILL.items():
            knows = chance.random() < skill + hard
            answer = _said(idiom, chance) if knows else _missed(idiom, chance)
            judged = int(knows) if chance.random() < 0.97 else 1 - int(knows)
            rows.append(
                {
                    "image_id": image,
                    "target_idiom": idiom,
                    "annotator_id": who,
                    "response_raw": answer,
                    "is_correct": judged,
                }
            )
    table(folder / "recognition" / "idioms.csv", rows)
    return {
        "name": "recognition",
        "protocol": "recognition",
        "title": "Idiom pictures",
        "sentence": f"{len(IDIOMS)} pictures of idioms, named by three people and a model in their own words",
        "files": ["recognition/idioms.csv"],
    }


def _said(idiom: str, chance: random.Random) -> str:
    bare = idiom.removeprefix("a ").removeprefix("the ")
    return chance.choice([idiom, bare, idiom.capitalize(), f"to {bare}", idiom.replace("the ", "")])


def _missed(idiom: str, chance: random.Random) -> str:
    other = chance.choice([i for i in IDIOMS if i != idiom])
    nouns = [w for w in idiom.split() if len(w) > 3]
    return chance.choice(
        [other, " and ".join(nouns[:2]) or "no idea", "no idea", f"something with {nouns[-1] if nouns else 'it'}"]
    )
