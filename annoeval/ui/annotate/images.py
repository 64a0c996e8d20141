"""The images to answer as one component: grid, image, field. It keeps what is typed and sends it until it is stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from annoeval import ui
from annoeval.review.annotating import LONGEST, Shown, Stage, Work
from annoeval.review.design import BREAK_AFTER
from annoeval.review.of_server import server_store
from annoeval.scale import Scale

STATIC = Path(ui.__file__).parent / "static"
UNRECOGNISABLE = "unrecognizable"


@st.cache_resource
def _component() -> Any:
    js, css = ((STATIC / f"annotate.{kind}").read_text("utf-8") for kind in ("js", "css"))
    return st.components.v2.component("annoeval_annotate", js=js, css=css)


def data_for(work: Work, shown: Sequence[Shown], mine: Mapping[str, Any], stage: Stage, scale: Scale) -> dict[str, Any]:
    """All that the browser gets to know: the images' names, this annotator's own answers, the question and its
    scale. No target, no model's answer, nobody else's."""
    choices = [{"value": v, "label": scale.describe(v), "help": scale.definitions.get(v, "")} for v in scale.categories]
    return {
        "address": f"api/annotate/{work.who.token}",
        "stage": stage,
        "title": work.design.title or "Study",
        "question": work.design.question or scale.question,
        "images": [{"name": s.name, "value": mine.get(s.name), "picture": s.file is not None} for s in shown],
        "noun": work.noun,
        "texts": bool(work.design.shown) and stage == "task",
        "choices": choices,
        "several": scale.level == "set",
        "number": scale.numeric and not choices,
        "nothing": UNRECOGNISABLE if scale.level == "text" else "",
        "longest": LONGEST,
        "pause": BREAK_AFTER if work.design.pause and stage == "task" else 0,
        "finish": "See the answers" if stage == "practice" else "Finish",
    }


def images(
    work: Work, shown: Sequence[Shown], mine: Mapping[str, Any], stage: Stage, finished: Callable[[], Any]
) -> None:
    """Draws it. finished: is called when the annotator says so after the last answer is stored."""
    scale = server_store().base(work.who.study).dimensions[work.dimension]
    data = data_for(work, shown, mine, stage, scale)
    json.dumps(data, allow_nan=False)  # what JSON can't hold would arrive as nothing, without an error
    with st.container(key="ae_annotate"):
        _component()(key=f"_images_{stage}", data=data, on_finished_change=finished)
