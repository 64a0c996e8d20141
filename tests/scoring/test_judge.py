"""A model as a judge, asked of a real HTTP server: slow, busy, broken, refusing and malformed answers."""

import json
import logging
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from annoeval.asking import NoAnswer
from annoeval.problem import AnnoevalError
from annoeval.scoring import judge as judging
from annoeval.scoring.judge import Remembered, cost, judge
from annoeval.scoring.judge_terms import Case, Settings

GOOD = {"score": 2, "confidence": 0.9, "reason": "It shows what is said."}


class Server:
    """Answers each request with what `say(request, number)` gives: (status, body, headers)."""

    def __init__(self):
        self.asked, self.headers, self.times = [], [], []
        self.say = lambda request, number: (200, completion(GOOD), {})
        lock, me = threading.Lock(), self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with lock:
                    me.asked.append(body)
                    me.headers.append(dict(self.headers))
                    me.times.append(time.monotonic())
                    number = len(me.asked)
                status, said, more = me.say(body, number)
                self.send_response(status)
                for name, value in more.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(said if isinstance(said, bytes) else json.dumps(said).encode())

            def log_message(self, *_):
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}/v1"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()


def completion(said, **message):
    content = said if isinstance(said, str) else json.dumps(said)
    return {
        "choices": [{"message": {"content": content, **message}}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20},
    }


@pytest.fixture
def server():
    running = Server()
    yield running
    running.http.shutdown()


@pytest.fixture
def settings(server):
    def settings(**more):
        return Settings(**{"url": server.url, "model": "m", "wait": 0.01, "per_minute": 6e4, "parallel": 1, **more})

    return settings


def cases(n, image=None):
    texts = [{"Caption": f"Caption {i}", "Description": "a plot"} for i in range(n)]
    return [Case(f"e{i}", said, image and (lambda: image)) for i, said in enumerate(texts)]


def test_image_texts_question_and_rubric_are_asked_and_a_verdict_comes_back(server, settings):
    [found] = judge(cases(1, b"\xff\xd8jpeg"), settings(rubric="2 faithful"), api_key="k-secret")
    assert (found.score, found.confidence, found.reason) == (2, 0.9, "It shows what is said.")
    [text, image] = server.asked[0]["messages"][0]["content"]
    for part in ("Rate how accurately this caption", "2 faithful", "Caption 0", "a plot"):
        assert part in text["text"]
    assert image["image_url"]["url"].startswith("data:image/jpeg;base64,")
    assert server.asked[0]["response_format"]["json_schema"]["schema"]["properties"]["score"]["enum"] == [0, 1, 2]
    assert server.headers[0]["Authorization"] == "Bearer k-secret"


def test_a_busy_server_is_asked_again(server, settings):
    waits = []
    server.say = lambda r, n: (429, b"slow down", {"Retry-After": "7"}) if n < 3 else (200, completion(GOOD), {})
    [found] = judge(cases(1), settings(), sleep=waits.append)
    assert found.score == 2
    assert waits == [7.0, 7.0]


def test_a_server_that_stays_busy_leaves_the_item_without_a_score(server, settings):
    server.say = lambda r, n: (503, b"", {})
    [found] = judge(cases(1), settings(tries=3), sleep=lambda s: None)
    assert (found.score, found.reason) == (None, "m: the server stayed busy (status 503, 3 tries).")


def test_a_slow_answer_is_given_up(server, settings):
    server.say = lambda r, n: time.sleep(0.5) or (200, completion(GOOD), {})
    [found] = judge(cases(1), settings(timeout=0.1))
    assert (found.score, found.reason) == (None, "m: no answer within 0.1 seconds.")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (b"<html>no</html>", "the answer is no chat completion"),
        ({"choices": []}, "the answer is no chat completion"),
        (completion("I think it is fine."), "the answer holds no JSON object"),
        (completion({"score": 7}), "the answer's score 7 is none of [0, 1, 2]"),
        (completion({"score": True}), "the answer's score True is none of [0, 1, 2]"),
        (completion({"score": 1.5}), "the answer's score 1.5 is none of [0, 1, 2]"),
        (completion(""), "the answer holds no JSON object"),
        (completion("", refusal="I can't judge people."), "the model refused: I can't judge people."),
    ],
)
def test_an_answer_of_another_form_is_no_score(server, settings, said, reason):
    server.say = lambda r, n: (200, said, {})
    [found] = judge(cases(1), settings())
    assert (found.score, found.reason) == (None, reason)
    assert len(server.asked) == (1 if "refused" in reason else 2)  # asked once more, but not against a refusal


@pytest.mark.parametrize(
    "said", ['```json\n{"score": 1, "reason": "r"}\n```', 'Here: {"score": "1", "reason": "r"} Done.', '{"score": 1.0}']
)
def test_words_around_the_verdict_do_not_matter(server, settings, said):
    server.say = lambda r, n: (200, completion(said), {})
    assert judge(cases(1), settings())[0].score == 1


def test_a_confidence_that_is_none_is_left_out(server, settings):
    server.say = lambda r, n: (200, completion({"score": 1, "confidence": 95, "reason": "r"}), {})
    assert judge(cases(1), settings())[0].confidence is None


def test_a_server_that_knows_no_schema_is_asked_without(server, settings):
    server.say = lambda r, n: (400, b"unknown field", {}) if "response_format" in r else (200, completion(GOOD), {})
    assert [v.score for v in judge(cases(3), settings())] == [2, 2, 2]
    assert ["response_format" in r for r in server.asked] == [True, False, False, False]


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_wrong_key_address_or_model_ends_the_run_at_once(server, settings, status, caplog):
    server.say = lambda r, n: (status, b"Incorrect API key provided: k-secret", {})
    with (
        caplog.at_level(logging.DEBUG),
        pytest.raises(NoAnswer, match=f"m: the server answered with status {status}") as e,
    ):
        judge(cases(50), settings(), api_key="k-secret")
    assert len(server.asked) < 5
    assert "k-secret" not in str(e.value)
    assert "k-secret" not in caplog.text


def test_what_was_paid_for_is_not_asked_again(server, settings, tmp_path):
    kept = tmp_path / "verdicts.jsonl"

    def stop(done, of):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judge(cases(10), settings(), api_key="k-secret", remembered=Remembered(kept), progress=stop)
    first = len(server.asked)
    assert 3 <= first < 10
    found = judge(cases(10), settings(), remembered=Remembered(kept))
    assert [v.score for v in found] == [2] * 10
    assert len(server.asked) == 10
    assert "k-secret" not in kept.read_text()
    assert server.url not in kept.read_text()


def test_a_half_written_line_loses_only_itself(server, settings, tmp_path):
    kept = tmp_path / "verdicts.jsonl"
    judge(cases(2), settings(), remembered=Remembered(kept))
    kept.write_text(kept.read_text()[:-20])
    judge(cases(2), settings(), remembered=Remembered(kept))
    assert len(server.asked) == 3


@pytest.mark.parametrize("change", [{"model": "n"}, {"question": "Is it?"}, {"rubric": "2 good"}, {"scores": (0, 1)}])
def test_another_question_is_asked_anew(server, settings, change):
    remembered = Remembered()
    server.say = lambda r, n: (200, completion({**GOOD, "score": 1}), {})
    judge(cases(1), settings(), remembered=remembered)
    judge(cases(1), settings(**change), remembered=remembered)
    assert len(server.asked) == 2


def test_the_budget_is_shown_before_and_kept(server, settings):
    priced = settings(price_in=10.0, price_out=100.0, budget=0.0085)  # a case costs 100 × 10 + 20 × 100 = $0.003
    told = cost(cases(10, b"\xff\xd8"), priced)
    assert (told.cases, told.remembered, told.tokens_out) == (10, 0, 1200)
    assert told.dollars == pytest.approx((told.tokens_in * 10 + 1200 * 100) / 1e6)
    found = judge(cases(10), priced)
    assert [v.score for v in found] == [2] * 3 + [None] * 7
    assert found[-1].reason == "the budget of $0.0085 was used up"


def test_no_more_requests_start_in_a_minute_than_are_allowed(server, settings):
    judge(cases(6), settings(per_minute=1200, parallel=6))  # one each 50 ms
    gaps = [b - a for a, b in zip(server.times, server.times[1:], strict=False)]
    assert sum(gaps) >= 0.2


def test_verdicts_come_in_the_order_of_cases(server, settings):
    def say(request, number):
        text = request["messages"][0]["content"][0]["text"]
        time.sleep(0.02 * ("Caption 0" in text))
        return 200, completion({"score": 0 if "Caption 0" in text else 2, "reason": "r"}), {}

    server.say = say
    assert [v.score for v in judge(cases(5), settings(parallel=5))] == [0, 2, 2, 2, 2]


def test_a_key_comes_from_the_environment_and_stands_in_no_settings(monkeypatch):
    monkeypatch.delenv("ANNOEVAL_JUDGE_KEY", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "from-environment")
    assert judging.key() == "from-environment"
    assert judging.key("given") == "given"
    assert "key" not in Settings.__dataclass_fields__


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"url": "ftp://x"}, "no address"), ({"model": " "}, "name of a model"), ({"per_minute": 0}, "at least one")],
)
def test_settings_that_cannot_work_are_refused(wrong, said):
    with pytest.raises(AnnoevalError, match=said):
        Settings(**{"url": "http://x/v1", "model": "m", **wrong})
