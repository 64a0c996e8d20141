"""Options of a scorer that asks a model over an API; its key comes from the environment and is no option."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from annoeval.scoring.judge_terms import KEYS, QUESTION, Settings


def add(verb: argparse.ArgumentParser) -> None:
    """The options of `--scorer judge`."""
    group = verb.add_argument_group("a model as the judge", f"its key is read from {' or '.join(KEYS)}")
    group.add_argument("--judge-url", metavar="URL", help="an OpenAI-compatible API, up to /v1")
    group.add_argument("--judge-model", metavar="NAME", help="the model's name there")
    group.add_argument("--judge-question", metavar="TEXT", default=QUESTION, help="what it is asked")
    group.add_argument(
        "--judge-rubric", metavar="FILE", type=Path, help="what each score means; else the published one"
    )
    group.add_argument(
        "--judge-price", metavar=("IN", "OUT"), nargs=2, type=float, default=(0.0, 0.0), help="$ per million tokens"
    )
    group.add_argument("--judge-budget", metavar="DOLLARS", type=float, help="ask nothing more once it is spent")
    group.add_argument("--judge-rate", metavar="N", type=float, default=60.0, help="most requests a minute (60)")
    group.add_argument("--judge-cost", action="store_true", help="only say what it would cost")


def settings(chosen: argparse.Namespace) -> dict[str, Any]:
    """`Means.settings` as the options say; empty where no address is given. Raises AnnoevalError for a wrong one."""
    if not chosen.judge_url:
        return {}
    given = Settings(
        chosen.judge_url,
        chosen.judge_model or "",
        question=chosen.judge_question,
        rubric=chosen.judge_rubric.read_text("utf-8").strip() if chosen.judge_rubric else "",
        per_minute=chosen.judge_rate,
        price_in=chosen.judge_price[0],
        price_out=chosen.judge_price[1],
        budget=chosen.judge_budget,
    )
    return {"judge": given}
