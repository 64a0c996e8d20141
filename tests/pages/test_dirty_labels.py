"""Figures of labels that are known to be dirty say so, wherever they stand, beside the repair."""

import pandas as pd
import pytest

from annoeval.answers.headline import headline
from annoeval.evaluation import evaluate
from annoeval.opening import load
from annoeval.report.build import report
from annoeval.report.content import Text
from annoeval.report.material import Asked, Material

LABELS = ("Yes", "yes", "no", "No ")
ROWS = "".join(
    f"q{i},{who},{LABELS[(i + k) % 2 + 2 * (i % 3 == 0)]},0.{5 + i % 5}\n"
    for i in range(24)
    for k, who in enumerate(("Mei", "Tom"))
)
GOLD = "".join(f"q{i},gold,{LABELS[2 * (i % 3 == 0)]},\n" for i in range(24))
DIRTY = f"item_id,rater,label,confidence\n{ROWS}{GOLD}"
NOTE = "Labels that differ only in case or spaces are counted as different ones"


@pytest.fixture(autouse=True)
def someone(monkeypatch):
    monkeypatch.setattr("annoeval.ui.state.person", lambda: "Ana")


@pytest.mark.parametrize("page", ["scores", "agreement", "comparison", "confidence"])
def test_a_headline_on_dirty_labels_says_so_and_merges_them_at_one_click(visit, add, page):
    id = add(DIRTY)
    screen = visit(page, study=id).sound()
    assert NOTE in screen.answer, screen.answer
    assert NOTE not in screen.press("Merge label variants of label").sound().answer


def test_clean_labels_have_no_such_note(visit, add):
    clean = DIRTY.replace("Yes", "yes").replace("No ", "no")
    assert NOTE not in visit("scores", study=add(clean)).sound().answer


@pytest.mark.parametrize("name", ["scores", "agreement", "comparison", "confidence"])
def test_a_report_says_it_in_each_of_its_answers(name):
    (section,) = report(Material(load(("t.csv", DIRTY.encode())), Asked((name,)), made="1 January 2026")).sections
    answers = [part.words for part in section.parts if isinstance(part, Text) and part.tone == "answer"]
    assert answers
    assert all(NOTE in a for a in answers)


def test_the_line_below_an_answer_says_it_of_the_coefficient(visit, add):
    said = "item_id,rater,label\n" + "".join(f"q{i},gpt-4o,{LABELS[i % 3]}\n" for i in range(12))
    screen = visit("review", study=add(said), rule="all")
    for label in ("Yes", "yes", "no", "Yes", "no", "yes"):
        screen.say(label).sound()
    assert "κ" in screen.words
    assert "labels that differ only in case or spaces counted as different" in screen.words


def test_figures_that_are_taken_away_say_it_in_each_row(monkeypatch):
    from annoeval.ui.unmerged import noted

    rows = pd.DataFrame({"dimension": ["label", "label"], "value": [0.1, 0.2]})
    monkeypatch.setattr("annoeval.ui.state.study", lambda: load(("t.csv", DIRTY.encode())))
    assert all(NOTE in cell for cell in noted(rows)["unmerged_labels"])
    clean = DIRTY.replace("Yes", "yes").replace("No ", "no")
    monkeypatch.setattr("annoeval.ui.state.study", lambda: load(("t.csv", clean.encode())))
    assert list(noted(rows)) == ["dimension", "value"]


def test_the_answer_that_a_program_is_given_says_it():
    assert NOTE in headline(evaluate(load(("t.csv", DIRTY.encode()))))
