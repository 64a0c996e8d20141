"""Any function that gives title and abstract is a predictor; a document it fails on is listed."""

from collections import namedtuple

import pytest

from annoeval.predictors.run import find_predictor, pdf_of, predict_all
from annoeval.problem import AnnoevalError

LABELS = [{"id": "a", "title": "T"}, {"id": "b", "title": "U"}]
Answer = namedtuple("Answer", "title abstract")


def test_the_predictor_gets_id_pdf_label_and_options(tmp_path):
    asked = []

    def mine(id, pdf, label, batch):
        asked.append((id, pdf, label["title"], batch))
        return Answer("T", None)

    predicted = predict_all(LABELS, tmp_path, mine, batch="4")
    assert asked[0] == ("a", str(tmp_path / "a" / "a.pdf"), "T", "4")
    assert predicted.model == "mine"
    assert predicted.records == [
        {"id": "a", "title": "T", "abstract": None},
        {"id": "b", "title": "T", "abstract": None},
    ]


def test_a_document_that_fails_does_not_stop_the_others():
    def breaks(id, pdf, label):
        if id == "a":
            raise RuntimeError("no text layer")
        return {"title": "U", "abstract": "x"}

    predicted = predict_all(LABELS, ".", breaks)
    assert predicted.failed == {"a": "RuntimeError: no text layer"}
    assert predicted.records[1]["title"] == "U"


@pytest.mark.parametrize(("said", "why"), [(None, "NoneType"), (Answer(5, None), "must be a text")])
def test_an_answer_that_is_no_document_counts_as_failed(said, why):
    assert why in predict_all(LABELS[:1], ".", lambda id, pdf, label: said).failed["a"]


def test_a_pdf_lies_in_its_own_folder_or_beside_the_others(tmp_path):
    assert pdf_of("a", tmp_path) == tmp_path / "a" / "a.pdf"
    (tmp_path / "a.pdf").touch()
    assert pdf_of("a", tmp_path) == tmp_path / "a.pdf"


@pytest.mark.parametrize("address", ["nothing", "no.such.module:f", "json:nothing", "json:__doc__"])
def test_an_address_without_a_function_is_an_error(address):
    with pytest.raises(AnnoevalError, match="--predictor"):
        find_predictor(address)


def test_an_address_names_a_function():
    assert find_predictor("json:dumps")({}) == "{}"
