"""A small PDF written by hand: text, lines and bars, enough for an example paper with figures and a table."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field


@dataclass
class Page:
    """Drawing commands of one A4 page; coordinates in points from the bottom left."""

    commands: list[str] = field(default_factory=list)

    def text(self, x: float, y: float, words: str, size: float = 10, bold: bool = False) -> None:
        safe = words.encode("cp1252", "replace").decode("cp1252")
        safe = safe.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        self.commands.append(f"BT /F{2 if bold else 1} {size} Tf {x:.1f} {y:.1f} Td ({safe}) Tj ET")

    def paragraph(self, x: float, y: float, words: str, width: int = 92, size: float = 10) -> float:
        """Wrapped text from y downwards; the y below it."""
        for line in textwrap.wrap(words, width):
            self.text(x, y, line, size)
            y -= size * 1.35
        return y

    def bars(self, x: float, y: float, heights: list[float], width: float = 22) -> None:
        self.commands.append(f"0.27 0.46 0.65 rg 0.4 w {x - 6} {y} m {x + len(heights) * (width + 8)} {y} l S")
        for i, height in enumerate(heights):
            self.commands.append(f"{x + i * (width + 8):.1f} {y:.1f} {width} {height:.1f} re f")
        self.commands.append("0 g")

    def line(self, points: list[tuple[float, float]]) -> None:
        path = " ".join(f"{x:.1f} {y:.1f} {'m' if i == 0 else 'l'}" for i, (x, y) in enumerate(points))
        self.commands.append(f"1.2 w 0.55 0.37 0.64 RG {path} S 0 G")


def write(pages: list[Page], title: str) -> bytes:
    """The PDF file's bytes; nothing in it depends on the time, so that it is the same every time."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{' '.join(f'{6 + 2 * i} 0 R' for i in range(len(pages)))}] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
        f"<< /Title ({title}) >>",
    ]
    for i, page in enumerate(pages):
        stream = "\n".join(page.commands)
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] "
            f"/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents {7 + 2 * i} 0 R >>"
        )
        objects.append(f"<< /Length {len(stream.encode('cp1252'))} >>\nstream\n{stream}\nendstream")
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("cp1252")
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}".encode("cp1252")
