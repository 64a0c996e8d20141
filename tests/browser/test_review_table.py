"""Table mode: what is typed is stored at once, on the right item, and is still there whatever is clicked next."""

from __future__ import annotations

import csv
import io
import uuid
from urllib.parse import urlencode

import pytest

from annoeval.review.store import Store


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
        page.locator(".aes input").first.wait_for()
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
    page.locator(".aes select").first.wait_for()
    settle(page)
    yield page, store, study
    store.database.close()


def cell(page, item: str):
    """The field of an item's score."""
    first = page.locator(f"td:first-child span:text-is('{item}')")
    return page.locator(".aes tr").filter(has=first).locator("input, select").first


def arrived(page) -> None:
    """Waits until what was typed is stored."""
    page.locator(".aes:not([aria-busy=true]):not(:has(.aes-busy))").wait_for()


def type_score(page, item: str, words: str) -> None:
    cell(page, item).click()
    page.keyboard.press("Control+A")
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    arrived(page)


def stored(store, study) -> dict:
    found = {}
    for (item, _), answers in store.standing(study).answers.items():
        latest = {e.reviewer: e.value for e in answers}
        if latest.get("R1") is not None:
            found[item] = latest["R1"]
    return found


def test_edits_survive_reruns_filters_and_page_switches(table, settle):
    page, store, study = table("edits.csv", 6)
    for item, words in (("f1", "1"), ("f3", "2"), ("f4", "0"), ("f5", "1")):
        type_score(page, item, words)
    expected = {"f1": 1, "f3": 2, "f4": 0, "f5": 1}
    assert stored(store, study) == expected
    page.get_by_placeholder("Search texts and ids").fill("caption 6")
    page.get_by_text("1 row", exact=True).wait_for()
    settle(page)
    type_score(page, "f6", "2")
    page.get_by_placeholder("Search texts and ids").fill("")
    page.get_by_text("6 rows").wait_for()
    expected["f6"] = 2
    assert stored(store, study) == expected
    page.get_by_role("link", name="Scores").click()
    settle(page)
    page.get_by_role("link", name="Review").click()
    settle(page)
    page.get_by_role("button", name="Table").click()
    page.locator(".aes input").first.wait_for()
    assert [cell(page, f"f{n}").input_value() for n in range(1, 7)] == ["1", "", "2", "0", "1", "2"]
    assert stored(store, study) == expected
    assert len(store.events(study)) == 5


def test_fifty_scores_typed_without_a_pause_are_stored_each_on_its_row(table):
    page, store, study = table("rush.csv", 50)
    cell(page, "f1").click()
    for n in range(50):
        page.keyboard.type(str(n % 3))
        page.keyboard.press("Enter")
    arrived(page)
    assert stored(store, study) == {f"f{n + 1}": n % 3 for n in range(50)}
    assert len(store.events(study)) == 50


def test_a_score_is_cleared_and_escape_takes_back_what_was_typed(table):
    page, store, study = table("cleared.csv", 6)
    type_score(page, "f1", "2")
    type_score(page, "f2", "1")
    cell(page, "f1").fill("")
    cell(page, "f2").click()  # leaving stores
    page.keyboard.type("7")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    arrived(page)
    assert cell(page, "f2").input_value() == "1"
    assert stored(store, study) == {"f2": 1}


def test_spaces_in_a_cell_without_a_score_are_no_answer(table):
    page, store, study = table("spaces.csv", 3)
    type_score(page, "f1", "  ")
    type_score(page, "f2", "1")
    assert list(store.events(study)["item_id"]) == ["f2"]
    assert cell(page, "f1").input_value() == ""


@pytest.mark.parametrize("slower", [1, 6])
def test_a_label_is_chosen_by_typing_its_word(words, slower):
    page, store, study = words
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    for item, word in (("f1", "green"), ("f2", "grey"), ("f3", "gold")):
        cell(page, item).focus()
        page.keyboard.type(word)
        page.keyboard.press("Enter")
    arrived(page)
    assert stored(store, study) == {"f1": "green", "f2": "grey", "f3": "gold"}
    assert len(store.events(study)) == 3  # no label on the way to it


@pytest.mark.parametrize("to", ["another page", "another order", "Scores"])
def test_a_cell_left_by_a_click_elsewhere_is_stored(table, settle, to):
    page, store, study = table(f"{to}.csv", 120)
    cell(page, "f2").fill("2")
    if to == "another page":
        page.get_by_role("button", name="Next page").click()
        page.get_by_text("f52", exact=True).wait_for()
    elif to == "another order":
        page.get_by_role("combobox", name="Order").click()
        page.get_by_text("By item id").click()
    else:
        page.get_by_role("link", name=to).click()
        page.get_by_role("heading", name=to, exact=True).wait_for()
    settle(page)
    assert stored(store, study) == {"f2": 2}


def test_undo_takes_back_in_order_and_redo_brings_back(table, settle):
    page, store, study = table("undo.csv", 6)
    type_score(page, "f1", "1")
    cell(page, "f3").fill("2")  # the press that leaves it takes it back
    store.decide(study, "f4", "caption", 0, reviewer="R2")
    for name, left in (("Undo", {"f1": 1}), ("Undo", {}), ("Redo", {"f1": 1})):
        page.get_by_role("button", name=name).click()
        arrived(page)
        settle(page)
        assert stored(store, study) == left
    assert cell(page, "f3").input_value() == ""
    type_score(page, "f2", "2")
    assert stored(store, study) == {"f1": 1, "f2": 2}


def test_a_download_holds_the_cell_that_was_just_typed(table):
    page, store, study = table("download.csv", 6)
    cell(page, "f5").fill("2")
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


def paste(page, context, item: str, words: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("words => navigator.clipboard.writeText(words)", words)
    cell(page, item).focus()
    page.keyboard.press("Control+V")
    page.keyboard.press("Tab")
    arrived(page)


def test_scores_pasted_from_a_spreadsheet_land_on_their_rows_and_unfit_ones_are_named(table, context):
    page, store, study = table("paste.csv", 6)
    paste(page, context, "f2", "2\n1\n7\nabc\n0\n")
    page.get_by_text("f4: 7 is not on the scale of caption; use one of 0, 1, 2. (1 more cell not stored)").wait_for()
    assert stored(store, study) == {"f2": 2, "f3": 1, "f6": 0}
    assert cell(page, "f4").input_value() == ""
    paste(page, context, "f4", "abc")
    page.get_by_text("“abc” is no answer to Caption (0, 1 or 2)").wait_for()


def test_a_label_that_is_none_of_the_columns_is_named_when_it_is_pasted(words, context):
    page, store, study = words
    paste(page, context, "f1", "gold\nblue")
    page.get_by_text("f2: 'blue' is not on the scale").wait_for()
    assert stored(store, study) == {"f1": "gold"}


def test_a_score_typed_in_another_order_lands_on_the_row_it_is_seen_in(table, settle):
    page, store, study = table("sorted.csv", 12)
    store.decide(study, "f1", "caption", 1, reviewer="R1")
    page.get_by_role("combobox", name="Order").click()
    page.get_by_text("Not answered first").click()
    page.locator(".aes tbody td:first-child").first.get_by_text("f2").wait_for()
    settle(page)
    page.locator(".aes td input").first.fill("2")
    page.keyboard.press("Enter")
    arrived(page)
    assert stored(store, study) == {"f1": 1, "f2": 2}


def test_what_is_typed_while_the_connection_is_lost_stays_and_is_stored_once(table, app, settle):
    page, store, study = table("lost.csv", 6)
    app.stop()
    page.locator("[data-testid=stApp]:not([data-test-connection-state=CONNECTED])").wait_for(state="attached")
    page.keyboard.press("Escape")  # the dialog that says it, too
    for item, words in (("f1", "1"), ("f2", "2")):
        cell(page, item).focus()
        page.keyboard.type(words)
        page.keyboard.press("Enter")
    page.get_by_text("Not connected: what you type stays here").wait_for()
    app.start()
    page.locator("[data-test-connection-state=CONNECTED]").wait_for(state="attached", timeout=60_000)
    arrived(page)
    settle(page)
    assert [cell(page, "f1").input_value(), cell(page, "f2").input_value()] == ["1", "2"]
    assert stored(store, study) == {"f1": 1, "f2": 2}
    assert len(store.events(study)) == 2


TYPES = "item_id,type,element_id,domain,caption,vlm_description,ai_caption_score,ai_vlm_score\n" + "".join(
    f"g{n},{'table' if n == 2 else 'figure'},g{n},Physics,a bird {n},a text,0,1\n" for n in range(1, 5)
)


def test_enter_goes_on_to_the_next_row_that_is_asked_and_the_others_say_that_they_are_not(app, context, store, settle):
    study = store.add_study([("types.csv", TYPES.encode())], {"test": uuid.uuid4().hex})
    context.add_cookies([{"name": "annoeval_person", "value": "R1", "url": app.url}])
    page = context.new_page()
    page.goto(f"{app.url}/review?" + urlencode({"study": study, "view": "table", "rule": "all"}))
    page.locator(".aes input").first.wait_for()
    settle(page)
    row = page.locator(".aes tbody tr").filter(has=page.locator("td:first-child span:text-is('g2')"))
    assert row.locator(".aes-closed").first.inner_text() == "not asked"
    cell(page, "g1").focus()
    for words in ("2", "1", "0"):
        page.keyboard.type(words)
        page.keyboard.press("Enter")
    arrived(page)
    assert stored(store, study) == {"g1": 2, "g3": 1, "g4": 0}


def test_labels_chosen_one_after_another_without_the_focus_are_all_stored(words):
    page, store, study = words
    for item, word in (("f1", "green"), ("f2", "grey"), ("f3", "gold")):  # as browsers do whose lists take no focus
        cell(page, item).select_option(word)
    page.wait_for_timeout(700)
    arrived(page)
    assert stored(store, study) == {"f1": "green", "f2": "grey", "f3": "gold"}
    assert cell(page, "f1").input_value() == "green"
