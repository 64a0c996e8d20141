"""Review: who is asked for a second opinion finds the first nowhere before giving theirs."""

import pytest

from annoeval.review import assignments
from annoeval.ui import state

FILE = "item_id,caption,ai_caption_score\nf1,a bird,0\nf2,a tree,1\n"


@pytest.fixture
def study(store, add, monkeypatch):
    """Both items are Ana's and Ben's; Ana said 2 and why; Ben sits at the screen."""
    monkeypatch.setattr(state, "person", lambda: "Ben")
    id = add(FILE)
    assignments.assign(store, id, ["f1", "f2"], ["Ana", "Ben"], "Ana", share=1.0)
    store.decide(id, "f1", "caption_score", 2, reviewer="Ana", note="faithful")
    return id


def seen(screen):
    return screen.words + " ".join(str(table.to_numpy()) for table in screen.tables)


def test_the_history_leaves_it_out_and_says_so(visit, store, study):
    screen = visit("review", study=study, view="history").sound()
    assert "faithful" not in seen(screen)
    assert "left out here until you have answered" in screen.words
    assert "No final score differs" in screen.words
    store.decide(study, "f1", "caption_score", 0, reviewer="Ben")
    screen = visit("review", study=study, view="history").sound()
    assert "faithful" in seen(screen)


def test_the_first_reviewer_sees_their_own(visit, study, monkeypatch):
    monkeypatch.setattr(state, "person", lambda: "Ana")
    assert "faithful" in seen(visit("review", study=study, view="history").sound())


def test_the_buttons_that_download_say_what_is_held_back(visit, study, monkeypatch):
    def helps():
        screen = visit("review", study=study, view="table").sound()
        return {b.proto.help for b in screen.app.get("download_button")}

    assert all("have not answered yet" in words for words in helps())
    monkeypatch.setattr(state, "person", lambda: "Cleo")
    assert helps() == {""}
