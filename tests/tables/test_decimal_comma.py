"""A table whose numbers have a decimal comma is read as the same table with points."""

import pytest

from tests.tables.settled import of_text

POINTS = [f"{1 + (7 * i + 3 * k) % 9}.{(i + k) % 2 * 5}" for i in range(12) for k in range(2)]
HUNDREDTHS = [f"{(37 * i + 11 * k) % 90 / 100 + 0.05:.2f}" for i in range(12) for k in range(2)]

LONG = "ID;Bewerter;{name};Bereich\n" + "".join(
    f"x{i};{who};@{2 * i + k};{'AB'[i % 2]}\n" for i in range(12) for k, who in enumerate(("Anna", "Ben"))
)
WIDE = "ID;Bereich;Bewerter 1;Bewerter 2\n" + "".join(f"x{i};{'AB'[i % 2]};@{2 * i};@{2 * i + 1}\n" for i in range(12))


def filled(table: str, numbers: list[str], comma: bool) -> str:
    for n in reversed(range(len(numbers))):
        table = table.replace(f"@{n};", f"{numbers[n]};").replace(f"@{n}\n", f"{numbers[n]}\n")
    return table.replace(".", ",") if comma else table.replace(";", ",")


@pytest.mark.parametrize("numbers", [POINTS, HUNDREDTHS], ids=["halves", "hundredths"])
@pytest.mark.parametrize(
    "table", [LONG.format(name="Note"), LONG.format(name="Punkte"), WIDE], ids=["grades", "points", "a column a rater"]
)
def test_a_decimal_comma_changes_nothing_of_how_a_table_is_read(table, numbers):
    point, comma = (of_text(filled(table, numbers, mark)) for mark in (False, True))
    assert sorted(point.ratings["value"]) == sorted(float(n) for n in numbers)
    for column in ("item_id", "rater", "dimension", "value"):
        assert comma.ratings[column].tolist() == point.ratings[column].tolist()
    assert comma.groups == point.groups == ("Bereich",)
    assert [s.level for s in comma.dimensions.values()] == [s.level for s in point.dimensions.values()]


def test_a_remark_called_note_is_no_judgement():
    rows = "".join(f"x{i},{who},{(i + k) % 3},fine\n" for i in range(9) for k, who in enumerate(("Anna", "Ben")))
    study = of_text("item,rater,score,note\n" + rows)
    assert set(study.dimensions) == {"score"}
    assert set(study.ratings["note"]) == {"fine"}
