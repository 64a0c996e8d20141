"""About where a figure stands: what is drawn between its caption and the running text."""

import pytest

from annoeval.pdf import Pdf
from annoeval.scoring.paper import read_paper
from tests.scoring.drawn_papers import HEIGHT, Drawn

PROSE = "The counts of waders fell in every month and at each of the sites that were seen by the same people again."


def box(drawn, left, top, right, bottom):
    drawn._canvas.rect(left, HEIGHT - bottom, right - left, bottom - top)
    return drawn


def text(drawn, top, lines=4):
    return drawn.lines(60, top, *[PROSE] * lines)


def regions(drawn):
    return read_paper(drawn.data(), "waders.pdf").regions


def test_it_lies_above_the_caption_up_to_the_running_text():
    drawn = text(Drawn(), 80)
    box(drawn, 150, 160, 450, 300).lines(60, 330, "Figure 1: Counts of waders by month.")
    found = regions(text(drawn, 380))["Figure 1"]
    assert found == pytest.approx((150, 160, 450, 300), abs=3)


def test_where_nothing_is_drawn_above_it_lies_below():
    drawn = text(Drawn(), 80).lines(60, 145, "Figure 1: Counts of waders by month.")
    box(drawn, 150, 170, 450, 300)
    assert regions(text(drawn, 340))["Figure 1"] == pytest.approx((150, 170, 450, 300), abs=3)


def test_a_figure_runs_into_no_other_caption():
    drawn = text(Drawn(), 60, 2)
    box(drawn, 100, 100, 400, 200).lines(60, 220, "Figure 1: Counts of waders by month.")
    box(drawn, 120, 250, 420, 350).lines(60, 370, "Figure 2: Length of prey by estuary.")
    found = regions(text(drawn, 420))
    assert found["Figure 1"] == pytest.approx((100, 100, 400, 200), abs=3)
    assert found["Figure 2"] == pytest.approx((120, 250, 420, 350), abs=3)


def test_words_of_the_figure_belong_to_it():
    drawn = text(Drawn(), 80)
    box(drawn, 150, 160, 450, 280).lines(280, 296, "Month", size=7)
    found = regions(text(drawn.lines(60, 330, "Figure 1: Counts of waders by month."), 380))["Figure 1"]
    assert found[3] == pytest.approx(297, abs=4)


def test_the_ground_of_a_page_is_nothing_drawn():
    drawn = box(Drawn(), 0, 0, 600, 800)
    box(drawn, 100, 100, 200, 150)
    with Pdf(drawn.data()) as pdf:
        assert [b == pytest.approx((100, 100, 200, 150), abs=2) for b in pdf.drawn(0)] == [True]


def test_what_a_form_that_fills_the_page_holds_has_its_place_on_the_page():
    drawn = Drawn()
    canvas = drawn._canvas
    canvas.beginForm("whole", 0, 0, 600, 800)
    canvas.rect(0, 0, 600, 799)
    canvas.rect(100, HEIGHT - 150, 100, 50)
    canvas.endForm()
    canvas.saveState()
    canvas.translate(30, 0)
    canvas.doForm("whole")
    canvas.restoreState()
    with Pdf(drawn.data()) as pdf:
        assert any(b == pytest.approx((130, 100, 230, 150), abs=2) for b in pdf.drawn(0))


def test_a_title_far_above_the_figure_is_no_part_of_it():
    drawn = Drawn().lines(60, 60, "On Waders", size=18).lines(60, 90, "A. Aiko and J. Jonas")
    box(drawn, 100, 400, 300, 500).lines(60, 530, "Figure 1: Counts of waders by month.")
    assert regions(text(drawn, 580))["Figure 1"] == pytest.approx((100, 400, 300, 500), abs=3)
