"""A person who bears an AI's name is still another rater."""

from annoeval.ratings import matrix


def test_a_reviewer_called_ai_is_compared_with_the_ai(store, id):
    store.decide(id, "f1", "caption", 2, reviewer="AI")
    rated = matrix(store.study(id), "caption")
    assert rated.loc["f1", "AI"] == 0
    assert rated.loc["f1", "AI (reviewer)"] == 2


def test_an_annotator_of_the_file_who_reviews_is_one_person(store, id):
    store.decide(id, "f1", "caption", 2, reviewer="Ana")
    assert "Ana" in matrix(store.study(id), "caption")
