"""The parts of a page: its head with the one main action, the answer in a sentence, keys, and the empty state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import streamlit as st
from plotly.basedatatypes import BaseFigure
from streamlit.delta_generator import DeltaGenerator

from annoeval.charts import CONFIG, Figure, paint
from annoeval.charts.layout import HALF, PHONE, WHOLE
from annoeval.charts.legend import with_key
from annoeval.evaluation.filters import Filter
from annoeval.examples import examples
from annoeval.study import Study
from annoeval.ui import pages, state
from annoeval.ui.intake import open_example
from annoeval.ui.theme import narrow, theme
from annoeval.words import markup, plain

Parameters = Mapping[str, str | list[str]]
AXIS = {"automargin": True, "title": {"standoff": 15}}


class Finished(BaseFigure):
    """A figure as the browser takes it. A dict would be held against Plotly's whole schema at each run, which took
    longer than many a table; the tests of the pages do it."""

    def __init__(self, figure: Figure) -> None:
        template = {"layout": {"autotypenumbers": "strict", "xaxis": AXIS, "yaxis": AXIS}}
        self._whole = {"data": figure["data"], "layout": {**figure["layout"], "template": template}}

    def to_dict(self) -> Figure:
        return self._whole


def head(
    title: str, action: str = "", icon: str = "", to: str = "", parameters: Parameters | None = None
) -> DeltaGenerator:
    """The page's title and, at the right, its one main action: a button that opens page `to`, or what is put in it."""
    row = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", key="ae_head")
    with row:
        st.title(title, anchor=False, width="content")
        if action:
            button(action, icon, to, parameters, primary=True)
    return row


def button(
    label: str,
    icon: str,
    to: str,
    parameters: Parameters | None = None,
    *,
    primary: bool = False,
    key: str | None = None,
) -> None:
    """A button that opens another page of this study; `label` is Markdown, so pass people's text through `plain`."""
    if not pages.known(to):
        return
    if st.button(
        label, icon=f":material/{icon}:", type="primary" if primary else "secondary", key=key or f"_to_{to}_{label}"
    ):
        st.switch_page(pages.page(to), query_params=state.address(**(parameters or {})))


def answer(sentence: str) -> None:
    """The answer: the first sentence of a page. `**bold**` is the only markup; all else is shown as it is."""
    st.html(f'<p class="ae-answer">{markup(sentence)}</p>')


def say(sentence: str) -> None:
    """A sentence of body text, safe for people's own words."""
    st.html(f'<p class="ae-text">{markup(sentence)}</p>')


def quiet(sentence: str, width: Literal["stretch", "content"] = "stretch") -> None:
    """A line in the muted colour, safe for people's own words. width: `content` beside others in a row."""
    st.html(f'<p class="ae-quiet">{markup(sentence)}</p>', width=width)


def section(title: str) -> None:
    """A heading inside a page."""
    st.markdown(f"#### {title}")


def key(*entries: tuple[str, str]) -> None:
    """The key of what is no chart: (mark, words)."""
    st.html(
        '<p class="ae-key">'
        + "".join(f'<span><i class="{mark}"></i>{markup(words)}</span>' for mark, words in entries)
        + "</p>"
    )


def draw(
    figure: Figure, name: str, click: bool = False, key: Sequence[tuple[str, str]] = (), half: bool = False
) -> list[Any]:
    """A chart in the theme's colours. With `click`, the first `customdata` of each chosen mark. key: what its marks
    mean, as `with_key` has it. half: whether it stands beside another."""
    event = plot(with_key(figure, key, room(half)), name, f"_chart_{name}", ("points",) if click else ())
    return _marks(event) if click else []


def plot(figure: Figure, name: str, key: str, select: Sequence[Literal["points", "box"]] = ()) -> Any:
    """A figure on the page. name: of the file that it is saved as. select: what can be chosen on it; gives what is."""
    painted = paint(figure, theme())
    return st.plotly_chart(
        Finished(painted),
        theme=None,
        height=painted["layout"]["height"],
        config={**CONFIG, "toImageButtonOptions": {"format": "svg", "filename": name}},
        key=key,
        on_select="rerun" if select else "ignore",
        selection_mode=select or ("points",),
    )


def clicked_before(name: str) -> list[Any]:
    """What `draw` with `click` gives of this chart in this run, for what must be known before it is drawn."""
    event: Any = st.session_state.get(f"_chart_{name}")
    return _marks(event) if event else []


def _marks(event: Any) -> list[Any]:
    return [p["customdata"][0] for p in event["selection"]["points"] if p.get("customdata")]


def room(half: bool = False) -> int:
    """Pixels of width that a chart may count on. half: whether it stands beside another."""
    return PHONE if narrow() else HALF if half else WHOLE


def is_narrow() -> bool:
    """Whether the browser is a phone's width, so that charts put names above marks."""
    return narrow()


def no_study() -> None:
    """What a page shows while no study is open, or the address names one that isn't here."""
    if state.study_id() is not None:
        empty("This study isn't here.", f"{state.why_not()} Dropping its file again opens it with every decision.")
        button("Go to Studies", "folder_open", "studies", {"study": ""}, primary=True)
        return
    entry = pages.current()
    shows, named = pages.SHOWS.get(entry.name, ("", "")) if entry else ("", "")
    empty("No study is open.", f"Here stands {shows}.")
    example = next((e for e in examples() if e.name == named), None)
    with st.container(horizontal=True, gap="small"):
        button("Go to Studies", "folder_open", "studies", {"study": ""}, primary=True)
        if example is not None:
            st.button(
                f"See it with the example “{plain(example.title)}”",
                icon=":material/play_arrow:",
                key="_see_example",
                on_click=open_example,
                args=(example,),
            )
    example_picture()


def example_picture() -> None:
    """The current page as it looks with an example; nothing where there is no picture of it."""
    entry = pages.current()
    picture = None if entry is None else pages.picture(entry)
    if entry is not None and picture is not None:
        st.markdown(f"With an example {entry.title} looks so:")
        st.image(str(picture), width=760, alt=f"The page {entry.title} with an example")


def required(study: Study | None) -> Study:
    """The study, or the empty state that says what is missing, and the run ends."""
    if study is None:
        no_study()
        st.stop()
    if not len(study.items):
        empty("No item passes the filter.", "Widen it in the sidebar, or show all items.")
        st.button(
            "Show all items",
            icon=":material/filter_list_off:",
            type="primary",
            on_click=state.set_filter,
            args=(Filter(),),
            key="_all_items",
        )
        st.stop()
    return study


def empty(what: str, why: str, facts: Sequence[str] = ()) -> None:
    """An empty state: what is missing, and what will be here."""
    with st.container(gap="xsmall"):
        answer(what)
        for sentence in (why, *facts):
            say(sentence)
