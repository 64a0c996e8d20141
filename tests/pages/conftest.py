"""Pages run as a person opens them: the whole app, at an address, on a store of its own."""

from __future__ import annotations

import html
import json
import re
import uuid
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[2]
MAIN = ROOT / "annoeval" / "ui" / "main.py"


class Screen:
    """A page that was opened, and what stands on it."""

    def __init__(self, app: AppTest) -> None:
        self.app = app

    @property
    def words(self) -> str:
        """Everything a person can read outside tables, and the keys of charts, without markup."""
        app, parts = self.app, []
        for block in (app.main, app.sidebar):
            for element in block:
                proto = getattr(element, "proto", None)
                said = (getattr(proto, "body", ""), getattr(proto, "label", ""), getattr(proto, "text", ""))
                # a backslash is Markdown's and unseen, but in HTML a person reads it
                markdown = element.type != "html"
                parts += [s.replace("\\", "") if markdown else s for s in said if isinstance(s, str)]
        parts += [t["name"] for chart in self.charts for t in chart["data"] if t.get("showlegend")]  # keys of charts
        return html.unescape(re.sub(r"<[^>]+>", "", " \n".join(parts)))

    @property
    def answer(self) -> str:
        """The sentence that answers the page's question."""
        found = re.findall(r'class="ae-answer">(.*?)</p>', " ".join(e.proto.body for e in self.app.get("html")), re.S)
        return html.unescape(re.sub(r"<[^>]+>", "", found[0])) if found else ""

    @property
    def charts(self) -> list[dict[str, Any]]:
        """The figures, each held against Plotly's schema."""
        specs = [json.loads(c.proto.spec) for c in self.app.get("plotly_chart")]
        for spec in specs:
            go.Figure(spec)
        return specs

    @property
    def tables(self) -> list[Any]:
        return [d.value for d in self.app.dataframe]

    @property
    def buttons(self) -> list[str]:
        return [b.label for b in self.app.button]

    def press(self, label: str) -> Screen:
        """Presses the first button of this name."""
        next(b for b in self.app.button if b.label == label).click()
        return self.settle()

    @property
    def card(self) -> dict[str, Any]:
        """What listens to the question on screen; empty where the page has none."""
        return json.loads(self._card.json)["part"] if self._card else {}

    @property
    def sheet(self) -> list[list[str]]:
        """The rows of the page's first table to type in."""
        part = json.loads(self._part("sheet").json)["part"]
        columns = part["html"].count("<th ")
        return [part["words"][n : n + columns] for n in range(0, len(part["words"]), columns)]

    @property
    def _card(self) -> Any:
        return self._part("answer_card")

    def _part(self, name: str) -> Any:
        own = (c.proto for c in self.app.get("bidi_component"))
        return next((p for p in own if p.component_name == f"annoeval_{name}"), None)

    def send(self, do: str, **more: Any) -> Screen:
        """Sends what the card's script sends: `send("answer", value=1, beside={"note": "cut off"})`."""
        card = self.card
        sent = {"do": do, "mark": card["mark"], "of": card["of"], "token": uuid.uuid4().hex, **more}
        states = self.app._tree.get_widget_states()
        events = json.dumps([{"event": "sent", "value": sent}])
        states.widgets.add(id=_make_trigger_id(self._card.id, "events"), json_trigger_value=events)
        self.app._run(states)
        return self

    def say(self, label: str, **more: Any) -> Screen:
        """Gives the answer whose label holds these words."""
        found = next(n for n, words in enumerate(self.answers) if label in words)
        return self.send("answer", value=found, **more)

    @property
    def answers(self) -> list[str]:
        """What stands on the buttons of the question on screen."""
        drawn = " ".join(e.proto.body for e in self.app.get("html"))
        found = re.findall(r'<button[^>]*class="aec-answer".*?</button>', drawn, re.S)
        return [html.unescape(re.sub(r"<[^>]+>", " ", one)).strip() for one in found]

    def field(self, what: str) -> Any:
        """A field of the question on screen: `value`, `note`, `correction`, `tags`."""
        key = f"ae_{what}_{self.card['mark']}"
        fields = (*self.app.text_input, *self.app.text_area, *self.app.multiselect, *self.app.get("button_group"))
        return next(one for one in fields if one.key == key)

    def edit(self, table: str, rows: dict[int, dict[str, str]]) -> Screen:
        """Types cells into a sheet. table: how its key begins. rows: {row: {column: words}}."""
        told = (part.proto.id for part in self.app.get("bidi_component"))
        key = next(name[name.index(table) :] for name in told if table in name)
        self.app.session_state[f"{key}_typed"] = {str(row): cells for row, cells in rows.items()}
        return self.settle()

    def settle(self) -> Screen:
        self.app.run()
        return self

    def sound(self) -> Screen:
        """No exception was drawn, and no undefined number."""
        assert not self.app.exception, [e.value for e in self.app.exception]
        assert not self.app.error, [e.value for e in self.app.error]
        for text in (self.words, json.dumps([c.get("layout", {}).get("annotations") for c in self.charts])):
            assert not re.search(r"\bnan\b|\bNone\b|\bNaN\b", text), text
        return self


@pytest.fixture(scope="session", autouse=True)
def packages_are_looked_through_once() -> Iterator[None]:
    """Each AppTest looks for components in every installed package, which was half of what opening a page took."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The app's own store, empty."""
    monkeypatch.setenv("ANNOEVAL_HOME", str(tmp_path))
    monkeypatch.delenv("ANNOEVAL_DATABASE_URL", raising=False)
    monkeypatch.setattr("annoeval.ui.shelf.work_out", lambda store, study: "")  # no statistics beside the test
    st.set_option("client.showErrorDetails", "full")
    st.cache_resource.clear()
    st.cache_data.clear()
    from annoeval.ui import state

    yield state.store()
    st.cache_resource.clear()


@pytest.fixture
def add(store: Any) -> Callable[..., str]:
    """Puts a file into the store and gives the study's id."""

    def add(data: str | bytes, name: str = "results.csv", **more: Any) -> str:
        return store.add_study([(name, data.encode() if isinstance(data, str) else data)], **more)

    return add


@pytest.fixture
def example(store: Any) -> Callable[[str], str]:
    """Puts an example study into the store and gives its id."""
    from annoeval.examples import examples

    def example(name: str) -> str:
        found = next(e for e in examples() if e.name == name)
        return store.add_study(found.contents(), name=found.title)

    return example


@pytest.fixture
def visit(store: Any) -> Callable[..., Screen]:
    """Opens a page of the app: `visit("scores", study=id, dimension="caption")`."""

    def visit(page: str = "", **parameters: Any) -> Screen:
        app = AppTest.from_file(str(MAIN), default_timeout=60)
        for name, value in parameters.items():
            app.query_params[name.replace("by_", "by.")] = value
        if page and page != "studies":
            app.switch_page(str(ROOT / "pages" / f"{page}.py"))
        return Screen(app).settle()

    return visit
