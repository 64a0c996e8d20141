"""Two annotators at once: nothing typed is lost, their orders differ, and neither's browser learns what others know."""

from __future__ import annotations

import io
import struct
import urllib.request
import uuid
import zipfile
import zlib

import pandas as pd
import pytest

from annoeval.review.annotating import work_of
from annoeval.review.annotators import by_token, invite
from annoeval.review.design import Design, keep

N = 12
PRACTICE = ("break a leg", "piece of cake")


def png(shade: int, width: int = 320, height: int = 240) -> bytes:
    """A picture of one shade of blue."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = (b"\0" + bytes([shade, 90, 200]) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@pytest.fixture
def begun(store):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for n in range(N):
            packed.writestr(f"images/{n}.png", png(20 * n))
        for target in PRACTICE:
            packed.writestr(f"practice/{target.replace(' ', '_')}.png", png(250))
    table = "id,idiom\n" + "".join(f"{n},hush idiom {n}\n" for n in range(N))
    files = [("sampled_idioms.csv", table.encode()), ("images.zip", out.getvalue())]
    id = store.add_study(files, {"protocol": "recognition", "test": uuid.uuid4().hex})
    keep(store, id, Design(title="Which idiom?", practice=PRACTICE), "Ana")
    return id


class Seat:
    """An annotator's browser, and everything that reached it."""

    def __init__(self, browser, app, token, **more):
        self.context = browser.new_context(viewport={"width": 1280, "height": 720}, **more)
        self.context.set_default_timeout(30_000)
        self.address = f"{app.url}/annotate?a={token}"
        self.got: list[str] = []
        self.open()

    def open(self):
        self.page = self.context.new_page()
        self.page.on("websocket", lambda ws: ws.on("framereceived", self._frame))
        self.page.on("response", self._response)
        self.page.goto(self.address)

    def _frame(self, frame):
        self.got.append(frame.decode("utf-8", "replace") if isinstance(frame, bytes) else frame)

    def _response(self, response):
        if "/api/" in response.url and "pictures" not in response.url:
            self.got.append(response.url)

    def agree(self):
        page = self.page
        page.get_by_role("button", name="Continue").click()
        page.get_by_role("combobox").click()
        page.get_by_role("option", name="Fluent").click()
        for box in page.get_by_test_id("stCheckbox").all():
            box.locator("label").click()
        page.get_by_role("button", name="Agree and go on").click()
        for n in range(len(PRACTICE)):
            self.at(n + 1, len(PRACTICE))
            self.type("tears")
        page.get_by_role("button", name="See the answers").click()
        page.get_by_text("piece of cake").wait_for()
        page.get_by_role("button", name="Start with").click()
        self.at(1, N)

    def at(self, n, of):
        self.page.locator(".an .count", has_text=f"{n} / {of}").wait_for()

    @property
    def name(self):
        return self.page.locator(".an .name").inner_text()

    def type(self, words, enter=True):
        self.page.locator(".an .field").fill(words)
        if enter:
            self.page.locator(".an .field").press("Enter")

    def saved(self, n):
        self.page.locator(".an .saved", has_text=f"{n} saved").wait_for()


def test_two_annotators_lose_nothing_when_a_browser_closes_and_the_server_restarts(app, browser, store, begun):
    tokens = [invite(store, begun).token for _ in range(2)]
    one, two = (Seat(browser, app, t) for t in tokens)
    one.agree()
    two.agree()
    said: list[dict[str, str]] = [{}, {}]

    def answer(seat, words):
        mine = said[0 if seat is one else 1]
        mine[seat.name] = words
        seat.type(words)

    for n in range(4):
        for seat in (one, two):
            seat.at(n + 1, N)
            answer(seat, f"{'first' if seat is one else 'second'} saw {n}")
    two.at(5, N)
    half, name = "half typed wo", two.name
    said[1][name] = half
    two.type(half, enter=False)
    two.page.close()  # in the middle of a word

    one.at(5, N)
    one.saved(4)
    app.stop()
    answer(one, "while the server was away")
    one.at(6, N)
    one.page.get_by_text("kept in this browser").wait_for()
    app.start()
    one.saved(5)

    two.open()
    two.at(5, N)
    assert two.page.locator(".an .field").input_value() == half
    assert two.name == name
    two.type(half)
    for seat in (one, two):
        seat.at(6, N)
        for n in range(5, N):
            answer(seat, f"{n} seen")
            seat.at(min(n + 2, N), N)
    one.page.get_by_role("button", name="Previous").click()
    one.at(N - 1, N)
    said[0][one.name] = "changed on the way"
    one.type("changed on the way", enter=False)
    one.page.locator(".an .thumb").first.click()
    one.at(1, N)
    one.page.get_by_role("button", name="unrecognizable").click()
    said[0][work_of(store, by_token(store, tokens[0])).task[0].name] = "unrecognizable"
    one.saved(N)
    two.saved(N)
    assert one.page.get_by_role("button", name="Finish").is_visible()

    orders = []
    for token, mine in zip(tokens, said, strict=True):
        with urllib.request.urlopen(f"{app.url}/api/annotate/{token}/answers.csv") as file:
            got = pd.read_csv(file)
        assert dict(zip(got["image_id"], got["text_value"], strict=True)) == mine
        orders.append(list(got["image_id"]))
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]
    assert len(store.study(begun).ratings.query("dimension == 'answer'")) == 2 * N

    for seat, own, other in ((one, "first saw", "second saw"), (two, "second saw", "first saw")):
        seat.page.reload()
        seat.saved(N)
        told = "\n".join(seat.got) + seat.page.content()
        assert own in told
        assert "hush idiom" not in told
        assert other not in told
        assert begun not in told
    one.context.close()
    two.context.close()


def test_keys_choose_on_a_scale_of_labels(app, browser, store):
    rows = "".join(f"f{n},a caption {n},1\n" for n in range(3))
    table = ("item_id,caption,ai_caption_score\n" + rows).encode()
    id = store.add_study([("captions.csv", table)], {"test": uuid.uuid4().hex})
    keep(store, id, Design(title="Captions", question="Is the caption right?", practice=()), "Ana")
    seat = Seat(browser, app, invite(store, id).token)
    page = seat.page
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("combobox").click()
    page.get_by_role("option", name="Native").click()
    for box in page.get_by_test_id("stCheckbox").all():
        box.locator("label").click()
    page.get_by_role("button", name="Agree and go on").click()
    for n, key in enumerate("201"):
        seat.at(n + 1, 3)
        page.keyboard.press(key)
        page.keyboard.press("Enter")
    seat.saved(3)
    given = store.study(id).ratings.query("kind == 'human' and dimension == 'caption_score'")
    assert sorted(given["value"]) == [0, 1, 2]
    seat.context.close()
