"""An answer's canonical form, and whether it is the target's or that of one of its variants: the published rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

STEPS: Mapping[str, Callable[[str], str]] = {
    "lower": str.lower,
    "articles": lambda text: " ".join(re.sub(r"\b(?:a|an|the)\b", " ", text, flags=re.IGNORECASE).split()),
    "punctuation": lambda text: re.sub(r"[^\w\s]|_", "", text),
    "whitespace": lambda text: " ".join(text.split()),
}
"""The published steps, in their order: lower case, articles, punctuation, whitespace."""

Variants = Mapping[str, Iterable[str]]  # target: equivalent forms


def canonical(text: str, steps: Iterable[str] = tuple(STEPS)) -> str:
    """A text after some of `STEPS`, always in the published order: "The  Ice-breaker!" → "icebreaker".

    Raises ValueError for a step that there is not.
    """
    chosen = set(steps)
    unknown = chosen - set(STEPS)
    if unknown:
        raise ValueError(f"There is no step {sorted(unknown)[0]!r}; choose among {', '.join(STEPS)}.")
    for name, step in STEPS.items():
        if name in chosen:
            text = step(text)
    return text


class Recogniser:
    """The published rule: an answer is right where its canonical form is the target's, or that of a variant of it.

    variants: {target: [equivalent forms]}; both sides are brought into canonical form. steps: of `canonical`.
    """

    def __init__(self, variants: Variants | None = None, steps: Iterable[str] = tuple(STEPS)) -> None:
        self.steps = tuple(steps)
        self._forms: dict[str, set[str]] = {}
        for target, forms in (variants or {}).items():
            known = self._forms.setdefault(self.form(target), set())
            known.update(self.form(f) for f in forms)

    def form(self, text: str) -> str:
        """A text in canonical form."""
        return canonical(text, self.steps)

    def right(self, answer: object, target: object) -> float | None:
        """1.0 right, 0.0 wrong; None where the answer or the target is missing. An answer without a letter is wrong."""
        if not isinstance(answer, str) or not isinstance(target, str) or not target.strip():
            return None
        said, meant = self.form(answer), self.form(target)
        return float(bool(said) and (said == meant or said in self._forms.get(meant, ())))
