"""A new version of a file keeps decisions where the content is unchanged; another rater's file adds a rater."""

from __future__ import annotations

import pytest

from annoeval.rating_table import ratings_table
from annoeval.reading import ReadError
from annoeval.review.store import Store
from annoeval.review.taken_back import brought, take_back
from annoeval.review.transfer import template
from annoeval.review.versions import add, adding, replace_files, replacement

FIGURES = """pdf,type,element_id,caption,vlm_description,content
a.pdf,figure,fig_1,One,A plot,
a.pdf,figure,fig_1,Two,A map,
b.pdf,table,tab_1,Three,,x|y
"""


@pytest.fixture
def store(tmp_path):
    return Store(home=tmp_path)


@pytest.fixture
def figures(store):
    return store.add_study([("figures.csv", FIGURES.encode())])


def item(store, id, caption):
    items = store.base(id).items
    return items.index[items["caption"] == caption][0]


def test_a_row_put_before_others_moves_no_decision(store, figures):
    store.decide(figures, item(store, figures, "Two"), "caption", 2, reviewer="Ann")
    lines = FIGURES.split("\n")
    longer = "\n".join([lines[0], "a.pdf,figure,fig_1,Aaa first now,A tree,", *lines[1:]])
    change = replacement(store, figures, [("figures.csv", longer.encode())])
    assert (len(change.matching.same), len(change.matching.added), change.kept) == (3, 1, 1)
    replace_files(store, figures, change, "Ann")
    study = store.study(figures)
    mine = study.ratings[study.ratings["rater"] == "Ann"]
    assert study.items.loc[mine["item_id"], "caption"].tolist() == ["Two"]
    assert study.items.index.is_unique


def test_an_item_whose_content_changed_is_reopened_and_its_answer_stays_in_the_history(store, figures):
    changed = item(store, figures, "Two")
    store.decide(figures, changed, "caption", 2, reviewer="Ann")
    store.decide(figures, item(store, figures, "One"), "caption", 1, reviewer="Ann")
    change = replacement(store, figures, [("figures.csv", FIGURES.replace("A map", "A better map").encode())])
    assert (change.kept, change.reopened, change.matching.differs) == (1, 1, {"vlm_description": 1})
    assert "queued again" in change.sentence()
    replace_files(store, figures, change, "Ben")
    ratings = store.study(figures).ratings
    standing = ratings[ratings["value"].notna() & (ratings["rater"] == "Ann")].drop_duplicates("item_id", keep="last")
    assert store.standing(figures).standing(changed, "caption") == {}
    assert len(standing) >= 1
    history = store.events(figures)
    assert history["note"].dropna().tolist() == ["reopened: the item changed in a new version of the file"]
    assert 2 in history["value"].tolist()


def test_sorting_the_file_changes_nothing(store, figures):
    lines = FIGURES.strip().split("\n")
    change = replacement(store, figures, [("f.csv", "\n".join([lines[0], *lines[:0:-1]]).encode())])
    assert len(change.matching.same) == 3
    assert not change.matching.renames()


def test_a_scored_spreadsheet_adds_its_rater(store, figures):
    ids = store.base(figures).items.index
    scored = "item_id,caption_Ben,caption_final\n" + "".join(f"{i},{n},0\n" for n, i in enumerate(ids))
    change = adding(store, figures, [("scored.csv", scored.encode())])
    assert change.raters == ["Ben"]
    assert (change.matched, len(change.ratings)) == (3, 3)
    add(store, figures, change, "Ann")
    ratings = store.study(figures).ratings
    assert sorted(ratings.loc[ratings["rater"] == "Ben", "value"]) == [0, 1, 2]


def test_a_filled_template_adds_the_persons_scores_and_the_ai_s_are_known(store, figures):
    base = store.base(figures)
    items = {"item_id": base.applicable("caption"), "dimension": "caption"}
    scores = ratings_table(items | {"rater": base.headline, "kind": "ai", "value": 1.0})
    store.add_scores(figures, scores, base.headline)
    made = template(store, figures, store.study(figures))
    made.sheets[made.main]["caption_score"] = made.sheets[made.main]["caption_score_ai"]
    change = adding(store, figures, [("jonas.xlsx", made.xlsx())])
    assert (change.raters, change.known, len(change.ratings)) == (["jonas"], len(scores), len(scores))


def test_rows_are_joined_by_what_they_show_and_never_by_position(store, figures):
    """A file without the study's ids, sorted otherwise, with the scores of a second rater."""
    text = "pdf,type,element_id,caption,vlm_description,content,caption_score\nb.pdf,table,tab_1,Three,,x|y,\n"
    text += "a.pdf,figure,fig_1,Two,A map,,2\na.pdf,figure,fig_1,One,A plot,,1\na.pdf,figure,fig_9,New,A cat,,0\n"
    change = adding(store, figures, [("anna.csv", text.encode())])
    by_caption = {
        store.base(figures).items.loc[i, "caption"]: v
        for i, v in zip(change.ratings["item_id"], change.ratings["value"], strict=True)
    }
    assert by_caption == {"One": 1, "Two": 2}
    assert len(change.unmatched) == 1
    assert change.raters == ["anna"]


def test_a_value_outside_the_scale_is_listed_and_not_taken(store, figures):
    first = store.base(figures).items.index[0]
    change = adding(store, figures, [("x.csv", f"item_id,caption\n{first},2\n{first}x,7\n".encode())])
    assert change.ratings["value"].tolist() == [2]
    other = store.base(figures).items.index[1]
    change = adding(store, figures, [("x.csv", f"item_id,caption\n{first},2\n{other},7\n".encode())])
    assert [(p.row, p.value) for p in change.problems] == [(3, "7")]


def test_a_second_raters_labels_join_by_id(store):
    id = store.add_study([("anna.csv", b"item_id,label\n007,x\n010,y\n10,x\n")])
    change = adding(store, id, [("ben.csv", b"item_id,label\n10,y\n007,x\n999,x\n")])
    add(store, id, change, "Ann")
    study = store.study(id)
    assert study.raters["name"].tolist() == ["anna", "ben"]
    assert study.ratings[study.ratings["rater"] == "ben"].set_index("item_id")["value"].to_dict() == {
        "10": "y",
        "007": "x",
    }
    assert len(change.unmatched) == 1


def test_what_the_study_holds_already_is_not_added_again(store):
    id = store.add_study([("anna.csv", b"item_id,label\n1,x\n2,y\n")])
    change = adding(store, id, [("anna.csv", b"item_id,label\n1,x\n2,z\n")])
    assert (len(change.ratings), change.known) == (1, 1)


def test_a_file_about_other_things_says_so(store, figures):
    with pytest.raises(ReadError, match="no row about an item"):
        adding(store, figures, [("x.csv", b"item_id,label\n1,x\n2,y\n")])


def test_an_added_file_is_taken_back_and_what_was_decided_since_stays(store):
    id = store.add_study([("anna.csv", b"item_id,label\n1,x\n2,y\n")])
    before = store.study(id).ratings
    add(store, id, adding(store, id, [("ben.csv", b"item_id,label\n1,y\n2,y\n")]), "Ann")
    store.decide(id, "1", "label", "y", reviewer="Cleo")
    (file,) = brought(store, id)
    assert file.title == "added ben.csv"
    take_back(store, id, file, "Ann")
    ratings = store.study(id).ratings
    assert ratings["rater"].tolist() == [*before["rater"], "Cleo"]
    assert brought(store, id) == []
    assert store.events(id)["note"].dropna().tolist() == ["taken back: ben.csv"]


def test_two_files_of_one_name_add_both_and_each_is_taken_back_alone(store):
    id = store.add_study([("anna.csv", b"item_id,label\n1,x\n2,y\n3,y\n")])
    for text in (b"item_id,label\n1,y\n2,y\n", b"item_id,label\n1,y\n2,y\n3,x\n"):
        add(store, id, adding(store, id, [("ben.csv", text)]), "Ann")
    assert (store.study(id).ratings["rater"] == "ben").sum() == 3
    second, first = brought(store, id)
    assert (second.title, first.title) == ("added ben.csv (2)", "added ben.csv")
    take_back(store, id, first, "Ann")
    mine = store.study(id).ratings
    assert mine[mine["rater"] == "ben"]["item_id"].tolist() == ["3"]


def test_a_new_version_is_taken_back_with_the_answers_that_it_reopened(store, figures):
    one, two = item(store, figures, "One"), item(store, figures, "Two")
    store.decide(figures, one, "caption", 2, reviewer="Ann", note="seen", blind=True)
    store.decide(figures, two, "caption", 1, reviewer="Ann")
    ids = list(store.base(figures).items.index)
    new = FIGURES.replace("A plot", "A chart").replace("A map", "A city").encode() + b"c.pdf,figure,fig_9,Four,Bars,\n"
    replace_files(store, figures, replacement(store, figures, [("v2.csv", new)]), "Ben")
    assert not store.standing(figures).rated
    store.decide(figures, two, "caption", 0, reviewer="Ann")
    (file,) = brought(store, figures)
    assert file.title == "replaced by v2.csv"
    take_back(store, figures, file, "Ben")
    study = store.study(figures)
    assert list(study.items.index) == ids
    assert study.items["vlm_description"].tolist()[:2] == ["A plot", "A map"]
    standing = store.standing(figures)
    back = standing.standing(one, "caption")["Ann"]
    assert (back.value, back.note, back.blind) == (2, "seen", True)
    assert standing.standing(two, "caption")["Ann"].value == 0  # answered anew, so the old one does not come back
    assert brought(store, figures) == []


def test_versions_are_taken_back_one_after_the_other(store):
    texts = [f"item_id,label\n1,x\n2,{label}\n".encode() for label in "yzw"]
    id = store.add_study([("a.csv", texts[0])])
    for text in texts[1:]:
        replace_files(store, id, replacement(store, id, [("a.csv", text)]), "Ben")
    labels = []
    while files := brought(store, id):
        take_back(store, id, files[0], "Ben")
        labels.append(store.study(id).ratings["value"].tolist()[1])
    assert labels == ["z", "y"]


def test_answers_about_items_that_left_with_a_version_are_not_counted(store):
    id = store.add_study([("a.csv", b"item_id,label\n1,x\n2,y\n")])
    replace_files(store, id, replacement(store, id, [("b.csv", b"item_id,label\n1,x\n2,y\n3,y\n")]), "Ben")
    add(store, id, adding(store, id, [("ben.csv", b"item_id,label\n2,x\n3,x\n")]), "Ann")
    store.decide(id, "3", "label", "x", reviewer="Cleo")
    version = next(b for b in brought(store, id) if b.what == "replaced")
    take_back(store, id, version, "Ann")
    study = store.study(id)
    assert set(study.ratings["item_id"]) <= set(study.items.index)


def test_labels_that_only_an_added_file_has_join_the_scale_until_it_is_taken_back(store):
    id = store.add_study([("anna.csv", b"item_id,label\n1,poor\n2,fair\n3,good\n4,good\n")])
    change = adding(store, id, [("ben.csv", b"item_id,label\n1,Poor\n2,superb\n3,good\n4,fair\n")])
    assert [(p.value, p.count) for p in change.problems] == [("“Poor”, “superb”", 2)]
    add(store, id, change, "Ann")
    assert store.study(id).dimensions["label"].categories == ("poor", "Poor", "fair", "good", "superb")
    store.decide(id, "1", "label", "superb", reviewer="Cleo")
    take_back(store, id, brought(store, id)[0], "Ann")
    assert store.study(id).dimensions["label"].categories == ("poor", "fair", "good")


def test_scores_beyond_those_of_the_first_file_widen_the_scale(store):
    id = store.add_study([("anna.csv", b"item_id,score\n1,1\n2,2\n3,3\n")])
    add(store, id, adding(store, id, [("ben.csv", b"item_id,score\n1,2\n2,5\n3,3\n")]), "Ann")
    assert store.study(id).dimensions["score"].categories == (1, 2, 3, 4, 5)


COUNTS = "item,yes,no,maybe\n" + "".join(f"i{i},{i % 4},{3 - i % 4},1\n" for i in range(12))
OTHERS = "item,yes,no,maybe\n" + "".join(f"i{i},{3 - i % 4},{i % 4},1\n" for i in range(12))


def test_counts_by_others_add_raters_and_are_no_new_answers_of_the_first(store):
    id = store.add_study([("counts.csv", COUNTS.encode())])
    assert not len(adding(store, id, [("again.csv", COUNTS.encode())]).ratings)
    add(store, id, adding(store, id, [("others.csv", OTHERS.encode())]), "Ann")
    study = store.study(id)
    assert len(study.of_kind("anonymous")) == 8
    assert not study.ratings.duplicated(["item_id", "rater"]).any()
