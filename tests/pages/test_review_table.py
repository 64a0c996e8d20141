"""Review, table mode: which rows are on screen."""

import pytest

from annoeval.ui import state

FILE = "item_id,caption,ai_caption_score\n" + "".join(f"f{i},bird {i % 2},{i % 3}\n" for i in range(160))


@pytest.mark.parametrize("changed", ["search", "order"])
def test_other_rows_are_seen_from_the_first_on(visit, add, monkeypatch, changed):
    monkeypatch.setattr(state, "person", lambda: "Ana")
    screen = visit("review", study=add(FILE), view="table", rule="all").sound()
    screen.app.session_state["ae_page"] = 2
    screen.settle().sound()
    assert screen.sheet[0][0] == "f50"
    if changed == "search":
        screen.app.text_input(key="ae_search").set_value("bird 0")
    else:
        screen.app.selectbox(key="ae_order").set_value("Not answered first")
    assert screen.settle().sound().sheet[0][0] == "f0"
