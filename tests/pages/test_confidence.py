"""Confidence: whether it is borne out, and from every mark to its items."""

import pytest

ANSWERS = "item,domain,rater,label,confidence\n" + "".join(
    f"q{i},{'AB'[i % 2]},gold,{'cat' if i % 3 else 'dog'},\n"
    f"q{i},{'AB'[i % 2]},GPT model,{'cat' if i % 3 or i % 4 == 1 else 'bird'},{round(0.3 + (i * 7 % 60) / 100, 2)}\n"
    for i in range(60)
)
GRADED = "item,rater,score,confidence\n" + "".join(
    f"t{i},AI,{round(((i * 13) % 40) / 40 + 0.013, 3)},{round(((i * 17) % 40) / 40, 3)}\n" for i in range(40)
)


@pytest.mark.parametrize("name", ["figures", "recognition", "recall", "ratings"])
def test_every_example_study_has_an_answer_or_says_what_it_needs(visit, example, name):
    assert visit("confidence", study=example(name)).sound().answer


def test_graded_scores_have_a_correlation_with_its_interval(visit, example):
    screen = visit("confidence", study=example("recall")).sound()
    assert "r 0." in screen.answer
    assert "95 % CI" in screen.answer
    assert "Is stated confidence borne out?" in screen.words
    assert "figures for right and wrong answers don't apply" in screen.words


def test_groups_are_told_apart(visit, example):
    assert "By condition" in visit("confidence", study=example("recall")).sound().words


def test_right_and_wrong_answers_have_a_reliability_curve_and_what_keeping_the_surest_brings(visit, add):
    screen = visit("confidence", study=add(ANSWERS)).sound()
    assert "apart on average (ECE; 95 % CI" in screen.answer
    assert "AUROC" in screen.answer
    assert "What if only the surest answers were kept?" in screen.words
    figures = next(t for t in screen.tables if "meaning" in t.columns)
    assert {"Brier score", "MCE", "ECE, debiased"} <= set(figures["name"])
    assert len(screen.charts) >= 2


def test_a_box_can_be_drawn_on_the_scatter(visit, example):
    scatter = visit("confidence", study=example("recall")).sound().charts[0]
    assert scatter["layout"]["dragmode"] == "select"
    ids = [d for trace in scatter["data"] for d in trace.get("customdata", [])]
    assert ids


def test_every_correlation_stands_behind_a_fold(visit, example):
    screen = visit("confidence", study=example("recall")).sound()
    table = next(t for t in screen.tables if "method" in t.columns)
    assert {"Pearson r", "Spearman ρ", "Kendall τ"} <= set(table["method"])
    assert not table["p"].eq("0.000").any()


def test_no_confidence_says_what_is_needed(visit, add):
    rows = "".join(f"q{i},{who},{i % 2}\n" for i in range(8) for who in ("Mei", "Tom"))
    assert visit("confidence", study=add("item,rater,label\n" + rows)).sound().answer.startswith("This page needs")


def test_the_least_sure_are_one_click_away(visit, example):
    assert "Review the least sure" in visit("confidence", study=example("recall")).buttons


def test_a_page_without_a_study_or_a_confidence_offers_no_review_of_the_least_sure(visit, example):
    for query in ({"study": "0123456789ab"}, {"study": example("figures")}):
        assert "Review the least sure" not in visit("confidence", **query).sound().buttons
    assert "Review the least sure" in visit("confidence", study=example("recall")).sound().buttons


def test_labels_without_a_truth_say_what_they_need(visit, add):
    rows = "".join(f"q{i},AI,{('yes', 'no', 'maybe')[i % 3]},{0.4 + i / 100:.2f},{'AB'[i % 2]}\n" for i in range(40))
    screen = visit("confidence", study=add("item_id,rater,label,confidence,domain\n" + rows)).sound()
    assert "can't be said: nothing says which answers are right" in screen.answer
    assert "Confidence by label" in screen.words
