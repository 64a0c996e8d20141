"""`/open/TOKEN`: a link is opened. Its token goes into a cookie that no script reads, and out of the address."""

from __future__ import annotations

import asyncio
import re
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from annoeval import hosting
from annoeval.web.visitor import store

HALF_A_YEAR = 180 * 24 * 3600


async def opened(request: Request) -> Response:
    """To the study's page (`?page=scores`, with what else the address holds); 404 with a sentence for no link."""
    from annoeval.problem import AnnoevalError
    from annoeval.review.grants import by_token

    token = request.path_params["token"]
    try:
        grant = await asyncio.to_thread(lambda: by_token(store(), token))
    except AnnoevalError as error:
        return PlainTextResponse(str(error), 404)
    asked = [(k, v) for k, v in request.query_params.multi_items() if k not in ("page", "study")]
    page = request.query_params.get("page", "")
    page = page if re.fullmatch(r"[a-z]{1,20}", page) else ""
    base = hosting.base_path()
    answer = RedirectResponse(f"{base}/{page}?{urlencode([('study', grant.study), *asked])}", 303)
    tokens = [token, *(t for t in hosting.links_held(request.cookies) if t != token)][: hosting.MOST_LINKS]
    answer.set_cookie(
        hosting.LINKS,
        ".".join(tokens),
        max_age=HALF_A_YEAR,
        path=base or "/",
        secure=hosting.address().startswith("https:"),
        httponly=True,
        samesite="lax",
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer
