"""Review as a reviewer uses it: by keyboard, in a table, together, and with the server killed under it."""

from __future__ import annotations

import csv
import io
import uuid
from urllib.parse import urlencode

import pytest

from annoeval.examples import examples
from annoeval.review import rubric


def figures_file(n: int, caption: str = "Number of birds by hour, panel {i}") -> bytes:
    """n figures with AI scores 0 and 1 for caption and description."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(
        ["pdf", "domain", "type", "element_id", "caption", "vlm_description", "ai_caption_score", "ai_vlm_score"]
    )
    for i in range(n):
        description = f"A chart of the number of birds by month, panel {i}"
        domain = ("Ecology", "Physics")[i % 2]
        writer.writerow([f"p{i % 3}.pdf", domain, "figure", f"f{i:03d}", caption.format(i=i), description, i % 2, 1])
    return out.getvalue().encode()


@pytest.fixture
def study(store, request):
    """A study of its own for each try of each test."""
    return store.add_study([(f"{request.node.name}.csv", figures_file(60))], {"test": uuid.uuid4().hex})


@pytest.fixture
def sit(app, browser, settle):
    """Opens Review as someone, in a browser of their own."""
    contexts = []

    def one(name, study, width=1280, height=720, **address):
        context = browser.new_context(viewport={"width": width, "height": height})
        context.set_default_timeout(20_000)
        contexts.append(context)
        context.add_cookies([{"name": "annoeval_person", "value": name, "url": app.url}])
        page = context.new_page()
        page.goto(f"{app.url}/review?" + urlencode({"study": study, **address}))
        page.locator(".st-key-ae_review_head").wait_for()
        if "view" not in address:
            page.locator(".aec-answers button, .ae-answer").first.wait_for()
        settle(page)
        return page

    yield one
    for context in contexts:
        context.close()


def item(page) -> str:
    return page.locator(".ae-id").inner_text()


def press(page, key: str) -> None:
    """Presses a key and waits until another item, or the end of the queue, is on screen."""
    old = item(page)
    page.keyboard.press(key)
    page.wait_for_function(
        "old => document.querySelector('.ae-answer') || "
        "(document.querySelector('.ae-id') && document.querySelector('.ae-id').textContent !== old)",
        arg=old,
    )
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")


def answers(store, study, dimension="caption", reviewer=None) -> dict:
    decided = store.events(study).query("action == 'decide' and dimension == @dimension")
    if reviewer:
        decided = decided[decided["reviewer"] == reviewer]
    return dict(zip(decided["item_id"], decided["value"], strict=True))


def test_fifty_items_by_keyboard_alone(sit, store, study):
    page = sit("Ana", study, rule="low", dimension="caption")
    given = {}
    for n in range(50):
        given[item(page)] = n % 3
        press(page, str(n % 3))
    assert len(given) == 50
    assert answers(store, study) == given
    events = store.events(study)
    assert events["action"].tolist() == ["decide"] * 50
    assert events["number"].tolist() == list(range(1, len(events) + 1))
    assert set(events["because"]) == {"rule"}
    assert "10 of 60" not in page.locator(".ae-done").inner_text()
    assert "50 of 60 checked" in page.locator(".ae-done").inner_text()


def test_on_a_slow_computer_a_key_counts_once_and_for_the_item_on_screen(sit, store, study):
    page = sit("Ana", study, rule="low", dimension="caption")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 5})
    given = {}
    for n in range(12):
        given[item(page)] = n % 3
        page.keyboard.press(str(n % 3))
        page.wait_for_function("old => document.querySelector('.ae-id').textContent !== old", arg=list(given)[-1])
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    events = store.events(study)
    assert dict(zip(events["item_id"], events["value"], strict=True)) == given
    assert len(events) == 12


def test_keys_pressed_quickly_answer_one_question_each_and_none_that_was_not_seen(sit, store, study):
    page = sit("Ana", study, rule="all")
    given = {}
    for n in range(6):
        here, first, second = item(page), n % 3, (n + 1) % 3
        given[here, "caption"], given[here, "vlm"] = first, second
        page.keyboard.press(str(first))
        page.wait_for_timeout(60)
        page.keyboard.press(str(second))
        page.keyboard.press("0")  # too much: the next item is not on screen yet
        page.wait_for_function("old => document.querySelector('.ae-id').textContent !== old", arg=here)
        page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    events = store.events(study)
    assert {(e.item_id, e.dimension): e.value for e in events.itertuples()} == given
    assert len(events) == 12


@pytest.mark.parametrize("example", [e.name for e in examples()])
def test_item_question_answers_and_the_way_on_are_on_a_laptops_screen(sit, store, example):
    files = next(e for e in examples() if e.name == example).contents()
    page = sit("Ana", store.add_study(files, {"test": uuid.uuid4().hex}), rule="all")
    question = page.locator(".st-key-ae_judge strong").first
    answers = page.locator(".aec-answer, [class*=st-key-ae_value_] :is(input, textarea)")
    assert answers.count() >= 1
    way = page.locator(".st-key-ae_next button, .st-key-ae_back button, .st-key-ae_undo button")
    for found in (page.locator(".ae-id"), question, *answers.all(), *way.all()):
        box = found.bounding_box()
        x, y = box["x"] + 8, box["y"] + box["height"] - 8
        seen = "([x, y, one]) => { const top = document.elementFromPoint(x, y); return one.contains(top) }"
        assert box["y"] >= 0, found
        assert y <= 720, found
        assert page.evaluate(seen, [x, y, found.element_handle()]), found  # nothing lies over it


def test_everything_a_decision_needs_is_on_one_screen(sit, study):
    page = sit("Ana", study)
    score = ".aec-answer >> nth=2"
    texts = (".ae-id", ".ae-why", ".ae-passage >> nth=0", ".ae-done", ".st-key-ae_saved")
    for found in (
        *texts,
        score,
        ".aec-answer kbd >> nth=2",
        "[class*=st-key-ae_note_] input",
        ".st-key-ae_next button",
    ):
        box = page.locator(found).bounding_box()
        assert box is not None, found
        assert box["y"] >= 0, found
        assert box["y"] + box["height"] <= 720, found
    assert "the AI said" in page.locator(".ae-why").inner_text()
    assert page.locator(".ae-passage mark").count() > 0
    assert "Misaligned or unrelated" in page.locator(".aec-answers").inner_text()


def test_note_correction_undo_and_the_way_back(sit, store, study, settle):
    page = sit("Ana", study, rule="low", dimension="caption")
    first = item(page)
    page.keyboard.press("n")
    page.keyboard.type("see panel 2")
    page.keyboard.press("Enter")
    settle(page)
    press(page, "2")
    press(page, "1")
    assert store.events(study).iloc[0][["item_id", "value", "note"]].tolist() == [first, 2, "see panel 2"]
    page.keyboard.press("u")
    page.get_by_text("undone").wait_for()
    assert store.events(study).iloc[-1]["action"] == "undo"
    page.keyboard.press("Shift+U")
    page.get_by_text("brought back").wait_for()
    assert store.events(study).iloc[-1]["action"] == "redo"
    press(page, "ArrowLeft")
    assert item(page) == first
    assert page.get_by_label("Note").input_value() == "see panel 2"
    page.keyboard.press("c")
    assert page.get_by_label("Correct text").input_value() == page.locator(".ae-passage").first.inner_text()
    page.get_by_label("Correct text").fill("Birds by hour")
    page.get_by_label("Correct text").press("Control+Enter")
    settle(page)
    assert store.events(study).iloc[-1][["item_id", "value", "note", "correction"]].tolist() == [
        first,
        2,
        "see panel 2",
        "Birds by hour",
    ]


def test_a_reload_shows_the_same_item_and_loses_nothing(sit, store, study, settle):
    page = sit("Ana", study, rule="low", dimension="caption")
    for key in "012":
        press(page, key)
    here = item(page)
    page.reload()
    page.locator(".ae-id").wait_for()
    settle(page)
    assert item(page) == here
    assert len(answers(store, study)) == 3


def test_what_was_confirmed_survives_the_servers_death(sit, store, study, app, settle):
    page = sit("Ana", study, rule="low", dimension="caption")
    given = {}
    for n in range(12):
        given[item(page)] = n % 3
        press(page, str(n % 3))
        if n in (4, 11):
            address = page.url
            app.restart()
            page.goto(address)
            page.locator(".ae-id").wait_for()
            settle(page)
    assert answers(store, study) == given
    assert len(store.events(study)) == 12


def test_two_browsers_on_one_item_keep_both_answers(sit, store, study, settle):
    ana, ben = sit("Ana", study, rule="low", dimension="caption"), sit("Ben", study, rule="low", dimension="caption")
    same = item(ana)
    assert item(ben) == same
    press(ben, "2")
    press(ana, "0")
    line = ana.locator(".st-key-ae_saved").inner_text()
    assert "changed by Ben a moment ago" in line
    assert "Theirs 2 Accurate" in line
    assert "yours 0 Incorrect" in line
    assert "both kept" in line
    assert store.events(study)[["reviewer", "item_id", "value"]].to_numpy().tolist() == [
        ["Ben", same, 2],
        ["Ana", same, 0],
    ]
    ana.get_by_role("button", name="Take theirs").click()
    settle(ana)
    assert answers(store, study, reviewer="Ana") == {same: 2}


def test_a_blind_study_shows_no_score_before_the_answer(sit, store, study):
    from dataclasses import replace

    rubric.edit(store.database, study, replace(rubric.of(store.database, study), blind=True), "Ana")
    page = sit("Ana", study, rule="low", dimension="caption")
    text = page.locator("[data-testid=stMainBlockContainer]").inner_text()
    assert "AI said" not in text
    assert "Hidden until you answer" in text
    press(page, "1")
    page.keyboard.press("b")
    page.get_by_text("AI said").wait_for()
    press(page, "1")
    assert store.events(study).query("action == 'decide'")["blind"].tolist() == [True, False]
    assert store.events(study).query("action == 'decide'")["visible"].tolist() == [(), ("ai", "others")]


def test_captions_are_shown_as_their_characters(sit, store, settle):
    nasty = '<script>document.title="x"</script><b>bold</b> **b** ![i](http://example.com/x.png) p < 0.05 & n > 3 {i}'
    id = store.add_study([("nasty.csv", figures_file(4, nasty))], {"test": uuid.uuid4().hex})
    page = sit("Ana", id)
    title = page.title()
    assert (
        page.locator(".ae-passage")
        .first.inner_text()
        .startswith('<script>document.title="x"</script><b>bold</b> **b** ![i]')
    )
    assert "p < 0.05 & n > 3" in page.locator(".ae-passage").first.inner_text()
    assert page.title() == title
    assert page.locator("img[src*='example.com']").count() == 0


def test_the_end_of_a_queue_offers_an_audit(sit, store, settle):
    id = store.add_study([("short.csv", figures_file(2))], {"test": uuid.uuid4().hex})
    page = sit("Ana", id, rule="low", dimension="caption")
    press(page, "1")
    press(page, "1")
    assert "All 2 items of this queue are checked" in page.locator(".ae-answer").inner_text()


def test_dealt_out_items_are_judged_without_sight_of_the_other_opinion(sit, store, study, settle):
    page = sit("Ana", study, view="team", rule="low", dimension="caption")
    page.get_by_label("Reviewers").fill("Ben")
    page.get_by_label("Reviewers").press("Enter")
    page.get_by_label("Reviewers").fill("Cleo")
    page.get_by_label("Reviewers").press("Enter")
    page.get_by_test_id("stNumberInputField").first.fill("100")
    page.get_by_role("button", name="Deal out 60 items").click()
    page.get_by_text("0 of 60 items").first.wait_for()
    ben = sit("Ben", study, rule="low", dimension="caption", scope="mine")
    shown = ben.locator("[data-testid=stMainBlockContainer]").inner_text()
    assert "0 of 60 checked" in shown
    assert "AI said" not in shown
    assert "the AI said" not in shown
    press(ben, "1")
    assert store.events(study).iloc[-1][["reviewer", "value", "blind"]].tolist() == ["Ben", 1, True]
    assert "1 of 60 checked" in ben.locator(".ae-done").inner_text()
    cleo = sit("Cleo", study, rule="low", dimension="caption", scope="mine")
    assert "0 of 60 checked" in cleo.locator(".ae-done").inner_text()


def test_an_item_sent_back_waits_for_its_reviewer(sit, store, study, settle):
    ben = sit("Ben", study, rule="low", dimension="caption")
    first = item(ben)
    press(ben, "2")
    ana = sit("Ana", study, rule="low", dimension="caption", at=first)
    ana.locator(".st-key-ae_more button").first.click()
    ana.get_by_text("Ben: Caption 2 Accurate").wait_for()
    leave = ana.get_by_role("button", name="Leave this item out")
    leave.wait_for()
    settle(ana)
    assert leave.bounding_box()["y"] < 720  # all of it is on the screen
    ana.get_by_label("Comment").fill("look at the legend")
    ana.get_by_label("Comment").press("Enter")
    settle(ana)
    ana.get_by_role("button", name="Send back", exact=True).click()
    ana.get_by_text("sent back to Ben").wait_for()
    ben = sit("Ben", study, rule="low", dimension="caption", scope="back")
    assert item(ben) == first
    assert "look at the legend" in ben.locator(".ae-why").inner_text()
    ben.keyboard.press("1")
    ben.locator(".ae-answer").wait_for()
    assert store.standing(study).returns_to("Ben") == {}


def test_an_item_left_out_makes_room_for_the_next(sit, store, study):
    ana = sit("Ana", study, rule="low", dimension="caption")
    first = item(ana)
    ana.locator(".st-key-ae_more button").first.click()
    ana.get_by_role("button", name="Leave this item out").click()
    ana.get_by_text("left out of the study").wait_for()
    assert ana.locator("[role=dialog]").count() == 0
    assert item(ana) != first
    assert store.standing(study).excluded == {first}


def test_the_history_lists_people_changes_and_events(sit, store, study):
    store.decide(study, "f000", "caption", 2, reviewer="Ana", note="clear enough")
    store.undo(study, "Ana")
    store.decide(study, "f001", "caption", 2, reviewer="Ben")
    page = sit("Ana", study, view="history")
    assert "1 answer by 1 person stands" in page.locator(".ae-answer").inner_text()
    assert "1 final score differs" in page.locator("[data-testid=stMainBlockContainer]").inner_text()


def test_a_meeting_on_two_devices(sit, store, study, settle):
    ana = sit("Ana", study, view="meeting")
    ana.get_by_label("Questions at most").fill("1")
    ana.get_by_role("button", name="Start the meeting").click()
    ana.locator(".ae-id").wait_for()
    ana.get_by_role("button", name="Accurate").click()
    ana.get_by_text("1 of 1 voted").wait_for()
    ben = sit(
        "Ben",
        study,
        width=390,
        height=800,
        **dict(p.split("=") for p in ana.url.split("?")[1].split("&") if not p.startswith("study")),
    )
    ben.get_by_role("button", name="Partial").click()
    ana.get_by_text("2 of 2 voted").wait_for()
    assert "Partial" not in ana.locator(".ae-votes").all_inner_texts()
    ana.get_by_role("button", name="Show the votes").click()
    ana.locator(".ae-votes").wait_for()
    votes = ana.locator(".ae-votes").inner_text()
    assert "Ana" in votes
    assert "1 Partial" in votes
    ana.get_by_role("radio", name="Partial").or_(ana.get_by_role("button", name="Partial")).first.click()
    ana.get_by_label("Reason").fill("half of it")
    ana.get_by_role("button", name="Decide").click()
    ben.get_by_text("The meeting is over").wait_for()
    events = store.events(study)
    assert events["action"].tolist()[:4] == ["meeting", "vote", "vote", "reveal"]
    decision = events[events["kind"] == "decision"].iloc[0]
    assert (decision["note"], decision["action"]) == ("half of it", "decide")
