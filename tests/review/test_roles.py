"""Who may do what with a study: the store itself says no, not only the screen."""

from datetime import UTC, datetime, timedelta

import pytest

from annoeval.problem import AnnoevalError
from annoeval.review import annotators, assignments, design, grants, meeting, rubric, transfer
from annoeval.review.grants import access, by_token, give, given, shown, take
from annoeval.review.roles import Access, NotAllowed, Role
from annoeval.review.rule import Rule
from annoeval.review.tables import grants as table


def token_of(store, id, role, **more):
    return shown(store, give(store, id, role, "Ana", **more))


@pytest.fixture
def viewer(store, id):
    return store.seen_by(access(store, [token_of(store, id, Role.VIEWER)]))


@pytest.fixture
def reviewer(store, id):
    return store.seen_by(access(store, [token_of(store, id, Role.REVIEWER)]))


@pytest.fixture
def owner(store, id):
    return store.seen_by(access(store, [token_of(store, id, Role.OWNER)]))


WRITES = {
    "decide": lambda s, id: s.decide(id, "f1", "caption", 2, reviewer="Eve"),
    "exclude": lambda s, id: s.exclude(id, "f1", "Eve"),
    "undo": lambda s, id: s.undo(id, "Eve"),
    "pair": lambda s, id: s.pair(id, "f1", None, reviewer="Eve"),
    "variant": lambda s, id: s.variant(id, [("a", "b")], True, reviewer="Eve"),
    "assign": lambda s, id: assignments.assign(s, id, ["f1"], ["Eve"], "Eve"),
    "send back": lambda s, id: assignments.send_back(s, id, "f1", "Ana", "again", "Eve"),
    "queue": lambda s, id: assignments.save_queue(s, id, "mine", Rule("all"), "Eve"),
    "meeting": lambda s, id: meeting.start(s, id, title="m", people=["Eve"], minutes=30, by="Eve"),
    "rubric": lambda s, id: rubric.edit(s.database, id, rubric.Rubric(), "Eve"),
}
OWNERS = {
    "rename": lambda s, id: s.rename(id, "mine", "Eve"),
    "replace": lambda s, id: s.replace_files(id, [("scores.csv", b"other")], "Eve"),
    "remove": lambda s, id: s.remove(id),
    "design": lambda s, id: design.keep(s, id, design.Design(title="mine"), "Eve"),
    "invite": lambda s, id: annotators.invite(s, id),
    "give": lambda s, id: give(s, id, Role.OWNER, "Eve"),
    "see links": lambda s, id: given(s, id),
}
READS = {
    "study": lambda s, id: s.study(id),
    "base": lambda s, id: s.base(id),
    "files": lambda s, id: s.files(id),
    "events": lambda s, id: s.events(id),
    "version": lambda s, id: s.version(id),
    "standing": lambda s, id: s.standing(id),
    "export": transfer.exported,
    "annotators": annotators.annotators_of,
}


@pytest.mark.parametrize("what", [*WRITES, *OWNERS])
def test_a_viewer_writes_nothing(viewer, store, id, what):
    before = store.version(id)
    with pytest.raises(NotAllowed):
        {**WRITES, **OWNERS}[what](viewer, id)
    assert store.version(id) == before


@pytest.mark.parametrize("what", OWNERS)
def test_what_changes_a_study_for_all_needs_the_owners_link(reviewer, id, what):
    with pytest.raises(NotAllowed, match="as owner"):
        OWNERS[what](reviewer, id)


def test_a_viewer_reads_and_a_reviewer_judges(viewer, reviewer, id):
    assert len(viewer.study(id).items) == 6
    reviewer.decide(id, "f1", "caption", 2, reviewer="Ben")
    assert "Ben" in set(viewer.study(id).ratings["rater"])


@pytest.mark.parametrize("what", READS)
def test_an_expired_link_reads_nothing(store, id, what):
    token = token_of(store, id, Role.OWNER, days=1)
    late = datetime.now(UTC) - timedelta(seconds=1)
    with store.everything.write() as connection:
        connection.execute(table.update().values(expires=late.isoformat()))
    visitor = store.seen_by(access(store, [token]))
    with pytest.raises(NotAllowed):
        READS[what](visitor, id)
    with pytest.raises(AnnoevalError, match="has ended"):
        by_token(store, token)


def test_a_link_that_ends_while_a_page_is_open_ends_there(store, id):
    visitor = store.seen_by(access(store, [token_of(store, id, Role.VIEWER, days=1)]))
    visitor.study(id)
    held = visitor.database.access.grants
    held[0] = type(held[0])(**{**vars(held[0]), "expires": datetime.now(UTC).isoformat()})
    with pytest.raises(NotAllowed):
        visitor.study(id)


def test_a_link_taken_back_opens_nothing(owner, store, id):
    grant = give(owner, id, Role.REVIEWER, "Ana")
    token = shown(store, grant)
    take(owner, id, grant.id, "Ana")
    with pytest.raises(NotAllowed):
        store.seen_by(access(store, [token])).base(id)


def test_the_last_owner_is_not_shut_out(owner, id):
    (mine,) = [g for g in given(owner, id) if g.role == Role.OWNER]
    with pytest.raises(NotAllowed, match="last way in"):
        take(owner, id, mine.id, "Ana")


def test_without_a_link_nothing_is_listed_or_guessed(store, id):
    stranger = store.seen_by(Access())
    assert stranger.studies().empty
    for guess in (id, f"{id}-0", "", "x"):
        with pytest.raises(NotAllowed):
            stranger.base(guess)
    assert not access(store, ["", "a", "x" * 43]).grants


def test_what_a_visitor_brings_is_theirs_alone(store, id):
    """The same file gives the same id to all on an open server; where links count, it gives no way into another's."""
    kept = []
    ana = store.seen_by(Access(keep=kept.append))
    ben = store.seen_by(Access())
    file = [("scores.csv", b"item_id\nf1\n")]
    hers, his = ana.add_study(file), ben.add_study(file)
    assert len({id, hers, his}) == 3
    assert ana.add_study(file) == hers
    assert list(ana.studies()["id"]) == [hers]
    with pytest.raises(NotAllowed):
        ben.base(hers)
    again = store.seen_by(access(store, kept))
    again.decide(hers, "f1", "caption", 2, reviewer="Ana")
    again.remove(hers)
    assert again.add_study(file) == hers


def test_an_account_has_the_roles_given_to_it(store, id):
    give(store, id, Role.REVIEWER, "Ana", account="Ben@Example.org")
    ben = store.seen_by(access(store, [], "ben@example.org"))
    ben.decide(id, "f1", "caption", 2, reviewer="Ben")
    with pytest.raises(NotAllowed):
        store.seen_by(access(store, [], "eve@example.org")).base(id)


def test_tokens_are_kept_as_digests_only(store, id):
    tokens = [token_of(store, id, Role.OWNER), annotators.invite(store, id).token]
    with store.everything.read() as connection:
        said = [str(connection.execute(t.select()).all()) for t in (table, annotators.annotators)]
    for token in tokens:
        assert len(token) == 43
        assert not any(token in s for s in said)
    assert annotators.annotators_of(store, id)[0].token == tokens[1]


def test_where_the_secret_is_lost_sent_links_work_and_new_ones_can_be_made(store, id):
    sent = annotators.invite(store, id)
    (store.home / "secret").unlink()
    (later,) = annotators.annotators_of(store, id)
    assert later.token == ""
    assert annotators.by_token(store, sent.token).name == sent.name
    new = annotators.renew(store, id, sent.name)
    assert annotators.by_token(store, new.token).name == sent.name
    with pytest.raises(AnnoevalError, match="belongs to no one"):
        annotators.by_token(store, sent.token)


def test_a_visitors_way_of_reading_a_file_is_no_business_of_others(store):
    from annoeval.review.remembered import said_before

    assert said_before(store.seen_by(Access())) == {}
    with pytest.raises(NotAllowed, match="whoever runs the server"), store.seen_by(Access()).database.read():
        pass


def test_grants_are_on_record(store, id):
    give(store, id, Role.VIEWER, "Ana", days=7, label="for the workshop")
    (event,) = [e for e in store.events(id).itertuples() if e.action == "grant"]
    assert (event.reviewer, event.detail["role"], event.detail["days"]) == ("Ana", "viewer", 7)
    assert grants.given(store, id)[0].label == "for the workshop"
