"""An image with the ground truth's and a submission's objects over it; a click on one chooses it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from annoeval.review.pictures import picture
from annoeval.scoring.geometry import outline_points
from annoeval.study import Study
from annoeval.ui import state
from annoeval.ui.pictures import picture_address
from annoeval.words import NONE, count, number

STATIC = Path(__file__).resolve().parents[1] / "static"


@st.cache_resource
def _component() -> Any:
    js, css = ((STATIC / f"overlay.{kind}").read_text("utf-8") for kind in ("js", "css"))
    return st.components.v2.component("annoeval_overlay", js=js, css=css)


def overlay(
    study: Study, matches: pd.DataFrame, image: str, selected: Sequence[str], pick: Callable[[str], None]
) -> None:
    """Draws an image. matches: its rows of the table `matches`, of one submission. pick: is given the id of the object
    that was clicked."""
    shapes = _shapes(study, matches, image)
    width, height = _size(study, image, shapes)
    who = matches["submission"].iloc[0] if len(matches) else ""
    id = state.study_id() or ""
    named = str(study.items.at[image, "image"]) if image in study.items.index else image
    data = {
        "version": f"{study.digest} {who} {image}",
        "width": width,
        "height": height,
        "picture": picture_address("pictures", id, named) if _has(id, named) else None,
        "shapes": [{k: s[k] for k in ("id", "side", "outcome", "title", "path")} for s in shapes],
        "selected": list(selected),
        "words": f"{image}: {count(len(shapes), 'drawn object')}",
    }
    json.dumps(data, allow_nan=False)  # what JSON can't hold would arrive as nothing, without an error

    def picked() -> None:
        found = st.session_state["_overlay"].picked
        if found:
            pick(str(found["id"]))

    with st.container(key="ae_overlay"):
        _component()(key="_overlay", data=data, on_picked_change=picked)


@st.cache_data(max_entries=500, show_spinner=False)
def _has(study: str, name: str) -> bool:
    return bool(study) and picture(state.store(), study, name) is not None


def _shapes(study: Study, matches: pd.DataFrame, image: str) -> list[dict[str, Any]]:
    assert study.shapes is not None
    here = study.shapes[study.shapes["image"] == image]
    ids = here["submission"].astype("str") + "/" + here["image"].astype("str") + "/" + here["object_id"]
    places = {i: (k, c) for i, k, c in zip(ids, here["kind"], here["coordinates"], strict=True)}
    out = []
    for row in matches.itertuples():
        overlap = f"IoU {number(row.iou, 3)}" if row.outcome == "matched" else row.outcome
        for id, label, side in ((row.truth_id, row.truth_label, "truth"), (row.object_id, row.label, "drawn")):
            if isinstance(id, str) and id in places:
                rings = outline_points(*places[id])
                path = "".join(f"M{' '.join(f'{x:g},{y:g}' for x, y in ring)}Z" for ring in rings)
                text = label if isinstance(label, str) else NONE
                out.append(
                    {
                        "id": id,
                        "side": side,
                        "outcome": row.outcome,
                        "path": path,
                        "rings": rings,
                        "title": f"{text} · {overlap}",
                    }
                )
    return sorted(out, key=_extent, reverse=True)  # small ones in front, so that they can be clicked


def _extent(shape: dict[str, Any]) -> float:
    """The area of the upright box around a shape."""
    xs, ys = zip(*(p for ring in shape["rings"] for p in ring), strict=True)
    return float((max(xs) - min(xs)) * (max(ys) - min(ys)))


def _size(study: Study, image: str, shapes: Sequence[dict[str, Any]]) -> tuple[float, float]:
    """The image's size as the files say, else what holds all that is drawn."""
    if image in study.items.index and {"width", "height"} <= set(study.items):
        try:
            return float(study.items.at[image, "width"]), float(study.items.at[image, "height"])
        except (TypeError, ValueError):
            pass
    points = [p for s in shapes for ring in s["rings"] for p in ring]
    return max((x for x, _ in points), default=100.0), max((y for _, y in points), default=100.0)
