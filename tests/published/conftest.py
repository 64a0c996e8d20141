"""Result tables of the published studies' files."""

import json

import pandas as pd
import pytest

import annoeval
from annoeval.evaluation import as_json, evaluate


@pytest.fixture(scope="session")
def results_of(real_file):
    """The result tables of a file as `evaluate --json` prints them."""

    def results(*parts: str) -> dict[str, pd.DataFrame]:
        study = annoeval.load(real_file(*parts))
        document = json.loads(as_json(evaluate(study), annoeval.__version__))
        return {name: pd.DataFrame(rows) for name, rows in document["results"].items()}

    return results
