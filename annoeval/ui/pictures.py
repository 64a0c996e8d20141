"""Where the browser gets a study's pictures and the pages of its papers."""

from __future__ import annotations

from typing import Literal
from urllib.parse import quote, urlencode

from annoeval import hosting
from annoeval.review.seal import sealed
from annoeval.ui import state


def picture_address(kind: Literal["pictures", "pages"], study: str, name: str, **asked: int) -> str:
    """The address beside the page. asked: `page` and `zoom` of a paper."""
    seal = sealed(state.store().home, state.account()) if hosting.by_links() else ""
    query = urlencode({**asked, **({"as": seal} if seal else {})})
    return f"api/studies/{quote(study)}/{kind}/{quote(name)}" + (f"?{query}" if query else "")
