"""Answers as values on one scale."""

import pandas as pd

import annoeval
from annoeval.tables.numbers import on_numbers


class Counted(dict):
    """A dictionary that counts how often it is walked through."""

    walks = 0

    def items(self):
        self.walks += 1
        return super().items()


def test_reading_many_different_numbers_never_walks_through_them_for_each():
    """Once a text would take minutes where 100,000 scores differ from each other."""
    walks = []
    for n in (20, 200):
        texts = [f"{k}.5" for k in range(n)]
        ratings = pd.DataFrame(
            {"response": [*texts, "perhaps"], "decimal": ".", "file": "f.csv", "column": "score", "row": range(n + 1)}
        )
        meanings = Counted({(t, "."): float(t) for t in texts} | {("perhaps", "."): None})
        values, scale, problems = on_numbers(ratings, meanings, None, "score")
        walks.append(meanings.walks)
    assert walks[0] == walks[1]
    assert values.notna().sum() == 200
    assert scale.level == "interval"
    assert [p.value for p in problems] == ["perhaps"]


def test_a_date_among_scores_is_listed_and_a_long_tail_is_not():
    rows = [f"{n},Ana,{n % 5 + 1}" for n in range(20)] + ["20,Ana,20261128"]
    study = annoeval.load(("a.csv", "\n".join(["item_id,rater,score", *rows]).encode()))
    [told] = [p for p in study.problems if p.problem == "a number far from all others"]
    assert (told.value, told.count, told.column) == ("20261128", 1, "score")
    tail = [f"{n},Ana,{2 ** (n / 2):g}" for n in range(21)]  # prices, counts: each is half as large again
    study = annoeval.load(("a.csv", "\n".join(["item_id,rater,score", *tail]).encode()))
    assert [p for p in study.problems if "far from" in p.problem] == []
