"""What only the browser knows: its theme, its width, the name of the person at it, and the address of what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import streamlit as st

PERSON_COOKIE = "annoeval_person"

# Streamlit repaints itself when the theme changes but runs no Python, so charts and the logo would keep the old
# colours. The watcher sees the change on .stApp (the system's and the menu's) and asks for a run.
_WATCH = """
const PLOT = '[class*="st-key-_chart_"], [class*="st-key-_brush_"]';
let led = new URLSearchParams(location.search).get("plot");  // a link leads to its plot once, when that is drawn

async function copy(words) {
  if (navigator.clipboard) return navigator.clipboard.writeText(words);
  const field = document.body.appendChild(document.createElement("textarea"));  // over plain http there is no other way
  field.value = words;
  field.select();
  document.execCommand("copy");
  field.remove();
}

// Beside each plot stands a button that copies the link to it: page, study, filters, what is chosen, and which plot.
function link(plot, place) {
  if (led === String(place + 1) && plot.querySelector(".main-svg")) {
    led = null;
    setTimeout(() => plot.scrollIntoView({ block: "center" }), 300);
  }
  if (plot.querySelector(":scope > .ae-link")) return;
  const button = plot.appendChild(document.createElement("button"));
  button.type = "button";
  button.className = "ae-link";
  button.textContent = button.title = "Copy link";
  button.setAttribute("aria-label", "Copy a link to this plot");
  button.onclick = async () => {
    const address = new URL(location.href);
    address.searchParams.set("plot", [...document.querySelectorAll(PLOT)].indexOf(plot) + 1);
    await copy(address.href);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy link"; }, 1500);
  };
}

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const app = document.querySelector(".stApp");
  const scheme = () => getComputedStyle(app).colorScheme;
  if (data && data.person !== null) {
    const year = 31536000;
    document.cookie = `annoeval_person=${encodeURIComponent(data.person)}; path=/; max-age=${year}; SameSite=Lax`;
  }
  // what was brought is open to its link only, and the link's cookie is set by the server, where no script reads it
  for (const token of (data && data.links) || []) fetch(`open/${token}`, { redirect: "manual" });
  // Streamlit's navigation is a list whose children are not list items; screen readers announce a broken list
  const list = '[data-testid="stSidebarNavItems"]';
  const mend = () => {
    document.querySelectorAll(`${list}, ${list} li`).forEach((part) => part.setAttribute("role", "presentation"));
    document.querySelectorAll(PLOT).forEach(link);
  };
  mend();
  const phone = matchMedia("(max-width: 640px)");
  if (data && data.narrow !== phone.matches) setStateValue("narrow", phone.matches);
  if (parentElement.watching) return parentElement.watching;
  // plots draw themselves with a script that takes a second to load and begin, which nobody waits for here
  const idle = window.requestIdleCallback || setTimeout;
  if (data && data.plots) idle(() => import(new URL(data.plots, document.baseURI).href));
  let seen = scheme();
  let timer = 0;
  const look = () => {
    if (scheme() === seen) return;
    seen = scheme();
    clearTimeout(timer);
    timer = setTimeout(() => setTriggerValue("theme", seen), 300);
  };
  const observer = new MutationObserver(look);
  observer.observe(app, { attributes: true });
  let mending = 0;  // the navigation is drawn after this, and anew with each page
  const drawn = new MutationObserver(() => { mending ||= setTimeout(() => { mending = 0; mend(); }, 50); });
  drawn.observe(app, { childList: true, subtree: true });
  const system = matchMedia("(prefers-color-scheme: dark)");
  const resize = () => setStateValue("narrow", phone.matches);
  system.addEventListener("change", look);
  phone.addEventListener("change", resize);
  parentElement.watching = () => {
    observer.disconnect();
    drawn.disconnect();
    system.removeEventListener("change", look);
    phone.removeEventListener("change", resize);
    parentElement.watching = undefined;
  };
  return parentElement.watching;
}
"""


@cache
def _plots() -> str | None:
    """Where the browser finds Streamlit's part that draws plots, so that it is there before the first of them."""
    static = Path(st.__file__).parent / "static"
    return next((p.relative_to(static).as_posix() for p in static.glob("static/js/PlotlyChart.*.js")), None)


@st.cache_resource
def _watcher():  # type: ignore[no-untyped-def]
    return st.components.v2.component("annoeval_browser", js=_WATCH)


def theme() -> str:
    """`light` or `dark`, as the browser shows it now."""
    return "dark" if st.context.theme.type == "dark" else "light"


def narrow() -> bool:
    """Whether the window is a phone's width."""
    return bool(st.session_state.get("_narrow"))


def watch(person: str | None, links: Sequence[str] = ()) -> None:
    """Mounts the watcher; a name given here is kept in the browser, so that a reload still knows it, and so are
    the tokens of links."""
    seen = _watcher()(
        key="browser",
        data={"person": person, "narrow": narrow(), "links": list(links), "plots": _plots()},
        on_theme_change=lambda: None,
        on_narrow_change=lambda: None,
        height=1,
    )
    st.session_state["_narrow"] = bool(seen.narrow)
