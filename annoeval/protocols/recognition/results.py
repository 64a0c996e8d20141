"""Result tables of a recognition study: people against the model, the errors, each image, each annotator."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd

from annoeval.conclusions import majority
from annoeval.protocols.recognition.variants import ANSWER, BY_RULE, JUDGED, forms, recogniser
from annoeval.questions import verdicts
from annoeval.rating_table import ANNOTATORS
from annoeval.ratings import latest
from annoeval.scoring.canonical import canonical
from annoeval.statistics.agreement.cohen import cohen, kappa_interval
from annoeval.statistics.agreement.panel import Panel, panel
from annoeval.statistics.intervals import share_interval
from annoeval.study import Study

KINDS = ("both right", "people right, model wrong", "people wrong, model right", "both wrong")
UNRECOGNISABLE = "unrecognizable"
MODEL_COLUMNS = [
    *("dimension", "model", "n", "both_right", "people_only", "model_only", "both_wrong"),
    *("agreement", "agreement_low", "agreement_high", "kappa", "kappa_low", "kappa_high", "undecided", "reason"),
]
ERROR_COLUMNS = ["item_id", "target", "model", "kind", "people", "model_said"]
IMAGE_COLUMNS = ["item_id", "target", "n", "right", "share", "low", "high", "answers"]
ANNOTATOR_COLUMNS = [
    *("rater", "kind", "n", "right", "checked", "accuracy", "low", "high", "unrecognizable", "median_seconds"),
]
CORRECTNESS_COLUMNS = ["coefficient", "raters", "value", "low", "high", "n_items", "method", "reason"]


def judged_by(study: Study) -> str:
    """The dimension that says who was right: people's judgement where there is one, else the rule."""
    return JUDGED if JUDGED in study.dimensions else BY_RULE


def _wide(study: Study, kinds: tuple[str, ...]) -> pd.DataFrame:
    """Right (1) or wrong (0): a row an image, a column a rater of these kinds."""
    own = latest(study.ratings)
    own = own[(own["dimension"] == judged_by(study)) & own["kind"].isin(kinds)].dropna(subset="value")
    wide = own.pivot(index="item_id", columns="rater", values="value").astype(float)
    return wide.reindex([i for i in study.items.index if i in wide.index])


def _said(study: Study) -> pd.DataFrame:
    own = latest(study.ratings)
    own = own[(own["dimension"] == ANSWER) & own["response"].notna()]
    return own.pivot(index="item_id", columns="rater", values="response")


def model_comparison(study: Study) -> pd.DataFrame:
    """The annotators' majority against each model, on the images that both have: the 2 × 2 table, the agreement rate
    (Wilson's interval) and Cohen's kappa (bootstrap over images, as Agreement shows it).
    `undecided`: images without a majority."""
    people = majority(_wide(study, ANNOTATORS))
    rows = []
    for model, right in _wide(study, ("ai",)).items():
        both = pd.DataFrame({"people": people, "model": right}).reindex(right.dropna().index)
        decided = both.dropna().astype(int)
        table = _two_by_two(decided[["people", "model"]])
        n = len(decided)
        same = share_interval(float(np.trace(table)), n)
        kappa = cohen(table) if n else None
        limits = kappa_interval(table) if kappa and kappa.kappa is not None else None
        rows.append(
            {
                "dimension": judged_by(study),
                "model": model,
                "n": n,
                "both_right": int(table[1, 1]),
                "people_only": int(table[1, 0]),
                "model_only": int(table[0, 1]),
                "both_wrong": int(table[0, 0]),
                "agreement": float(np.trace(table)) / n if n else None,
                "agreement_low": same.low,
                "agreement_high": same.high,
                "kappa": kappa.kappa if kappa else None,
                "kappa_low": limits.low if limits else None,
                "kappa_high": limits.high if limits else None,
                "undecided": len(both) - n,
                "reason": kappa.reason if kappa else "no image has both a majority and the model's answer",
            }
        )
    return pd.DataFrame(rows, columns=MODEL_COLUMNS)


def kinds_of_error(study: Study) -> pd.DataFrame:
    """Each image on which people's majority or a model is wrong: which of the three kinds, and what was said."""
    found = outcomes(study)
    return found[found["kind"] != KINDS[0]].reset_index(drop=True)


def outcomes(study: Study) -> pd.DataFrame:
    """Each image that people's majority and a model judged: which of the four `KINDS`, and what was said."""
    people, said = majority(_wide(study, ANNOTATORS)).astype(float), _said(study)
    rows = []
    for model, right in _wide(study, ("ai",)).items():
        both = pd.DataFrame({"people": people, "model": right}).dropna()
        for item, by_people, by_model in both.itertuples():
            rows.append(
                {
                    "item_id": item,
                    "target": study.items.at[item, "target"],
                    "model": model,
                    "kind": KINDS[int(2 * (1 - by_people) + (1 - by_model))],
                    "people": study.items.at[item, "answers"],
                    "model_said": said.at[item, model] if model in said and item in said.index else None,
                }
            )
    found = pd.DataFrame(rows, columns=ERROR_COLUMNS)
    place = found["kind"].map(KINDS.index)
    return (
        found.assign(place=place).sort_values(["model", "place"], kind="stable")[ERROR_COLUMNS].reset_index(drop=True)
    )


def difficulty(study: Study) -> pd.DataFrame:
    """How many of the annotators found each image's target, with Wilson's interval; the hardest first."""
    wide = _wide(study, ANNOTATORS)
    n, right = wide.notna().sum(axis=1), wide.sum(axis=1)
    limits = [share_interval(r, int(k)) for r, k in zip(right, n, strict=True)]
    found = pd.DataFrame(
        {
            "item_id": wide.index,
            "target": study.items["target"].reindex(wide.index).to_numpy(),
            "n": n.to_numpy(),
            "right": right.astype(int).to_numpy(),
            "share": (right / n).to_numpy(),
            "low": [i.low for i in limits],
            "high": [i.high for i in limits],
            "answers": study.items["answers"].reindex(wide.index).to_numpy(),
        },
        columns=IMAGE_COLUMNS,
    )
    return found.sort_values("share", kind="stable").reset_index(drop=True)


def annotators(study: Study) -> pd.DataFrame:
    """Each annotator and model: answers, share right with Wilson's interval, how many of them reviewers checked, how
    often nothing was recognised, and the median time of an answer as it was measured, else from one answer to the next
    (pauses of ten minutes or more left out)."""
    said = latest(study.ratings)
    said = said[said["dimension"] == ANSWER]
    scale = study.dimensions[judged_by(study)]
    checked = verdicts(study, judged_by(study))["rater"].value_counts() if scale.judges else {}
    rows = []
    for kind in (ANNOTATORS, ("ai",)):
        for rater, right in _wide(study, kind).items():
            given = right.dropna()
            own = said[said["rater"] == rater]
            limits = share_interval(float(given.sum()), len(given))
            measured = own["seconds"].dropna()
            gaps = measured if len(measured) else own["time"].dropna().sort_values().diff().dt.total_seconds()
            gaps = gaps[(gaps > 0) & (gaps < 600)]
            forms = own["response"].dropna().map(canonical)
            rows.append(
                {
                    "rater": rater,
                    "kind": "model" if kind == ("ai",) else "annotator",
                    "n": len(given),
                    "right": int(given.sum()),
                    "checked": int(checked.get(rater, 0)),
                    "accuracy": float(given.mean()) if len(given) else None,
                    "low": limits.low,
                    "high": limits.high,
                    "unrecognizable": int((forms == UNRECOGNISABLE).sum()),
                    "median_seconds": float(gaps.median()) if len(gaps) else None,
                }
            )
    return pd.DataFrame(rows, columns=ANNOTATOR_COLUMNS)


def agreement_on_correctness(study: Study) -> pd.DataFrame:
    """Fleiss' kappa of the annotators on who was right, and Cohen's kappa of each two: by people's judgement where
    there is one, else by the rule."""
    wide = _wide(study, ANNOTATORS)
    if wide.shape[1] < 2:
        return pd.DataFrame(columns=CORRECTNESS_COLUMNS)
    rows = _rows(panel(wide, "nominal", only=("fleiss_kappa", "percent")), ", ".join(wide))
    for a, b in combinations(wide, 2):
        rows += _rows(panel(wide[[a, b]], "nominal", only=("cohen_kappa",)), f"{a}, {b}")
    return pd.DataFrame(rows, columns=CORRECTNESS_COLUMNS)


def _rows(found: Panel, raters: str) -> list[dict[str, object]]:
    columns = ("coefficient", "value", "low", "high", "method", "reason")
    return [
        {**{c: getattr(e, c) for c in columns}, "raters": raters, "n_items": found.n_items} for e in found.estimates
    ]


def _two_by_two(pair: pd.DataFrame) -> np.ndarray:
    """Counts of wrong (0) and right (1) by two judges, in this order, which the draws of an interval follow."""
    table = np.zeros((2, 2))
    np.add.at(table, tuple(pair.to_numpy().T), 1)
    return table


def raw_table(study: Study) -> pd.DataFrame:
    """The study as `annotations_raw.csv`: a row an answer of a person."""
    own = latest(study.ratings)
    own = own[own["kind"].isin(ANNOTATORS)]
    said = own[own["dimension"] == ANSWER]
    judged = own[own["dimension"] == judged_by(study)].set_index(["item_id", "rater"])["value"]
    at = pd.MultiIndex.from_frame(said[["item_id", "rater"]])
    return pd.DataFrame(
        {
            "image_id": said["item_id"].to_numpy(),
            "idiom_id": said["item_id"].to_numpy(),
            "target_idiom": said["item_id"].map(study.items["target"]).to_numpy(),
            "annotator_id": said["rater"].to_numpy(),
            "response_raw": said["response"].to_numpy(),
            "response_normalized": forms(said["response"], recogniser(study.options)),
            "is_correct": pd.to_numeric(judged.reindex(at)).astype("Int64").to_numpy(),
            "timestamp": said["time"].to_numpy(),
        }
    )


def summary_table(study: Study) -> pd.DataFrame:
    """The study as `annotations_summary.csv`: a row an image, with how many found it, and the model's judgement."""
    wide = _wide(study, ANNOTATORS)
    most = pd.to_numeric(majority(wide)).map({1: True, 0: False})
    found = pd.DataFrame(
        {
            "image_id": wide.index,
            "idiom_id": wide.index,
            "target_idiom": study.items["target"].reindex(wide.index).to_numpy(),
            "num_correct": wide.sum(axis=1).astype(int).to_numpy(),
            "majority_correct": most.to_numpy(),
        }
    )
    for _, right in list(_wide(study, ("ai",)).items())[:1]:
        model = right.reindex(wide.index).map({1.0: True, 0.0: False})
        found["mllm_correct"] = model.to_numpy()
        found["human_mllm_agree"] = (model == most).where(model.notna() & most.notna()).to_numpy()
    return found
