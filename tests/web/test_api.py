"""Studies sent and read without a browser, and links that open them."""

import base64
import io
import json
import time
import zipfile

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from annoeval import hosting
from annoeval.review.grants import give, take
from annoeval.review.roles import Role
from annoeval.review.seal import sealed
from annoeval.web.api import routes
from annoeval.web.visitor import store

PAIRS = [("x", "y"), ("x", "x"), ("y", "y")] * 2
ROWS = [f"{n},Ana,{a}\n{n},Ben,{b}\n" for n, (a, b) in enumerate(PAIRS, 1)]
FILE = f"item_id,rater,label\n{''.join(ROWS)}".encode()


@pytest.fixture
def client(tmp_path, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_HOME", str(tmp_path))
    monkeypatch.setenv("ANNOEVAL_ADDRESS", "https://annoeval.example.org")
    for name in ("ANNOEVAL_DATABASE_URL", "ANNOEVAL_ACCESS", "ANNOEVAL_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    yield TestClient(Starlette(routes=routes()), base_url="https://rebound.evil.example", follow_redirects=False)
    store().database.close()


@pytest.fixture
def shared(client, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_ACCESS", "links")
    monkeypatch.setenv("ANNOEVAL_TOKEN", "of-the-server")
    return client


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def test_a_file_sent_is_answered_with_headline_and_numbers(client):
    told = client.put("/api/studies/a.csv", content=FILE).json()
    assert told["address"] == f"https://annoeval.example.org/?study={told['study']}"  # not from the Host header
    assert "Ana and Ben agree on 67 %, Cohen's κ 0.40" in told["headline"]
    (kappa,) = told["numbers"]["agreement"]
    assert kappa["value"] == pytest.approx(0.4)  # observed 2/3, expected 4/9
    assert kappa["low"] is None or kappa["low"] <= kappa["value"]
    assert "token" not in told


def test_several_files_come_as_one_zip(client):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as out:
        out.writestr("Ana.csv", "item_id,label\n1,x\n2,y\n3,x\n")
        out.writestr("Ben.csv", "item_id,label\n1,x\n2,y\n3,y\n")
    answer = client.put("/api/studies/both.zip", content=packed.getvalue())
    assert answer.status_code == 200, answer.text
    assert answer.json()["numbers"]["agreement"]


def test_options_say_how_a_file_is_read(client):
    said = json.dumps({"mapping": {"a": "item", "b": "rater", "c": "label"}})
    rows = "".join(f"{n},u,{a}\n{n},v,{b}\n" for n, (a, b) in enumerate(PAIRS, 1))
    plain = f"a,b,c\n{rows}".encode()
    assert client.put("/api/studies/a.csv", content=plain).status_code == 422  # the names say nothing
    read = client.put("/api/studies/a.csv", params={"options": said, "name": "Ours"}, content=plain)
    assert read.status_code == 200, read.text
    assert read.json()["numbers"]["agreement"][0]["value"] == pytest.approx(0.4)
    assert store().study(read.json()["study"]).name == "Ours"
    bad = client.put("/api/studies/a.csv", params={"options": "["}, content=plain)
    assert bad.status_code == 422
    assert "no JSON object" in bad.json()["error"]


def test_results_are_those_of_evaluate(client):
    id = client.put("/api/studies/a.csv", content=FILE).json()["study"]
    told = client.get(f"/api/studies/{id}/results").json()
    assert told["study"]["n_items"] == 6
    assert {"scores", "agreement", "pairs"} <= set(told["results"])
    assert client.get("/api/studies/0/results").status_code == 404


def test_once_shared_a_file_needs_the_servers_token(shared, monkeypatch):
    assert shared.put("/api/studies/a.csv", content=FILE).status_code == 401
    assert shared.put("/api/studies/a.csv", content=FILE, headers=bearer("wrong")).status_code == 401
    told = shared.put("/api/studies/a.csv", content=FILE, headers=bearer("of-the-server")).json()
    assert told["address"] == f"https://annoeval.example.org/open/{told['token']}"
    assert shared.get(f"/api/studies/{told['study']}/results").status_code == 404
    assert shared.get(f"/api/studies/{told['study']}/results", headers=bearer(told["token"])).status_code == 200
    again = shared.put("/api/studies/a.csv", content=FILE, headers=bearer("of-the-server")).json()
    assert again["study"] != told["study"]  # no way into what was sent before
    monkeypatch.delenv("ANNOEVAL_TOKEN")
    assert "ANNOEVAL_TOKEN" in shared.put("/api/studies/a.csv", content=FILE).json()["error"]


def test_a_link_becomes_a_cookie_that_no_script_reads(shared):
    told = shared.put("/api/studies/a.csv", content=FILE, headers=bearer("of-the-server")).json()
    answer = shared.get(f"/open/{told['token']}?page=scores&by.domain=a%26b&study=other")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/scores?study={told['study']}&by.domain=a%26b"
    cookie = answer.headers["set-cookie"]
    for part in (f"{hosting.LINKS}={told['token']}", "HttpOnly", "SameSite=lax", "Secure"):
        assert part in cookie
    shared.cookies.clear()
    shared.cookies.set(hosting.LINKS, told["token"])
    assert shared.get(f"/api/studies/{told['study']}/results").status_code == 200


@pytest.mark.parametrize("token", ["x", "0" * 43, "..%2F..%2Fsecret", "' OR 1=1 --"])
def test_a_guessed_link_opens_nothing(shared, token):
    answer = shared.get(f"/open/{token}")
    assert answer.status_code == 404
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("page", ["//evil.example", "../admin", "https://evil.example", "Scores"])
def test_a_link_leads_to_pages_of_the_app_only(shared, page):
    told = shared.put("/api/studies/a.csv", content=FILE, headers=bearer("of-the-server")).json()
    found = shared.get(f"/open/{told['token']}", params={"page": page}).headers["location"]
    assert found == f"/?study={told['study']}"


def test_a_removed_study_answers_no_more(client):
    id = client.put("/api/studies/a.csv", content=FILE).json()["study"]
    store().remove(id)
    assert client.get(f"/api/studies/{id}/results").status_code == 404


def test_a_name_with_folders_stays_a_name(client, tmp_path):
    told = client.put("/api/studies/..%2F..%2Fetc%2Fpasswd.csv", content=FILE)
    assert told.status_code in (200, 404)  # a server may take %2F apart before the route sees it
    assert [f for f in tmp_path.parent.rglob("passwd*") if not f.is_relative_to(tmp_path)] == []
    assert not list(tmp_path.rglob("etc"))


def test_sql_in_labels_is_a_label(client):
    label = "'); DROP TABLE studies; --"
    told = client.put("/api/studies/a.csv", content=FILE.replace(b",x", f",{label}".encode())).json()
    assert told["numbers"]["agreement"][0]["value"] == pytest.approx(0.4)
    assert len(store().studies()) == 1
    store().decide(told["study"], "1", "label", label, reviewer="Robert'); DROP TABLE events; --")
    assert len(store().events(told["study"])) == 1


def test_an_account_gets_pictures_by_the_address_that_its_page_gave_and_none_once_its_role_is_taken(shared):
    from tests.scoring.drawn_papers import Drawn

    whole = store()
    id = whole.add_study([("f.csv", FILE), ("w.pdf", Drawn().lines(60, 100, "Figure 1: Waders.").data())])
    owner, ben = give(whole, id, Role.OWNER, "Ana"), give(whole, id, Role.VIEWER, "Ana", account="Ben@example.org")
    assert owner.open

    def status(seal):
        return shared.get(f"/api/studies/{id}/pages/w.pdf", params={"page": 1, "as": seal}).status_code

    seal = sealed(whole.home, "ben@example.org")
    until, said, mark = seal.split(".")
    other = base64.urlsafe_b64encode(b"eve@example.org").decode().rstrip("=")
    assert status(seal) == 200
    wrong = ["", "x", "..", f"{until}.{said}.", f"{until}.{other}.{mark}", f"{int(until) + 3600}.{said}.{mark}"]
    assert [status(w) for w in [*wrong, sealed(whole.home, "eve@example.org")]] == [404] * 7
    assert status(sealed(whole.home, "ben@example.org", time.time() - 2 * 3600)) == 404  # has ended
    take(whole, id, ben.id, "Ana")
    assert status(seal) == 404
