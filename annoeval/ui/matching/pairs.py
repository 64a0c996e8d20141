"""One submission's pairs, worst first, beside their image; a score or a pair that a person sets otherwise."""

from __future__ import annotations

import uuid

import pandas as pd
import streamlit as st

from annoeval.charts.boxes import waterfall
from annoeval.problem import AnnoevalError
from annoeval.protocols.boxes.rules import Rules
from annoeval.protocols.boxes.study import SCORE
from annoeval.study import Study
from annoeval.ui import allowed, state
from annoeval.ui.choice import choose
from annoeval.ui.matching.overlay import overlay
from annoeval.ui.matching.sheet import worst_first
from annoeval.ui.page import draw, key, quiet, say, section
from annoeval.ui.tables import downloads
from annoeval.words import NONE, number

SHOWN = {
    "outcome": "What",
    "final_score": "Score",
    "iou": "IoU",
    "truth_label": "Truth",
    "label": "Drawn",
    "image": "Image",
    "remark": "Remark",
}
ROWS = {"all": "Worst first", "image": "This image"}


def pairs_view(study: Study, matches: pd.DataFrame, lost: pd.DataFrame, who: str, rules: Rules) -> None:
    """The image at the left, pairs and the decision on the chosen one at the right, what cost points below.

    matches: rows of `who`."""
    mine = worst_first(matches).reset_index(drop=True)
    if mine.empty:
        say("Nothing to match, and nothing drawn.")
        return
    asked = st.query_params.get("pair")
    chosen = mine[(mine["object_id"] == asked) | (mine["truth_id"] == asked)]
    one = chosen.iloc[0] if len(chosen) else mine.iloc[0]
    left, right = st.columns([3, 2], gap="medium")
    with left:
        here = mine[mine["image"] == one["image"]]
        quiet(f"{one['image']}: {len(here):,} of {len(mine):,} rows")
        overlay(study, here, str(one["image"]), _ids(one), _pick_shape)
        key(("line human", "matched"), ("line disagree", "missed"), ("line ai", "extra"))
    with right:
        _list(mine, one)
        with st.container(border=True, gap="small"):
            _decide(study, mine, one, rules)
    section("What cost points")
    costs = lost[lost["submission"] == who]
    if len(costs):
        draw(waterfall(costs), f"lost_{who}")


def _ids(row: pd.Series) -> list[str]:
    return [i for i in (row["truth_id"], row["object_id"]) if isinstance(i, str)]


def _pick(id: str) -> None:
    st.query_params["pair"] = id


def _pick_shape(id: str) -> None:
    """What is clicked on the image is shown among the image's own rows: in the whole list it may be far down."""
    _pick(id)
    st.query_params["rows"] = "image"


def _list(mine: pd.DataFrame, one: pd.Series) -> None:
    """The rows, the chosen one marked; a click on a row chooses it."""
    listed = mine if choose("rows", ROWS, "Rows") == "all" else mine[mine["image"] == one["image"]]
    at = listed.index.get_loc(one.name)
    # a list of one image is made anew for what is chosen: it is short, and a mark can only be given at its start
    name = "_pairs" if listed is mine else f"_pairs_{one.name}"

    def chosen() -> None:
        rows = st.session_state[name]["selection"]["rows"]
        if rows:
            _pick(_ids(listed.iloc[rows[0]])[0])

    shown = [c for c in SHOWN if c != "image" or listed is mine]
    st.dataframe(
        listed[shown].rename(columns=SHOWN),
        hide_index=True,
        height=250,
        row_height=32,
        placeholder=NONE,
        on_select=chosen,
        selection_mode="single-row",
        selection_default={"selection": {"rows": [at]}},
        key=name,
        column_config={
            "What": st.column_config.TextColumn(width=80),
            "IoU": st.column_config.NumberColumn(format="%.3f", width=60),
            "Score": st.column_config.NumberColumn(format="%.1f", width=60),
        },
    )
    downloads(mine, "matches")


def _decide(study: Study, mine: pd.DataFrame, one: pd.Series, rules: Rules) -> None:
    """What the chosen row says, and what a person can change."""
    say(str(one["remark"]))
    object_id, mark = one["object_id"], f"{one['truth_id']}_{one['object_id']}"
    if one["outcome"] == "matched":
        quiet(
            f"{rules.iou:g} · IoU {number(one['iou'], 3)} + {rules.label:g} · label "
            f"{number(one['label_similarity'], 2)} + {rules.attributes:g} · attributes "
            f"{number(one['attribute_similarity'], 2)} = **{number(one['original_score'], 1)}** of {rules.most:g}"
        )
        if isinstance(one["override_reason"], str):
            quiet(f"Set to {number(one['final_score'], 1)}: {one['override_reason']}")
    note = st.text_input("Reason", key=f"_why_{mark}", placeholder="Why the rule is overruled")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        if one["outcome"] == "matched":
            value = st.number_input(
                "Score", 0.0, float(rules.most), float(one["final_score"]), key=f"_score_{mark}", width=130
            )
            allowed.button("Set the score", on_click=_set, args=(object_id, value, note), key=f"_set_{mark}")
            allowed.button("Break the pair", on_click=_pair, args=(object_id, None, note), key=f"_break_{mark}")
        else:
            _partner(mine, one, note, mark)
        allowed.button("Undo", icon=":material/undo:", type="tertiary", on_click=_undo, key="_undo_pair")
    if said := st.session_state.pop("_matching_said", None):
        quiet(said)
    _history(one)


def _partner(mine: pd.DataFrame, one: pd.Series, note: str, mark: str) -> None:
    """Offers the objects of the other side that have no partner on this image."""
    other = "missed" if one["outcome"] != "missed" else "extra"
    column = "truth_id" if other == "missed" else "object_id"
    free = mine[(mine["image"] == one["image"]) & (mine["outcome"] == other)]
    if free.empty:
        quiet(f"No {other} object on this image to pair it with.")
        return
    names = {
        r[column]: f"{r['truth_label'] if other == 'missed' else r['label']} ({r[column]})" for _, r in free.iterrows()
    }
    partner = st.selectbox("Pair with", list(names), format_func=lambda k: names[k], key=f"_with_{mark}")
    drawn, truth = (one["object_id"], partner) if other == "missed" else (partner, one["truth_id"])
    allowed.button("Make the pair", on_click=_pair, args=(drawn, truth, note), key=f"_make_{mark}")


def _history(one: pd.Series) -> None:
    id, object_id = state.study_id(), one["object_id"]
    if id is None or not isinstance(object_id, str):
        return
    events = [e for e in state.store().item_events(id, object_id) if e.action in ("decide", "pair", "undo", "redo")]
    if events:
        with st.expander(f"History ({len(events)})", key="_pair_history"):
            for e in events[::-1]:
                what = {"decide": "score", "pair": "pair"}.get(e.action, e.action)
                value = NONE if e.value is None else e.value
                quiet(f"{e.time:%d %b %H:%M} · {e.reviewer} · {what} {value} {e.note or ''}")


def _named(note: str) -> bool:
    """Whether someone is named and a reason given; says what lacks."""
    if not state.person():
        st.session_state["_matching_said"] = "Say who you are in the sidebar first, so that the history names you."
    elif not note.strip():
        st.session_state["_matching_said"] = "Give a reason first: it goes to the student with the score."
    else:
        return True
    return False


def _set(item: str, value: float, note: str) -> None:
    if not _named(note):
        return
    try:
        state.store().decide(
            state.study_id() or "",
            item,
            SCORE,
            value,
            reviewer=state.person(),
            note=note.strip(),
            because="chosen",
            visible=("ai",),
            token=uuid.uuid4().hex,
        )
        st.session_state["_matching_said"] = "Saved. The totals follow."
    except AnnoevalError as error:
        st.session_state["_matching_said"] = str(error)


def _pair(item: str, partner: str | None, note: str) -> None:
    if not _named(note):
        return
    try:
        state.store().pair(
            state.study_id() or "", item, partner, reviewer=state.person(), note=note.strip(), token=uuid.uuid4().hex
        )
        st.query_params["pair"] = item
        st.session_state["_matching_said"] = "Saved. The totals follow."
    except AnnoevalError as error:
        st.session_state["_matching_said"] = str(error)


def _undo() -> None:
    undone = state.store().undo(state.study_id() or "", state.person())
    st.session_state["_matching_said"] = "Undone." if undone else "There is nothing of yours to undo."
