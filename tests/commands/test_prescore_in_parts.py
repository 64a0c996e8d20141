"""A large file scored in parts, here and by the workers of a Dask scheduler: the scores are those of one piece."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from annoeval.__main__ import main
from annoeval.commands import partitions, prescore
from annoeval.commands.partitions import scored
from annoeval.opening import load
from annoeval.protocols import Means
from annoeval.reading.attached import of_paths
from annoeval.scoring import semantic
from tests.scoring.drawn_papers import Drawn

CAPTIONS = [
    "Counts of waders at low water by month.",
    "Share of time that redshank spent feeding.",
    "Length of prey by estuary and by year.",
    "Density of lugworms against the distance from the shore.",
]


def file_of(folder, rows, papers):
    """Figures and tables of papers in order: of `waders` the PDF is at hand, of `gulls` and others gold captions, of
    some rows no paper is named. No description, so that no model is needed."""
    n = np.arange(rows)
    kind = np.where(n % 5 == 4, "table", "figure")
    paper = np.array([*(f"paper {p}.pdf" for p in range(papers)), "waders.pdf"])[n * (papers + 1) // rows]
    turn = (n + n // 40) % 4  # some out of their order
    caption = np.array([*CAPTIONS[:3], CAPTIONS[3][:30]])[turn]
    frame = pd.DataFrame(
        {
            "pdf": np.where(n % 97 == 3, None, paper),
            "type": kind,
            "element_id": [f"e{i}" for i in n],
            "caption": np.where(kind == "figure", caption, None),
            "vlm_description": None,
            "content": np.where(kind == "table", "| value | mean |\n| --- | --- |\n| 12 | 34 |", None),
            "correct_caption": np.where((kind == "figure") & (n % 3 == 0), np.roll(np.array(CAPTIONS)[turn], 1), None),
        }
    )
    frame.to_csv(folder / "rows.csv", index=False)
    drawn = Drawn()
    for at, text in enumerate(CAPTIONS):
        drawn.lines(60, 80 + 120 * at, f"Figure {at + 1}. {text}")
    (folder / "waders.pdf").write_bytes(drawn.data())
    return folder / "rows.csv", folder / "waders.pdf"


@pytest.mark.parametrize("scorer", ["recommended", "similarity only"])
def test_scores_made_in_parts_are_those_of_one_piece(tmp_path, scorer):
    rows, pdf = file_of(tmp_path, 2000, 5)
    study, means = load(rows), Means(of_paths([pdf]))
    whole, parts = (scored(study, scorer, means, rows=n) for n in (10_000, 300))
    pd.testing.assert_frame_equal(whole.values, parts.values)
    if scorer == "recommended":
        assert set(whole.values["caption"].dropna()) == {0, 1, 2}
        assert sum(parts.unscored.values()) > 500
    assert sum(whole.unscored.values()) == sum(parts.unscored.values())


def test_rows_of_one_paper_stay_together_and_all_rows_are_in_one_part(tmp_path):
    study = load(file_of(tmp_path, 3000, 5)[0])
    parts = list(partitions._parts(study, "recommended", 300))
    assert np.array_equal(np.sort(np.concatenate(parts)), np.arange(3000))
    papers = [set(study.items["pdf"].iloc[rows]) for rows in parts]
    assert len(parts) == 6
    assert sum(map(len, papers)) == study.items["pdf"].nunique()


def test_the_only_pdf_is_not_taken_for_the_paper_of_rows_that_name_none(tmp_path):
    """With another paper named in the file, a part of nameless rows alone would look as if the PDF were theirs."""
    rows, pdf = file_of(tmp_path, 400, 1)
    frame = pd.read_csv(rows, dtype="str")
    frame.loc[:350, "pdf"] = None
    frame.to_csv(rows, index=False)
    study, means = load(rows), Means(of_paths([pdf]))
    whole, parts = (scored(study, "recommended", means, rows=n) for n in (10_000, 20))
    pd.testing.assert_frame_equal(whole.values, parts.values)


def test_a_text_is_compared_once_however_many_rows_hold_it(tmp_path, monkeypatch):
    frame = pd.DataFrame({"type": "figure", "caption": ["a b", "a  b"] * 50, "vlm_description": "c", "content": None})
    frame.assign(element_id=range(100)).to_csv(tmp_path / "rows.csv", index=False)
    asked = []
    monkeypatch.setattr(semantic, "cosine", lambda pairs, *_, **__: asked.extend(pairs) or [0.9] * len(pairs))
    assert scored(load(tmp_path / "rows.csv"), "similarity only", Means()).values["caption"].eq(2).all()
    assert asked == [("a b", "c")] * 2  # as written, before white space is collapsed


def test_a_scheduler_that_does_not_answer_is_said_in_one_sentence(tmp_path, monkeypatch, capsys):
    pytest.importorskip("distributed")
    rows, _ = file_of(tmp_path, 20, 1)
    monkeypatch.setattr(partitions, "ANSWER", 1)
    assert main(["prescore", str(rows), "-o", str(tmp_path / "o.csv"), "--scheduler", "tcp://127.0.0.1:9"]) == 1
    assert "No Dask scheduler answers at tcp://127.0.0.1:9" in capsys.readouterr().err
    assert main(["prescore", str(rows), "-o", str(tmp_path / "o.csv"), "--scheduler", "nonsense://x"]) == 1
    assert "No Dask scheduler answers at nonsense://x" in capsys.readouterr().err


def test_without_dask_the_command_says_what_to_install(tmp_path, monkeypatch, capsys):
    rows, _ = file_of(tmp_path, 20, 1)
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["prescore", str(rows), "-o", str(tmp_path / "o.csv"), "--scheduler", "tcp://x:1"]) == 1
    assert 'pip install "annoeval[dask]"' in capsys.readouterr().err


@pytest.fixture
def cluster():
    """A scheduler in this process, and two workers in processes of their own: its address and the workers."""
    LocalCluster = pytest.importorskip("distributed").LocalCluster
    root = str(Path(partitions.__file__).parents[2])
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])}
    with LocalCluster(n_workers=0, dashboard_address=None, scheduler_port=0) as local:
        address = local.scheduler_address
        order = [sys.executable, "-m", "dask", "worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard"]
        workers = [subprocess.Popen(order, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in "ab"]
        try:
            yield address, workers
        finally:
            for worker in workers:
                worker.kill()
                worker.wait()


def test_two_workers_of_which_one_is_killed_give_the_scores_of_this_process(tmp_path, monkeypatch, cluster):
    """20,000 rows of gold captions, of a paper at hand and of none, by the recommended scorer: no model is needed."""
    from distributed import Client

    address, workers = cluster
    rows, pdf = file_of(tmp_path, 20_000, 30)
    here, there = tmp_path / "here.csv", tmp_path / "there.csv"
    order = ["prescore", str(rows), "--evidence", str(pdf)]
    assert main([*order, "-o", str(here)]) == 0
    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    done = []

    def kill_one(scored, of):
        if not done:
            workers[0].kill()
        done.append(scored)

    monkeypatch.setattr(partitions, "ROWS", 1000)
    monkeypatch.setattr(prescore, "_progress", kill_one)
    assert main([*order, "-o", str(there), "--scheduler", address]) == 0
    assert len(done) > 10
    assert done[-1] == 20_000
    assert workers[0].wait() != 0
    assert workers[1].poll() is None
    assert there.read_bytes() == here.read_bytes()
