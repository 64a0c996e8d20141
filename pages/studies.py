"""Studies: drop a file, see what it holds, open it."""

from annoeval.ui import prescoring, state
from annoeval.ui.drop import drop_zone
from annoeval.ui.found import found_card
from annoeval.ui.page import head, no_study
from annoeval.ui.shelf import example_cards, recent

study, id = state.whole(), state.study_id()
scored = study is not None and study.ratings["value"].notna().any()
with head("Studies", *(("See the scores", "straighten", "scores") if scored else ())):
    if study is not None and id is not None and not scored:
        prescoring.score_button(id, "primary")
study = None  # a large study is let go while a large file takes its place
drop_zone()
study, id = state.whole(), state.study_id()
if study is not None and id is not None:
    found_card(id, study)
elif id is not None:
    no_study()
recent()
example_cards()
