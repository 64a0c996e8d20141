"""The scripts of the pages' own parts, which browsers keep: sent with every answer they were two thirds of it."""

from __future__ import annotations

from functools import cache
from hashlib import blake2s
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from annoeval import hosting

HERE = Path(__file__).parent
PARTS = ("answer_card", "sheet")


@cache
def script(name: str) -> str:
    """The whole script of a part."""
    return "\n".join((HERE / f"{one}.js").read_text("utf-8") for one in ("wire", name))


def address(name: str) -> str:
    """Where a page finds a part's script; another address for another script."""
    return f"api/parts/{name}.js?{blake2s(script(name).encode(), digest_size=6).hexdigest()}"


async def _part(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in PARTS:
        return PlainTextResponse("There is no such script.", 404)
    kept = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(script(name), media_type="text/javascript", headers=kept)


def part_routes() -> list[Route]:
    """The routes that `st.App` serves beside the pages."""
    return [Route(f"{hosting.base_path()}/api/parts/{{name}}.js", _part)]
