"""Matching of boxes against pycocotools' IoU with scipy's assignment, and a class graded from its objects."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO

import numpy as np
import pandas as pd

from annoeval.protocols.boxes.grading import grade
from annoeval.protocols.boxes.objects import Objects
from annoeval.protocols.boxes.rules import Rules
from annoeval.scoring.assignment import optimal
from annoeval.scoring.geometry import overlapping
from annoeval.study import SHAPE_COLUMNS
from benchmarks.timing import Row, best

IMAGES, BOXES, GATE = 1000, 50, 0.5
STUDENTS, PICTURES, OBJECTS = 22, 453, 1049
BUDGET = 5.0  # seconds to grade the class


def main() -> list[Row]:
    """All rows of this module."""
    return [*matching(), a_class()]


def _images() -> tuple[np.ndarray, np.ndarray]:
    """Ground truth and drawn boxes: images × boxes × (x1, y1, x2, y2)."""
    rng = np.random.default_rng(0)
    corner, size = rng.uniform(0, 900, (IMAGES, BOXES, 2)), rng.uniform(20, 200, (IMAGES, BOXES, 2))
    truth = np.concatenate([corner, corner + size], axis=2)
    drawn = truth + rng.normal(0, 6, truth.shape)
    low, high = np.minimum(drawn[..., :2], drawn[..., 2:]), np.maximum(drawn[..., :2], drawn[..., 2:])
    return truth, np.concatenate([low, high], axis=2)


def matching() -> list[Row]:
    """1,000 images of 50 × 50 boxes: IoU and assignment, pairs below the gate forbidden."""
    from pycocotools import mask
    from scipy.optimize import linear_sum_assignment

    truth, drawn = _images()
    image = np.repeat(np.arange(IMAGES), BOXES)
    a, b = truth.reshape(-1, 4), drawn.reshape(-1, 4)

    def ours() -> np.ndarray:
        i, j, overlap = overlapping(a, b, image, image, GATE)
        return overlap[optimal(i, j, overlap)]

    def corner_and_size(boxes: np.ndarray) -> np.ndarray:
        return np.concatenate([boxes[..., :2], boxes[..., 2:] - boxes[..., :2]], axis=2)

    ours_in, theirs_in = corner_and_size(truth), corner_and_size(drawn)
    crowd = [0] * BOXES

    def theirs() -> float:
        total = 0.0
        for one, other in zip(ours_in, theirs_in, strict=True):
            overlap = mask.iou(other, one, crowd).T
            overlap[overlap < GATE] = 0.0
            total += float(overlap[linear_sum_assignment(overlap, maximize=True)].sum())
        return total

    mine, found = best(ours, times=3)
    peer, expected = best(theirs, times=3)
    same = abs(float(found.sum()) - expected) < 1e-6 * expected
    task = f"{IMAGES:,} images × {BOXES} × {BOXES} boxes"
    coco, count = best(_coco_evaluation(ours_in, theirs_in), times=1)
    return [
        Row(task, mine, "pycocotools IoU, scipy assignment", peer, 1.0, same),
        Row(task, mine, "COCOeval.evaluate, one threshold", coco, 8.0, abs(count - len(found)) <= 0.001 * len(found)),
    ]


def _coco_evaluation(truth: np.ndarray, drawn: np.ndarray) -> Callable[[], int]:
    """How many boxes COCOeval matches (greedily, so that a few pairs differ)."""
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    def coco(boxes: np.ndarray, **more: float) -> COCO:
        made = COCO()
        made.dataset = {
            "images": [{"id": n} for n in range(IMAGES)],
            "categories": [{"id": 1, "name": "box"}],
            "annotations": [
                {
                    "id": n + 1,
                    "image_id": n // BOXES,
                    "category_id": 1,
                    "bbox": box,
                    "area": box[2] * box[3],
                    "iscrowd": 0,
                }
                | more
                for n, box in enumerate(boxes.reshape(-1, 4).tolist())
            ],
        }
        made.createIndex()
        return made

    with redirect_stdout(StringIO()):
        sides = coco(truth), coco(drawn, score=1.0)

    def evaluate() -> int:
        with redirect_stdout(StringIO()):
            task = COCOeval(*sides, "bbox")
            task.params.iouThrs = np.array([GATE])
            task.params.areaRng, task.params.areaRngLbl = [[0, 1e10]], ["all"]
            task.evaluate()
        return sum(int((e["dtMatches"] > 0).sum()) for e in task.evalImgs if e)

    return evaluate


def a_class() -> Row:
    """22 students × 453 images × 1,049 boxes each: matched and scored within five seconds."""
    rng = np.random.default_rng(1)
    image = np.sort(rng.integers(0, PICTURES, OBJECTS))
    corner, size = rng.uniform(0, 900, (OBJECTS, 2)), rng.uniform(20, 200, (OBJECTS, 2))
    truth = np.hstack([corner, corner + size])
    rows = []
    for who in range(-1, STUDENTS):
        boxes = truth if who < 0 else truth + rng.normal(0, 4, truth.shape)
        for n, (i, box) in enumerate(zip(image, boxes.tolist(), strict=True)):
            rows.append(
                (f"i{i}", "truth" if who < 0 else f"s{who}", str(n), "car", {"colour": "red"}, "box", box, None)
            )
    shapes = pd.DataFrame(rows, columns=list(SHAPE_COLUMNS))
    names = [f"s{n}" for n in range(STUDENTS)]
    seconds, graded = best(lambda: grade(Objects.of(shapes), "truth", names, Rules()), times=1)
    task = f"{STUDENTS} students × {PICTURES} images × {OBJECTS:,} boxes"
    return Row(task, seconds, "the time allowed", BUDGET, 1.0, len(graded.matches) >= STUDENTS * OBJECTS)
