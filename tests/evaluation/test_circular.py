"""Agreement with an AI that judged nothing is named for what it is."""

from dataclasses import replace

import pandas as pd
import pytest

from annoeval.answers.circular import how_circular
from annoeval.evaluation import evaluate
from annoeval.evaluation.circular import circular, circularity
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import Study

HUMAN = [0, 1, 2, 2, 1, 0, 2, 1, 2, 0] * 3


def study(n=30, **by):
    """Values by "rater/dimension"; raters called AI are one."""
    ids = [f"i{k}" for k in range(n)]
    parts = []
    for key, values in by.items():
        rater, dimension = key.split("_")
        kind = "ai" if rater == "AI" else "human"
        parts.append(
            ratings_table({"item_id": ids, "dimension": dimension, "rater": rater, "kind": kind, "value": values[:n]})
        )
    scale = Scale("ordinal", (0, 1, 2))
    ratings = pd.concat(parts, ignore_index=True)
    items = pd.DataFrame(index=pd.Index(ids, name="item_id"))
    return Study("s", "ratings", items, ratings, dict.fromkeys(ratings["dimension"].unique(), scale))


def warned(made, raters=("Aiko", "AI")):
    return list(circular(made, "caption", raters)[["what", "other", "n"]].itertuples(index=False, name=None))


def test_one_score_on_all_items_is_constant():
    assert warned(study(Aiko_caption=HUMAN, AI_caption=[2] * 30)) == [("constant", "", 30)]


def test_a_persons_scores_over_again_are_a_copy():
    assert warned(study(Aiko_caption=HUMAN, AI_caption=HUMAN)) == [("copy", "Aiko", 30)]


def test_one_score_written_to_two_dimensions_is_named():
    other = [*HUMAN[1:], 0]
    made = study(Aiko_caption=HUMAN, AI_caption=other, AI_vlm=other, Aiko_vlm=HUMAN)
    assert warned(made) == [("twice", "vlm", 30)]


def test_scores_that_differ_once_are_no_copy_and_few_say_nothing():
    nearly = [*HUMAN[:-1], 2]
    assert warned(study(Aiko_caption=HUMAN, AI_caption=nearly)) == []
    assert warned(study(n=19, Aiko_caption=HUMAN, AI_caption=HUMAN)) == []


def test_two_people_who_agree_fully_are_no_ai():
    assert warned(study(Aiko_caption=HUMAN, Jonas_caption=HUMAN), ("Aiko", "Jonas")) == []


@pytest.mark.parametrize(
    ("scores", "words"), [([2] * 30, "one and the same answer on all 30 items"), (HUMAN, "Aiko's answer on all 30")]
)
def test_the_sentence_says_what_was_found(scores, words):
    made = study(Aiko_caption=HUMAN, AI_caption=scores)
    assert words in how_circular(circular(made, "caption", ("Aiko", "AI")), made.dimensions)


def shown(texts, scores, **more):
    made = study(n=len(texts), Aiko_caption=(HUMAN * 4)[: len(texts)], AI_caption=scores)
    items = made.items.assign(caption=texts, **more).astype("str")
    return replace(made, items=items, evidence=("caption", *more), digest="")


def test_scores_that_are_cuts_of_a_texts_length_are_named():
    lengths = [5 + 3 * k for k in range(30)]
    scores = [0 if n < 30 else 1 if n < 60 else 2 for n in lengths]
    order = [(7 * k) % 30 for k in range(30)]
    made = shown(["x" * lengths[k] for k in order], [scores[k] for k in order])
    assert warned(made) == [("measure", "characters of caption", 30)]
    assert "a rule, not a judgement" in how_circular(circular(made, "caption", ("AI",)), made.dimensions)


def test_one_low_score_on_the_shortest_text_is_chance():
    made = shown(["x" * (k + 1) for k in range(30)], [0] + [2] * 29)
    assert warned(made) == []


def test_scores_that_follow_from_the_caption_whatever_the_description_says_are_named():
    texts = [f"Caption {'abcdefgh'[k % 8]}" for k in range(32)]
    scores = [(0, 2, 1, 0, 2, 2, 0, 1)[k % 8] for k in range(32)]
    made = shown(texts, scores, vlm_description=[f"Plot {k}" for k in range(32)])
    assert warned(made) == [("text", "caption", 32)]
    scores[9] = 0
    assert warned(shown(texts, scores, vlm_description=[f"Plot {k}" for k in range(32)])) == []


def test_placeholders_with_one_score_and_copies_of_whole_rows_are_no_rule_on_the_text():
    texts = ["Figure on page 1"] * 30 + ["Counts of birds", "Length of prey"] * 5
    scores = [0] * 30 + [2, 1] * 5
    described = [f"Plot {k}" for k in range(30)] + ["A", "B"] * 5
    assert [w for w in warned(shown(texts, scores, vlm_description=described)) if w[0] == "text"] == []


def test_the_table_holds_every_dimension_and_the_json_has_it():
    made = shown(["x"] * 30, [2] * 30)
    assert circularity(made)[["dimension", "what"]].values.tolist() == [["caption", "constant"]]
    assert evaluate(made)["circularity"]["n"].tolist() == [30]
