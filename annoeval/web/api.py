"""Routes beside the pages: whether the server is well, and a study sent without a browser."""

from __future__ import annotations

import asyncio
import re
import threading
from pathlib import PurePosixPath

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from annoeval import hosting
from annoeval.web.guard import MOST_BYTES


async def health(request: Request) -> JSONResponse:
    """200 where the store can be read and written, else 503 with the reason."""
    from annoeval.review.store import Store  # the server listens before these are imported
    from annoeval.study import AnnoevalError

    def tried() -> int:
        store = Store()
        try:
            store.database.try_writing()
            store.kept.try_writing()
            return len(store.studies())
        finally:
            store.database.close()

    try:
        studies = await asyncio.to_thread(tried)
    except Exception as error:
        reason = str(error) if isinstance(error, AnnoevalError) else type(error).__name__
        return JSONResponse({"status": "nothing can be stored", "reason": reason}, status_code=503)
    return JSONResponse({"status": "ok", "studies": studies})


async def send(request: Request) -> JSONResponse:
    """`curl -T summary.tsv http://localhost:8501/api/studies/summary.tsv` gives the study's id and address; 422 where
    the file can't be used, with the sentence, or where it isn't clear how it is read, with the question.

    PUT, which a page of another site can't send without being asked first.
    """
    from annoeval import opening
    from annoeval.review.database import Unavailable
    from annoeval.review.remembered import said_before
    from annoeval.review.store import Store
    from annoeval.study import AnnoevalError
    from annoeval.waiting import NobodyWaits, while_wanted
    from annoeval.words import file_title

    name = re.sub(r"[\\/\x00-\x1f]", "_", request.path_params["name"])
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            return JSONResponse({"error": f"{name} is larger than {MOST_BYTES >> 20} MB"}, status_code=413)

    def kept() -> str | opening.Question:
        with while_wanted(lambda: not gone.is_set()):
            store, files = Store(), [(name, bytes(data))]
            found = opening.open(files, said_before(store))
            if isinstance(found, opening.Question):
                return found
            return store.add_study(files, found.options, file_title(name), study=found.study)

    gone = threading.Event()
    work = asyncio.create_task(asyncio.to_thread(kept))
    while not (await asyncio.wait({work}, timeout=0.5))[0]:
        if await request.is_disconnected():
            gone.set()
            break
    try:
        study = await work
    except NobodyWaits:
        return JSONResponse({"error": "the sender has gone"}, status_code=499)
    except Unavailable as error:
        return JSONResponse({"error": str(error)}, status_code=503)
    except AnnoevalError as error:
        return JSONResponse({"error": str(error)}, status_code=422)
    if isinstance(study, opening.Question):
        return JSONResponse({"error": str(study), "question": study.plain()}, status_code=422)
    return JSONResponse({"study": study, "address": f"{hosting.address()}/?study={study}"})


async def image(request: Request) -> Response:
    """A picture that came with a study, for the page that draws over it; 404 where the study has none of that name."""
    from annoeval.reading.pictures import MEDIA
    from annoeval.review.pictures import picture
    from annoeval.review.store import Store
    from annoeval.study import AnnoevalError

    name = request.path_params["name"]
    kind = MEDIA.get(PurePosixPath(name).suffix.lower())
    try:
        data = await asyncio.to_thread(lambda: kind and picture(Store(), request.path_params["study"], name))
    except AnnoevalError:
        data = None
    if not data or kind is None:
        return Response(status_code=404)
    headers = {"Cache-Control": "private, max-age=3600", "X-Content-Type-Options": "nosniff"}
    return Response(data, media_type=kind, headers=headers)


async def page(request: Request) -> Response:
    """A page of a paper that came with a study, as JPEG; `page` counts from 1, `zoom` is 1 to 3; 404 for none."""
    from annoeval.review.papers import page_image
    from annoeval.review.store import Store
    from annoeval.study import AnnoevalError

    study, name, asked = request.path_params["study"], request.path_params["name"], request.query_params
    try:
        number, zoom = int(asked.get("page", 1)), min(max(int(asked.get("zoom", 1)), 1), 3)
        data = await asyncio.to_thread(lambda: page_image(Store(), study, name, number, zoom))
    except (AnnoevalError, ValueError):
        return Response(status_code=404)
    headers = {"Cache-Control": "private, max-age=3600", "X-Content-Type-Options": "nosniff"}
    return Response(data, media_type="image/jpeg", headers=headers)


def routes() -> list[Route]:
    """The routes that `st.App` serves beside the pages."""
    base = hosting.base_path()
    return [
        Route(f"{base}/health", health, methods=["GET"]),
        Route(f"{base}/api/studies/{{name}}", send, methods=["PUT"]),
        Route(f"{base}/api/studies/{{study}}/pictures/{{name:path}}", image, methods=["GET"]),
        Route(f"{base}/api/studies/{{study}}/pages/{{name:path}}", page, methods=["GET"]),
    ]
