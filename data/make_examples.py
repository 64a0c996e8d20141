"""Makes the example studies: `python data/make_examples.py`. Seeded, so that the same files come out every time."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import example_boxes
import example_confidence
import example_extraction
import example_figures
import example_ratings
import example_recall
import example_recognition

HERE = Path(__file__).resolve().parent
STUDIES: list[Callable[[Path, random.Random], dict[str, object]]] = [
    example_figures.make,
    example_recognition.make,
    example_extraction.make,
    example_recall.make,
    example_boxes.make,
    example_confidence.make,
    example_ratings.make,
]


def main() -> None:
    index = [make(HERE, random.Random(20260501)) for make in STUDIES]
    (HERE / "examples.json").write_text(json.dumps(index, indent=2, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
