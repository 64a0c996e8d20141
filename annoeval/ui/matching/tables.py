"""The tables of graded boxes for the page, made once for each state of the study."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from annoeval.evaluation.filters import Filter
from annoeval.protocols.boxes.rules import Rules
from annoeval.protocols.boxes.study import only, rules_of, submissions_of
from annoeval.protocols.boxes.tables import box_tables, matches
from annoeval.rating_table import PEOPLE
from annoeval.study import NO_GROUP, Study


@st.cache_resource(max_entries=12, show_spinner=False)
def _matches(digest: str, who: str, _study: Study) -> pd.DataFrame:
    return matches(_study, who)


def matches_of(study: Study, who: str) -> pd.DataFrame:
    """The rows of the table `matches` of one submission: of the others no words are made."""
    return _matches(study.digest, who, study)


@st.cache_resource(max_entries=6, show_spinner=False)
def _tables(digest: str, _study: Study) -> Mapping[str, pd.DataFrame]:
    return box_tables(_study)


def narrowed(study: Study, chosen: Filter) -> Study:
    """The study with what the sidebar's filter lets through, of submissions and of labels."""
    labels = [l for l in chosen.values("label") if l != NO_GROUP]
    return only(study, chosen.values("submission"), labels)


def seen_to(study: Study, matches: pd.DataFrame, reviewed: str) -> pd.DataFrame:
    """The rows that people have judged (`yes`), have not (`no`), or all ("")."""
    if not reviewed:
        return matches
    by_people = study.ratings["kind"].isin(PEOPLE) & study.ratings["value"].notna()
    seen = matches["object_id"].isin(study.ratings.loc[by_people, "item_id"]) | (matches["paired"] == "hand")
    return matches[seen if reviewed == "yes" else ~seen]


def tables_of(study: Study) -> tuple[Rules, Mapping[str, pd.DataFrame], list[str]]:
    """The rules in force, the tables (each made when first asked for), and who is graded."""
    return rules_of(study), _tables(study.digest, study), submissions_of(study)
