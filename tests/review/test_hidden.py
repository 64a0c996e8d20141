"""Who is to judge independently sees no other's answer before their own, in no table and no file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annoeval.review import assignments, history, rubric, sheet
from annoeval.review.hidden import hidden_from


@pytest.fixture
def both(store, id):
    """f1 and f2 are Ana's and Ben's, f3 is Ana's alone; Ana has answered all three, with a note."""
    assignments.assign(store, id, ["f1", "f2"], ["Ana", "Ben"], "Ana", share=1.0)
    assignments.assign(store, id, ["f3"], ["Ana"], "Ana")
    for item in ("f1", "f2", "f3"):
        store.decide(id, item, "caption", 2, reviewer="Ana", note="faithful")
    return id


@pytest.fixture
def blind(store, both):
    rubric.edit(store.database, both, replace(rubric.of(store.database, both), blind=True), "Ana")
    return both


def logged(store, id, reader):
    """The answers of others that the change log shows."""
    log = history.change_log(store, id, reader)
    shown = log[(log["action"] == "decide") & (log["reviewer"] != reader) & log["new"].notna()]
    assert shown["note"].tolist() == ["faithful"] * len(shown)
    return shown["item_id"].tolist()


def downloaded(store, id, reader):
    """The items for which the file of scores holds Ana's answer, and those for which it holds a final score."""
    table = sheet.corrected(store.study(id), hidden_from(store, id, reader)).set_index("item_id")
    ana = table["caption_Ana"].dropna().index.tolist() if "caption_Ana" in table else []
    return ana, table["caption_final"].dropna().index.tolist()


def test_a_second_opinion_is_given_without_sight_of_the_first(store, both):
    assert logged(store, both, "Ben") == ["f3"]
    ana, final = downloaded(store, both, "Ben")
    assert ana == ["f3"]
    assert not {"f1", "f2"} & set(final)


def test_once_it_is_given_the_first_is_shown(store, both):
    store.decide(both, "f1", "caption", 0, reviewer="Ben")
    assert logged(store, both, "Ben") == ["f1", "f3"]
    assert downloaded(store, both, "Ben")[0] == ["f1", "f3"]
    store.decide(both, "f1", "caption", None, reviewer="Ben")
    assert logged(store, both, "Ben") == ["f3"]


def test_it_is_hidden_from_the_first_reviewer_as_well(store, both):
    store.decide(both, "f1", "caption", None, reviewer="Ana")
    store.decide(both, "f1", "caption", 0, reviewer="Ben")
    log = history.change_log(store, both, "Ana")
    assert log.query("reviewer == 'Ben' and action == 'decide'")["new"].tolist() == [None]


def test_who_has_nothing_to_judge_sees_everything_of_an_open_study(store, both):
    assert logged(store, both, "Cleo") == ["f1", "f2", "f3"]
    assert downloaded(store, both, "Cleo")[0] == ["f1", "f2", "f3"]


def test_on_a_blind_study_all_is_hidden_that_one_has_not_answered(store, blind):
    assert logged(store, blind, "Cleo") == []
    assert downloaded(store, blind, "Cleo") == ([], [])
    store.decide(blind, "f3", "caption", 1, reviewer="Cleo")
    assert logged(store, blind, "Cleo") == ["f3"]
    ana, final = downloaded(store, blind, "Cleo")
    assert ana == ["f3"]
    assert "f1" not in final


def test_what_one_said_oneself_is_in_the_file_always(store, blind):
    assert downloaded(store, blind, "Ana")[0] == ["f1", "f2", "f3"]


def test_the_file_says_which_revision_it_holds_whoever_reads_it(store, blind):
    study = store.study(blind)
    one, other = (sheet.corrected(study, hidden_from(store, blind, who))["revision"] for who in ("Ana", "Cleo"))
    assert set(one) == set(other) == {study.digest}
    assert study.digest == sheet.corrected(study)["revision"].iloc[0]
