"""Overlap of drawn objects, against published values and hand-worked areas."""

import math

import numpy as np
import pytest

from annoeval.scoring.geometry import bounds, in_order, intersections, iou, iou_of_outlines, outline


def one(a, b):
    return float(iou(in_order(np.array([a], float))[0], in_order(np.array([b], float))[0])[0, 0])


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [  # roboflow/supervision, test/detection/utils/test_iou_and_nms.py
        ((0, 0, 10, 10), (20, 20, 30, 30), 0.0),
        ((0, 0, 10, 10), (10, 0, 20, 10), 0.0),
        ((0, 0, 10, 10), (2, 2, 8, 8), 0.36),
        ((0, 0, 0, 0), (0, 0, 10, 10), 0.0),
        ((0, 0, 0, 0), (0, 0, 0, 0), 0.0),
        ((-5, 0, 5, 10), (0, 0, 10, 10), 1 / 3),
        ((0, 0, 10, 10), (5, 0, 15, 10), 1 / 3),
    ],
)
def test_published_overlaps_of_boxes(a, b, expected):
    assert one(a, b) == pytest.approx(expected, abs=1e-12)


def test_swapped_corners_are_put_in_order_and_named():
    boxes, swapped = in_order(np.array([[30, 20, 10, 40], [1, 2, 3, 4]], float))
    assert boxes.tolist() == [[10, 20, 30, 40], [1, 2, 3, 4]]
    assert swapped.tolist() == [True, False]


def test_corner_and_size_taken_for_two_corners_would_halve_a_score():
    assert one((50, 50, 150, 150), (50, 50, 200, 200)) == pytest.approx(4 / 9)


def outlines(*shapes):
    return np.array([outline(*s) for s in shapes], dtype=object)


def test_a_box_and_the_same_box_turned_by_45_degrees_share_an_octagon():
    side, half = 2.0, math.sqrt(2)
    turned = ("rotated box", (0, -half, half, 0, 0, half, -half, 0))
    octagon = 8 * (math.sqrt(2) - 1)  # of inradius 1
    both = iou_of_outlines(outlines(("box", (-1, -1, 1, 1))), outlines(turned))[0, 0]
    assert both == pytest.approx(octagon / (2 * side**2 - octagon))


def test_all_rings_of_a_polygon_count_and_overlapping_rings_count_once():
    two = ("polygons", ((0, 0, 1, 0, 1, 1, 0, 1), (2, 0, 3, 0, 3, 1, 2, 1)))
    whole = ("box", (0, 0, 3, 1))
    assert iou_of_outlines(outlines(two), outlines(whole))[0, 0] == pytest.approx(2 / 3)
    twice = ("polygons", ((0, 0, 1, 0, 1, 1, 0, 1), (0, 0, 1, 0, 1, 1, 0, 1)))
    assert iou_of_outlines(outlines(twice), outlines(("box", (0, 0, 1, 1))))[0, 0] == pytest.approx(1.0)


def test_a_concave_polygon_is_not_taken_for_its_hull():
    bracket = ("polygon", (0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3))  # an L of area 5
    assert intersections(outlines(bracket), outlines(("box", (1, 1, 3, 3))))[0, 0] == pytest.approx(0.0)


def test_a_ring_that_crosses_itself_or_has_no_area_raises_nothing():
    tie = ("polygon", (0, 0, 2, 2, 2, 0, 0, 2))
    flat = ("polygon", (0, 0, 1, 1, 2, 2))
    found = iou_of_outlines(outlines(tie, flat), outlines(("box", (0, 0, 2, 2))))
    assert found[:, 0] == pytest.approx([0.5, 0.0])


def test_an_ellipse_has_its_area_and_turns_clockwise():
    assert outline("ellipse", (5, 5, 3, 2)).area == pytest.approx(math.pi * 6)
    assert bounds("ellipse", (5, 5, 3, 2, 90))[:2] == pytest.approx((3, 2), abs=0.02)


def test_polygons_agree_with_boxes_on_upright_rectangles():
    rng = np.random.default_rng(0)
    a, b = (in_order(rng.uniform(0, 100, (6, 4)))[0] for _ in range(2))
    same = iou_of_outlines(outlines(*(("box", tuple(x)) for x in a)), outlines(*(("box", tuple(x)) for x in b)))
    assert iou(a, b) == pytest.approx(same, abs=1e-12)
