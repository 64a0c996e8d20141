"""Whether pairs of texts are extracted texts, or labels out of a few."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from annoeval.protocols.extraction.records import Value


def sureness(references: Iterable[Value], predictions: Iterable[Value]) -> float | None:
    """How sure it is, 0 to 1, that references and predictions are free texts; None where no reference is a text.

    Raters who differ choose another of the labels; a text found wrongly is one that no reference has.
    """
    texts = [v for v in references if isinstance(v, str) and v]
    if not texts:
        return None
    length = float(np.mean([len(t) for t in texts]))
    distinct = len(set(texts))
    if length <= 25 and not (distinct > 0.7 * len(texts) and (len(texts) < 20 or length > 12)):
        return 0.2
    own = {v for v in predictions if isinstance(v, str) and v} - set(texts)
    return 0.9 if len(own) >= max(2, 0.2 * distinct) and not all(map(_number, own)) else 0.75


def _number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
