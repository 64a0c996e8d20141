"""Whatever the table, every coefficient is a number in its range or undefined with a reason; order never matters."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.statistics.agreement.panel import Panel, Resampling, panel, without_each

SHORT = Resampling(replicates=40)
BARE = Resampling(replicates=0)


def tables(values, most_raters=4):
    """Tables of these values with gaps, 0 to 12 items."""
    cell = st.one_of(st.none(), st.sampled_from(values))
    return st.integers(0, most_raters).flatmap(
        lambda r: st.lists(st.lists(cell, min_size=r, max_size=r), max_size=12).map(
            lambda rows: pd.DataFrame(rows, columns=[f"r{k}" for k in range(r)], dtype=object)
        )
    )


LEVELS = {
    "nominal": (["a", "b", "c"], ("a", "b", "c", "unused")),
    "ordinal": ([0, 1, 2], (0, 1, 2, 3)),
    "interval": ([0.1, 0.4, 2.5], ()),
    "ratio": ([0.0, 1.5, 3.0], ()),
    "set": (['["a"]', '["a","b"]', "[]"], ()),
}


def sound(found):
    """No NaN, no number without an interval or a reason, nothing undefined without a reason, values within their
    limits."""
    for e in found.estimates:
        numbers = [v for v in (e.value, e.low, e.high) if v is not None]
        assert all(math.isfinite(v) for v in numbers), e
        if e.value is None:
            assert e.reason, e
            assert e.low is None, e
        else:
            assert e.value <= 1 + 1e-9, e
            assert e.low is not None or e.reason, e


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_table_gives_numbers_or_reasons(level, data):
    values, categories = LEVELS[level]
    sound(panel(data.draw(tables(values)), level, categories, SHORT))


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_order_of_items_and_raters_changes_nothing(level, data):
    values, categories = LEVELS[level]
    table = data.draw(tables(values))
    rows = data.draw(st.permutations(range(len(table))))
    columns = data.draw(st.permutations(list(table.columns)))
    a = panel(table, level, categories, SHORT).estimates
    b = panel(table.iloc[list(rows)][list(columns)], level, categories, SHORT).estimates
    for one, other in zip(a, b, strict=True):
        assert one.coefficient == other.coefficient
        for field in ("value", "low", "high"):
            assert getattr(one, field) == pytest.approx(getattr(other, field), abs=1e-9), one.coefficient


@settings(max_examples=40, deadline=None)
@given(table=tables(["a", "b", "c"]), names=st.permutations(["x", "y", "z"]))
def test_names_of_unordered_labels_change_nothing(table, names):
    renamed = table.replace(dict(zip("abc", names, strict=True)))
    a = panel(table, "nominal", tuple("abc"), BARE).estimates
    b = panel(renamed, "nominal", tuple(names), BARE).estimates
    for one, other in zip(a, b, strict=True):
        assert one.value == pytest.approx(other.value, abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(table=tables([0, 1, 2]))
def test_the_order_of_ordered_labels_may_be_turned_round(table):
    a = panel(table, "ordinal", (0, 1, 2), BARE).estimates
    b = panel(table, "ordinal", (2, 1, 0), BARE).estimates
    for one, other in zip(a, b, strict=True):
        assert one.value == pytest.approx(other.value, abs=1e-9)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from("ab"), min_size=2, max_size=30).filter(lambda x: len(set(x)) == 2), st.integers(2, 5))
def test_perfect_agreement_on_two_labels_is_one(labels, raters):
    found = panel(pd.DataFrame({f"r{k}": labels for k in range(raters)}), "nominal", ("a", "b"), BARE)
    for e in found.estimates:
        assert e.value == pytest.approx(1.0), e.coefficient


@pytest.mark.parametrize(("level", "labels"), [("nominal", 3), ("ordinal", 4), ("interval", 50)])
def test_random_ratings_agree_by_chance_only(level, labels):
    x = pd.DataFrame(np.random.default_rng(8).integers(0, labels, (6000, 4)).astype(float))
    for e in panel(x, level, tuple(map(float, range(labels))) if level != "interval" else (), BARE).estimates:
        if e.coefficient != "percent":
            assert e.value == pytest.approx(0, abs=0.05), e.coefficient


def test_all_items_twice_change_no_coefficient_of_agreement():
    x = pd.DataFrame(np.random.default_rng(8).integers(0, 3, (40, 3)), columns=list("xyz"))
    a, b = panel(x, "nominal", (0, 1, 2), BARE), panel(pd.concat([x, x]), "nominal", (0, 1, 2), BARE)
    for one, other in zip(a.estimates, b.estimates, strict=True):
        if not one.coefficient.startswith("krippendorff"):  # alpha corrects for small samples
            assert one.value == pytest.approx(other.value)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ([], "nobody"),
        ([[None, None]], "nobody"),
        ([["a"], ["b"]], "two raters"),
        ([["a", None], [None, "b"]], "no item was rated by two"),
        ([["a", "a"]], "only shared item"),
        ([["a", "a"], ["a", "a"]], "all 2 shared items"),
    ],
)
def test_the_reason_names_what_is_lacking(table, words):
    frame = pd.DataFrame(table, dtype=object)
    assert words in panel(frame, "nominal", ("a", "b"), SHORT).estimate("krippendorff_alpha").reason


def test_three_hundred_labels():
    rng = np.random.default_rng(1)
    a = rng.integers(0, 300, 600)
    x = pd.DataFrame({"r1": a, "r2": np.where(rng.random(600) < 0.86, a, rng.integers(0, 300, 600))})
    found = panel(x, "nominal", tuple(range(300)), Resampling(replicates=200))
    kappa = found.estimate("cohen_kappa")
    assert kappa.low < kappa.value < kappa.high


def test_more_labels_than_a_dense_table_should_hold():
    rng = np.random.default_rng(1)
    a = rng.integers(0, 2500, 3000)
    x = pd.DataFrame({f"r{k}": np.where(rng.random(3000) < 0.8, a, rng.integers(0, 2500, 3000)) for k in range(3)})
    found = panel(x, "nominal", (), Resampling(replicates=20))
    sound(found)
    assert found.estimate("fleiss_kappa").value == pytest.approx(0.64, abs=0.03)


def test_a_fine_ordered_scale_keeps_its_order():
    """A 0–100 slider declared ordinal: alpha uses the ordinal metric, not whether the numbers are equal."""
    rng = np.random.default_rng(1)
    a = rng.integers(0, 101, 200)
    x = pd.DataFrame({"r1": a, "r2": np.clip(a + rng.integers(-3, 4, 200), 0, 100)})
    found = panel(x, "ordinal", tuple(range(101)), Resampling(replicates=50))
    assert found.estimate("krippendorff_alpha").value > 0.98
    assert found.estimate("krippendorff_alpha_nominal").value < 0.3
    sound(found)


def test_items_used_and_dropped_are_counted():
    x = pd.DataFrame([["a", "a", None], ["b", None, None], [None, None, None], ["a", "b", "b"]])
    found = panel(x, "nominal", ("a", "b"), BARE)
    assert (found.n_items, found.n_ratings, found.dropped_items, found.complete) == (2, 5, 1, False)


@pytest.mark.parametrize(
    ("level", "coefficient"),
    [
        ("nominal", "fleiss_kappa"),
        ("nominal", "light_kappa"),
        ("ordinal", "krippendorff_alpha"),
        ("ordinal", "conger_kappa_quadratic"),
        ("interval", "icc2"),
        ("ratio", "krippendorff_alpha"),
        ("set", "krippendorff_alpha_masi"),
    ],
)
def test_without_an_item_is_the_coefficient_of_the_other_items(level, coefficient):
    values, categories = LEVELS[level]
    rng = np.random.default_rng(3)
    table = pd.DataFrame([[values[rng.integers(3)] for _ in range(3)] for _ in range(12)], columns=list("xyz"))
    whole, without = without_each(table, level, categories, coefficient)
    assert whole == pytest.approx(panel(table, level, categories, BARE).estimate(coefficient).value, abs=1e-9)
    for k in (0, 5, 11):
        rest = panel(table.drop(index=k), level, categories, BARE).estimate(coefficient).value
        assert without[k] == pytest.approx(rest, abs=1e-9)


def clustered(x: pd.DataFrame, clusters: np.ndarray) -> Panel:
    return panel(x, "nominal", ("a", "b"), Resampling(pd.factorize(clusters)[0], "clusters", 500))


def test_below_five_clusters_a_coefficient_has_no_interval():
    x = pd.DataFrame({"A": list("aabbaabb"), "B": list("aabbabab")})
    found = clustered(x, np.arange(8) % 4).estimate("cohen_kappa")
    assert found.value == 0.5
    assert found.low is None
    assert found.reason == "no interval: it needs at least 5 clusters, and there are 4"


def test_copies_of_items_in_a_cluster_do_not_shorten_the_interval():
    x = pd.DataFrame({"A": list("aabbaabbab"), "B": list("aabbababab")})
    once = clustered(pd.concat([x] * 5), np.tile(np.arange(10), 5)).estimate("cohen_kappa")
    copied = clustered(pd.concat([x] * 30), np.tile(np.arange(10), 30)).estimate("cohen_kappa")
    assert (copied.low, copied.high) == pytest.approx((once.low, once.high))
    assert copied.method.startswith("jackknife over 10 clusters, t")


@pytest.mark.parametrize(("n", "clusters", "least"), [(19, None, 20), (49, 10, 50)])
def test_a_coefficient_of_few_items_has_no_interval(n, clusters, least):
    """α held 43 to 91 % at 5 and 10 items, 88 % at 20 items of 10 clusters (benchmarks.levels)."""
    values = pd.DataFrame({"A": list("ab") * least, "B": list("aabb") * (least // 2)})
    of = None if clusters is None else np.arange(2 * least) % clusters
    for size, has in ((n, False), (least, True)):
        how = Resampling(None if of is None else of[:size])
        found = panel(values[:size], "nominal", (), how).estimate("krippendorff_alpha")
        assert found.value is not None
        assert (found.low is not None) == has
        assert has or f"needs {least} items that two rated" in found.reason


def test_percent_agreement_of_two_raters_has_exact_limits_however_few_the_items():
    x = pd.DataFrame({"A": list("aabbaabbab"), "B": list("aabbababab")})
    found = panel(x, "nominal").estimate("percent")
    assert (found.value, found.low, found.high) == pytest.approx((0.8, 0.4439, 0.9748), abs=5e-5)  # 8 of 10


def test_with_full_agreement_percent_agreement_counts_clusters():
    x = pd.DataFrame({"A": list("aabb") * 10, "B": list("aabb") * 10})
    found = clustered(x, np.arange(40) % 8).estimate("percent")
    assert found.low == pytest.approx(0.025 ** (1 / 8))  # Clopper & Pearson, 8 of 8
    assert clustered(x, np.arange(40) % 4).estimate("percent").low is None


def test_words_without_an_order_have_no_ordinal_coefficient():
    x = pd.DataFrame({"A": ["low", "medium", "high", "low"], "B": ["low", "high", "high", "medium"]})
    with pytest.raises(ValueError, match="words have an order only where it is given"):
        panel(x, "ordinal")
    assert panel(x, "ordinal", ("low", "medium", "high"), BARE).estimate("krippendorff_alpha").value is not None


def test_a_stray_number_that_nothing_is_compared_with_moves_no_coefficient():
    # Krippendorff (2011), section E, units × four observers, and a unit that one of them gave a date
    observers = ("123321412...", "1233224125..", ".33323422513", "12332441251.")
    units = np.array([[np.nan if c == "." else float(c) for c in given] for given in observers]).T
    clean, stray = pd.DataFrame(units), pd.DataFrame([*units, [20261128, *[np.nan] * 3]])
    for name, value in (("krippendorff_alpha", 0.849), ("icc2", 0.701)):
        assert panel(clean, "interval", (), BARE).estimate(name).value == pytest.approx(value, abs=5e-4)
        assert panel(stray, "interval", (), BARE).estimate(name).value == pytest.approx(value, abs=5e-4)
