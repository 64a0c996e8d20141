"""Objects of each submission against the ground truth: which are pairs, which are missed and extra."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from annoeval.protocols.boxes.objects import Floats, Objects, Places
from annoeval.protocols.boxes.rules import Rules
from annoeval.protocols.boxes.similarity import attribute_similarities, same_label, similarities
from annoeval.scoring.assignment import complete, greedy, optimal

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
OUTCOMES = ("matched", "missed", "extra", "ignored")
ON_CROWD = 0.5  # share of an unpaired object's area in a crowd from which it is not counted
_NONE = -1


@dataclass(frozen=True)
class Graded:
    """matches: columns `COLUMNS`, a row per pair, missed and extra object; `outcome` is one of `OUTCOMES` (`ignored` is
    an extra object on a crowd), `paired` is `key`, `overlap` or `hand`.
    repeated: match keys that one submission, or the ground truth, has more than once in an image: in how many."""

    matches: pd.DataFrame
    repeated: Counter[str]


def grade(
    objects: Objects,
    truth: str,
    submissions: Sequence[str],
    rules: Rules,
    made: Mapping[str, str | None] | None = None,
) -> Graded:
    """Matches every submission with the ground truth, image by image.

    made: pairs by hand: a submitted object's id → the id of the ground truth's, or None where their pair was broken.
    """
    pairing = _Pairing(objects, truth, submissions, rules)
    pairing.by_hand(made or {})
    repeated = pairing.by_key() if rules.match_key else Counter[str]()
    pairing.by_overlap()
    return Graded(_scored(objects, submissions, pairing.rows(), rules), repeated)


class _Pairing:
    """Pairs in several passes, of all submissions and images at once; each pass takes what the earlier ones left."""

    def __init__(self, objects: Objects, truth: str, submissions: Sequence[str], rules: Rules) -> None:
        o, self.objects, self.rules = objects, objects, rules
        known = {name: n for n, name in enumerate(o.owners)}
        self.owner = known.get(truth, _NONE)
        kept = np.isin(o.labels.astype("str"), rules.labels) if rules.labels else np.ones(len(o.ids), bool)
        of_truth = (o.owner == self.owner) & kept
        self.truth, self.crowds = np.flatnonzero(of_truth & ~o.crowd), np.flatnonzero(of_truth & o.crowd)
        self.row = np.full(len(o.owners), _NONE)  # of each owner in `taken`
        self.row[[known[s] for s in submissions if s in known]] = [n for n, s in enumerate(submissions) if s in known]
        self.drawn = np.flatnonzero((self.row[o.owner] >= 0) & kept)
        self.column = np.full(len(o.ids), _NONE)  # of each object of the ground truth in `taken`
        self.column[self.truth] = np.arange(len(self.truth))
        self.taken = np.zeros((len(submissions), len(self.truth)), bool)
        self.free = np.zeros(len(o.ids), bool)
        self.free[self.drawn] = True
        self.partner = np.full(len(o.ids), _NONE)
        self.how = np.full(len(o.ids), "", dtype=object)

    def _pair(self, truth: Places, drawn: Places, how: str) -> None:
        self.taken[self.row[self.objects.owner[drawn]], self.column[truth]] = True
        self.free[drawn] = False
        self.partner[drawn], self.how[drawn] = truth, how

    def _open(self, truth: Places, drawn: Places) -> NDArray[np.bool_]:
        """Whether both objects of each pair are still without a partner."""
        mine = self.column[truth] >= 0
        return mine & self.free[drawn] & ~self.taken[self.row[self.objects.owner[drawn]], self.column[truth]]

    def by_hand(self, made: Mapping[str, str | None]) -> None:
        """What people said first: an object whose pair was broken stays without a partner."""
        o = self.objects
        for id, partner in made.items():
            j, i = o.places.get(id), o.places.get(partner or "")
            if j is None or not self.free[j]:
                continue
            if partner is None:
                self.free[j], self.how[j] = False, "hand"
            elif i is not None and o.image[i] == o.image[j] and self._open(np.array([i]), np.array([j]))[0]:
                self._pair(np.array([i]), np.array([j]), "hand")

    def by_key(self) -> Counter[str]:
        """Objects that share a key which each side has once in the image; blank keys never match.

        Returns how often a key occurs more than once in an image."""
        o, key = self.objects, self.rules.match_key
        given = [str(v).strip() if (v := a.get(key)) is not None else "" for a in o.attributes]
        table = pd.DataFrame({"owner": o.owner, "image": o.image, "key": given, "place": np.arange(len(given))})
        table = table[(table["key"] != "") & ((self.column >= 0) | self.free)]
        again = table.duplicated(["owner", "image", "key"], keep=False)
        repeated = Counter(table.loc[again, ["image", "key"]].drop_duplicates()["key"])
        once = table[~again]
        mine, theirs = once[once["owner"] == self.owner], once[once["owner"] != self.owner]
        both = theirs.merge(mine, on=["image", "key"], suffixes=("", "_truth"))
        i, j = both["place_truth"].to_numpy(np.intp), both["place"].to_numpy(np.intp)
        left = self._open(i, j)
        self._pair(i[left], j[left], "key")
        return repeated

    def by_overlap(self) -> None:
        """The rest. Pairs below the gate are forbidden beforehand; without one every pair of the assignment counts."""
        o, rules = self.objects, self.rules
        pairs = o.pairs(self.owner)
        may = self._open(pairs.truth, pairs.drawn) & (pairs.iou >= rules.gate)
        i, j, overlap = pairs.truth[may], pairs.drawn[may], pairs.iou[may]
        if rules.how == "class first":
            alike = same_label(o.labels[i], o.labels[j])
            i, j, overlap = i[alike], j[alike], overlap[alike]
        if rules.gate <= 0:
            self._every(i, j, overlap)
            return
        choose = greedy if rules.how == "greedy" else optimal
        chosen = choose(self.row[o.owner[j]] * len(self.truth) + self.column[i], j, overlap)
        self._pair(i[chosen], j[chosen], "overlap")

    def _every(self, i: Places, j: Places, overlap: Floats) -> None:
        """As many pairs as there can be in each image, also of objects that do not overlap."""
        o, rules = self.objects, self.rules
        images = len(o.images)
        links = _groups(self.row[o.owner[j]] * images + o.image[j])
        truth = {image: self.truth[at] for image, at in _groups(o.image[self.truth]).items()}
        left = self.drawn[self.free[self.drawn]]
        chosen: list[tuple[Places, Places]] = []
        for cell, at in _groups(self.row[o.owner[left]] * images + o.image[left]).items():
            who, image = divmod(cell, images)
            drawn, rest = left[at], truth.get(image, self.truth[:0])
            rest = rest[~self.taken[who, self.column[rest]]]
            if not len(rest):
                continue
            matrix = np.zeros((len(rest), len(drawn)))
            if (some := links.get(cell)) is not None:
                matrix[np.searchsorted(rest, i[some]), np.searchsorted(drawn, j[some])] = overlap[some]
            if rules.how == "optimal":
                a, b = complete(matrix)
            else:
                alike = same_label(o.labels[rest][:, None], o.labels[drawn][None, :])
                a, b = np.nonzero(alike | (rules.how == "greedy"))
                best = (greedy if rules.how == "greedy" else optimal)(a, b, matrix[a, b])
                a, b = a[best], b[best]
            chosen.append((rest[a], drawn[b]))
        if chosen:  # those of one cell are in no other
            a, b = (np.concatenate(side) for side in zip(*chosen, strict=True))
            self._pair(a, b, "overlap")

    def rows(self) -> pd.DataFrame:
        """`row` (of the submission), `image`, `outcome` (a number), `truth`, `drawn` (places, −1 for none), `iou`,
        `paired`."""
        o = self.objects
        who, column = np.nonzero(~self.taken)
        missed = self.truth[column]
        drawn, partner = self.drawn, self.partner[self.drawn]
        paired = partner >= 0
        overlap = np.full(len(drawn), np.nan)
        overlap[paired] = o.iou(partner[paired], drawn[paired])
        outcome = np.where(paired, 0, np.where(self._on_crowd(drawn), 3, 2))
        frame = pd.DataFrame(
            {
                "row": np.concatenate([self.row[o.owner[drawn]], who]),
                "image": np.concatenate([o.image[drawn], o.image[missed]]),
                "outcome": np.concatenate([outcome, np.full(len(missed), 1)]),
                "truth": np.concatenate([partner, missed]),
                "drawn": np.concatenate([drawn, np.full(len(missed), _NONE)]),
                "iou": np.concatenate([overlap, np.full(len(missed), np.nan)]),
                "paired": np.concatenate([self.how[drawn], np.full(len(missed), "", dtype=object)]),
            }
        )
        return frame.sort_values(["row", "image", "outcome", "truth", "drawn"], ignore_index=True)

    def _on_crowd(self, drawn: Places) -> NDArray[np.bool_]:
        """Whether each lies in a crowd of the ground truth with at least `ON_CROWD` of its area."""
        o, inside = self.objects, np.zeros(len(self.objects.ids), bool)
        pairs = o.pairs(self.owner)
        on = np.isin(pairs.truth, self.crowds)
        i, j = pairs.truth[on], pairs.drawn[on]
        inside[j[o.shared(i, j) >= ON_CROWD * o.areas[j]]] = True
        return inside[drawn]


def _groups(codes: Places) -> dict[int, Places]:
    """Places of each code, ascending."""
    order = np.argsort(codes, kind="stable")
    names, begun = np.unique(codes[order], return_index=True)
    return dict(zip(names.tolist(), np.split(order, begun[1:]), strict=True)) if len(codes) else {}


def _scored(objects: Objects, submissions: Sequence[str], rows: pd.DataFrame, rules: Rules) -> pd.DataFrame:
    """The table of matches: `weight_iou · IoU + weight_label · label similarity + weight_attributes · attribute
    similarity` of every pair."""
    o = objects
    truth, drawn = rows["truth"].to_numpy(), rows["drawn"].to_numpy()
    overlap = rows["iou"].to_numpy("float64")
    paired = rows["outcome"].to_numpy() == 0
    label, attributes = (np.full(len(rows), np.nan) for _ in range(2))
    label[paired] = similarities(o.labels[truth[paired]], o.labels[drawn[paired]])
    attributes[paired] = attribute_similarities(o, truth[paired], drawn[paired], rules)
    frame = {
        "submission": np.array([*submissions, ""], dtype=object)[rows["row"]],
        "image": np.array([*o.images, ""], dtype=object)[rows["image"]],
        "outcome": np.array(OUTCOMES, dtype=object)[rows["outcome"]],
        "truth_id": _at(o.ids, truth),
        "object_id": _at(o.ids, drawn),
        "truth_label": _at(o.labels, truth),
        "label": _at(o.labels, drawn),
        "iou": overlap,
        "label_similarity": label,
        "attribute_similarity": attributes,
        "score": rules.iou * overlap + rules.label * label + rules.attributes * attributes,
        "paired": rows["paired"].to_numpy(),
    }
    return pd.DataFrame(frame, columns=list(COLUMNS))


def _at(values: NDArray[Any], places: NDArray[Any]) -> NDArray[Any]:
    out = np.full(len(places), None, dtype=object)
    there = places >= 0
    out[there] = values[places[there]]
    return out
