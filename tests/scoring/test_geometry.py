"""Overlap of drawn objects, against published values and hand-worked areas."""

import math

import numpy as np
import pytest
import shapely

from annoeval.scoring.geometry import areas, bounds, in_order, iou, outline, overlapping, ratio


def one(a, b):
    return float(iou(in_order(np.array([a], float))[0], in_order(np.array([b], float))[0])[0])


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


def shared(a, b):
    return shapely.area(shapely.intersection(outline(*a), outline(*b)))


def drawn_iou(a, b):
    return float(ratio(np.array(shared(a, b)), outline(*a).area, outline(*b).area))


def test_a_box_and_the_same_box_turned_by_45_degrees_share_an_octagon():
    side, half = 2.0, math.sqrt(2)
    turned = ("rotated box", (0, -half, half, 0, 0, half, -half, 0))
    octagon = 8 * (math.sqrt(2) - 1)  # of inradius 1
    both = drawn_iou(("box", (-1, -1, 1, 1)), turned)
    assert both == pytest.approx(octagon / (2 * side**2 - octagon))


def test_all_rings_of_a_polygon_count_and_overlapping_rings_count_once():
    two = ("polygons", ((0, 0, 1, 0, 1, 1, 0, 1), (2, 0, 3, 0, 3, 1, 2, 1)))
    whole = ("box", (0, 0, 3, 1))
    assert drawn_iou(two, whole) == pytest.approx(2 / 3)
    twice = ("polygons", ((0, 0, 1, 0, 1, 1, 0, 1), (0, 0, 1, 0, 1, 1, 0, 1)))
    assert drawn_iou(twice, ("box", (0, 0, 1, 1))) == pytest.approx(1.0)


def test_a_concave_polygon_is_not_taken_for_its_hull():
    bracket = ("polygon", (0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3))  # an L of area 5
    assert shared(bracket, ("box", (1, 1, 3, 3))) == pytest.approx(0.0)


def test_a_ring_that_crosses_itself_or_has_no_area_raises_nothing():
    tie = ("polygon", (0, 0, 2, 2, 2, 0, 0, 2))
    flat = ("polygon", (0, 0, 1, 1, 2, 2))
    whole = ("box", (0, 0, 2, 2))
    assert [drawn_iou(tie, whole), drawn_iou(flat, whole)] == pytest.approx([0.5, 0.0])


def test_an_ellipse_has_its_area_and_turns_clockwise():
    assert outline("ellipse", (5, 5, 3, 2)).area == pytest.approx(math.pi * 6)
    assert bounds("ellipse", (5, 5, 3, 2, 90))[:2] == pytest.approx((3, 2), abs=0.02)


def test_polygons_agree_with_boxes_on_upright_rectangles():
    rng = np.random.default_rng(0)
    a, b = (in_order(rng.uniform(0, 100, (6, 4)))[0] for _ in range(2))
    same = [[drawn_iou(("box", tuple(x)), ("box", tuple(y))) for y in b] for x in a]
    assert iou(a[:, None], b[None]) == pytest.approx(np.array(same), abs=1e-12)


@pytest.mark.parametrize("least", [0.0, 0.3])
def test_overlapping_boxes_of_each_image_are_found_whatever_its_size(least):
    rng = np.random.default_rng(1)
    sizes = [(0, 3), (4, 0), (1, 1), (300, 250), *rng.integers(0, 12, (60, 2)).tolist()]
    groups = [np.repeat(np.arange(len(sizes)), n) for n in np.transpose(sizes)]
    a, b = (in_order(rng.uniform(0, 60, (len(g), 4)))[0] for g in groups)
    mixed = [rng.permutation(len(g)) for g in groups]
    (a, first), (b, second) = ((x[o], g[o]) for x, g, o in zip((a, b), groups, mixed, strict=True))
    i, j, found = overlapping(a, b, first, second, least)
    assert found.tolist() == iou(a[i], b[j]).tolist()
    overlap = np.where(first[:, None] == second, iou(a[:, None], b[None]), 0.0)
    expected = np.nonzero(overlap >= least if least else overlap > 0)
    assert set(zip(i.tolist(), j.tolist(), strict=True)) == set(zip(*(e.tolist() for e in expected), strict=True))
    assert len(i) == len(expected[0])


def test_boxes_without_area_overlap_nothing():
    flat = np.array([[5.0, 5, 5, 9], [0, 0, 0, 0]])
    here = np.zeros(2, np.intp)
    assert areas(flat).tolist() == [0, 0]
    assert [len(overlapping(flat, flat, here, here, least)[0]) for least in (0.0, 0.5)] == [0, 0]
