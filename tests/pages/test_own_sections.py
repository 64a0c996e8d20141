"""What only one protocol asks, on the pages that all share."""

import pytest


def test_the_answer_of_a_recall_experiment_stands_on_studies_at_once(visit, example):
    screen = visit("studies", study=example("recall")).sound()
    assert "against" in screen.answer
    assert "Confidence" in screen.answer
    assert "n = 36 + 36" in screen.answer


@pytest.mark.parametrize(
    ("page", "questions"),
    [
        ("scores", ("Is recall above chance?", "Are some slots easier?", "How many trials count?")),
        ("comparison", ("How many more trials would settle it?",)),
    ],
)
def test_recalls_questions_are_answered_on_their_pages(visit, example, page, questions):
    screen = visit(page, study=example("recall")).sound()
    for question in questions:
        assert question in screen.words


def test_what_a_page_says_of_every_study_is_not_said_again_by_a_protocol(visit, example):
    study = example("recall")
    assert "Does the condition matter?" not in visit("comparison", study=study).words
    assert "Does confidence track accuracy?" not in visit("confidence", study=study).words


def test_the_leaderboard_says_who_leads_and_who_cannot_be_told_apart(visit, example):
    screen = visit("comparison", study=example("extraction")).sound()
    assert "Leaderboard: Title" in screen.words
    assert "can't be told apart" in screen.words
    assert "Failed documents: 2 left out for all models: p07, p21." in screen.words


def test_the_confidence_of_several_models_is_ranked(visit, example):
    screen = visit("confidence", study=example("confidence")).sound()
    assert "Whose confidence tells right from wrong?" in screen.words
    assert "AUROC" in screen.words


def test_a_protocol_without_questions_of_its_own_adds_nothing(visit, example):
    assert "Leaderboard" not in visit("scores", study=example("ratings")).sound().words


def test_how_a_file_is_read_can_be_changed_and_shows_what_comes_of_it(visit, example):
    screen = visit("studies", study=example("recall")).press("Change what the columns mean").sound()
    assert "How answers stand in the raw text" in screen.words
    assert "secrets and" in screen.words
    assert "confidences can be read" in screen.words


def test_extraction_names_its_ways_of_comparing(visit, example):
    screen = visit("studies", study=example("extraction")).press("Change what the columns mean").sound()
    assert "Texts are compared" in screen.words
    assert "A document in which a model failed" in screen.words
