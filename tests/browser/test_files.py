"""A study's files in a real browser: columns named by hand, repairs, further files, new versions, and the way out and
back in."""

from __future__ import annotations

import re
import uuid

import pytest

from annoeval.review.store import Store


@pytest.fixture
def drop(page, settle, tmp_path):
    """Drops a file of this text on Studies; gives the study's id, or None where the columns are asked for."""

    def drop(text: str, name: str = "labels.csv") -> str | None:
        path = tmp_path / name
        path.write_text(text)
        page.set_input_files("input[type=file]", str(path))
        page.get_by_text(re.compile("What we found|What do the columns mean")).first.wait_for()
        settle(page)
        found = re.search(r"study=([0-9a-f]+)", page.url)
        return found[1] if found else None

    return drop


@pytest.fixture
def into(page, settle, tmp_path):
    """Opens Files and drops a file on one of its two places, `Add` or `Replace`."""

    def into(place: str, text: str, name: str) -> None:
        path = tmp_path / name
        path.write_text(text)
        page.get_by_role("button", name="Files", exact=True).click()
        zone = page.get_by_test_id("stFileUploader").filter(has_text=place)
        zone.locator("input[type=file]").set_input_files(str(path))

    return into


def rows(text: str) -> str:
    """A table whose items are this test's own, so that a second try meets no study of the first."""
    return text.replace("@", uuid.uuid4().hex[:6])


def until_gone(page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).wait_for(state="detached")


def say_column(page, settle, row: int, role: str) -> None:
    """Opens the table of columns and chooses what one holds."""
    page.get_by_role("button", name="Change what the columns mean").click()
    page.locator(".aes select").nth(row).select_option(role)
    page.locator(".aes select").nth(row).blur()
    page.locator(".aes:not([aria-busy=true]):not(:has(.aes-busy))").first.wait_for()
    settle(page)


def read_so(page, settle) -> None:
    page.get_by_role("button", name="Read it this way").click()
    until_gone(page, "Read it this way")
    settle(page)


def test_a_column_that_was_taken_for_a_group_is_said_to_be_a_raters_answers(page, settle, app, drop):
    field = f"domain_{uuid.uuid4().hex[:6]}"  # what is said of these columns is remembered for files with the same
    text = f"item_id,rater,label,{field}\n" + "".join(
        f"@{i},{w},{'xy'[i % 2]},{'pq'[i % 2]}\n" for i in range(9) for w in "AB"
    )
    study = drop(rows(text))
    assert field in Store(home=app.home).study(study).groups
    say_column(page, settle, row=3, role="Not used")
    settle(page)
    read_so(page, settle)
    changed = re.search(r"study=([0-9a-f]+)", page.url)[1]
    assert changed != study
    assert Store(home=app.home).study(changed).groups == ()


def test_what_a_column_holds_counts_though_the_button_is_pressed_at_once_on_a_slow_computer(
    page, context, settle, app, drop
):
    field = f"domain_{uuid.uuid4().hex[:6]}"
    text = f"item_id,rater,label,{field}\n" + "".join(
        f"@{i},{w},{'xy'[i % 2]},{'pq'[i % 2]}\n" for i in range(9) for w in "AB"
    )
    study = drop(rows(text))
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 5})
    say_column(page, settle, row=3, role="Not used")
    read_so(page, settle)
    changed = re.search(r"study=([0-9a-f]+)", page.url)[1]
    assert changed != study
    assert Store(home=app.home).study(changed).groups == ()


def test_spellings_are_merged_and_the_merge_is_undone(page, settle, app, drop):
    text = "item_id,A1,A2\n@1,Yes,yes\n@2,Yes,YES\n@3,No,No\n@4,No,no\n@5,yes,yes\n@6,NO,No\n"
    study = drop(rows(text))

    def labels() -> set[str]:
        return set(Store(home=app.home).study(study).ratings["value"])

    page.get_by_role("button", name=re.compile("things? to know")).click()
    page.get_by_text("labels become 2").wait_for()
    page.get_by_role("button", name=re.compile("^.*Merge label variants")).click()
    page.get_by_role("button", name=re.compile("Undo: merge labels")).wait_for()
    assert labels() == {"yes", "No"}
    page.get_by_role("button", name=re.compile("Undo: merge labels")).click()
    page.get_by_role("button", name=re.compile("Merge label variants")).wait_for()
    assert labels() == {"Yes", "yes", "YES", "No", "no", "NO"}


def test_a_second_raters_file_is_added_after_a_look_at_what_matches(page, settle, app, drop, into):
    text = rows("item_id,rater,label\n@1,anna,x\n@2,anna,y\n@3,anna,x\n")
    study = drop(text)
    ids = re.findall(r"\n(\w+),", text)
    into("Add", f"item_id,label\n{ids[0]},y\n{ids[1]},y\nelse,x\n", "ben.csv")
    page.get_by_text("2 rows are about items of this study. Adds 2 answers by ben.").wait_for()
    assert page.get_by_text("1 row matches no item").is_visible()
    page.get_by_role("button", name="Add these answers").click()
    until_gone(page, "Add these answers")
    assert Store(home=app.home).study(study).raters["name"].tolist() == ["anna", "ben"]


def test_an_added_file_is_taken_back_and_a_decision_made_since_stays(page, settle, app, drop, into):
    text = rows("item_id,rater,label\n@1,anna,x\n@2,anna,y\n")
    study = drop(text)
    first, second = re.findall(r"\n(\w+),", text)
    into("Add", f"item_id,label\n{first},y\n{second},y\n", "ben.csv")
    page.get_by_role("button", name="Add these answers").click()
    until_gone(page, "Add these answers")
    settle(page)
    Store(home=app.home).decide(study, first, "label", "y", reviewer="Cleo")
    undo = page.get_by_role("button", name="Undo: added ben.csv")
    if not undo.is_visible():
        page.get_by_role("button", name="Files", exact=True).click()
    undo.click()
    undo.wait_for(state="detached")
    assert Store(home=app.home).study(study).raters["name"].tolist() == ["anna", "Cleo"]


def test_a_new_version_keeps_what_people_said_of_unchanged_items(page, settle, app, drop, into):
    text = rows("item_id,text,rater,label\n@1,one,anna,x\n@2,two,anna,y\n")
    study = drop(text)
    first, second = re.findall(r"\n(\w+),", text)
    store = Store(home=app.home)
    for item in (first, second):
        store.decide(study, item, "label", "y", reviewer="Ann")
    into(
        "Replace",
        text.replace("two", "two, told otherwise").replace(",two, told otherwise,", ',"two, told otherwise",'),
        "v2.csv",
    )
    page.get_by_text("1 item is unchanged and keeps 1 answer; 1 item changed (text) and is queued again").wait_for()
    page.get_by_role("button", name="Replace", exact=True).click()
    until_gone(page, "Replace")
    settle(page)
    standing = Store(home=app.home).standing(study)
    assert set(standing.rated) == {first}


def test_an_exported_study_dropped_again_shows_the_same_figures(page, settle, app, drop, tmp_path):
    text = rows(
        "item_id,rater,label\n"
        + "".join(f"@{i},{w},{(i + (w == 'B' and i % 4 == 0)) % 3}\n" for i in range(24) for w in "AB")
    )
    study = drop(text)
    Store(home=app.home).decide(study, re.search(r"\n(\w+),", text)[1], "label", 2, reviewer="Ann", note="as agreed")

    def figures(of: str) -> str:
        page.goto(f"{app.url}/scores?study={of}")
        settle(page)
        page.locator(".ae-answer").first.wait_for()
        page.locator(".legend .traces").first.wait_for()  # the chart's key comes last
        settle(page)
        return page.locator("[data-testid=stMain]").inner_text().replace("Copy link\n", "")  # it comes before or after

    before = figures(study)
    page.goto(f"{app.url}/?study={study}")
    settle(page)
    page.get_by_role("button", name="Files", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export the study").click()
    path = tmp_path / "study.zip"
    download.value.save_as(path)
    Store(home=app.home).remove(study)
    page.goto(app.url)
    settle(page)
    page.set_input_files("input[type=file]", str(path))
    page.wait_for_url("**study=**")
    settle(page)
    assert "it is an exported study" in page.locator("[data-testid=stMain]").inner_text()
    again = re.search(r"study=([0-9a-f]+)", page.url)[1]
    assert figures(again) == before
    events = Store(home=app.home).events(again)
    assert events["note"].dropna().tolist() == ["as agreed"]
