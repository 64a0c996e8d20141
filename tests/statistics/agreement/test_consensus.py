"""Majority, Dawid and Skene, who is reliable, what is hard."""

import numpy as np
import pandas as pd
import pytest

from annoeval.statistics.agreement import consensus
from annoeval.statistics.agreement.coding import Coded, code, counts
from annoeval.statistics.agreement.consensus import dawid_skene, difficulty, reliability, vote

TABLE = pd.DataFrame(
    [["a", "a", "b"], ["a", "b", None], ["b", "b", "b"], [None, None, None], ["b", None, None]],
    index=["one", "tie", "all", "none", "single"],
    columns=["r1", "r2", "r3"],
)


def test_a_tie_has_no_majority_and_neither_has_silence():
    found = vote(code(TABLE, ("a", "b")))
    assert found.codes.tolist() == [0, -1, 1, -1, 1]
    assert found.tied.tolist() == [False, True, False, False, False]
    assert found.votes.tolist() == [2, 1, 3, 0, 1]


def test_a_rater_is_compared_with_the_others_not_with_himself():
    found = reliability(TABLE, ("a", "b")).set_index("rater")
    assert found.loc["r3", "n"] == 2  # the others agree on "one" and "all"
    assert found.loc["r3", "with_others"] == pytest.approx(0.5)
    assert found.loc["r3", "low"] < 0.5 < found.loc["r3", "high"]


def test_a_rater_alone_has_no_reliability():
    row = reliability(pd.DataFrame({"r1": ["a", "b"]})).iloc[0]
    assert pd.isna(row["with_others"])
    assert "no item" in row["reason"]


def test_hardest_items_come_first():
    found = difficulty(TABLE, ("a", "b"))
    assert found["item_id"].tolist()[:3] == ["tie", "one", "all"]
    assert found.set_index("item_id").loc["tie", "label"] is None or pd.isna(
        found.set_index("item_id").loc["tie", "label"]
    )
    assert found.set_index("item_id").loc["one", "agreement"] == pytest.approx(1 / 3)


def test_two_careless_raters_do_not_outvote_three_careful_ones():
    """Five raters, two of whom guess: Dawid and Skene find the true labels and who guessed; the majority finds
    fewer."""
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 4, 400)
    knows = [0.85, 0.85, 0.85, 0.0, 0.0]
    given = pd.DataFrame(
        {f"r{k}": np.where(rng.random(400) < p, truth, rng.integers(0, 4, 400)) for k, p in enumerate(knows)}
    )
    coded = code(given, (0, 1, 2, 3))
    found = dawid_skene(coded)
    assert found.converged
    right = float((found.probability.argmax(axis=1) == truth).mean())
    by_vote = float((vote(coded).codes == truth).mean())
    assert right > by_vote
    assert found.accuracy[:3].min() > 0.8
    assert found.accuracy[3:].max() < 0.45


def test_dawid_and_skenes_patients():
    """Dawid & Skene (1979), their 45 patients and 5 observers: 40 % need level 1, 42 % level 2, 11 % level 3, 7 % level
    4.

    Retyped: the three ratings of observer 1 are taken as three raters of their own.
    """
    rows = """111 1 1 1 1|333 4 3 3 4|112 2 1 2 2|222 3 1 2 1|222 3 2 2 2|222 3 3 2 2|122 2 1 1 1|333 3 4 3 3|222 2 2 2
    3 |232 2 2 2 3|444 4 4 4 4|222 3 3 4 3|111 1 1 1 1|222 3 2 1 2|121 1 1 1 1|111 2 1 1 1|111 1 1 1 1|111 1 1 1 1
    |222 2 2 2 1|222 1 3 2 2|222 2 2 2 2|222 2 2 2 1|222 3 2 2 2|221 2 2 2 2|111 1 1 1 1|111 1 1 1 1|232 2 2 2 2
    |111 1 1 1 1|111 1 1 1 1|112 1 1 2 1|111 1 1 1 1|333 3 2 3 3|111 1 1 1 1|222 2 2 2 2|222 3 2 3 2|433 4 3 4 3
    |221 2 2 3 2|232 3 2 3 3|333 3 4 3 2|111 1 1 1 1|111 1 1 1 1|121 2 1 1 1|232 2 2 2 2|121 1 1 1 1|222 2 2 2 2"""
    table = [list(r.replace(" ", "").strip()) for r in rows.replace("\n", "").split("|")]
    assert {len(r) for r in table} == {7}
    found = dawid_skene(code(pd.DataFrame(table), ("1", "2", "3", "4")))
    assert found.prior == pytest.approx([0.40, 0.42, 0.11, 0.07], abs=0.03)


def test_nothing_rated_is_no_error():
    empty = code(pd.DataFrame({"r1": [], "r2": []}), ("a", "b"))
    assert dawid_skene(empty).probability.shape == (0, 2)
    assert reliability(pd.DataFrame({"r1": [], "r2": []}), ("a", "b"))["n"].tolist() == [0, 0]
    assert difficulty(pd.DataFrame({"r1": [], "r2": []}), ("a", "b")).empty


def test_items_of_the_same_ratings_are_one_to_dawid_and_skene(monkeypatch):
    rows = np.array([[0, 0, 1], [1, 1, 1], [0, 1, -1], [1, 0, 1]])
    sizes = []
    monkeypatch.setattr(consensus, "counts", lambda codes, q: sizes.append(len(codes)) or counts(codes, q))
    found = dawid_skene(Coded(np.tile(rows, (500, 1)), ("no", "yes")))
    assert sizes == [4]
    assert found.probability.shape == (2000, 2)
    assert (found.probability.reshape(500, 4, 2) == found.probability[:4]).all()
