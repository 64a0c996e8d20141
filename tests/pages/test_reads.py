"""Studies: a file is read once for each content, whatever is done on the page, and held once."""

from __future__ import annotations

import pytest

from annoeval import opening
from annoeval.ui import sample

LONG = "item,rater,label,domain\n" + "".join(
    f"i{i},{w},{'yes' if i % 3 else 'no'},d{i % 2}\n" for i in range(40) for w in "AB"
)
ODD = "one,two,three\n" + "".join(f"{i},{'p' if i % 2 else 'q'},{'p' if i % 3 else 'q'}\n" for i in range(40))


@pytest.fixture
def reads(monkeypatch):
    """The names of the files that were read, in order."""
    seen: list[str] = []
    real = opening.read

    def counted(data, name, options):
        seen.append(name)
        return real(data, name, options)

    monkeypatch.setattr(opening, "read", counted)
    return seen


def drop(screen, data, name="labels.csv"):
    screen.app.file_uploader[0].set_value([(name, data.encode(), "text/csv")])
    return screen.settle()


def move_five_widgets(screen):
    for n in range(5):
        box = next(t for t in screen.app.text_input if t.label == "Labels in a cell are split at")
        box.set_value("|;"[n % 2])
        screen.settle().sound()


def test_a_file_is_read_once_while_widgets_move_and_once_more_for_other_content_of_the_same_name(visit, reads):
    screen = drop(visit(), LONG).press("Change what the columns mean").sound()
    move_five_widgets(screen)
    assert reads == ["labels.csv"]
    drop(screen, LONG.replace("yes", "perhaps")).sound()
    assert reads == ["labels.csv", "labels.csv"]


def test_a_file_whose_columns_are_asked_for_is_read_once_until_it_is_open(visit, store, reads):
    screen = drop(visit(), "id,caption\n" + "".join(f"{i},a picture of thing {i}\n" for i in range(9)))
    assert "What do the columns mean?" in screen.words
    move_five_widgets(screen)
    screen.app.text_input(key="_labels_None").set_value("right, wrong").run()
    screen.press("Read it this way").sound()
    assert len(store.studies()) == 1
    assert reads == ["labels.csv"]


MEALS = "place,price,taste,service\n" + "".join(f"p{i},{i % 5},{i * 3 % 5},{i * 2 % 5}\n" for i in range(15))


def test_the_screen_names_the_two_readings_that_inspect_names_and_opens_the_one_chosen(visit, store):
    ways = opening.open([("meals.csv", MEALS.encode())]).ways
    screen = drop(visit(), MEALS, "meals.csv")
    asked = next(r for r in screen.app.radio if r.label == "Start from")
    assert [o.split("\\: ", 1)[-1].split(": ", 1)[-1].replace("\\", "") for o in asked.options] == [
        w.outcome for w in ways
    ]
    assert all(e.words in screen.words for w in ways for e in w.evidence)
    asked.set_value(1)
    screen.settle()
    screen.press("Read it this way").sound()
    [found] = store.studies()["id"]
    assert len(store.base(found).raters) == len(
        opening.load(("meals.csv", MEALS.encode()), options=ways[1].options).raters
    )


def test_a_file_with_a_remembered_header_is_read_once(visit, store, reads):
    by = {"two": {"role": "rating", "rater": "Ann"}, "three": {"role": "rating", "rater": "Ben"}}
    store.add_study([("a.csv", ODD.encode())], {"protocol": "ratings", "mapping": {"one": "item", **by}})
    reads.clear()
    drop(visit(), ODD.replace("7,", "70,"), "b.csv").sound()
    assert reads == ["b.csv"]


def test_a_reopened_study_is_read_once_more_for_the_mapping_and_not_again(visit, add, reads):
    screen = visit(study=add(LONG)).sound()
    reads.clear()
    screen.press("Change what the columns mean").sound()
    move_five_widgets(screen)
    assert len(reads) == 1


def test_another_encoding_reads_the_beginning_of_the_kept_file_once(visit, add, reads):
    screen = visit(study=add(LONG)).press("Change what the columns mean").sound()
    reads.clear()
    next(s for s in screen.app.selectbox if s.label == "Encoding").select("cp1251")
    screen.settle().sound()
    move_five_widgets(screen)
    assert len(reads) == 1


def test_the_form_of_a_large_table_says_what_all_its_rows_hold(visit, store, monkeypatch):
    monkeypatch.setattr(sample, "MOST_CELLS", 80)  # 50 rows, within which domain has one value
    text = LONG.replace(",d1", ",d0") + "".join(f"j{i},A,yes,d{i % 2}\n" for i in range(40))
    screen = drop(visit(), text).press("Change what the columns mean").sound()
    (domain,) = (row for row in screen.sheet if row[0] == "domain")
    assert any(cell.startswith("Group") for cell in domain), domain


def test_a_file_that_became_a_study_is_no_longer_held_by_the_session(visit, monkeypatch):
    from annoeval.ui import drop as drop_module

    held = []
    monkeypatch.setattr(drop_module, "forget", held.extend)
    drop(visit(), LONG).sound()
    assert [f.name for f in held] == ["labels.csv"]
