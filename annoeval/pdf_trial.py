"""Reads the text of all pages of a PDF in a process of its own: `python -m annoeval.pdf_trial FILE`.

It imports little, so that it is ready in a tenth of a second, and may take so much memory and time and no more. What is
no PDF, or has a damaged page, is no failure here: opening it says so.
"""

from __future__ import annotations

import contextlib
import sys

import pypdfium2

MOST_MEMORY = 2 << 30  # bytes
MOST_SECONDS = 60


def main(path: str) -> None:
    with contextlib.suppress(ImportError):  # Windows has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(pypdfium2.PdfiumError), pypdfium2.PdfDocument(path) as opened:
        for number in range(len(opened)):
            with contextlib.suppress(pypdfium2.PdfiumError):
                page = opened[number]
                page.get_textpage().get_text_range()
                page.close()


if __name__ == "__main__":
    main(sys.argv[1])
