"""Every request passes here: is it meant for this server, is there room for what it sends, which headers go with the
answer, and one line in the log of access."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from logging.handlers import RotatingFileHandler
from typing import Any

from annoeval import hosting
from annoeval.place import home

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MOST_BYTES = 200 * 2**20  # of one upload
MOST_UNDER_WAY = 8  # uploads at a time,
MOST_TOGETHER = 600 * 2**20  # and bytes of all of them, with those that have come and wait to be taken
STALLS = 30.0  # seconds without a byte after which an upload has failed
METRICS = "/_stcore/metrics"  # counts who is there; a server of many says it to nobody
UPLOAD = re.compile(r"/(?:_stcore/upload_file|api/studies)/")
SECRET = re.compile(r"(/(?:open|api/annotate|upload_file)/)[^/]+")  # a link's token, or a session's number
QUIET = re.compile(r"/(?:static/|app/static/|_stcore/health|_stcore/host-config)")
# Streamlit's components are modules from blobs, `st.html` puts its scripts into the page, and styles are set on
# elements; nothing comes from elsewhere, and nothing is made of text (eval).
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' data: blob:",
        "worker-src 'self' blob:",
        "frame-src 'self' blob: data:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    )
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # an address may hold a link's token
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
)


class Guard:
    """ASGI middleware around the whole app."""

    def __init__(self, app: Callable[..., Awaitable[None]], held: Callable[[], int] = lambda: 0) -> None:
        """held: the bytes of uploads that have come and that nothing has taken yet, which count as those under way."""
        self.app = app
        self.held = held
        self.under_way = 0
        self.bytes_held = 0
        self.log = access_log()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        began, status = time.monotonic(), 0

        async def told(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name.lower() for name, _ in message.get("headers", ())}
                message["headers"] = [*message.get("headers", ()), *(h for h in HEADERS if h[0] not in given)]
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close" and not status:
                status = 403
            await send(message)

        try:
            host = _header(scope, b"host")
            if not hosting.known_host(host):
                name = "".join(c for c in host[:100] if c.isprintable())
                said = f"This server is not called {name!r}; whoever runs it says its name by {hosting.ADDRESS}."
                await _refuse(scope, told, 421, said)
            elif _does_something(scope) and not hosting.known_origin(_header(scope, b"origin"), host):
                await _refuse(scope, told, 403, "A page of another site sends nothing here.")
            elif hosting.by_links() and scope["path"].endswith(METRICS):
                await _refuse(scope, told, 404, "Not Found")
            elif scope["type"] == "http" and scope["method"] in ("PUT", "POST") and UPLOAD.search(scope["path"]):
                await self._upload(scope, receive, told)
            else:
                await self.app(scope, receive, told)
        finally:
            if not QUIET.search(scope["path"]):
                self._note(scope, status, time.monotonic() - began)

    async def _upload(self, scope: Message, receive: Receive, send: Send) -> None:
        """Passes an upload on while there is room for it and it goes on."""
        said = _header(scope, b"content-length")
        if said.isdigit() and int(said) > MOST_BYTES + 2**20:  # a form's own bytes come on top
            await _refuse(scope, send, 413, f"A file may have {MOST_BYTES >> 20} MB; this one is larger.")
            return
        if self.under_way >= MOST_UNDER_WAY:
            await _refuse(scope, send, 503, "The server takes as many files as it can; send it again in a minute.")
            return
        taken, stopped, whole, begun = 0, (0, ""), False, False

        async def counted() -> Message:
            nonlocal taken, stopped, whole
            if whole:  # what comes after the body is only whether the sender is still there
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), STALLS)
            except TimeoutError:
                stopped = (408, f"Nothing came for {STALLS:.0f} seconds; send the file again.")
                return {"type": "http.disconnect"}
            size = len(message.get("body", b""))
            taken, self.bytes_held = taken + size, self.bytes_held + size
            whole = not message.get("more_body", False)
            if taken > MOST_BYTES + 2**20:
                stopped = (413, f"A file may have {MOST_BYTES >> 20} MB; this one is larger.")
            elif self.bytes_held + self.held() > MOST_TOGETHER:
                stopped = (503, "The server holds as much as it can; send the file again in a minute.")
            return {"type": "http.disconnect"} if stopped[0] else message

        async def watched(message: Message) -> None:
            nonlocal begun
            if not stopped[0]:
                begun = True
                await send(message)

        self.under_way += 1
        try:
            await self.app(scope, counted, watched)
        except Exception:
            if not stopped[0]:
                raise
        finally:
            self.under_way -= 1
            self.bytes_held -= taken
        if stopped[0] and not begun:
            await _refuse(scope, send, *stopped)

    def _note(self, scope: Message, status: int, seconds: float) -> None:
        """Neither tokens nor what is asked for behind a "?": an address's study is no one's business either."""
        path = SECRET.sub(r"\1…", scope["path"])
        client = (scope.get("client") or ("-",))[0]
        verb = scope.get("method", "WS")
        path = "".join(c if c.isprintable() else "?" for c in path[:300])
        self.log.info("%s %s %s %d %.0f ms", client, verb, path, status, seconds * 1000)


def access_log() -> logging.Logger:
    """`access.log` in the folder of what is kept, 5 MB and three older ones."""
    log = logging.getLogger("annoeval.access")
    if not any(isinstance(h, RotatingFileHandler) for h in log.handlers):
        home().mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(home() / "access.log", "a", 5_000_000, 3, encoding="utf-8", delay=True)
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        log.addHandler(handler)
        log.setLevel(logging.INFO)
        log.propagate = False
    return log


def _header(scope: Message, name: bytes) -> str:
    return next((v.decode("latin-1") for n, v in scope["headers"] if n.lower() == name), "")


def _does_something(scope: Message) -> bool:
    """Whether a request is more than a look: what a page opens to act by, or sends."""
    return scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")


async def _refuse(scope: Message, send: Send, status: int, sentence: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    kind = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": kind})
    await send({"type": "http.response.body", "body": f"{sentence}\n".encode()})
