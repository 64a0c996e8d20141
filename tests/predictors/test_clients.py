"""GROBID and Semantic Scholar, answered by a server on this machine that behaves as they do."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from annoeval.predictors import PredictedDoc, PredictionError, grobid_prediction, s2_prediction

TEI = (
    '<?xml version="1.0" encoding="UTF-8"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt>'
    "<title>{title}</title></titleStmt></fileDesc><profileDesc><abstract><p>{abstract}</p></abstract></profileDesc>"
    "</teiHeader></TEI>"
)


class Server:
    """Answers that are given in order, the last one for ever; what was asked is kept."""

    def __init__(self):
        self.answers, self.asked = [], []
        keeper = self

        class Handler(BaseHTTPRequestHandler):
            def _reply(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                keeper.asked.append((self.command, self.path, dict(self.headers), body))
                status, said, headers, delay = keeper.answers.pop(0) if len(keeper.answers) > 1 else keeper.answers[0]
                time.sleep(delay)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)

            do_GET = do_POST = _reply

            def log_message(self, *arguments):
                pass

        class Quiet(ThreadingHTTPServer):
            def handle_error(self, request, client_address):
                pass  # a client that gave up waiting is what a test wants

        self.http = Quiet(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def will(self, status=200, said=b"", headers=None, delay=0.0):
        self.answers.append((status, said if isinstance(said, bytes) else said.encode(), headers or {}, delay))
        return self


@pytest.fixture
def server():
    made = Server()
    yield made
    made.http.shutdown()
    made.http.server_close()


@pytest.fixture
def pdf(tmp_path):
    path = tmp_path / "paper.pdf"
    path.write_bytes(b"%PDF-1.4 some bytes")
    return path


def test_grobid_gets_the_pdf_and_its_header_becomes_a_document(server, pdf):
    server.will(said=TEI.format(title="A title", abstract="Text."), headers={"Content-Type": "application/xml"})
    document = grobid_prediction(pdf, server.url)
    assert (document.id, document.title, document.abstract) == ("paper", "A title", "Text.")
    assert isinstance(document, PredictedDoc)
    method, path, headers, body = server.asked[0]
    assert (method, path) == ("POST", "/api/processHeaderDocument")
    assert headers["Accept"] == "application/xml"
    assert b'name="input"' in body
    assert b"%PDF-1.4 some bytes" in body


def test_what_grobid_does_not_find_is_none(server, pdf):
    server.will(said=TEI.format(title="", abstract=""))
    document = grobid_prediction(pdf, server.url)
    assert (document.title, document.abstract) == (None, None)


def test_a_busy_grobid_is_asked_again(server, pdf):
    server.will(503).will(said=TEI.format(title="T", abstract="A"))
    assert grobid_prediction(pdf, server.url, wait=0.01).title == "T"
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("status", "said", "words"),
    [
        (204, b"", "found nothing"),
        (500, b"[BAD_INPUT_DATA] PDF to XML conversion failed", "status 500.*BAD_INPUT_DATA"),
        (503, b"", "stayed busy"),
        (200, b"<html><body>proxy</body></html>", "no TEI document"),
        (200, b"@misc{x}", "no TEI document"),
    ],
)
def test_what_grobid_cannot_do_is_said_in_a_sentence(server, pdf, status, said, words):
    server.will(status, said)
    with pytest.raises(PredictionError, match=words):
        grobid_prediction(pdf, server.url, tries=2, wait=0.01)


def test_a_missing_pdf_and_a_missing_server_are_told_apart(tmp_path, pdf):
    with pytest.raises(PredictionError, match="can't be opened"):
        grobid_prediction(tmp_path / "none.pdf", "http://127.0.0.1:9")
    with pytest.raises(PredictionError, match="can't be reached"):
        grobid_prediction(pdf, "http://127.0.0.1:9", tries=1)
    with pytest.raises(PredictionError, match="no address of a server"):
        grobid_prediction(pdf, "file:///etc")


def test_semantic_scholar_is_asked_for_title_and_abstract(server, monkeypatch):
    monkeypatch.setenv("S2_API_KEY", "secret")
    server.will(said=json.dumps({"paperId": "abc", "url": "u", "title": "T", "abstract": None}))
    document = s2_prediction("abc", server.url)
    assert (document.id, document.title, document.abstract) == ("abc", "T", None)
    _, path, headers, _ = server.asked[0]
    assert path.startswith("/graph/v1/paper/abc?fields=title,abstract")
    assert {k.lower(): v for k, v in headers.items()}["x-api-key"] == "secret"


def test_an_id_with_slashes_stays_one_id(server):
    server.will(said=json.dumps({"title": "T"}))
    s2_prediction("DOI:10.1/x", server.url)
    assert server.asked[0][1].startswith("/graph/v1/paper/DOI:10.1%2Fx?")


def test_too_many_requests_wait_as_long_as_the_server_says(server):
    waited = []
    server.will(429, headers={"Retry-After": "7"}).will(429).will(said=json.dumps({"title": "T"}))
    assert s2_prediction("abc", server.url, wait=0.5, sleep=waited.append).title == "T"
    assert waited == [7.0, 1.0]


@pytest.mark.parametrize(
    ("status", "said", "words"),
    [
        (404, b'{"error": "Paper with id abc not found"}', "status 404.*not found"),
        (429, b"", "stayed busy"),
        (200, b"<html>", "no JSON"),
        (200, b'{"error": "odd"}', "odd"),
        (200, b"[]", "holds no paper"),
    ],
)
def test_what_semantic_scholar_cannot_do_is_said_in_a_sentence(server, status, said, words):
    server.will(status, said)
    with pytest.raises(PredictionError, match=words):
        s2_prediction("abc", server.url, tries=2, wait=0.01)


def test_no_answer_in_time_is_said(server):
    server.will(said=b"{}", delay=1.0)
    with pytest.raises(PredictionError, match=r"no answer within 0\.2 seconds"):
        s2_prediction("abc", server.url, timeout=0.2)
