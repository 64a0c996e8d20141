"""Extracted tables against printed ones: the rules or rows beside a caption, lines and numbers, faults of layout."""

import pytest

from annoeval.scoring.paper import read_paper
from annoeval.scoring.table_cells import cells, faults
from annoeval.scoring.table_match import TableCuts, lines_of, measured
from tests.scoring.drawn_papers import Drawn

ROWS = [
    ["Species", "Birds", "Mean", "Range"],
    ["Redshank", "142", "3.1", "0.4"],
    ["Curlew", "57", "2.4", "0.9"],
    ["Dunlin", "610", "5.0", "1.7"],
    ["Knot", "88", "4.6", "2.2"],
]


def markdown(rows):
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def table(ruled=True, above=True):
    drawn = Drawn().table(60, 130, ROWS, ruled=ruled)
    drawn.lines(60, 118 if above else 224, "Table 1: Birds by species.")
    drawn.lines(60, 400, "The paper goes on with some running text here.")
    (found,) = read_paper(drawn.data(), "p.pdf").tables
    return found


@pytest.mark.parametrize("ruled", [True, False])
@pytest.mark.parametrize("above", [True, False])
def test_a_table_stands_below_or_above_its_caption_with_rules_or_without(ruled, above):
    found = table(ruled, above)
    assert lines_of(found.rows) == [" ".join(row) for row in ROWS]
    assert found.ruled == ruled


def score(rows, plain=False):
    found = table()
    parsed = cells(rows) if isinstance(rows, str) else cells(markdown(rows))
    return measured(parsed, lines_of(found.rows), found.rows, plain=plain).score(TableCuts())


def changed(row, column, text):
    rows = [list(r) for r in ROWS]
    rows[row][column] = text
    return rows


def test_a_table_with_all_its_cells_is_right():
    assert score(ROWS) == 2


@pytest.mark.parametrize(
    "rows",
    [
        changed(1, 1, "124"),  # a digit changed
        [*ROWS[1:2], *ROWS[1:]],  # the header lost
        [row[:3] for row in ROWS],  # a column lost
        ROWS[:4],  # a row lost
        [*ROWS[:2], ["Curlew", "", "57", "2.4"], *ROWS[3:]],  # a row shifted and cut
        [*ROWS[:2], ["Curlew", "57 2.4", "", "0.9"], *ROWS[3:]],  # two cells in one
        [[*row[:2], row[3], row[2]] if n == 2 else row for n, row in enumerate(ROWS)],  # two cells changed places
    ],
)
def test_single_faults_make_a_table_partly_right(rows):
    assert score(rows) == 1


def test_another_table_is_wrong():
    assert score([["Alloy", "Hours", "MPa"], ["6061", "95", "276.0"], ["2024", "120", "324.5"]]) == 0


def test_rows_that_became_one_line_are_unreadable():
    found = table()
    rows = (tuple(" ".join(" ".join(r) for r in ROWS).split()),)
    assert measured(rows, lines_of(found.rows), found.rows, plain=True).score(TableCuts()) == 0


def test_only_a_line_of_dashes_parts_a_markdown_head():
    assert cells("| a | b |\n|---|---|\n| - x | 1 |\n| - y | 2 |") == (("a", "b"), ("- x", "1"), ("- y", "2"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("| a | b |\n|---|---|\n| 1 |\n", 1),
        ("| a | b |\n|---|---|\n| 0.1 0.2 | 3 |\n", 1),
        ("| a | b |\n|---|---|\n| 79.1 / 62.0 | 3 |\n", 0),  # a list with slashes is one cell
        ("| a | b |\n|---|---|\n| 140 000 | 0.5 ± 0.1 |\n", 0),
        ("<table><tr><th>a<th>b</tr><tr><td>1</td><td>2</td></tr></table>", 0),
    ],
)
def test_a_tables_own_layout_proves_faults(text, found):
    assert len(faults(cells(text))) == found


@pytest.mark.parametrize("text", ["Table 1 on page 1", "A caption: one line, two parts.", ""])
def test_a_line_is_no_table(text):
    assert cells(text) is None
