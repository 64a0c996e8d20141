"""A model as a judge, over any OpenAI-compatible API: image and texts in; score, confidence and reason out."""

from __future__ import annotations

import base64
import hashlib
import json
import math
import os
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from annoeval.asking import NoAnswer, ask
from annoeval.study import AnnoevalError
from annoeval.words import count

KEYS = ("ANNOEVAL_JUDGE_KEY", "OPENAI_API_KEY")  # environment variables that may hold the key, in this order
QUESTION = (
    "Rate how accurately this caption and description reflect the visual content on a scale of 0–2. "
    "Give the score, how confident you are from 0 to 1, and the reason in one sentence."
)
IMAGE_TOKENS = 1100  # of a page image at 110 dpi: 85 + 170 for each 512 px tile, six tiles (OpenAI's published rule)
ANSWER_TOKENS = 120
LOST = (401, 403, 404)  # statuses after which no other item will do better


@dataclass(frozen=True)
class Settings:
    """How a model is asked. url: of the API, up to `/v1`. model: its name there.

    question, rubric: what is asked, and what each score means. scores: the allowed ones. per_minute: most requests
    started in a minute. parallel: requests under way at once. timeout: seconds a try may take. tries: how often a busy
    server is asked. price_in, price_out: US dollars per million tokens, for the budget. budget: dollars after which no
    further item is asked; None for no limit.
    """

    url: str
    model: str
    question: str = QUESTION
    rubric: str = ""
    scores: tuple[int, ...] = (0, 1, 2)
    per_minute: float = 60.0
    parallel: int = 4
    timeout: float = 120.0
    tries: int = 5
    wait: float = 1.0
    price_in: float = 0.0
    price_out: float = 0.0
    budget: float | None = None

    def __post_init__(self) -> None:
        if not self.url.startswith(("http://", "https://")):
            raise AnnoevalError(f"{self.url!r} is no address of an API; it starts with http:// or https://.")
        if not self.model.strip():
            raise AnnoevalError("The judge needs the name of a model.")
        if self.per_minute <= 0 or self.parallel < 1:
            raise AnnoevalError("The judge asks at least one request at a time, and more than none a minute.")


@dataclass(frozen=True)
class Case:
    """What is judged: texts by their title ("Caption", "Description"), and an image as JPEG or PNG."""

    id: str
    texts: Mapping[str, str]
    image: bytes | None = None


@dataclass(frozen=True)
class Verdict:
    """What the model said of a case. score: None where it gave none, and `reason` says why. tokens: in and out."""

    id: str
    score: int | None
    confidence: float | None
    reason: str
    tokens: tuple[int, int] = (0, 0)
    remembered: bool = False


@dataclass(frozen=True)
class Cost:
    """What a run would take at most. tokens are estimated: four characters each, and `IMAGE_TOKENS` an image."""

    cases: int
    remembered: int
    tokens_in: int
    tokens_out: int
    dollars: float
    minutes: float

    @property
    def sentence(self) -> str:
        """ "94 questions, 40 of them answered before: about 70,200 tokens in and 6,480 out, $0.21, …"."""
        if self.cases == self.remembered:
            return f"{count(self.cases, 'question')}, all answered before: nothing is asked."
        known = f", {self.remembered:,} of them answered before" if self.remembered else ""
        dollars = f"${self.dollars:,.2f}" if self.dollars else "its price isn't known"
        minutes = count(math.ceil(self.minutes), "minute")
        return (
            f"{count(self.cases, 'question')}{known}: about {self.tokens_in:,} tokens in and {self.tokens_out:,} out, "
            f"{dollars}, at least {minutes}."
        )


class Remembered:
    """Verdicts kept in a file of JSON lines, so that what was paid for is never asked again.

    Kept by what was asked (model, question, rubric, texts, image), never by key or address.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._known: dict[str, dict[str, Any]] = {}
        if path is not None and path.exists():
            for line in path.read_text("utf-8").splitlines():
                try:
                    kept = json.loads(line)
                except ValueError:
                    continue  # the line that a stopped process was writing
                self._known[kept["asked"]] = kept

    def get(self, asked: str) -> dict[str, Any] | None:
        """What the model said, or None."""
        return self._known.get(asked)

    def put(self, asked: str, verdict: Verdict) -> None:
        """Keep a verdict at once."""
        kept = {"asked": asked, **{k: v for k, v in asdict(verdict).items() if k not in ("id", "remembered")}}
        with self._lock:
            self._known[asked] = kept
            if self.path is not None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(kept, ensure_ascii=False) + "\n")


def key(given: str | None = None) -> str | None:
    """The key for the API: the one handed over, else the environment's (`KEYS`); None for a server without keys."""
    return given or next((os.environ[name] for name in KEYS if os.environ.get(name)), None)


def cost(cases: Sequence[Case], settings: Settings, remembered: Remembered | None = None) -> Cost:
    """What judging would take, shown before it starts."""
    known = remembered or Remembered()
    open_ = [c for c in cases if known.get(_digest(c, settings)) is None]
    fixed = len(settings.question) + len(settings.rubric) + 200
    tokens = sum(
        math.ceil((fixed + sum(len(t) + len(v) for t, v in c.texts.items())) / 4) + IMAGE_TOKENS * bool(c.image)
        for c in open_
    )
    out = ANSWER_TOKENS * len(open_)
    dollars = _dollars((tokens, out), settings)
    return Cost(len(cases), len(cases) - len(open_), tokens, out, dollars, len(open_) / settings.per_minute)


def judge(
    cases: Sequence[Case],
    settings: Settings,
    *,
    api_key: str | None = None,
    remembered: Remembered | None = None,
    progress: Callable[[int, int], None] | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> list[Verdict]:
    """The model's verdict on each case, in their order.

    What `remembered` has is not asked again. progress(done, of) is called after each; raise from it to stop: what was
    answered stays remembered. A case that fails has no score and the reason. Raises NoAnswer where no case can be
    answered: a wrong key, address or model.
    """
    run = _Run(settings, key(api_key), remembered or Remembered(), sleep)
    found: list[Verdict] = []
    with ThreadPoolExecutor(settings.parallel) as pool:
        waiting = [pool.submit(run.verdict, case) for case in cases]
        try:
            for done, one in enumerate(waiting, 1):
                found.append(one.result())
                if progress is not None:
                    progress(done, len(cases))
        except BaseException:
            run.stop()
            for one in waiting:
                one.cancel()
            raise
    return found


class _Run:
    """One run over cases: its pace, what it spent, and which form of request the server takes."""

    def __init__(
        self, settings: Settings, api_key: str | None, remembered: Remembered, sleep: Callable[[float], None]
    ) -> None:
        self.settings, self._key, self.remembered, self._sleep = settings, api_key, remembered, sleep
        self._lock = threading.Lock()
        self._next = 0.0
        self._spent = 0.0
        self._stopped = False
        self._schema = True  # until the server refuses answers by a schema

    def stop(self) -> None:
        self._stopped = True

    def verdict(self, case: Case) -> Verdict:
        asked = _digest(case, self.settings)
        kept = self.remembered.get(asked)
        if kept is not None:
            return Verdict(
                case.id, kept["score"], kept["confidence"], kept["reason"], tuple(kept["tokens"]), remembered=True
            )
        if self._stopped:
            return Verdict(case.id, None, None, "stopped before it was asked")
        if self.settings.budget is not None and self._spent >= self.settings.budget:
            return Verdict(case.id, None, None, f"the budget of ${self.settings.budget:g} was used up")
        try:
            found = self._asked(case)
        except NoAnswer as failed:
            if failed.status in LOST:
                raise
            return Verdict(case.id, None, None, str(failed))
        with self._lock:
            self._spent += _dollars(found.tokens, self.settings)
        if found.score is not None:
            self.remembered.put(asked, found)
        return found

    def _asked(self, case: Case) -> Verdict:
        """Asked once; once more where the answer was of another form."""
        found = self._once(case)
        if found.score is None and found.reason.startswith("the answer"):
            again = self._once(case)
            paid = found.tokens[0] + again.tokens[0], found.tokens[1] + again.tokens[1]
            return replace(again, tokens=paid)
        return found

    def _once(self, case: Case) -> Verdict:
        self._pace()
        with_schema = self._schema
        try:
            return _read(case.id, self._post(_request(case, self.settings, with_schema)), self.settings)
        except NoAnswer as failed:
            if failed.status not in (400, 422) or not with_schema:
                raise
            self._schema = False
            self._pace()
            return _read(case.id, self._post(_request(case, self.settings, False)), self.settings)

    def _post(self, body: Mapping[str, Any]) -> bytes:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self._key}"} if self._key else {})
        s = self.settings
        try:
            return ask(
                f"{s.url.rstrip('/')}/chat/completions",
                what=s.model,
                data=json.dumps(body).encode(),
                headers=headers,
                timeout=s.timeout,
                tries=s.tries,
                wait=s.wait,
                sleep=self._sleep,
            ).body
        except NoAnswer as failed:
            if self._key and self._key in str(failed):  # some servers repeat the key that they refuse
                hidden = NoAnswer(str(failed).replace(self._key, "…"))
                hidden.status = failed.status
                raise hidden from None
            raise

    def _pace(self) -> None:
        """Wait for this request's turn, so that no more than `per_minute` start in a minute."""
        with self._lock:
            now = time.monotonic()
            turn = max(self._next, now)
            self._next = turn + 60 / self.settings.per_minute
        if turn > now:
            self._sleep(turn - now)


def _request(case: Case, settings: Settings, schema: bool) -> dict[str, Any]:
    texts = "\n\n".join(f"{title}:\n{text}" for title, text in case.texts.items())
    asked = "\n\n".join(p for p in (settings.question, settings.rubric and f"Rubric:\n{settings.rubric}", texts) if p)
    form = 'Answer as JSON only: {"score": …, "confidence": …, "reason": "…"}.'
    content: list[dict[str, Any]] = [{"type": "text", "text": f"{asked}\n\n{form}"}]
    if case.image:
        kind = "png" if case.image[:4] == b"\x89PNG" else "jpeg"
        data = base64.b64encode(case.image).decode()
        content.append({"type": "image_url", "image_url": {"url": f"data:image/{kind};base64,{data}"}})
    body: dict[str, Any] = {
        "model": settings.model,
        "temperature": 0,
        "messages": [{"role": "user", "content": content}],
    }
    if schema:
        properties = {
            "score": {"type": "integer", "enum": list(settings.scores)},
            "confidence": {"type": "number"},
            "reason": {"type": "string"},
        }
        wanted = {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "verdict", "strict": True, "schema": wanted},
        }
    return body


def _read(id: str, body: bytes, settings: Settings) -> Verdict:
    """The verdict in a server's answer; none, with the reason, where it has another form."""
    try:
        answer = json.loads(body)
        message = answer["choices"][0]["message"]
        used = answer.get("usage") or {}
        tokens = int(used.get("prompt_tokens") or 0), int(used.get("completion_tokens") or 0)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        return Verdict(id, None, None, "the answer is no chat completion")
    if message.get("refusal"):
        return Verdict(id, None, None, f"the model refused: {str(message['refusal'])[:200]}", tokens)
    said = _object(message.get("content"))
    if said is None:
        return Verdict(id, None, None, "the answer holds no JSON object", tokens)
    score, sure = said.get("score"), said.get("confidence")
    if isinstance(score, str) and re.fullmatch(r"\s*-?\d+(\.0+)?\s*", score):
        score = float(score)
    if isinstance(score, bool) or not isinstance(score, (int, float)) or score not in settings.scores:
        return Verdict(id, None, None, f"the answer's score {score!r} is none of {list(settings.scores)}", tokens)
    if isinstance(sure, bool) or not isinstance(sure, (int, float)) or not 0 <= sure <= 1:
        sure = None
    reason = str(said.get("reason") or "").strip()
    return Verdict(id, int(score), None if sure is None else float(sure), reason, tokens)


def _object(content: Any) -> dict[str, Any] | None:
    """The JSON object in a text, perhaps with words or marks of code around it."""
    if isinstance(content, list):  # some servers give parts
        content = "".join(str(p.get("text", "")) for p in content if isinstance(p, dict))
    if not isinstance(content, str):
        return None
    start, end = content.find("{"), content.rfind("}")
    try:
        found = json.loads(content[start : end + 1]) if 0 <= start < end else None
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _digest(case: Case, settings: Settings) -> str:
    """What was asked, as a digest: another model, question, rubric, text or image is another question."""
    image = hashlib.sha256(case.image).hexdigest() if case.image else ""
    asked = [settings.model, settings.question, settings.rubric, list(settings.scores), dict(case.texts), image]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def _dollars(tokens: tuple[int, int], settings: Settings) -> float:
    return (tokens[0] * settings.price_in + tokens[1] * settings.price_out) / 1e6
