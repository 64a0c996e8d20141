"""What a rater's or column's name says of who judged: a person, an AI, or the reference."""

from __future__ import annotations

import re

from annoeval.vocabulary import MACHINES, REFERENCES

_AI = re.compile(
    rf"(^|[\W_\d])({MACHINES}|automatic|algorithm|predictions|classifier|pre-?scor\w+"
    r"|resnet|convnext|vit[ _-][bslhg]|deberta|xlnet|xgboost|svm|cnn|lstm|random[ _-]?forest|deepseek|gemma|grok"
    r"|vicuna)($|[\W_\d])"
    r"|^judge([ _](score|label|rating|verdict))?$",  # "Judge 1" and "judge Meyer" are people
    re.IGNORECASE,
)
_REFERENCE = re.compile(rf"(^|[\W_])({REFERENCES}|key|answer[ _-]?key|expected|target)($|[\W_])", re.IGNORECASE)


def kind_of(name: str) -> str:
    """`ai`, `reference` or `human`, by the words in a rater's name; a name that says nothing is a person's."""
    if _REFERENCE.search(name):
        return "reference"
    return "ai" if _AI.search(name) else "human"
