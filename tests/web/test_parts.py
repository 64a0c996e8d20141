"""The scripts of the pages' own parts are fetched once and kept by the browser."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from annoeval.ui.components.routes import HERE, PARTS, address, part_routes

client = TestClient(Starlette(routes=part_routes()))


@pytest.mark.parametrize("name", PARTS)
def test_a_part_is_one_script_under_an_address_that_changes_with_it(name):
    answer = client.get(f"/{address(name)}")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.text.count("export default") == 1
    assert "const wire" in answer.text


@pytest.mark.parametrize("name", ["wire", "..%2F..%2Fapp", "answer_card.py"])
def test_nothing_else_is_served_there(name):
    assert client.get(f"/api/parts/{name}.js").status_code == 404


def test_the_pages_own_scripts_stay_short():
    scripts = [path.read_text("utf-8").splitlines() for path in HERE.glob("*.js")]
    assert len(scripts) == 4
    assert sum(map(len, scripts)) <= 200
    assert max(len(line) for lines in scripts for line in lines) <= 130
