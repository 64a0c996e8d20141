"""Scores of extracted figures and tables: by the best evidence at hand, and none without any."""

import io
import json
import zipfile
from dataclasses import replace

import pandas as pd
import pytest

from annoeval.conclusions import resolve
from annoeval.evaluation.recut import changes, fitted
from annoeval.prescoring import ai_ratings
from annoeval.problem import AnnoevalError
from annoeval.protocols import Means
from annoeval.protocols.figures import Figures
from annoeval.rating_table import ratings_table
from annoeval.ratings import CLOSE
from annoeval.reading import attached
from annoeval.reading.attached import of_bytes
from annoeval.reading.table import Reading, Table
from annoeval.review.papers import place_of
from annoeval.review.queue import Rule, queue
from annoeval.scoring import semantic
from annoeval.scoring.account import account
from tests.scoring.drawn_papers import Drawn

CAPTIONS = [
    "Counts of waders at low water by month.",
    "Share of time that redshank spent feeding.",
    "Length of prey by estuary and by year.",
    "Density of lugworms against the distance from the shore.",
    "Mass gain of curlew on cold days.",
]
ROWS = [["Species", "Birds", "Mean"], ["Redshank", "142", "3.1"], ["Curlew", "57", "2.4"], ["Dunlin", "610", "5.0"]]
MARKDOWN = "\n".join(f"| {' | '.join(row)} |" for row in [ROWS[0], ["---"] * 3, *ROWS[1:]])


@pytest.fixture(autouse=True)
def _alike(monkeypatch):
    """Every pair of texts has the cosine 0.7: no model is needed here."""
    monkeypatch.setattr(semantic, "cosine", lambda pairs, *_, **__: [None if p is None else 0.7 for p in pairs])


def study(*rows, records=(), **columns):
    """A study of figures (captions) and tables (contents), each (type, text)."""
    frame = pd.DataFrame(
        {
            "pdf": "waders.pdf",
            "type": [kind for kind, _ in rows],
            "element_id": [f"e{n}" for n in range(len(rows))],
            "caption": [text if kind == "figure" else None for kind, text in rows],
            "vlm_description": ["A chart." if kind == "figure" else None for kind, _ in rows],
            "content": [text if kind == "table" else None for kind, text in rows],
            **columns,
        }
    )
    readings = [Reading("f.csv", "csv", (Table("f.csv", frame.astype("str").where(frame.notna())),))]
    if records:
        noted = pd.DataFrame(records).astype("str")
        readings.append(Reading("waders.jsonl", "jsonl", (Table("waders.jsonl", noted),)))
    return Figures().build(readings, {})


def paper():
    drawn = Drawn()
    for n, caption in enumerate(CAPTIONS, 1):
        drawn.lines(60, 100 * n, f"Figure {n}: {caption}")
    drawn.page().lines(60, 118, "Table 1: Birds by species.").table(60, 130, ROWS)
    return Means(of_bytes([("papers/Waders.PDF", drawn.data())]))


def judged(study, means=None, dimension="caption"):
    made = ai_ratings(study, "recommended", means)
    return made[made["dimension"] == dimension].set_index("item_id")


def test_without_evidence_there_is_a_reason_and_no_score():
    given = study(("figure", CAPTIONS[0]), ("figure", "Figure on page 1"), ("table", MARKDOWN))
    made = ai_ratings(given)
    assert made["value"].isna().all()
    assert made["note"].str.startswith("Cannot be judged from this file: ").all()


def test_a_description_has_a_likeness_as_a_hint_and_no_score():
    row = judged(study(("figure", CAPTIONS[0])), dimension="vlm").loc["e0"]
    assert (row["signal"], pd.isna(row["value"])) == (0.7, True)


def test_a_caption_is_held_against_the_papers_own():
    given = study(*(("figure", c) for c in [CAPTIONS[0], CAPTIONS[1][:25], "A photograph of a lighthouse at dusk"]))
    assert judged(given, paper())["value"].tolist() == [2, 1, 0]


def test_a_score_says_what_was_compared_by_which_measures_and_where_it_stands():
    row = judged(study(("figure", CAPTIONS[2])), paper()).loc["e0"]
    told = account(row["response"])
    assert told.compared == "caption against Figure 3 of Waders.PDF"
    assert (told.page, told.against) == (1, CAPTIONS[2])
    assert told.box[1] < 300 < told.box[3]  # the line whose baseline is drawn 300 points below the upper edge
    assert told.measures["beginning"] == row["signal"] == 1.0
    assert "2 from beginning 0.97" in told.cut
    assert json.loads(row["response"])["file"] == "Waders.PDF"


def test_two_captions_that_changed_places_are_out_of_order():
    swapped = [CAPTIONS[n] for n in (0, 3, 2, 1, 4)]
    made = judged(study(*(("figure", c) for c in swapped)), paper())
    assert made["value"].tolist() == [2, 0, 2, 0, 2]
    assert made.loc["e1", "note"].startswith("out of order: it is the caption of Figure 4")


def test_a_placeholder_beside_its_paper_is_no_caption_extracted():
    row = judged(study(("figure", "Figure on page 1")), paper()).loc["e0"]
    assert (row["value"], row["note"]) == (0, "No caption extracted")


def test_gold_texts_go_before_the_paper():
    given = study(("figure", "Another figure."), correct_caption=["Another figure."])
    row = judged(given, paper()).loc["e0"]
    assert (row["value"], account(row["response"]).compared) == (2, "caption against the gold text")


def test_a_caption_near_a_cut_goes_to_a_person_whatever_its_score():
    nearly = CAPTIONS[3][: int(len(CAPTIONS[3]) * 0.95)]
    given = study(("figure", CAPTIONS[0]), ("figure", nearly))
    made = ai_ratings(given, "recommended", paper())
    assert made.set_index(["item_id", "dimension"]).loc[("e1", "caption"), "note"].startswith(CLOSE)
    found = queue(given.with_ratings(made), Rule("low", dimension="caption", threshold=0.0))
    assert found["item_id"].tolist() == ["e1"]
    assert "a measure lies within 0.03 of a cut" in found["why"][0]


def test_what_cannot_be_judged_stands_first_in_the_queue_with_its_reason():
    given = study(("figure", "A photograph of a lighthouse"), ("table", "Table 1 on page 1"))
    found = queue(given.with_ratings(ai_ratings(given, "recommended", paper())), Rule("low", dimension="table"))
    assert found["why"].tolist() == ["Table: no table here: the content is “Table 1 on page 1”"]


def test_a_table_is_held_against_the_papers_rows():
    wrong = MARKDOWN.replace("142", "124")
    given = study(("table", MARKDOWN), ("table", wrong), ("table", "Birds by species."))
    made = judged(given, paper(), "table")
    assert made["value"].iloc[:2].tolist() == [2, 1]
    assert pd.isna(made["value"].iloc[2])


def test_an_extractors_records_judge_a_table_by_its_layout():
    bad = MARKDOWN.replace("| 57 | 2.4 |", "| 57 2.4 |")
    records = [
        {"element_id": f"t{n}", "type": "table", "content": f"Birds {n}.", "page": "1", "metadata.table_markdown": text}
        for n, text in enumerate([MARKDOWN, bad])
    ]
    given = study(("table", "Birds 0."), ("table", "Birds 1."), records=records)
    made = judged(given, dimension="table")
    assert made["value"].tolist() == [2, 1]
    assert made.loc["e0", "note"].startswith(CLOSE)


def test_an_extractors_records_show_where_a_caption_breaks_off():
    context = f"![](a.png) Figure 1: {CAPTIONS[0]} Counts fall in winter."
    cut, whole = CAPTIONS[0][:30], CAPTIONS[0]
    for text, value in ((whole, 2), (cut, 1)):
        figure = {"element_id": "f", "type": "figure", "content": text, "page": "1", "context": context}
        records = [figure, {**figure, "type": "heading", "content": "Results", "context": "Results"}]
        assert judged(study(("figure", text), records=records)).loc["e0", "value"] == value


def test_a_pdf_that_cannot_be_read_is_the_reason():
    means = Means(of_bytes([("waders.pdf", b"no paper")]))
    note = judged(study(("figure", CAPTIONS[0])), means).loc["e0", "note"]
    assert note == "Cannot be judged from this file: waders.pdf is no PDF, or a damaged one"


def test_a_second_scorer_stands_beside_the_recommended_one_that_headlines():
    given = study(*(("figure", c) for c in CAPTIONS))
    both = given.with_ratings(ai_ratings(given, "recommended", paper()))
    both = both.with_ratings(ai_ratings(given, "similarity only"))
    final = resolve(both, "caption")
    assert (final["source"].unique().tolist(), final["value"].tolist()) == (["ai"], [2.0] * 5)


def test_where_no_model_can_be_had_captions_are_scored_all_the_same(monkeypatch):
    def fail(*_, **__):
        raise AnnoevalError("The embedding model x can't be loaded: it is no folder.")

    monkeypatch.setattr(semantic, "cosine", fail)
    made = ai_ratings(study(("figure", CAPTIONS[0])), "recommended", paper()).set_index("dimension")
    assert made.loc["caption", "value"] == 2
    assert "can't be loaded" in made.loc["vlm", "note"]


def test_a_threshold_set_by_hand_counts_and_an_unknown_one_is_said():
    given = study(("figure", CAPTIONS[1][:36]))
    assert judged(given, paper()).loc["e0", "value"] == 1
    means = Means(paper().files, thresholds={"caption.recall": 0.5})
    assert judged(given, means).loc["e0", "value"] == 2
    with pytest.raises(AnnoevalError, match=r"caption\.recall"):
        judged(given, Means(thresholds={"caption.x": 0.5}))


def test_what_would_let_the_rest_be_judged_is_offered():
    given = study(("figure", CAPTIONS[0]), ("table", MARKDOWN))
    assert Figures().wanted(given) is None  # nothing was scored yet
    wanted = Figures().wanted(given.with_ratings(ai_ratings(given)))
    assert wanted.sentence.startswith("1 caption and 1 table cannot be judged")
    assert [label for label, _ in wanted.files] == ["Attach PDFs", "Use extractor records"]
    assert Figures().wanted(given.with_ratings(ai_ratings(given, "recommended", paper()))) is None


def test_scores_under_other_cuts_follow_from_the_measures_they_keep():
    rows = [CAPTIONS[0], CAPTIONS[1][:25], "A photograph of a lighthouse at dusk", CAPTIONS[3], CAPTIONS[2]]
    tables = [MARKDOWN, MARKDOWN.replace("142", "124")]
    given = study(*(("figure", c) for c in rows), *(("table", t) for t in tables))
    made = ai_ratings(given, "recommended", paper())
    scored = given.with_ratings(made)
    for cuts in ({}, {"caption.recall": 0.2}, {"caption.part": 0.99, "caption.words": 0.99}, {"table.other": 0.99}):
        anew = ai_ratings(given, "recommended", replace(paper(), thresholds=cuts))
        wanted = anew[anew["value"].notna()].set_index(["item_id", "dimension"])["value"]
        found = Figures().rescored(scored, "recommended", cuts).set_index(["item_id", "dimension"])["value"]
        assert found.to_dict() == wanted.drop("vlm", level=1, errors="ignore").to_dict()


def test_what_other_cuts_change_is_counted_and_held_against_people():
    given = study(("figure", CAPTIONS[0]), ("figure", CAPTIONS[1][:30]), ("figure", CAPTIONS[2]))
    people = {"item_id": ["e0", "e1", "e2"], "dimension": "caption", "rater": "Aiko", "kind": "reviewer"}
    scored = given.with_ratings(ai_ratings(given, "recommended", paper()))
    scored = scored.with_ratings(ratings_table(people | {"value": [2.0, 2.0, 0.0]}))
    found = next(c for c in changes(scored, "recommended", {"caption.recall": 0.2}) if c.dimension == "caption")
    assert (found.n, found.changed, found.people) == (3, 1, 3)
    assert found.before is not None
    assert "people" in fitted(scored, "recommended", "caption").reason


def test_one_caption_at_two_rows_is_ambiguous_and_goes_to_a_person():
    rows = [CAPTIONS[0], CAPTIONS[1], CAPTIONS[1], CAPTIONS[2]]
    made = judged(study(*(("figure", c) for c in rows)), paper())
    assert made["value"].tolist() == [2, 2, 2, 2]
    flagged = made["note"].fillna("").str.startswith(f"{CLOSE}ambiguous: the caption of Figure 2 stands at 2 rows")
    assert flagged.tolist() == [False, True, True, False]


def test_two_captions_in_one_text_are_ambiguous():
    both = f"{CAPTIONS[1]} Figure 3: {CAPTIONS[2]}"
    made = judged(study(("figure", CAPTIONS[0]), ("figure", both)), paper())
    assert "ambiguous: it holds the captions of Figure 2 and Figure 3" in made.loc["e1", "note"]
    assert made.loc["e1", "note"].startswith(CLOSE)


def test_a_caption_keeps_about_where_its_figure_stands():
    drawn = Drawn().lines(60, 60, *[" ".join(["Waders feed at low water on every shore."] * 2)] * 3)
    drawn._canvas.rect(150, 500, 200, 120)
    drawn.lines(60, 320, f"Figure 1: {CAPTIONS[0]}")
    given = study(("figure", CAPTIONS[0]))
    made = judged(given, Means(of_bytes([("waders.pdf", drawn.data())])))
    assert account(made.loc["e0", "response"]).region == pytest.approx((150, 180, 350, 300), abs=3)
    place = place_of(given.with_ratings(made.reset_index()), "e0", "caption", "waders.pdf")
    assert place.region == account(made.loc["e0", "response"]).region


@pytest.mark.parametrize(("dimension", "text"), [("caption", CAPTIONS[0]), ("table", MARKDOWN)])
def test_a_scan_gives_no_score_and_says_that_it_has_no_text(dimension, text):
    scan = Means(of_bytes([("waders.pdf", Drawn().page().data())]))
    made = judged(study(("figure" if dimension == "caption" else "table", text)), scan, dimension)
    assert made["value"].isna().all()
    assert made["note"].tolist() == ["Cannot be judged from this file: waders.pdf is a scan without text"]


def test_a_paper_too_large_to_unpack_gives_no_score_and_says_so(monkeypatch):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("papers/waders.pdf", b"%PDF-" + bytes(3_000_000))
    monkeypatch.setattr(attached, "LARGEST", 2_000_000)
    made = judged(study(("figure", CAPTIONS[0])), Means(of_bytes([("papers.zip", packed.getvalue())])))
    assert made["value"].isna().all()
    assert "waders.pdf is larger than the 2 MB that one file of an archive may be" in made["note"].iloc[0]
