"""Routes beside the pages: whether the server is well, and a study sent without a browser."""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import threading
from pathlib import PurePosixPath
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from annoeval import hosting
from annoeval.web.guard import MOST_BYTES
from annoeval.web.links import opened
from annoeval.web.visitor import bearer, store, store_for


async def health(request: Request) -> JSONResponse:
    """200 where the store can be read and written, else 503 with the reason."""
    from annoeval.problem import AnnoevalError
    from annoeval.review.store import Store  # the server listens before these are imported

    def tried() -> int:
        fresh = Store()
        try:
            fresh.database.try_writing()
            fresh.kept.try_writing()
            return len(fresh.studies())
        finally:
            fresh.database.close()

    try:
        studies = await asyncio.to_thread(tried)
    except Exception as error:
        reason = str(error) if isinstance(error, AnnoevalError) else type(error).__name__
        return JSONResponse({"status": "nothing can be stored", "reason": reason}, status_code=503)
    return JSONResponse({"status": "ok", "studies": studies})


async def send(request: Request) -> JSONResponse:
    """`curl -T summary.tsv http://localhost:8501/api/studies/summary.tsv` gives the study's id and address, its
    headline and its first numbers; 422 where the file can't be used, with the sentence, or where it isn't clear how it
    is read, with the question. Several files are sent as one ZIP.

    `?name=…` names the study, `?protocol=…` and `?options={…}` (JSON, as `annoeval.load` takes them) how it is read.
    PUT, which a page of another site can't send without being asked first. Where studies are shared by links, or a
    token is set, `Authorization: Bearer …` must bring the token.
    """
    from annoeval.problem import AnnoevalError
    from annoeval.review.database import Unavailable
    from annoeval.waiting import NobodyWaits, while_wanted
    from annoeval.ways import NotSure, Question

    if refused := _not_sent_by(request):
        return refused
    name = re.sub(r"[\\/\x00-\x1f]", "_", request.path_params["name"])
    options = _options(request)
    if options is None:
        return JSONResponse({"error": 'options is no JSON object, such as {"protocol": "recall"}'}, status_code=422)
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            return JSONResponse({"error": f"{name} is larger than {MOST_BYTES >> 20} MB"}, status_code=413)

    def kept() -> dict[str, Any] | Question:
        with while_wanted(lambda: not gone.is_set()):
            return _kept(name, bytes(data), options, request.query_params.get("name"))

    gone = threading.Event()
    work = asyncio.create_task(asyncio.to_thread(kept))
    while not (await asyncio.wait({work}, timeout=0.5))[0]:
        if await request.is_disconnected():
            gone.set()
            break
    try:
        found = await work
    except NobodyWaits:
        return JSONResponse({"error": "the sender has gone"}, status_code=499)
    except Unavailable as error:
        return JSONResponse({"error": str(error)}, status_code=503)
    except NotSure as error:
        return JSONResponse({"error": str(error), "question": error.question.plain()}, status_code=422)
    except AnnoevalError as error:
        return JSONResponse({"error": str(error)}, status_code=422)
    if isinstance(found, Question):
        return JSONResponse({"error": str(found), "question": found.plain()}, status_code=422)
    return JSONResponse(found)


def _not_sent_by(request: Request) -> JSONResponse | None:
    wanted = hosting.upload_token()
    if not wanted and hosting.by_links():
        said = "This server takes no studies this way: whoever runs it sets ANNOEVAL_TOKEN first."
        return JSONResponse({"error": said}, status_code=401)
    if wanted and not hmac.compare_digest(bearer(request).encode(), wanted.encode()):
        said = "Send the server's token along: curl -H 'Authorization: Bearer TOKEN' -T FILE …"
        return JSONResponse({"error": said}, status_code=401, headers={"WWW-Authenticate": "Bearer"})
    return None


def _options(request: Request) -> dict[str, Any] | None:
    """What the address says of how the file is read; None where that can't be understood."""
    try:
        options = json.loads(request.query_params.get("options", "{}"))
    except ValueError:
        return None
    if not isinstance(options, dict):
        return None
    protocol = request.query_params.get("protocol")
    return {**options, "protocol": protocol} if protocol else options


def _kept(name: str, data: bytes, options: dict[str, Any], called: str | None) -> Any:
    """Keeps a file as a study, and tells what came of it; or the question of how it is read."""
    from annoeval import opening
    from annoeval.answers.agreement import told
    from annoeval.answers.headline import headline
    from annoeval.evaluation import evaluate, records
    from annoeval.review.remembered import said_before
    from annoeval.review.roles import Access
    from annoeval.ways import Question
    from annoeval.words import file_title

    tokens: list[str] = []
    whole = store()
    mine = whole.seen_by(Access(keep=tokens.append)) if hosting.by_links() else whole
    files = [(name, data)]
    if options:
        study = opening.load(*files, options=options)
    else:
        found = opening.open(files, said_before(mine))
        if isinstance(found, Question):
            return found
        study, options = found.study, dict(found.options)
    id = mine.add_study(files, options, called or file_title(name), study=study)
    study = mine.study(id)
    results = evaluate(study)
    agreement = results["agreement"]
    shown = {
        "scores": results["scores"][results["scores"]["by"] == ""],
        "agreement": told(agreement[(agreement["by"] == "") & agreement["recommended"].astype(bool)]),
    }
    at = f"{hosting.address()}/open/{tokens[0]}" if tokens else f"{hosting.address()}/?study={id}"
    return {
        "study": id,
        "address": at,
        "headline": (headline(results) or "").replace("**", "") or None,
        "numbers": {name: records(table) for name, table in shown.items()},
        "problems": len(study.problems),
        **({"token": tokens[0]} if tokens else {}),
    }


async def results(request: Request) -> Response:
    """A study's result tables as `python -m annoeval evaluate --json` prints them; 404 for a study that isn't here or
    that the request may not read (`Authorization: Bearer` with a link's token, or the browser's links)."""
    import annoeval
    from annoeval.problem import AnnoevalError
    from annoeval.review.database import Unavailable

    def made() -> str:
        from annoeval.evaluation import as_json, evaluate

        study = store_for(request).study(request.path_params["study"])
        return as_json(evaluate(study), annoeval.__version__)

    try:
        text = await asyncio.to_thread(made)
    except Unavailable as error:
        return JSONResponse({"error": str(error)}, status_code=503)
    except AnnoevalError as error:
        return JSONResponse({"error": str(error)}, status_code=404)
    return Response(text, media_type="application/json", headers={"Cache-Control": "no-store"})


async def image(request: Request) -> Response:
    """A picture that came with a study, for the page that draws over it; 404 where the study has none of that name."""
    from annoeval.problem import AnnoevalError
    from annoeval.reading.pictures import MEDIA
    from annoeval.review.pictures import picture

    name = request.path_params["name"]
    kind = MEDIA.get(PurePosixPath(name).suffix.lower())
    try:
        data = await asyncio.to_thread(lambda: kind and picture(store_for(request), request.path_params["study"], name))
    except AnnoevalError:
        data = None
    if not data or kind is None:
        return Response(status_code=404)
    headers = {"Cache-Control": "private, max-age=3600", "X-Content-Type-Options": "nosniff"}
    return Response(data, media_type=kind, headers=headers)


async def page(request: Request) -> Response:
    """A page of a paper that came with a study, as JPEG; `page` counts from 1, `zoom` is 1 to 3; 404 for none."""
    from annoeval.problem import AnnoevalError
    from annoeval.review.papers import page_image

    study, name, asked = request.path_params["study"], request.path_params["name"], request.query_params
    try:
        number, zoom = int(asked.get("page", 1)), min(max(int(asked.get("zoom", 1)), 1), 3)
        data = await asyncio.to_thread(lambda: page_image(store_for(request), study, name, number, zoom))
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
        Route(f"{base}/open/{{token}}", opened, methods=["GET"]),
        Route(f"{base}/api/studies/{{study}}/results", results, methods=["GET"]),
        Route(f"{base}/api/studies/{{study}}/pictures/{{name:path}}", image, methods=["GET"]),
        Route(f"{base}/api/studies/{{study}}/pages/{{name:path}}", page, methods=["GET"]),
    ]
