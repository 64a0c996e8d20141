"""With no audit nothing is valid, and what the unseen items allow holds every truth."""

import numpy as np
import pandas as pd
import pytest

import annoeval
from annoeval.evaluation.estimates import estimates
from annoeval.statistics.agreement.cohen import cohen


def figures(ai, truth):
    """Every figure of the table, from the truth of all items."""
    table = pd.crosstab(pd.Categorical(ai, [0, 1, 2]), pd.Categorical(truth, [0, 1, 2]), dropna=False).to_numpy()
    out = {"mean": truth.mean(), "accuracy": np.mean(ai == truth), "kappa_quadratic": cohen(table, "quadratic").kappa}
    for label in (0, 1, 2):
        out[f"share of {label}"] = np.mean(truth == label)
        if (ai == label).any():
            out[f"precision of {label}"] = np.mean(truth[ai == label] == label)
        if (truth == label).any():
            out[f"found of {label}"] = np.mean(ai[truth == label] == label)
    return out


@pytest.mark.parametrize("seed", range(12))
def test_bounds_hold_the_truth_whatever_it_is(tmp_path, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(12, 60))
    truth = rng.choice(3, n, p=rng.dirichlet((1, 1, 2)))
    ai = np.where(rng.random(n) < rng.uniform(0.2, 0.9), truth, rng.choice(3, n))
    truth[:3], ai[:3] = (0, 1, 2), (0, 1, 1)
    table = pd.DataFrame({"id": [f"i{k}" for k in range(n)], "ai_caption": ai})
    table["human_caption"] = pd.Series(truth).where(ai < 2).astype("Int64")
    table["reviewed_because"] = np.where(ai < 2, "rule", "")
    ai[3], table.loc[3, ["ai_caption", "human_caption", "reviewed_because"]] = 2, (2, pd.NA, "")
    table.to_csv(tmp_path / "scores.csv", index=False)
    rows = estimates(annoeval.load(tmp_path / "scores.csv"), "caption", by=[])
    true = figures(ai, truth)
    assert not rows["valid"].any()
    assert rows[["estimate", "low", "high"]].isna().all(axis=None)
    for row in rows.itertuples():
        if row.what in true and pd.notna(row.bound_low):
            assert row.bound_low - 1e-12 <= true[row.what] <= row.bound_high + 1e-12, row.what
    assert set(rows["what"]) >= {"mean", "share of 2", "accuracy", "found of 0", "kappa_quadratic"}
