"""Objects of each submission against the ground truth: pairs, their scores, what is missed and extra."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from annoeval.protocols.boxes.gather import BOOKKEEPING, item_ids
from annoeval.protocols.boxes.rules import Rules
from annoeval.scoring.assignment import greedy, optimal
from annoeval.scoring.geometry import bounds, intersections, iou, iou_of_outlines, outline
from annoeval.scoring.text import TextOptions, similarity

COLUMNS = (
    "submission",
    "image",
    "outcome",
    "truth_id",
    "object_id",
    "truth_label",
    "label",
    "iou",
    "label_similarity",
    "attribute_similarity",
    "score",
    "paired",
)
_PLAIN = TextOptions()


@dataclass
class Objects:
    """All graded objects as arrays, by place: ids, images, labels, boxes around them, and outlines where not upright.

    crowd: objects that stand for a crowd (COCO's `iscrowd`).
    """

    frame: pd.DataFrame
    ids: NDArray[Any]
    images: NDArray[Any]
    labels: NDArray[Any]
    boxes: NDArray[np.float64]
    upright: NDArray[np.bool_]
    crowd: NDArray[np.bool_]
    outlines: dict[int, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, shapes: pd.DataFrame) -> Objects:
        """shapes: as `gather.usable` gives them."""
        around = [bounds(k, c) for k, c in zip(shapes["kind"], shapes["coordinates"], strict=True)]
        return cls(
            shapes,
            item_ids(shapes).to_numpy(dtype=object),
            shapes["image"].to_numpy(dtype=object),
            shapes["label"].astype("object").where(shapes["label"].notna(), None).to_numpy(),
            np.array(around, "float64").reshape(-1, 4),
            (shapes["kind"] == "box").to_numpy(),
            np.array([str(a.get("iscrowd") or "0") == "1" for a in shapes["attributes"]], dtype=bool),
        )

    def drawn(self, places: Iterable[int]) -> NDArray[np.object_]:
        """Outlines of the objects at these places."""
        made = []
        for i in places:
            if i not in self.outlines:
                row = self.frame.iloc[int(i)]
                self.outlines[i] = outline(row["kind"], row["coordinates"])
            made.append(self.outlines[i])
        out = np.empty(len(made), dtype=object)
        out[:] = made
        return out

    def overlap(self, a: NDArray[np.intp], b: NDArray[np.intp]) -> NDArray[np.float64]:
        """IoU of every object of `a` with every one of `b`."""
        if self.upright[a].all() and self.upright[b].all():
            return iou(self.boxes[a], self.boxes[b])
        return iou_of_outlines(self.drawn(a), self.drawn(b))

    def inside(self, a: NDArray[np.intp], crowds: NDArray[np.intp]) -> NDArray[np.float64]:
        """The largest share of each object's own area that lies in one of the crowds."""
        import shapely

        mine = self.drawn(a)
        own = shapely.area(mine)
        shared = intersections(mine, self.drawn(crowds)).max(axis=1)
        return np.divide(shared, own, out=np.zeros_like(own), where=own > 0)


@dataclass(frozen=True)
class Graded:
    """matches: columns `COLUMNS`, a row per pair, missed and extra object; `outcome` is `matched`, `missed`, `extra` or
    `ignored` (an extra object on a crowd), `paired` is `key`, `overlap` or `hand`.
    images: all images, those without any object too. repeated: match keys that occur twice in an image."""

    matches: pd.DataFrame
    images: tuple[str, ...]
    repeated: Counter[str]


def grade(
    objects: Objects,
    truth: str,
    submissions: Sequence[str],
    images: Sequence[str],
    rules: Rules,
    made: Mapping[str, str | None] | None = None,
) -> Graded:
    """Matches every submission with the ground truth, image by image.

    made: pairs by hand: a submitted object's id → the id of the ground truth's, or None where their pair was broken.
    """
    by_hand = dict(made or {})
    groups = objects.frame.groupby(["submission", "image"], sort=False).indices
    wanted = set(rules.labels)
    pairing = _Pairing(objects, rules, by_hand)
    nothing = np.empty(0, np.intp)
    rows: list[tuple[str, str, str, int, int, float, str]] = []
    for who in submissions:
        own = [i for s, i in groups if s == who]
        for image in dict.fromkeys([*images, *own]):
            t, s = groups.get((truth, image), nothing), groups.get((who, image), nothing)
            if wanted:
                t = t[[objects.labels[i] in wanted for i in t]] if len(t) else t
                s = s[[objects.labels[i] in wanted for i in s]] if len(s) else s
            if len(t) or len(s):
                rows += [(who, image, *r) for r in pairing.of(t, s)]
    return Graded(_scored(rows, objects, rules), tuple(images), pairing.repeated)


class _Pairing:
    """Pairs the objects of one image in two passes."""

    def __init__(self, objects: Objects, rules: Rules, made: Mapping[str, str | None]) -> None:
        self.objects, self.rules, self.made = objects, rules, made
        self.repeated: Counter[str] = Counter()
        keys = [str(a.get(rules.match_key) or "").strip() for a in objects.frame["attributes"]]
        self.keys = keys if rules.match_key else []

    def of(self, t: NDArray[np.intp], s: NDArray[np.intp]) -> list[tuple[str, int, int, float, str]]:
        """(outcome, place of the ground truth's object or −1, place of the submitted one or −1, IoU, how paired)."""
        o, rules = self.objects, self.rules
        crowds, t = t[o.crowd[t]], t[~o.crowd[t]]
        overlap = o.overlap(t, s) if len(t) and len(s) else np.zeros((len(t), len(s)))
        free_t, free_s = np.ones(len(t), bool), np.ones(len(s), bool)
        out: list[tuple[str, int, int, float, str]] = []

        def pair(i: int, j: int, how: str) -> None:
            free_t[i] = free_s[j] = False
            out.append(("matched", int(t[i]), int(s[j]), float(overlap[i, j]), how))

        if self.made:
            place = {o.ids[k]: i for i, k in enumerate(t)}
            for j, k in enumerate(s):
                wanted = self.made.get(o.ids[k], "")
                i = place.get(wanted) if wanted else None
                if i is not None and free_t[i]:
                    pair(i, j, "hand")
                elif wanted is None:
                    free_s[j] = False  # broken: it stays without a partner
                    out.append(("extra", -1, int(k), np.nan, "hand"))
        if self.keys:
            for i, j in self._by_key(t, s, free_t, free_s):
                pair(i, j, "key")
        ti, si = np.flatnonzero(free_t), np.flatnonzero(free_s)
        if len(ti) and len(si):
            part = overlap[np.ix_(ti, si)]
            if rules.how == "class first":
                same = np.array([[_alike(o.labels[t[i]], o.labels[s[j]]) for j in si] for i in ti])
                part = np.where(same, part, -1.0)
            a, b = (greedy if rules.how == "greedy" else optimal)(part, rules.gate)
            for i, j in zip(ti[a].tolist(), si[b].tolist(), strict=True):
                if overlap[i, j] >= 0 and (rules.how != "class first" or _alike(o.labels[t[i]], o.labels[s[j]])):
                    pair(i, j, "overlap")
        out += [("missed", int(k), -1, np.nan, "") for k in t[free_t]]
        left = s[free_s]
        over = np.zeros(len(left), bool)
        if len(left) and len(crowds):
            over = o.inside(left, crowds) >= max(rules.gate, 0.5)
        out += [("ignored" if c else "extra", -1, int(k), np.nan, "") for k, c in zip(left, over, strict=True)]
        return out

    def _by_key(
        self, t: NDArray[np.intp], s: NDArray[np.intp], free_t: NDArray[np.bool_], free_s: NDArray[np.bool_]
    ) -> list[tuple[int, int]]:
        """Places of objects that share a key which each side has once; blank keys never match."""
        sides = []
        for places, free in ((t, free_t), (s, free_s)):
            found: dict[str, list[int]] = {}
            for i, k in enumerate(places):
                if free[i] and self.keys[k]:
                    found.setdefault(self.keys[k], []).append(i)
            sides.append(found)
        shared = [k for k in sides[0] if k in sides[1]]
        self.repeated.update(k for k in {*sides[0], *sides[1]} if max(len(side.get(k, ())) for side in sides) > 1)
        return [(sides[0][k][0], sides[1][k][0]) for k in shared if len(sides[0][k]) == len(sides[1][k]) == 1]


def _alike(a: Any, b: Any) -> bool:
    return a is not None and b is not None and str(a).strip().casefold() == str(b).strip().casefold()


def compared(truth: Mapping[str, Any], label: Any, rules: Rules) -> list[str]:
    """The attributes that are compared: those the rules or the file define for the label, else those on the ground
    truth's object; the match key and what tools note for themselves are left out."""
    names = rules.compared.get(str(label), tuple(n for n in truth if n not in BOOKKEEPING))
    return [n for n in names if n != rules.match_key]


def alike(a: Any, b: Any) -> float:
    """Levenshtein similarity ignoring case, 0 to 1; two empty texts are alike, an empty and another are not."""
    left, right = ("" if v is None or v != v else str(v).strip().casefold() for v in (a, b))
    if left == right:
        return 1.0
    return similarity(left, right, _PLAIN) if left and right else 0.0


def _scored(rows: Sequence[tuple[str, str, str, int, int, float, str]], objects: Objects, rules: Rules) -> pd.DataFrame:
    """The table of matches: `weight_iou · IoU + weight_label · label similarity + weight_attributes · attribute
    similarity` of every pair."""
    known: dict[tuple[Any, Any], float] = {}

    def same(a: Any, b: Any) -> float:
        if (a, b) not in known:
            known[a, b] = alike(a, b)
        return known[a, b]

    attributes = objects.frame["attributes"].tolist()
    labels, attribute_scores = [], []
    for _, _, outcome, i, j, _, _ in rows:
        if outcome != "matched":
            labels.append(np.nan)
            attribute_scores.append(np.nan)
            continue
        labels.append(same(objects.labels[i], objects.labels[j]))
        names = compared(attributes[i], objects.labels[i], rules)
        each = [same(attributes[i].get(n), attributes[j].get(n)) for n in names]
        attribute_scores.append(sum(each) / len(each) if each else 1.0)
    columns = list(zip(*rows, strict=True)) if rows else [()] * 7
    truth, mine = (np.array(columns[k], np.intp) for k in (3, 4))
    overlap, label, attribute = np.array(columns[5], "float64"), np.array(labels), np.array(attribute_scores)
    frame = {
        "submission": columns[0],
        "image": columns[1],
        "outcome": columns[2],
        "truth_id": _at(objects.ids, truth),
        "object_id": _at(objects.ids, mine),
        "truth_label": _at(objects.labels, truth),
        "label": _at(objects.labels, mine),
        "iou": overlap,
        "label_similarity": label,
        "attribute_similarity": attribute,
        "score": rules.iou * overlap + rules.label * label + rules.attributes * attribute,
        "paired": columns[6],
    }
    return pd.DataFrame(frame, columns=list(COLUMNS))


def _at(values: NDArray[Any], places: NDArray[np.intp]) -> NDArray[Any]:
    out = np.full(len(places), None, dtype=object)
    there = places >= 0
    out[there] = values[places[there]]
    return out
