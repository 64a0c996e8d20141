"""Drawn objects of several people or models against a ground truth: matched, scored and explained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from annoeval.protocols.boxes.joining import HOW as JOINS
from annoeval.protocols.boxes.rules import HOW, NUMBERS, Rules, limits
from annoeval.protocols.boxes.study import RECOMMENDED, boxes_study, rules_of, submissions_of, with_pairs
from annoeval.protocols.boxes.tables import box_tables, submissions, totals
from annoeval.protocols.boxes.unnamed import NUMBERS as WAYS
from annoeval.protocols.boxes.unnamed import OPEN, beyond_scales
from annoeval.protocols.boxes.whose import notes_of, submissions_in
from annoeval.protocols.protocol import NOTHING, Detection, Protocol, Setting, Told
from annoeval.reading.box_tables import NOT_NAMED
from annoeval.reading.table import Reading, flat
from annoeval.study import Study
from annoeval.words import count, interval, listed, number


class Boxes(Protocol):
    """Annotations of images, each submission graded against the ground truth."""

    name = "boxes"
    title = "Boxes"
    summary = "Drawn objects on images: students or models against a ground truth"
    report = ("summary", "scores", "further", "minutes", "methods", "left_out")

    def detect(self, readings: Sequence[Reading], options: Mapping[str, Any] | None = None) -> Detection | None:
        """Sure of files with drawn objects of several submissions; of one, where nothing else is judged in them. What
        the numbers of boxes are is asked where no file says it."""
        found = flat(readings)
        shapes = [n.shapes for n in notes_of(found) if n.shapes is not None]
        who = submissions_in(found)
        if not shapes and len(who) < 2:
            return self._untold([r for r in found if r.facts.get("boxes") == NOT_NAMED])
        if len(who) < 2 and any(r.annotations is not None and len(r.annotations.ratings) for r in found):
            return None
        n = sum(map(len, shapes))
        return Detection(self.name, 0.9, f"it holds {count(n, 'drawn object')} of {listed(who, 3)}")

    def _untold(self, untold: Sequence[Reading]) -> Detection | None:
        if not untold:
            return None
        said = {f"the four numbers of its boxes are {w}": {"rules": {"numbers": n}} for n, w in WAYS.items()}
        because = f"four numbers of {listed([r.file for r in untold], 3)} may be boxes"
        return Detection(self.name, 0.9 if all(map(beyond_scales, untold)) else 0.75, because, either=said)

    def build(self, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
        """Items are images and submitted objects; raters are the two rules.

        options: `rules`, see `Rules`; those of `annoeval.tables.build.study_of`.
        """
        return boxes_study(flat(readings), options)

    def settings(self) -> Sequence[Setting]:
        """The rules that can be set before anyone is graded; labels, attributes and the match key are on Matching."""
        plain = Rules()
        return (
            Setting("rules.how", "How objects are paired", "choice", plain.how, tuple((h, h) for h in HOW)),
            Setting("rules.images", "Images of one name", "choice", plain.images, tuple((h, h) for h in JOINS)),
            *(
                Setting(f"rules.{n}", title, "number", getattr(plain, n), range=limits(n), step=step)
                for n, title, step in NUMBERS
            ),
        )

    def tables(self, study: Study) -> Mapping[str, pd.DataFrame]:
        """`submissions`, `matches`, `lost_points`, `label_confusion`, `attribute_confusion`, `common_mistakes`,
        `robustness`, `image_tags`."""
        return box_tables(study)

    def follow(self, study: Study, told: Told = NOTHING) -> Study:
        """The study graded with the pairs that people made and broke."""
        return with_pairs(study, told.pairs)

    def outcome(self, study: Study) -> str:
        return self.headline(study) or super().outcome(study)

    def headline(self, study: Study) -> str | None:
        """How the submissions did, or what is still to say."""
        if study.shapes is None:  # a saved table of scores
            return None
        rules, names = rules_of(study), submissions_of(study)
        unread = [p.file for p in study.problems if p.problem == OPEN]
        if unread:
            return f"{listed(unread, 3)}: say what the four numbers of a box are, two corners or corner and size."
        if not rules.truth:
            everyone = listed([str(s) for s in study.options["submissions"]], 3)
            return f"{everyone}: say which is the ground truth, and the others are graded."
        if not names:
            return f"{rules.truth} is the ground truth; add a submission to grade."
        if len(names) == 1:
            one = submissions(study).set_index("rule").loc[RECOMMENDED]
            of = int(one["matched"] + one["missed"])
            spread = "" if pd.isna(one["low"]) else f" (95 % CI {interval(one['low'], one['high'], 1)})"
            score = "no score" if pd.isna(one["overall"]) else f"score **{number(one['overall'], 1)}**{spread}"
            at = f"at IoU {rules.gate:g}"
            return (
                f"{one['submission']}: {one['matched']} of {count(of, 'object')} matched {at}, {one['missed']} missed, "
                f"{one['extra']} extra; {score} over {count(int(one['n_images']), 'image')}."
            )
        found = totals(study)
        best = found.sort_values("overall", ascending=False).iloc[0]
        spread = f"{number(found['overall'].min(), 1)} to {number(found['overall'].max(), 1)}"
        return (
            f"{count(len(found), 'submission')} against {rules.truth}: scores from **{spread}**, "
            f"{best['submission']} best; {int(found['missed'].sum()):,} objects missed, {int(found['extra'].sum()):,} "
            "extra."
        )
