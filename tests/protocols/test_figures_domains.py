"""The published table by domain: means with counts, shares of the best score, one accuracy whose weights are said."""

import pandas as pd
import pytest

from annoeval import evaluate
from annoeval.protocols import protocol_of
from annoeval.protocols.figures import Figures
from annoeval.reading.table import Reading, Table


def study(**columns):
    frame = pd.DataFrame(columns).astype("str").replace({"nan": None, "None": None})
    return Figures().build([Reading("f.csv", "csv", (Table("f.csv", frame),))], {})


@pytest.fixture
def scored():
    """Six figures in two domains and two tables in one; people scored all, the AI all."""
    return study(
        domain=["Biology"] * 3 + ["Physics"] * 3 + ["Biology"] * 2,
        type=["figure"] * 6 + ["table"] * 2,
        element_id=[f"e{n}" for n in range(8)],
        caption=["a caption"] * 6 + [None] * 2,
        vlm_description=["a chart"] * 6 + [None] * 2,
        content=[None] * 6 + ["a table"] * 2,
        caption_score=["2", "1", "0", "2", "2", "1", None, None],
        vlm_score=["1", "1", "1", "0", "2", "1", None, None],
        table_score=[None] * 6 + ["2", "1"],
        caption_score_ai=["2", "2", "2", "2", "2", "2", None, None],
        vlm_score_ai=["1"] * 6 + [None, None],
        table_score_ai=[None] * 6 + ["0", "0"],
    )


def cell(table, domain, source, what):
    return table[(table["domain"] == domain) & (table["source"] == source) & (table["what"] == what)].iloc[0]


def test_means_counts_and_shares_by_domain_worked_by_hand(scored):
    table = evaluate(scored)["domains"]
    row = cell(table, "Biology", "people", "caption")
    assert (row["figures"], row["tables"], row["n"], row["mean"], row["share"]) == (3, 2, 3, 1.0, 0.5)
    assert cell(table, "All", "people", "caption")["mean"] == pytest.approx(8 / 6)
    assert cell(table, "All", "ai", "caption")["share"] == 1.0


def test_accuracy_is_the_mean_of_three_shares_in_equal_parts(scored):
    row = cell(evaluate(scored)["domains"], "All", "people", "accuracy")
    assert row["share"] == pytest.approx((8 / 12 + 6 / 12 + 3 / 4) / 3)
    assert row["method"] == "equal parts of caption, vlm, table"
    assert 0 < row["share_low"] < row["share"] < row["share_high"] <= 1


def test_a_domain_without_tables_has_no_table_score_and_says_so(scored):
    table = evaluate(scored)["domains"]
    none = cell(table, "Physics", "people", "table")
    assert pd.isna(none["mean"])
    assert none["reason"] == "there are none here"
    assert cell(table, "Physics", "people", "accuracy")["method"] == "equal parts of caption, vlm"


def test_scores_of_people_and_the_ai_together_have_no_interval(scored):
    r = scored.ratings
    part = scored.replace_ratings(r[(r["kind"] == "ai") | (r["item_id"] < "e3")])
    row = cell(evaluate(part)["domains"], "All", "resolved", "caption")
    assert pd.isna(row["low"])
    assert row["reason"].startswith("people's values and unchecked ones")


def test_the_page_names_each_source(scored):
    (found,) = protocol_of(scored).sections(scored)
    assert found.sentence.startswith("By people **64%**") or "By people **64 %**" in found.sentence
    assert "in equal parts" in found.sentence


def test_an_accuracy_that_lacks_a_question_is_missing_with_its_reason(scored):
    r = scored.ratings
    (found,) = protocol_of(scored).sections(scored.replace_ratings(r[r["dimension"] != "vlm"]))
    assert found.sentence.startswith("There is no accuracy, since no description has a score.")


def test_without_scores_there_is_no_table():
    bare = study(type=["figure"], element_id=["e"], caption=["a"], vlm_description=["b"])
    assert evaluate(bare)["domains"].empty
    assert not protocol_of(bare).sections(bare)


def test_a_gold_text_is_what_the_item_is_read_against():
    gold = study(
        type=["figure", "figure"],
        element_id=["e0", "e1"],
        caption=["Counts of wader", "Prey"],
        vlm_description=["A chart", "A map"],
        correct_caption=["Counts of waders", None],
    )
    read = protocol_of(gold).passages(gold, "e0", "caption")
    assert read == (("Correct caption", "Counts of waders"), ("Caption", "Counts of wader"))
    assert protocol_of(gold).passages(gold, "e1", "caption") == ()
    assert protocol_of(gold).passages(gold, "e0", "vlm") == ()
