"""Groups of items: blank cells are a group, and variants of one name are pointed out and can be merged."""

from __future__ import annotations

from annoeval import load
from annoeval.evaluation.scores import scores
from annoeval.reading.labels import ALIKE_GROUPS
from annoeval.tables.repairs import repairs_for

TEXT = b"id,domain,A1,A2\n1,Bio,1,2\n2,bio ,2,2\n3,Chem,3,3\n4,,4,5\n5,Bio,3,4\n"
SAID = {"id": "item", "domain": "group", "A1": "rating", "A2": "rating"}


def test_sizes_of_groups_add_up_to_all():
    found = scores(load(("a.csv", TEXT), options={"mapping": SAID}), "label")
    mine = found[found["rater"] == "A1"]
    assert mine.loc[mine["by"] == "domain", "n"].sum() == mine.loc[mine["by"] == "", "n"].sum() == 5
    assert "(none)" in set(mine["group"])


def test_variants_of_a_group_are_said_and_a_repair_merges_them():
    study = load(("a.csv", TEXT), options={"mapping": SAID})
    assert [p.column for p in study.problems if p.problem == ALIKE_GROUPS] == ["domain"]
    repair = next(r for r in repairs_for(study) if r.option["repair"] == "merge groups")
    merged = load(("a.csv", TEXT), options={"mapping": SAID, "repairs": [dict(repair.option)]})
    assert set(merged.items["domain"]) == {"Bio", "Chem", "(none)"}
    assert not [p for p in merged.problems if p.problem == ALIKE_GROUPS]


def test_the_order_of_rows_and_columns_and_names_of_raters_change_no_item_and_no_judgement():
    import pandas as pd

    frame = pd.DataFrame([line.split(",") for line in TEXT.decode().split("\n")[1:-1]], columns=list(SAID))
    plain = load(("a.csv", TEXT), options={"mapping": SAID})
    turned = frame[["A2", "domain", "A1", "id"]].iloc[[3, 0, 4, 2, 1]].rename(columns={"A1": "Zoe", "A2": "Bo"})
    mapping = {"id": "item", "domain": "group", "Zoe": "rating", "Bo": "rating"}
    other = load(("a.csv", turned.to_csv(index=False).encode()), options={"mapping": mapping})
    names = other.ratings["rater"].replace({"Zoe": "A1", "Bo": "A2"})
    keys = ["item_id", "rater", "value"]
    mine = plain.ratings[keys].sort_values(keys).reset_index(drop=True)
    theirs = other.ratings.assign(rater=names)[keys].sort_values(keys).reset_index(drop=True)
    assert mine.equals(theirs)
    assert set(plain.items.index) == set(other.items.index)
