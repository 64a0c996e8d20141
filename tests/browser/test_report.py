"""A report's file opens in a browser that has no network: plots and tables are there, and nothing else runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from annoeval.examples import examples
from annoeval.opening import load
from annoeval.report.build import report
from annoeval.report.material import Asked, Material
from annoeval.report.page import as_html

ROWS = "id,rater,label\n" + "\n".join(f"{i},{r},{i % 2}" for i in range(20) for r in "ab")


@pytest.fixture
def opened(browser, tmp_path):
    """Opens a page's text from a folder, without a network; gives the page, and what it complained of."""
    contexts = []

    def opened(text: str):
        file: Path = tmp_path / "report.html"
        file.write_text(text, "utf-8")
        context = browser.new_context(offline=True, accept_downloads=True)
        contexts.append(context)
        page, said = context.new_page(), []
        page.on("console", lambda m: said.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda e: said.append(str(e)))
        page.on("dialog", lambda d: (said.append(f"dialog {d.message}"), d.dismiss()))
        page.on("request", lambda r: said.append(r.url) if not r.url.startswith(("file:", "data:", "blob:")) else None)
        page.goto(file.as_uri())
        return page, said

    yield opened
    for context in contexts:
        context.close()


def test_the_report_of_an_example_works_offline(opened):
    example = next(e for e in examples() if e.name == "ratings")
    study = load(*example.contents(), name="<script>alert('name')</script>")
    made = report(Material(study, Asked(("summary", "scores", "agreement", "confidence", "left_out"))))
    page, said = opened(as_html(made))
    page.wait_for_function(f"() => document.querySelectorAll('.plot .main-svg').length >= {2 * len(made.plots)}")
    assert page.locator("figure[data-plot]").count() == len(made.plots) > 5
    assert page.locator("main table").count() == len(made.tables)
    assert page.locator("h1").inner_text() == "<script>alert('name')</script>"
    mean = page.locator("#table-agreement_label_people tbody tr").first
    assert "Krippendorff's α" in mean.inner_text()
    page.mouse.move(0, 0)
    point = page.locator("figure[data-plot=reliability_label] .points path").first
    point.hover(force=True)
    page.locator("figure[data-plot=reliability_label] .hoverlayer .hovertext", has_text="right").wait_for()
    with page.expect_download() as saved:
        page.locator("figure[data-plot=pairs_label] button", has_text="SVG").click()
    assert saved.value.suggested_filename == "pairs_label.svg"
    assert "<svg" in Path(saved.value.path()).read_text("utf-8")
    assert said == []
    assert len(page.pdf(prefer_css_page_size=True)) > 50_000


def test_a_script_that_is_not_the_reports_does_not_run(opened):
    study = load(("a.csv", ROWS.encode()))
    page, said = opened(
        as_html(report(Material(study, Asked(("summary",))))).replace("</main>", "<script>alert(1)</script></main>")
    )
    assert page.locator("h2").count() == 1
    assert len(said) == 1
    assert "Content Security Policy" in said[0]
