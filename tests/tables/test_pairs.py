"""Two outputs compared: one item whichever side each stood on, and the winner by its name."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval import load
from annoeval.problem import AnnoevalError
from annoeval.scale import TIE
from annoeval.tables.pairs import UNTOLD

SAID = {"q": "item", "model_a": "contestant", "model_b": "contestant", "judge": "rater", "winner": "winner"}

BATTLES = st.tuples(st.sampled_from(["xy", "yz", "xz"]), st.sampled_from(["A", "B", "tie"]), st.booleans())


def study(*rows: str, header: str = "q,model_a,model_b,judge,winner", **said: str):
    text = "\n".join([header, *rows]) + "\n"
    return load(("battles.csv", text.encode()), options={"mapping": {**SAID, **said}})


def values(found) -> list[str | None]:
    return found.ratings["value"].tolist()


@pytest.mark.parametrize(
    ("cell", "winner"),
    [
        ("model_a", "x"),
        ("A", "x"),
        ("left", "x"),
        ("1", "x"),
        ("x", "x"),
        ("assistant A", "x"),
        ("a wins", "x"),
        ("model_b", "y"),
        ("b", "y"),
        ("right", "y"),
        ("2", "y"),
        ("Y", "y"),
        ("Response B is better", "y"),
        ("tie", TIE),
        ("both", TIE),
        ("equal", TIE),
        ("tie (bothbad)", TIE),
        ("both_bad", TIE),
        ("Tie", TIE),
        ("neither", TIE),
        ("equally good", TIE),
    ],
)
def test_a_winner_is_told_by_name_or_side_and_a_tie_by_its_word(cell, winner):
    found = study(f"1,x,y,ann,{cell}", "2,x,y,ann,x")
    assert values(found)[0] == winner
    assert found.ratings["response"].iloc[0] == cell


@pytest.mark.parametrize("cell", ["C", "maybe", "0", "x or y"])
def test_a_winner_that_cannot_be_told_is_said_and_no_guess(cell):
    found = study(f"1,x,y,ann,{cell}", "2,x,y,ann,x")
    assert values(found) == ["x"]
    assert [(p.value, p.row) for p in found.problems if p.problem == UNTOLD] == [(cell, 2)]


def test_where_nought_occurs_one_may_be_either_side():
    found = study("1,x,y,ann,0", "2,x,y,ann,1", "3,x,y,ann,x")
    assert values(found) == ["x"]


def test_a_name_that_is_also_the_other_side_tells_nothing():
    found = study("1,B,A,ann,A", "2,A,B,ann,A", "3,A,B,ann,tie")
    assert values(found) == ["A", TIE]


def test_a_model_against_itself_has_no_winner():
    assert values(study("1,x,x,ann,model_a", "2,x,y,ann,x")) == ["x"]


def test_a_pair_is_one_item_whichever_side_each_stood_on():
    found = study("1,x,y,ann,model_a", "1,y,x,ben,model_b")
    assert len(found.items) == 1
    assert values(found) == ["x", "x"]


def test_what_belongs_to_a_side_moves_with_it():
    header = "q,model_a,model_b,response_a,response_b,judge,winner"
    found = study("1,y,x,by y,by x,ann,A", "2,x,y,by x,by y,ann,A", header=header)
    assert found.items["response_a"].tolist() == ["by x", "by x"]
    assert found.items["model_b"].tolist() == ["y", "y"]
    assert values(found) == ["y", "x"]


def test_sides_may_be_named_left_and_right_and_stand_in_any_order():
    header, said = "right_model,left_model,q,judge,winner", {"left_model": "contestant", "right_model": "contestant"}
    assert values(study("x,y,1,ann,A", "x,y,2,ann,right", header=header, **said)) == ["y", "x"]


def test_columns_without_a_side_in_their_names_leave_a_and_b_untold():
    header, said = "q,system,opponent,judge,winner", {"system": "contestant", "opponent": "contestant"}
    assert values(study("1,x,y,ann,A", "2,x,y,ann,opponent", "3,x,y,ann,x", header=header, **said)) == ["y", "x"]


def test_one_column_of_contestants_is_too_few():
    with pytest.raises(AnnoevalError, match="two columns of contestants"):
        study("1,x,y,ann,A", model_b="evidence")


def test_winners_have_no_order_even_where_their_names_have_one():
    found = study("1,low,medium,ann,low", "2,high,low,ann,high", "3,medium,high,ann,tie")
    scale = found.dimensions["winner"]
    assert (scale.level, scale.categories, scale.contestants) == (
        "nominal",
        ("high", "low", "medium", TIE),
        ("model_a", "model_b"),
    )


def test_battles_without_an_id_or_text_are_each_their_own():
    rows = ("x,y,ann,A", "x,y,ben,B", "y,x,ann,A")
    found = study(*rows, header="model_a,model_b,judge,winner")
    assert len(found.items) == 3
    assert len({*found.ratings["item_id"]}) == 3


def test_battles_of_two_files_without_an_id_or_text_are_not_joined():
    text = b"model_a,model_b,winner\nx,y,A\nx,z,B\n"
    said = {"model_a": "contestant", "model_b": "contestant", "winner": "winner"}
    found = load(("ann.csv", text), ("ben.csv", text.replace(b"A", b"B")), options={"mapping": said})
    assert len(found.items) == 4


def test_the_prompt_of_a_battle_tells_which_it_is():
    rows = ("p,x,y,ann,A", "p,y,x,ben,B", "q,x,y,ann,A")
    found = study(*rows, header="prompt,model_a,model_b,judge,winner", prompt="evidence")
    assert len(found.items) == 2


@settings(max_examples=8, deadline=None, derandomize=True, database=None)
@given(st.lists(BATTLES, min_size=3, max_size=20))
def test_swapping_the_sides_of_any_row_with_its_winner_changes_no_value(battles):
    other = {"A": "B", "B": "A", "tie": "tie"}
    rows = [f"{n},{pair[0]},{pair[1]},ann,{won}" for n, (pair, won, _) in enumerate(battles)]
    turned = [
        f"{n},{pair[1]},{pair[0]},ann,{other[won]}" if swap else f"{n},{pair[0]},{pair[1]},ann,{won}"
        for n, (pair, won, swap) in enumerate(battles)
    ]
    one, two = study(*rows), study(*turned)
    assert one.items.index.tolist() == two.items.index.tolist()
    assert values(one) == values(two)


@pytest.mark.parametrize(
    "names",
    ["winner_model_a,winner_model_b,winner_tie", "won_model_a,won_model_b,won_both", "is model_a,is model_b,is tie"],
)
def test_columns_that_mark_each_side_s_winner_say_who_won_and_are_no_raters(names):
    marks = {"x": "1,0,0", "y": "0,1,0", "tie": "0,0,1", None: "0,0,0"}
    won = ["x", "tie", "y", None, "y", "x", "tie", "y"]
    rows = [f"q{n},x,y,{marks[w]}" if n % 2 else f"q{n},y,x,{swapped(marks[w])}" for n, w in enumerate(won)]
    found = load(("battles.csv", "\n".join([f"id,model_a,model_b,{names}", *rows]).encode()))
    said = found.ratings.assign(n=found.ratings["item_id"].str.slice(1, 2).astype(int)).set_index("n")["value"]
    assert {n: v for n, v in said.items() if v is not None} == {
        n: TIE if w == "tie" else w for n, w in enumerate(won) if w
    }


def swapped(marks: str) -> str:
    a, b, tie = marks.split(",")
    return f"{b},{a},{tie}"
