"""What is said of a file above its preview: who scored what."""

import pandas as pd

from annoeval.answers.found import what_we_found
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import Study


def scored(value):
    items = pd.DataFrame({"caption": ["A"]}, index=pd.Index(["e1"], name="item_id"))
    ratings = ratings_table(
        {"item_id": ["e1"], "dimension": "caption", "rater": "recommended", "kind": "ai", "value": [value]}
    )
    return Study("s", "figures", items, ratings, {"caption": Scale("ordinal", (0, 1, 2))})


def test_a_rule_that_judged_nothing_gave_no_scores():
    said = what_we_found(scored(None), ["f.csv"], "figures", "")
    assert "0 scores" not in said
    assert "Nothing is scored yet. The protocol's rule could judge none of them." in said


def test_a_rule_that_judged_something_is_named_with_its_scores():
    assert "1 score by the protocol's rule." in what_we_found(scored(2.0), ["f.csv"], "figures", "")
