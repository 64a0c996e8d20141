"""Answers as values on one scale."""

import pandas as pd

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
