"""Small papers as PDF files, drawn by the tests that read them."""

from __future__ import annotations

import io

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

BODY = ["1 Introduction", "Files are read one by one and compared.", "Nothing else is done in this section."]


def paper(title: list[str], abstract: list[list[str]], *, password: str = "", text: bool = True) -> bytes:
    """A page with a title (lines), an author, an abstract (paragraphs of lines) and a body."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), encrypt=StandardEncryption(password) if password else None)
    if not text:
        canvas.rect(100, 100, 200, 300, fill=1)
        canvas.save()
        return out.getvalue()
    top = 780.0
    top = _lines(canvas, title, 100, top, 18)
    top = _lines(canvas, ["A. Author"], 100, top - 20, 12)
    for part in abstract:
        top = _lines(canvas, part, 90, top - 20, 10)
    _lines(canvas, BODY, 60, top - 60, 11)
    canvas.save()
    return out.getvalue()


def _lines(canvas: Canvas, lines: list[str], left: float, top: float, size: float) -> float:
    canvas.setFont("Helvetica", size)
    for line in lines:
        canvas.drawString(left, top, line)
        top -= 1.2 * size
    return top
