"""How often each contestant was preferred."""

from __future__ import annotations

import pytest

from annoeval import load
from annoeval.evaluation import evaluate
from annoeval.statistics.intervals import wilson

SAID = {"q": "item", "model_a": "contestant", "model_b": "contestant", "judge": "rater", "winner": "winner"}


def rates(*rows: str):
    text = "\n".join(["q,model_a,model_b,judge,winner", *rows]) + "\n"
    return evaluate(load(("b.csv", text.encode()), options={"mapping": SAID}))["win_rates"].set_index("contestant")


def test_ties_count_half_and_are_shown_apart():
    """1 win, 1 loss and 18 ties are a win rate of one half, not of 5 %."""
    found = rates("0,x,y,ann,A", "1,x,y,ann,B", *(f"{n},x,y,ann,tie" for n in range(2, 20)))
    shares = found.loc["x", ["n", "won", "tied", "lost", "win_rate"]].tolist()
    assert shares == pytest.approx([20, 0.05, 0.9, 0.05, 0.5])
    assert found.loc["x", "method"] == "ties count half; cluster-robust t"


def test_without_ties_the_interval_is_wilsons():
    found = rates(*(f"{n},x,y,ann,{'A' if n < 7 else 'B'}" for n in range(10)))
    assert found.loc["x", "win_rate"] == 0.7
    assert tuple(found.loc["x", ["low", "high"]]) == pytest.approx(wilson(7, 10))


def test_several_raters_of_an_item_are_no_further_items():
    """Three raters who always agree say no more of 10 items than one does: the same t interval."""
    one = rates(*(f"{n},x,y,ann,{'A' if n < 7 else 'tie'}" for n in range(10)))
    rows = [f"{n},x,y,{judge},{'A' if n < 7 else 'tie'}" for n in range(10) for judge in ("ann", "ben", "cem")]
    three = rates(*rows)
    assert three.loc["x", "n"] == 30
    assert three.loc["x", ["low", "high"]].tolist() == pytest.approx(one.loc["x", ["low", "high"]].tolist())


def test_swapping_the_sides_changes_no_figure():
    straight = [f"{n},x,{'y' if n % 2 else 'z'},{j},{w}" for n, w in enumerate("AABtBA") for j in ("ann", "ben")]
    straight = [r.replace(",t", ",tie") for r in straight]
    turned = []
    for n, row in enumerate(straight):
        q, a, b, judge, winner = row.split(",")
        other = {"A": "B", "B": "A"}.get(winner, winner)
        turned.append(f"{q},{b},{a},{judge},{other}" if n % 3 else row)
    assert rates(*straight).equals(rates(*turned))


def test_rates_of_two_contestants_add_up_to_one():
    found = rates("0,x,y,ann,A", "1,y,x,ann,A", "2,x,y,ann,tie", "3,y,x,ann,B")
    assert found["win_rate"].sum() == pytest.approx(1)


def test_a_study_without_contestants_has_no_win_rates():
    assert evaluate(load(("a.csv", b"id,A1,A2\n1,x,x\n2,y,x\n")))["win_rates"].empty


def test_a_winner_has_no_mean():
    text = "q,model_a,model_b,judge,winner\n0,x,y,ann,A\n1,x,y,ann,B\n"
    found = evaluate(load(("b.csv", text.encode()), options={"mapping": SAID}))["scores"]
    assert found["mean"].isna().all()
