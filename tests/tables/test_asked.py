"""Where a table doesn't tell, it is asked about, and the right reading is among those that are offered."""

from __future__ import annotations

import random

from annoeval.opening import Opened, open
from annoeval.ways import Question

BINS = ("kept", "dropped", "moved")


def table(header: str, rows: list[tuple]) -> tuple[str, bytes]:
    lines = [header, *(",".join(map(str, r)) for r in rows)]
    return "table.csv", "\n".join(lines).encode()


def roles(asked) -> list[dict[str, str]]:
    """What each offered reading takes columns for."""
    assert isinstance(asked, Question), asked.because
    return [{c: w["role"] if isinstance(w, dict) else w for c, w in way.mapping.items()} for way in asked.ways]


def test_rows_that_are_spans_may_be_errors_to_be_counted():
    rng = random.Random(5)
    rows = [
        (1000450 + n, f"system{s}", f"Summary {s} of text {n}", rng.choice(("omission", "addition")), a, a + 9, who)
        for n in range(12)
        for s in range(2)
        for who in ("w1", "w2")
        for a in rng.sample(range(100), rng.randint(1, 3))
    ]
    first, _ = roles(open([table("docid,system,summary,fault_type,span_start,span_end,worker_id", rows)]))
    told = {c: w for c, w in first.items() if w not in ("evidence", "group")}
    assert told == {"docid": "item", "system": "judged", "fault_type": "error", "worker_id": "rater"}


def test_places_in_a_text_are_no_judgements():
    rows = [(f"t{n % 4}", n, n + 3, n % 2) for n in range(12)]
    for way in roles(open([table("text_id,start,end,found", rows)])):
        assert way["start"] == way["end"] == "evidence"


def test_several_labels_one_a_line_are_a_set():
    rng = random.Random(6)
    rows = [
        (f"s{n}", f"w{who}", '"' + "\n".join(sorted(rng.sample(BINS, rng.randint(1, 2)))) + '"')
        for n in range(12)
        for who in range(3)
    ]
    found = open([table("sent_id,worker_id,what_happened", rows)])
    assert isinstance(found, Opened)
    scale = found.study.dimensions["what_happened"]
    assert scale.level == "set"
    assert set(scale.categories) == set(BINS)


def test_bracketed_words_one_a_line_are_labels_and_no_list():
    rows = [(f"s{n}", w, f'"[{BINS[n % 3]}]\n[{BINS[(n + w) % 3]}]"') for n in range(12) for w in (0, 1, 2)]
    found = open([table("sent_id,worker_id,what_happened", rows)])
    assert isinstance(found, Opened)
    assert set(found.study.dimensions["what_happened"].categories) == {f"[{b}]" for b in BINS}


def test_scores_to_a_hundred_without_a_name_may_be_the_judgement():
    rng = random.Random(7)
    rows = [
        (f"ann{a}", f"doc-{n}", "TGT" if n % 3 else "BAD", rng.randint(0, 100)) for a in range(3) for n in range(30)
    ]
    header, *others = rows
    first, _ = roles(open([table(",".join(map(str, header)), others)]))
    assert first["column 1"] == "rater"
    assert first["column 2"] == "item"
    assert first["column 4"] == "label"


def test_systems_named_beside_their_texts_are_no_raters():
    """Which two summaries stand side by side is no judgement of either."""
    rng = random.Random(8)
    rows = []
    for n in range(20):
        a, b = rng.sample(range(4), 2)
        rows.append((f"p#{n}", f"What sys{a} wrote about {n}", f"sys{a}", f"What sys{b} wrote about {n}", f"sys{b}"))
    assert isinstance(open([table("code,sum1,system1,sum2,system2", rows)]), Question)


def test_what_is_known_of_a_system_may_be_no_judgement_beside_a_score():
    rows = [(f"sys{n % 4}", n, "true" if n % 4 < 2 else "false", n * 7 % 11 / 2) for n in range(24)]
    with_it, without = roles(open([table("system,id,is_constrained,score", rows)]))
    assert {with_it["is_constrained"], without["is_constrained"]} == {"label", "group"}
    assert with_it["score"] == without["score"] == "label"


def test_words_under_a_name_that_ends_as_qualities_do_are_no_sure_judgement():
    """ "capability" says what a task asks for, though "fluency" ends alike."""
    rows = [(f"t{n}", ("planning", "grounding")[n % 2], n * 7 % 5 + 1) for n in range(20)]
    found = open([table("id,capability,score", rows)])
    assert not isinstance(found, Opened) or list(found.study.dimensions) == ["score"]
