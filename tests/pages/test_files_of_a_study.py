"""Studies: repairs that show their effect and can be undone, further raters' files, new versions, and the mapping."""

from __future__ import annotations

import pytest

from annoeval.tables.mapping import ROLES
from annoeval.ui import state

VARIANTS = "item_id,A1,A2\nv1,Yes,yes \nv2,Yes, YES\nv3,No,No\nv4,No,no\nv5,yes,yes\nv6,NO,No\n"


@pytest.fixture(autouse=True)
def named(monkeypatch):
    """The test client has no cookies to remember a name in."""
    monkeypatch.setattr(state, "person", lambda: "Ann")


def uploader(screen, label):
    return next(u for u in screen.app.file_uploader if label in u.label)


def drop(screen, label, name, text):
    uploader(screen, label).set_value([(name, text.encode(), "text/csv")])
    return screen.settle()


def labels(store, id):
    return set(store.study(id).ratings["value"].dropna())


def test_spellings_are_merged_after_their_effect_was_shown_and_the_merge_can_be_undone(visit, store, add):
    id = add(VARIANTS)
    screen = visit(study=id).sound()
    assert "labels become 2" in screen.words
    screen.press("Merge label variants of label").sound()
    assert labels(store, id) == {"Yes", "No"}
    screen.press("Undo: merge labels").sound()
    assert labels(store, id) == {"Yes", "yes ", " YES", "yes", "No", "no", "NO"}


def test_a_second_raters_file_is_previewed_and_added(visit, store, add):
    id = add("item_id,label\n007,x\n010,y\n10,x\n", "anna.csv")
    screen = drop(visit(study=id), "another rater's file", "ben.csv", "item_id,label\n10,y\n007,x\n999,x\n").sound()
    assert "2 rows are about items of this study. Adds 2 answers by ben" in screen.words
    assert "1 row matches no item" in screen.words
    screen.press("Add these answers").sound()
    assert store.study(id).raters["name"].tolist() == ["anna", "ben"]


def test_an_added_file_and_a_new_version_are_taken_back_by_name(visit, store, add):
    id = add("item_id,label\n1,x\n2,y\n", "anna.csv")
    screen = drop(visit(study=id), "another rater's file", "ben.csv", "item_id,label\n1,y\n2,y\n")
    screen.press("Add these answers").sound()
    screen = drop(screen, "new version", "v2.csv", "item_id,label\n1,x\n2,y\n3,x\n").press("Replace").sound()
    store.decide(id, "1", "label", "y", reviewer="Cleo")
    assert [b for b in screen.buttons if b.startswith("Undo")] == [
        r"Undo: replaced by v2\.csv",
        r"Undo: added ben\.csv",
    ]
    screen.press(r"Undo: added ben\.csv").sound()
    assert store.study(id).raters["name"].tolist() == ["v2", "Cleo"]
    screen.press(r"Undo: replaced by v2\.csv").sound()
    assert store.study(id).raters["name"].tolist() == ["anna", "Cleo"]
    assert not any(b.startswith("Undo") for b in screen.buttons)


def test_a_new_version_says_what_changes_before_it_replaces(visit, store, add):
    id = add("item_id,text,A1,A2\n1,one,x,x\n2,two,y,y\n", "r.csv")
    new = "item_id,text,A1,A2\n1,one,x,x\n2,two!,y,y\n3,three,x,y\n"
    screen = drop(visit(study=id), "new version", "r.csv", new).sound()
    assert "1 item is unchanged" in screen.words
    assert "1 item changed (text) and is queued again" in screen.words
    screen.press("Replace").sound()
    assert len(store.study(id).items) == 3


def test_a_file_about_other_things_is_refused_in_a_sentence(visit, add):
    screen = drop(visit(study=add(VARIANTS)), "another rater's file", "x.csv", "item_id,label\nq,x\n")
    assert "no row about an item" in screen.app.error[0].value


def test_what_was_chosen_counts_for_files_with_the_same_header_until_it_is_forgotten(visit, store):
    data = "one;two;three\n1;да;нет\n2;0,5;да\n".encode("cp1251")
    screen = visit()
    screen.app.file_uploader[0].set_value([("a.csv", data, "text/csv")])
    screen.settle()
    next(s for s in screen.app.selectbox if s.label == "Encoding").select("cp1251")
    next(s for s in screen.app.selectbox if s.label == "Decimal mark").select(",")
    next(t for t in screen.app.text_input if t.label == "Words that mean no answer").set_value("нет")
    by = {"two": {"role": "rating", "rater": "Ann"}, "three": {"role": "rating", "rater": "Ben"}}
    rows = {row: {"role": ROLES["rating"], "rater": name} for row, name in ((1, "Ann"), (2, "Ben"))}
    screen.edit("_mapping_None", {0: {"role": ROLES["item"]}} | rows)
    screen.press("Read it this way").sound()
    again = visit()
    again.app.file_uploader[0].set_value([("b.csv", data.replace(b"1;", b"8;"), "text/csv")])
    again.settle().sound()
    id = (
        again.app.query_params["study"][0]
        if isinstance(again.app.query_params["study"], list)
        else (again.app.query_params["study"])
    )
    study = store.study(id)
    assert study.options["reading"] == {"encoding": "cp1251"}
    assert (study.options["decimal"], study.options["missing"]) == (",", ["нет"])
    assert {k: v["rater"] for k, v in study.options["mapping"].items() if isinstance(v, dict)} == {
        k: v["rater"] for k, v in by.items()
    }
    assert study.raters["name"].tolist() == ["Ann", "Ben"]
    assert set(study.ratings["value"].dropna()) <= {"да", "0,5", 0.5}
    assert "that was said last time, of a file with the same columns" in again.words
    again.press("Forget").sound()
    assert "The next file with these columns" not in again.words
    third = visit()
    third.app.file_uploader[0].set_value([("c.csv", data.replace(b"1;", b"9;"), "text/csv")])
    assert "last time" not in third.settle().words


def test_labels_are_put_into_an_order_by_hand(visit, store, add):
    id = add("item_id,rater,label\na,x,big\nb,x,tiny\nc,x,mid\na,y,mid\nb,y,tiny\nc,y,big\n", "s.csv")
    screen = visit(study=id).press("Change what the columns mean")
    assert any(e.label.replace("\\", "") == "Order of the labels: big · mid · tiny" for e in screen.app.expander)
    screen.edit(f"_order_{id}", {0: {"level": "In order, low to high", "labels": "tiny<mid < huge"}})
    screen.press("Read it this way").sound()
    read = store.study(store.studies()["id"].iloc[0])
    assert (read.dimensions["label"].level, read.dimensions["label"].categories) == ("ordinal", ("tiny", "mid", "big"))


def test_how_a_file_is_read_is_shown_and_can_be_chosen(visit, store):
    screen = visit()
    data = "ключ;слово;число\n1;да;0,5\n2;нет;1,5\n".encode("cp1251")
    screen.app.file_uploader[0].set_value([("r.csv", data, "text/csv")])
    screen.settle()
    assert any("semicolon, decimal comma" in e.label for e in screen.app.expander)
    next(s for s in screen.app.selectbox if s.label == "Encoding").select("cp1251")
    screen.settle().sound()
    assert [row[0] for row in screen.sheet] == ["ключ", "слово", "число"]


def test_the_file_to_score_in_is_offered_where_the_protocol_has_one(visit, add):
    figures = "type,element_id,caption,vlm_description,content\nfigure,f1,One,A plot,\n"
    assert "Sheet to score in" in [d.label for d in visit(study=add(figures)).sound().app.get("download_button")]
    labels = visit(study=add("item_id,label\n1,x\n2,y\n", "anna.csv")).sound()
    assert "Sheet to score in" not in [d.label for d in labels.app.get("download_button")]


def test_metrics_dropped_on_an_open_study_join_its_items_and_change_no_score(visit, store, add):
    figures = "pdf,type,element_id,caption,vlm_description,content,caption_score\na.pdf,figure,f1,One,A plot,,2\n"
    id = add(figures)
    screen = drop(visit(study=id), "another rater's file", "wer.csv", "pdf,WER\na.pdf,0.3\n").sound()
    assert "which nobody judged" in screen.words
    screen.press("Attach").sound()
    assert store.base(id).items["WER"].tolist() == [0.3]
    assert store.base(id).raters["name"].tolist() == ["human"]


def test_what_a_model_answered_is_attached_to_a_study_of_open_answers_and_the_rule_judges_it(visit, store, add):
    id = add("id,idiom\n1,break the ice\n2,cut corners\n", "sampled_idioms.csv")
    said = "image_id,mllm_answer\n1,Break the ice!\n2,cut costs\n"
    screen = drop(visit(study=id), "another rater's file", "model.csv", said).sound()
    assert "joins the images" in screen.words
    screen.press("Attach").sound()
    found = store.study(id).ratings.query("dimension == 'recognised_auto'")
    assert dict(zip(found["item_id"], found["value"], strict=True)) == {"1": 1.0, "2": 0.0}
    assert set(found["rater"]) == {"MLLM"}
