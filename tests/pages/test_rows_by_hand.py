"""What rows are is said on the mapping screen: errors with weights, comparisons of two, the same things in order."""

from __future__ import annotations

from annoeval.evaluation.win_rates import win_rates
from annoeval.tables.mapping import ROLES

ERRORS = "seg,rater,category,severity\n1,ann,Style,Major\n1,ann,Style,Minor\n1,ben,Style,Minor\n2,ann,Style,Minor\n"
BATTLES = "n,here,there,who,said\n1,ada,bee,h1,here\n2,bee,ada,h1,there\n3,ada,cod,h1,tie\n4,cod,bee,h1,cod\n"


def opened(screen, store):
    id = screen.app.query_params["study"]
    return store.study(id[0] if isinstance(id, list) else id)


def test_errors_are_added_up_by_the_weights_typed(visit, store, add):
    mapping = {"seg": "item", "rater": "rater", "category": "error", "severity": "severity"}
    id = add(ERRORS, options={"protocol": "ratings", "mapping": mapping})
    screen = visit(study=id).press("Change what the columns mean").sound()
    screen.edit(f"_weights_{id}", {0: {"weight": "25"}})
    study = opened(screen.press("Read it this way").sound(), store)
    assert study.options["weights"] == {"Major": 25}
    penalties = study.ratings.set_index(["item_id", "rater"])["value"]
    assert penalties.to_dict() == {("1", "ann"): 26, ("1", "ben"): 1, ("2", "ann"): 1}


def test_two_columns_are_compared_and_the_winner_counts_by_its_name(visit, store):
    screen = visit()
    screen.app.file_uploader[0].set_value([("battles.csv", BATTLES.encode(), "text/csv")])
    screen.settle()
    roles = ("item", "contestant", "contestant", "rater", "winner")
    rows = {n: {"role": ROLES[role]} for n, role in enumerate(roles)}
    screen.edit("_mapping_None", rows)
    study = opened(screen.press("Read it this way").sound(), store)
    assert study.ratings["value"].tolist() == ["ada", "ada", "tie", "cod"]
    table = win_rates(study).set_index("contestant")
    assert table["win_rate"].to_dict() == {"ada": 2.5 / 3, "bee": 0, "cod": 0.75}


def test_rows_of_files_without_ids_are_joined_only_when_a_person_says_so(visit, store):
    id = store.add_study([("ann.csv", b"label\nx\ny\nx\ny\n"), ("ben.csv", b"label\nx\nx\nx\ny\n")])
    assert len(store.study(id).items) == 8
    screen = visit(study=id).press("Change what the columns mean").sound()
    next(c for c in screen.app.checkbox if c.label.endswith("in the same order")).check()
    study = opened(screen.settle().press("Read it this way").sound(), store)
    assert study.options["join"] == "row"
    assert study.ratings.pivot(index="item_id", columns="rater", values="value").to_numpy().tolist() == [
        ["x", "x"],
        ["y", "x"],
        ["x", "x"],
        ["y", "y"],
    ]
