"""What a reviewer is called where someone else in the study has the name: an AI, a reference, or a majority."""

from __future__ import annotations

import pandas as pd

from annoeval.conclusions import DERIVED
from annoeval.rating_table import PEOPLE


def told_apart(answers: pd.DataFrame, ratings: pd.DataFrame) -> pd.DataFrame:
    """People's answers with "AI (reviewer)" where the file's ratings know "AI" as something else than a person.

    Without it the person's answer would be taken for the AI's newer one. A name of the file's annotators is theirs.
    """
    others = {*ratings.loc[~ratings["kind"].isin(PEOPLE), "rater"].unique(), *DERIVED}
    alike = answers["rater"].isin(others)
    if not alike.any():
        return answers
    names = answers["rater"].astype("object")
    return answers.assign(rater=names.where(~alike, names.astype("str") + " (reviewer)"))
