"""What the names of columns say: by their words, however these are written together."""

from __future__ import annotations

import pytest

from annoeval.tables.vocabulary import describes, is_worked_out, says
from tests.tables.settled import json_lines, load_asked, of_rows, of_text


@pytest.mark.parametrize(
    ("column", "role"),
    [
        ("docSegId", "item"),
        ("movieId", "item"),
        ("_unit_id", "item"),
        ("hit_hash", "item"),
        ("ID текста", "item"),
        ("id_original", "item"),
        ("userId", "rater"),
        ("_worker_id", "rater"),
        ("screened_by", "rater"),
        ("Radiologist", "rater"),
        ("listener_ID", "rater"),
        ("isCorrect", "label"),
        ("extra.confidence", "confidence"),
    ],
)
def test_words_written_together_say_what_they_say_apart(column, role):
    assert role in says(column)


@pytest.mark.parametrize(
    "column", ["__v", "is_gold", "IsDocument", "attention_check_passed", "annotatorGender", "topicID"]
)
def test_what_a_platform_notes_or_describes_is_no_judgement(column):
    assert describes(column)
    assert "label" not in says(column)


@pytest.mark.parametrize("column", ["third_party_attack", "offset", "sentiment", "trunc"])
def test_a_word_inside_another_says_nothing(column):
    assert not describes(column)


@pytest.mark.parametrize(
    "column", ["mean_score", "avg_rating", "Normalized Score", "hard_label", "标注平均", "Mittelwert"]
)
def test_what_is_computed_from_judgements_is_known(column):
    assert is_worked_out(column)


def test_numbers_with_a_decimal_comma_are_no_sets_of_labels():
    rows = "".join(
        f"t{i};{who};{('1', '1,5', '2', '2,5')[(i + k) % 4]}\n" for i in range(8) for k, who in enumerate("ab")
    )
    s = of_text(f"text_id;rater;Flüssigkeit\n{rows}")
    assert s.dimensions["Flüssigkeit"].level == "interval"
    assert set(s.ratings["value"]) == {1.0, 1.5, 2.0, 2.5}


def test_lists_as_python_prints_them_are_sets_in_any_order():
    cells = ("\"['war', 'sport']\"", "\"['sport', 'war']\"", "\"{'health', 'war'}\"")
    s = of_rows(
        "doc_id,annotator,labels", [(i, who, cells[(i + k) % 3]) for i in range(6) for k, who in enumerate("ab")]
    )
    assert s.dimensions["labels"].level == "set"
    assert set(s.ratings["value"]) == {'["sport", "war"]', '["health", "war"]'}


def test_a_records_own_label_is_no_answer_of_its_annotators():
    records = [
        {
            "id": i,
            "text": f"text {i}",
            "label": "yes",
            "votes": [{"worker": w, "label": "yn"[(i + k) % 2]} for k, w in enumerate("ab")],
        }
        for i in range(8)
    ]
    s = of_text(json_lines(*records), "gold.jsonl")
    assert list(s.dimensions) == ["votes.label"]
    assert set(s.ratings["value"]) == {"y", "n"}


def test_a_mean_beside_raters_is_no_further_rating():
    s = of_rows(
        "id,rater_1,rater_2,diff,avg_score",
        [(f"u{i}", i % 3, i % 2, abs(i % 3 - i % 2), (i % 3 + i % 2) / 2) for i in range(12)],
    )
    assert s.raters["name"].tolist() == ["rater_1", "rater_2"]
    assert list(s.dimensions) == ["label"]


def test_scores_that_bear_programs_names_may_be_of_these_or_by_them():
    asked = load_asked("prompt_id,gpt4_score,llama_score", [(i, i % 5, i * 3 % 5) for i in range(12)])
    assert {w.because.split()[0] for w in asked.ways} == {"each"}
    assert len(asked.ways) == 2


def test_remarks_after_a_hash_stand_above_the_table_and_a_hash_may_begin_the_header():
    rows = "".join(f"i{n},{who},{'xy'[n % 2]}\n" for n in range(6) for who in ("r1", "r2"))
    for top in ("# made by a tool\n# project: a, b, c\nitem_id,rater,label\n", "#item_id,rater,label\n"):
        s = of_text(top + rows)
        assert len(s.items) == 6
        assert s.raters["name"].tolist() == ["r1", "r2"]


def test_rows_of_agreement_below_the_table_are_no_items():
    rows = [
        *((f"u{i}", "ab"[i % 2], "ab"[i % 3 % 2]) for i in range(8)),
        ("Percent agreement", "", 0.75),
        ("Cohen's kappa", "", 0.61),
    ]
    assert len(of_rows("unit,coder1,coder2", rows).items) == 8


def test_a_header_of_chinese_characters_alone_is_shift_jis():
    text = "番号,文,評価者A,評価者B\n" + "".join(f"{i},text {i},{i % 3},{i % 2}\n" for i in range(10))
    s = of_text(text.encode("shift_jis"))
    assert s.raters["name"].tolist() == ["評価者A", "評価者B"]
    assert len(s.items) == 10


def test_one_item_judged_by_several_is_one_item():
    s = of_rows("item_id,rater,score", [("x1", f"r{k}", k % 3) for k in range(6)])
    assert (len(s.items), len(s.raters)) == (1, 6)
