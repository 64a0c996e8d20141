"""`check` goes by the interval: a job passes only where chance can't have lifted the figure over the bar."""

import pytest

from annoeval.__main__ import main
from annoeval.commands.check import bar, judged


@pytest.fixture
def labels(tmp_path):
    """Ana and Ben on 60 items: equal on 54 of them, three cells apart each way."""
    said = [("a", "a")] * 27 + [("b", "b")] * 27 + [("a", "b")] * 3 + [("b", "a")] * 3
    rows = [f"{i},Ana,{a}\n{i},Ben,{b}" for i, (a, b) in enumerate(said)]
    path = tmp_path / "labels.csv"
    path.write_text("item_id,rater,label\n" + "\n".join(rows) + "\n")
    return str(path)


def test_a_bar_below_the_whole_interval_is_reached(labels, capsys):
    assert main(["check", labels, "--min", "kappa>=0.5"]) == 0
    assert capsys.readouterr().out.startswith("reached      kappa>=0.5  label cohen_kappa (Ana, Ben) 0.800 [")


def test_a_point_above_the_bar_is_not_enough(labels, capsys):
    assert main(["check", labels, "--min", "kappa>=0.75"]) == 3  # 0.80, but its interval begins below
    assert capsys.readouterr().out.startswith("not shown    kappa>=0.75")


def test_a_bar_above_the_interval_is_not_reached(labels, capsys):
    assert main(["check", labels, "--min", "kappa>=0.99"]) == 3
    assert capsys.readouterr().out.startswith("not reached")


def test_every_bar_must_be_reached(labels, capsys):
    assert main(["check", labels, "--min", "percent>=0.7", "--min", "label:krippendorff_alpha>=0.99"]) == 3
    assert [line.split("  ")[0] for line in capsys.readouterr().out.splitlines()] == ["reached", "not reached"]


def test_an_upper_bar_is_held_against_the_upper_end():
    row = {"dimension": "d", "name": "mean", "value": 0.2, "low": 0.1, "high": 0.3, "n": 9, "reason": None}
    assert judged(bar("mean<=0.3"), row)[0]
    assert judged(bar("mean<=0.25"), row) == (False, "not shown    mean<=0.25  d mean 0.200 [0.100, 0.300], n 9")
    assert not judged(bar("mean<=0.05"), row)[0]


def test_what_is_undefined_reaches_no_bar(tmp_path, capsys):
    path = tmp_path / "one.csv"
    path.write_text("item_id,rater,label\n1,Ana,cat\n1,Ben,cat\n2,Ana,cat\n2,Ben,cat\n")
    assert main(["check", str(path), "--min", "cohen_kappa>=0"]) == 3
    assert "is undefined:" in capsys.readouterr().out


def test_a_figure_that_the_study_has_not_is_said_with_those_it_has(labels, capsys):
    assert main(["check", labels, "--min", "icc1>=0.5"]) == 1
    assert "has no icc1; it has percent, cohen_kappa" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["kappa", "kappa>0.6", "kappa>=much", ">=1"])
def test_other_words_are_wrong_use(labels, text):
    with pytest.raises(SystemExit) as wrong:
        main(["check", labels, "--min", text])
    assert wrong.value.code == 2
