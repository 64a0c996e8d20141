"""What a pipeline might have extracted from made papers, with the right score of each row."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from benchmarks.made_papers import Paper

Row = dict[str, object]
WORDS = {
    "against": "versus",
    "marks": "indicates",
    "Bars are": "Error bars show",
    "left out": "excluded",
    "stand for": "denote",
    "Samples": "Specimens",
    "differ": "vary",
    "rests on": "is based on",
    "Colours": "Hues",
}
LOOKALIKE = {"l": "1", "o": "0", "e": "c", "m": "rn", "i": "l", "a": "o"}


def extraction(papers: list[Paper], seed: int) -> Iterator[Row]:
    """Rows of a file, paper after paper in order: columns of the protocol, with `truth` and `fault`."""
    chance = random.Random(seed)
    for paper in papers:
        others = [p for p in papers if p is not paper]
        rows = [_caption(paper, n, others, chance) for n in range(len(paper.captions))]
        if chance.random() < 0.45:
            _swap(rows, paper, chance)
        for row in rows:
            yield {"pdf": paper.name, "type": "figure", "content": "", **row}
        for table in paper.tables:
            row = _table(table, chance.choice(others), chance)
            yield {"pdf": paper.name, "type": "table", "caption": "", "vlm_description": "", **row}


def _caption(paper: Paper, n: int, others: list[Paper], chance: random.Random) -> Row:
    true = paper.captions[n]
    said = f"A chart of {true[0].lower()}{true.split('.')[0][1:]}. The axes carry labels, and several bars are shown."
    draw = chance.random()
    if draw < 0.42:
        text, truth, fault = true, 2, "whole"
    elif draw < 0.52:
        text, truth, fault = _noise(true, 0.007, chance), 2, "a wrong letter in 140"
    elif draw < 0.72:
        text, truth, fault = true[: int(len(true) * chance.uniform(0.3, 0.85))], 1, "cut off"
    elif draw < 0.84:
        text, truth, fault = _paraphrase(true, chance), 1, "paraphrased"
    elif draw < 0.94:
        text, truth, fault = chance.choice(chance.choice(others).captions), 0, "of another paper"
    else:
        text, truth, fault = "Figure on page 1", 0, "placeholder"
    return {"caption": text, "vlm_description": said, "truth": truth, "fault": fault}


def _swap(rows: list[Row], paper: Paper, chance: random.Random) -> None:
    """Two rows of a paper hold each other's captions."""
    a, b = chance.sample(range(len(rows)), 2)
    for row, n in ((rows[a], b), (rows[b], a)):
        row.update(caption=paper.captions[n], truth=0, fault="swapped within the paper")


def _noise(text: str, share: float, chance: random.Random) -> str:
    return "".join(LOOKALIKE[c] if c in LOOKALIKE and chance.random() < share else c for c in text)


def _paraphrase(text: str, chance: random.Random) -> str:
    """The same in other words: some exchanged, one sentence elsewhere or left out, its beginning turned round."""
    for word, other in WORDS.items():
        text = text.replace(word, other)
    sentences = re.split(r"(?<=\.) ", text)
    first = sentences[0].rstrip(".").split(" versus ")
    turned = f"{first[1].capitalize()} and {first[0].lower()}." if len(first) == 2 else sentences[0]
    rest = sentences[1:]
    chance.shuffle(rest)
    return " ".join([turned, *rest[: max(1, len(rest) - 1)]])


def _table(rows: list[list[str]], other: Paper, chance: random.Random) -> Row:
    cells = [list(row) for row in rows]
    draw = chance.random()
    if draw < 0.40:
        truth, fault = 2, "whole"
    elif draw < 0.50:
        at = chance.randrange(1, len(cells))
        cells[at] = [cells[at][0], "", *cells[at][1:-1]]
        truth, fault = 1, "a row shifted"
    elif draw < 0.60:
        cells, truth, fault = cells[1:], 1, "header lost"
    elif draw < 0.70:
        at = chance.randrange(1, len(cells))
        cells[at][1] = cells[at][1].translate(str.maketrans("0123456789", "1234567890"))
        truth, fault = 1, "digits changed"
    elif draw < 0.80:
        cells = [[row[0], f"{row[1]} {row[2]}", *row[3:]] for row in cells]
        truth, fault = 1, "two columns in one"
    elif draw < 0.90:
        cells, truth, fault = [list(row) for row in chance.choice(other.tables)], 0, "of another paper"
    else:
        return {"content": " ".join(" ".join(row) for row in cells), "truth": 0, "fault": "one line"}
    dashes = ["---"] * len(cells[0])
    text = "\n".join(f"| {' | '.join(row)} |" for row in [cells[0], dashes, *cells[1:]])
    return {"content": text, "truth": truth, "fault": fault}
