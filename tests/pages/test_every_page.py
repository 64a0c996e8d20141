"""Every page opens on every kind of study, and a page that Studies calls available is no empty state."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from annoeval.answers.found import needs
from annoeval.examples import examples
from annoeval.problem import AnnoevalError
from annoeval.ways import NotSure
from tests.conftest import FOLDER
from tests.tables.made_up.cases import Case, every_case

PAGES = ("studies", "annotate", "review", "scores", "agreement", "confidence", "comparison", "matching", "report")
# formats that hold no ratings and texts beside data, and what only makes sense together with other files
REAL = sorted(p for p in FOLDER.rglob("*") if p.is_file() and p.suffix not in (".md",)) if FOLDER.exists() else []


@pytest.fixture(autouse=True)
def someone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Review asks who is looking; here it is known."""
    monkeypatch.setattr("annoeval.ui.state.person", lambda: "Ana")


def of_each_kind() -> list[Case]:
    """One table of every kind that says plainly what it is; its disguises hold the same ratings."""
    found: dict[str, Case] = {}
    for case in every_case():
        if case.must == "open":
            found.setdefault(case.kind, case)
    return list(found.values())


def stored(store, files: Sequence[tuple[str, bytes]]) -> str | None:
    """The study's id, under the likeliest reading where it is asked; None where the files are refused."""
    try:
        return store.add_study(files)
    except NotSure as error:
        if not error.question.ways:  # nothing in it says who judged what
            return None
        return store.add_study(files, options=error.question.ways[0].options)
    except AnnoevalError:
        return None


def every_page(visit, store, id: str) -> None:
    lacks = needs(store.study(id), scorable=False)
    for page in PAGES:
        screen = visit(page, study=id).sound()
        assert "could not be drawn" not in screen.words, page
        if lacks.get(page, None) is None and page != "studies":
            assert "This page needs" not in screen.answer, page


@pytest.mark.parametrize("name", [e.name for e in examples()])
def test_every_page_opens_on_every_example(visit, store, example, name):
    every_page(visit, store, example(name))


@pytest.mark.parametrize("case", of_each_kind(), ids=lambda case: case.kind)
def test_every_page_opens_on_every_kind_of_table(visit, store, case):
    id = stored(store, case.files)
    if id is not None:
        every_page(visit, store, id)


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
def test_every_page_opens_on_the_files_of_published_studies(visit, store, path: Path):
    id = stored(store, [(path.name, path.read_bytes())])
    if id is not None:
        every_page(visit, store, id)


LABELS = "".join(f"q{i},AI,{('yes', 'no', 'maybe')[i % 3]},{0.4 + i / 100:.2f},{'AB'[i % 2]}\n" for i in range(40))
PEOPLE = "".join(
    f"q{i},{w},{('yes', 'no', 'maybe')[(i + k) % 3]},{0.4 + i / 100:.2f},{'AB'[i % 2]}\n"
    for i in range(30)
    for k, w in enumerate(("Mei", "Tom"))
)
GOLD = LABELS + "".join(f"q{i},gold,{('yes', 'no', 'maybe')[i % 4 % 3]},,{'AB'[i % 2]}\n" for i in range(40))


@pytest.mark.parametrize("rows", [LABELS, PEOPLE, GOLD], ids=["an AI", "people", "a reference"])
def test_labels_with_a_confidence_have_every_page(visit, store, rows):
    every_page(visit, store, store.add_study([("t.csv", f"item_id,rater,label,confidence,domain\n{rows}".encode())]))


def test_labels_with_a_reference_are_right_or_wrong(visit, add):
    screen = visit("confidence", study=add("item_id,rater,label,confidence,domain\n" + GOLD)).sound()
    assert "apart on average (ECE" in screen.answer


@pytest.mark.parametrize("page", ["scores", "comparison", "confidence"])
def test_a_methods_paragraph_names_selection_blindness_clusters_software_and_data(visit, store, page):
    rows = LABELS.replace("yes", "2").replace("no", "0").replace("maybe", "1")
    id = store.add_study([("t.csv", f"item_id,rater,score,confidence,domain\n{rows}".encode())])
    screen = visit(page, study=id)
    screen.app.session_state[f"_methods_{page}"] = True
    text = screen.settle().sound().app.code[-1].value
    for part in ("no person judged one", "independent of each other", "annoeval 0.", store.study(id).digest):
        assert part in text


@pytest.mark.parametrize("page", ["scores", "comparison", "agreement"])
def test_a_page_without_scores_has_one_main_action(visit, add, page):
    rows = "".join(f"e{i},figure,Birds {i},Fish {i}\n" for i in range(4))
    screen = visit(page, study=add("element_id,type,caption,vlm_description\n" + rows)).sound()
    main = [b.label for b in screen.app.button if b.proto.type == "primary"]
    assert main == ["Score with AI"]
