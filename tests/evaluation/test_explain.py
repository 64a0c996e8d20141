"""What drives a figure, what was used, how to report it."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from annoeval.evaluation.explain import (
    by_label,
    cautions,
    label_shares,
    may_replace,
    of_set,
    recommended,
    used,
    what_drives,
    without_each_item,
    without_each_rater,
)
from annoeval.evaluation.methods import methods
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import Study

LABELS = Scale("nominal", ("no", "yes"), title="Seen before")


def study(table, raters, scale=LABELS, kinds=None, extra_items=0):
    """A study of one dimension `x`; None is missing."""
    ids = [f"i{k}" for k in range(len(table))]
    flat = [(ids[k], r, v) for k, row in enumerate(table) for r, v in zip(raters, row, strict=True) if v is not None]
    ratings = ratings_table(
        {
            "item_id": [f[0] for f in flat],
            "dimension": "x",
            "rater": [f[1] for f in flat],
            "kind": [(kinds or {}).get(f[1], "human") for f in flat],
            "value": [f[2] for f in flat],
        }
    )
    items = pd.DataFrame(index=pd.Index([*ids, *(f"more{k}" for k in range(extra_items))], name="item_id"))
    return Study("s", "ratings", items, ratings, {"x": scale})


def test_what_was_used_and_what_not():
    s = study([("yes", "no"), ("yes", None), ("no", "no")], ["a", "b"], extra_items=2)
    what = used(s, "x", ["a", "b"])
    assert (what.items, what.ratings, what.single, what.unrated) == (2, 4, 1, 2)
    assert what.sentence == "2 items with 4 ratings are used; 1 with one rating are not; 2 were rated by none of them."


def test_a_common_label_is_named_where_kappa_is_far_below_agreement():
    """Gwet's paradox table 80 7 / 8 5: 85 % equal, kappa .31."""
    table = [("yes", "yes")] * 80 + [("yes", "no")] * 7 + [("no", "yes")] * 8 + [("no", "no")] * 5
    s = study(table, ["a", "b"])
    said = " ".join(what_drives(s, "x", ["a", "b"], of_set(s, "x", ["a", "b"])))
    assert "88 % of all ratings are “yes”" in said
    assert "Prevalence index 0.75" in said


def test_a_rater_who_leans_and_a_rater_apart_are_named():
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 80)
    table = [
        (["no", "yes"][t], ["no", "yes"][t], ["no", "yes"][t], "yes" if rng.random() < 0.8 else "no") for t in truth
    ]
    raters = ["a", "b", "c", "odd"]
    s = study(table, raters)
    said = " ".join(what_drives(s, "x", raters, of_set(s, "x", raters)))
    assert "Odd says “yes” for 80 %" in said
    assert "Without odd κ is 1.00" in said


def test_leaving_out_a_rater_or_an_item():
    table = [("yes", "yes", "no"), ("no", "no", "no"), ("yes", "yes", "yes"), ("no", "no", "yes")]
    s = study(table, ["a", "b", "c"])
    by_rater = without_each_rater(s, "x", ["a", "b", "c"], "fleiss_kappa")
    assert by_rater["rater"].iloc[0] == "c"
    assert by_rater["value"].iloc[0] == pytest.approx(1.0)
    by_item = without_each_item(s, "x", ["a", "b", "c"], "fleiss_kappa")
    assert set(by_item["item_id"]) == {"i0", "i1", "i2", "i3"}
    assert by_item.set_index("item_id").loc["i0", "change"] > 0
    assert without_each_rater(s, "x", ["a", "b"], "cohen_kappa").empty


def test_label_shares_keep_the_scales_order_and_unused_labels():
    s = study([("no", "no")], ["a", "b"])
    assert label_shares(s, "x", ["a", "b"]).to_dict() == {"a": {"no": 1.0, "yes": 0.0}, "b": {"no": 1.0, "yes": 0.0}}


def test_every_label_has_its_own_kappa():
    """The diagnosis a is agreed on always, b and c are taken for each other."""
    table = [("a", "a", "a")] * 10 + [("b", "b", "c"), ("c", "b", "c"), ("b", "c", "b"), ("c", "c", "c")]
    found = by_label(study(table, ["x", "y", "z"], Scale("nominal", ("a", "b", "c", "d"))), "x", ["x", "y", "z"])
    found = found.set_index("label")
    assert found.loc["a", "value"] == pytest.approx(1.0)
    assert found.loc["b", "value"] < 0.6
    assert pd.isna(found.loc["d", "value"])
    assert found.loc["d", "reason"] == "nobody used it"


def test_ratings_made_in_sight_of_others_are_told():
    s = study([("yes", "no")] * 4, ["a", "b"])
    seen = s.ratings.assign(blind=[False, True] * 4, because=["rule", None] * 4)
    said = cautions(replace(s, ratings=seen), "x", ["a", "b"])
    assert said[0].startswith("4 of people's 8 ratings were given in sight")
    assert said[1].startswith("4 items came to people because a rule picked")
    assert cautions(s, "x", ["a", "b"]) == []


def test_methods_say_who_what_how_and_cite():
    s = study([("yes", "yes", "no"), ("no", "no", "no"), ("yes", "yes", "yes")] * 7, ["a", "b", "m"], kinds={"m": "ai"})
    raters = ["a", "b", "m"]
    text, keys = methods(s, "x", raters, recommended(of_set(s, "x", raters)))
    for part in ("2 people and 1 AI rater", "“Seen before”", "Fleiss' κ (Fleiss, 1971)", "95 % CI", "21 items with 63"):
        assert part in text
    assert "fleiss1971" in keys
    assert "efron1987" in keys


def test_methods_of_an_undefined_figure_give_the_reason():
    s = study([("yes", "yes")] * 3, ["a", "b"])
    text, _ = methods(s, "x", ["a", "b"], recommended(of_set(s, "x", ["a", "b"])))
    assert "It is undefined: all 3 shared items have one and the same label" in text


def test_whether_the_ai_may_stand_in_for_a_rater():
    table = [("yes", "yes", "yes", "yes"), ("no", "no", "no", "no")] * 30
    found = may_replace(study(table, ["a", "b", "c", "m"], kinds={"m": "ai"}), "x", "m")
    assert found.passed
    assert [r.rater for r in found.raters] == ["a", "b", "c"]
