"""A model as a judge, over any OpenAI-compatible API: image and texts in; score, confidence and reason out."""

from __future__ import annotations

import hashlib
import json
import math
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from annoeval.asking import NoAnswer, ask
from annoeval.problem import AnnoevalError
from annoeval.scoring.judge_form import read, request
from annoeval.scoring.judge_terms import ANSWER_TOKENS, IMAGE_TOKENS, KEYS, Case, Cost, Settings, Verdict

LOST = (401, 403, 404)  # statuses after which no other item will do better


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

    @property
    def holds_any(self) -> bool:
        """Whether anything was answered before."""
        return bool(self._known)

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
    found = (given or "", *(os.environ.get(name, "") for name in KEYS))
    return next((k for k in map(str.strip, found) if k), None)


def cost(cases: Sequence[Case], settings: Settings, remembered: Remembered | None = None) -> Cost:
    """What judging would take, shown before it starts."""
    known = remembered or Remembered()
    open_ = [c for c in cases if not known.holds_any or known.get(_digest(c, _image(c), settings)) is None]
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
        try:
            image = _image(case)
        except AnnoevalError as error:
            return Verdict(case.id, None, None, str(error).rstrip("."))
        asked = _digest(case, image, self.settings)
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
            found = self._asked(case, image)
        except NoAnswer as failed:
            if failed.status in LOST:
                raise
            return Verdict(case.id, None, None, str(failed))
        with self._lock:
            self._spent += _dollars(found.tokens, self.settings)
        if found.score is not None:
            self.remembered.put(asked, found)
        return found

    def _asked(self, case: Case, image: bytes | None) -> Verdict:
        """Asked once; once more where the answer was of another form."""
        found = self._once(case, image)
        if found.score is None and found.reason.startswith("the answer"):
            again = self._once(case, image)
            paid = found.tokens[0] + again.tokens[0], found.tokens[1] + again.tokens[1]
            return replace(again, tokens=paid)
        return found

    def _once(self, case: Case, image: bytes | None) -> Verdict:
        self._pace()
        with_schema = self._schema
        try:
            return read(case.id, self._post(request(case, image, self.settings, with_schema)), self.settings)
        except NoAnswer as failed:
            if failed.status not in (400, 422) or not with_schema:
                raise
            self._schema = False
            self._pace()
            return read(case.id, self._post(request(case, image, self.settings, False)), self.settings)

    def _post(self, body: Mapping[str, Any]) -> bytes:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self._key}"} if self._key else {})
        s = self.settings
        return ask(
            f"{s.url.rstrip('/')}/chat/completions",
            what=s.model,
            data=json.dumps(body).encode(),
            headers=headers,
            timeout=s.timeout,
            tries=s.tries,
            wait=s.wait,
            sleep=self._sleep,
            secret=self._key,
        ).body

    def _pace(self) -> None:
        """Wait for this request's turn, so that no more than `per_minute` start in a minute."""
        with self._lock:
            now = time.monotonic()
            turn = max(self._next, now)
            self._next = turn + 60 / self.settings.per_minute
        if turn > now:
            self._sleep(turn - now)


def _image(case: Case) -> bytes | None:
    return case.image() if case.image is not None else None


def _digest(case: Case, image: bytes | None, settings: Settings) -> str:
    """What was asked, as a digest: another model, question, rubric, text or image is another question."""
    seen = hashlib.sha256(image).hexdigest() if image else ""
    asked = [settings.model, settings.question, settings.rubric, list(settings.scores), dict(case.texts), seen]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def _dollars(tokens: tuple[int, int], settings: Settings) -> float:
    return (tokens[0] * settings.price_in + tokens[1] * settings.price_out) / 1e6
