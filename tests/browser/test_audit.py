"""True scores from partial review, from the first warning to the interval that holds the truth."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest

from annoeval.evaluation.estimates import estimate
from annoeval.review.store import Store

N = 500


@pytest.fixture
def truth() -> dict[str, int]:
    """What each of 500 captions truly scores: of what the AI calls 2, one in twelve is a 0 or a 1."""
    return {f"c{n:03d}": int(t) for n, t in enumerate(_truth())}


def _ai() -> np.ndarray:
    return np.repeat([0, 1, 2], [60, 90, 350])


def _truth() -> np.ndarray:
    dice, ai = np.random.default_rng(12), _ai()
    wrong = dice.random(N) < 1 / 12
    return np.where((ai == 2) & wrong, dice.integers(0, 2, N), ai)


@pytest.fixture
def study(store: Store, truth) -> str:
    """The AI's scores; every 0 and 1 reviewed, every 2 accepted."""
    domain = np.array(["Biology", "Physics", "Ecology"])[np.arange(N) % 3]
    table = pd.DataFrame({"element_id": list(truth), "type": "figure", "domain": domain, "caption": "Birds by hour"})
    table = table.assign(vlm_description="A chart of birds by month", ai_caption_score=_ai())
    id = store.add_study([("five_hundred.csv", table.to_csv(index=False).encode())])
    answer(store, id, truth, [i for i, score in zip(truth, _ai(), strict=True) if score < 2])
    return id


def answer(store: Store, id: str, truth: dict[str, int], items) -> None:
    """Reviews items by script, each as it truly is."""
    said = {"dimension": "caption", "reviewer": "Ana", "seconds": 9.0}
    store.decide_many(id, [{**said, "item_id": i, "value": truth[i]} for i in items])


def interval(page) -> tuple[float, float]:
    """The interval of the sentence that heads the page."""
    low, high = re.search(r"95 % CI ([\d.]+)–([\d.]+)", page.locator(".ae-answer").first.inner_text()).groups()
    return float(low), float(high)


def test_from_the_warning_to_an_interval_that_holds_the_truth(context, app, settle, store, study, truth):
    known = float(np.mean(list(truth.values())))
    context.add_cookies([{"name": "annoeval_person", "value": "Ana", "url": app.url}])
    context.set_default_timeout(60_000)  # plans are simulated, which a busy machine takes long for
    page = context.new_page()

    def scores() -> str:
        page.goto(f"{app.url}/scores?study={study}&dimension=caption")
        page.locator(".ae-answer").first.wait_for()
        page.locator(".st-key-ae_plan").wait_for()
        settle(page)
        return page.locator(".ae-answer").first.inner_text()

    # accepted items were never looked at: no mean, but what they allow
    assert "is between 0.18 and 1.58 of 2" in scores()
    assert "nobody looked at 350 items" in page.locator(".ae-answer").first.inner_text()
    assert "As reviewed, not corrected: 1.58" in page.locator("[data-testid=stMain]").inner_text()

    # ± 0.06 is asked for, and the audit that reaches it is drawn
    field = page.get_by_label("Know it to ±")
    field.fill("0.06")
    field.press("Enter")
    page.get_by_text("To know caption to ± 0.06").wait_for()
    settle(page)
    page.get_by_role("button", name=re.compile(r"^Add \d+ items to the queue$")).click()
    page.get_by_text(re.compile(r"\d+ items drawn; they are in the review queue")).wait_for()
    audit = store.study(study).audit("caption")
    assert audit is not None
    assert len(audit.items) > 20

    # it is reviewed blind, in the queue of doubtful scores, which is done but for it
    page.goto(f"{app.url}/review?study={study}&rule=low&dimension=caption")
    page.locator(".ae-id").wait_for()
    settle(page)
    assert page.locator(".ae-id").inner_text() == audit.items[0]
    shown = page.locator("[data-testid=stMainBlockContainer]").inner_text()
    assert "AI said" not in shown
    assert f"{len(audit.items)} more to ± 0.06" in shown
    page.keyboard.press(str(truth[audit.items[0]]))
    page.wait_for_function("old => document.querySelector('.ae-id').textContent !== old", arg=audit.items[0])
    settle(page)
    last = store.events(study).iloc[-1]
    assert (last["item_id"], last["because"], last["blind"]) == (audit.items[0], "audit", True)

    # half of it: the interval holds at any time
    answer(store, study, truth, audit.items[1 : len(audit.items) // 2])
    assert "valid at any time" in scores()
    early = interval(page)
    assert early[0] <= known <= early[1]
    assert "Go on:" in page.locator("[data-testid=stMain]").inner_text()

    # all of it: looked at once, at the size fixed beforehand
    answer(store, study, truth, audit.items[len(audit.items) // 2 :])
    assert "any time" not in scores()
    low, high = interval(page)
    assert low <= known <= high
    assert high - low < early[1] - early[0]
    assert "of the work saved" in page.locator("[data-testid=stMain]").inner_text()

    # a second look: more items, and again the interval that holds at any time
    field = page.get_by_label("Know it to ±")
    field.fill("0.03")
    field.press("Enter")
    page.get_by_text("To know caption to ± 0.03").wait_for()
    settle(page)
    page.get_by_role("button", name=re.compile(r"^Add \d+ items? to the queue$")).click()
    page.get_by_text("they are in the review queue").wait_for()
    answer(store, study, truth, store.study(study).audit("caption").items[len(audit.items) :])
    assert "valid at any time" in scores()
    low, high = interval(page)
    assert low <= known <= high
    assert estimate(store.study(study), "caption")["method"].startswith("limits at any time")
