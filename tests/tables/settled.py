"""Tables whose reading must be asked about, opened as they most likely are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annoeval import Study, load
from annoeval.opening import NotSure


def likeliest(
    *files: tuple[str, bytes], protocol: str | None = None, options: Mapping[str, Any] | None = None
) -> Study:
    """The study under the likeliest reading of files; fails where they would open without a question."""
    try:
        load(*files, protocol=protocol, options=options)
    except NotSure as error:
        return load(*files, options={**(options or {}), **error.question.ways[0].options})
    raise AssertionError("it opens without a question")
