"""What an annotator's browser sends and asks for beside the page: answers, pictures, the own answers as a file.

The link's token says whose they are; nothing here knows a target or an answer of anyone else.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from annoeval import hosting

MOST_BYTES = 65_536
LATELY = 5.0  # seconds for which it is known whose pictures are whose: a grid asks a hundred times at once
# Large pictures take half a second to decode: what is looked at never waits for the grid. Decoding needs no lock of
# Python's, so that two thumbnails at once take half the time.
_LARGE, _THUMBNAILS = (ThreadPoolExecutor(n, f"annoeval-{what}") for n, what in ((1, "picture"), (2, "thumbnail")))


async def keep(request: Request) -> Response:
    """PUT `{"name", "value", "token", "seconds"}`: 204 once it is on disk; 422 with a sentence where it can't be."""
    body = await request.body()
    if len(body) > MOST_BYTES:
        return JSONResponse({"error": "The answer is too long."}, status_code=413)
    try:
        told = json.loads(body)
        name, value, token = str(told["name"]), told["value"], str(told["token"])[:64]
        seconds = None if told.get("seconds") is None else float(told["seconds"])
        if not (value is None or isinstance(value, (str, int, float, list))):
            raise ValueError
    except (ValueError, KeyError, TypeError):
        return JSONResponse({"error": "This is no answer."}, status_code=422)

    def kept(store: Any, work: Any) -> None:
        from annoeval.review.annotating import answer

        answer(store, work, name, value, token, seconds)

    found = await _with_work(request, kept)
    return found if isinstance(found, Response) else Response(status_code=204)


async def image(request: Request) -> Response:
    """The picture of one of the annotator's images, in the size of a screen; `?small` gives a thumbnail."""
    from annoeval.reading.pictures import MEDIA
    from annoeval.review.pictures import on_screen, thumbnail

    small = "small" in request.query_params

    def read(store: Any, work: Any) -> tuple[str, bytes] | None:
        file = work.shown(request.path_params["name"]).file
        if file is None:
            return None
        if small:
            data = thumbnail(store, work.who.study, file)
            return (".jpg", data) if data else None
        return on_screen(store, work.who.study, file)

    found = await _with_work(request, read, _THUMBNAILS if small else _LARGE)
    if isinstance(found, Response):
        return found
    if found is None:
        return Response(status_code=404)
    ending, data = found
    headers = {"Cache-Control": "private, max-age=3600", "X-Content-Type-Options": "nosniff"}
    return Response(data, media_type=MEDIA[ending], headers=headers)


async def texts(request: Request) -> Response:
    """What the design shows of an item, as `[[column, text], …]`."""

    def read(store: Any, work: Any) -> Any:
        from annoeval.review.annotating import texts as texts_of

        return texts_of(store, work, request.path_params["name"])

    found = await _with_work(request, read)
    return found if isinstance(found, Response) else JSONResponse(found, headers={"Cache-Control": "no-store"})


async def answers(request: Request) -> Response:
    """The annotator's own answers as `image_id,text_value`."""

    def read(store: Any, work: Any) -> bytes:
        from annoeval.export import to_csv
        from annoeval.review.annotating import exported

        return to_csv(exported(store, work), mark=False)

    found = await _with_work(request, read)
    if isinstance(found, Response):
        return found
    headers = {"Content-Disposition": 'attachment; filename="annotations.csv"', "Cache-Control": "no-store"}
    return Response(found, media_type="text/csv; charset=utf-8", headers=headers)


async def _with_work(request: Request, do: Callable[[Any, Any], Any], beside: Executor | None = None) -> Any:
    """What `do` makes of the store and the annotator's work; a response of 422 with a sentence where it can't.
    beside: where pictures are read, so that answers needn't wait for them."""
    from annoeval.problem import AnnoevalError
    from annoeval.review.annotating import work_of
    from annoeval.review.annotators import by_token
    from annoeval.review.of_server import server_store

    def work() -> Any:
        store, token = server_store(), request.path_params["token"]
        if beside is not None:
            return do(store, _lately(store, token, int(time.monotonic() / LATELY)))
        return do(store, work_of(store, by_token(store, token)))

    try:
        return await asyncio.get_running_loop().run_in_executor(beside, work)
    except AnnoevalError as error:
        return JSONResponse({"error": str(error)}, status_code=422)


@lru_cache(maxsize=64)
def _lately(store: Any, token: str, moment: int) -> Any:
    """An annotator's work as it was at some time within a moment of `LATELY` seconds."""
    from annoeval.review.annotating import work_of
    from annoeval.review.annotators import by_token

    return work_of(store, by_token(store, token))


def annotate_routes() -> list[Route]:
    """The routes that `st.App` serves beside the pages."""
    at = f"{hosting.base_path()}/api/annotate/{{token}}"
    return [
        Route(f"{at}/answers", keep, methods=["PUT"]),
        Route(f"{at}/answers.csv", answers, methods=["GET"]),
        Route(f"{at}/texts/{{name:path}}", texts, methods=["GET"]),
        Route(f"{at}/pictures/{{name:path}}", image, methods=["GET"]),
    ]
