"""GROBID: title and abstract from a PDF's header, asked of a GROBID server."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pandas as pd

from annoeval.asking import ask
from annoeval.predictors.document import Document, PredictionError
from annoeval.reading import ReadError, read

URL = "http://localhost:8070"


def grobid_prediction(pdf: str | Path, url: str = URL, *, id: str | None = None, **asking: Any) -> Document:
    """Title and abstract as a GROBID server finds them in a PDF (`/api/processHeaderDocument`).

    pdf: its path. url: the server's address. id: the document's, by default the file's name. asking: `timeout`,
    `tries`, `wait` as in `asking.ask`. A field that GROBID does not find is None. Raises PredictionError.
    """
    path = Path(pdf)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PredictionError(f"{path} can't be opened: {error.strerror or error}.") from error
    what = f"GROBID on {path.name}"
    boundary = "annoeval" + hashlib.sha256(data).hexdigest()[:32]
    body = b"".join(
        [
            f'--{boundary}\r\nContent-Disposition: form-data; name="consolidateHeader"\r\n\r\n0\r\n'.encode(),
            f'--{boundary}\r\nContent-Disposition: form-data; name="input"; filename="document.pdf"\r\n'.encode(),
            b"Content-Type: application/pdf\r\n\r\n",
            data,
            f"\r\n--{boundary}--\r\n".encode(),
        ]
    )
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Accept": "application/xml"}
    address = f"{url.rstrip('/')}/api/processHeaderDocument"
    answer = ask(address, what=what, data=body, headers=headers, failure=PredictionError, **asking)
    if answer.status == 204 or not answer.body.strip():
        raise PredictionError(f"{what}: the server found nothing in the document.")
    try:
        reading = read(answer.body, f"{path.stem}.tei.xml")
    except ReadError as error:
        raise PredictionError(f"{what}: the answer is no TEI document ({error})") from error
    if reading.format != "tei":
        raise PredictionError(f"{what}: the answer is no TEI document.")
    row = reading.tables[0].frame.iloc[0]
    title, abstract = (None if pd.isna(row[c]) else str(row[c]) for c in ("title", "abstract"))
    return Document(id or path.stem, title, abstract)


def predict(id: str, pdf: str, label: Any, url: str = URL, timeout: float = 60.0) -> Document:
    """A predictor for the command line: `--predictor annoeval.predictors.grobid:predict --url http://…`."""
    return grobid_prediction(pdf, url, id=id, timeout=float(timeout))
