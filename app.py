"""The app: `streamlit run app.py`."""

import streamlit as st

from annoeval.ui.failure import say_failure
from annoeval.web import routes

app = st.App("annoeval/ui/main.py", routes=routes(), on_script_error=say_failure)
