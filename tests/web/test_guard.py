"""What a server lets in, and what it says beside its answers."""

import asyncio
import logging
import tomllib
from pathlib import Path

import pytest

from annoeval import hosting
from annoeval.web import guard
from annoeval.web.guard import Guard

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_HOME", str(tmp_path))
    monkeypatch.setenv("ANNOEVAL_ADDRESS", "https://annoeval.example.org/team")
    yield
    log = logging.getLogger("annoeval.access")
    for handler in list(log.handlers):
        log.removeHandler(handler)
        handler.close()


async def takes_all(scope, receive, send):
    """An app that reads what is sent and answers with its length."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError
        size, more = size + len(message["body"]), message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(size).encode()})


def ask(path="/", host="annoeval.example.org", method="GET", body=(b"",), kind="http", inside=None, **said):
    """(status, headers, text) of one request. body: the chunks that come; None: nothing comes any more. said: further
    headers."""
    headers = [(b"host", host.encode()), *((n.replace("_", "-").encode(), str(v).encode()) for n, v in said.items())]
    scope = {"type": kind, "method": method, "path": path, "headers": headers, "client": ("192.0.2.7", 5)}
    sent, chunks = [], list(body)

    async def receive():
        chunk = chunks.pop(0)
        if chunk is None:
            await asyncio.sleep(60)
        return {"type": "http.request", "body": chunk, "more_body": bool(chunks)}

    async def send(message):
        sent.append(message)

    asyncio.run((inside or Guard(takes_all))(scope, receive, send))
    if kind == "websocket":
        return sent[0]["type"], {}, ""
    headers = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
    return sent[0]["status"], headers, b"".join(m.get("body", b"") for m in sent[1:]).decode()


@pytest.mark.parametrize("host", ["annoeval.example.org", "localhost:8501", "127.0.0.1:8501", "[::1]:80", "10.0.0.7"])
def test_a_server_answers_to_its_own_names_and_to_numbers(host):
    assert ask(host=host)[0] == 200


@pytest.mark.parametrize("host", ["rebound.evil.example", "", "annoeval.example.org.evil.example", "[", "a b"])
def test_a_page_that_rebinds_its_name_gets_nothing(host):
    assert ask(host=host)[0] == 421
    assert ask(host=host, kind="websocket")[0] == "websocket.close"


OTHERS = [
    "http://evil.example",
    "null",
    "http://localhost:3000",
    "https://annoeval.example.org.evil.example",
    "https://evil.example@annoeval.example.org",
    "https://annoeval.example.org:444",
]


@pytest.mark.parametrize("origin", OTHERS)
def test_a_page_of_another_site_opens_no_connection_and_sends_nothing(origin):
    assert ask("/_stcore/stream", kind="websocket", origin=origin)[0] == "websocket.close"
    assert ask("/api/studies/a.csv", method="PUT", origin=origin)[0] == 403
    assert ask("/media/a.png", origin=origin)[0] == 200  # a look, whose answer that page's browser keeps from it


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://annoeval.example.org", "annoeval.example.org"),
        ("https://annoeval.example.org", "10.0.0.7:8501"),  # behind a proxy that calls the server by its number
        ("http://localhost:8501", "localhost:8501"),
        ("http://[::1]:8501", "[::1]:8501"),
    ],
)
def test_a_page_of_the_servers_own_may(origin, host):
    assert ask("/_stcore/stream", host, kind="websocket", origin=origin)[0] == "websocket.accept"
    assert ask("/api/studies/a.csv", host, method="PUT", origin=origin)[0] == 200
    assert ask("/_stcore/stream", host, kind="websocket")[0] == "websocket.accept"  # a program says no origin


def test_who_is_there_is_counted_for_nobody_on_a_shared_server(monkeypatch):
    assert ask("/team/_stcore/metrics")[0] == 200
    monkeypatch.setenv("ANNOEVAL_ACCESS", "links")
    assert ask("/team/_stcore/metrics")[0] == 404


def test_no_other_site_may_frame_it_nor_may_a_script_come_from_elsewhere():
    _, headers, _ = ask()
    policy = headers["content-security-policy"]
    assert "frame-ancestors 'self'" in policy
    assert "default-src 'self'" in policy
    assert "http" not in policy
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"


def test_a_gigabyte_is_refused_before_it_is_read():
    status, _, said = ask("/api/studies/a.csv", method="PUT", body=[b"x"], content_length=2**30)
    assert status == 413
    assert "200 MB" in said


def test_a_gigabyte_that_does_not_say_so_is_refused_when_it_is_too_much(monkeypatch):
    monkeypatch.setattr(guard, "MOST_BYTES", 2**20)
    status, _, _ = ask("/api/studies/a.csv", method="PUT", body=[b"x" * 2**20] * 5)
    assert status == 413


def test_an_upload_that_stalls_ends(monkeypatch):
    monkeypatch.setattr(guard, "STALLS", 0.05)
    status, _, said = ask("/api/studies/a.csv", method="PUT", body=[b"x", None])
    assert status == 408
    assert "send the file again" in said


def test_so_many_uploads_at_a_time_and_no_more(monkeypatch):
    busy = Guard(takes_all)
    busy.under_way = guard.MOST_UNDER_WAY
    assert ask("/_stcore/upload_file/s/f", method="PUT", inside=busy)[0] == 503
    busy.under_way, busy.bytes_held = 0, guard.MOST_TOGETHER
    assert ask("/_stcore/upload_file/s/f", method="PUT", body=[b"x"], inside=busy)[0] == 503
    busy.bytes_held = 0
    assert ask("/_stcore/upload_file/s/f", method="PUT", body=[b"xy", b"z"], inside=busy)[2] == "3"
    assert (busy.under_way, busy.bytes_held) == (0, 0)


def test_files_that_came_and_wait_to_be_taken_leave_no_room_for_more():
    waiting = [guard.MOST_TOGETHER]
    full = Guard(takes_all, held=lambda: waiting[0])
    assert ask("/_stcore/upload_file/s/f", method="PUT", body=[b"x"], inside=full)[0] == 503
    waiting[0] = 0
    assert ask("/_stcore/upload_file/s/f", method="PUT", body=[b"x"], inside=full)[2] == "1"


@pytest.mark.parametrize(
    "path",
    ["/open/Secret123", "/team/open/Secret123", "/api/annotate/Secret123/answers", "/_stcore/upload_file/Secret123/f"],
)
def test_the_log_of_access_has_no_token(path, tmp_path):
    ask(path)
    written = (tmp_path / "access.log").read_text()
    assert "192.0.2.7 GET" in written
    assert "Secret123" not in written


def test_links_come_from_the_configuration(monkeypatch):
    assert hosting.address() == "https://annoeval.example.org/team"
    assert hosting.base_path() == "/team"
    monkeypatch.delenv("ANNOEVAL_ADDRESS")
    assert hosting.address() == "http://localhost:8501"
    assert hosting.only_here()


def test_the_settings_are_safe_without_being_chosen():
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    assert settings["server"]["address"] == "127.0.0.1"
    assert settings["browser"]["gatherUsageStats"] is False
    assert settings["client"]["showErrorDetails"] == "none"
    assert settings["server"].get("enableXsrfProtection", True)
    assert settings["server"].get("enableCORS", True)
