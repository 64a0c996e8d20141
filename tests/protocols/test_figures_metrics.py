"""Automatic metrics beside what people judged: joined by paper or domain, and never ratings by people."""

import pandas as pd
import pytest

from annoeval import load
from annoeval.opening import open as opened
from annoeval.protocols.figures.metrics import is_metrics
from annoeval.reading.table import ReadError, Table

ROWS = """pdf,domain,type,element_id,caption,vlm_description,content,caption_score
Tides (2020).pdf,Biology,figure,f1,One,A plot,,2
Tides (2020).pdf,Biology,figure,f2,Two,A map,,1
spins.pdf,Physics,figure,f1,Three,A plot,,0
"""
WER = "pdf,domain,baseline,WER\ntides (2020),Biology,ocr,7.8\ntides (2020),Biology,miner,0.2\nspins,Physics,ocr,3.2\n"
SUMMARY = "pdf,Pages,Seconds,ocr\nTides (2020).pdf,12,40,7.8\nspins.pdf,8,30,3.2\nother.pdf,4,9,1.0\n"


def study(*more):
    return load(("rows.csv", ROWS.encode()), *((n, t.encode()) for n, t in more))


def test_a_metric_joins_by_paper_whatever_the_names_case_and_ending():
    made = study(("wer.csv", WER))
    assert made.items["WER (ocr)"].tolist() == [7.8, 7.8, 3.2]
    assert made.items["WER (miner)"].tolist()[:2] == [0.2, 0.2]
    assert made.metrics == {"WER (ocr)": "pdf", "WER (miner)": "pdf"}
    assert len(made.items) == 3
    assert made.of_kind("human") == ["human"]


def test_a_table_of_domains_joins_by_domain():
    made = study(("time.csv", "domain,Time(s)\nphysics,12\nBiology,30\n"))
    assert (made.items["Time(s)"].tolist(), made.metrics) == ([30, 30, 12], {"Time(s)": "domain"})


def test_a_summary_repeats_no_metric_and_its_further_papers_are_said():
    made = study(("summary.csv", SUMMARY), ("wer.csv", WER))
    assert list(made.metrics) == ["WER (ocr)", "WER (miner)", "Pages", "Seconds"]
    told = {p.problem: p for p in made.problems}
    assert told["metrics that another file has already"].count == 1
    assert told["metrics of a pdf that no item is of"].count == 1


def test_rows_of_one_paper_that_nothing_tells_apart_are_not_used():
    made = study(("wer.csv", "pdf,WER\nspins.pdf,1\nspins.pdf,2\n"))
    assert not made.metrics
    assert any("tells apart" in p.problem for p in made.problems)


def test_alone_metrics_are_told_for_what_they_are():
    for name, text in (("wer.csv", WER), ("summary.csv", SUMMARY)):
        with pytest.raises(ReadError, match="which nobody judged"):
            opened([(name, text.encode())])
        with pytest.raises(ReadError, match="drop the annotation file along"):
            load((name, text.encode()))


@pytest.mark.parametrize(
    ("columns", "is_one"),
    [
        ({"pdf": "a", "Top3_HitRate": "1.0"}, True),
        ({"domain": "a", "figures_coverage(%)": "50 %", "JSONL_Time(s)": "2,5"}, True),
        ({"pdf": "a", "Aiko": "2", "Jonas": "1"}, False),  # two raters' scores of papers
        ({"pdf": "a", "coverage": "good"}, False),
        ({"pdf": "a", "element_id": "f1", "recall": "0.3"}, False),
        ({"model": "a", "recall": "0.3"}, False),
    ],
)
def test_metrics_are_told_by_what_the_rows_are_of_and_by_the_names_of_their_numbers(columns, is_one):
    frame = pd.DataFrame({c: [v] for c, v in columns.items()}).astype("str")
    assert is_metrics(Table("t.csv", frame)) == is_one


def test_a_study_that_was_saved_knows_its_metrics():
    from annoeval.reading.study_file import read_study, write_study
    from annoeval.review import sheet

    made = study(("wer.csv", WER))
    assert read_study(write_study(made), "s.zip").study.metrics == made.metrics
    again = load(("saved.csv", sheet.corrected(made).to_csv(index=False).encode()))
    assert again.metrics == made.metrics
    assert again.items["WER (ocr)"].tolist() == [7.8, 7.8, 3.2]
