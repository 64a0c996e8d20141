"""Table mode: what is typed is stored at once, on the right item, and is still there whatever is clicked next."""

from __future__ import annotations

import csv
import io
import uuid
from urllib.parse import urlencode

import pytest

from annoeval.review.store import Store

pytestmark = pytest.mark.browser
FIRST_ROW, ROW = 53, 35  # pixels: middle of the first row below the header, height of a row


def review_file(n: int) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["item_id", "type", "element_id", "domain", "caption", "vlm_description", "ai_caption_score"])
    for i in range(1, n + 1):
        writer.writerow(
            [f"f{i}", "figure", f"f{i}", ("Physics", "Biology", "Chemistry")[i % 3], f"Caption {i}", f"Text {i}", i % 2]
        )
    return out.getvalue().encode()


@pytest.fixture
def table(app, context, settle):
    """Opens table mode on a fresh study of n items; gives page, store and study."""
    store = Store(url=f"sqlite:///{app.home / 'annoeval.db'}", home=app.home)

    def one(name, n):
        study = store.add_study([(name, review_file(n))], {"test": uuid.uuid4().hex})
        context.add_cookies([{"name": "annoeval_person", "value": "R1", "url": app.url}])
        page = context.new_page()
        page.goto(
            f"{app.url}/review?" + urlencode({"study": study, "view": "table", "rule": "all", "dimension": "caption"})
        )
        page.locator(".dvn-scroller").wait_for()
        settle(page)
        return page, store, study

    yield one
    store.database.close()


@pytest.fixture
def words(app, context, settle):
    """Table mode of a study whose question is answered with one of three similar words."""
    store = Store(url=f"sqlite:///{app.home / 'annoeval.db'}", home=app.home)
    file = b"item_id,rater,label\nf1,anna,gold\nf2,anna,green\nf3,anna,grey\nf4,anna,gold\n"
    study = store.add_study([("words.csv", file)], {"test": uuid.uuid4().hex})
    context.add_cookies([{"name": "annoeval_person", "value": "R1", "url": app.url}])
    page = context.new_page()
    page.goto(f"{app.url}/review?" + urlencode({"study": study, "view": "table", "rule": "all"}))
    page.locator(".dvn-scroller").wait_for()
    settle(page)
    yield page, store, study
    store.database.close()


def to_cell(page, row: int, right: int = 4) -> None:
    """Puts the table's focus on the score of a row of the page, `right` columns beside the item's id.

    A key is pressed when what it is meant for has the focus: a script is faster than the table takes it.
    """
    box = page.locator("[data-testid=stDataFrame]").bounding_box()
    page.mouse.click(box["x"] + 60, box["y"] + FIRST_ROW + ROW * row)
    page.wait_for_function("document.activeElement.closest('[data-testid=stDataFrame] canvas')")
    for _ in range(right):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(40)


def open_cell(page, row: int, right: int = 4) -> None:
    """Opens the score of a row of the page for typing."""
    to_cell(page, row, right)
    page.keyboard.press("Enter")
    page.locator("#portal input:focus").wait_for()


def type_score(page, settle, row: int, value: str, leave: bool = True, right: int = 4) -> None:
    """Types into the score column of a row of the page, `right` columns beside the item's id."""
    open_cell(page, row, right)
    page.keyboard.type(value)
    page.wait_for_function("v => document.querySelector('#portal input').value == v", arg=value)
    if leave:
        page.keyboard.press("Enter")
        page.locator("#portal input").wait_for(state="detached")
        page.wait_for_timeout(400)
        settle(page)


def stored(store, study) -> dict:
    found = {}
    for (item, _), answers in store.standing(study).answers.items():
        latest = {e.reviewer: e.value for e in answers}
        if latest.get("R1") is not None:
            found[item] = latest["R1"]
    return found


def test_edits_survive_reruns_filters_and_page_switches(table, settle):
    page, store, study = table("edits.csv", 6)
    for row, value in ((0, "1"), (2, "2"), (3, "0"), (4, "1")):
        type_score(page, settle, row, value)
    expected = {"f1": 1, "f3": 2, "f4": 0, "f5": 1}
    assert stored(store, study) == expected
    page.get_by_placeholder("Search texts and ids").fill("caption 6")
    page.get_by_text("1 row ·").wait_for()
    settle(page)
    type_score(page, settle, 0, "2")
    page.get_by_placeholder("Search texts and ids").fill("")
    page.get_by_text("6 rows").wait_for()
    expected["f6"] = 2
    assert stored(store, study) == expected
    page.get_by_role("link", name="Scores").click()
    settle(page)
    page.get_by_role("link", name="Review").click()
    settle(page)
    page.get_by_role("button", name="Table").click()
    page.locator(".dvn-scroller").wait_for()
    settle(page)
    assert stored(store, study) == expected
    assert len(store.events(study)) == 5


AT_ONCE = """value => {
    const field = document.querySelector("#portal input");
    const key = name => field.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true, cancelable: true}));
    if (key(value)) { // a browser types only what nobody took
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, value);
        field.dispatchEvent(new Event("input", {bubbles: true}));
    }
    key("Enter");
}"""


def test_enter_pressed_while_the_browser_is_still_busy_with_the_score_keeps_it(table, settle):
    page, store, study = table("busy.csv", 6)
    for row, value in ((0, "2"), (3, "1")):
        open_cell(page, row)
        page.evaluate(AT_ONCE, value)
        page.locator("#portal input").wait_for(state="detached")
        page.wait_for_timeout(400)
        settle(page)
    assert stored(store, study) == {"f1": 2, "f4": 1}


def test_a_score_that_was_just_typed_and_is_cleared_is_withdrawn(table, settle):
    page, store, study = table("cleared.csv", 6)
    type_score(page, settle, 0, "2")
    type_score(page, settle, 1, "1")
    to_cell(page, 0)
    page.keyboard.press("Delete")
    page.get_by_text("not answered").wait_for()
    assert stored(store, study) == {"f2": 1}


def test_a_score_typed_onto_a_chosen_cell_is_kept_when_enter_comes_before_its_field(table, settle):
    page, store, study = table("onto.csv", 6)
    for row, value in ((0, "2"), (3, "1")):
        to_cell(page, row)
        page.evaluate(
            """value => {
            const cell = document.activeElement;
            for (const key of [value, "Enter"])
                cell.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
        }""",
            value,
        )
        page.wait_for_timeout(900)
        settle(page)
    assert stored(store, study) == {"f1": 2, "f4": 1}


@pytest.mark.parametrize("slower", [1, 6])
def test_a_word_typed_quickly_onto_a_chosen_cell_is_taken_whole(words, settle, slower):
    page, store, study = words
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    for row, word in ((0, "green"), (1, "grey"), (2, "gold")):
        to_cell(page, row, right=2)  # beside what anna said
        page.keyboard.type(word)
        page.keyboard.press("Enter")
        page.wait_for_timeout(900)
        settle(page)
    assert stored(store, study) == {"f1": "green", "f2": "grey", "f3": "gold"}


@pytest.mark.parametrize("to", ["another page", "another order", "Scores"])
def test_a_cell_left_by_a_click_elsewhere_is_stored(table, settle, to):
    page, store, study = table(f"{to}.csv", 120)
    type_score(page, settle, 1, "2", leave=False)
    if to == "another page":
        page.get_by_role("button", name="Next page").click()
    elif to == "another order":
        page.get_by_role("combobox", name="Order").click()
        page.get_by_text("By item id").click()
    else:
        page.get_by_role("link", name=to).click()
    page.wait_for_timeout(400)
    settle(page)
    assert stored(store, study) == {"f2": 2}


def test_the_same_row_of_another_page_is_another_item(table, settle):
    page, store, study = table("pages.csv", 120)
    type_score(page, settle, 1, "2")
    page.get_by_role("button", name="Next page").click()
    settle(page)
    type_score(page, settle, 1, "0")
    page.get_by_role("button", name="Previous page").click()
    settle(page)
    type_score(page, settle, 2, "1")
    assert stored(store, study) == {"f2": 2, "f52": 0, "f3": 1}


def test_undo_takes_back_in_order_and_redo_brings_back(table, settle):
    page, store, study = table("undo.csv", 6)
    type_score(page, settle, 0, "1")
    type_score(page, settle, 2, "2")
    store.decide(study, "f4", "caption", 0, reviewer="R2")
    for name, left in (("Undo", {"f1": 1}), ("Undo", {}), ("Redo", {"f1": 1})):
        page.get_by_role("button", name=name).click()
        settle(page)
        assert stored(store, study) == left
    type_score(page, settle, 1, "2", right=5)  # what R2 said now stands beside the AI's
    assert stored(store, study) == {"f1": 1, "f2": 2}


def test_a_download_holds_the_cell_that_was_just_typed(table, settle):
    page, store, study = table("download.csv", 6)
    type_score(page, settle, 4, "2", leave=False)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Scores, CSV").click()
    rows = {r["item_id"]: r for r in csv.DictReader(io.StringIO(saved.value.path().read_bytes().decode("utf-8-sig")))}
    assert float(rows["f5"]["caption_final"]) == 2
    assert float(rows["f5"]["ai_caption_score"]) == 1
    assert rows["f5"]["caption_source"] == "reviewer"
    assert stored(store, study) == {"f5": 2}


def test_all_rows_shown_are_set_and_undone_at_once(table, settle):
    page, store, study = table("many.csv", 6)
    page.get_by_placeholder("Search texts and ids").fill("physics")
    page.get_by_text("2 rows").wait_for()
    settle(page)
    page.get_by_role("button", name="Set all rows shown").click()
    score = page.get_by_test_id("stPopoverBody").get_by_label("Score")
    score.fill("Incorrect")
    score.press("Enter")
    page.get_by_role("button", name="Set 2 rows").click()
    settle(page)
    assert stored(store, study) == {"f3": 0, "f6": 0}
    page.get_by_role("button", name="Undo").click()
    settle(page)
    assert stored(store, study) == {}


def test_scores_pasted_from_a_spreadsheet_land_on_their_rows_and_unfit_ones_are_left(table, settle, context):
    page, store, study = table("paste.csv", 6)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("navigator.clipboard.writeText('2\\n1\\n7\\n0')")
    to_cell(page, 1)
    page.keyboard.press("Control+V")
    page.get_by_text("f4: 7 is not on the scale").wait_for()
    assert stored(store, study) == {"f2": 2, "f3": 1, "f5": 0}


@pytest.mark.parametrize("typed", ["abc", "2\nabc\nten"])
def test_a_word_pasted_into_a_column_of_numbers_is_named_with_what_could_be_there(table, settle, context, typed):
    page, store, study = table("words.csv", 6)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("words => navigator.clipboard.writeText(words)", typed)
    to_cell(page, 1)
    page.keyboard.press("Control+V")
    notice = page.locator(".ae-notice")
    notice.wait_for()
    said = "“abc” is no answer to Caption (0, 1 or 2); the cell is unchanged."
    assert notice.inner_text() == said + (" 1 more pasted cell was not taken either." if "ten" in typed else "")
    assert stored(store, study) == ({"f2": 2} if typed.startswith("2") else {})


def test_a_label_that_is_none_of_the_columns_is_named_when_it_is_pasted(words, context):
    page, store, study = words
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("navigator.clipboard.writeText('gold\\nblue')")
    to_cell(page, 0, right=2)
    page.keyboard.press("Control+V")
    page.locator(".ae-notice").wait_for()
    assert "“blue” is no answer to" in page.locator(".ae-notice").inner_text()
    assert "(gold, green or grey); the cell is unchanged." in page.locator(".ae-notice").inner_text()
    assert stored(store, study) == {"f1": "gold"}


def test_numbers_that_the_table_takes_bring_no_sentence(table, settle, context):
    page, store, study = table("numbers.csv", 6)
    type_score(page, settle, 1, "1")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("navigator.clipboard.writeText('1\\n2.0\\n0')")  # the first is there already
    to_cell(page, 1)
    page.keyboard.press("Control+V")
    page.wait_for_timeout(1200)
    assert page.locator(".ae-notice").count() == 0
    assert stored(store, study) == {"f2": 1, "f3": 2, "f4": 0}


def test_a_score_typed_in_a_sorted_table_lands_on_the_row_it_is_seen_in(table, settle):
    page, store, study = table("sorted.csv", 6)
    box = page.locator("[data-testid=stDataFrame]").bounding_box()
    for _ in range(2):  # by item, down
        page.mouse.click(box["x"] + 45, box["y"] + 18)
        page.wait_for_timeout(300)
    type_score(page, settle, 0, "2")
    assert stored(store, study) == {"f6": 2}


def test_the_only_downloads_are_the_ones_that_make_formulas_harmless(table, settle):
    page, _, _ = table("raw.csv", 6)
    page.locator("[data-testid=stDataFrame]").hover()
    page.get_by_role("button", name="Fullscreen").wait_for()
    assert not page.get_by_role("button", name="Download as CSV").count()
