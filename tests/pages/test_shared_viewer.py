"""A visitor whose link lets them look: what they may press works, and what they may not stands grey or is not there."""

import pytest

from annoeval.review.annotators import annotators_of, invite
from annoeval.review.design import first, keep
from annoeval.review.grants import access, give, shown
from annoeval.review.meeting import agenda, start
from annoeval.review.roles import Role
from annoeval.ui import allowed, state
from annoeval.ui.review.head import VIEWS as VIEWS_OF_REVIEW

FILE = "item_id,caption,AI,Ana,Ben\n" + "".join(
    f"{n},text {n},{n % 3},{n % 3},{(n + n // 5) % 3}\n" for n in range(1, 9)
)
PAGES = [("", ""), ("annotate", ""), ("scores", ""), ("agreement", ""), ("report", "")]
VIEWS = [("review", view) for view in ("", "table", "meeting", "team", "history")]
OWNERS = {"Rename or remove", "Change what the columns mean", "Invite", "Save the design"}
REVIEWERS = {"Start the meeting", "Undo", "Redo", "Save"}
LEADING = {"Share this view", "Keys", "More", "Open", "One by one", *(title for title, _ in VIEWS_OF_REVIEW.values())}


@pytest.fixture
def shared(store, add, monkeypatch):
    """Gives the tokens that the browser holds, and a study with a decision, an annotator and a meeting."""
    monkeypatch.setenv("ANNOEVAL_ACCESS", "links")
    monkeypatch.setattr(state, "person", lambda: "Eve")
    monkeypatch.setattr(state, "FRESH", -1.0)
    held = []
    monkeypatch.setattr(state.hosting, "links_held", lambda cookies: held)
    id = add(FILE)
    base = store.base(id)
    dimension = next(iter(base.dimensions))
    store.decide(id, base.items.index[0], dimension, base.dimensions[dimension].categories[0], reviewer="Cleo")
    keep(store, id, first(base), "Cleo")
    invite(store, id, "A1")
    points = agenda(store.study(id))
    held_meeting = start(store, id, "Cleo", ["Cleo"], "Meeting", 12, points[:2]) if points else None
    return held, id, held_meeting


def enabled(page):
    return {b.label for b in page.app.button if not b.disabled}


@pytest.mark.parametrize(("name", "view"), [*PAGES, *VIEWS])
def test_what_a_viewer_may_press_is_no_button_that_is_refused(name, view, shared, store, visit):
    held, id, _ = shared
    held.append(shown(store, give(store, id, Role.VIEWER, "Cleo")))
    before = store.version(id)
    more = {"view": view} if view else {}
    page = visit(name, study=id, **more).sound()
    assert not enabled(page) & (OWNERS | REVIEWERS)
    for label in sorted(enabled(page) - LEADING):
        page = visit(name, study=id, **more).press(label).sound()
    assert store.version(id) == before
    page.card and page.send("answer", value=0)
    assert store.version(id) == before


def test_a_viewer_in_a_meeting_looks_on_and_does_not_join(shared, store, visit):
    held, id, opened = shared
    held.append(shown(store, give(store, id, Role.VIEWER, "Cleo")))
    before = store.version(id)
    page = visit("review", study=id, view="meeting", meeting=opened.id).sound()
    assert "0 of 1 voted" in page.words
    assert not page.card
    assert "Show the votes" not in page.buttons
    assert store.version(id) == before


def test_a_viewer_has_nothing_to_fill_in_for_a_meeting_and_looks_on_at_one(shared, store, visit):
    held, id, _ = shared
    held.append(shown(store, give(store, id, Role.VIEWER, "Cleo")))
    page = visit("review", study=id, view="meeting").sound()
    assert not page.app.number_input
    assert "0 of 1 voted" in page.press("Look on").sound().words


def test_a_button_that_is_not_for_a_viewer_says_whose_it_is(shared, store, visit):
    held, id, _ = shared
    held.append(shown(store, give(store, id, Role.VIEWER, "Cleo")))
    page = visit("", study=id).sound()
    grey = {b.label: b.help for b in page.app.button if b.disabled}
    assert grey["Change what the columns mean"] == allowed.WHOSE[Role.OWNER]


def test_links_of_annotators_are_shown_to_owners_only(shared, store, visit):
    held, id, _ = shared
    secret = annotators_of(store, id)[0].token
    assert secret
    for role, seen in ((Role.VIEWER, False), (Role.REVIEWER, False), (Role.OWNER, True)):
        token = shown(store, give(store, id, role, "Cleo"))
        mine = store.seen_by(access(store, [token]))
        assert [a.token for a in annotators_of(mine, id)] == [secret if seen else ""]
        held[:] = [token]
        assert any(secret in c.value for c in visit("annotate", study=id).sound().app.code) == seen


def test_an_owner_has_every_button(shared, store, visit):
    held, id, _ = shared
    held.append(shown(store, give(store, id, Role.OWNER, "Cleo")))
    assert not [b.label for b in visit("", study=id).sound().app.button if b.help in allowed.WHOSE.values()]
    assert enabled(visit("annotate", study=id)) >= {"Invite", "Save the design"}
    assert visit("review", study=id).card
