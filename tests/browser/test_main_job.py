"""The main job in a real browser: drop a file, score it, correct the doubtful, read the corrected numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

from annoeval.review.store import Store

pytestmark = pytest.mark.model
DATA = Path(__file__).resolve().parents[2] / "data"


@pytest.fixture(scope="module")
def unscored(tmp_path_factory) -> Path:
    """The example papers as a pipeline delivers them: nothing scored yet."""
    table = pd.read_csv(DATA / "figures" / "papers.csv", dtype="str", keep_default_na=False)
    path = tmp_path_factory.mktemp("files") / "extracted.csv"
    table[[c for c in table if "_score_" not in c]].to_csv(path, index=False)
    return path


def upload(page, settle, path: Path) -> str:
    """Drops a file on Studies; the study's id from the address, where it stands before the answer is drawn."""
    page.set_input_files("input[type=file]", str(path))
    page.wait_for_url("**study=**")
    settle(page)
    return re.search(r"study=([0-9a-f]+)", page.url)[1]


def text(page) -> str:
    return page.locator("[data-testid=stMain]").inner_text()


def test_a_recall_summary_answers_at_once_and_survives_a_reload(page, settle):
    upload(page, settle, DATA / "recall" / "summary.tsv")
    assert "72 items" in text(page)
    assert "recall" in text(page)
    page.reload()
    settle(page)
    assert "72 items" in text(page)


def test_the_same_file_dropped_again_reopens_its_study(page, settle, app):
    first = upload(page, settle, DATA / "recognition" / "idioms.csv")
    page.goto(app.url)
    settle(page)
    assert upload(page, settle, DATA / "recognition" / "idioms.csv") == first


def test_correcting_three_doubtful_figures_changes_the_scores_for_good(page, settle, app, unscored):
    study = upload(page, settle, unscored)
    assert "Nothing is scored yet" in text(page)

    page.get_by_role("button", name="Score with AI").first.click()
    page.get_by_text("cannot be judged from these files").first.wait_for(timeout=300_000)
    settle(page)
    page.get_by_role("button", name="Use the published recipe").click()
    page.wait_for_function("() => document.body.innerText.includes('by similarity only')", timeout=300_000)
    settle(page)

    page.goto(f"{app.url}/review?study={study}")
    settle(page)
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Start reviewing").click()
    settle(page)
    for count in (1, 2, 3):
        item = page.locator("[data-testid=stMain]").inner_text()
        page.keyboard.press("2")
        page.wait_for_function("old => document.querySelector('[data-testid=stMain]').innerText !== old", arg=item)
        settle(page)
        events = Store(home=app.home).events(study)
        assert (events["reviewer"] == "Ana").sum() == count, "a decision is on disk before the next item shows"

    page.reload()
    settle(page)
    app.restart()
    page.goto(f"{app.url}/scores?study={study}")
    settle(page)
    corrected = Store(home=app.home).study(study).ratings.query("kind == 'reviewer'")
    assert len(corrected) == 3
    assert set(corrected["value"]) == {2}
    dimension = corrected["dimension"].iloc[0]
    page.get_by_role("radio", name={"caption": "Caption", "vlm": "Description", "table": "Table"}[dimension]).click()
    settle(page)
    people = int((corrected["dimension"] == dimension).sum())
    said = re.search(r"(\d+) of (\d+) items \(\d+ %\) (?:is|are) reviewed", text(page))
    assert said, text(page)[:400]
    assert (int(said[1]), int(said[2])) == (people, 6 if dimension == "table" else 21)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.csv", b""),
        ("header.csv", b"item_id,rater,label\n"),
        ("picture.csv", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(40)),
        ("prose.csv", b"Dear all,\nplease find the minutes below.\nRegards\n"),
    ],
)
def test_a_file_that_cannot_be_used_says_so_in_one_sentence(page, settle, tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    page.set_input_files("input[type=file]", str(tmp_path / name))
    page.wait_for_selector("[data-testid=stAlert]")
    settle(page)
    alert = page.locator("[data-testid=stAlert]").first.inner_text()
    assert name in alert
    assert alert.strip().endswith(".")
    assert "Traceback" not in text(page)
