"""Tables that count labels are ratings of people of whom nobody knows who gave which."""

from __future__ import annotations

import pytest

from annoeval.evaluation import evaluate
from annoeval.evaluation.explain import label_shares, rater_reliability, what_drives, without_each_rater
from annoeval.opening import load, readings_of
from annoeval.protocols import detect

# Fleiss (1971), Psychological Bulletin 76, 378–382, table 1: 30 patients, 6 psychiatrists, kappa 0.430
FLEISS = """Patient,Depression,Personality disorder,Schizophrenia,Neurosis,Other
1,0,0,0,6,0\n2,0,3,0,0,3\n3,0,1,4,0,1\n4,0,0,0,0,6\n5,0,3,0,3,0\n6,2,0,4,0,0\n7,0,0,4,0,2\n8,2,0,3,1,0\n9,2,0,0,4,0
10,0,0,0,0,6\n11,1,0,0,5,0\n12,1,1,0,4,0\n13,0,3,3,0,0\n14,1,0,0,5,0\n15,0,2,0,3,1\n16,0,0,5,0,1\n17,3,0,0,1,2
18,5,1,0,0,0\n19,0,2,0,4,0\n20,1,0,2,0,3\n21,0,0,0,0,6\n22,0,1,0,5,0\n23,0,2,0,1,3\n24,2,0,0,4,0\n25,1,0,0,4,1
26,0,5,0,1,0\n27,4,0,0,0,2\n28,0,2,0,4,0\n29,1,0,5,0,0\n30,0,0,0,0,6
"""
# Wikipedia, "Fleiss' kappa", worked example: 10 subjects, 14 raters, kappa 0.210
EXAMPLE = """,1,2,3,4,5,Pi
1,0,0,0,0,14,1.000\n2,0,2,6,4,2,0.253\n3,0,0,3,5,6,0.308\n4,0,3,9,2,0,0.440\n5,2,2,8,1,1,0.330\n6,7,7,0,0,0,0.462
7,3,2,6,3,0,0.242\n8,2,5,3,2,2,0.176\n9,6,5,2,1,0,0.286\n10,0,2,2,3,7,0.286
"""


def study(text, name="counts.csv"):
    return load((name, text.encode()))


def guess(text):
    found = detect(readings_of([("t.csv", text.encode())]))
    return (found[0].confidence, found[0].because) if found else (0, "")


def is_counts(text):
    return "counts how many gave that label" in guess(text)[1]


@pytest.mark.parametrize(("text", "raters", "kappa"), [(FLEISS, 6, 0.430), (EXAMPLE, 14, 0.210)])
def test_the_kappas_of_the_textbooks_come_out(text, raters, kappa):
    assert guess(text)[0] >= 0.8
    found = study(text)
    assert len(found.of_kind("anonymous")) == len(found.raters) == raters
    own = evaluate(found)["agreement"].set_index("coefficient")
    assert own.loc["fleiss_kappa", "value"] == pytest.approx(kappa, abs=0.0006)
    assert own.loc["percent", "value"] == pytest.approx(0.5556 if raters == 6 else 0.378, abs=0.001)


def test_what_rests_on_who_gave_which_label_is_not_computed():
    found = study(FLEISS)
    results = evaluate(found)
    own = results["agreement"].set_index("coefficient")
    assert own.loc[["conger_kappa", "light_kappa"], "value"].isna().all()
    assert set(own.loc[["conger_kappa", "light_kappa"], "reason"]) == {"who gave which label isn't known"}
    assert own.loc["fleiss_kappa", "recommended"]
    assert results["pairs"]["kappa"].isna().all()
    assert set(results["pairs"]["reason"]) == {"who gave which label isn't known"}
    assert results["confusion"].empty
    for table in ("scores", "labels", "comparison"):
        assert not results[table]["rater"].astype("str").str.startswith("rater ").any(), table
    people = found.of_kind("anonymous")
    assert without_each_rater(found, "label", people, "fleiss_kappa").empty
    assert rater_reliability(found, "label", people).empty
    assert len(label_shares(found, "label", people).columns) == 1
    assert not any("rater 1" in s for s in what_drives(found, "label", people, results["agreement"]))


def test_two_unknown_raters_have_scotts_pi_and_no_cohens_kappa():
    text = "item,yes,no,unsure\n" + "".join(f"a{i},{2 - i % 3},{i % 3},0\n" for i in range(12))
    own = evaluate(study(text))["agreement"].set_index("coefficient")
    assert own.index[own["recommended"]].tolist() == ["scott_pi"]
    assert own["value"].notna()["scott_pi"]
    assert own.loc["cohen_kappa", "reason"] == "who gave which label isn't known"


def test_majority_and_final_label_are_those_of_all_who_counted():
    final = evaluate(study(FLEISS))["labels"]
    resolved = final[final["rater"] == "resolved"].set_index("label")["n"]
    assert resolved["Neurosis"] == 11
    assert resolved["open (tie)"] == 3
    assert resolved.sum() == 30


def test_a_label_that_nobody_gave_stays_a_label():
    text = "item,a,b,never\n" + "".join(f"i{i},{3 - i % 4},{i % 4},0\n" for i in range(10))
    assert study(text).dimensions["label"].categories == ("a", "b", "never")


def test_a_column_with_the_number_of_raters_lets_them_differ_from_item_to_item():
    rows = [(3, 0, 3, 0, 1), (3, 0, 2, 1, 1), (6, 2, 4, 0, 1), (9, 0, 0, 9, 2), (3, 3, 0, 0, 0), (6, 1, 5, 0, 1)]
    text = ",count,hate_speech,offensive_language,neither,class,tweet\n" + "".join(
        f"{i},{','.join(map(str, r))},tweet number {i} with words\n" for i, r in enumerate(rows)
    )
    assert guess(text)[0] >= 0.8
    found = study(text)
    assert found.ratings["item_id"].value_counts().max() == 9
    assert found.dimensions["label"].categories == ("hate_speech", "offensive_language", "neither")
    assert len(found.ratings) == 30


def test_words_that_say_count_are_no_part_of_the_label():
    text = "id,n_yes,n_no\n" + "".join(f"i{i},{5 - i % 6},{i % 6}\n" for i in range(12))
    assert study(text).dimensions["label"].categories == ("yes", "no")


def test_rows_that_only_nearly_add_up_are_asked_about():
    text = "item,a,b,c\n" + "".join(f"i{i},{3 - i % 4},{i % 4},0\n" for i in range(19)) + "i19,1,1,0\n"
    assert is_counts(text)
    assert guess(text)[0] < 0.8


@pytest.mark.parametrize(
    "text",
    [
        "id,q1,q2,q3\n" + "".join(f"p{i},{i % 5},{(i * 3) % 5},{(i * 2) % 5}\n" for i in range(20)),
        "id,q1,q2,q3\n" + "".join(f"p{i},{i % 4},{3 - i % 4},0\n" for i in range(20)),
        "id,sport,politics,art\n"
        + "".join(f"p{i},{int(i % 3 != 0)},{int(i % 3 != 1)},{int(i % 3 != 2)}\n" for i in range(20)),
        "id,sport,politics,art\n" + "".join(f"p{i},{i % 2},1,{(i + 1) % 3 % 2}\n" for i in range(20)),
        "id,red,green,blue\n" + "".join(f"p{i},{1 + i % 3},{1 + (i + 1) % 3},{1 + (i + 2) % 3}\n" for i in range(20)),
        "id,fluency,adequacy\n" + "".join(f"p{i},{i % 5},{4 - i % 5}\n" for i in range(20)),
        "item,annotator_1,annotator_2\n" + "".join(f"p{i},{i % 3},{2 - i % 3}\n" for i in range(20)),
        "id,a,b,c\n" + "".join(f"p{i},3,3,3\n" for i in range(20)),
        "id,rater,a,b\n" + "".join(f"p{i // 2},{'xy'[i % 2]},{i % 4},{3 - i % 4}\n" for i in range(20)),
    ],
    ids=[
        "scores",
        "numbered questions",
        "two topics each",
        "one-hot",
        "rankings",
        "qualities",
        "raters",
        "constant",
        "a rater column",
    ],
)
def test_other_numbers_are_no_counts(text):
    assert not is_counts(text)


def test_percentages_that_add_up_are_never_taken_without_asking():
    text = "id,a,b,c\n" + "".join(f"p{i},{i * 5},{100 - i * 5},0\n" for i in range(20))
    assert guess(text)[0] < 0.8


def test_counts_of_the_same_items_in_two_files_are_of_further_raters_and_a_copy_is_none():
    text = "item,yes,no,maybe\n" + "".join(f"i{i},{i % 4},{3 - i % 4},1\n" for i in range(12))
    other = "item,yes,no,maybe\n" + "".join(f"i{i},{3 - i % 4},{i % 4},1\n" for i in range(12))
    assert len(load(("a.csv", text.encode()), ("b.csv", other.encode())).of_kind("anonymous")) == 8
    assert len(load(("a.csv", text.encode()), ("b.csv", text.encode())).of_kind("anonymous")) == 4
