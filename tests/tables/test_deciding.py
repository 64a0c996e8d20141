"""What a table means is told by names, scales and values: never by the order of anything or by who agrees with whom."""

from __future__ import annotations

import random

import pytest

from annoeval.opening import readings_of
from annoeval.tables.guessing import SURE, Decision, decide
from annoeval.tables.mapping import JUDGED, Evidence, Guess


def decided(header: list[str], rows: list[tuple]) -> Decision:
    text = "\n".join(",".join(map(str, r)) for r in [header, *rows])
    return decide(readings_of([("t.csv", text.encode())])[0].tables[0])


def roles(decision: Decision, *wanted: str) -> set[str]:
    assert decision.best is not None
    return set(decision.best.of(*wanted))


LONG = ["item_id", "annotator", "tone_label", "clarity", "topic"]
LONG_ROWS = [
    (f"t{i}", who, ["warm", "cold", "flat"][(i * 7 + k * (i % 3)) % 3], (i + k) % 5 + 1, "xy"[i % 2])
    for i in range(12)
    for k, who in enumerate(("kim", "lee", "park"))
]
SYSTEMS = ["system", "doc_id", "seg_id", "rater", "score"]
SYSTEMS_ROWS = [
    (f"sys{s}", f"d{g // 4}", g % 4, who, (s + g * 3 + k) % 7)
    for s in range(3)
    for g in range(12)
    for k, who in enumerate("AB")
]


@pytest.mark.parametrize(("header", "rows"), [(LONG, LONG_ROWS), (SYSTEMS, SYSTEMS_ROWS)])
@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_rows_and_columns_changes_neither_judgements_nor_items(header, rows, seed):
    rng = random.Random(seed)
    places = rng.sample(range(len(header)), len(header))
    other = [tuple(r[p] for p in places) for r in rng.sample(rows, len(rows))]
    before, after = decided(header, rows), decided([header[p] for p in places], other)
    for wanted in (JUDGED, ("item", "judged"), ("rater",)):
        assert roles(before, *wanted) == roles(after, *wanted)
    assert before.clear == after.clear


@pytest.mark.parametrize(("header", "rows", "who"), [(LONG, LONG_ROWS, 1), (SYSTEMS, SYSTEMS_ROWS, 3)])
def test_other_names_of_raters_change_nothing(header, rows, who):
    names = {r[who]: n for r, n in zip(rows, ("student-asst 07", "LLM judge run b", "P.K. (2nd pass)"), strict=False)}
    named = [tuple(names.get(v, v) if p == who else v for p, v in enumerate(r)) for r in rows]
    before, after = decided(header, rows), decided(header, named)
    assert roles(before, *JUDGED, "item") == roles(after, *JUDGED, "item")


@pytest.mark.parametrize(("header", "rows", "judged"), [(LONG, LONG_ROWS, (2, 3)), (SYSTEMS, SYSTEMS_ROWS, (4,))])
def test_perfect_agreement_changes_nothing(header, rows, judged):
    at = header.index("annotator") if "annotator" in header else header.index("rater")
    first: dict[tuple, tuple] = {}
    agreed = []
    for r in rows:
        key = tuple(v for p, v in enumerate(r) if p != at and p not in judged)
        said = first.setdefault(key, r)
        agreed.append(tuple(said[p] if p in judged else v for p, v in enumerate(r)))
    before, after = decided(header, rows), decided(header, agreed)
    assert roles(before, *JUDGED) == roles(after, *JUDGED) == {header[p] for p in judged}
    assert roles(before, "item", "judged") == roles(after, "item", "judged")


def test_what_is_judged_is_part_of_the_key_and_no_rater_beside_people():
    found = decided(SYSTEMS, SYSTEMS_ROWS)
    assert found.clear
    assert roles(found, "judged") == {"system"}
    assert roles(found, "item") == {"doc_id", "seg_id"}
    assert roles(found, "rater") == {"rater"}


def test_a_criterion_column_is_never_pooled():
    rows = [(i, c, w, (i * 7 + w) % 100) for i in range(8) for c in ("flow", "truth") for w in range(3)]
    found = decided(["original_sentence_id", "aspect", "worker_id", "rating"], rows)
    assert found.clear
    assert roles(found, "question") == {"aspect"}
    assert roles(found, "item") == {"original_sentence_id"}


def test_a_column_of_a_recognised_pattern_is_never_dropped():
    header = ["id", *(f"annotator{k}_{q}" for k in (1, 2) for q in ("source", "hedging", "label"))]
    found = decided(header, [(i, *((i * j) % 2 for j in range(6))) for i in range(10)])
    assert found.clear
    assert found.best is not None
    assert {(w.rater, w.dimension) for w in found.best.columns.values() if w.rater} == {
        (f"annotator{k}", q) for k in (1, 2) for q in ("source", "hedging", "label")
    }


@pytest.mark.parametrize("header", [["place", "price", "taste", "service"], ["restaurant", "Preis", "Gusto", "Gast"]])
def test_questions_and_raters_under_names_that_say_neither_are_asked_about(header):
    found = decided(header, [(f"p{i}", i % 5, i * 3 % 5, i * 2 % 5) for i in range(15)])
    assert not found.clear
    assert found.best is not None
    assert found.runner_up is not None
    assert {found.best.shape, found.runner_up.shape} == {"wide", "one rater"}


def test_measures_by_tool_are_no_ratings():
    rows = [(f"a{i}.pdf", tool, 0.1 * i) for i in range(5) for tool in ("tesseract", "pdfminer")]
    assert not decided(["pdf", "baseline", "WER"], rows).clear


def test_names_of_raters_with_signs_are_whole_names():
    header = ["id", "student-asst 07", "LLM judge run b", "P.K. (2nd pass)"]
    found = decided(header, [(i, *("yes" if (i * k) % 3 else "no" for k in (1, 2, 3))) for i in range(12)])
    assert found.best is not None
    assert {w.rater for w in found.best.columns.values() if w.role == "rating"} <= set(header)


def test_what_the_others_settled_on_is_asked_about():
    header = ["id", "rater1", "rater2", "final"]
    assert not decided(header, [(i, i % 3, i * 2 % 3, i % 3) for i in range(12)]).clear


def test_many_columns_are_looked_at_once_each():
    header = ["id", *(f"rater{i}" for i in range(150))]
    assert decided(header, [(f"i{k}", *((k * i) % 3 for i in range(150))) for k in range(6)]).clear


def weighing(weight: float) -> Guess:
    return Guess({}, "", "long", (Evidence("item", weight, ""),))


def test_odds_double_with_each_unit_of_evidence():
    assert Decision(weighing(2)).likelihood == SURE  # four to one against anything else
    assert Decision(weighing(3), weighing(3)).likelihood == pytest.approx(8 / 17)
    assert not Decision(weighing(5), weighing(3.5)).clear
