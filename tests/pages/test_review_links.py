"""Review: a link that was cut short or comes from another study opens the usual queue."""

import json
from dataclasses import replace

import pytest

from annoeval.ui import state

CUT = [{"threshold": "nan"}, {"dimension": "of_another_study"}, {"rule": "nonsense"}]


@pytest.fixture(autouse=True)
def named(monkeypatch):
    """The test client has no cookies to remember a name in."""
    monkeypatch.setattr(state, "person", lambda: "Ann")


@pytest.mark.parametrize("part", CUT, ids=["no number", "another dimension", "no rule"])
def test_a_link_that_does_not_fit_the_study_opens_its_usual_queue(visit, example, part):
    study = example("figures")
    usual = visit("review", study=study).sound().words
    assert visit("review", **{"study": study, "rule": "low", **part}).sound().words == usual


def papers(store):
    right = [{"id": f"d{i}", "title": f"The title number {i} of a paper"} for i in range(12)]
    other = [{"id": f"d{i}", "title": "" if i == 7 else "Quite another"} for i in range(12)]
    files = [("labels.json", right), ("good.json", right), ("weak.json", other)]
    return store.add_study([(name, json.dumps(records).encode()) for name, records in files])


def test_a_link_narrows_the_queue_to_a_model_and_a_kind_of_match(visit, store):
    screen = visit("review", study=papers(store), rule="unreviewed", ai="weak", note="not found").sound()
    assert "d7" in screen.words
    assert "0 of 1" in screen.words
    assert screen.app.selectbox(key="ae_q_rater").value == "weak"
    assert screen.app.multiselect(key="ae_q_notes").value == ["not found"]


def test_model_and_kind_are_chosen_on_the_page_and_stand_in_the_link(visit, store):
    screen = visit("review", study=papers(store)).sound()
    assert "0 of 12" in screen.words
    screen.app.selectbox(key="ae_q_rater").set_value("good")
    screen.settle().sound()
    screen.app.multiselect(key="ae_q_notes").set_value(["exact"])
    screen.settle().sound()
    assert screen.app.query_params["ai"] == "good"
    assert screen.app.query_params["note"] == "exact"
    assert screen.app.multiselect(key="ae_q_notes").options == ["exact (12)"]


def test_a_model_of_another_study_opens_the_usual_queue(visit, store):
    study = papers(store)
    assert visit("review", study=study, rule="all", ai="gone").sound().words == visit("review", study=study).words


def test_texts_side_by_side_stand_there_once_and_an_empty_one_says_so(visit, store):
    words = visit("review", study=papers(store), rule="all", ai="weak", note="not found").sound().words
    assert "Answers as given" not in words
    assert "Not scored by the AI" not in words
    assert "Empty" in words
    other = visit("review", study=papers(store), rule="all", ai="weak", note="wrong").sound().words
    assert other.count("Quite another") == 1


def test_the_history_of_a_blind_study_hides_what_others_said_until_the_own_answer(visit, store, add):
    from annoeval.review import rubric

    id = add("item_id,caption,ai_caption_score\nf1,a bird,0\nf2,a tree,1\n")
    rubric.edit(store.database, id, replace(rubric.of(store.database, id), blind=True), "Ana")
    store.decide(id, "f1", "caption_score", 2, reviewer="Ana", note="faithful")
    seen = visit("review", study=id, view="history").sound()
    assert "The study is blind" in seen.words
    assert not any("faithful" in str(table.to_numpy()) for table in seen.tables)
