"""Example `extraction`: titles and abstracts of 30 made-up papers as four programs found them."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

THINGS = [
    "river deltas",
    "sparse graphs",
    "honey bees",
    "glacier melt",
    "tidal power",
    "word order",
    "soil fungi",
    "thin films",
    "urban heat",
    "choir singing",
]
MEANS = ["a field study", "Bayesian models", "long-term records", "an open benchmark", "laser scans", "neural networks"]
FINDS = [
    "We find that {a} change faster than earlier records suggest.",
    "The effect of {a} is small but consistent across twelve sites.",
    "Contrary to common belief, {a} hardly depend on the season.",
    "Our measurements of {a} agree with theory to within 4 %.",
    "A simple rule predicts {a} as well as models with many parameters.",
]
ENDS = [
    "Data and code are open.",
    "We discuss what this means for practice.",
    "The method carries over to other fields.",
]
PROGRAMS = ("header-rules", "layout-model", "layout-model-large", "web-index")


def make(folder: Path, chance: random.Random) -> dict[str, object]:
    labels = [_paper(number, chance) for number in range(1, 31)]
    out = folder / "extraction"
    out.mkdir(parents=True, exist_ok=True)
    _write(out / "labels.json", labels)
    for program in PROGRAMS:
        _write(out / f"{program}.json", [_found(program, label, chance) for label in labels])
    return {
        "name": "extraction",
        "protocol": "extraction",
        "title": "Titles and abstracts",
        "sentence": "30 papers whose title and abstract four programs extracted; one fails on two of them",
        "files": ["extraction/labels.json", *(f"extraction/{p}.json" for p in PROGRAMS)],
    }


def _write(path: Path, records: list[dict[str, object]]) -> None:
    path.write_text(json.dumps(records, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _paper(number: int, chance: random.Random) -> dict[str, object]:
    thing, means = chance.choice(THINGS), chance.choice(MEANS)
    title = chance.choice(["Understanding {t} with {m}", "{t} revisited: {m}", "What {m} tell us about {t}"])
    said = title.format(t=thing, m=means)
    abstract = [
        f"{thing.capitalize()} are studied with {means}.",
        *(f.format(a=thing) for f in chance.sample(FINDS, 3)),
    ]
    if number % 5 == 0:
        abstract[1] = f"The concentration of Na⁺ in {thing} rises efficiently."
    return {
        "id": f"p{number:02d}",
        "url": f"https://papers.example/p{number:02d}",
        "title": said[:1].upper() + said[1:],
        "abstract": " ".join([*abstract, chance.choice(ENDS)]),
    }


def _found(program: str, label: dict[str, object], chance: random.Random) -> dict[str, object]:
    key, title, abstract = str(label["id"]), str(label["title"]), str(label["abstract"])
    if program == "header-rules":
        if chance.random() < 0.2:
            title = title.upper()
        if chance.random() < 0.25:
            return {"id": key, "title": title, "abstract": None}
        return {"id": key, "title": title, "abstract": _broken(abstract, chance)}
    if program == "web-index":
        if chance.random() < 0.2:
            abstract = abstract.split(". ")[0] + "."
        return {"id": key, "title": title, "abstract": abstract}
    if program == "layout-model" and key in ("p07", "p21"):
        return {"id": key, "error": "the PDF has no text layer"}
    loss = 0.25 if program == "layout-model" else 0.15
    if chance.random() < loss:
        title = " ".join(title.split()[: max(1, len(title.split()) // 2)])
    if chance.random() < loss:
        abstract = abstract[: len(abstract) // 2]
    return {"id": key, "title": title.replace("fi", "ﬁ"), "abstract": abstract}


def _broken(text: str, chance: random.Random) -> str:
    """Text as it stands in a column: a line break every few words, some words cut by a hyphen."""
    words = text.split()
    lines = [" ".join(words[i : i + 8]) for i in range(0, len(words), 8)]
    joined = "\n".join(lines)
    return re.sub(r"(\w{4})(\w{3,})\n", lambda m: f"{m[1]}-\n{m[2]} " if chance.random() < 0.4 else m[0], joined)
