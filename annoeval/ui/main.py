"""Every run starts here: page set-up, look, logo, navigation, sidebar, then the page."""

import streamlit as st

from annoeval.place import PACKAGE
from annoeval.ui import state
from annoeval.ui.annotate.link import INVITED
from annoeval.ui.idle import import_ahead
from annoeval.ui.logo import icon, logo
from annoeval.ui.notices import notices
from annoeval.ui.pages import navigation
from annoeval.ui.sidebar import sidebar
from annoeval.ui.theme import theme
from annoeval.ui.tour import tour

LOOK = PACKAGE / "ui" / "static" / "look.css"
KEYS = PACKAGE / "charts" / "key.css"
ABOUT = "**annoeval** lets people judge AI output together, and get numbers that hold up in a paper."

st.set_page_config(
    page_title="annoeval",
    page_icon=icon("light"),
    layout="wide",
    initial_sidebar_state=260,
    menu_items={"About": ABOUT},
)
st.html(LOOK)
st.html(KEYS)
st.logo(logo(theme()), size="large", icon_image=icon(theme()))
by_link = INVITED in st.query_params  # an annotator, who is to see nothing of any study but the own images
page = navigation(hidden=by_link)
if by_link and page.url_path == "annotate":
    page.run()
    st.stop()
state.keep_address()
st.session_state["_at"] = "" if page.url_path == "studies" else page.url_path
sidebar()
notices()
tour()
page.run()
state.give_back()
import_ahead()
