"""Text and tables for a paper: written as Markdown and as LaTeX, with people's words taken as words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

SIZES = ((r"\small", 68), (r"\footnotesize", 77), (r"\scriptsize", 90))  # and letters that a line of an article holds
LONG = 28  # letters of a cell from which its column is one of paragraphs
LINES = 46  # that stand below one another on a page
HEADINGS = ("section", "subsection", "subsubsection", "paragraph")
_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",
    "κ": r"$\kappa$",
    "α": r"$\alpha$",
    "ρ": r"$\rho$",
    "τ": r"$\tau$",
    "δ": r"$\delta$",
    "η": r"$\eta$",
    "ε": r"$\varepsilon$",
    "χ": r"$\chi$",
    "π": r"$\pi$",
    "−": "$-$",
    "±": r"$\pm$",
    "×": r"$\times$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "²": r"\textsuperscript{2}",
    "–": "--",
    "’": "'",
    "“": "``",
    "”": "''",
    "…": r"\dots{}",
    "→": r"$\to$",
    "∞": r"$\infty$",
    "≠": r"$\ne$",
    "≈": r"$\approx$",
    "μ": r"$\mu$",
    "σ": r"$\sigma$",
    "β": r"$\beta$",
    "λ": r"$\lambda$",
    "`": r"\textasciigrave{}",
    "\u2060": "",
    "\u200b": "",
    "\0": "{}",
    **{c: f"\\{c}" for c in "&%$#_{}"},
}


@dataclass(frozen=True)
class Block:
    """A part of a text: its heading, what is said, and a table.

    sentence: paragraphs parted by empty lines. words: places of the columns that hold words and stand left; the first
    in any case. caption: of the table; the heading where there is none. note: what is said below the table.
    level: how deep the heading stands below the first ones.
    """

    heading: str
    sentence: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    words: tuple[int, ...] = (0,)
    caption: str = ""
    note: str = ""
    level: int = 0

    def left(self, column: int) -> bool:
        """Whether a column stands left."""
        return column == 0 or column in self.words

    @property
    def paragraphs(self) -> list[str]:
        return [p for p in self.sentence.split("\n\n") if p.strip()]


def as_markdown(blocks: Sequence[Block], level: int = 2) -> str:
    """The text as Markdown, people's words escaped. level: of the first headings."""
    return "\n".join(line for block in blocks for line in _markdown(block, level))


def _markdown(block: Block, level: int) -> Iterator[str]:
    if block.heading:
        yield from (f"{'#' * (level + block.level)} {_md(block.heading)}", "")
    for paragraph in block.paragraphs:
        yield from (_md(paragraph), "")
    if block.rows:
        if block.caption:
            yield from (f"**{_md(block.caption)}**", "")
        yield _row(map(_md, block.columns))
        yield _row("---" if block.left(i) else "---:" for i in range(len(block.columns)))
        yield from (_row(map(_md, row)) for row in block.rows)
        yield ""
        if block.note:
            yield from (_md(block.note), "")


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def as_latex(blocks: Sequence[Block]) -> str:
    """The text as LaTeX for the packages booktabs and graphicx."""
    return "\n".join(line for block in blocks for line in _latex(block))


def _latex(block: Block) -> Iterator[str]:
    if block.heading:
        yield rf"\{HEADINGS[min(max(block.level, -1), 2) + 1]}{{{_tex(block.heading)}}}"
    for paragraph in block.paragraphs:
        yield from (_tex(paragraph), "")
    if not block.rows:
        return
    places, size, wide = _set(block)
    scaled, end = (r"\resizebox{\linewidth}{!}{", "}") if wide else ("", "")
    said = " ".join(p for p in (f"{block.caption or block.heading}.", block.note) if p)
    for rows in _pages(block.rows):
        yield from (r"\begin{table}[!htbp]", r"\centering", size)
        yield from (rf"{scaled}\begin{{tabular}}{{{places}}}", r"\toprule")
        yield _tex_row(block.columns)
        yield r"\midrule"
        yield from (_tex_row(row) for row in rows)
        yield from (r"\bottomrule", rf"\end{{tabular}}{end}")
        yield rf"\caption{{{_tex(said)}}}"
        yield from (r"\end{table}", "")
        said = f"{block.caption or block.heading}, continued."


def _pages(rows: Sequence[tuple[str, ...]]) -> Iterator[list[tuple[str, ...]]]:
    """The rows of a table, as many at a time as a page holds."""
    page: list[tuple[str, ...]] = []
    lines = 0
    for row in rows:
        height = max(-(-len(cell) // LONG) for cell in row)
        if page and lines + height > LINES:
            yield page
            page, lines = [], 0
        page.append(row)
        lines += height
    yield page


def _set(block: Block) -> tuple[str, str, bool]:
    """How a table is set: its columns, the size of its letters, and whether it must be scaled to the line."""
    columns = list(zip(block.columns, *block.rows, strict=True))
    cells = [max(map(len, column)) for column in columns]
    words = [max((len(w) for cell in column for w in cell.split()), default=0) for column in columns]
    long = [block.left(i) and words[i] <= LONG < n for i, n in enumerate(cells)]
    letters = sum(2 + (LONG if paragraph else n) for n, paragraph in zip(cells, long, strict=True))
    size, line = next(((s, n) for s, n in SIZES if letters <= n), SIZES[-1])
    width = rf"p{{{LONG / line:.2f}\linewidth}}"
    places = "".join(width if long[i] else "l" if block.left(i) else "r" for i in range(len(cells)))
    return places, size, letters > line


def _md(text: str) -> str:
    """Words that mean nothing to Markdown, on one line."""
    flat = re.sub(r"([\\`*_{}\[\]<>|#~&])", r"\\\1", " ".join(text.split()))
    return re.sub(r"^([-+=]|\d+[.)])(?=\s|$)", r"\\\1", flat)


def _tex_row(cells: Sequence[str]) -> str:
    """A line of a table. Its end, and a rule, would take a bracket or a star that follows as their own."""
    line = " & ".join(map(_tex, cells))
    return ("{}" if line[:1] in ("[", "*") else "") + line + r" \\"


def _tex(text: str) -> str:
    """Words that mean nothing to LaTeX, on one line; two hyphens stay two, and a grave accent is no quote."""
    apart = re.sub("-(?=-)", "-\0", " ".join(text.split()))
    return "".join(_LATEX.get(c, c) for c in apart)
