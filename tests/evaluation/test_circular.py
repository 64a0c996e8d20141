"""Agreement with an AI that judged nothing is named for what it is."""

import pandas as pd
import pytest

from annoeval.answers.circular import how_circular
from annoeval.evaluation.circular import circular
from annoeval.study import Scale, Study, ratings_table

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
