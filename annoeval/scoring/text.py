"""How like two texts are, character by character, and what kind of match that is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import Indel, Levenshtein

Form = Literal["NFC", "NFKC", "as given"]
Kind = Literal["exact", "case", "almost", "wrong", "not found", "found though absent", "both absent", "both empty"]

KINDS: tuple[Kind, ...] = (
    "exact",
    "case",
    "almost",
    "wrong",
    "not found",
    "found though absent",
    "both absent",
    "both empty",
)
ALMOST = 0.95
TEXT_CHOICES = (
    "nfkc",
    "as-given",
    "ignore-case",
    "collapse-spaces",
    "join-hyphens",
    "open-ligatures",
    "keep-superscripts",
    "join-paragraphs",
)
LONG = 300  # characters from which looking a pair up is faster than comparing it

_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_LIGATURE = re.compile("[" + "".join(_LIGATURES) + "]")
_LINE_END_HYPHEN = re.compile(r"(?<=\w)[-‐\u00ad][ \t]*\r?\n[ \t]*(?=\w)")
_SOFT_HYPHEN = "\u00ad"
_PARAGRAPHS = re.compile(r"[ \t\r\f\v]*\n\s*")
_SPACES = re.compile(r"\s+")
_DIRECTION_MARKS = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class TextOptions:
    """What is levelled out before two texts are compared; `name` goes into every result.

    form: Unicode normal form: `NFC` (composed and decomposed letters are the same), `NFKC` (compatibility forms
        too: ﬁ = fi, ½ = 1⁄2) or `as given`.
    ignore_case: compare case-folded. collapse_spaces: any run of blanks is one blank, none at the ends.
    join_hyphens: in predictions only, hyphens at line ends are taken out with the line break, soft hyphens always.
    open_ligatures: ﬁ = fi without the rest of NFKC. keep_superscripts: under NFKC, "Na⁺" is still not "Na+".
    join_paragraphs: paragraphs are joined by one line break.
    """

    form: Form = "NFC"
    ignore_case: bool = False
    collapse_spaces: bool = False
    join_hyphens: bool = False
    open_ligatures: bool = False
    keep_superscripts: bool = False
    join_paragraphs: bool = False

    def __post_init__(self) -> None:
        if self.form not in ("NFC", "NFKC", "as given"):
            raise ValueError(f"unknown text form {self.form!r}; use NFC, NFKC or as given")

    @property
    def name(self) -> str:
        """The options in words: "NFC", "NFKC, superscripts kept, case ignored"."""
        said = {
            "keep_superscripts": "superscripts kept",
            "ignore_case": "case ignored",
            "collapse_spaces": "spaces collapsed",
            "join_hyphens": "line-end hyphens joined in predictions",
            "open_ligatures": "ligatures opened",
            "join_paragraphs": "paragraphs joined by one line break",
        }
        return ", ".join([str(self.form), *(words for field, words in said.items() if getattr(self, field))])

    @classmethod
    def of(cls, given: Mapping[str, Any] | str | None) -> TextOptions:
        """Options from a mapping of field to value, or from words as `nfkc,ignore-case,join-hyphens`.

        Raises ValueError for a name that is no option.
        """
        if not given:
            return cls()
        known = {f.name for f in fields(cls)}
        if isinstance(given, str):
            chosen: dict[str, Any] = {}
            for word in filter(None, (w.strip().lower().replace("-", "_").replace(" ", "_") for w in given.split(","))):
                if word in ("nfc", "nfkc", "as_given"):
                    chosen["form"] = {"nfc": "NFC", "nfkc": "NFKC", "as_given": "as given"}[word]
                else:
                    chosen[word] = True
            given = chosen
        for name in given:
            if name not in known:
                raise ValueError(
                    f"unknown text option {name!r}; use NFC, NFKC, as given, {', '.join(sorted(known - {'form'}))}"
                )
        return cls(**given)

    def prepare(self, text: str, prediction: bool = False) -> str:
        """A text as it is compared; `prediction` says on which side it stands."""
        if prediction and self.join_hyphens:
            text = _LINE_END_HYPHEN.sub("", text).replace(_SOFT_HYPHEN, "")
        if self.form == "NFC" and not text.isascii():
            text = unicodedata.normalize("NFC", text)
        elif self.form == "NFKC" and not text.isascii():
            text = _kept_superscripts(text) if self.keep_superscripts else unicodedata.normalize("NFKC", text)
        if self.open_ligatures:
            text = _LIGATURE.sub(lambda m: _LIGATURES[m[0]], text)
        if self.join_paragraphs:
            text = _PARAGRAPHS.sub("\n", text).strip()
        if self.collapse_spaces:
            text = _SPACES.sub(" ", text).strip()
        return text.casefold() if self.ignore_case else text


def _kept_superscripts(text: str) -> str:
    raised = ("<super>", "<sub>")
    return "".join(
        c if unicodedata.decomposition(c).startswith(raised) else unicodedata.normalize("NFKC", c)
        for c in unicodedata.normalize("NFC", text)
    )


def direction_marks(text: str) -> int:
    """How many invisible marks of writing direction a text holds; they count as characters."""
    return len(_DIRECTION_MARKS.findall(text))


def similarity(a: str, b: str, options: TextOptions | None = None) -> float:
    """1 − Levenshtein distance ÷ the longer length, over code points; two empty texts are 1.0.

    a is the reference, b the prediction. Source: Levenshtein (1966); normalised as in the evaluation of title and
    abstract extraction on S2-VLUE (AI2, mmda).
    """
    options = options or TextOptions()
    return float(Levenshtein.normalized_similarity(options.prepare(a), options.prepare(b, prediction=True)))


def similarities(
    references: Sequence[str | None], predictions: Sequence[str | None], options: TextOptions | None = None
) -> np.ndarray:
    """`similarity` of n pairs at once, in [0, 1]; NaN where either side is None (missing)."""
    options = options or TextOptions()
    if len(references) != len(predictions):
        raise ValueError(f"{len(references)} references can't be paired with {len(predictions)} predictions")
    if None not in references and None not in predictions:
        return _batch(
            _prepared(references, options, prediction=False), _prepared(predictions, options, prediction=True)
        )
    present = [
        i for i, (a, b) in enumerate(zip(references, predictions, strict=True)) if a is not None and b is not None
    ]
    out = np.full(len(references), np.nan)
    if not present:
        return out
    a = _prepared([references[i] for i in present], options, prediction=False)
    b = _prepared([predictions[i] for i in present], options, prediction=True)
    out[present] = _batch(a, b)
    return out


def _prepared(texts: Sequence[Any], options: TextOptions, prediction: bool) -> Sequence[str]:
    plain = options in (TextOptions(), TextOptions("as given"))
    if plain and (options.form == "as given" or all(map(str.isascii, texts))):
        return texts
    return [options.prepare(t, prediction) for t in texts]


def _batch(a: Sequence[str], b: Sequence[str]) -> np.ndarray:
    """Pair by pair through rapidfuzz; long pairs that repeat (seen in a sample) are compared once. Short ones are
    compared as fast as they are looked up."""
    n = len(a)
    sample = [(a[i], b[i]) for i in range(0, n, max(1, n // 512))]
    long = sum(len(x) + len(y) for x, y in sample) > LONG * 2 * len(sample)
    if n > 64 and long and len(set(sample)) < 0.7 * len(sample):
        codes: dict[tuple[str, str], int] = {}
        where = np.fromiter((codes.setdefault(pair, len(codes)) for pair in zip(a, b, strict=True)), np.int64, n)
        return _batch_once([p[0] for p in codes], [p[1] for p in codes])[where]
    return _batch_once(a, b)


def _batch_once(a: Sequence[str], b: Sequence[str]) -> np.ndarray:
    return process.cpdist(
        a, b, scorer=Levenshtein.normalized_similarity, dtype=np.float64, workers=1 if len(a) < 5000 else -1
    )


def indel_similarity(a: str, b: str) -> float:
    """1 − insertions and deletions ÷ the summed lengths, in [0, 1]: a substitution counts double.

    Source: the ratio of difflib's and FuzzyWuzzy's tradition; FinGreyLit's title rule asks for ≥ 0.95 of it.
    """
    return float(Indel.normalized_similarity(a, b))


def distance(a: str, b: str) -> int:
    """Fewest insertions, deletions and substitutions of code points. Source: Levenshtein (1966)."""
    return int(Levenshtein.distance(a, b))


def word_error_rate(reference: str, hypothesis: str) -> float | None:
    """Word edits ÷ words of the reference, ≥ 0 (above 1 where much was inserted); None for an empty reference
    with a non-empty hypothesis, 0.0 where both are empty.

    Source: the standard speech-recognition measure (NIST), as in jiwer.
    """
    words, said = reference.split(), hypothesis.split()
    if not words:
        return 0.0 if not said else None
    return Levenshtein.distance(words, said) / len(words)


def match_kind(
    reference: str | None, prediction: str | None, score: float | None = None, options: TextOptions | None = None
) -> Kind:
    """What happened to a field: found exactly, but for case, almost (similarity ≥ 0.95), wrong, not found, or found
    though the reference has none. None is absent; an empty text is an empty text.

    score: the pair's similarity, computed when not given.
    """
    options = options or TextOptions()
    a = None if reference is None else options.prepare(reference)
    b = None if prediction is None else options.prepare(prediction, prediction=True)
    if not a:
        return "found though absent" if b else "both absent" if a is None else "both empty"
    if not b:
        return "not found"
    if a == b:
        return "exact"
    if _without_case(a) == _without_case(b):
        return "case"
    close = Levenshtein.normalized_similarity(a, b) if score is None else score
    return "almost" if close >= ALMOST else "wrong"


def _without_case(text: str) -> str:
    """Case folded, so that STRASSE is Straße; ligatures and the long s stay, since ﬁ is no other case of fi."""
    if text.isascii():
        return text.lower()
    return "".join(c if unicodedata.decomposition(c).startswith("<compat>") else c.casefold() for c in text)


def match_kinds(
    references: Iterable[str | None], predictions: Iterable[str | None], scores: Iterable[float], options: TextOptions
) -> list[Kind]:
    """`match_kind` of n pairs with known scores."""
    return [match_kind(a, b, s, options) for a, b, s in zip(references, predictions, scores, strict=True)]
