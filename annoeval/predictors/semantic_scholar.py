"""Semantic Scholar: title and abstract of a paper, asked of its graph API."""

from __future__ import annotations

import json
import os
from typing import Any
from urllib.parse import quote

from annoeval.asking import ask
from annoeval.predictors.document import Document, PredictionError

URL = "https://api.semanticscholar.org"
FIELDS = "title,abstract,url"


def s2_prediction(id: str, url: str = URL, **asking: Any) -> Document:
    """Title and abstract of a paper as Semantic Scholar has them (`/graph/v1/paper/{id}`).

    id: a paper's SHA, or `CorpusId:…`, `DOI:…`, `arXiv:…` as the API takes them. url: the API's address. The key in
    the environment variable S2_API_KEY is sent where there is one. asking: `timeout`, `tries`, `wait` as in
    `asking.ask`. A field that the API has not is None. Raises PredictionError.
    """
    key = os.environ.get("S2_API_KEY", "").strip()
    what = f"Semantic Scholar on {id}"
    answer = ask(
        f"{url.rstrip('/')}/graph/v1/paper/{quote(id, safe=':')}?fields={FIELDS}",
        what=what,
        headers={"Accept": "application/json", **({"x-api-key": key} if key else {})},
        failure=PredictionError,
        secret=key,
        **asking,
    )
    try:
        paper = json.loads(answer.body)
    except ValueError as error:
        raise PredictionError(f"{what}: the answer is no JSON.") from error
    if not isinstance(paper, dict) or ("title" not in paper and "abstract" not in paper):
        said = paper.get("error") or paper.get("message") if isinstance(paper, dict) else None
        raise PredictionError(f"{what}: {said or 'the answer holds no paper'}.")
    return Document(id, *(paper.get(f) if isinstance(paper.get(f), str) else None for f in ("title", "abstract")))


def predict(id: str, pdf: str, label: Any, url: str = URL, timeout: float = 60.0) -> Document:
    """A predictor for the command line: `--predictor annoeval.predictors.semantic_scholar:predict`."""
    return s2_prediction(id, url, timeout=float(timeout))
