"""What a report says of a study, and what each of its numbers carries."""

from __future__ import annotations

import io

import pandas as pd
import pytest
from python_calamine import CalamineWorkbook

from annoeval import __version__
from annoeval.answers.comparison import in_words
from annoeval.charts.legend import with_key
from annoeval.evaluation import evaluate
from annoeval.evaluation.filters import Filter
from annoeval.examples import examples
from annoeval.opening import load
from annoeval.problem import problems_table
from annoeval.report.build import SECTIONS, available, report, section
from annoeval.report.content import Column, Report, Text
from annoeval.report.material import Asked, Material, Reviewed
from annoeval.report.page import as_html
from annoeval.report.texts import markdown
from annoeval.report.workbook import as_workbook
from annoeval.review.minutes import MINUTES
from annoeval.words import number


def words(made: Report, key: str) -> str:
    return " ".join(p.words for s in made.sections if s.key == key for p in s.parts if isinstance(p, Text))


def table(made: Report, name: str) -> pd.DataFrame:
    return next(t.frame for t in made.tables if t.name == name)


def test_scores_of_people_and_unchecked_ones_of_the_ai_are_in_no_headline_together(captions):
    made = report(Material(captions, Asked()))
    said = words(made, "summary")
    assert "Score is between" in said or "true" in said
    assert "10 of 40 items (25 %) are reviewed" in said
    mixed = evaluate(captions)["scores"].query("rater == 'resolved' and by == ''")["mean"].iloc[0]
    assert f"**{number(mixed)}**" not in said
    rows = table(made, "scores_score_rater")
    assert "As reviewed, not corrected" in set(rows["rater"])
    assert "Resolved" not in set(rows["rater"])


def test_what_is_true_of_all_items_is_a_section_of_its_own_with_its_coverage(captions):
    made = report(Material(captions, Asked()))
    assert "truth" in [s.key for s in made.sections]
    assert table(made, "coverage_score").query("by == '' and ai == 'all'")["n_reviewed"].tolist() == [10]


def test_a_report_says_how_far_disagreement_among_people_could_move_the_estimate():
    rows = [f"c{i},{i % 3},{1 if i < 10 else ''},{0 if i < 4 else ''}" for i in range(40)]
    data = "\n".join(["id,ai_score,human_1_score,human_2_score", *rows]).encode()
    said = words(report(Material(load(("captions.csv", data)), Asked())), "truth")
    assert "Of 4 items that two or more people judged they differ on 4" in said


def test_each_table_says_filter_seed_software_and_data(captions):
    only = Filter((("domain", ("Biology",)),))
    made = report(Material(captions, Asked(("scores", "methods"), filter=only)))
    seeds = "seed 20260101 (resampling), 0 (permutations)"
    said = f"20 of 40 items, as filtered (domain Biology) · {seeds} · annoeval {__version__} · data "
    assert as_html(made).count(said + only.apply(captions).digest) == len(made.tables) + 2  # and at the foot, twice
    assert markdown(made).count("domain Biology") >= len(made.tables)
    assert "Only items and raters that pass the filter enter any figure: domain Biology." in words(made, "methods")


def test_each_row_of_a_workbook_says_filter_seed_software_and_data(captions):
    made = report(Material(captions, Asked(("scores",))))
    book = CalamineWorkbook.from_filelike(io.BytesIO(as_workbook(made)))
    assert book.sheet_names == ["About", *[t.name for t in made.tables]]
    head, *rows = book.get_sheet_by_name("scores_score_rater").to_python()
    assert head[-4:] == ["filter", "seed", "annoeval", "data"]
    assert {tuple(r[-4:]) for r in rows} == {
        ("All 40 items", "20260101 (resampling), 0 (permutations)", __version__, captions.digest)
    }
    mean = table(made, "scores_score_rater")["mean"].tolist()
    assert [r[head.index("Mean")] for r in rows] == pytest.approx(mean, rel=1e-15)  # full precision
    assert {"95 % CI, low", "95 % CI, high"} <= set(head)


def test_a_report_of_one_question_holds_no_table_of_another():
    study = load(("two.csv", b"id,rater,good,nice\n1,a,1,0\n1,b,1,1\n2,a,0,0\n2,b,1,0\n3,a,1,1\n3,b,0,1\n"))
    made = report(Material(study, Asked(dimensions=("nice",))))
    assert made.tables
    assert not any("good" in t.name for t in made.tables)


def test_the_methods_cite_what_they_name(captions, hostile):
    made = report(Material(hostile, Asked(("agreement", "methods"))))
    said = words(made, "methods")
    assert "Cohen, Jacob (1960). A coefficient of agreement for nominal scales." in said
    assert "Educational and Psychological Measurement, 20, 37–46." in said
    assert f"Computed with annoeval {__version__}, data {hostile.digest}." in said


def test_what_reading_found_is_listed():
    study = load(("s.csv", b"id,rater,score\na,x,1\na,y,2\na,y,3\nb,x,2\nb,y,2\nc,x,\nc,y,1\n"))
    made = report(Material(study, Asked(("left_out",))))
    assert len(problems_table(study.problems)) > 0
    assert table(made, "problems")["problem"].tolist() == problems_table(study.problems)["problem"].tolist()


def test_items_that_people_left_out_and_minutes_are_listed(captions):
    out = pd.DataFrame([("c1", "blurred", "Ana", "2026-01-01 10:00")], columns=["item_id", "note", "reviewer", "time"])
    said = {"meeting": "Monday", "item_id": "c2", "dimension": "score", "votes": "Ana 2, Ben 1", "decision": 2}
    held = pd.DataFrame([{**dict.fromkeys(MINUTES), **said, "time": "2026-01-01 10:00", "agreed": False}])
    made = report(Material(captions, Asked(), Reviewed(held, out)))
    assert table(made, "excluded")["note"].tolist() == ["blurred"]
    assert words(made, "minutes") == "1 question decided in Monday."
    assert table(made, "minutes")[["votes", "decision"]].to_numpy().tolist() == [["Ana 2, Ben 1", "2"]]


@pytest.mark.parametrize("example", ["extraction", "confidence", "boxes"])
def test_sections_that_are_offered_have_something_in_them(example):
    found = next(e for e in examples() if e.name == example)
    material = Material(load(*found.contents()), Asked(dimensions=()))
    there = available(material)
    empty = [k for k in SECTIONS if k not in there and k not in ("agreement",)]
    assert all(not section(material, key).parts for key in empty)
    assert "scores" in there


@pytest.mark.parametrize(
    ("column", "row", "said"),
    [
        (Column("p", "p", "p"), {"p": 0.0004}, "< 0.001"),
        (Column("n", "n", "count"), {"n": 12345.0}, "12,345"),
        (Column("low", "CI", "interval", "high"), {"low": -0.2, "high": 0.41}, "−0.20 to 0.41"),
        (Column("low", "CI", "shares", "high"), {"low": 0.2, "high": 0.41}, "20–41 %"),
        (Column("low", "CI", "interval", "high"), {"low": float("nan"), "high": 1.0}, "–"),
        (Column("value", "κ", "number"), {"value": None}, "–"),
    ],
)
def test_a_number_is_said_as_journals_print_it(column, row, said):
    assert column.said(row) == said


def test_groups_that_part_no_scores_or_part_items_alike_are_reported_once():
    rows = [
        f"c{i},{'Biology,b.pdf' if i % 2 else 'Physics,p.pdf'},{'table,' if i > 26 else f'figure,{i % 3}'}"
        for i in range(30)
    ]
    options = {"mapping": {"id": "item", "domain": "group", "file": "group", "kind": "group", "score": "rating"}}
    study = load(("captions.csv", "\n".join(["id,domain,file,kind,score", *rows]).encode()), options=options)
    assert study.groups == ("domain", "file", "kind")
    made = report(Material(study, Asked(("scores", "comparison"))))
    names = [t.name for t in made.tables]
    assert names == ["scores_label_rater", "scores_label_domain", "comparison_domain"]
    assert dict(made.facts)["Groups"] == "by domain, which gives the same groups as file"


def test_how_two_questions_were_compared_names_them_by_their_titles():
    method = "exact; 15 that both have, 2 only in caption, 3 only in vlm"
    row = pd.Series({"what": "dimension", "a": "caption", "b": "vlm", "method": method})
    said = in_words(row, {"caption": "Caption", "vlm": "Description"})
    assert said == "exact; 15 that both have, 2 only in Caption, 3 only in Description"


def test_columns_of_labels_name_who_gave_them(hostile):
    made = report(Material(hostile, Asked(("agreement",))))
    shown = next(t for t in made.tables if t.name.startswith("classes"))
    assert [c.title for c in shown.columns][1:3] == [f"{n} said" for n in ("<script>alert(1)</script>", "@Ben | `x`")]


def test_the_key_of_a_plot_draws_each_rater_with_the_mark_the_plot_draws():
    study = load(*next(e for e in examples() if e.name == "confidence").contents())
    plots = report(Material(study, Asked(), made="1 January 2026")).plots
    (plot,) = (p for p in plots if p.name.startswith("scores") and "by topic" in p.title)
    drawn = {
        t["hovertext"][0].split("<br>")[1].split(":")[0]: t["marker"] for t in plot.figure["data"] if "marker" in t
    }
    figure = with_key(plot.figure, plot.keys)
    shown = {t["name"]: t["marker"] for t in figure["data"] if t.get("showlegend") and "marker" in t}
    assert len({m["symbol"] for m in drawn.values()}) == len(drawn) > 1
    assert {name.strip(): m["symbol"] for name, m in shown.items()} == {name: m["symbol"] for name, m in drawn.items()}
