"""One request to a server that may be busy: asked again after a while, given up after some tries."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from annoeval.problem import AnnoevalError

BUSY = (429, 502, 503, 504)  # statuses that ask for patience
LONGEST_WAIT = 60.0
MOST_SAID = 2**16  # bytes of a refusal that are read; its first 200 letters are said
HIDDEN = "…"  # what stands for a key that an answer repeats


class NoAnswer(AnnoevalError):
    """A server that gave no usable answer; its text says what happened. status: of HTTP, where there was one."""

    status: int | None = None


@dataclass(frozen=True)
class Answer:
    """Status and body of an answer."""

    status: int
    body: bytes


class _NotSentOn(HTTPRedirectHandler):
    """An answer that points elsewhere is a failure, since a key would go along to where it points."""

    def redirect_request(self, *_: Any) -> None:
        return None


def ask(
    url: str,
    *,
    what: str,
    data: bytes | None = None,
    headers: Mapping[str, str] | None = None,
    timeout: float = 60.0,
    tries: int = 5,
    wait: float = 1.0,
    sleep: Callable[[float], None] = time.sleep,
    failure: type[NoAnswer] = NoAnswer,
    secret: str | None = None,
) -> Answer:
    """GET (or POST, with data) a URL.

    what: what is asked for, for the error's sentence. timeout: seconds a try may take. tries: how often a busy server
    (`BUSY`) is asked; between tries as long as its Retry-After says, else `wait` seconds, doubled each time.
    secret: a key among the headers. It goes to this URL alone, and stands in no error and no answer, also where a
    server repeats it. Raises `failure` with one sentence for every failure.
    """
    if not url.startswith(("http://", "https://")):
        raise failure(f"{url} is no address of a server; it starts with http:// or https://.")
    if secret and not (secret.isascii() and secret.isprintable()):
        raise failure(f"{what}: the key holds a sign that no key has; look whether it was copied as it is.")
    opener = build_opener(_NotSentOn) if secret else build_opener()

    def hidden(body: bytes) -> bytes:
        return body.replace(secret.encode(), HIDDEN.encode()) if secret else body

    for attempt in range(1, tries + 1):
        try:
            with opener.open(Request(url, data=data, headers=dict(headers or {})), timeout=timeout) as reply:
                return Answer(reply.status, hidden(reply.read()))
        except HTTPError as error:
            with error:
                said = hidden(error.read(MOST_SAID)).decode("utf-8", "replace").strip()
            if error.code in BUSY and attempt < tries:
                sleep(min(_retry_after(error.headers.get("Retry-After")) or wait * 2 ** (attempt - 1), LONGEST_WAIT))
                continue
            if error.code in BUSY:
                raise _with(
                    failure(f"{what}: the server stayed busy (status {error.code}, {tries} tries)."), error
                ) from error
            reason = f": {said.splitlines()[0][:200]}" if said else ""
            raise _with(failure(f"{what}: the server answered with status {error.code}{reason}."), error) from error
        except TimeoutError as error:
            raise failure(f"{what}: no answer within {timeout:g} seconds.") from error
        except URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise failure(f"{what}: no answer within {timeout:g} seconds.") from error
            raise failure(f"{what}: {url.split('?')[0]} can't be reached ({error.reason}).") from error
        except OSError as error:
            raise failure(f"{what}: the connection broke ({error}).") from error
    raise failure(f"{what}: not asked at all; tries must be at least 1.")


def _with(failed: NoAnswer, error: HTTPError) -> NoAnswer:
    failed.status = error.code
    return failed


def _retry_after(header: str | None) -> float | None:
    """Seconds to wait: a number, or the time until a date."""
    if not header:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
