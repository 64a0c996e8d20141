"""Keys pressed faster than the server answers, over a connection that sticks: each is stored for the item that its
reviewer saw, or said to be not taken."""

from __future__ import annotations

import re
import time
import uuid
from urllib.parse import urlencode

import pytest

PACE = 0.08  # seconds from one key to the next
ITEMS = "item_id,caption,ai_caption_score\n" + "".join(f"f{i:03d},a bird {i},0\n" for i in range(201))

# One message in twenty waits for 3 s, and those after it wait behind it, as after a lost packet. What was
# pressed is written down with the item on screen, before the page hears of it.
STICKY = """
const send = WebSocket.prototype.send, here = () => document.querySelector(".ae-id").textContent;
let line = Promise.resolve();
window.sent = 0;
window.late = 0;
window.pressed = [];
WebSocket.prototype.send = function (message) {
  if (pressed.length && ++sent % 20 === 2) line = line.then(() => new Promise((go) => setTimeout(go, 3000, late++)));
  line = line.then(() => this.readyState === WebSocket.OPEN && send.call(this, message));
};
window.addEventListener("keydown", (e) => pressed.push([here(), Number(e.key)]), true);
"""
LISTEN = """(notice) => {
  window.told = [];
  new MutationObserver((changes) => {
    for (const change of changes) for (const one of change.addedNodes) told.push(one.data);
  }).observe(notice, { childList: true });
}"""


def refused(told: list[str]) -> int:
    """How many keys the card's sentences say were not taken."""
    return sum(
        max(1, len(re.findall("“[^”]+”", words.split("not taken")[0]))) for words in told if "not taken" in words
    )


@pytest.mark.parametrize("keys", [50, pytest.param(200, marks=pytest.mark.slow)])
def test_over_a_sticking_connection_no_key_counts_for_another_item_and_none_is_lost_without_a_sign(
    app, context, store, settle, keys
):
    study = store.add_study([("results.csv", ITEMS.encode())], {"test": uuid.uuid4().hex})
    context.add_cookies([{"name": "annoeval_person", "value": "Ana", "url": app.url}])
    context.add_init_script(STICKY)
    page = context.new_page()
    page.goto(f"{app.url}/review?" + urlencode({"study": study, "rule": "all"}))
    page.locator(".st-key-ae_judge kbd").first.wait_for()
    settle(page)
    page.locator(".aec-notice").evaluate(LISTEN)
    began = time.monotonic()
    for n in range(keys):
        page.wait_for_timeout(1000 * max(0.0, began + n * PACE - time.monotonic()))
        page.keyboard.press("012"[n % 3])
    until = time.monotonic() + 60
    stored: list[tuple[str, int]] = []
    while len(stored) + refused(page.evaluate("told")) < keys and time.monotonic() < until:
        page.wait_for_timeout(500)
        stored = [(e.item_id, e.value) for e in store.events(study).itertuples() if e.action == "decide"]
    pressed = [tuple(one) for one in page.evaluate("pressed")]
    print(f"{len(stored)} of {keys} stored, {page.evaluate('late')} of {page.evaluate('sent')} messages late")
    assert len(pressed) == keys
    assert page.evaluate("late") >= 1
    assert len({item for item, _ in stored}) == len(stored) >= 2
    assert [one for one in stored if one not in pressed] == []
    assert len(stored) + refused(page.evaluate("told")) == keys, page.locator(".aec").inner_text()


def test_a_key_behind_the_end_of_a_note_answers_and_is_no_letter_of_it(app, context, store, settle):
    study = store.add_study([("results.csv", ITEMS.encode())], {"test": uuid.uuid4().hex})
    context.add_cookies([{"name": "annoeval_person", "value": "Ana", "url": app.url}])
    page = context.new_page()
    page.goto(f"{app.url}/review?" + urlencode({"study": study, "rule": "all"}))
    page.locator(".st-key-ae_judge kbd").first.wait_for()
    settle(page)
    page.get_by_label("Note").focus()
    for key in ("x", "Enter", "2"):
        page.keyboard.press(key, delay=0)
    page.wait_for_function("() => document.querySelector('.ae-id').textContent !== 'f000'")
    stored = store.events(study).query("action == 'decide'")
    assert stored[["item_id", "value", "note"]].to_numpy().tolist() == [["f000", 2, "x"]]
