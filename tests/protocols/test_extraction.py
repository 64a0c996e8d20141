"""Predictions of text fields, in every form they come in, against their references."""

import csv
import io
import json
import re

import pytest

from annoeval.evaluation.comparison import comparison
from annoeval.opening import load
from annoeval.protocols.extraction import Extraction
from annoeval.protocols.extraction.reference import fields_in
from annoeval.protocols.extraction.tables import published_text
from annoeval.reading import ReadError, read

LABELS = [
    {"id": "a", "url": "http://a", "title": "kitten", "abstract": "One text."},
    {"id": "b", "url": "http://b", "title": "Saturday", "abstract": "Another."},
    {"id": "c", "url": "http://c", "title": "truck", "abstract": "A third."},
]
GOOD = [
    {"id": "a", "title": "kitten", "abstract": "One text."},
    {"id": "b", "title": "Saturday", "abstract": "Another."},
    {"id": "c", "title": "trunk", "abstract": "A third."},
]
WEAK = [
    {"id": "a", "title": "sitting", "abstract": None},
    {"id": "b", "title": "Sunday", "abstract": ""},
    {"id": "c", "title": "", "abstract": "A THIRD."},
]


def file(records, name):
    return read(json.dumps(records).encode(), name, {})


def lines(records, name):
    return read("\n".join(json.dumps(r) for r in records).encode(), name, {})


def build(*readings, **options):
    return Extraction().build(readings, options)


def scores(study, field, model):
    r = study.ratings
    return r[(r["dimension"] == field) & (r["rater"] == model)].set_index("item_id")["value"].to_dict()


def test_labels_and_one_file_a_model_make_a_leaderboard():
    study = build(file(LABELS, "labels.json"), file(GOOD, "good.json"), file(WEAK, "weak.json"))
    assert fields_in(study) == ["title", "abstract"]
    assert study.of_kind("ai") == ["good", "weak"]
    assert scores(study, "title", "good") == {"a": 1.0, "b": 1.0, "c": 0.8}
    assert scores(study, "title", "weak") == pytest.approx({"a": 4 / 7, "b": 5 / 8, "c": 0.0})


def test_every_form_of_file_gives_the_same_scores():
    table = "\n".join(["id,title,abstract", *(f"{r['id']},{r['title']},{r['abstract'] or ''}" for r in WEAK)])
    study = build(file(LABELS, "labels.json"), lines(GOOD, "good.jsonl"), read(table.encode(), "weak.csv", {}))
    other = build(file(LABELS, "labels.json"), file(GOOD, "good.json"), file(WEAK, "weak.json"))
    for field in ("title", "abstract"):
        for model in ("good", "weak"):
            assert scores(study, field, model) == scores(other, field, model)


def test_the_labels_file_is_known_by_its_name_or_the_option():
    readings = file(GOOD, "good.json"), file(LABELS, "gold_labels.json")
    assert build(*readings).of_kind("ai") == ["good"]
    readings = file(GOOD, "x.json"), file(LABELS, "y.json")
    assert build(*readings, labels="y.json").of_kind("ai") == ["x"]


def test_a_reference_has_its_text_and_no_score():
    study = build(file(LABELS, "labels.json"), file(GOOD, "good.json"))
    reference = study.ratings[study.ratings["kind"] == "reference"]
    assert reference["value"].isna().all()
    assert reference["response"].tolist()[:3] == ["kitten", "Saturday", "truck"]


def test_the_published_output_table_keeps_gold_rows_out_of_the_mean():
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["SHA", "URL", "Model", "Title", "TitleScore", "Abstract", "AbstractScore"])
    for label, weak in zip(LABELS, WEAK, strict=True):
        writer.writerow([label["id"], label["url"], "Gold", label["title"], 1.0, label["abstract"], 1.0])
        title = 1 if label["title"] == weak["title"] else {"a": 4 / 7, "b": 5 / 8, "c": 0.0}[label["id"]]
        writer.writerow([label["id"], label["url"], "weak", weak["title"], title, label["abstract"], 1.0])
    study = build(read(out.getvalue().encode(), "output.csv", {}))
    assert study.of_kind("ai") == ["weak"]
    assert scores(study, "title", "weak") == pytest.approx({"a": 4 / 7, "b": 5 / 8, "c": 0.0})
    assert "own score" not in " ".join(p.problem for p in study.problems)
    assert Extraction().detect([read(out.getvalue().encode(), "output.csv", {})]).confidence >= 0.9


def test_a_score_that_the_texts_do_not_give_is_kept_and_said():
    text = "SHA,URL,Model,Title,TitleScore\na,u,Gold,kitten,1.0\na,u,m,sitting,0.9\nb,u,Gold,x,1.0\nb,u,m,x,1.0\n"
    study = build(read(text.encode(), "o.csv", {}))
    assert scores(study, "title", "m") == {"a": 0.9, "b": 1.0}
    assert any("own score" in p.problem for p in study.problems)
    assert scores(build(read(text.encode(), "o.csv", {}), rescore=True), "title", "m")["a"] == pytest.approx(4 / 7)


def test_pairs_of_single_texts_keep_empty_and_missing_apart():
    pairs = [
        {"item_id": "both", "label": "", "prediction": ""},
        {"item_id": "invented", "label": "", "prediction": "abc"},
        {"item_id": "lost", "label": "abc", "prediction": ""},
        {"item_id": "word", "label": "None", "prediction": "none"},
        {"item_id": "unlabelled", "label": None, "prediction": "abc"},
    ]
    study = build(lines(pairs, "pairs.jsonl"))
    assert scores(study, "text", "pairs") == {
        "both": 1.0,
        "invented": 0.0,
        "lost": 0.0,
        "word": 0.75,
        "unlabelled": None,
    }
    notes = study.ratings[study.ratings["rater"] == "pairs"].set_index("item_id")["note"]
    assert notes.to_dict() == {
        "both": "both empty",
        "invented": "found though absent",
        "lost": "not found",
        "word": "case",
        "unlabelled": "found though absent",
    }


def test_pairs_of_objects_score_lists_as_sets():
    pairs = [
        {"id": "1", "ground_truth": {"creator": ["A", "B"]}, "prediction": {"creator": ["A"]}},
        {"id": "2", "ground_truth": {"creator": ["C"]}, "prediction": {}},
    ]
    study = build(lines(pairs, "m_predictions.jsonl"))
    assert study.of_kind("ai") == ["m"]
    assert scores(study, "creator", "m") == pytest.approx({"1": 2 / 3, "2": 0.0})
    sets = Extraction().tables(study)["set_scores"].iloc[0]
    assert (sets["precision"], sets["recall"], sets["f1"]) == pytest.approx((0.5, 0.25, 1 / 3))


def test_several_models_beside_one_reference():
    text = (
        "id,reference,prediction_x,prediction_y\n1,kitten and cat,kitten and cat,sitting and cat\n2,a dog,a dog,a d\n"
    )
    study = build(read(text.encode(), "two.csv", {}))
    assert study.of_kind("ai") == ["x", "y"]
    assert scores(study, "text", "x") == {"1": 1.0, "2": 1.0}


def test_semantic_scholar_answers_are_predictions():
    papers = [{"paperId": "a", "title": "kitten", "abstract": None, "authors": [{"name": "N"}]}, None]
    study = build(file(LABELS[:1], "labels.json"), file(papers, "paper.json"))
    assert scores(study, "title", "Semantic Scholar") == {"a": 1.0}
    assert scores(study, "abstract", "Semantic Scholar") == {"a": 0.0}


TEI = """<?xml version="1.0" encoding="UTF-8"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt>
<title level="a" type="main">{title}</title></titleStmt></fileDesc><profileDesc>{abstract}</profileDesc></teiHeader>
</TEI>"""


def test_grobid_headers_are_predictions_of_one_model():
    readings = [
        file(LABELS[:2], "labels.json"),
        read(TEI.format(title="kitten", abstract="<abstract><p>One text.</p></abstract>").encode(), "a.tei.xml", {}),
        read(TEI.format(title="", abstract="<abstract/>").encode(), "b.grobid.tei.xml", {}),
    ]
    study = build(*readings)
    assert study.of_kind("ai") == ["GROBID"]
    assert scores(study, "title", "GROBID") == {"a": 1.0, "b": 0.0}
    assert {p.column for p in study.problems if p.file == "b.grobid.tei.xml"} == {"title", "abstract"}


def test_a_failed_document_is_left_out_for_all_models_or_counts_nothing():
    files = (
        file(LABELS, "labels.json"),
        file(GOOD, "good.json"),
        file([*WEAK[:2], {"id": "c", "error": "timeout"}], "weak.json"),
    )
    study = build(*files)
    assert scores(study, "title", "good") == {"a": 1.0, "b": 1.0, "c": None}
    board = Extraction().tables(study)["leaderboard"]
    assert board["n"].tolist() == [2, 2, 2, 2]
    assert board["failed_documents"].iloc[0] == "1 left out for all models: c"
    zero = build(*files, failed="zero")
    assert scores(zero, "title", "good")["c"] == 0.8
    assert scores(zero, "title", "weak")["c"] == 0.0
    assert "count 0" in Extraction().tables(zero)["leaderboard"]["failed_documents"].iloc[0]


def test_a_document_without_any_prediction_has_failed():
    study = build(file(LABELS, "labels.json"), file(GOOD, "good.json"), file(WEAK[:2], "weak.json"))
    assert study.items["failed_in"].dropna().to_dict() == {"c": "weak"}
    assert [p.value for p in study.problems] == ["c"]


def test_predictions_of_unlabelled_documents_are_left_out_and_said():
    study = build(file(LABELS[:1], "labels.json"), file(GOOD, "good.json"))
    assert list(study.items.index) == ["a"]
    assert any("not among the labels" in p.problem for p in study.problems)


def test_without_references_nothing_is_scored_and_it_is_said():
    study = build(read(TEI.format(title="T", abstract="").encode(), "a.tei.xml", {}))
    assert scores(study, "title", "GROBID") == {"a": None}
    assert any("no file holds the references" in p.problem for p in study.problems)


def test_text_options_change_scores_and_are_named_in_the_result():
    pairs = [{"id": "1", "label": "A figure of sodium", "prediction": "A ﬁgure of sodium"}]
    study = build(lines(pairs, "p.jsonl"), text="nfkc,ignore-case")
    assert scores(study, "text", "p") == {"1": 1.0}
    assert Extraction().tables(study)["leaderboard"]["compared"].iloc[0] == "NFKC, case ignored"
    with pytest.raises(ReadError, match="unknown text option"):
        build(lines(pairs, "p.jsonl"), text="nope")


def test_the_published_print_out():
    study = build(file(LABELS, "labels.json"), file(GOOD, "good.json"), file(WEAK, "Weak.json"))
    block = published_text(study)
    assert block.startswith("-------- TITLE --------\nWeak---\nN: 3; Mean: ")
    assert re.search(r"good---\nN: 3; Mean: 0\.9333333333333333; Std: 0\.115470053837925\d+\n", block)
    assert "-------- ABSTRACT --------" in block


def test_models_that_are_hardly_different_cannot_be_told_apart():
    study = build(file(LABELS, "labels.json"), file(GOOD, "good.json"), file(WEAK, "weak.json"))
    words = Extraction().tables(study)["model_differences"]["words"]
    assert words.iloc[0] == "good 0.933 and weak 0.399 can't be told apart on 3 documents."
    assert "can't be told apart" in Extraction().headline(study)


def test_what_is_said_of_the_leader_and_what_tables_say_are_one_figure():
    texts = ["short title", "a title of some words", "another one", "the fourth of them", "five", "six and more"] * 2
    rows = [f"{i},{t},{t if i % 4 else t[:-1]},{t[: len(t) // (2 if i % 2 else 1)]}" for i, t in enumerate(texts)]
    study = build(read("\n".join(["id,reference,prediction_a,prediction_b", *rows]).encode(), "models.csv", {}))
    tables = Extraction().tables(study)
    best = tables["leaderboard"].sort_values("rank").iloc[0]
    assert 0 < best["low"] < best["high"] <= 1
    assert f"95 % CI {best['low']:.3f}–{best['high']:.3f} on 12 documents" in Extraction().headline(study)
    (ours,) = tables["model_differences"].to_dict("records")
    rows = comparison(study, dimension=best["dimension"], by=["rater"])
    (theirs,) = rows[rows["recommended"]].to_dict("records")
    assert [ours[k] for k in ("estimate", "low", "high", "p")] == [theirs[k] for k in ("estimate", "low", "high", "p")]


def test_the_interval_of_the_headline_is_that_of_the_leaderboard_and_ends_at_the_best_score():
    right = [{"id": str(i), "title": TEXTS[i % 9] + str(i)} for i in range(12)]
    other = [*right[:11], {"id": "11", "title": "Something else"}]
    study = build(file(right, "labels.json"), file(other, "model.json"))
    row = Extraction().tables(study)["leaderboard"].iloc[0]
    assert row["high"] <= 1
    assert f"95 % CI {row['low']:.3f}–{row['high']:.3f} on 12 documents" in Extraction().headline(study)


def test_classes_are_not_taken_for_extracted_texts():
    rows = "\n".join(["id,label,prediction", *(f"{i},{'cat' if i % 2 else 'dog'},cat" for i in range(30))])
    assert Extraction().detect([read(rows.encode(), "c.csv", {})]).confidence < 0.4


def test_texts_of_their_own_are_extraction_labels_out_of_a_few_are_not():
    texts = "id,label,prediction\n1,résumé,resume\n2,figure,ﬁgure\n3,Na⁺,Na+\n4,abc,\n"
    assert load(("pairs.csv", texts.encode())).protocol == "extraction"
    classes = "id,label,prediction\n1,cat,cat\n2,dog,cat\n3,cow,dog\n4,pig,pig\n"
    assert load(("pairs.csv", classes.encode())).protocol == "ratings"
    said = ["agree with nothing of it all", "agree with all that was said"]
    long = "id,label,prediction\n" + "".join(f"{i},{said[i % 2]},{said[0]}\n" for i in range(30))
    assert load(("pairs.csv", long.encode())).protocol == "ratings"
    numbers = "id,label,prediction\n1,3.52,3.49\n2,4.1,4.7\n3,9.25,8.75\n"
    assert load(("pairs.csv", numbers.encode())).protocol == "ratings"


SIDES = (
    ("ground_truth", "prediction"),
    ("Ground truth", "Prediction"),
    ("reference", "model_output"),
    ("reference_answer", "model output"),
    ("gold.title", "pred.title"),
    ("gold_title", "output"),
)


@pytest.mark.parametrize("names", SIDES)
@pytest.mark.parametrize("ending", ["csv", "json"])
def test_two_columns_of_texts_are_compared_however_they_are_called(names, ending):
    rows = [["a", "kitten", "kitten"], ["b", "Saturday", "Sunday"]]  # similarities 1 and 1 − 3/8
    heads = ["id", *names]
    data = (
        "\n".join(",".join(r) for r in [heads, *rows])
        if ending == "csv"
        else json.dumps([dict(zip(heads, r, strict=True)) for r in rows])
    )
    study = load((f"m.{ending}", data.encode()), protocol="extraction")
    assert study.ratings["value"].dropna().tolist() == [1.0, 0.625]


def test_one_reference_beside_several_models_whatever_is_behind_its_word():
    rows = "id,reference_answer,prediction_a,prediction_b\n1,kitten,kitten,sitting\n"
    study = load(("m.csv", rows.encode()), protocol="extraction")
    assert study.of_kind("ai") == ["a", "b"]
    assert study.ratings["value"].dropna().tolist() == pytest.approx([1.0, 4 / 7])


TEXTS = [
    "the",
    "old",
    "mill",
    "stands",
    "near",
    "a",
    "slow",
    "river",
    "while",
    "rain",
    "falls",
    "over",
    "grey",
    "hills",
]


@pytest.mark.parametrize("pair", [("reference", "output"), ("reference_answer", "model_output")])
@pytest.mark.parametrize("judged", [("annotator_1", "annotator_2"), ("fluency", "coherence")])
def test_texts_that_someone_judged_are_evidence_of_the_judgements(pair, judged):
    records = [
        {
            "id": f"q{i}",
            pair[0]: " ".join(TEXTS[i % 5 : i % 5 + 6]) + f" {i}",
            pair[1]: " ".join(TEXTS[i % 7 :]) + f" {i}",
            judged[0]: str(1 + i % 5),
            judged[1]: str(1 + i % 4),
        }
        for i in range(30)
    ]
    study = load(("rated.json", json.dumps(records).encode()))
    assert (study.protocol, len(study.ratings)) == ("ratings", 60)
    assert set(pair) <= set(study.evidence)
    alone = [{k: v for k, v in r.items() if k not in judged} for r in records]
    assert load(("alone.json", json.dumps(alone).encode())).protocol == "extraction"


def test_a_published_table_with_raters_is_about_their_judgements():
    rows = [
        {"id": str(i), "model": "ab"[i % 2], "answer": TEXTS[i % 9] + str(i), "answer_score": 1 + i % 5, "rater": who}
        for i in range(20)
        for who in ("r1", "r2")
    ]
    study = load(("rated.json", json.dumps(rows).encode()))
    assert (study.protocol, list(study.raters["name"])) == ("ratings", ["r1", "r2"])


def test_without_references_no_answer_is_called_found_though_absent():
    study = build(read(TEI.format(title="T", abstract="").encode(), "a.tei.xml", {}))
    assert study.ratings["note"].isna().all()


def test_no_predictions_is_an_error_that_says_what_to_drop():
    with pytest.raises(ReadError, match="drop the labels beside"):
        build(file(LABELS, "labels.json"), labels="labels.json")


@pytest.mark.parametrize(
    ("records", "table"),
    [
        ("meteor_test_records.jsonl", "finGreyLit_results-meteor.md"),
        ("null_baseline_test_records.jsonl", "finGreyLit_results-baseline-null.md"),
    ],
)
def test_fingreylits_published_tables_to_four_decimals(real_file, records, table):
    study = build(read(real_file("extraction", records).read_bytes(), records, {}), rules="fingreylit")
    board = Extraction().tables(study)["leaderboard"]
    board = board[board["by"] == "language"].set_index(["group", "dimension"])
    rows = re.findall(r"\| (\w\w) +\| (\S+) +\| +([\d.]+) \| +(\d+)", real_file("extraction", table).read_text("utf-8"))
    assert len(rows) == 48
    for language, field, mean, n in rows:
        assert f"{board.loc[(language, field), 'mean']:.4f}" == mean, (language, field)
        assert board.loc[(language, field), "n"] == int(n)
