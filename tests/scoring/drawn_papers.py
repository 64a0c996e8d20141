"""Papers drawn for tests: captions, running text and tables at chosen places."""

import io

from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 600, 800


class Drawn:
    """A PDF under the pen; heights are from the upper edge."""

    def __init__(self):
        self._out = io.BytesIO()
        self._canvas = Canvas(self._out, pagesize=(WIDTH, HEIGHT), invariant=1)

    def lines(self, left, top, *texts, size=10, pitch=12):
        self._canvas.setFont("Helvetica", size)
        for n, text in enumerate(texts):
            self._canvas.drawString(left, HEIGHT - top - n * pitch, text)
        return self

    def rule(self, left, top, right):
        self._canvas.setLineWidth(0.6)
        self._canvas.line(left, HEIGHT - top, right, HEIGHT - top)
        return self

    def table(self, left, top, rows, step=90, pitch=14, ruled=True):
        bottom = top + pitch * len(rows)
        for n, row in enumerate(rows):
            for at, cell in enumerate(row):
                self.lines(left + at * step, top + pitch * (n + 1) - 4, cell)
        if ruled:
            for height in (top, top + pitch, bottom + 1):
                self.rule(left - 3, height, left + step * len(rows[0]))
        return self

    def page(self):
        self._canvas.showPage()
        return self

    def data(self):
        self._canvas.save()
        return self._out.getvalue()
