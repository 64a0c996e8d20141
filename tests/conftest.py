"""Real files of published studies, which are not part of the project: tests that need one skip where it is absent."""

import os
from pathlib import Path

import pytest

FOLDER = Path(os.environ.get("ANNOEVAL_REAL_FILES", Path(__file__).resolve().parents[2] / "shared" / "data"))


os.environ["ANNOEVAL_MODEL_MINUTES"] = "0"  # no test loads a model because a page would offer it


@pytest.fixture(scope="session")
def real_file():
    def path(*parts: str) -> Path:
        found = FOLDER.joinpath(*parts)
        if not found.exists():
            pytest.skip(f"the published file {'/'.join(parts)} is not here (set ANNOEVAL_REAL_FILES to its folder)")
        return found

    return path
