"""Result tables of graded boxes: pairs, submissions, confusions, common mistakes, and how far the rules matter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np
import pandas as pd

from annoeval.conclusions import resolve
from annoeval.protocols.boxes.feedback import remark
from annoeval.protocols.boxes.grading import grade
from annoeval.protocols.boxes.rules import Rules
from annoeval.protocols.boxes.similarity import compared_on
from annoeval.protocols.boxes.study import PUBLISHED, RECOMMENDED, SCORE, graded, objects_of, rules_of, submissions_of
from annoeval.protocols.boxes.tags import image_tags
from annoeval.rating_table import PEOPLE
from annoeval.statistics.intervals import Interval, bootstrap
from annoeval.study import Study

NO_PARTNER, BLANK = "(none)", "(not given)"
GATES = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
BETAS = (0.5, 1.0, 2.0)
NOTHING = "nothing to match and nothing drawn"
_SUMS = ("matched", "missed", "extra", "ignored", "score", "iou")


class Tables(Mapping[str, pd.DataFrame]):
    """Tables that are made when first asked for."""

    def __init__(self, makers: Mapping[str, Callable[[Study], pd.DataFrame]], study: Study) -> None:
        self._makers, self._study, self._made = makers, study, dict[str, pd.DataFrame]()

    def __getitem__(self, name: str) -> pd.DataFrame:
        if name not in self._made:
            self._made[name] = self._makers[name](self._study)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def box_tables(study: Study) -> Mapping[str, pd.DataFrame]:
    """The tables of a study whose ground truth is known and that has anyone to grade; none before."""
    ready = study.shapes is not None and rules_of(study).truth and submissions_of(study)
    return Tables(_MAKERS, study) if ready else {}


def matches(study: Study, submission: str | None = None) -> pd.DataFrame:
    """A row per pair, missed and extra object by the study's rules: `submission, image, outcome, truth_id, object_id,
    truth_label, label, iou, label_similarity, attribute_similarity, paired, original_score, final_score,
    override_reason, remark`; scores 0 to the sum of the weights, missing without a pair. submission: whose rows are
    wanted; all by default."""
    table = scored(study)
    table = table if submission is None else table[table["submission"] == submission]
    return table.assign(remark=remarks(study, table))


def scored(study: Study) -> pd.DataFrame:
    """`matches` without the remarks."""
    table = graded(study).matches.rename(columns={"score": "original_score"})
    final, reasons = overrides(study)
    paired = table["outcome"] == "matched"
    changed = table["object_id"].map(final).where(paired).astype("float64")
    return table.assign(
        final_score=changed.where(changed.notna(), table["original_score"]),
        override_reason=table["object_id"].map(reasons).where(paired & changed.notna()),
    )


def overrides(study: Study) -> tuple[dict[str, float], dict[str, str]]:
    """Scores that people gave in place of the rule's, by the submitted object's id, and their reasons."""
    by_people = study.ratings[(study.ratings["dimension"] == SCORE) & study.ratings["kind"].isin(PEOPLE)]
    if by_people.empty:
        return {}, {}
    said = resolve(study, SCORE)
    said = said[~said["source"].isin(["ai", "missing", "tie"])]
    notes = by_people[by_people["note"].notna()].drop_duplicates("item_id", keep="last")
    return (
        {str(i): float(v) for i, v in zip(said["item_id"], said["value"], strict=True)},
        {str(i): str(n) for i, n in zip(notes["item_id"], notes["note"], strict=True)},
    )


def remarks(study: Study, table: pd.DataFrame) -> list[str]:
    """What is wrong in each of these rows of `scored`, in words."""
    o, rules = objects_of(study), rules_of(study)
    columns = (table[c].tolist() for c in ("outcome", "truth_id", "object_id", "iou"))
    return [
        remark(outcome, o.drawn(truth), o.drawn(drawn), overlap, rules)
        for outcome, truth, drawn, overlap in zip(*columns, strict=True)
    ]


def submissions(study: Study) -> pd.DataFrame:
    """A row per submission and rule: `submission, rule, n_images, matched, missed, extra, ignored, precision, recall,
    f_beta, mean_iou, quality, overall, low, high, rank, method, reason`; quality, f_beta and overall 0 to 100.

    overall = blend · mean final score (per cent of the most) + (1 − blend) · 100 · F_β (van Rijsbergen 1979). Its
    interval resamples images. Undefined where there was nothing to match and nothing drawn.
    """
    rules = rules_of(study)
    both = pd.concat(
        [_summed(study, by).assign(rule=name) for name, by in ((RECOMMENDED, rules), (PUBLISHED, rules.published()))],
        ignore_index=True,
    )
    first = ["submission", "rule"]
    return both[[*first, *(c for c in both if c not in first)]]


def totals(study: Study) -> pd.DataFrame:
    """`submissions` of the study's own rules without the intervals."""
    return _summed(study, rules_of(study), limits=False)


def _per_image(table: pd.DataFrame) -> pd.DataFrame:
    """Counts by outcome and sums of scores and IoU of each submission's images."""
    paired = table["outcome"] == "matched"
    wide = {o: (table["outcome"] == o).astype("float64") for o in ("matched", "missed", "extra", "ignored")}
    wide |= {c: table[c].where(paired, 0.0).astype("float64") for c in ("score", "iou")}
    frame = pd.DataFrame({"submission": table["submission"], "image": table["image"], **wide})
    return frame.groupby(["submission", "image"], sort=False).sum()


def _summed(study: Study, rules: Rules, limits: bool = True) -> pd.DataFrame:
    table, (final, _) = graded(study, rules).matches, overrides(study)
    if final:
        score = table["object_id"].map(final).where(table["outcome"] == "matched").astype("float64")
        table = table.assign(score=score.where(score.notna(), table["score"]))
    sums, who = _per_image(table), submissions_of(study)
    in_truth = study.items.index[study.items["in_truth"] == "yes"]
    every = {name: _of_images(sums, name, in_truth) for name in who}
    known = _limits(every, rules) if limits else dict.fromkeys(who, Interval(None, None, ""))
    rows = []
    for name in who:
        total = every[name][list(_SUMS)].to_numpy().sum(axis=0)
        value, bounds = overall(total, rules), known[name]
        matched, missed, extra, ignored = (int(v) for v in total[:4])
        rows.append(
            {
                "submission": name,
                "n_images": len(every[name]),
                "matched": matched,
                "missed": missed,
                "extra": extra,
                "ignored": ignored,
                "precision": _share(matched, matched + extra),
                "recall": _share(matched, matched + missed),
                "f_beta": value[2],
                "mean_iou": _share(total[5], matched),
                "quality": value[1],
                "overall": value[0],
                "low": bounds.low,
                "high": bounds.high,
                "method": bounds.method,
                "reason": NOTHING if np.isnan(value[0]) else bounds.reason if bounds.low is None else "",
            }
        )
    frame = pd.DataFrame(rows)
    if len(frame):
        frame.insert(len(frame.columns) - 2, "rank", frame["overall"].rank(ascending=False, method="min"))
    return frame


def _of_images(sums: pd.DataFrame, name: str, in_truth: pd.Index) -> pd.DataFrame:
    """A submission's sums of every image of the ground truth, and of its own images beyond."""
    own = sums.loc[name] if name in sums.index.get_level_values(0) else sums.iloc[:0].droplevel(0)
    return own.reindex([*in_truth, *own.index.difference(in_truth)], fill_value=0.0)


def _limits(every: Mapping[str, pd.DataFrame], rules: Rules) -> dict[str, Interval]:
    """The interval of every overall score. Submissions on the same images share the resamples."""
    same: dict[tuple[str, ...], list[str]] = {}
    for name, own in every.items():
        same.setdefault(tuple(own.index), []).append(name)
    found: dict[str, Interval] = {}
    for images, names in same.items():
        rows = np.hstack([every[name][list(_SUMS)].to_numpy() for name in names])

        def scores(totals: np.ndarray, n: int = len(names)) -> np.ndarray:
            return overall(totals.reshape(*totals.shape[:-1], n, len(_SUMS)), rules)[..., 0]

        each = bootstrap(rows, scores, np.ones(len(images)), unit="images")
        found |= {name: one.within(0, 100) for name, one in zip(names, each, strict=True)}
    return found


def overall(sums: np.ndarray, rules: Rules) -> np.ndarray:
    """Overall score, quality and F_β, each 0 to 100, of sums (… × matched, missed, extra, ignored, scores, IoU)."""
    matched, missed, extra, score = sums[..., 0], sums[..., 1], sums[..., 2], sums[..., 4]
    b = rules.beta**2
    below = (1 + b) * matched + b * missed + extra
    with np.errstate(invalid="ignore", divide="ignore"):
        f = np.where(below > 0, 100 * (1 + b) * matched / below, np.nan)
        quality = np.where(matched > 0, 100 * score / (rules.most * matched), np.where(below > 0, 0.0, np.nan))
    return np.stack([rules.blend * quality + (1 - rules.blend) * f, quality, f], axis=-1)


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def label_confusion(study: Study) -> pd.DataFrame:
    """Counts of ground truth's label against drawn label: `submission, truth_label, label, n`; missed and extra objects
    have the partner `(none)`."""
    found = graded(study).matches
    found = found[found["outcome"] != "ignored"]
    truth = found["truth_label"].where(found["truth_label"].notna(), BLANK)
    drawn = found["label"].where(found["label"].notna(), BLANK)
    truth = truth.where(found["outcome"] != "extra", NO_PARTNER)
    drawn = drawn.where(found["outcome"] != "missed", NO_PARTNER)
    frame = pd.DataFrame({"submission": found["submission"], "truth_label": truth, "label": drawn})
    return frame.groupby(["submission", "truth_label", "label"], sort=False).size().rename("n").reset_index()


def attribute_confusion(study: Study) -> pd.DataFrame:
    """Counts of ground truth's value against the drawn object's: `submission, attribute, truth_value, value, n`. A
    value that was not given is `(not given)`; objects that were missed or are extra have the partner `(none)`."""
    o, rules = objects_of(study), rules_of(study)
    found = graded(study).matches
    found = found[found["outcome"] != "ignored"]
    truth, drawn = (found[c].map(o.places).fillna(-1).to_numpy(np.intp) for c in ("truth_id", "object_id"))
    who = found["submission"].to_numpy(dtype=object)
    parts = []
    for name, at in compared_on(o, np.where(truth >= 0, truth, drawn), rules):
        sides = (_said(o.attribute(name), places[at]) for places in (truth, drawn))
        columns = zip(("submission", "truth_value", "value"), (who[at], *sides), strict=True)
        parts.append(pd.DataFrame(dict(columns)).assign(attribute=name))
    first = ["submission", "attribute", "truth_value", "value"]
    frame = pd.concat(parts, ignore_index=True)[first] if parts else pd.DataFrame(columns=first)
    return frame.groupby(first, sort=False).size().rename("n").reset_index()


def _said(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    """An attribute's values at these places as they are shown; −1 stands for no object."""
    said = np.array([str(v) if v else BLANK for v in values[places]], dtype=object)
    said[places < 0] = NO_PARTNER
    return said


def lost_points(study: Study) -> pd.DataFrame:
    """What cost points, from 100 to the overall score: `submission, cause, points`; causes `IoU`, `labels`,
    `attributes`, `overruled`, `missed`, `extra`. The points of a submission add up to 100 − overall.

    What missed and extra objects cost together is split by Shapley's rule: the mean of taking either first.
    """
    rules, table = rules_of(study), scored(study)
    rows = []
    for who in submissions_of(study):
        mine = table[table["submission"] == who]
        n = mine["outcome"].value_counts()
        matched, missed, extra = (int(n.get(o, 0)) for o in ("matched", "missed", "extra"))
        if not matched + missed + extra:
            continue
        pairs = mine[mine["outcome"] == "matched"]
        share = 100 * rules.blend / rules.most
        if matched:
            causes = {
                "IoU": share * rules.iou * float(1 - pairs["iou"].mean()),
                "labels": share * rules.label * float(1 - pairs["label_similarity"].mean()),
                "attributes": share * rules.attributes * float(1 - pairs["attribute_similarity"].mean()),
                "overruled": share * float((pairs["original_score"] - pairs["final_score"]).mean()),
            }
        else:
            causes = {"IoU": 100 * rules.blend}

        def lost(misses: int, extras: int, hits: int = matched) -> float:
            if not hits + misses + extras:
                return 0.0
            return 100 * (1 - rules.blend) - (1 - rules.blend) * float(overall(_counts(hits, misses, extras), rules)[2])

        causes["missed"] = (lost(missed, 0) + lost(missed, extra) - lost(0, extra)) / 2
        causes["extra"] = (lost(0, extra) + lost(missed, extra) - lost(missed, 0)) / 2
        rows += [{"submission": who, "cause": cause, "points": points} for cause, points in causes.items()]
    return pd.DataFrame(rows, columns=["submission", "cause", "points"])


def _counts(matched: int, missed: int, extra: int) -> np.ndarray:
    return np.array([matched, missed, extra, 0.0, 0.0, 0.0])


def common_mistakes(study: Study) -> pd.DataFrame:
    """Ground-truth objects that most submissions missed or got wrong: `image, truth_id, truth_label, n, missed,
    wrong_label, mean_iou`, the worst first; objects that everyone matched with the right label are left out."""
    found = graded(study).matches
    found = found[found["truth_id"].notna()]
    wrong = (found["outcome"] == "matched") & (found["label_similarity"] < 1)
    frame = found.assign(missed=found["outcome"] == "missed", wrong_label=wrong)
    by = frame.groupby(["image", "truth_id", "truth_label"], sort=False, dropna=False)
    out = by.agg(
        n=("missed", "size"), missed=("missed", "sum"), wrong_label=("wrong_label", "sum"), mean_iou=("iou", "mean")
    ).reset_index()
    out = out[out["missed"] + out["wrong_label"] > 0]
    order = (out["missed"] + out["wrong_label"]).sort_values(ascending=False, kind="stable").index
    return out.loc[order].reset_index(drop=True)


def robustness(study: Study) -> pd.DataFrame:
    """Overall score of each submission under other gates and β: `submission, gate, beta, overall, rank`."""
    rules, parts = rules_of(study), []
    names = submissions_of(study)
    for gate in sorted({*GATES, rules.gate}):
        at = replace(rules, gate=gate)
        found = grade(objects_of(study), at.truth, names, at, study.options.get("pairs"))
        sums = _per_image(found.matches).groupby(level=0, sort=False).sum().reindex(names, fill_value=0.0)
        for beta in sorted({*BETAS, rules.beta}):
            value = overall(sums[list(_SUMS)].to_numpy(), replace(at, beta=beta))[:, 0]
            ranks = pd.Series(value).rank(ascending=False, method="min")
            frame = {"submission": names, "gate": gate, "beta": beta, "overall": value, "rank": ranks}
            parts.append(pd.DataFrame(frame))
    return pd.concat(parts, ignore_index=True)


_MAKERS: Mapping[str, Callable[[Study], pd.DataFrame]] = {
    "submissions": submissions,
    "matches": matches,
    "lost_points": lost_points,
    "label_confusion": label_confusion,
    "attribute_confusion": attribute_confusion,
    "common_mistakes": common_mistakes,
    "robustness": robustness,
    "image_tags": image_tags,
}
