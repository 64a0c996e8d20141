"""Review → Variants: answers that come near their target are accepted once for all."""

from annoeval.ui import state


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
