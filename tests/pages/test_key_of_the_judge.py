"""The key of a judge's API stays between the server and that API, whatever the API answers."""

import io
import json
import logging
import time
import zipfile

import pytest
from streamlit import config
from streamlit.runtime.secrets import secrets_singleton

from annoeval.asking import NoAnswer, ask
from annoeval.report.build import SECTIONS, report
from annoeval.report.forms import written
from annoeval.report.material import Asked, Material
from annoeval.report.of_store import enclosed, reviewed
from annoeval.scoring.judge_terms import KEYS, Settings
from annoeval.ui import prescoring, scorers, state
from annoeval.ui.started import settle
from annoeval.ui.work import work
from tests.protocols.test_figures_scored import CAPTIONS, paper
from tests.scoring.test_judge import completion, server  # noqa: F401

KEY = "sk-7f3a9c51e0d24b68aa17c3f5092be4d6"
PARTS = (KEY, KEY[:16], KEY[-16:])  # a key that was cut in two is no secret either
FILE = (
    "pdf,type,element_id,caption,vlm_description\n"
    + "".join(f"waders.pdf,figure,e{n},{caption},A chart.\n" for n, caption in enumerate(CAPTIONS[:2]))
).encode()
LATE = b"x" * (200 - len(b"Incorrect API key: ") - 20)  # so that what is quoted of the answer ends inside the key


def refused(request, number):
    return 401, LATE + b"Incorrect API key: " + KEY.encode(), {}


def echoed(request, number):
    if number % 3 == 0:
        return 200, completion({"score": 7, "reason": KEY}), {}
    if number % 3 == 1:
        return 400, LATE + b"Incorrect API key: " + KEY.encode(), {}
    return 200, completion({"score": number % 2, "confidence": 0.5, "reason": f"You sent Bearer {KEY}."}), {}


@pytest.fixture
def planted(request, tmp_path, monkeypatch):
    """The key, where a server may have it."""
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)
    if request.param == "environment":
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        yield tmp_path
        return
    before, file = config.get_option("secrets.files"), tmp_path.parent / f"{tmp_path.name}.toml"
    file.write_text(f'ANNOEVAL_JUDGE_KEY = "{KEY}"\n')
    monkeypatch.setenv("ANNOEVAL_JUDGE_KEY", "")  # so that what `settle` sets is taken back
    monkeypatch.delenv("ANNOEVAL_JUDGE_KEY")
    monkeypatch.setenv("ANNOEVAL_ADDRESS", "http://localhost:8501")
    config.set_option("secrets.files", [str(file)])
    secrets_singleton._reset()
    settle()
    yield tmp_path
    config.set_option("secrets.files", before)
    secrets_singleton._reset()


def judged(store, id, server):  # noqa: F811
    """Scores a study with the judge as its button does."""
    settings = Settings(server.url, "eye", per_minute=1e6, parallel=1)
    prescoring.start(id, "judge", settings={"judge": settings, "judge_key": scorers.secret()})
    job = work().job(f"score {id}")
    until = time.monotonic() + 30
    while not job.over and time.monotonic() < until:
        time.sleep(0.02)
    return job


def unpacked(data):
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        for name in packed.namelist():
            content = packed.read(name)
            yield name, content
            if content[:4] == b"PK\x03\x04":
                yield from unpacked(content)


@pytest.mark.parametrize(("planted", "say"), [("environment", echoed), ("st.secrets", refused)], indirect=["planted"])
def test_no_log_page_store_or_report_holds_the_key(say, planted, server, store, add, visit, monkeypatch, caplog):  # noqa: F811
    monkeypatch.setattr(state, "person", lambda: "Eve")
    server.say = say
    caplog.set_level(logging.DEBUG)
    id = add(FILE, "f.csv")
    store.attach(id, [("waders.pdf", paper().files["papers/Waders.PDF"])], "Eve")
    job = judged(store, id, server)
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"
    assert job.over
    if say is refused:
        assert job.state == "failed"
        assert "status 401" in job.said
    else:
        notes = store.study(id).ratings.query("rater == 'judge'")["note"].astype("str")
        assert notes.str.contains("You sent Bearer ….", regex=False).any()

    seen = {"log": caplog.text.encode(), "job": job.said.encode()}
    for page in ("",) if say is refused else ("", "review", "scores", "report"):
        screen = visit(page, study=id)
        assert not screen.app.exception
        drawn = [getattr(e, "proto", None) for block in (screen.app.main, screen.app.sidebar) for e in block]
        seen[f"page {page}"] = b"".join(p.SerializeToString() for p in drawn if p is not None)
        assert seen[f"page {page}"]
    if say is echoed:  # where it was refused, nothing of the judge stands in the study
        material = Material(store.study(id), Asked(tuple(SECTIONS)), reviewed(store, id), made="1 January 2027")
        archive = written(".zip", material, lambda: report(material), lambda: enclosed(store, id))
        seen.update((f"report {name}", content) for name, content in unpacked(archive))
        assert len(seen) > 20
    seen.update((str(p), p.read_bytes()) for p in planted.rglob("*") if p.is_file())
    for place, content in seen.items():
        for part in PARTS:
            assert part.encode() not in content.replace(b"\\", b""), place  # Markdown has one before each hyphen


def test_a_key_is_not_sent_on_to_where_an_answer_points(server):  # noqa: F811
    from tests.scoring.test_judge import Server

    other = Server()
    server.say = lambda request, number: (302, b"", {"Location": f"{other.url}/chat/completions"})
    with pytest.raises(NoAnswer, match="status 302"):
        ask(server.url, what="m", data=b"{}", headers={"Authorization": f"Bearer {KEY}"}, secret=KEY)
    assert not other.asked
    other.http.shutdown()


@pytest.mark.parametrize("bad", [f"{KEY[:8]}\n{KEY[8:]}", f"{KEY}…", f"{KEY}\x00"])
def test_a_key_that_was_not_copied_whole_is_refused_in_a_sentence_that_does_not_hold_it(bad, server):  # noqa: F811
    with pytest.raises(NoAnswer, match="key") as refused:
        ask(server.url, what="m", data=json.dumps({}).encode(), headers={"Authorization": f"Bearer {bad}"}, secret=bad)
    assert KEY[:8] not in str(refused.value)
    assert not server.asked


def test_a_shared_server_sends_its_key_to_no_address_that_a_visitor_types(store, add, visit, monkeypatch):
    monkeypatch.setattr(state, "person", lambda: "Eve")
    monkeypatch.setattr(scorers, "_choice", scorers.contents)  # a dialog is no part of a test's page
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    id = add(FILE, "f.csv")

    def fields():
        page = visit("", study=id).press("Choose the AI scorer")
        page.app.radio(key=f"_which_{id}").set_value("judge")
        page.app.button(key=f"_scorer_{id}").click()
        page.settle().sound()
        return page, {t.label: t for t in page.app.text_input}

    assert not fields()[1]["Address of the API"].disabled
    monkeypatch.setenv("ANNOEVAL_ADDRESS", "https://annoeval.example.org")
    page, none = fields()
    assert "no model judges" in page.words
    assert "Address of the API" not in none
    monkeypatch.setenv("ANNOEVAL_JUDGE_URL", "https://api.example.org/v1")
    address = fields()[1]["Address of the API"]
    assert (address.disabled, address.value) == (True, "https://api.example.org/v1")
