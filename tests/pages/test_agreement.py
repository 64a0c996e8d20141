"""Agreement: the answer first, then who agrees with whom, what they confuse, and the items behind every number."""

import json

import pytest

TABS = ["Coefficients", "What drives it", "Raters and items", "By group", "The AI as a rater", "Methods text"]


def table(items=60, with_ai=True, gap=7):
    """Three people and an AI on a scale 0, 1, 2; Jonas misses every seventh item, Mia and the AI err now and then."""
    rows = ["item,domain,Aiko,Jonas,Mia" + (",ai" if with_ai else "")]
    for i in range(items):
        true = i % 3
        said = [true, "" if i % gap == 0 else true, (true + (i % 5 == 0)) % 3, (true + (i % 4 == 0)) % 3]
        domain = "Biology" if i < items / 2 else "Physics"
        rows.append(",".join(map(str, [f"i{i}", domain, *said[: 4 if with_ai else 3]])))
    return "\n".join(rows)


@pytest.fixture
def study(add):
    return add(table())


def test_without_a_study_the_page_says_how_to_get_one(visit):
    assert visit("agreement").sound().answer == "No study is open."


def test_one_rater_is_told_what_the_page_needs(visit, add):
    screen = visit("agreement", study=add("item,rater,label\n" + "".join(f"i{i},A,{'xy'[i % 2]}\n" for i in range(8))))
    assert "needs" in screen.sound().answer


@pytest.mark.parametrize("name", ["recognition", "ratings", "figures"])
def test_every_example_with_raters_has_its_answer(visit, example, name):
    screen = visit("agreement", study=example(name)).sound()
    assert screen.answer


def test_the_answer_has_agreement_coefficient_interval_and_counts(visit, study):
    answer = visit("agreement", study=study).sound().answer
    assert answer.startswith("Label: Aiko, Jonas and Mia agree on ")
    for part in ("Krippendorff's α", "95 % CI", "60 items", "People agree with each other more than with the AI"):
        assert part in answer


def test_the_set_of_raters_is_in_the_address(visit, study):
    assert "and the AI agree" in visit("agreement", study=study, among="people and AI").answer
    chosen = visit("agreement", study=study, among="chosen", members=["Aiko", "Mia"]).sound()
    assert "Aiko and Mia agree" in chosen.answer
    assert "Cohen's κ, quadratic weights" in chosen.answer


def test_heat_map_and_confusion_stand_side_by_side(visit, study):
    pairs, labels, _ = visit("agreement", study=study).charts
    assert {c for row in pairs["data"][1]["customdata"] for c in row} >= {json.dumps(["Aiko", "Jonas"])}
    assert "Majority of people said" in json.dumps(labels["layout"]["annotations"])


def test_shares_of_the_row_instead_of_counts(visit, study):
    labels = visit("agreement", study=study, show="shares", pair="Aiko and Mia").charts[1]
    assert " %" in json.dumps(labels["layout"]["annotations"])


def test_the_items_on_which_they_differ_lead_to_review(visit, study):
    screen = visit("agreement", study=study)
    shown = next(t for t in screen.tables if "Mia" in t.columns)
    assert set(shown["item_id"]) == {f"i{i}" for i in range(0, 60, 5)}
    assert "Review them" in screen.buttons


@pytest.mark.parametrize("tab", TABS)
def test_every_tab_opens(visit, study, tab):
    screen = visit("agreement", study=study, among="people and AI")
    screen.app.session_state["more"] = tab
    screen.settle().sound()


def test_one_coefficient_is_recommended_with_its_reason(visit, study):
    screen = visit("agreement", study=study)
    few = screen.app.table[0].value
    first = few.iloc[0].str.replace("\\", "")
    assert first["Coefficient"] == "Krippendorff's α, ordinal"
    assert first["What it tells"].startswith("Recommended: the labels are ordered")
    assert len(few) == 3


def test_methods_can_be_copied_with_references(visit, study):
    screen = visit("agreement", study=study)
    screen.app.session_state["more"] = "Methods text"
    text = screen.settle().app.code[0].value
    assert "3 people" in text
    assert "Krippendorff, 2011" in text


def test_the_ai_as_a_rater_names_the_test_and_the_verdict(visit, study):
    screen = visit("agreement", study=study)
    screen.app.session_state["more"] = "The AI as a rater"
    assert "stand in for a rater" in screen.settle().sound().words


def test_no_ai_no_test_of_an_ai(visit, add):
    screen = visit("agreement", study=add(table(with_ai=False)))
    assert "The AI as a rater" not in [t.label for t in screen.app.tabs]


def test_one_label_only_says_why_there_is_no_coefficient(visit, add):
    screen = visit("agreement", study=add("item,A1,A2,A3\n" + "".join(f"i{i},yes,yes,yes\n" for i in range(6))))
    assert "one and the same label" in screen.sound().answer
    assert "100 %" in screen.answer


def test_hundreds_of_labels_are_cut_to_the_most_confused(visit, add):
    rows = "".join(f"i{i},label{i % 90},label{(i + (i % 9 == 0)) % 90}\n" for i in range(300))
    screen = visit("agreement", study=add("item,A1,A2\n" + rows)).sound()
    assert len(screen.charts[1]["data"][0]["z"]) == 11
    assert "The 10 most confused of 90 labels" in screen.words


def test_names_and_labels_are_shown_as_they_are(visit, add):
    rows = "".join(f"i{i},<b>x</b>,{'<b>x</b>' if i % 2 else '**y**'}\n" for i in range(8))
    screen = visit("agreement", study=add("item,rater 1,rater 2\n" + rows)).sound()
    assert "<b>x" not in json.dumps(screen.charts[1]["layout"]["xaxis"])


def test_items_of_one_paper_can_be_drawn_together(visit, add):
    """Answers hang together within papers, so intervals over papers are wider."""
    rows = "".join(
        f"i{i},paper {i // 6},{i % 2},{(i + (i // 6 % 3 == 0)) % 2},{(i + (i // 6 % 4 == 0)) % 2}\n" for i in range(120)
    )
    study = add("item,paper,A1,A2,A3\n" + rows)
    alone = visit("agreement", study=study).sound()
    together = visit("agreement", study=study, cluster="paper").sound()
    assert alone.answer != together.answer
    together.app.session_state["more"] = "Methods text"
    assert "clusters (paper)" in together.settle().app.code[0].value


def test_a_link_opens_a_cell_again(visit, study):
    screen = visit("agreement", study=study, pair="Aiko and Mia", cell="[0, 1]").sound()
    assert "4 items where Aiko said “0” and Mia said “1”" in screen.words
    assert "Where they differ" in visit("agreement", study=study, cell="[7, nonsense").sound().words


def test_the_ai_is_held_against_the_majority_and_the_label_it_finds_least_is_in_the_answer(visit, study):
    screen = visit("agreement", study=study).sound()
    assert "items that people call “" in screen.answer
    assert "What AI finds of each label" in screen.words
    assert {"label", "found", "precision"} <= set(next(t for t in screen.tables if "precision" in t.columns).columns)


VARIANTS = "item,A1,A2\n" + "".join(f"i{i},{'Yes' if i % 2 else 'No'},{'yes' if i % 2 else 'no'}\n" for i in range(40))


def test_labels_known_to_be_dirty_are_said_in_the_answer_with_the_repair(visit, add):
    screen = visit("agreement", study=add(VARIANTS)).sound()
    assert "100 % of ratings are equal once they are merged, 0 % as they are" in screen.answer
    screen.app.session_state["_person"] = "Mia"
    mended = screen.press("Merge label variants of label").sound()
    assert "agree on 100 %" in mended.answer
    assert "once they are merged" not in mended.answer
