"""Comparison: plain words first, equal only within a stated margin, and a way from every mark to its items."""

import pytest

RERUN = "item,domain,rater,label\n" + "".join(
    f"f{i},{'ABC'[i % 3]},{who},{min(2, (i + shift) % 4)}\n"
    for i in range(24)
    for who, shift in (("ana", 0), ("AI", 1))
)
OTHER = RERUN.replace(",ana,0", ",ana,1")


@pytest.mark.parametrize("name", ["figures", "recognition", "recall", "ratings"])
def test_every_example_study_has_an_answer_or_says_what_it_needs(visit, example, name):
    screen = visit("comparison", study=example(name)).sound()
    assert screen.answer


def test_the_conditions_of_an_experiment_come_first(visit, example):
    screen = visit("comparison", study=example("recall")).sound()
    assert "experimental" in screen.answer
    assert "95 % CI" in screen.answer
    assert "n 36 and 36" in screen.answer
    assert "Welch's t" in screen.answer


def test_a_dimension_in_the_address_is_the_one_in_the_answer(visit, example):
    study = example("recall")
    assert visit("comparison", study=study, dimension="color").sound().answer.lower().find("color") >= 0
    assert visit("comparison", study=study, dimension="animal").answer != visit("comparison", study=study).answer


def test_no_clear_difference_comes_with_the_interval_and_what_would_settle_it(visit, add):
    screen = visit("comparison", study=add(RERUN), what="domain").sound()
    assert screen.answer.startswith("No clear difference in label among the 3 values of domain (taken all at once")
    assert "No clear difference in label between" in screen.words
    assert "95 % CI" in screen.words
    assert "If the true difference is as large as the one found" in screen.words
    assert "only once a margin is stated" in screen.words


def test_a_stated_margin_is_kept_in_the_address_and_tested(visit, add):
    screen = visit("comparison", study=add(RERUN), what="domain", margin="0.2").sound()
    assert "Not shown to be equal within ±0.2" in screen.words
    assert visit("comparison", study=add(RERUN), what="domain", margin="9").words.find("equal in") > 0
    assert "only once a margin is stated" in visit("comparison", study=add(RERUN), margin="-1").sound().words


def test_raters_are_compared_on_the_same_items_and_those_that_differ_are_listed(visit, add):
    screen = visit("comparison", study=add(RERUN), what="rater").sound()
    assert "24 items" in screen.answer
    assert "is higher on" in screen.words
    listed = next(t for t in screen.tables if "item_id" in t.columns)
    assert (listed["a"] != listed["b"]).all()
    assert any(label.startswith("Review") for label in screen.buttons)


def test_labels_are_compared_by_how_often_they_are_used(visit, add):
    rows = "".join(
        f"q{i},{who},{'cat' if i % 3 or who == 'Tom' else 'dog'}\n" for i in range(30) for who in ("Mei", "Tom")
    )
    screen = visit("comparison", study=add("item,rater,label\n" + rows)).sound()
    assert "differently often" in screen.answer
    assert "10 items differ, 20 are the same" in screen.words


def test_another_study_is_compared_item_by_item(visit, add):
    new, old = add(RERUN, "new.csv"), add(OTHER, "old.csv")
    screen = visit("comparison", study=new, what="study", other=old).sound()
    assert "old.csv" in screen.answer
    assert "new.csv" in screen.answer
    assert "equal on" in screen.words


def test_studies_without_a_common_dimension_say_so(visit, add, example):
    screen = visit("comparison", study=add(RERUN), what="study", other=example("recall")).sound()
    assert "share no dimension" in screen.answer


def unfolded(screen):
    screen.app.session_state["_all_tests"] = True
    return screen.settle().sound()


def test_pairs_of_more_than_two_groups_stand_by_the_size_of_their_difference(visit, add):
    rows = "".join(f"f{i},{'ABC'[i % 3]},AI,{min(2, (i % 3) * (i % 2) + (i % 5 == 0))}\n" for i in range(60))
    screen = visit("comparison", study=add("item,domain,rater,score\n" + rows), what="domain").sound()
    assert "values of domain" in screen.answer
    found = [a["text"] for a in screen.charts[0]["layout"]["annotations"]]
    gaps = [
        abs(float(t.replace("−", "-"))) for t in found if t.replace("−", "").replace(".", "").isdigit() and "." in t
    ]
    assert gaps


def test_all_tests_stand_behind_a_fold_with_the_recommended_one_explained(visit, example):
    screen = unfolded(visit("comparison", study=example("recall")))
    tests = next(t for t in screen.tables if "test" in t.columns)
    assert {"Welch's t", "Student's t", "permutation test", "Mann–Whitney U"} <= set(tests["test"])
    assert "Welch's t is recommended" in screen.words
    holm = tests["p_adjusted"].tolist()
    other = unfolded(visit("comparison", study=example("recall"), adjust="bh"))
    assert next(t for t in other.tables if "test" in t.columns)["p_adjusted"].tolist() != holm


def test_one_rater_and_no_groups_say_what_is_needed(visit, add):
    screen = visit("comparison", study=add("item,rater,label\n" + "".join(f"q{i},Mei,{i % 2}\n" for i in range(8))))
    assert screen.sound().answer.startswith("This page needs")


def test_unknown_choices_in_the_address_are_ignored(visit, example):
    study = example("recall")
    screen = visit(
        "comparison", study=study, what="weather", dimension="mood", rater_of="nobody", adjust="luck"
    ).sound()
    assert screen.answer == visit("comparison", study=study).answer
