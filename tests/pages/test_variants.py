"""Review → Variants: answers that come near their target are accepted once for all."""

import time

from annoeval.problem import AnnoevalError
from annoeval.scoring import semantic
from annoeval.ui import state
from annoeval.ui.work import work


def test_all_forms_with_the_same_words_are_accepted_at_once_and_taken_back(visit, example, store, monkeypatch):
    monkeypatch.setattr(state, "person", lambda: "Ann")
    id = example("recognition")
    page = visit("review", study=id, view="variants").sound()
    assert "of answers come near their target" in page.answer
    [label] = [b for b in page.buttons if b.startswith("Accept the")]
    before = rule(store, id)
    page.press(label)
    assert rule(store, id) > before
    assert "accepted" in page.answer
    page.press("Undo my last")
    assert rule(store, id) == before


def test_only_studies_with_answers_in_own_words_have_variants(visit, example):
    page = visit("review", study=example("recognition"))
    assert "Variants" in page.buttons
    assert "Variants" not in visit("review", study=example("figures")).buttons


def rule(store, id) -> int:
    ratings = store.study(id).ratings
    return int((ratings.loc[ratings["dimension"] == "recognised_auto", "value"] == 1).sum())


def test_without_a_name_nothing_is_decided(visit, example, monkeypatch):
    monkeypatch.setattr(state, "person", lambda: "")
    page = visit("review", study=example("recognition"), view="variants").sound()
    assert "Give your name" in page.words
    assert all(b.disabled for b in page.app.button if b.label.startswith("Accept"))


def test_meanings_are_compared_beside_the_page_and_shown_from_then_on(visit, add, store, monkeypatch, tmp_path):
    monkeypatch.setattr(state, "person", lambda: "Ann")
    rows = "1,grasping at straws,A1,clutching at straws\n1,grasping at straws,A2,grasping at straws\n"
    id = add("image_id,target_idiom,annotator_id,response_raw\n" + rows, "raw.csv")
    known = {}
    monkeypatch.setattr(semantic, "kept", lambda pairs: [known.get(p) for p in pairs])
    monkeypatch.setattr(semantic, "stored", lambda: len(known))

    def cosine(pairs, report):
        known.update(dict.fromkeys(pairs, 0.78))
        return [0.78] * len(pairs)

    monkeypatch.setattr(semantic, "cosine", cosine)
    page = visit("review", study=id, view="variants").sound()
    assert "No answer that the rule finds wrong" in page.answer
    page.press("Compare meanings of 1 form")
    assert wait_for(lambda: work().job(f"meaning {id}").over)
    page.settle().sound()
    assert "1 form" in page.answer
    assert "Meanings are compared" in page.words


def test_without_a_model_the_page_says_so_and_works_on(visit, add, monkeypatch):
    rows = "1,grasping at straws,A1,clutching at straws\n1,break the ice,A2,snow\n"
    id = add("image_id,target_idiom,annotator_id,response_raw\n" + rows, "raw.csv")

    def cosine(pairs, report):
        raise AnnoevalError("The embedding model is not installed.")

    monkeypatch.setattr(semantic, "cosine", cosine)
    page = visit("review", study=id, view="variants").press("Compare meanings of 2 forms")
    assert wait_for(lambda: work().job(f"meaning {id}").over)
    page.settle()
    assert "not installed" in page.app.error[0].value
    assert not page.app.exception


def wait_for(over, seconds=10.0):
    end = time.monotonic() + seconds
    while not over() and time.monotonic() < end:
        time.sleep(0.02)
    return over()
