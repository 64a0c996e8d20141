"""The whole line in a real browser: drop a file, score it, correct it, read the corrected numbers."""

import csv
import io
import re

import pytest

pytestmark = pytest.mark.browser


def figures_file(n: int = 8) -> bytes:
    """A small figures file: captions and descriptions that more or less say the same."""
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(["pdf", "domain", "element_id", "type", "caption", "vlm_description", "content"])
    for i in range(n):
        caption = f"Yield of barley against nitrogen in plot {i}, mean of four years."
        description = (
            caption if i % 3 == 0 else "A bar chart with a title." if i % 3 == 1 else "Yield rises with nitrogen."
        )
        rows.writerow(
            [f"paper {i % 2}.pdf", "Biology" if i % 2 else "Physics", f"fig_{i}", "figure", caption, description, ""]
        )
    return text.getvalue().encode()


def drop(page, settle, name: str, data: bytes) -> None:
    page.locator("input[type=file]").first.set_input_files({"name": name, "mimeType": "text/csv", "buffer": data})
    page.get_by_text("What we found").wait_for()
    settle(page)


def go(page, settle, name: str) -> None:
    page.locator("[data-testid=stSidebarNavLink]").filter(has_text=name).click()
    page.get_by_role("heading", name=name, exact=True).wait_for()
    settle(page)


def test_one_drop_gives_the_answer_and_a_reload_keeps_it(page, settle):
    header = "item,annotator,label\n"
    rows = "".join(
        f"i{i},{who},{'yes' if (i + len(who)) % 3 else 'no'}\n" for i in range(20) for who in ("Mei", "Tom", "Ann B")
    )
    drop(page, settle, "labels of three.csv", (header + rows).encode())
    assert "20 items" in page.locator(".ae-text").first.inner_text()
    assert re.search(r"[?&]study=[0-9a-f]{12}", page.url)
    page.reload()
    settle(page)
    assert "20 items" in page.locator(".ae-text").first.inner_text()
    go(page, settle, "Agreement")
    assert "Mei, Tom and Ann B agree on" in page.locator(".ae-answer").inner_text()


def test_the_same_file_dropped_again_reopens_its_study(page, app, settle):
    data = b"item,rater,label\n" + b"".join(b"x%d,%s,%d\n" % (i, w, i % 2) for i in range(9) for w in (b"A", b"B"))
    drop(page, settle, "again.csv", data)
    first = page.url
    page.goto(app.url)
    settle(page)
    drop(page, settle, "again.csv", data)
    assert page.url == first


@pytest.mark.model
def test_scored_corrected_reloaded_restarted_and_counted(page, app, settle):
    drop(page, settle, "two papers.csv", figures_file())
    page.get_by_role("button", name="Score with AI").first.click()
    page.get_by_text("16 scores for 8 items").wait_for(timeout=240_000)
    settle(page)
    go(page, settle, "Scores")
    assert "All 8 values are the AI's" in page.locator(".ae-answer").inner_text()

    go(page, settle, "Review")
    page.get_by_label("Your name").last.fill("Mei")
    page.get_by_role("button", name="Start reviewing").click()
    settle(page)
    for key in ("2", "2", "1"):
        page.keyboard.press(key)
        page.wait_for_timeout(700)
        settle(page)
    page.reload()
    settle(page)
    app.restart()
    page.goto(app.url + "/scores?" + page.url.split("?", 1)[1])
    settle(page)
    answer = page.locator(".ae-answer").inner_text()
    assert "of the values are people's" in answer or "of the values is a person's" in answer
    assert "the AI's" in answer
