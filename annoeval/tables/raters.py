"""What a rater's or column's name says of who judged: a person, an AI, or the reference."""

from __future__ import annotations

import re

_AI = re.compile(
    r"(^|[\W_\d])(ai|model|gpt\w*|chatgpt|llm|vlm|claude\w*|gemini\w*|llama\w*|mistral\w*|qwen\w*|bot|machine|auto|automatic"
    r"|algorithm|pred|predicted|prediction|predictions|judge|classifier|pre-?scor\w+)($|[\W_\d])",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"(^|[\W_])(gold|golden|reference|truth|ground[ _-]?truth|gt|key|answer[ _-]?key|expected|target|true[ _-]?label)"
    r"($|[\W_])",
    re.IGNORECASE,
)


def kind_of(name: str) -> str:
    """`ai`, `reference` or `human`, by the words in a rater's name; a name that says nothing is a person's."""
    if _REFERENCE.search(name):
        return "reference"
    return "ai" if _AI.search(name) else "human"
