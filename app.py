"""The app: `streamlit run app.py`."""

from pathlib import Path

import streamlit as st

from annoeval.ui.failure import say_failure
from annoeval.web import routes

app = st.App(Path(__file__).parent / "annoeval" / "ui" / "main.py", routes=routes(), on_script_error=say_failure)
