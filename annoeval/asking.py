"""One request to a server that may be busy: asked again after a while, given up after some tries."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from annoeval.study import AnnoevalError

BUSY = (429, 502, 503, 504)  # statuses that ask for patience
LONGEST_WAIT = 60.0


class NoAnswer(AnnoevalError):
    """A server that gave no usable answer; its text says what happened. status: of HTTP, where there was one."""

    status: int | None = None


@dataclass(frozen=True)
class Answer:
    """Status and body of an answer."""

    status: int
    body: bytes


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
) -> Answer:
    """GET (or POST, with data) a URL.

    what: what is asked for, for the error's sentence. timeout: seconds a try may take. tries: how often a busy server
    (`BUSY`) is asked; between tries as long as its Retry-After says, else `wait` seconds, doubled each time.
    Raises `failure` with one sentence for every failure.
    """
    if not url.startswith(("http://", "https://")):
        raise failure(f"{url} is no address of a server; it starts with http:// or https://.")
    for attempt in range(1, tries + 1):
        try:
            with urlopen(Request(url, data=data, headers=dict(headers or {})), timeout=timeout) as reply:
                return Answer(reply.status, reply.read())
        except HTTPError as error:
            with error:
                said = error.read(300).decode("utf-8", "replace").strip()
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
