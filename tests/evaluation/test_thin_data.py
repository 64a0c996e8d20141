"""Whatever a study holds, the tables raise nothing, and what is undefined has a reason."""

import pandas as pd
import pytest
from hypothesis import strategies as st

from annoeval.evaluation.comparison import comparison
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import Study

SCALES = [
    Scale("ordinal", (0, 1, 2)),
    Scale("nominal", (0, 1)),
    Scale("ratio", bounds=(0, 2), role="score"),
    Scale("interval"),
]
cell = st.one_of(st.none(), st.sampled_from([0, 1, 2]))


@st.composite
def studies(draw):
    n, raters = draw(st.integers(1, 8)), draw(st.integers(1, 4))
    scale = draw(st.sampled_from(SCALES))
    values = st.one_of(st.none(), st.sampled_from([0, 1])) if scale.categories == (0, 1) else cell
    ids = [f"i{k}" for k in range(n)]
    items = pd.DataFrame(
        {"group": draw(st.lists(st.sampled_from(["a", "b", "c", None]), min_size=n, max_size=n))},
        index=pd.Index(ids, name="item_id"),
    )
    if draw(st.booleans()):
        items["confidence"] = draw(st.lists(st.one_of(st.none(), st.floats(0, 1)), min_size=n, max_size=n))
    kinds = ["human", "ai", "human", "reference"]
    parts = [
        ratings_table(
            {
                "item_id": ids,
                "dimension": "score",
                "rater": f"r{k}",
                "kind": kinds[k],
                "value": draw(st.lists(values, min_size=n, max_size=n)),
            }
        )
        for k in range(raters)
    ]
    return Study(
        "s", "ratings", items, pd.concat(parts, ignore_index=True), {"score": scale, "again": scale}, groups=("group",)
    )


def explained(table: pd.DataFrame, columns: list[str]) -> bool:
    """Whether every row with a missing number says why."""
    missing = table[columns].isna().any(axis=1)
    return bool(table.loc[missing, "reason"].str.len().gt(0).all())


def labelled(values_by_rater):
    n = len(next(iter(values_by_rater.values())))
    ids = [f"i{k}" for k in range(n)]
    ratings = pd.concat(
        [
            ratings_table({"item_id": ids, "dimension": "label", "rater": r, "kind": "human", "value": v})
            for r, v in values_by_rater.items()
        ],
        ignore_index=True,
    )
    return Study(
        "s", "ratings", pd.DataFrame(index=pd.Index(ids, name="item_id")), ratings, {"label": Scale("nominal")}
    )


@pytest.mark.parametrize(
    "values",
    [
        {"a": [f"l{k}" for k in range(300)], "b": [f"l{(k * 7) % 300}" for k in range(300)]},
        {"a": ["x"] * 5, "b": ["x"] * 5},
        {"a": ["x", None], "b": [None, "y"]},
        {"a": ["only a"] * 4, "b": ["only b"] * 4},
        {"a": ["x"]},
        {"a": [None, None], "b": [None, None]},
    ],
)
def test_labels_of_every_kind_raise_nothing(values):
    assert explained(comparison(labelled(values)), ["p"])


def test_order_of_items_and_raters_changes_no_number():
    study = labelled({"a": list("xyzxyzxx"), "b": list("xyyyyzzx"), "c": list("zzzxyzxy")})
    turned = Study(
        "s", "ratings", study.items.iloc[::-1], study.ratings.iloc[::-1].reset_index(drop=True), study.dimensions
    )
    pd.testing.assert_frame_equal(comparison(study), comparison(turned))
