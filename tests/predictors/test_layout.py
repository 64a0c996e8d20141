"""A layout model finds title and abstract in PDFs: a small random LayoutLM is taught three papers, and then asked."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from safetensors.numpy import load_file, save_file

from annoeval.__main__ import main
from annoeval.pdf import Page, Pdf, Word
from annoeval.predictors import LayoutModel, PredictionError, predict_all
from annoeval.predictors.layout import stitched
from annoeval.predictors.token_labels import scaled, separated
from annoeval.problem import AnnoevalError
from tests.predictors.papers import paper

pytestmark = pytest.mark.xdist_group("layout")  # taught once, by the process that runs these
HERE = Path(__file__).parent
PAPERS = {
    "owls": (
        ["Owls of the northern", "forests at night"],
        [["Owls hunt at night and the infor-", "mation about them is rare."], ["A second paragraph says more."]],
    ),
    "rivers": (["How rivers turn"], [["Rivers turn where the ground is soft", "and old pat-", "terns say so."]]),
    "bread": (["Bread rises with", "patience"], [["Bread needs time. We measure", "state-of-the-art ovens."]]),
}
FOUND = {
    "owls": (
        "Owls of the northern forests at night",
        "Owls hunt at night and the information about them is rare.\nA second paragraph says more.",
    ),
    "rivers": ("How rivers turn", "Rivers turn where the ground is soft and old patterns say so."),
    "bread": ("Bread rises with patience", "Bread needs time. We measure state-of-the-art ovens."),
}


def asked(page):
    return {
        "words": [w.text for w in page.words],
        "boxes": [w.box for w in page.words],
        "lines": [w.line for w in page.words],
        "blocks": [w.block for w in page.words],
        "size": [page.width, page.height],
    }


def labelled(title, abstract, page):
    """The page's words, each with the label that the lines it was drawn from say."""
    n_title, n_abstract = (len(" ".join(lines).split()) for lines in (title, [w for part in abstract for w in part]))
    words = [w.text for w in page.words]
    author = words.index("A.", n_title) + 2
    labels = ["title"] * n_title + ["other"] * (author - n_title) + ["abstract"] * n_abstract
    return asked(page) | {"labels": labels + ["other"] * (len(words) - len(labels))}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """PDFs of the three papers in `pdfs`, and in `model` a LayoutLM that has learned them."""
    root = tmp_path_factory.mktemp("layout")
    pages = []
    for key, (title, abstract) in PAPERS.items():
        (root / "pdfs" / key).mkdir(parents=True)
        (root / "pdfs" / key / f"{key}.pdf").write_bytes(paper(title, abstract))
        with Pdf(root / "pdfs" / key / f"{key}.pdf") as pdf:
            pages.append(labelled(title, abstract, pdf.page(0)))
    taught = subprocess.run(
        [sys.executable, str(HERE / "train_layout.py"), str(root / "model")],
        input=json.dumps(pages),
        text=True,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(HERE.parents[1]), "HF_HUB_OFFLINE": "1"},
    )
    assert taught.returncode == 0, taught.stderr[-2000:]
    (root / "labels.json").write_text(
        json.dumps([{"id": key, "url": "", "title": t, "abstract": a} for key, (t, a) in FOUND.items()])
    )
    return root


@pytest.fixture(scope="module")
def model(folder):
    with LayoutModel("ivila", folder / "model") as model:
        yield model


@pytest.mark.model
def test_it_finds_the_papers_it_was_taught(folder, model):
    for key, (title, abstract) in FOUND.items():
        found = model(key, str(folder / "pdfs" / key / f"{key}.pdf"))
        assert (found.title, found.abstract) == (title, abstract)


@pytest.mark.model
def test_the_command_scores_it(folder, capsys):
    run = ["evaluate", "--labels-json-path", str(folder / "labels.json"), "--pdfs-basedir", str(folder / "pdfs")]
    assert main([*run, "--vila-type", "ivila", "--vila-model-path", str(folder / "model"), "--text"]) == 0
    out = capsys.readouterr().out
    assert "-------- TITLE --------\nmodel---\nN: 3; Mean: 1.0; Std: 0.0" in out
    assert "-------- ABSTRACT --------\nmodel---\nN: 3; Mean: 1.0; Std: 0.0" in out


@pytest.mark.model
def test_a_document_that_fails_is_listed_and_the_others_are_read(folder, model, tmp_path):
    (tmp_path / "scan.pdf").write_bytes(paper([], [], text=False))
    (tmp_path / "locked.pdf").write_bytes(paper(["x"], [], password="secret"))
    (tmp_path / "no.pdf").write_bytes(b"not a PDF")
    (tmp_path / "bread.pdf").write_bytes((folder / "pdfs" / "bread" / "bread.pdf").read_bytes())
    seen = []
    labels = [{"id": key} for key in ("scan", "locked", "no", "gone", "bread")]
    predicted = predict_all(labels, tmp_path, model, progress=lambda done, of: seen.append((done, of)))
    assert predicted.model == "model"
    assert predicted.failed["scan"] == "scan.pdf has no text: it holds pictures of pages only."
    assert "locked.pdf is locked by a password" in predicted.failed["locked"]
    assert "no.pdf is no PDF" in predicted.failed["no"]
    assert "can't be opened" in predicted.failed["gone"]
    assert predicted.records[-1]["title"] == "Bread rises with patience"
    assert seen[-1] == (5, 5)


@pytest.mark.parametrize(
    ("config", "why"),
    [
        (None, "is no folder of a model"),
        ({"model_type": "bert", "id2label": {"0": "title"}}, "is a bert model; ivila needs a LayoutLM"),
        (
            {"model_type": "layoutlm", "id2label": {"0": "yes", "1": "no"}},
            "has neither a label title nor a label abstract",
        ),
    ],
)
def test_a_model_that_cannot_be_used_is_said_before_any_document_is_read(tmp_path, capsys, config, why):
    folder = tmp_path / "other"
    folder.mkdir()
    if config is not None:
        (folder / "config.json").write_text(json.dumps(config))
    (tmp_path / "labels.json").write_text(json.dumps([{"id": "a", "title": "t", "abstract": "b"}]))
    run = ["evaluate", "--labels-json-path", str(tmp_path / "labels.json"), "--pdfs-basedir", str(tmp_path)]
    assert main([*run, "--vila-type", "ivila", "--vila-model-path", str(folder)]) == 1
    out, err = capsys.readouterr()
    assert why in err
    assert err.count("\n") == 1
    assert out == ""


@pytest.mark.model
def test_weights_without_a_trained_classifier_are_no_model(folder, tmp_path):
    shutil.copytree(folder / "model", tmp_path, dirs_exist_ok=True)
    weights = load_file(tmp_path / "model.safetensors")
    save_file(
        {n: w for n, w in weights.items() if not n.startswith("classifier")},
        tmp_path / "model.safetensors",
        {"format": "pt"},
    )
    with pytest.raises(AnnoevalError, match="has no trained classifier"), LayoutModel("ivila", tmp_path):
        pass


def test_hvila_without_its_package_is_said(tmp_path):
    with pytest.raises(AnnoevalError, match="hvila needs the package vila"), LayoutModel("hvila", tmp_path):
        pass


def test_the_two_arguments_belong_together(capsys):
    with pytest.raises(SystemExit):
        main(["evaluate", "--labels-json-path", "labels.json", "--vila-type", "ivila"])
    assert "--vila-type and --vila-model-path belong together" in capsys.readouterr().err


def test_a_separator_stands_between_blocks_with_the_box_of_the_block_before():
    page = {
        "words": ["a", "[BLK]", "c"],
        "boxes": [[0, 0, 5, 5], [6, 1, 9, 5], [0, 20, 5, 25]],
        "blocks": [0, 0, 1],
        "size": [600, 800],
    }
    words, boxes, places = separated(page, "blocks", "[BLK]")
    assert words == ["a", "BLK", "[BLK]", "c"]  # the paper's own "[BLK]" is a word
    assert boxes == [[0, 0, 5, 5], [6, 1, 9, 5], [0, 0, 9, 5], [0, 20, 5, 25]]
    assert places == [0, 1, 3]


def test_points_are_kept_and_pages_beyond_1000_are_reduced():
    assert scaled((10.6, 20, 30, 40), 600, 800) == [10, 20, 30, 40]
    assert scaled((100, 0, 2000, 500), 1000, 2000) == [50, 0, 1000, 250]


def text_of(*words, between="\n"):
    """Stitched from (text, line, block), all labelled."""
    page = Page(600, 800, tuple(Word(t, (0, 0, 1, 1), line, block) for t, line, block in words))
    return stitched([page], [["abstract"] * len(words)], "abstract", between)


def test_words_are_joined_over_a_lines_end():
    assert text_of(("infor-", 0, 0), ("mation", 1, 0)) == "information"
    assert text_of(("pre-", 0, 0), ("and", 0, 0), ("post-war", 1, 0)) == "pre- and post-war"
    assert text_of(("Levenberg-", 0, 0), ("Marquardt", 1, 0)) == "Levenberg- Marquardt"


def test_a_hyphen_stays_where_the_document_writes_it_elsewhere():
    assert (
        text_of(("well-", 0, 0), ("known.", 1, 0), ("Well", 1, 0), ("well-known", 1, 0))
        == "well-known. Well well-known"
    )


def test_a_block_is_a_paragraph_unless_it_goes_on_in_mid_sentence():
    assert text_of(("One.", 0, 0), ("Two.", 1, 1)) == "One.\nTwo."
    assert text_of(("One", 0, 0), ("more", 1, 1)) == "One more"
    assert text_of(("One:", 0, 0), ("Two", 1, 1), between=" ") == "One: Two"


def test_nothing_found_is_none():
    assert stitched([Page(600, 800, (Word("a", (0, 0, 1, 1), 0, 0),))], [[None]], "title", " ") is None


STAND_IN = """
import os

class HierarchicalPDFPredictor:
    id2label = {0: "TITLE", 1: "other"}

    @classmethod
    def from_pretrained(cls, path):
        return cls()

    def predict(self, page_data, page_size, return_type):
        assert return_type == "list"
        assert len(page_data["bbox"]) == len(page_data["block_ids"]) == len(page_data["line_ids"])
        if "die" in page_data["words"]:
            os._exit(3)
        if "break" in page_data["words"]:
            raise AssertionError("a word was lost")
        return ["TITLE"] * len(page_data["words"])
"""


def page_of(word):
    return Page(600, 800, (Word(word, (0, 0, 1, 1), 0, 0),))


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """A package in the place of `vila`, with its interface."""
    (tmp_path / "vila").mkdir()
    (tmp_path / "vila" / "__init__.py").touch()
    (tmp_path / "vila" / "predictors.py").write_text(STAND_IN)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


def test_work_that_is_stopped_leaves_no_process(stand_in, tmp_path):
    def stops(done, of):
        raise KeyboardInterrupt

    model = LayoutModel("hvila", "any")
    with model:
        process = model._process
        with pytest.raises(KeyboardInterrupt):
            predict_all([{"id": "bread"}, {"id": "owls"}], tmp_path, model, progress=stops)
    assert process.poll() is not None


def test_hvila_asks_its_package_and_what_breaks_there_fails_one_document(stand_in):
    with LayoutModel("hvila", "any") as model:
        assert model._labels(page_of("owl")) == ["title"]
        with pytest.raises(PredictionError, match="failed on a page: a word was lost"):
            model._labels(page_of("break"))
        with pytest.raises(PredictionError, match="ended too early"):
            model._labels(page_of("die"))
        assert model._labels(page_of("owl")) == ["title"]  # the process was started again
