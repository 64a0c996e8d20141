"""Title and abstract of a PDF as a layout model finds them: the words it labels so, put together as text."""

from __future__ import annotations

import contextlib
import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from annoeval.own_process import own_process
from annoeval.pdf import Page, Pdf
from annoeval.predictors.document import Document, PredictionError
from annoeval.problem import AnnoevalError

KINDS = ("ivila", "hvila")
_HYPHENS = "-\N{HYPHEN}\N{SOFT HYPHEN}"
_PUNCTUATION = ".,;:!?)"


class LayoutModel:
    """A predictor for `predict_all`, in a `with` statement: the model runs in a process of its own, which ends with it.

    kind: `ivila` or `hvila`. path: the model's folder. Raises AnnoevalError with one sentence where the model can't be
    used.
    """

    def __init__(self, kind: str, path: str | Path) -> None:
        if kind not in KINDS:
            raise AnnoevalError(f"There is no model kind {kind!r}; choose {' or '.join(KINDS)}.")
        self.kind, self.path = kind, str(path)
        self.__name__ = Path(path).name  # what the model is called in the tables
        self._noise: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        try:
            self._started()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, trace: TracebackType | None) -> None:
        self._end()

    def __call__(self, id: str, pdf: str, label: Any = None) -> Document:
        """Title and abstract of a PDF; None for one that the model finds no word of. Raises PredictionError where the
        PDF can't be read or has no text, and where the model fails on a page."""
        try:
            with Pdf(pdf) as opened:
                pages = [opened.page(number) for number in range(opened.pages)]
        except AnnoevalError as error:
            raise PredictionError(str(error)) from error
        if not any(page.words for page in pages):
            raise PredictionError(f"{Path(pdf).name} has no text: it holds pictures of pages only.")
        labels = [self._labels(page) if page.words else [] for page in pages]
        return Document(id, stitched(pages, labels, "title", " "), stitched(pages, labels, "abstract", "\n"))

    def _labels(self, page: Page) -> list[str | None]:
        process = self._started()
        question = {
            "words": [w.text for w in page.words],
            "boxes": [w.box for w in page.words],
            "lines": [w.line for w in page.words],
            "blocks": [w.block for w in page.words],
            "size": [page.width, page.height],
        }
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # it ended: the missing answer says so
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
        labels = json.loads(self._answer(process))
        if len(labels) != len(page.words):
            raise PredictionError(f"{self.path} gave {len(labels)} labels for {len(page.words)} words.")
        return labels

    def _started(self) -> subprocess.Popen[str]:
        """The model's process, started (again, where it had ended) and with the model loaded."""
        if self._process is not None and self._process.poll() is not None:
            self._stop()
        if self._process is None:
            self._process = own_process("annoeval.predictors.token_labels", self.kind, self.path, noise=self._noise)
            self._answer(self._process)
        return self._process

    def _answer(self, process: subprocess.Popen[str]) -> str:
        assert process.stdout is not None
        line = process.stdout.readline()
        if line.startswith("!"):
            raise PredictionError(line[1:].strip())
        if not line:
            self._stop()  # its end may not be known yet, and the next document starts another
            self._noise.seek(0)
            said = [part.strip() for part in self._noise.read().splitlines() if part.strip()]
            raise PredictionError(f"The model's process ended too early: {said[-1] if said else 'it gave no reason'}")
        return line

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            with contextlib.suppress(BrokenPipeError), self._process:  # closes its pipes and waits for it
                pass
            self._process = None

    def _end(self) -> None:
        self._stop()
        self._noise.close()


def stitched(pages: Sequence[Page], labels: Sequence[Sequence[str | None]], label: str, between: str) -> str | None:
    """The words of one label as text in reading order; None where there are none.

    A word that is broken over a line's end is joined; its hyphen stays where the document writes the word with it
    elsewhere. between: what stands between paragraphs. A block begins one, unless it goes on in mid sentence, in the
    next column or on the next page.
    """
    written = {word.text.rstrip(_PUNCTUATION) for page in pages for word in page.words}
    text, last, before = "", "", (-1, -1, -1)  # what is written, its last word, and page, block and line of that
    for number, (page, own) in enumerate(zip(pages, labels, strict=True)):
        for word in (w for w, said in zip(page.words, own, strict=True) if said == label):
            here = (number, word.block, word.line)
            goes_on = word.text[0].islower()
            if not text:
                text = word.text
            elif last[-1] in _HYPHENS and here != before and goes_on:
                kept = last + word.text.rstrip(_PUNCTUATION) in written
                text = (text if kept else text[:-1]) + word.text
            else:
                text += (" " if here[:2] == before[:2] or goes_on else between) + word.text
            last, before = word.text, here
    return text or None
