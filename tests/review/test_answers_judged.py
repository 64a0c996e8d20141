"""Reviewers judge each rater's own answer to an item, and what they conclude is that answer's score."""

from __future__ import annotations

import io

import pandas as pd
import pytest

import annoeval
from annoeval.conclusions import resolve
from annoeval.evaluation.coverage_table import in_words
from annoeval.export import to_csv
from annoeval.problem import AnnoevalError
from annoeval.protocols import protocol_of
from annoeval.questions import given, questions, scale_of, verdicts
from annoeval.ratings import latest
from annoeval.review import annotating, annotators, meeting, sheet, transfer, versions, voting
from annoeval.review.audits import draw
from annoeval.review.design import Design, keep
from annoeval.review.history import change_log, progress
from annoeval.review.minutes import minutes
from annoeval.review.queue import queue
from annoeval.review.rule import Rule
from annoeval.review.store import Store
from annoeval.review.walk import asked, open_walk
from annoeval.study import Study

HEAD = "image_id,target,annotator_id,response_raw,is_correct\n"
ROWS = (
    *("1,spill the beans,Ada,spill the beans,1", "1,spill the beans,Ben,spill beans,0", "1,spill the beans,Chi,tea,0"),
    *("2,break the ice,Ada,break the ice,1", "2,break the ice,Ben,ice,0", "2,break the ice,Chi,breaking ice,0"),
    *("3,a piece of cake,Ada,cake,0", "3,a piece of cake,Ben,easy,0"),
)
FILE = (HEAD + "\n".join(ROWS)).encode()
ADA, BEN, CHI = ("recognised of " + who for who in ("Ada", "Ben", "Chi"))


@pytest.fixture
def store(tmp_path):
    opened = Store(home=tmp_path)
    yield opened
    opened.database.close()


@pytest.fixture
def id(store) -> str:
    return store.add_study([("answers.csv", FILE)])


def judge(store, id, item, question, value, reviewer="Rita", **more):
    return store.decide(id, item, question, value, reviewer=reviewer, **more)


def scores(study: Study, item: str) -> dict[str, float | None]:
    current = latest(study.ratings)
    own = current[(current["dimension"] == "recognised") & (current["item_id"] == item)]
    return {who: None if pd.isna(v) else float(v) for who, v in zip(own["rater"], own["value"], strict=True)}


def test_an_item_with_three_answers_is_three_questions_and_one_with_two_is_two(store, id):
    study = store.base(id)
    assert asked(study, "1", Rule("all")) == [ADA, BEN, CHI]
    assert asked(study, "3", Rule("all")) == [ADA, BEN]
    assert {g.rater: (g.text, g.score) for g in given(study, "recognised")["1"].values()} == {
        "Ada": ("spill the beans", 1.0),
        "Ben": ("spill beans", 0.0),
        "Chi": ("tea", 0.0),
    }
    assert scale_of(study, BEN).title == "Recognised, Ben"


def test_an_item_is_done_when_each_of_its_answers_is_judged(store, id):
    walk = open_walk(store.base(id), Rule("all"))
    assert walk.needs[0] == {ADA, BEN, CHI}
    for question in (ADA, BEN):
        judge(store, id, "1", question, 1)
    assert not store.standing(id).rated["1"] >= walk.needs[0]
    assert "1" in set(queue(store.study(id), Rule("unreviewed"))["item_id"])
    judge(store, id, "1", CHI, 0)
    assert store.standing(id).rated["1"] >= walk.needs[0]
    assert "1" not in set(queue(store.study(id), Rule("unreviewed"))["item_id"])


def test_a_verdict_scores_the_answer_it_is_about_and_no_other(store, id):
    judge(store, id, "1", BEN, 1)
    assert scores(store.study(id), "1") == {"Ada": 1.0, "Ben": 1.0, "Chi": 0.0}
    assert scores(store.study(id), "2") == {"Ada": 1.0, "Ben": 0.0, "Chi": 0.0}
    assert scores(store.base(id), "1")["Ben"] == 0.0  # what the file says stays in the file


def test_one_verdict_is_one_vote_of_three_and_turns_the_majority_where_it_is_the_second(store, id):
    before = resolve(store.study(id), "recognised").set_index("item_id")["value"]
    judge(store, id, "1", BEN, 1)
    after = resolve(store.study(id), "recognised").set_index("item_id")["value"]
    assert (before["1"], after["1"]) == (0, 1)
    assert before.drop("1").equals(after.drop("1"))


def test_the_tables_of_recognition_count_corrected_answers(store, id):
    judge(store, id, "1", BEN, 1)
    judge(store, id, "2", CHI, 0)  # as the file had it
    results = annoeval.evaluate(store.study(id))
    who = results["annotators"].set_index("rater")
    assert who["right"].to_dict() == {"Ada": 2, "Ben": 1, "Chi": 0}
    assert who["checked"].to_dict() == {"Ada": 0, "Ben": 1, "Chi": 1}
    images = results["difficulty"].set_index("item_id")
    assert images.loc["1", ["n", "right"]].tolist() == [3, 2]
    summary = results["annotations_summary"].set_index("image_id")
    assert summary.loc["1", ["num_correct", "majority_correct"]].tolist() == [2, True]


def test_kappa_of_the_annotators_follows_the_corrected_scores(store, id):
    """By hand, Ada against Ben on three images: 1 1 0 against 0 0 0 has observed 1/3 and expected 1/3, κ 0; with Ben's
    first answer right, 1 1 0 against 1 0 0 has observed 2/3 and expected 2/3 · 1/3 + 1/3 · 2/3 = 4/9, κ 0.4."""

    def kappa(study):
        found = annoeval.evaluate(study)["agreement_on_correctness"]
        return found.set_index("raters").loc["Ada, Ben", "value"]

    assert kappa(store.study(id)) == pytest.approx(0.0)
    judge(store, id, "1", BEN, 1)
    assert kappa(store.study(id)) == pytest.approx(0.4)


def test_two_reviewers_who_differ_leave_an_answer_without_a_score_until_a_third_or_the_team_decides(store, id):
    judge(store, id, "1", BEN, 1, "Rita")
    judge(store, id, "1", BEN, 0, "Sam")
    assert scores(store.study(id), "1") == {"Ada": 1.0, "Ben": None, "Chi": 0.0}
    judge(store, id, "1", BEN, 1, "Tom")
    assert scores(store.study(id), "1")["Ben"] == 1.0
    judge(store, id, "1", BEN, 0, "Rita", kind="decision")
    assert scores(store.study(id), "1")["Ben"] == 0.0


def test_a_reviewer_who_judges_after_another_is_told_of_the_same_answer_only(store, id):
    seen = store.seen(id, "1", BEN)
    judge(store, id, "1", BEN, 1, "Rita")
    assert judge(store, id, "1", CHI, 0, "Sam", seen_version=store.seen(id, "1", CHI)).conflict is None
    assert judge(store, id, "1", BEN, 0, "Sam", seen_version=seen).conflict.theirs.reviewer == "Rita"


def test_undo_takes_one_verdict_back_and_the_file_speaks_again(store, id):
    judge(store, id, "1", BEN, 1)
    judge(store, id, "1", CHI, 1)
    store.undo(id, "Rita")
    assert scores(store.study(id), "1") == {"Ada": 1.0, "Ben": 1.0, "Chi": 0.0}
    store.undo(id, "Rita")
    assert scores(store.study(id), "1") == scores(store.base(id), "1")
    store.redo(id, "Rita")
    assert scores(store.study(id), "1")["Ben"] == 1.0


def test_an_item_with_several_answers_takes_no_single_verdict(store, id):
    with pytest.raises(AnnoevalError, match="asked of each answer apart: recognised of Ada"):
        judge(store, id, "1", "recognised", 1)


def test_an_answer_that_was_not_given_cannot_be_judged(store, id):
    with pytest.raises(AnnoevalError, match="Chi gave no answer to 3"):
        judge(store, id, "3", CHI, 1)


def test_an_answer_without_a_verdict_in_the_file_gets_one_from_review(store):
    id = store.add_study([("a.csv", (HEAD + "1,t,Ada,x,1\n1,t,Ben,y,\n").encode())])
    judge(store, id, "1", BEN, 0)
    assert scores(store.study(id), "1") == {"Ada": 1.0, "Ben": 0.0}


def test_a_models_answer_is_judged_like_a_persons(store):
    id = store.add_study([("a.csv", (HEAD + "1,t,Ada,x,1\n1,t,gpt-4o,y,0\n").encode())])
    judge(store, id, "1", "recognised of gpt-4o", 1)
    assert scores(store.study(id), "1") == {"Ada": 1.0, "gpt-4o": 1.0}


def test_answers_of_one_model_alone_are_judged_by_the_image_so_that_an_audit_of_images_is_one_of_answers(store):
    id = store.add_study([("a.csv", (HEAD + "1,t,gpt-4o,y,0\n2,t,gpt-4o,z,1\n").encode())])
    assert questions(store.base(id), "1", "recognised") == ["recognised"]
    assert len(draw(store, id, "recognised", 1, reviewer="Rita").items) == 1


def test_an_audit_draws_items_and_so_is_none_of_answers(store, id):
    with pytest.raises(AnnoevalError, match="asked of each answer"):
        draw(store, id, "recognised", 1, reviewer="Rita")
    assert "recognised" not in set(annoeval.evaluate(store.study(id))["estimates"]["dimension"])


def test_an_item_is_reviewed_when_all_its_answers_are_and_who_answered_reviewed_nothing(store, id):
    assert in_words(store.study(id), "recognised").startswith("0 of 3 items reviewed by people")
    judge(store, id, "3", ADA, 0)
    assert in_words(store.study(id), "recognised").startswith("0 of 3 items")
    judge(store, id, "3", BEN, 0)
    assert in_words(store.study(id), "recognised").startswith("1 of 3 items")


def test_three_verdicts_are_three_answers_on_one_item(store, id):
    for question in (ADA, BEN, CHI):
        judge(store, id, "1", question, 1)
    assert progress(store, id).iloc[0][["answers", "items"]].tolist() == [3, 1]
    assert change_log(store, id)["dimension"].tolist() == [ADA, BEN, CHI]


def test_a_verdict_on_an_answer_that_changed_in_a_new_version_of_the_file_counts_no_more(store, id):
    judge(store, id, "1", BEN, 1)
    judge(store, id, "2", BEN, 1)
    new = FILE.replace(b"spill beans,0", b"count beans,0")
    change = versions.replacement(store, id, [("answers.csv", new)])
    assert (change.kept, change.reopened) == (1, 1)
    versions.replace_files(store, id, change, "Rita")
    assert scores(store.study(id), "1")["Ben"] == 0.0
    assert scores(store.study(id), "2")["Ben"] == 1.0


def test_a_verdict_is_about_the_words_that_were_judged(store, id):
    judge(store, id, "1", BEN, 1)
    study = store.study(id)
    ratings = study.ratings.copy()
    ratings.loc[ratings["dimension"].eq("answer") & ratings["rater"].eq("Ben"), "response"] = "other words"
    assert verdicts(study, "recognised")["rater"].tolist() == ["Ben"]
    assert not len(verdicts(study.replace_ratings(ratings), "recognised"))


def test_a_meeting_votes_on_the_answer_that_reviewers_scored_differently(store, id):
    assert meeting.agenda(store.study(id)) == ()
    judge(store, id, "1", BEN, 1, "Rita")
    judge(store, id, "1", BEN, 0, "Sam")
    held = meeting.start(store, id, "Rita", ["Rita", "Sam"])
    (point,) = held.agenda
    assert (point.item_id, point.dimension) == ("1", BEN)
    voting.vote(store, held, point, 1, "Rita")
    voting.vote(store, held, point, 1, "Sam")
    voting.reveal(store, held, point, "Rita")
    voting.settle(store, held, point, 1, "Rita", "the same words")
    assert scores(store.study(id), "1")["Ben"] == 1.0
    assert meeting.agenda(store.study(id)) == ()
    written = minutes(store, id)
    assert written[["item_id", "dimension", "votes", "decision"]].values.tolist() == [
        ["1", BEN, "Rita 1 Recognised, Sam 1 Recognised", 1]
    ]


def test_the_published_table_reads_back_with_the_corrected_scores(store, id, tmp_path):
    judge(store, id, "1", BEN, 1)
    raw = protocol_of(store.study(id)).published(store.study(id))
    again = annoeval.load(("annotations_raw.csv", to_csv(raw)))
    assert scores(again, "1") == scores(store.study(id), "1")


def test_corrected_scores_read_back_each_with_its_answer(store, id):
    judge(store, id, "1", BEN, 1)
    table = sheet.corrected(store.study(id))
    assert pd.read_csv(io.BytesIO(to_csv(table)))["recognised_Ben"].tolist() == [1, 0, 0]
    again = annoeval.load(("corrected_scores.csv", to_csv(table)))
    assert scores(again, "1") == {"Ada": 1.0, "Ben": 1.0, "Chi": 0.0}
    assert asked(again, "1", Rule("all")) == [ADA, BEN, CHI]


def test_an_exported_study_reads_back_with_who_judged_what(store, id, tmp_path):
    judge(store, id, "1", BEN, 1)
    data = transfer.exported(store, id)
    again = annoeval.load(("study.zip", data))
    assert scores(again, "1") == scores(store.study(id), "1")
    assert verdicts(again, "recognised")[["rater", "value"]].values.tolist() == [["Ben", 1]]
    elsewhere = Store(home=tmp_path / "elsewhere")
    there = transfer.imported(elsewhere, "study.zip", data)
    assert scores(elsewhere.study(there), "1") == scores(store.study(id), "1")
    elsewhere.undo(there, "Rita")
    assert scores(elsewhere.study(there), "1") == scores(store.base(id), "1")


def test_what_people_said_of_answers_is_no_rating_of_the_image(store, id):
    judge(store, id, "1", BEN, 1, "Rita")
    results = annoeval.evaluate(store.study(id))
    assert "Rita" not in set(results["scores"].query("dimension == 'recognised'")["rater"])
    assert not results["pairs"]["rater_a"].eq("Rita").any()


def annotate(store, id, name, item, words):
    """An annotator's answer, given here."""
    who = next((a for a in annotators.annotators_of(store, id) if a.name == name), None)
    if who is None:
        who = annotators.invite(store, id, name)
        annotators.consent(store, who, {"proficiency": "Native"})
        annotators.end_practice(store, who)
    work = annotating.work_of(store, annotators.by_token(store, who.token))
    shown = next(s.name for s in work.task if s.id == item)
    annotating.answer(store, work, shown, words, f"{name} {item} {words}")


@pytest.fixture
def live(store) -> str:
    """A study that annotators answer here: Ada and Ben said what the first image shows."""
    id = store.add_study([("sampled_idioms.csv", b"id,idiom\n1,spill the beans\n2,break the ice\n")])
    keep(store, id, Design(), "Ana")
    annotate(store, id, "Ada", "1", "spill the beans")
    annotate(store, id, "Ben", "1", "telling a secret")
    return id


def test_of_each_answer_given_here_people_are_asked_whether_it_is_right(store, live):
    ada, ben = "recognised_auto of Ada", "recognised_auto of Ben"
    study = store.asked(live)
    assert asked(study, "1", Rule("all")) == [ada, ben]
    assert [(g.text, g.score) for g in given(study, "recognised_auto")["1"].values()] == [
        ("spill the beans", 1.0),
        ("telling a secret", 0.0),
    ]
    assert open_walk(study, Rule("all")).ids == ["1"]  # nobody has answered the other image
    judge(store, live, "1", ben, 1)
    who = annoeval.evaluate(store.study(live))["annotators"].set_index("rater")
    assert (who.loc["Ben", "right"], who.loc["Ben", "checked"]) == (1, 1)
    annotate(store, live, "Ada", "2", "breaking ice")
    assert asked(store.asked(live), "2", Rule("all")) == [ada]


def test_a_verdict_on_an_answer_that_its_annotator_changed_since_counts_no_more(store, live):
    judge(store, live, "1", "recognised_auto of Ben", 1)
    annotate(store, live, "Ben", "1", "cooking")
    assert given(store.asked(live), "recognised_auto")["1"]["Ben"].text == "cooking"
    assert annoeval.evaluate(store.study(live))["annotators"].set_index("rater").loc["Ben", "right"] == 0


def test_answers_of_who_withdrew_are_asked_about_no_more(store, live):
    who = next(a for a in annotators.annotators_of(store, live) if a.name == "Ben")
    annotators.withdraw(store, who)
    assert asked(store.asked(live), "1", Rule("all")) == ["recognised_auto of Ada"]
