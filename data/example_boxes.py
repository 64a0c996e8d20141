"""Example `boxes`: 12 street scenes, ground truth and four students' boxes, one file each."""

from __future__ import annotations

import json
import random
from pathlib import Path

LABELS = ("car", "bicycle", "person", "sign")
COLOURS = ("red", "blue", "white", "black")
STUDENTS = {"anna": (3, 0.03, 0.04), "ben": (8, 0.1, 0.1), "chloe": (5, 0.2, 0.02), "dev": (20, 0.12, 0.2)}
WIDTH, HEIGHT = 640, 480


def _coco(objects: list[dict[str, object]]) -> str:
    names = sorted({str(o["image"]) for o in objects})
    return json.dumps({
        "images": [{"id": i, "file_name": n, "width": WIDTH, "height": HEIGHT} for i, n in enumerate(names, 1)],
        "categories": [{"id": i, "name": n} for i, n in enumerate(LABELS, 1)],
        "annotations": [
            {"id": i, "image_id": names.index(str(o["image"])) + 1, "category_id": LABELS.index(str(o["label"])) + 1,
             "bbox": o["box"], "attributes": {"colour": o["colour"]}}
            for i, o in enumerate(objects, 1)
        ],
    }, indent=1) + "\n"  # fmt: skip


def _drawn(
    truth: list[dict[str, object]], chance: random.Random, off: float, miss: float, wrong: float
) -> list[dict[str, object]]:
    out = []
    for o in truth:
        if chance.random() < miss:
            continue
        box = [max(0, round(v + chance.gauss(0, off))) for v in o["box"]]  # type: ignore[attr-defined]
        box[2:] = [max(6, v) for v in box[2:]]
        label = chance.choice(LABELS) if chance.random() < wrong else o["label"]
        colour = chance.choice(COLOURS) if chance.random() < wrong else o["colour"]
        out.append({"image": o["image"], "label": label, "colour": colour, "box": box})
        if chance.random() < wrong / 2:
            spot = [chance.randint(0, 560), chance.randint(0, 400), 60, 50]
            out.append({"image": o["image"], "label": chance.choice(LABELS), "colour": "red", "box": spot})
    return out


def make(folder: Path, chance: random.Random) -> dict[str, object]:
    truth: list[dict[str, object]] = [
        {
            "image": f"street_{n:02d}.jpg",
            "label": chance.choice(LABELS),
            "colour": chance.choice(COLOURS),
            "box": [
                x * 160 + chance.randint(5, 50),
                chance.randint(20, 300),
                chance.randint(50, 100),
                chance.randint(50, 150),
            ],
        }
        for n in range(1, 13)
        for x in range(chance.randint(2, 4))
    ]
    place = folder / "boxes"
    place.mkdir(exist_ok=True)
    (place / "ground_truth.json").write_text(_coco(truth), "utf-8")
    for who, how in STUDENTS.items():
        (place / f"{who}.json").write_text(_coco(_drawn(truth, chance, *how)), "utf-8")
    return {
        "name": "boxes",
        "protocol": "boxes",
        "title": "Street scenes",
        "sentence": f"{len(truth)} objects on 12 images, drawn by four students and graded against the ground truth",
        "files": [f"boxes/{n}.json" for n in ("ground_truth", *STUDENTS)],
    }
