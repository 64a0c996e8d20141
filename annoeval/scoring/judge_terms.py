"""What a model as a judge is told and says: its settings, a case, a verdict, and what a run would cost."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from annoeval.problem import AnnoevalError
from annoeval.words import count

KEYS = ("ANNOEVAL_JUDGE_KEY", "OPENAI_API_KEY")  # environment variables that may hold the key, in this order
QUESTION = (
    "Rate how accurately this caption and description reflect the visual content on a scale of 0–2. "
    "Give the score, how confident you are from 0 to 1, and the reason in one sentence."
)
IMAGE_TOKENS = 1100  # of a page image at 110 dpi: 85 + 170 for each 512 px tile, six tiles (OpenAI's published rule)
ANSWER_TOKENS = 120


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
    """What is judged: texts by their title ("Caption", "Description"), and what gives its image as JPEG or PNG.

    The image is made when it is needed and not held: a run over many papers would hold the pages of all of them.
    """

    id: str
    texts: Mapping[str, str]
    image: Callable[[], bytes] | None = None


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
