"""Example `figures`: three short papers with their PDFs, extracted captions, descriptions and tables, judged by two people."""

from __future__ import annotations

import random
from pathlib import Path

import papers_pdf
from text_table import table

PAPERS = {
    "Tides (2024).pdf": ("Ecology", "Tidal range and the feeding of wading birds", [
        ("number of wading birds per hectare", "hours after low tide", "Counts fall as the water rises and the mud is covered."),
        ("share of time spent feeding", "tidal range in metres", "Birds feed longer where the tide runs far out."),
        ("length of prey taken by redshank", "month of the year", "Prey is largest in late summer."),
        ("density of lugworms", "distance from the shore", "Worms are densest in the middle of the flat."),
        ("flight distance of curlew", "number of walkers per hour", "Curlews leave earlier on busy days."),
        ("mass gain per day", "air temperature", "Cold days cost the birds most of their gain."),
        ("salinity of pore water", "depth below the surface", "Salt rises with depth in the upper ten centimetres."),
    ]),
    "Alloys (2025).pdf": ("Materials", "Ageing of aluminium alloys at moderate heat", [
        ("hardness of the alloy", "ageing time in hours", "Hardness peaks after eight hours and then declines."),
        ("grain size", "rolling temperature", "Grains grow quickly above 400 degrees."),
        ("crack length", "number of load cycles", "Cracks grow slowly until the last tenth of the life."),
        ("electrical conductivity", "copper content", "Copper lowers the conductivity in a straight line."),
        ("yield strength", "test temperature", "Strength is lost above 150 degrees."),
        ("corrosion depth", "days in salt spray", "Coated samples show no attack for thirty days."),
        ("elongation at fracture", "strain rate", "Fast pulling makes the alloy brittle."),
    ]),
    "Sleep (2023).pdf": ("Medicine", "Sleep of night nurses before and after a new roster", [
        ("hours of sleep per day", "day of the roster", "Sleep is shortest after the third night."),
        ("reaction time", "hours awake", "Reactions slow after sixteen hours awake."),
        ("number of naps", "length of the shift", "Naps double on twelve-hour shifts."),
        ("melatonin in saliva", "time of day", "The peak moves by two hours over a week of nights."),
        ("self-reported fatigue", "age group", "Older nurses report less fatigue at the start."),
        ("sick days", "months since the new roster", "Sick days fall by a third in half a year."),
        ("light exposure", "ward", "Intensive care is brightest at night."),
    ]),
}  # fmt: skip
TABLES = {
    "Tides (2024).pdf": ("Species", [("Redshank", 142, 3.1), ("Curlew", 57, 2.4), ("Dunlin", 610, 5.0)]),
    "Alloys (2025).pdf": ("Alloy", [("6061", 95, 276.0), ("2024", 120, 324.5), ("7075", 150, 503.2)]),
    "Sleep (2023).pdf": ("Ward", [("Surgery", 34, 6.2), ("Intensive care", 41, 5.4), ("Geriatrics", 28, 6.6)]),
}


def make(folder: Path, chance: random.Random) -> dict[str, object]:
    rows: list[dict[str, object]] = []
    for pdf, (domain, title, figures) in PAPERS.items():
        pages = _pages(pdf, title, figures, chance)
        target = folder / "figures" / pdf
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(papers_pdf.write(pages, title))
        for number, (what, against, finding) in enumerate(figures, 1):
            caption = f"Figure {number}. {what.capitalize()} against {against}. {finding}"
            other = figures[(number + 2) % len(figures)]
            found, truth_caption = _extracted(caption, other, chance)
            described, truth_description = _described(what, against, finding, other, chance)
            base = {"pdf": pdf, "domain": domain, "type": "figure", "element_id": f"page_{1 + number // 3}_fig_{number}",
                    "caption": found, "vlm_description": described, "content": ""}  # fmt: skip
            rows.append(base | _judged("caption", truth_caption, chance) | _judged("vlm", truth_description, chance))
        for content, truth in _tables(*TABLES[pdf]):
            base = {"pdf": pdf, "domain": domain, "type": "table", "element_id": f"page_4_table_{1 + truth % 2}",
                    "caption": "", "vlm_description": "", "content": content}  # fmt: skip
            rows.append(base | _judged("table", truth, chance))
    columns = list(dict.fromkeys(c for r in rows for c in r))
    table(folder / "figures" / "papers.csv", [{c: r.get(c, "") for c in columns} for r in rows])
    return {
        "name": "figures",
        "protocol": "figures",
        "title": "Three papers",
        "sentence": f"{len(rows)} captions, descriptions and tables extracted from three papers; two people judged most of them",
        "files": ["figures/papers.csv"],
    }


def _extracted(caption: str, other: tuple[str, str, str], chance: random.Random) -> tuple[str, int]:
    draw = chance.random()
    if draw < 0.55:
        return caption, 2
    if draw < 0.85:
        return caption[: int(len(caption) * chance.uniform(0.45, 0.75))].rstrip(), 1
    return f"Figure {chance.randint(1, 9)}. {other[0].capitalize()} against {other[1]}.", 0


def _described(
    what: str, against: str, finding: str, other: tuple[str, str, str], chance: random.Random
) -> tuple[str, int]:
    draw = chance.random()
    if draw < 0.5:
        return f"The chart shows the {what} plotted against {against}. {finding}", 2
    if draw < 0.8:
        return f"A chart of the {what}. The axes carry labels and several bars are shown.", 1
    return f"The picture shows a line graph of {other[0]}, which {chance.choice(('rises', 'falls'))} steadily.", 0


def _tables(head: str, cells: list[tuple[str, int, float]]) -> list[tuple[str, int]]:
    whole = "\n".join(
        [f"| {head} | n value | mean score |", "|---|---|---|"] + [f"| {a} | {b} | {c} |" for a, b, c in cells]
    )
    merged = " ".join([head, "n", "mean", *(f"{a} {b} {c}" for a, b, c in cells)])
    return [(whole, 2), (merged, 1)]


def _judged(dimension: str, truth: int, chance: random.Random) -> dict[str, object]:
    """Aiko judges nearly everything, Jonas two thirds; each is a step off now and then."""

    def once(presence: float, care: float) -> object:
        if chance.random() > presence:
            return ""
        return truth if chance.random() < care else min(2, max(0, truth + chance.choice((-1, 1))))

    return {f"{dimension}_score_Aiko": once(0.95, 0.9), f"{dimension}_score_Jonas": once(0.66, 0.8)}


def _pages(pdf: str, title: str, figures: list[tuple[str, str, str]], chance: random.Random) -> list[papers_pdf.Page]:
    pages = []
    for start in range(0, len(figures), 3):
        page = papers_pdf.Page()
        y = 800.0
        if start == 0:
            page.text(60, y, title, 15, bold=True)
            y = page.paragraph(60, y - 26, "This short paper was made as an example. Its numbers are invented.") - 6
        for number, (what, against, finding) in enumerate(figures[start : start + 3], start + 1):
            heights = [chance.uniform(20, 120) for _ in range(8)]
            if number % 2:
                page.bars(80, y - 140, heights)
            else:
                page.line([(80 + 30 * i, y - 140 + h) for i, h in enumerate(heights)])
            caption = f"Figure {number}. {what.capitalize()} against {against}. {finding}"
            y = page.paragraph(60, y - 160, caption, 100, 9) - 18
        pages.append(page)
    page = papers_pdf.Page()
    head, cells = TABLES[pdf]
    page.text(60, 800, f"Table 1. {head}, number and mean score", 10, bold=True)
    for i, (name, n, mean) in enumerate([(head, "n value", "mean score"), *cells]):
        for x, cell in zip((60, 220, 320), (name, n, mean), strict=True):
            page.text(x, 780 - 16 * i, str(cell), 10)
    return [*pages, page]
