"""Which coefficient to report for a scale, and why."""

from __future__ import annotations

from annoeval.scale import Level


def recommend(level: Level, raters: int, complete: bool, unknown: bool = False) -> tuple[str, str]:
    """The coefficient that fits the scale and the design, and the reason in a sentence for the screen.

    level: of the scale. raters: how many. complete: whether everyone rated every item.
    unknown: whether it isn't known which rater gave which label, so that raters can't be told apart.
    """
    if level == "set":
        return "krippendorff_alpha_masi", "Answers are sets of labels, and partly equal sets count in part (MASI)."
    if level in ("interval", "ratio"):
        if unknown:
            return "krippendorff_alpha", "The scores are numbers, and who gave which isn't known."
        if complete and raters >= 2:
            return "icc2", "The scores are numbers and every rater rated every item."
        return "krippendorff_alpha", "The scores are numbers and not everyone rated every item."
    if level == "ordinal":
        if raters == 2 and not unknown:
            return "cohen_kappa_quadratic", "Two raters and ordered labels: a near miss counts less than a far one."
        gaps = "" if complete else ", and not everyone rated every item"
        return "krippendorff_alpha", f"The labels are ordered{gaps}."
    if unknown and raters == 2:
        return "scott_pi", "Two raters, labels without an order, and who gave which isn't known."
    if raters == 2:
        return "cohen_kappa", "Two raters and labels without an order."
    if complete:
        return "fleiss_kappa", "More than two raters, every item rated by all, and labels without an order."
    return "krippendorff_alpha", "More than two raters, and not everyone rated every item."
