"""Studies: drop a file, see what it holds, open it."""

from annoeval.ui import state
from annoeval.ui.drop import drop_zone
from annoeval.ui.found import form_is_open, found_action, found_card
from annoeval.ui.notices import of_uploads
from annoeval.ui.page import head, no_study, say
from annoeval.ui.shelf import example_cards, recent

top = head("Studies")
if state.study_id() is None:
    say(
        "annoeval turns files of human and AI judgements into corrected scores and numbers that hold up in a paper, "
        "for researchers who evaluate AI output, and the people who check it with them."
    )
asked = drop_zone()  # before the study is fetched: a large one is let go while a large file takes its place
of_uploads()
study, id = state.whole(), state.study_id()
if study is not None and id is not None:
    with top:  # a form that waits for an answer has the page's one main button
        found_action(id, study, main=not asked and not form_is_open())
    found_card(id, study)
elif id is not None:
    no_study()
recent()
example_cards()
