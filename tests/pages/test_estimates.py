"""Scores of a study that people reviewed in part: no number that is known to be wrong, and the way to the right one."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from annoeval.evaluation.estimates import estimate
from annoeval.review.audits import draw

N = 120
AI = np.array([0] * 12 + [1] * 18 + [2] * 90)
TRUTH = np.where(np.arange(N) % 15 == 14, 1, AI)


@pytest.fixture
def visit(visit):
    """The pages as Ada sees them."""

    def as_ada(page, **more):
        screen = visit(page, **more)
        screen.app.session_state["_person"] = "Ada"
        return screen

    return as_ada


@pytest.fixture
def study(store, add):
    table = pd.DataFrame(
        {
            "id": [f"i{n}" for n in range(N)],
            "domain": np.where(np.arange(N) % 3, "Biology", "Physics"),
            "ai_caption": AI,
        }
    )
    id = add(table.to_csv(index=False))
    answer(store, id, [f"i{n}" for n in np.flatnonzero(AI < 2)])
    return id


def answer(store, id, items):
    said = {"dimension": "caption", "reviewer": "Ana", "seconds": 12.0}
    store.decide_many(id, [{**said, "item_id": i, "value": int(TRUTH[int(i[1:])])} for i in items])


def test_a_mixed_mean_never_heads_the_page(visit, study):
    screen = visit("scores", study=study).sound()
    naive = np.where(AI < 2, TRUTH, AI).mean()
    assert screen.answer.startswith("Caption is between")
    assert "CI" not in screen.answer
    assert f"As reviewed, not corrected: {naive:.2f}" in screen.words
    assert "30 of 120 items (25 %) are reviewed" in screen.words
    assert "By AI score, 0: all 12, 1: all 18 and 2: 0 of 90" in screen.words


def test_the_plan_stands_beside_a_button_that_draws_it(visit, store, study):
    screen = visit("scores", study=study).sound()
    (label,) = [b for b in screen.buttons if b.startswith("Add ") and b.endswith("to the queue")]
    n = int(label.split()[1])
    assert f"check {n} more (about {max(round(n * 12 / 60), 1)} minutes)" in screen.words
    assert "in every domain," in screen.words
    screen = screen.press(label).sound()
    assert len(store.study(study).audit("caption").items) == n
    assert f"{n} items drawn; they are in the review queue." in screen.words
    assert f"Review the {n}" in screen.buttons


def test_every_domain_is_drawn_from_apart(visit, store, study):
    screen = visit("scores", study=study)
    screen.press(next(b for b in screen.buttons if b.endswith("every domain"))).sound()
    audit = store.study(study).audit("caption")
    assert audit.by == "domain"
    assert set(store.study(study).items["domain"].reindex(audit.items)) == {"Biology", "Physics"}


def test_while_the_audit_runs_the_interval_holds_at_any_time(visit, store, study):
    audit = draw(store, study, "caption", 30, reviewer="Ana", half_width=0.06)
    answer(store, study, audit.items[:15])
    screen = visit("scores", study=study).sound()
    assert "valid at any time" in screen.answer
    assert "Go on:" in screen.words
    assert "15 more to ± 0.06" in screen.words
    assert len(screen.charts) == 2
    answer(store, study, audit.items[15:])
    screen = visit("scores", study=study).sound()
    assert "valid at any time" not in screen.answer
    row = estimate(store.study(study), "caption")
    assert row["low"] <= TRUTH.mean() <= row["high"]


def test_a_filter_narrows_the_figures_and_not_the_draw(visit, store, study):
    screen = visit("scores", study=study, by_domain="Physics").sound()
    screen.press(next(b for b in screen.buttons if b.endswith("to the queue"))).sound()
    assert len(store.study(study).audit("caption").frame) == 90


def test_a_file_that_does_not_say_why_is_asked(visit, add):
    human = pd.Series(TRUTH).where((AI < 2) | (np.arange(N) % 3 == 0)).astype("Int64")
    table = pd.DataFrame({"id": [f"i{n}" for n in range(N)], "ai_caption": AI, "human_caption": human})
    screen = visit("scores", study=add(table.to_csv(index=False))).sound()
    assert "at random, or by choice?" in screen.answer
    screen.app.segmented_control(key="ae_why").set_value("random")
    screen = screen.settle().sound()
    assert "95 % CI" in screen.answer


def test_by_rater_the_merged_mean_has_no_interval(visit, study):
    screen = visit("scores", study=study, by="rater").sound()
    table = next(t for t in screen.tables if "rater" in t)
    row = table[table["rater"] == "Resolved"].iloc[0]
    assert pd.isna(row["low"])
    assert "unchecked" in row["reason"]


def test_names_are_planned_for_by_the_share_of_the_most_frequent(visit, store, add):
    ai = ["cat"] * 50 + ["dog"] * 30
    table = pd.DataFrame({"id": [f"i{n}" for n in range(80)], "ai_animal": ai})
    table["human_animal"] = pd.Series(ai).where(np.arange(80) >= 50)
    table["reviewed_because"] = np.where(np.arange(80) >= 50, "rule", "")
    screen = visit("scores", study=add(table.to_csv(index=False))).sound()
    assert "is between" in screen.answer
    assert "the share of cat" in screen.words


def test_what_is_planned_survives_json(visit, study):
    assert json.dumps(visit("scores", study=study).charts[0])


def test_looks_are_planned_before_the_draw_and_cost_items(visit, store, study):
    screen = visit("scores", study=study).sound()
    once = next(b for b in screen.buttons if b.endswith("to the queue"))
    screen.app.selectbox(key="ae_looks").set_value(3).run()
    label = next(b for b in screen.buttons if b.endswith("to the queue"))
    assert int(label.split()[1]) > int(once.split()[1])
    screen = screen.press(label).sound()
    assert store.study(study).audit("caption").looks == 3
    assert not any(box.key == "ae_looks" for box in screen.app.selectbox)


def test_before_the_first_review_the_page_says_what_the_truth_may_be_and_offers_the_check(visit, store, add):
    table = pd.DataFrame({"id": [f"i{n}" for n in range(N)], "ai_caption": AI, "ai_vlm": AI})
    mapping = {"id": "item"} | {
        f"ai_{d}": {"role": "rating", "rater": "ai", "dimension": d} for d in ("caption", "vlm")
    }
    id = store.add_study([("ai.csv", table.to_csv(index=False).encode())], {"mapping": mapping, "kinds": {"ai": "ai"}})
    screen = visit("scores", study=id, dimension="caption").sound()
    assert "Caption is between 0.00 and 2.00 of 2: nobody looked at 120 items" in screen.words
    drawn = next(b for b in screen.buttons if b.startswith("Add ") and b.endswith(" to the queue"))
    screen.press(drawn).sound()
    assert 0 < len(store.study(id).audit("caption").items) < N
