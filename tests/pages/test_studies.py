"""Studies: what a file is, why, what it can show, and what is in the way."""

import pytest

LONG = "item,rater,label\n" + "".join(f"i{i},{w},{'yes' if i % 2 else 'no'}\n" for i in range(8) for w in "AB")


def drop(screen, name, data):
    screen.app.file_uploader[0].set_value([(name, data if isinstance(data, bytes) else data.encode(), "text/csv")])
    return screen.settle()


def test_an_empty_house_offers_the_examples(visit):
    screen = visit().sound()
    assert screen.buttons.count("Open") >= 4
    assert "Drop a results file" in screen.words


def test_an_example_is_one_click_away(visit):
    screen = visit().press("Open").sound()
    assert "27 items" in screen.words
    assert screen.app.query_params["study"]


def test_a_dropped_file_is_in_the_address_at_once(visit, store):
    screen = drop(visit(), "labels.csv", LONG).sound()
    assert screen.app.query_params["study"] == [store.studies()["id"][0]] or screen.app.query_params["study"]
    assert "8 items" in screen.words
    assert "Read as ratings, because" in screen.words


def test_the_same_file_again_is_the_same_study(visit, store):
    drop(visit(), "labels.csv", LONG)
    drop(visit(), "labels.csv", LONG)
    assert len(store.studies()) == 1


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("empty.csv", b""),
        ("header.csv", b"item,rater,label\n"),
        ("picture.csv", b"\x89PNG\r\n\x1a\n" + bytes(200)),
        ("broken.json", b'{"a": [1, 2'),
        ("blank.csv", b"\n\n\n"),
    ],
    ids=["empty", "header only", "a picture", "broken JSON", "blank lines"],
)
def test_a_file_that_can_not_be_used_gets_one_sentence(visit, store, name, data):
    screen = drop(visit(), name, data)
    assert not screen.app.exception
    assert len(screen.app.error) == 1
    said = screen.app.error[0].value.replace("\\", "")
    assert name in said
    assert "Traceback" not in said
    assert store.studies().empty


def test_columns_without_a_meaning_are_asked_for(visit, store):
    screen = drop(visit(), "odd.csv", "alpha,beta\n" + "".join(f"word {i} and more,text {i * 7}\n" for i in range(40)))
    assert not screen.app.exception
    assert "What do the columns mean?" in screen.words or screen.app.error
    assert store.studies().empty


def test_each_page_says_what_it_needs(visit, add):
    screen = visit(
        study=add("item,rater,label\n" + "".join(f"i{i},A,{'yes' if i % 2 else 'no'}\n" for i in range(8)))
    ).sound()
    assert "needs a second rater" in screen.words
    assert "needs a confidence column" in screen.words


def test_a_study_can_be_scored_where_its_protocol_has_a_scorer(visit, example):
    assert "Score with AI" in visit(study=example("figures")).sound().buttons


def test_a_study_whose_file_brings_its_scores_is_not_scored(visit, example):
    assert "Score with AI" not in visit(study=example("recall")).sound().buttons


def test_removing_takes_a_study_off_the_list_and_dropping_brings_it_back(visit, store):
    screen = drop(visit(), "labels.csv", LONG)
    screen.press("Remove").sound()
    assert store.studies().empty
    drop(visit(), "labels.csv", LONG)
    assert len(store.studies()) == 1


def test_two_studies_of_one_name_can_be_told_apart(visit, add):
    add(LONG, name="same")
    add(LONG.replace("yes", "maybe"), name="same")
    labels = visit().app.sidebar.selectbox[0].options
    assert len(set(labels)) == 2


def test_the_limit_of_a_file_stands_at_the_drop_zone(visit):
    limit = "up to 200 MB each"
    screen = visit().sound()
    assert limit in screen.words


def test_a_table_nobody_judged_is_opened_with_labels_to_rate(visit, store):
    screen = drop(visit(), "captions.csv", "id,caption\n" + "".join(f"{i},a picture of thing {i}\n" for i in range(9)))
    screen.app.text_input(key="_labels_None").set_value("right, wrong").run()
    screen.press("Read it this way").sound()
    study = store.study(store.studies()["id"][0])
    assert study.dimensions["label"].categories == ("right", "wrong")
    assert "Nothing is scored yet." in screen.words
    store.decide(store.studies()["id"][0], "0", "label", "right", reviewer="Ann")


def test_the_card_of_a_study_does_not_read_its_files_again(visit, store, add, monkeypatch):
    id = add(LONG)
    visit(study=id).sound()
    read = []
    monkeypatch.setattr(type(store), "files", lambda self, id: read.append(id) or [])
    visit(study=id).sound()
    assert not read


def test_what_a_repair_does_is_said_without_marks_of_escaping(visit, add):
    rows = "".join(f"i{i},{w},{['yes', 'Yes', 'no'][(i + (w == 'B')) % 3]}\n" for i in range(9) for w in "AB")
    screen = visit(study=add("item,rater,label\n" + rows)).sound()
    said = [e.proto.body for e in screen.app.get("html") if "labels become" in e.proto.body]
    assert said
    assert "\\" not in said[0]


def test_what_is_wrong_stands_first_in_the_table_of_remarks(visit):
    screen = drop(visit(), "again.csv", LONG + "i0,A,yes\n").sound()
    tables = [list(frame.value.columns) for frame in screen.app.dataframe]
    assert ["problem", "action", "count"] in [columns[:3] for columns in tables]


def main_buttons(screen):
    return [b.label for b in screen.app.button if b.proto.type == "primary"]


def test_the_form_that_waits_for_an_answer_has_the_only_main_button(visit, add):
    screen = visit(study=add(LONG)).sound()
    assert main_buttons(screen) == ["See the scores"]
    screen.press("Change what the columns mean").sound()
    assert main_buttons(screen) == ["Read it this way"]
    screen.press("Leave the columns as they are").sound()
    assert main_buttons(screen) == ["See the scores"]
    drop(screen, "odd.csv", "alpha,beta\n" + "".join(f"word {i} and more,text {i * 7}\n" for i in range(40)))
    assert main_buttons(screen) == ["Read it this way"]


def test_studies_of_one_name_are_told_apart_by_what_distinguishes_them(visit, store):
    for rows in (8, 12):
        data = LONG + "".join(f"j{i},A,yes\n" for i in range(rows - 8))
        store.add_study([("labels.csv", data.encode())], name="Labels")
    names = visit().sound().app.sidebar.selectbox[0].options
    assert sorted(names) == ["Labels (12 items)", "Labels (8 items)"]


def test_files_dropped_together_are_called_after_their_tables(visit, store):
    screen = visit()
    second = LONG.replace("A", "C").replace("B", "D").encode()
    files = [("first_round.csv", LONG.encode(), "text/csv"), ("second_round.csv", second, "text/csv")]
    screen.app.file_uploader[0].set_value(files)
    screen.settle().sound()
    assert store.studies()["name"].tolist() == ["First round and Second round"]
