"""Real files of published studies, which are not part of the project: tests skip where they are absent."""

import json
import os
from pathlib import Path

import pandas as pd
import pytest

import annoeval
from annoeval.evaluation import as_json, evaluate

FOLDER = Path(os.environ.get("ANNOEVAL_REAL_FILES", Path(__file__).resolve().parents[3] / "shared" / "data"))


@pytest.fixture(scope="session")
def real_file():
    def path(*parts: str) -> Path:
        found = FOLDER.joinpath(*parts)
        if not found.exists():
            pytest.skip(f"the published file {'/'.join(parts)} is not here (set ANNOEVAL_REAL_FILES to its folder)")
        return found

    return path


@pytest.fixture(scope="session")
def results_of(real_file):
    """The result tables of a file as `evaluate --json` prints them."""

    def results(*parts: str) -> dict[str, pd.DataFrame]:
        study = annoeval.load(real_file(*parts))
        document = json.loads(as_json(evaluate(study), annoeval.__version__))
        return {name: pd.DataFrame(rows) for name, rows in document["results"].items()}

    return results
