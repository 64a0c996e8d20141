"""A study designed and annotated here: the published sample, own orders, shares of items, hidden items, withdrawal."""

import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest

import annoeval
from annoeval.problem import AnnoevalError
from annoeval.protocols.recognition.sampled import sampled_from
from annoeval.reading.pictures import of_id
from annoeval.review import transfer
from annoeval.review.annotating import answer, answered, exported, progress, texts, work_of
from annoeval.review.annotators import annotators_of, by_token, consent, debrief, end_practice, invite, withdraw
from annoeval.review.design import Design, first, in_order, keep, share_of
from annoeval.review.sampling import draw
from annoeval.review.store import Store
from annoeval.ways import NotSure

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01"  # as much of one as says its size
LIST = "id,idiom\n6,a bite at the cherry\n25,a pot of gold\n27,a rolling stone\n"


@pytest.fixture
def store(tmp_path):
    opened = Store(home=tmp_path)
    yield opened
    opened.database.close()


def begin(store, design, *pictures):
    files = [("sampled_idioms.csv", LIST.encode()), *((name, PNG + name.encode()) for name in pictures)]
    id = store.add_study(files, {"protocol": "recognition"})
    keep(store, id, design, "Ana")
    return id


def ready(store, id):
    who = invite(store, id)
    consent(store, who, {"proficiency": "Native"})
    end_practice(store, who)
    return work_of(store, by_token(store, who.token))


def test_the_sample_is_the_published_one():
    random.seed(42)
    assert sampled_from(range(1000), 100) == sorted(random.sample(range(1000), 100))
    assert sampled_from(list("abcdef"), 6) == list("abcdef")
    with pytest.raises(ValueError, match="7 can't be drawn from 6"):
        sampled_from(list("abcdef"), 7)


def test_a_list_before_any_answer_is_a_study_and_a_list_of_ids_is_asked_about():
    study = annoeval.load(("sampled_idioms.csv", LIST.encode()))
    assert list(study.items.index) == ["6", "25", "27"]
    assert (study.protocol, len(study.ratings)) == ("recognition", 0)
    with pytest.raises(NotSure, match="list of ids"):
        annoeval.load(("ids.csv", b"id\n6\n25\n"))
    only = annoeval.load(("ids.csv", b"id\n6\n25\n"), protocol="recognition")
    assert only.items["target"].isna().all()


def test_a_sample_opens_as_a_study_of_its_own_with_the_pictures(store):
    rows = "".join(f"{n},idiom {n}\n" for n in range(1000))
    whole = store.add_study([("idioms.csv", f"id,idiom\n{rows}".encode()), ("6.png", PNG)], {"protocol": "recognition"})
    drawn = store.base(draw(store, whole, 100, 42))
    assert [int(i) for i in drawn.items.index] == sorted(random.Random(42).sample(range(1000), 100))
    assert drawn.items.at["6", "target"] == "idiom 6"
    with pytest.raises(AnnoevalError, match="smaller sample"):
        draw(store, whole, 1001, 42)


@pytest.mark.parametrize(
    ("names", "id", "found"),
    [
        (["images/6.png", "62.png", "16.png"], "6", ["images/6.png"]),
        (["6_2.png", "6_10.png", "6.png"], "6", ["6.png", "6_2.png", "6_10.png"]),
        (["6/iter3.jpg", "6/iter1.jpg"], "6", ["6/iter1.jpg", "6/iter3.jpg"]),
        (["6-iteration-2.webp", "6.txt"], "6", ["6-iteration-2.webp"]),
        (["006.png"], "6", ["006.png"]),
        (["a (2).png", "ab.png"], "a", ["a (2).png"]),
        (["6_2.png", "6.png"], "6", ["6.png"]),
        (["set/x/y.png", "x/y_2.png", "y.png", "ax/y.png"], "x/y", ["set/x/y.png", "x/y_2.png"]),
    ],
)
def test_the_last_iteration_of_an_ids_picture_is_the_last(names, id, found):
    ids = {"6", "6_2"} if names == ["6_2.png", "6.png"] else {id}
    assert of_id(names, id, ids) == found


def test_an_order_is_each_annotators_own_and_the_same_in_every_process():
    ids = [str(n) for n in range(100)]
    mine = in_order(ids, 42, "A1")
    assert sorted(mine) == sorted(ids)
    assert mine != in_order(ids, 42, "A2")
    assert mine != in_order(ids, 43, "A1")
    code = "from annoeval.review.design import in_order; print(*in_order([str(n) for n in range(100)], 42, 'A1'))"
    for salt in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": os.pathsep.join(sys.path)}
        again = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        assert again.stdout.split() == mine


@pytest.mark.parametrize(("k", "seats"), [(2, 5), (3, 3), (1, 4), (None, 3)])
def test_each_item_is_seen_by_as_many_annotators_as_the_design_says(k, seats):
    ids = [str(n) for n in range(100)]
    shares = [share_of(ids, Design(raters_per_item=k, seats=seats), s) for s in range(seats)]
    seen = Counter(i for share in shares for i in share)
    assert set(seen.values()) == {k or seats}
    assert max(map(len, shares)) - min(map(len, shares)) <= (k or seats)


def test_answers_are_judged_by_the_rule_and_count_apart_from_review(store):
    id = begin(store, Design())
    work = ready(store, id)
    answer(store, work, "6", "Bite at the cherry!", "t1", 4.0)
    answer(store, work, "25", "treasure", "t2", 6.0)
    study = store.study(id)
    auto = study.ratings.query("dimension == 'recognised_auto'").set_index("item_id")["value"]
    assert auto.to_dict() == {"6": 1.0, "25": 0.0}
    assert set(study.ratings["kind"]) == {"human"}
    assert study.ratings["response"].tolist()[0] == "Bite at the cherry!"
    assert study.items.at["6", "answers"] == "A1: Bite at the cherry!"
    assert store.studies()["n_reviewed"].tolist() == [0]
    assert annoeval.evaluate(study)["annotators"].iloc[0]["median_seconds"] == 5.0


def test_an_accepted_variant_makes_answers_given_here_right(store):
    id = begin(store, Design())
    work = ready(store, id)
    answer(store, work, "25", "rainbow's end", "t1")
    store.variant(id, [("a pot of gold", "rainbows end")], True, reviewer="Ana")
    assert store.study(id).ratings.query("dimension == 'recognised_auto'")["value"].tolist() == [1.0]


def test_what_annotators_say_at_the_end_reaches_the_team_and_goes_with_who_withdraws(store):
    id = store.add_study([("sampled_idioms.csv", b"id,idiom\n1,x\n"), ("1.png", PNG)])
    keep(store, id, Design(practice=()), "Ana")
    who = invite(store, id)
    consent(store, who, {"background": "Law", "proficiency": "Fluent"})
    debrief(store, who, "Too many cats.")
    assert progress(store, id)[["debrief", "background"]].iloc[0].tolist() == ["Too many cats.", "Law"]
    withdraw(store, who)
    assert progress(store, id)[["debrief", "background", "proficiency"]].isna().all(axis=None)


def test_a_changed_answer_is_the_last_one_and_an_emptied_one_none(store):
    id = begin(store, Design())
    work = ready(store, id)
    answer(store, work, "6", "a bit", "t1")
    answer(store, work, "6", "a bite at the cherry", "t2")
    answer(store, work, "6", "a bite at the cherry", "t2")  # sent again: the line broke before the first reply
    assert store.study(id).ratings.query("dimension == 'answer'")["response"].tolist() == ["a bite at the cherry"]
    answer(store, work, "6", "  ", "t3")
    assert len(store.study(id).ratings) == 0
    assert answered(store, work) == {}


def test_hidden_items_are_scored_for_each_annotator_and_kept_out_of_the_results(store):
    id = begin(store, Design(hidden=("break a leg",), practice=()), "break_a_leg.png")
    work = ready(store, id)
    [hidden] = [s for s in work.task if s.what == "hidden"]
    assert hidden.name.removesuffix(".png").isdigit()
    assert hidden.name not in ("6.png", "25.png", "27.png")
    answer(store, work, hidden.name, "brake a leg", "t1")
    assert len(store.study(id).ratings) == 0
    row = progress(store, id).iloc[0]
    assert (row["hidden_right"], row["hidden_of"], row["done"], row["of"]) == (0, 1, 1, 4)
    store.variant(id, [("break a leg", "brake leg")], True, reviewer="Ana")
    assert progress(store, id).iloc[0]["hidden_right"] == 1  # as the study's own answers are judged
    store.undo(id, "Ana")
    answer(store, work, hidden.name, "Break a leg", "t2")
    assert progress(store, id).iloc[0]["hidden_right"] == 1


def test_an_id_that_tells_the_target_is_not_shown(store):
    id = store.add_study([("s.csv", b"id,idiom\npiece_of_cake,piece of cake\nother,break a leg\n")])
    keep(store, id, Design(), "Ana")
    names = [s.name for s in ready(store, id).task]
    assert "other" in names
    assert not any("cake" in n for n in names)


def test_who_withdraws_leaves_every_figure_and_the_seat(store):
    id = begin(store, Design(raters_per_item=1, seats=2))
    gone, stays = ready(store, id), ready(store, id)
    for work in (gone, stays):
        for shown in work.task:
            answer(store, work, shown.name, "words", f"{work.who.name} {shown.name}")
    withdraw(store, gone.who)
    assert set(store.study(id).ratings["rater"]) == {"A2"}
    assert progress(store, id)["state"].tolist() == ["withdrew", "done"]
    with pytest.raises(AnnoevalError, match="withdrawn"):
        answer(store, work_of(store, by_token(store, gone.who.token)), gone.task[0].name, "again", "t9")
    late = ready(store, id)
    assert (late.who.name, late.who.seat) == ("A3", gone.who.seat)
    assert {s.id for s in late.task} == {s.id for s in gone.task}


def test_two_items_never_have_one_name(store):
    pictures = [("6.png", PNG), ("06.jpg", PNG)]
    id = store.add_study([("sampled_idioms.csv", b"id,idiom\n6,a\n6.png,b\n06.png,c\n"), *pictures])
    keep(store, id, Design(practice=()), "Ana")
    for _ in range(3):
        names = [s.name for s in work_of(store, by_token(store, invite(store, id).token)).task]
        assert len(set(names)) == 3


def test_a_hidden_item_is_called_like_the_others(store):
    pictures = [*((f"{n}.png", PNG) for n in range(6)), ("the ball and chain.webp", PNG)]
    table = b"id,idiom\n" + b"".join(b"%d,idiom %d\n" % (n, n) for n in (0, 1, 2, 4, 5))
    id = store.add_study([("sampled_idioms.csv", table), *pictures])
    keep(store, id, Design(practice=(), hidden=("the ball and chain",)), "Ana")
    work = work_of(store, by_token(store, invite(store, id).token))
    assert sorted(s.name for s in work.task) == [f"{n}.png" for n in range(6)]


def test_nobody_answers_before_agreeing_or_for_an_image_of_another(store):
    id = begin(store, Design())
    who = invite(store, id)
    with pytest.raises(AnnoevalError, match="Agree to take part"):
        answer(store, work_of(store, who), "6", "words", "t1")
    with pytest.raises(AnnoevalError, match="no image"):
        answer(store, ready(store, id), "7.png", "words", "t1")
    with pytest.raises(AnnoevalError, match="belongs to no one"):
        by_token(store, who.token[:-1])


def test_the_own_answers_go_out_in_the_own_order_with_blanks(store):
    id = begin(store, Design(), "6.png", "25.png", "27.png")
    work = ready(store, id)
    answer(store, work, "25.png", "a pot", "t1")
    table = exported(store, work)
    assert list(table) == ["image_id", "text_value"]
    assert set(table["image_id"]) == {"6.png", "25.png", "27.png"}
    assert table.dropna()["text_value"].tolist() == ["a pot"]


def test_a_study_taken_elsewhere_keeps_its_annotators_under_new_links(store, tmp_path):
    id = begin(store, Design(title="Idioms"))
    work = ready(store, id)
    answer(store, work, "6", "words", "t1")
    file = transfer.exported(store, id)
    assert work.who.token.encode() not in file
    other = Store(home=tmp_path / "other")
    there = transfer.imported(other, "study.zip", file)
    [who] = annotators_of(other, there)
    assert who.token != work.who.token
    assert answered(other, work_of(other, who)) == {"6": "words"}
    other.database.close()


TEXTS = (
    "item_id,caption,source,ai_caption_score\nf0,A bar chart of rain.,p1,1\nf1,A map.,p2,0\nf2,A table.,p3,2\nf3,,p4,1"
)


def test_items_that_are_texts_are_shown_with_the_columns_that_the_design_names(store):
    id = store.add_study([("captions.csv", TEXTS.encode())])
    begun = first(store.base(id))
    assert (begun.question, begun.practice) == ("Is the caption right?", ())
    keep(store, id, replace(begun, shown=("caption", "source")), "Ana")
    work = ready(store, id)
    assert work.noun == "item"
    assert texts(store, work, "f0") == [("caption", "A bar chart of rain."), ("source", "p1")]
    assert texts(store, work, "f3") == [("source", "p4")]


def test_no_design_shows_targets_or_the_answers_of_others(store):
    id = begin(store, Design(practice=(), shown=("target", "answers")))
    work = ready(store, id)
    assert [texts(store, work, s.name) for s in work.task] == [[], [], []]


def test_a_study_of_images_begins_with_the_published_words_and_shows_no_texts(store):
    id = store.add_study([("sampled_idioms.csv", LIST.encode())], {"protocol": "recognition"})
    begun = first(store.base(id))
    assert begun.question == "Which idiom does this image show?"
    assert begun.shown == ()
