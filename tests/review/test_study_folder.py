"""The folder of a study: its own lines recompute its tables, and its section says the published numbers."""

import io
import os
import subprocess
import sys
import zipfile

import pandas as pd
import pytest

from annoeval import load
from annoeval.answers.blocks import Block, as_latex, as_markdown
from annoeval.review.annotating import answer, work_of
from annoeval.review.annotators import by_token, consent, end_practice, invite
from annoeval.review.design import Design, keep
from annoeval.review.store import Store
from annoeval.review.study_folder import TABLES, section_of, study_folder

MEASURED = "median_seconds"  # in the browser; the published columns have times of answers only
TARGETS = ("break the ice", "spill the beans", "hit the sack", "bite the bullet", "cut corners", "call it a day")


@pytest.fixture
def store(tmp_path):
    opened = Store(home=tmp_path / "home")
    yield opened
    opened.database.close()


def annotated(store):
    """Three annotators on six idioms; the first is right on 5, the second on 4, the third on 3."""
    table = "id,idiom\n" + "".join(f"{n},{t}\n" for n, t in enumerate(TARGETS))
    id = store.add_study([("sampled_idioms.csv", table.encode())])
    keep(store, id, Design(title="Idioms"), "Ana")
    for right in (5, 4, 3):
        who = invite(store, id)
        consent(store, who, {})
        end_practice(store, who)
        work = work_of(store, by_token(store, who.token))
        for n, target in enumerate(TARGETS):
            answer(store, work, str(n), target if n < right else "no idea", f"{who.name} {n}", 10.0)
    return id


def test_the_lines_in_the_folder_recompute_its_tables(store, tmp_path):
    data = study_folder(store, annotated(store))
    folder = tmp_path / "folder"
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        packed.extractall(folder)
    lines = [line for line in (folder / "analysis.py").read_text().splitlines() if line]
    assert len(lines) == 10
    before = {n: pd.read_csv(folder / "results" / f"{n}.csv") for n in TABLES}
    for n in TABLES:
        (folder / "results" / f"{n}.csv").unlink()
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}  # as if installed: a script sees only its own folder
    subprocess.run([sys.executable, str(folder / "analysis.py")], check=True, env=env)
    for n in TABLES:
        again = pd.read_csv(folder / "results" / f"{n}.csv").drop(columns=MEASURED, errors="ignore")
        was = before[n].drop(columns=MEASURED, errors="ignore")
        pd.testing.assert_frame_equal(again, was, check_exact=False, rtol=1e-12)
    assert pd.read_csv(folder / "results" / "annotators.csv")["right"].tolist() == [5, 4, 3]


def test_the_readme_says_what_was_done_and_the_study_gives_the_same_bytes(store):
    id = annotated(store)
    data = study_folder(store, id)
    assert data == study_folder(store, id)
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        told = packed.read("README.md").decode()
        assert packed.read("sampled_idioms.csv").decode().splitlines()[1] == "0,break the ice"
    assert "3 annotators agreed to take part; 0 withdrew" in told
    assert "by the published rule" in told


def test_the_results_section_has_the_accuracies_of_the_answers(store):
    said = section_of(store.study(annotated(store)), "markdown")
    assert "majority 0.67" in said  # 4 of 6 images have two or more right
    assert "unanimous 0.50" in said  # 3 of 6
    assert "individual 0.67" in said  # 12 of 18
    assert "| A1 | 6 | 0.83" in said


def test_people_against_the_model_stand_in_the_section_with_their_four_cells():
    cells = {(1, 1): 5, (1, 0): 2, (0, 1): 1, (0, 0): 4}
    images = [pair for pair, n in cells.items() for _ in range(n)]
    rows = "".join(
        f"{i},break a leg,{who},words,{right}\n"
        for i, (people, model) in enumerate(images)
        for who, right in (("A1", people), ("A2", people), ("model-x", model))
    )
    study = load(("raw.csv", f"image_id,target_idiom,annotator_id,response_raw,is_correct\n{rows}".encode()))
    said = section_of(study, "markdown")
    assert "majority and model-x agreed on 75 % of 12 images" in said  # 5 + 4 of 12
    assert "| People right | 5 | 2 |\n| People wrong | 1 | 4 |" in said
    assert "| model-x: people right, model wrong | 2 | 5 and 6 |" in said
    assert r"People right & 5 & 2 \\" in section_of(study, "latex")


def test_peoples_words_are_text_in_both_forms():
    block = Block("A|B_1", "50 % of <b> & *c*", ("x", "y"), (("a_b", "−1"),))
    assert r"A\|B\_1" in as_markdown([block])
    assert r"\<b\>" in as_markdown([block])
    latex = as_latex([block])
    assert r"50 \% of \textless{}b\textgreater{} \& *c*" in latex
    assert r"a\_b & $-$1 \\" in latex
